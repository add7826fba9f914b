//! Programs that read what a prompt names as the real CLIs were measured to do. Each is this test binary
//! run as [`role_fake`]; what it sends goes into files, and to the server that its environment names.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

use crate::support;
use council_review::host::command::{CommandSeat, CommandTimeouts, CommandTransport};
use council_review::members::envelope::Envelope;
use serde_json::json;
use tempfile::TempDir;

/// What every fake answers.
pub(crate) const ANSWER: &str = r#"{"answer":"STRUCTURAL","findings":[]}"#;

/// What Gemini CLI says without a login, all of it on its stderr.
const NO_LOGIN: &str = "\u{1b}[33mLoaded no credentials.\u{1b}[39m\n{\n  \"session_id\": \"s\",\n  \"error\": {\n    \"type\": \"FatalAuthenticationError\",\n    \"message\": \"Please set an Auth method\\u001b[0m or GEMINI_API_KEY\",\n    \"code\": 41\n  }\n}\n";

/// A fake and the folder that it leaves its requests in.
pub(crate) struct Fake {
    pub(crate) folder: TempDir,
    envelope: Envelope,
}

impl Fake {
    /// The fake of a CLI with a key. `before` is what its script does first.
    pub(crate) fn new(kind: &str, envelope: Envelope, before: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        let keys = "export GEMINI_API_KEY=key-of-gemini CODEX_API_KEY=key-of-codex";
        let script = script(kind, folder.path(), &format!("{keys}\n{before}"));
        let program = folder.path().join("agent");
        support::program(&program, &script);
        Self { folder, envelope }
    }

