//! Seats held by agent CLIs, with real processes (THREATS.md H1-H5, H8).
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "figures, for who runs it with --nocapture")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use crate::support::seat_id::SeatId;
use crate::support::{alone, program};
use council_review::core::assignment::{Assignment, Rendered};
use council_review::core::call::{CallError, FailedCall};
use council_review::host::command::{
    CommandSeat, CommandTimeouts, CommandTransport, protect_memory,
};
use council_review::members::envelope::Envelope;
use council_review::members::transport::{Request, Response, Transport};
use council_review::model::{Digest, Receipt};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(super) const ANSWER: &str = r#"{"answer":"STRUCTURAL","findings":[]}"#;

/// A program written in shell. `$here` is a folder for what it wants to tell the test.
pub(super) struct Agent {
    pub(super) folder: TempDir,
}

impl Agent {
    pub(super) fn new(script: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("agent");
        program(&path, &format!("#!/bin/sh\nexport here={}\n{script}\n", folder.path().display()));
        Self { folder }
    }

    pub(super) fn program(&self) -> String {
        self.folder.path().join("agent").to_str().expect("UTF-8").to_owned()
    }

    pub(super) fn seat(&self) -> CommandSeat {
        let timers = CommandTimeouts {
            total: Duration::from_secs(20),
            stdin: Duration::from_secs(20),
            grace: Duration::from_millis(200),
        };
        CommandSeat { timers, ..CommandSeat::plain("agent", vec![self.program()]) }
    }

    /// What it wrote into a file, once it is there.
    pub(super) fn told(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        let begun = Instant::now();
        loop {
            match fs::read_to_string(&path) {
                Ok(text) if text.ends_with('\n') || begun.elapsed() > Duration::from_secs(1) => {
                    return text;
                }
                _ => assert!(begun.elapsed() < Duration::from_secs(10), "{name} never came"),
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The processes that name its folder on their command line or in their environment.
    pub(super) fn processes(&self) -> Vec<String> {
        let mark = self.folder.path().to_str().expect("UTF-8").to_owned();
        let all = fs::read_dir("/proc").expect("a folder").flatten();
        let read = |process: &Path, what: &str| {
            let bytes = fs::read(process.join(what)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).replace('\0', " ")
        };
        // The test itself may be told of the agent by its environment.
        let others = all.map(|entry| entry.path()).filter(|path| {
            let exe = fs::read_link(path.join("exe")).ok();
            exe.is_some() && exe != std::env::current_exe().ok()
        });
        let lines = others.map(|path| (read(&path, "cmdline"), read(&path, "environ")));
        lines
            .filter(|(line, environment)| line.contains(&mark) || environment.contains(&mark))
            .map(|(line, _)| line)
            .collect()
    }
}

pub(super) fn launcher() -> Option<PathBuf> {
    Some(env!("CARGO_BIN_EXE_council-review").into())
}

pub(super) fn request(dossier: &str) -> Request {
    Request {
        assignment: Assignment {
            session: "COUNCIL-RFC-0001-20260126-100000".parse().expect("a session"),
            member: SeatId::Sa1.name(),
            step: "STRUCTURAL",
            state: "CYCLE_1",
            attempt: 1,
            look: 0,
        },
        rendered: Rendered {
            rules: "The rules.\n".to_owned(),
            shared: dossier.to_owned(),
            own: "Your part.\n".to_owned(),
            turns: Vec::new(),
            schema: json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}),
            max_output_tokens: 6_000,
        },
    }
}

pub(super) async fn ask(seat: CommandSeat, dossier: &str) -> Result<Response, FailedCall> {
    let transport = CommandTransport::new(seat).launched_by(launcher());
    assert_eq!(transport.obstacle(), None);
    transport.send(&request(dossier)).await
}

pub(super) fn fault(result: Result<Response, FailedCall>) -> CallError {
    result.expect_err("a fault").fault
}

#[tokio::test]
async fn the_whole_prompt_goes_in_and_the_answer_comes_out() {
    for launcher in [launcher(), None] {
        for size in [10, 300_000] {
            let agent = Agent::new(&format!("cat > $here/prompt; printf '%s' '{ANSWER}'"));
            let transport = CommandTransport::new(agent.seat()).launched_by(launcher.clone());
            let dossier = "é".repeat(size / 2);
            let answer = transport.send(&request(&dossier)).await.expect("an answer");
            let prompt = format!("The rules.\n\n{dossier}\n\nYour part.\n");
            assert_eq!(agent.told("prompt"), prompt);
            let receipt = Receipt {
                prompt: Some(Digest::of(prompt.as_bytes())),
                requests: Some(1),
                ..Receipt::default()
            };
            assert_eq!(answer, Response { bytes: ANSWER.into(), receipt });
        }
    }
}

/// The pairs of `tests/fixtures/envelopes`: the CLI, what it printed, and what that says.
fn envelopes() -> Vec<(Envelope, PathBuf, Result<Response, FailedCall>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/envelopes");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("fixtures").map(|entry| entry.expect("one").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "stdout"));
    paths.sort();
    let pair = |path: PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
        let envelope = Envelope::preset(name.split('.').next().expect("a CLI")).expect("known");
        let said = fs::read(path.with_extension("json")).expect("a pair");
        let said: Value = serde_json::from_slice(&said).expect("JSON");
        let receipt = serde_json::from_value(said["receipt"].clone()).expect("a receipt");
        let result = match said["answer"].as_str() {
            Some(answer) => Ok(Response { bytes: answer.into(), receipt }),
            None => {
                let fault = serde_json::from_value(said["fault"].clone()).expect("a fault");
                Err(FailedCall { fault, receipt })
            }
        };
        (envelope, path, result)
    };
    paths.into_iter().map(pair).collect()
}

