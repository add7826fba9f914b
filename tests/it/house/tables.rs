//! What is printed from the code: schemas, the book's table of gates, every name that is explained.

use std::fs;
use std::path::PathBuf;

use crate::support::is_blessing;
use council_review::app::schemas;
use council_review::council::rfc::roster::OFFICES;
use council_review::gates;
use council_review::model::exit::ExitCode;
use council_review::model::{GateId, Subcategory};
use council_review::prompt;

use super::root;

/// Every schema and the file that holds it.
fn schema_files() -> Vec<(PathBuf, String)> {
    let folder = root().join("schemas");
    schemas::of_types()
        .into_iter()
        .map(|(name, schema)| {
            let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
            (folder.join(format!("{name}.schema.json")), text)
        })
        .collect()
}

/// `COUNCIL_TEST_BLESS=1 cargo test --test it schemas` writes them anew.
#[test]
fn the_schemas_are_those_of_the_types() {
    for (path, text) in schema_files() {
        if is_blessing() {
            fs::write(&path, &text).expect("written");
        }
        let stands = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stands == text,
            "{} is not fresh: run this test with COUNCIL_TEST_BLESS=1",
            path.display()
        );
    }
}

#[test]
fn the_book_has_every_gate_as_the_code_tells_it() {
    let page = fs::read_to_string(root().join("docs/src/concepts/gates.md")).expect("a page");
    for id in GateId::ALL {
        let row = format!("| `{id}` | {} |", gates::meta(id).asks);
        assert!(page.contains(&row), "the book's table of gates lacks:\n{row}");
    }
}

#[test]
fn every_name_the_tool_prints_can_be_explained() {
    let style = council_review::report::Style::default();
    let explained = |id: &str| council_review::report::explain(id, &OFFICES, style).is_some();
    for id in GateId::ALL {
        assert!(explained(id.as_str()), "{id}");
    }
    for rule in gates::RULES {
        assert!(explained(rule.id), "{}", rule.id);
    }
    for subcategory in Subcategory::ALL {
        assert!(explained(subcategory.as_str()), "{subcategory}");
    }
    for mode in prompt::modes::all() {
        assert!(explained(&format!("mode-{}", mode.id)), "{}", mode.id);
    }
    for code in ExitCode::ALL {
        assert!(explained(&format!("exit-{}", code.number())), "{}", code.number());
    }
    assert!(!explained("nothing at all"));
}
