//! The language server, as an editor sees it: findings, hover, jumps, actions, ids.

use serde_json::{Value, json};

use crate::support::Repo;
use crate::support::greeting::greeting;
use crate::support::lsp::Client;

const FIRST: &str = "docs/work/tickets/TCK-00001.yaml";
const SECOND: &str = "docs/work/tickets/TCK-00002.yaml";
const PROBLEM: &str = "docs/rfcs/RFC-0001/01_problem_and_imports.yaml";
const PLAN: &str = "docs/rfcs/RFC-0001/06_ticket_decomposition.yaml";

fn range(line: u32, from: u32, to: u32) -> Value {
    json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}})
}

/// The second ticket with one thing written otherwise.
fn with(repo: &Repo, old: &str, new: &str) -> String {
    let text = repo.read(SECOND);
    assert_eq!(text.matches(old).count(), 1, "{old}");
    text.replace(old, new)
}

#[test]
fn unsaved_text_counts_and_findings_come_and_go() {
    let repo = greeting();
    let mut client = Client::new(&repo);
    client.open(SECOND, &with(&repo, "status: READY", "status: ready"));
    let row = ("R14".to_owned(), range(1, 49, 54));
    assert_eq!(client.findings(SECOND), [row]);
    client.change(SECOND, &repo.read(SECOND));
    assert_eq!(client.findings(SECOND), []);
    // A character of two units of UTF-16 stands before the place.
    let text = with(&repo, "title: Refuse, status: READY", "title: \"𝄞 é\", status: ready");
    client.change(SECOND, &text);
    assert_eq!(client.findings(SECOND), [("R14".to_owned(), range(1, 49, 54))]);
    // What one file says can be wrong in another one.
    client.change(SECOND, &with(&repo, "tickets: [TCK-00001]", "tickets: []"));
    let told: Vec<String> = client.findings(PLAN).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(told, ["R28"]);
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": client.uri(SECOND)}}));
    assert_eq!(client.findings(PLAN), []);
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn a_file_that_changes_on_the_disk_is_read_when_the_editor_says_so() {
    let repo = greeting();
    let mut client = Client::new(&repo);
    client.open(FIRST, &repo.read(FIRST));
    repo.edit(SECOND, "status: READY", "status: ready");
    let changed = json!({"changes": [{"uri": client.uri(SECOND), "type": 2}]});
    client.tell("workspace/didChangeWatchedFiles", changed);
    assert_eq!(client.findings(SECOND).len(), 1);
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn a_configuration_that_is_wrong_is_told_while_it_is_written() {
    let repo = greeting();
    let mut client = Client::new(&repo);
    client.open("council.yaml", "council:\n  cylces: 3\n");
    let told = client.findings("council.yaml");
    assert_eq!(told, [(String::new(), range(1, 2, 8))]);
    client.change("council.yaml", "council: {}\n");
    assert_eq!(client.findings("council.yaml"), []);
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn hover_says_what_a_finding_means_and_what_an_id_is_called() {
    let repo = greeting();
    let mut client = Client::new(&repo);
    client.open(SECOND, &with(&repo, "status: READY", "status: ready"));
    let hover = client.at("textDocument/hover", SECOND, 1, 52);
    let text = hover["contents"]["value"].as_str().expect("Markdown");
    for part in
        ["**R14 MINOR**", "Whether a ticket still counts", "`council-review fix` writes the status"]
    {
        assert!(text.contains(part), "{text}");
    }
    let hover = client.at("textDocument/hover", SECOND, 5, 31);
    let text = hover["contents"]["value"].as_str().expect("Markdown");
    assert!(text.starts_with("**TCK-00001** (ticket): Greet"), "{text}");
    assert_eq!(client.at("textDocument/hover", SECOND, 0, 0), Value::Null);
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn a_jump_leads_to_a_ticket_a_requirement_an_rfc_and_a_file() {
    let repo = greeting();
    let mut client = Client::new(&repo);
    client.open(SECOND, &repo.read(SECOND));
    let jump = |client: &mut Client, line, column| {
        let at = client.at("textDocument/definition", SECOND, line, column);
        let uri = at["uri"].as_str().unwrap_or_default().to_owned();
        let root = client.uri("");
        (
            uri.strip_prefix(&root).unwrap_or_default().to_owned(),
            at["range"]["start"]["line"].clone(),
        )
    };
    assert_eq!(jump(&mut client, 5, 31), (FIRST.to_owned(), json!(1)));
    assert_eq!(jump(&mut client, 4, 22), (PROBLEM.to_owned(), json!(3)));
    let (file, _) = jump(&mut client, 3, 14);
    assert_eq!(file, "docs/rfcs/RFC-0001/00_meta.yaml");
    assert_eq!(jump(&mut client, 0, 3), (String::new(), Value::Null));
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn an_action_makes_the_edit_that_fix_writes() {
    let repo = greeting();
    let text = with(&repo, "dependencies", "dependancies");
    let mut client = Client::new(&repo);
    client.open(SECOND, &text);
    let params = json!({
        "textDocument": {"uri": client.uri(SECOND)},
        "range": range(5, 4, 4),
        "context": {"diagnostics": []},
    });
    let actions = client.ask("textDocument/codeAction", params)["result"].clone();
    assert_eq!(actions.as_array().map(Vec::len), Some(1), "{actions}");
    let action = &actions[0];
    assert_eq!(action["title"], "R52: rename the key to `dependencies`");
    assert_eq!(action["diagnostics"][0]["code"], "R52");
    let edits = &action["edit"]["changes"][&client.uri(SECOND)];
    let expected = json!([{"range": range(5, 2, 14), "newText": "dependencies"}]);
    assert_eq!(*edits, expected);
    repo.write(SECOND, &text);
    repo.run(&["fix", "RFC-0001"]);
    assert_eq!(repo.read(SECOND), text.replace("dependancies", "dependencies"));
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn ids_are_offered_in_the_place_of_the_word() {
    let repo = greeting();
    let mut client = Client::new(&repo);
    client.open(SECOND, &with(&repo, "[TCK-00001]", "[TCK-0]"));
    let items = client.at("textDocument/completion", SECOND, 5, 32);
    let items = items.as_array().expect("a list");
    let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
    assert_eq!(labels, ["TCK-00001", "REQ-0001", "REQ-0002"]);
    assert_eq!(items[0]["detail"], "Greet");
    assert_eq!(items[0]["textEdit"]["range"], range(5, 27, 32));
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn columns_are_counted_in_bytes_for_a_client_that_asks_for_it() {
    let repo = greeting();
    let mut client = Client::started(&repo);
    let capabilities = json!({"general": {"positionEncodings": ["utf-8", "utf-16"]}});
    let params =
        json!({"processId": null, "rootUri": client.uri(""), "capabilities": capabilities});
    let answer = client.ask("initialize", params);
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-8");
    client.open(
        SECOND,
        &with(&repo, "title: Refuse, status: READY", "title: \"𝄞 é\", status: ready"),
    );
    assert_eq!(client.findings(SECOND), [("R14".to_owned(), range(1, 52, 57))]);
    assert_eq!(client.shut_down(), 0);
}
