//! The seeds of the fuzz targets, through the very functions that the targets run (`fuzz/src`).
//!
//! `COUNCIL_TEST_BLESS=1 cargo test --test it fuzz_seeds` writes those that are made from a review anew.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::is_blessing;
use council_review::app::init::{CONFIG, EXAMPLE};
use council_review::evidence::{read, replay, verify};
use council_review::model::policy::ReviewDepth;
use council_review::source::memory::MemorySnapshot;
use serde_json::{Value, json};

#[path = "../../../fuzz/src/lib.rs"]
mod readers;

fn seeds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds")
}

/// The seeds of a target, as (name, bytes), by name.
fn of(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = seeds().join(target);
    let mut found: Vec<(String, Vec<u8>)> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a seed"))
        })
        .collect();
    found.sort();
    found
}

/// The example with one ticket and nothing for the gates to find.
fn smallest() -> MemorySnapshot {
    let plan = "rfc_ticket_decomposition:\n  tickets:\n  - ticket_id: TCK-00001\n";
    let rfc = "rfc_problem_and_imports:\n  rfc_local_requirements:\n    requirements:\n    - id: REQ-0001\n      title: \"Greet by name\"\n";
    let files = EXAMPLE.map(|(path, text)| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let text = match name {
            "01_problem_and_imports.yaml" => rfc,
            "06_ticket_decomposition.yaml" => plan,
            _ => text,
        };
        (path, text)
    });
    let kept = files.into_iter().filter(|(path, _)| !path.ends_with("TCK-00002.yaml"));
    kept.fold(MemorySnapshot::new().commit("c0ffee00".repeat(5)), |tree, (path, text)| {
        tree.file(path, text)
    })
}

