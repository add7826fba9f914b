//! A LOOK whose room is used up before its last request: what was not reached is told as cut, and the
//! review that rests on the rest verifies.
#![cfg(target_os = "linux")]

use std::sync::Arc;

use crate::support::simulator::Simulator;
use crate::support::simulator::deed::Deed;
use crate::support::simulator::mind::HONEST;
use crate::support::table::{THREE, Table, providers};
use crate::support::{Repo, STAMP};
use serde_json::json;

#[test]
fn a_search_that_no_room_was_left_for_keeps_the_bundle_valid() {
    let repo = Repo::example();
    repo.write(
        "src/long.txt",
        format!("{}\n", "a line that fills the room of one LOOK ".repeat(6)).repeat(400),
    );
    repo.write("src/more.txt", "here is the word that nobody came to\n");
    let server = Simulator::start(Arc::new(|turn| {
        let asked = turn.asked;
        let has_looked = asked.text.contains("## What you asked to see");
        if asked.question != "STRUCTURAL" || has_looked {
            return Deed::reply(turn, &HONEST.answers(asked));
        }
        let requests = json!([
            {"kind": "file", "path": "src/long.txt", "from": 1, "lines": 400},
            {"kind": "search", "text": "the word that nobody", "glob": "**"},
        ]);
        Deed::reply(turn, &json!({"answer": "LOOK", "requests": requests}))
    }));
    let table = Table::new(repo).with_keys();
    let yaml = format!(
        "council: {{token_budget: 1000000}}\n{THREE}{}",
        providers([&server, &server, &server])
    );
    let run = table.review(&yaml, &[]);
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(server.faults(), [""; 0]);
    let path = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    let config = table.config(&yaml);
    let verified = table.run(&["verify", &path, "--config", &config]);
    assert_eq!(verified.code, 0, "{verified:?}");
    let bundle = table.run(&["show", "RFC-0001", "--format", "json"]).json();
    let calls = bundle["calls"].as_array().expect("calls");
    let looks = calls.iter().filter_map(|call| call["looks"].as_array()).flatten();
    let cut = looks.filter(|look| look["kind"] == "search" && look["status"] == "CUT");
    let cut: Vec<_> = cut.collect();
    assert_eq!(cut.len(), 3, "{calls:?}");
    assert!(cut.iter().all(|look| look["file"].is_null()), "{cut:?}");
}
