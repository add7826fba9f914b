//! Members of councils about a question: what they answer, at the length at which models do.

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
