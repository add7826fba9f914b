//! What a look of a mailbox's seat brings for its findings, and what it is charged.

use serde_json::json;
use tempfile::TempDir;

use super::mailbox::{SESSION, content, start};
use crate::support::{Repo, STAMP};

/// What is not there grounds a finding for who was told so, with no line to quote; and the charge is
/// what was sent and came back.
#[test]
fn what_a_look_did_not_find_may_be_cited() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    let ticket = "documents/work/tickets/TCK-00001.yaml";
    let finding = |title: &str, path: &str| {
        json!({
            "gate_id": "GATE-TCK-ANTI-COUSIN", "subcategory": "COUSIN_VIOLATION",
            "severity": "MINOR", "source_mode": 14, "file": ticket, "yaml_path": "", "quote": "",
            "description": title, "remediation": "name the file",
            "cites": [{"path": path, "lines": "none", "quote": ""}],
        })
    };
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001"], &["SA-3"]);
    while let Some(task) = sitting.next() {
        match task.as_str() {
            "SA-3.CYCLE_1" => {
                let file = json!({"kind": "file", "path": "src/gone.rs", "from": 1, "lines": 9});
                let look = json!({"answer": "LOOK", "requests": [file]});
                sitting.answer(&task, look.to_string());
            }
            "SA-3.CYCLE_1.look1" => {
                let findings = [finding("absent", "src/gone.rs"), finding("unseen", "src/x.rs")];
                let answer = json!({"answer": "STRUCTURAL", "requests": [], "findings": findings});
                sitting.answer(&task, answer.to_string());
            }
            "SA-3.CYCLE_2" => sitting.answer(&task, content(&task)),
            other => {
                let answer = if other.contains("LAST") { "REMEDIATION" } else { "CONVERGE" };
                let form = json!({
                    "answer": answer, "ballots": [], "pairs": [], "remediations": [],
                    "endorsements": [],
                });
                sitting.answer(&task, form.to_string());
            }
        }
    }
    assert_ne!(sitting.end().code, 3);
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let findings = bundle["findings"].as_array().expect("findings");
    let is_grounded = |title: &str| {
        let found = findings.iter().find(|one| one["description"] == title).expect("it");
        found["raised_by"][0]["grounded"].clone()
    };
    assert_eq!((is_grounded("absent"), is_grounded("unseen")), (json!(true), json!(false)));
    let calls = bundle["calls"].as_array().expect("calls");
    let own = calls.iter().find(|call| call["agent_id"] == "SA-3").expect("its first call");
    let usage = &own["receipt"]["usage"];
    let tokens =
        ["input_tokens", "output_tokens"].map(|key| usage[key].as_u64().expect("a figure"));
    assert_eq!(own["charged"].as_u64(), Some(tokens.iter().sum()));
    let path = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    assert_eq!(repo.run(&["verify", &path]).code, 0);
    assert_eq!(repo.run(&["replay", SESSION, "-q"]).code, 0);
    repo.write("src/gone.rs", "fn here() {}\n");
    let shown = repo.run(&["show", "RFC-0001"]);
    assert!(format!("{shown:?}").contains("CHANGED_SINCE"), "{shown:?}");
}
