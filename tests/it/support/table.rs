//! A table at which models sit: a repository, a home of its own for whoever runs the review, the
//! programs on its PATH, and agents that a test answers for.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program;
use super::simulator::Simulator;
use super::simulator::deed::Deed;
use super::simulator::mind::Mind;
use super::simulator::models::Model;
use super::simulator::reading::Asked;
use super::simulator::wire::{Answer, Dialect, Stop};
use super::{EPOCH, Repo, Run};

/// The variable that each vendor's key comes from, in the order of the dialects.
pub const KEYS: [&str; 3] = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"];

/// One dialect a seat.
pub const THREE: &str = "seats:
  SA-1: anthropic:model-a
  SA-2: openai:model-o
  SA-3: gemini:model-g
";

/// A repository, and the home of whoever reviews it.
pub struct Table {
    pub repo: Repo,
    home: TempDir,
    variables: Vec<(String, String)>,
}

impl Table {
    pub fn new(repo: Repo) -> Self {
        let home = TempDir::new().expect("a folder");
        for folder in ["bin", "tmp"] {
            fs::create_dir(home.path().join(folder)).expect("made");
        }
        let table = Self { repo, home, variables: Vec::new() };
        let binary = env!("CARGO_BIN_EXE_council-review");
        table.program("council-review", &format!("exec {binary} \"$@\""));
        table
    }