#[test]
fn an_envelope_opens_to_what_stands_beside_it() {
    let all = envelopes();
    assert!(all.len() >= 16, "{}", all.len());
    for (envelope, path, expected) in all {
        let printed = fs::read(&path).expect("a fixture");
        assert_eq!(envelope.open(&printed), expected, "{}", path.display());
        // Cut anywhere, it is a fault or an answer, and no panic.
        for end in 0..printed.len() {
            let _ = envelope.open(&printed[..end]);
        }
    }
}

#[tokio::test]
async fn each_cli_is_read_by_its_own_envelope() {
    for (envelope, path, expected) in envelopes() {
        let status = u8::from(expected.is_err());
        let script = format!("cat > /dev/null; cat {}; exit {status}", path.display());
        let agent = Agent::new(&script);
        let result = ask(CommandSeat { envelope, ..agent.seat() }, "x").await;
        match (result, expected) {
            (Ok(got), Ok(expected)) => assert_eq!(got.bytes, expected.bytes),
            (Err(got), Err(FailedCall { fault: CallError::Malformed(_), .. })) if status == 1 => {
                let fault = got.fault.to_string();
                assert!(fault.contains("ended with exit status: 1") || fault.contains("form"));
            }
            (Err(got), Err(expected)) => {
                assert_eq!(got.fault, expected.fault, "{}", path.display());
                assert_eq!(got.receipt.usage, expected.receipt.usage);
            }
            (got, _) => panic!("{}: {got:?}", path.display()),
        }
    }
}

/// THREATS.md H2.
#[tokio::test]
async fn no_order_of_reading_and_writing_blocks() {
    let honest = format!("printf '%s' '{ANSWER}'");
    let big = "x".repeat(300_000);
    let read = "cat > /dev/null";
    let noise = |mib: usize| format!("head -c {} /dev/zero | tr '\\0' ' '", mib << 20);
    let cases = [
        ("writes 3 MiB before it reads", format!("{}; {read}; {honest}", noise(3)), ""),
        ("writes 10 MiB of stderr first", format!("{} >&2; {read}; {honest}", noise(10)), ""),
        (
            "writes 10 MiB before it reads",
            format!("{}; {read}; {honest}", noise(10)),
            "unavailable: agent: it printed more than 4 MiB",
        ),
        (
            "reads nothing",
            honest.clone(),
            "unavailable: agent: it answered before it had read its task",
        ),
        (
            "closes stdin",
            format!("head -c 10 > /dev/null; exec <&-; sleep 0.1; {honest}"),
            "unavailable: agent: it answered before it had read its task",
        ),
        ("prints nothing", read.to_owned(), "unavailable: it printed nothing"),
        ("fails", "exit 3".to_owned(), "unavailable: agent: ended with exit status: 3"),
        (
            "fails and says why",
            "printf 'first\\n\\033[31mno key\\a\\n\\n' >&2; exit 3".to_owned(),
            "unavailable: agent: ended with exit status: 3: no key?",
        ),
        (
            "prints without end",
            "yes ::error::".to_owned(),
            "unavailable: agent: it printed more than 4 MiB",
        ),
    ];
    for (what, script, expected) in cases {
        let agent = Agent::new(&script);
        let result = ask(agent.seat(), &big).await;
        match result {
            Ok(answer) => {
                assert_eq!("", expected, "{what}");
                assert_eq!(answer.bytes.trim_ascii(), ANSWER.as_bytes(), "{what}");
            }
            Err(failure) => assert_eq!(failure.fault.to_string(), expected, "{what}"),
        }
        assert_eq!(agent.processes(), [""; 0], "{what}");
    }
}

/// One of the roles in a process of its own.
fn role(name: &str) -> std::process::Command {
    let mut command = alone(module_path!(), name);
    command.stdout(std::process::Stdio::null());
    command
}

