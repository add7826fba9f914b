//! The language server and clients that do not keep to the protocol: it says so or ends, and never
//! panics.

use serde_json::{Value, json};

use crate::support::Repo;
use crate::support::greeting::greeting;
use crate::support::lsp::Client;

const SECOND: &str = "docs/work/tickets/TCK-00002.yaml";

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_default()
}

#[test]
fn requests_out_of_order_are_refused() {
    let repo = greeting();
    let mut client = Client::started(&repo);
    assert_eq!(code(&client.ask("textDocument/hover", json!({}))), -32_002);
    client.open(SECOND, "a: 1");
    assert_eq!(code(&client.ask("shutdown", Value::Null)), -32_002);
    let params = json!({"processId": null, "rootUri": client.uri(""), "capabilities": {}});
    assert_eq!(code(&client.ask("initialize", params.clone())), 0);
    assert_eq!(code(&client.ask("initialize", params)), -32_600);
    assert_eq!(code(&client.ask("textDocument/hover", json!({"no": 1}))), -32_602);
    assert_eq!(code(&client.ask("workspace/nothing", json!([]))), -32_601);
    // A document that was never opened, one elsewhere, and one that is no file.
    assert_eq!(client.at("textDocument/hover", SECOND, 4_000_000_000, 4_000_000_000), Value::Null);
    for uri in ["file:///etc/passwd", "untitled:1", "file:", "file://%2e%2e/x"] {
        let params = json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}});
        assert_eq!(client.ask("textDocument/definition", params)["result"], Value::Null, "{uri}");
    }
    assert_eq!(code(&client.ask("shutdown", Value::Null)), 0);
    assert_eq!(code(&client.ask("textDocument/hover", json!({}))), -32_600);
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), 0);
}

#[test]
fn what_is_no_message_is_answered_or_ends_the_session() {
    let repo = greeting();
    let mut client = Client::new(&repo);
    for body in ["{", "[]", "1", "{\"id\": 7}", "\u{fffd}"] {
        client.send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        let answer = client.receive().expect("an answer");
        assert!([-32_700, -32_600].contains(&code(&answer)), "{body}: {answer}");
    }
    assert_eq!(client.shut_down(), 0);
    for bytes in [
        "Content-Length: 99999999999999\r\n\r\n{}",
        "Content-Length: x\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "no header at all\n",
    ] {
        let mut client = Client::new(&repo);
        client.send(bytes.as_bytes());
        assert_eq!(client.end(), 65, "{bytes}");
    }
}

#[test]
fn a_client_that_dies_is_no_fault_of_ours() {
    let repo = greeting();
    assert_eq!(Client::started(&repo).gone(), 1);
    assert_eq!(Client::new(&repo).gone(), 1);
    let mut half = Client::new(&repo);
    half.send(b"Content-Length: 100\r\n\r\n{\"jsonrpc\"");
    assert_eq!(half.gone(), 65);
    let mut early = Client::new(&repo);
    early.tell("exit", Value::Null);
    assert_eq!(early.end(), 1);
}

#[test]
fn a_document_of_ten_megabytes_is_a_finding() {
    let repo = greeting();
    let mut client = Client::new(&repo);
    let line = "  - \"a long list of words that go on and on\"\n";
    let text =
        format!("ticket:\n  id: TCK-00002\nnotes:\n{}", line.repeat((10 << 20) / line.len()));
    client.open(SECOND, &text);
    let rules: Vec<String> = client.findings(SECOND).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["R4"]);
    client.change(SECOND, &repo.read(SECOND));
    assert_eq!(client.findings(SECOND), []);
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn a_folder_without_a_repository_is_told_and_served() {
    let dir = tempfile::tempdir().expect("a temp folder");
    let repo = Repo::new();
    let mut client = Client::started(&repo);
    let root = format!("file://{}", dir.path().display());
    let params = json!({"processId": null, "rootUri": root, "capabilities": {}});
    assert_eq!(code(&client.ask("initialize", params)), 0);
    client.open(SECOND, "a: 1");
    assert_eq!(client.at("textDocument/hover", SECOND, 0, 0), Value::Null);
    assert_eq!(client.shut_down(), 0);
}