    pub(crate) fn program(&self) -> String {
        self.folder.path().join("agent").to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn transport(&self) -> CommandTransport {
        transport(self.program(), self.envelope)
    }

    /// What it sent, request by request.
    pub(crate) fn requests(&self) -> Vec<Vec<u8>> {
        let files = fs::read_dir(self.folder.path()).expect("a folder").flatten();
        let is_request = |name: &str| name.starts_with("request");
        let requests = files.filter(|file| is_request(&file.file_name().to_string_lossy()));
        requests.map(|file| fs::read(file.path()).expect("readable")).collect()
    }
}

/// A seat held by a program.
pub(crate) fn transport(program: String, envelope: Envelope) -> CommandTransport {
    let seat = CommandSeat::plain("agent", vec![program]);
    let timers =
        CommandTimeouts { total: std::time::Duration::from_secs(90), ..CommandTimeouts::default() };
    CommandTransport::new(CommandSeat { envelope, timers, ..seat })
        .launched_by(Some(env!("CARGO_BIN_EXE_council-review").into()))
}

/// The script of a fake that leaves what it sends in `here`.
pub(crate) fn script(kind: &str, here: &Path, before: &str) -> String {
    let (here, role) = (here.display(), std::env::current_exe().expect("ours"));
    format!(
        "#!/bin/sh\n{before}\nexport FAKE={kind} FAKE_HERE={here} FAKE_OWN=$$ FAKE_ARGS=\"$*\"\n\
         {} --exact hostile::canaries::fakes::role_fake --nocapture > /dev/null\n\
         cat {here}/err.$$ >&2; cat {here}/out.$$; exit $(cat {here}/code.$$)\n",
        role.display()
    )
}

/// Not a test of its own: the program that a fake's script starts.
#[test]
fn role_fake() {
    let variable = |name: &str| std::env::var(name).ok();
    let Some(kind) = variable("FAKE") else { return };
    let here = PathBuf::from(variable("FAKE_HERE").expect("a folder"));
    let own = variable("FAKE_OWN").expect("a name");
    let args = variable("FAKE_ARGS").expect("arguments");
    let mut prompt = String::new();
    std::io::stdin().read_to_string(&mut prompt).expect("a prompt");
    let (code, request, out, err) = match kind.as_str() {
        "claude" => {
            let is_off = variable("CLAUDE_CODE_DISABLE_ATTACHMENTS").as_deref() == Some("1");
            let read = if is_off { Vec::new() } else { attached(&prompt, None) };
            let result = json!({"type": "result", "subtype": "success", "is_error": false, "result": ANSWER});
            (
                0,
                Some(json!({"prompt": prompt, "read": read, "tools": ["StructuredOutput"]})),
                result.to_string(),
                "",
            )
        }
        "gemini" if !args.contains("--skip-trust") => {
            (55, None, String::new(), "Gemini CLI is not running in a trusted directory.\n")
        }
        // Another key counts beside the switch to the vendor's cloud alone.
        "gemini" if variable("GEMINI_API_KEY").is_none() => (41, None, String::new(), NO_LOGIN),
        "gemini" => {
            let policy = args.split(' ').skip_while(|word| *word != "--policy").nth(1);
            let policy = policy.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
            let is_denied = policy.contains("toolName = \"*\"") && policy.contains("\"deny\"");
            let tools: &[&str] = match is_denied {
                true => &[],
                false => &["google_web_search", "read_file", "glob", "invoke_agent"],
            };
            let work = std::env::current_dir().expect("a folder");
            let request =
                json!({"prompt": prompt, "read": attached(&prompt, Some(&work)), "tools": tools});
            (0, Some(request), json!({"response": ANSWER}).to_string(), "")
        }
        "codex" => {
            // No other key is sent.
            let key = variable("CODEX_API_KEY").map(|key| format!("Bearer {key}"));
            let events = match key {
                Some(_) => [
                    json!({"type": "item.completed", "item": {"type": "agent_message", "text": ANSWER}}),
                    json!({"type": "turn.completed"}),
                ],
                None => ["error", "turn.failed"].map(|kind| {
                    let message = json!({"error": {"message": "Missing bearer authentication"}});
                    let message = message.to_string();
                    json!({"type": kind, "message": message, "error": {"message": message}})
                }),
            };
            let code = i32::from(key.is_none());
            let request = json!({"authorization": key, "prompt": prompt, "read": skills(&prompt)});
            (code, Some(request), events.map(|event| event.to_string()).join("\n"), "")
        }
        // A program of somebody's own that reads whatever follows a sign, wherever it stands.
        _ => {
            let read: Vec<String> = prompt
                .match_indices('@')
                .filter_map(|(at, _)| fs::read_to_string(named(&prompt[at + 1..])?).ok())
                .collect();
            let said = format!("{ANSWER}\n");
            (0, Some(json!({"prompt": prompt, "read": read})), said, "")
        }
    };
    if let Some(request) = &request {
        let request = request.to_string();
        fs::write(here.join(format!("request.{own}")), &request).expect("written");
        let server =
            ["ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"].into_iter().find_map(variable);
        let server = server.or_else(|| {
            let (_, url) = args.split_once("openai_base_url=\"")?;
            Some(url.split_once("/v1\"")?.0.to_owned())
        });
        if let Some(address) = server.as_deref().and_then(|url| url.strip_prefix("http://")) {
            let mut stream = TcpStream::connect(address).expect("a server");
            let head = format!("POST / HTTP/1.1\r\ncontent-length: {}\r\n\r\n", request.len());
            stream.write_all(format!("{head}{request}").as_bytes()).expect("sent");
            let _ = stream.read_to_end(&mut Vec::new());
        }
    }
    for (name, text) in [("out", out), ("err", err.to_owned()), ("code", code.to_string())] {
        fs::write(here.join(format!("{name}.{own}")), text).expect("written");
    }
}

/// The texts of the files that `@path` names behind a blank, as Claude Code reads them; `within` a
/// folder alone, as Gemini CLI does.
fn attached(prompt: &str, within: Option<&Path>) -> Vec<String> {
    let is_free = |at: usize| prompt[..at].chars().next_back().is_none_or(char::is_whitespace);
    let signs = prompt.match_indices('@').filter(|(at, _)| is_free(*at));
    let files = signs.filter_map(|(at, _)| named(&prompt[at + 1..]));
    let inside = |path: &PathBuf| match (within, path.canonicalize()) {
        (Some(folder), Ok(real)) => real.starts_with(folder),
        (within, _) => within.is_none(),
    };
    files.filter(inside).filter_map(|path| fs::read_to_string(path).ok()).collect()
}

/// The path that stands at the beginning of a text, up to a blank or its closing quote.
fn named(text: &str) -> Option<PathBuf> {
    let path = match text.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => text.split(char::is_whitespace).next()?,
    };
    let path = path.split_once("#L").map_or(path, |(path, _)| path);
    let home = std::env::var("HOME").ok()?;
    Some(match path.strip_prefix("~/") {
        Some(below) => Path::new(&home).join(below),
        None => PathBuf::from(path),
    })
}

/// The texts of the skills that `$name` names, as Codex reads them.
fn skills(prompt: &str) -> Vec<String> {
    let home = std::env::var("HOME").expect("a home");
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_:".contains(c);
    let names = prompt
        .match_indices('$')
        .map(|(at, _)| prompt[at + 1..].split(|c| !is_name(c)).next().unwrap_or_default());
    let files = names.map(|name| format!("{home}/.codex/skills/{name}/SKILL.md"));
    files.filter_map(|file| fs::read_to_string(file).ok()).collect()
}