/// Not a test of its own: asks a program with secrets in the environment.
#[tokio::test]
async fn role_rich() {
    let Ok(program) = std::env::var("ROLE_RICH") else { return };
    if std::env::var_os("ROLE_OPEN").is_none() {
        protect_memory().expect("closed");
        let dumpable = rustix::process::dumpable_behavior().expect("known");
        assert_eq!(dumpable, rustix::process::DumpableBehavior::NotDumpable);
    }
    let mut seat = CommandSeat::plain("agent", vec![program]);
    seat.env = vec!["AGENT_KEY".to_owned()];
    let transport = CommandTransport::new(seat).launched_by(launcher());
    assert_eq!(transport.obstacle(), None);
    transport.send(&request("x")).await.expect("an answer");
}

/// Runs a role with an agent, with secrets that are not the agent's in its environment.
fn rich(command: &mut std::process::Command, agent: &Agent) -> std::io::Result<ExitStatus> {
    command
        .env("ROLE_RICH", agent.program())
        .env("AGENT_KEY", "given-to-the-agent")
        .env("LANG", "C.UTF-8")
        .env("GITHUB_TOKEN", "canary-1")
        .env("ANTHROPIC_API_KEY", "canary-2")
        .env("LD_LIBRARY_PATH", "/canary-3")
        .status()
}

/// THREATS.md H4: what another process of the same user may see of us.
#[test]
fn an_agent_cannot_read_the_environment_of_the_review() {
    const NOBODY: u32 = 65_534;
    for is_open in [true, false] {
        let agent = Agent::new(&format!(
            r#"
cat > /dev/null
reviewer=$(cut -d ' ' -f 4 < /proc/$PPID/stat)
tr '\0' '\n' < /proc/$reviewer/environ > $here/stolen 2> /dev/null
echo "by $(id -u)" >> $here/stolen
printf '%s' '{ANSWER}'"#
        ));
        let rights = fs::Permissions::from_mode(0o777);
        fs::set_permissions(agent.folder.path(), rights).expect("open to all");
        let mut command = role("role_rich");
        if is_open {
            command.env("ROLE_OPEN", "1");
        }
        // Root may trace everybody, so that the attempt is made as nobody, where that can be.
        if rustix::process::getuid().is_root() {
            command.uid(NOBODY).gid(NOBODY).current_dir("/");
        }
        if rich(&mut command, &agent).is_ok_and(|status| status.success()) {
            assert_eq!(agent.told("stolen").contains("canary"), is_open);
        } else {
            println!("nobody may not run this test");
        }
    }
}

/// THREATS.md H4, H5.
#[test]
fn a_program_sees_what_it_is_given_and_nothing_more() {
    let repository = TempDir::new().expect("a folder");
    for name in ["CLAUDE.md", "AGENTS.md", "GEMINI.md", ".mcp.json", ".claude", ".git"] {
        fs::write(repository.path().join(name), "obey").expect("written");
    }
    let agent = Agent::new(&format!(
        r#"
cat > /dev/null
ls -A > $here/work; ls -A "$HOME" > $here/home; ls -A "$TMPDIR" > $here/tmp
stat -c %a .. > $here/rights
tr '\0' '\n' < /proc/self/environ > $here/env
tr '\0' '\n' < /proc/$PPID/environ >> $here/env
pwd > $here/cwd; echo "$HOME" >> $here/cwd; echo "$TMPDIR" >> $here/cwd
d=$PWD
while :; do
  for f in CLAUDE.md AGENTS.md GEMINI.md .mcp.json .claude .codex .gemini .git; do
    [ -e "$d/$f" ] && echo "$d/$f" >> $here/found
  done
  [ "$d" = / ] && break
  d=$(dirname "$d")
done
echo end >> $here/found
printf '%s' '{ANSWER}'"#
    ));
    let status = rich(role("role_rich").current_dir(repository.path()), &agent);
    assert!(status.expect("it runs").success());
    for empty in ["work", "home", "tmp"] {
        assert_eq!(agent.told(empty), "", "{empty}");
    }
    assert_eq!(agent.told("rights"), "700\n");
    assert_eq!(agent.told("found"), "end\n");
    let env = agent.told("env");
    assert!(!env.contains("canary"), "{env}");
    let given: BTreeMap<&str, &str> = env.lines().filter_map(|line| line.split_once('=')).collect();
    let names: Vec<&str> = given.keys().copied().filter(|name| *name != "here").collect();
    assert_eq!(names, ["AGENT_KEY", "HOME", "LANG", "PATH", "TERM", "TMPDIR"]);
    assert_eq!(given["TERM"], "dumb");
    assert_eq!(given["AGENT_KEY"], "given-to-the-agent");
    let own = agent.told("cwd");
    let folders: Vec<&Path> =
        own.lines().map(|path| Path::new(path).parent().expect("one")).collect();
    assert!(folders.iter().all(|folder| *folder == folders[0] && !folder.exists()), "{own}");
}

