//! Agent CLIs without a login: what is known before they are asked, and what they say themselves.

use super::fakes::Fake;
use super::request;
use council_review::core::call::CallError;
use council_review::host::command::{CommandSeat, CommandTransport};
use council_review::members::envelope::Envelope;
use council_review::members::transport::Transport as _;
use serde_json::Value;
use tempfile::TempDir;

/// What stands in the way of a CLI that is given these variables.
fn obstacle(name: &str, env: &[&str], keep_home: bool) -> Option<String> {
    let folder = TempDir::new().expect("a folder");
    let program = folder.path().join(name);
    crate::support::program(&program, "#!/bin/sh\n");
    let preset = CommandSeat::preset(name).expect("a preset");
    let argv = vec![program.to_str().expect("UTF-8").to_owned()];
    let env = env.iter().map(|&name| name.to_owned()).collect();
    CommandTransport::new(CommandSeat { argv, env, keep_home, ..preset }).obstacle()
}

#[test]
fn a_cli_without_key_and_home_is_not_asked() {
    let none = |name: &str, key: &str| {
        format!(
            "{name}: it has no login: name {key} in its `env`, or let it keep your home (`home`)"
        )
    };
    for (name, key) in
        [("claude", "ANTHROPIC_API_KEY"), ("codex", "CODEX_API_KEY"), ("gemini", "GEMINI_API_KEY")]
    {
        assert_eq!(obstacle(name, &[], false), Some(none(name, key)));
        assert_eq!(obstacle(name, &[], true), None, "{name}");
    }
    // Keys that do not log in, and what does beside the vendor's key; each is a variable that is set.
    let envelope = |name: &str| Envelope::preset(name).expect("a preset");
    let why = |name: &str, env: &[&str]| {
        envelope(name).no_login(&env.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
    };
    for (name, env, other, key) in [
        ("codex", "OPENAI_API_KEY", "OPENAI_API_KEY", "CODEX_API_KEY"),
        ("gemini", "GOOGLE_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"),
    ] {
        let line = format!("it does not log in with {other}: name {key} in its `env`");
        assert_eq!(why(name, &[env]), Some(line));
        assert_eq!(why(name, &[env, key]), None, "{name}");
    }
    for (name, env) in [
        ("claude", &["CLAUDE_CODE_OAUTH_TOKEN"][..]),
        ("claude", &["CLAUDE_CODE_USE_BEDROCK", "AWS_REGION"]),
        ("gemini", &["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"]),
    ] {
        assert_eq!(why(name, env), None, "{name} {env:?}");
    }
    assert_eq!(Envelope::Plain.no_login(&[]), None);
}

async fn fault(fake: &Fake) -> CallError {
    fake.transport().send(&request("x".to_owned())).await.expect_err("no login").fault
}

#[tokio::test]
async fn an_error_on_stderr_is_told_with_the_meaning_of_its_code() {
    let fake = Fake::new("gemini", Envelope::Gemini, "unset GEMINI_API_KEY");
    let why = "exit 41, login: Please set an Auth method or GEMINI_API_KEY";
    assert_eq!(fault(&fake).await, CallError::Unavailable(why.to_owned()));
    for (code, stderr, expected) in [
        (55, "not JSON\n{ no", None),
        (1, "{\"error\": {\"message\": \"odd\"}}", Some("odd")),
        (
            42,
            "a { b\n{\"x\":1}\n{\"error\": {\"message\": \"bad\"}} more",
            Some("exit 42, input: bad"),
        ),
    ] {
        let told = Envelope::Gemini.failed(Some(code), stderr.as_bytes());
        let expected = expected.map(|why| CallError::Unavailable(why.to_owned()));
        assert_eq!(told, expected, "{stderr}");
        assert_eq!(Envelope::Claude.failed(Some(code), stderr.as_bytes()), None);
    }
    let turns = Envelope::Gemini.failed(Some(53), b"");
    assert_eq!(turns, Some(CallError::Truncated("at its limit of turns".to_owned())));
}

#[tokio::test]
async fn the_fake_codex_sends_no_key_but_its_own() {
    let own = Fake::new("codex", Envelope::Codex, "");
    own.transport().send(&request("x".to_owned())).await.expect("an answer");
    let other = Fake::new("codex", Envelope::Codex, "unset CODEX_API_KEY; export OPENAI_API_KEY=k");
    let why = "Missing bearer authentication";
    assert_eq!(fault(&other).await, CallError::Unavailable(why.to_owned()));
    let sent =
        |fake: &Fake| -> Value { serde_json::from_slice(&fake.requests()[0]).expect("JSON") };
    assert_eq!(sent(&own)["authorization"], "Bearer key-of-codex");
    assert_eq!(sent(&other)["authorization"], Value::Null);
}

/// A wrong key is not tried for minutes, and nobody but the model is called.
#[tokio::test]
async fn claude_code_gives_up_early_and_calls_nobody_else() {
    let folder = TempDir::new().expect("a folder");
    let program = folder.path().join("agent");
    let here = folder.path().join("env");
    let script = format!("#!/bin/sh\ncat > /dev/null; env > {}; exit 1\n", here.display());
    crate::support::program(&program, &script);
    let transport =
        super::fakes::transport(program.to_str().expect("UTF-8").to_owned(), Envelope::Claude);
    transport.send(&request("x".to_owned())).await.expect_err("it fails");
    let env = std::fs::read_to_string(&here).expect("it was run");
    let said = transport.identity().parameters["set"].clone();
    for switch in [
        "CLAUDE_CODE_DISABLE_ATTACHMENTS=1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
        "CLAUDE_CODE_MAX_RETRIES=2",
        "DISABLE_AUTOUPDATER=1",
    ] {
        assert!(env.lines().any(|line| line == switch), "{switch}: {env}");
        assert!(said.split(' ').any(|word| word == switch), "{switch}: {said}");
    }
}
