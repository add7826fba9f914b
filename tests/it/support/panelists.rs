//! Members of councils about a question: what they answer, at the length at which models do.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// What they are asked.
pub const QUESTION: &str = "Should the session cache move to Redis?";

/// A reason of the length that models gave in councils of three: some sixty words.
const REASON: &str = "A restart loses every session that is held in memory, and a deploy restarts each \
    process in turn, so that everybody signs in again in the middle of the day. The store keeps them \
    for as long as they live, at the cost of one more service that must be watched, patched and backed \
    up by the people who are on call already.";

fn statement(cited: &Value) -> Value {
    let argument = json!({"text": REASON, "cites": cited});
    json!({
        "understanding": "Whether sessions outlive the process that made them.",
        "choice": "ADOPT",
        "position": format!("Move it, and keep the old cache for one release. {REASON}"),
        "arguments": [argument, argument, argument, argument],
        "risks": [
            {"text": REASON, "severity": "HIGH", "mitigation": REASON, "cites": []},
            {"text": REASON, "severity": "MEDIUM", "mitigation": REASON, "cites": []},
        ],
        "assumptions": [REASON],
        "questions": ["How many sessions live at noon?"],
        "next_steps": [{"action": "Measure the load for a week.", "effort": "a day"}],
        "confidence": "HIGH",
        "confidence_reason": "Both costs are known from the last move."
    })
}

fn synthesis() -> Value {
    json!({
        "conclusion": {"choice": "ADOPT", "text": REASON, "missing": []},
        "rationale": [{"text": REASON, "rests_on": ["PT-001"]}, {"text": REASON, "rests_on": ["PT-002"]}],
        "consensus": [], "disagreements": [], "uncertainties": [], "quotes": [],
        "next_actions": [{"action": "Measure the load.", "priority": "NOW", "effort": "a day",
            "done_when": "the number is known"}],
        "confidence": "HIGH", "confidence_reason": "Nobody found a reason against it."
    })
}

/// What a member answers to a form; its statement cites this.
pub fn reply(form: &str, cited: &Value) -> Value {
    match form {
        "OPINION" | "LENS" => {
            json!({"answer": form, "statement": statement(cited)})
        }
        "REVIEW" => json!({
            "answer": form, "errors": [], "omissions": [], "risky_proposals": [],
            "counter_arguments": [], "assumptions": [], "agreements": [], "choice": "ADOPT",
            "because": [], "confidence": "HIGH", "confidence_reason": REASON
        }),
        "REBUTTAL" => json!({
            "answer": form, "move": "KEEP", "changed": "", "why": REASON,
            "because": [], "answers": [], "choice": "ADOPT", "position": REASON,
            "confidence": "HIGH", "confidence_reason": REASON
        }),
        _ => json!({"answer": form, "synthesis": synthesis()}),
    }
}

/// A panel of three in `council.yaml`, one vendor's dialect each; `more` are keys of the panel.
pub fn panel(council: &str, more: &str) -> String {
    let lens =
        |name: &str| if council == "lenses" { format!(", lens: {name}") } else { String::new() };
    let members = [
        ("ada", "anthropic:model-a", "contrarian"),
        ("bob", "openai:model-o", "cost"),
        ("eve", "gemini:model-g", "user"),
    ];
    let chair =
        |name: &str| if council == "rounds" && name == "ada" { ", chair: true" } else { "" };
    let line = |(name, holder, own): &(&str, &str, &str)| {
        format!("    - {{name: {name}, holder: \"{holder}\"{}{}}}\n", lens(own), chair(name))
    };
    let members: String = members.iter().map(line).collect();
    format!("councils:\n  design:\n    council: {council}\n{more}    members:\n{members}")
}

/// Answers every task of mailboxes below a folder until it is stopped.
pub fn answering<T>(
    folder: &Path,
    answer: impl Fn(&str, &str) -> Value + Sync,
    work: impl FnOnce() -> T,
) -> T {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let answers = scope.spawn(|| {
            while !is_over.load(Ordering::SeqCst) {
                for task in tasks(folder) {
                    let name = task.file_name().and_then(|name| name.to_str()).expect("a name");
                    let stem = name.strip_suffix(".task.md").expect("a task").to_owned();
                    let reply = task.with_file_name(format!("{stem}.reply.json"));
                    if reply.exists() {
                        continue;
                    }
                    let text = fs::read_to_string(&task).unwrap_or_default();
                    let draft = task.with_file_name(format!("{stem}.draft"));
                    fs::write(&draft, answer(&stem, &text).to_string()).expect("written");
                    fs::rename(&draft, &reply).expect("moved");
                }
                std::thread::park_timeout(Duration::from_millis(20));
            }
        });
        let done = work();
        is_over.store(true, Ordering::SeqCst);
        answers.thread().unpark();
        done
    })
}

fn tasks(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.to_string_lossy().ends_with(".task.md") => found.push(path),
                false => {}
            }
        }
    }
    found
}