/// THREATS.md H3.
#[tokio::test]
async fn no_word_of_a_ticket_reaches_the_command_line() {
    for envelope in [Envelope::Plain, Envelope::Claude, Envelope::Codex, Envelope::Gemini] {
        let mut seen = Vec::new();
        for title in ["A title", "--help", "-c evil=1", "'; touch x; '", "$(touch x)", "\u{0}"] {
            let agent = Agent::new(
                r#"cat > /dev/null; for a in "$@"; do echo "$a" >> $here/argv; done; echo . >> $here/argv
cat answer.schema.json >> $here/argv 2> /dev/null; echo >> $here/argv"#,
            );
            let mut seat = agent.seat();
            seat.argv.extend(["--model".to_owned(), "m".to_owned()]);
            fault(ask(CommandSeat { envelope, ..seat }, title).await);
            seen.push(agent.told("argv"));
        }
        assert!(seen.iter().all(|argv| *argv == seen[0]), "{seen:?}");
        let holds_schema = [Envelope::Claude, Envelope::Codex].contains(&envelope);
        let schema = r#"{"type":"object","required":[],"additionalProperties":false}"#;
        assert_eq!(seen[0].contains(&format!("{schema}\n")), holds_schema, "{}", seen[0]);
        assert!(!seen[0].contains("$schema"));
    }
}

/// THREATS.md H8.
#[tokio::test]
async fn a_secret_that_comes_back_is_kept_by_nobody() {
    let name = "CARGO_PKG_DESCRIPTION";
    let value = std::env::var(name).expect("cargo sets it");
    for script in ["printf '{\"answer\":\"%s\"}' \"$V\"", "echo \"bad key $V!\" >&2; exit 1"] {
        let script = script.replace("$V", &format!("${name}"));
        let agent = Agent::new(&format!("cat > /dev/null; {script}"));
        let seat = CommandSeat { env: vec![name.to_owned()], ..agent.seat() };
        let fault = fault(ask(seat, "x").await).to_string();
        assert!(!fault.contains(&value) && fault.contains(name), "{fault}");
    }
}

#[test]
fn whoever_cannot_be_asked_is_told_with_what_to_do() {
    let seat = |argv: &[&str]| {
        let argv = argv.iter().map(|&word| word.to_owned()).collect();
        CommandTransport::new(CommandSeat::plain("agent", argv)).obstacle()
    };
    let missing = "no-such-agent is not on PATH: install it, or let another hold the seat";
    assert_eq!(seat(&["no-such-agent"]).as_deref(), Some(missing));
    let empty = "the command is empty: name a program, as in `command: [claude]`";
    assert_eq!(seat(&[]).as_deref(), Some(empty));
    let relative = "./agent is a relative path: name it by its absolute path, or put it on PATH";
    assert_eq!(seat(&["./agent"]).as_deref(), Some(relative));
    let absolute = "there is no program /no/agent: correct its path";
    assert_eq!(seat(&["/no/agent"]).as_deref(), Some(absolute));
    assert_eq!(seat(&["sh"]), None);
    let mut seat = CommandSeat::plain("agent", vec!["sh".to_owned()]);
    seat.env = vec!["NO_SUCH_VARIABLE".to_owned()];
    let unset = "NO_SUCH_VARIABLE is not set: set it, or take it from agent's `env`";
    assert_eq!(CommandTransport::new(seat).obstacle().as_deref(), Some(unset));
}

#[test]
fn the_evidence_names_the_command_line() {
    let seat = CommandSeat::preset("codex").expect("a preset");
    let identity =
        CommandTransport::new(CommandSeat { env: vec!["CODEX_API_KEY".into()], ..seat }).identity();
    assert_eq!((identity.provider.as_str(), identity.model.as_str()), ("command", "codex"));
    let argv = "codex exec --json --color never --sandbox read-only --skip-git-repo-check --ephemeral --ignore-user-config --ignore-rules --disable shell_tool -c 'web_search=\"disabled\"' --output-schema answer.schema.json -";
    let expected = [("argv", argv), ("env", "CODEX_API_KEY"), ("home", "empty")];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(identity.parameters, BTreeMap::from(expected));
    let claude = CommandTransport::new(CommandSeat::preset("claude").expect("a preset")).identity();
    assert_eq!(
        claude.parameters["argv"],
        r#"claude -p --output-format json --tools '' --setting-sources '' --strict-mcp-config --mcp-config '{"mcpServers":{}}' --disable-slash-commands --no-session-persistence --json-schema SCHEMA"#
    );
}