/// How each provider and command line wraps an answer.
fn wrapped(answer: &str) -> [(&'static str, Vec<u8>); 7] {
    let text = |value: Value| value.to_string().into_bytes();
    let said = json!({ "type": "agent_message", "text": answer });
    let events = [
        json!({ "type": "item.completed", "item": said }),
        json!({ "type": "turn.completed", "usage": { "input_tokens": 9, "cached_input_tokens": 4, "output_tokens": 3 } }),
    ];
    [
        ("reply_plain", answer.as_bytes().to_vec()),
        (
            "reply_anthropic",
            text(json!({
                "model": "m", "content": [{ "type": "text", "text": answer }], "stop_reason": "end_turn",
                "usage": { "input_tokens": 9, "output_tokens": 3 },
            })),
        ),
        (
            "reply_openai",
            text(json!({
                "model": "m", "choices": [{ "finish_reason": "stop", "message": { "role": "assistant", "content": answer } }],
                "usage": { "prompt_tokens": 9, "completion_tokens": 3 },
            })),
        ),
        (
            "reply_gemini",
            text(json!({
                "modelVersion": "m",
                "candidates": [{ "finishReason": "STOP", "content": { "parts": [{ "text": answer }] } }],
                "usageMetadata": { "promptTokenCount": 9, "candidatesTokenCount": 3 },
            })),
        ),
        (
            "reply_claude_cli",
            text(json!({
                "type": "result", "subtype": "success", "is_error": false, "result": answer,
                "usage": { "input_tokens": 9, "output_tokens": 3 },
                "modelUsage": { "m": { "outputTokens": 3 } },
            })),
        ),
        ("reply_codex_cli", events.map(|event| event.to_string()).join("\n").into_bytes()),
        (
            "reply_gemini_cli",
            text(json!({
                "response": answer,
                "stats": { "models": { "m": { "tokens": { "prompt": 9, "candidates": 3 } } } },
            })),
        ),
    ]
}

/// What is made from the example, as (target, name, bytes).
fn made() -> Vec<(&'static str, String, Vec<u8>)> {
    let mut all = Vec::new();
    for (path, text) in EXAMPLE {
        let target = if path.contains("TCK-") { "ticket" } else { "rfc" };
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        all.push((target, name, text.as_bytes().to_vec()));
    }
    all.push(("config", "commented.yaml".to_owned(), CONFIG.as_bytes().to_vec()));
    for (path, text) in readers::files() {
        let target = match *path {
            path if path.ends_with("component_atlas.yaml") => "atlas",
            path if path.ends_with("02_design_decisions.yaml") => "rfc",
            _ => continue,
        };
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        all.push((target, name, text.as_bytes().to_vec()));
    }
    for (name, depth) in [("gates", ReviewDepth::Standard), ("council", ReviewDepth::Council)] {
        let (done, files) = readers::sit(&smallest(), depth).expect("a review");
        for (path, bytes) in files {
            let target = if path == done.bundle_path { "bundle" } else { "session" };
            all.push((target, format!("{name}.yaml"), bytes));
        }
    }
    for stage in readers::stages() {
        let name = stage.task.question.name().to_lowercase();
        let answer = serde_json::to_string(&stage.reply).expect("JSON");
        for (target, bytes) in wrapped(&answer) {
            all.push((target, format!("{name}.json"), bytes));
        }
    }
    // A finding at a file of each kind.
    let findings = readers::files().keys().map(|file| {
        json!({
            "gate_id": "GATE-TCK-SCOPE-COVERAGE", "subcategory": "SCOPE_GAP", "severity": "MAJOR",
            "source_mode": 1, "file": file, "yaml_path": "", "quote": "id", "description": "so",
            "remediation": "mend it",
        })
    });
    let answer = json!({ "answer": "STRUCTURAL", "findings": findings.collect::<Vec<_>>() });
    for (target, bytes) in wrapped(&answer.to_string()) {
        all.push((target, "structural_files.json".to_owned(), bytes));
    }
    let first = |target: &str| {
        all.iter()
            .find(|(of, ..)| *of == target)
            .map(|(_, name, bytes)| (name.clone(), bytes.clone()))
    };
    let selected =
        readers::TARGETS[..8].iter().enumerate().filter_map(|(selector, (target, _))| {
            let (name, bytes) = first(target)?;
            let bytes = [&[b'0' + selector as u8], bytes.as_slice()].concat();
            Some(("read", format!("{target}.{name}"), bytes))
        });
    let selected: Vec<_> = selected.collect();
    all.extend(selected);
    all
}

#[test]
fn every_seed_is_read_to_its_end() {
    if is_blessing() {
        for (target, name, bytes) in made() {
            let folder = seeds().join(target);
            fs::create_dir_all(&folder).expect("made");
            fs::write(folder.join(name), bytes).expect("written");
        }
    }
    let mut count = 0;
    for (target, reader) in readers::TARGETS {
        let seeds = of(target);
        assert!(!seeds.is_empty(), "{target} has no seed");
        for (_, bytes) in &seeds {
            reader(bytes);
            readers::run(target, &bytes[..bytes.len() / 2]);
            count += 1;
        }
    }
    for (_, bytes) in of("read") {
        readers::read(&bytes);
        count += 1;
    }
    assert!(count >= readers::TARGETS.len());
}

/// A seed that is refused at its first byte leads nowhere.
#[test]
fn seeds_of_evidence_are_sound() {
    for (name, bytes) in of("bundle") {
        let verified = verify::verify(&bytes);
        assert!(verified.is_ok(), "{name}: run this test with COUNCIL_TEST_BLESS=1: {verified:#?}");
    }
    for (name, bytes) in of("session") {
        let played = replay::read(&bytes);
        assert!(played.is_ok(), "{name}: run this test with COUNCIL_TEST_BLESS=1: {played:#?}");
    }
    for (name, bytes) in of("ruling") {
        let ruling = read::ruling(&bytes);
        assert!(ruling.is_ok(), "{name}: {ruling:#?}");
    }
}