    /// The home: its cache, its temporary files, its programs, its configuration.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// A variable of the environment from now on.
    pub fn set(&mut self, name: &str, value: &str) {
        self.variables.retain(|(n, _)| n != name);
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    /// Every vendor's key.
    pub fn with_keys(mut self) -> Self {
        for name in KEYS {
            self.set(name, &format!("key-of-{name}"));
        }
        self
    }

    /// A program on PATH, in shell.
    pub fn program(&self, name: &str, script: &str) -> PathBuf {
        let path = self.home().join("bin").join(name);
        program(&path, &format!("#!/bin/sh\n{script}\n"));
        path
    }

    /// A configuration of the caller's own, for `--config`.
    pub fn config(&self, yaml: &str) -> String {
        let path = self.home().join("council.yaml");
        fs::write(&path, yaml).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    }

    /// A command in the repository, with nothing of our environment but PATH.
    pub fn command(&self, program: &str, args: &[&str]) -> Command {
        let path = std::env::var("PATH").expect("a PATH");
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(self.repo.path())
            .env_clear()
            .env("PATH", format!("{}:{path}", self.home().join("bin").display()))
            .env("HOME", self.home())
            .env("TMPDIR", self.home().join("tmp"))
            .env("SOURCE_DATE_EPOCH", EPOCH)
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// The real binary.
    pub fn run(&self, args: &[&str]) -> Run {
        let binary = env!("CARGO_BIN_EXE_council-review");
        self.command(binary, args).output().expect("the binary runs").into()
    }

    /// A review with a configuration of the caller's own.
    pub fn review(&self, yaml: &str, args: &[&str]) -> Run {
        let config = self.config(yaml);
        self.run(&[&["RFC-0001", "--config", &config], args].concat())
    }

    /// What a review says on stderr beside the notice to whoever pays.
    pub fn said(run: &Run) -> &str {
        match run.stderr.split_once('\n') {
            Some((first, rest)) if first.contains("cannot pass: the gates found") => rest,
            _ => &run.stderr,
        }
    }

    /// The folder in which answers are kept when nothing else is said.
    pub fn cache(&self) -> PathBuf {
        self.home().join(".cache/council-review/answers")
    }

    /// An agent on PATH that a mind answers for; `wrap` puts an answer into the CLI's words. It
    /// leaves its argv, its environment and each task in the folder that is given back.
    pub fn agent(&self, name: &str, mind: Mind, wrap: fn(&Value) -> String) -> PathBuf {
        let folder = self.home().join(format!("agent-{name}"));
        fs::create_dir(&folder).expect("made");
        let pipes = ["in", "out"].map(|name| folder.join(name));
        assert!(Command::new("mkfifo").args(&pipes).status().expect("mkfifo runs").success());
        let here = folder.display();
        self.program(
            name,
            &format!(
                "printf '%s\\n' \"$@\" > {here}/argv; env > {here}/env; pwd > {here}/pwd\ncat > {here}/in; cat {here}/out"
            ),
        );
        let tasks = folder.join("tasks");
        // It waits at its pipe until the test's process ends.
        std::thread::spawn(move || {
            while let Ok(task) = fs::read_to_string(&pipes[0]) {
                let mut all = fs::File::options().create(true).append(true).open(&tasks)?;
                all.write_all(task.as_bytes())?;
                let answer = answer(&task, mind).unwrap_or(Value::Null);
                fs::write(&pipes[1], wrap(&answer))?;
            }
            std::io::Result::Ok(())
        });
        folder
    }
}

/// What a mind answers to a whole prompt.
pub fn answer(prompt: &str, mind: Mind) -> Option<Value> {
    let (_, form) = prompt.rsplit_once("\"answer\": \"")?;
    let (question, _) = form.split_once('"')?;
    let schema = json!({"properties": {"answer": {"const": question}}});
    Some(mind.answers(&Asked::read(prompt.to_owned(), &schema)?))
}

/// As `claude -p --output-format json` prints it, by its documentation.
pub fn as_claude(answer: &Value) -> String {
    json!({
        "type": "result", "subtype": "success", "is_error": false, "num_turns": 1,
        "result": "", "structured_output": answer, "stop_reason": "tool_use",
        "terminal_reason": "completed",
        "usage": {"input_tokens": 3000, "output_tokens": 200,
            "cache_creation_input_tokens": 0, "cache_read_input_tokens": 1000},
        "modelUsage": {"claude-simulated": {"inputTokens": 3000, "outputTokens": 200,
            "cacheCreationInputTokens": 0, "cacheReadInputTokens": 1000}},
    })
    .to_string()
}

/// As it is.
pub fn as_it_is(answer: &Value) -> String {
    answer.to_string()
}

/// A simulator whose every model answers with one mind.
pub fn simulator(mind: Mind) -> Simulator {
    Simulator::start(Arc::new(move |turn| Deed::reply(turn, &mind.answers(turn.asked))))
}

/// Where the three vendors are, for a configuration: their keys stay their own.
pub fn providers(simulators: [&Simulator; 3]) -> String {
    let dialects = [Dialect::Anthropic, Dialect::OpenAi, Dialect::Gemini];
    let names = ["anthropic", "openai", "gemini"];
    let each = names.into_iter().zip(dialects).zip(KEYS).zip(simulators);
    let line = |(((name, dialect), key), simulator): (_, &Simulator)| {
        let url = simulator.base_url(dialect);
        format!("  {name}: {{base_url: '{url}', key_env: {key}}}\n")
    };
    format!("providers:\n{}", each.map(line).collect::<String>())
}

/// A server of OpenAI's dialect on this machine that asks for no key, as Ollama does.
pub struct Local {
    address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Local {
    pub fn start(mind: Mind) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("it is bound");
        let heads = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&heads);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let all = Arc::clone(&all);
                std::thread::spawn(move || serve(stream, mind, &all));
            }
        });
        Self { address, heads }
    }

    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The head of every request so far, in small letters.
    pub fn heads(&self) -> Vec<String> {
        self.heads.lock().expect("not poisoned").clone()
    }
}

fn serve(mut stream: TcpStream, mind: Mind, heads: &Mutex<Vec<String>>) -> Option<()> {
    let mut bytes = Vec::new();
    let (head, body) = loop {
        let mut piece = [0; 4096];
        let read = stream.read(&mut piece).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&piece[..read]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
        let (from, length) = (end + 4, length.parse::<usize>().ok()?);
        if bytes.len() >= from + length {
            break (head, serde_json::from_slice::<Value>(&bytes[from..]).ok()?);
        }
    };
    heads.lock().expect("not poisoned").push(head);
    let asked = Asked::read(Dialect::OpenAi.said(&body), &body)?;
    let text = mind.answers(&asked).to_string();
    let answer = Answer { text, stop: Stop::Done, usage: None };
    let model = Model::of(Dialect::OpenAi.model("", &body));
    let answer = Dialect::OpenAi.answer(model, &body, &answer).to_string();
    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", answer.len());
    stream.write_all(format!("{head}{answer}").as_bytes()).ok()
}
