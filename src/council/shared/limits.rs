//! What a reply keeps to (COUNCILS.md §1.6): how many entries a list has and how long a text is. The
//! same numbers stand in the prompts.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::conflict::MAX_CONFLICTS;
use super::statement::{
    MAX_ARGUMENTS, MAX_ASSUMPTIONS, MAX_QUESTIONS, MAX_QUOTE, MAX_RISKS, MAX_STEPS,
};
use super::synthesis::MAX_NEXT_ACTIONS;
use crate::model::policy::{MAX_CITES, MAX_TEXT};

/// The most critiques of one kind, and the most answers.
const MAX_REMARKS: usize = 8;
/// The most entries of each other list of a synthesis.
const MAX_PARTS: usize = 8;
/// The most sides of a conflict: as many as voices.
const MAX_SIDES: usize = 9;

/// The most entries that a list has, by the name of its field.
const LISTS: [(&str, usize); 21] = [
    ("arguments", MAX_ARGUMENTS),
    ("risks", MAX_RISKS),
    ("assumptions", MAX_ASSUMPTIONS),
    ("questions", MAX_QUESTIONS),
    ("next_steps", MAX_STEPS),
    ("cites", MAX_CITES),
    ("errors", MAX_REMARKS),
    ("omissions", MAX_REMARKS),
    ("risky_proposals", MAX_REMARKS),
    ("counter_arguments", MAX_REMARKS),
    ("answers", MAX_REMARKS),
    ("because", 16),
    ("missing", MAX_PARTS),
    ("rationale", MAX_PARTS),
    ("consensus", MAX_PARTS),
    ("disagreements", MAX_CONFLICTS),
    ("sides", MAX_SIDES),
    ("uncertainties", MAX_PARTS),
    ("quotes", MAX_PARTS),
    ("next_actions", MAX_NEXT_ACTIONS),
    ("rests_on", 16),
];

/// The texts that say nothing where there is nothing to say.
const MAY_BE_EMPTY: [&str; 3] = ["mitigation", "correction", "changed"];

/// The numbers, as the templates name them.
pub fn of_lists() -> BTreeMap<&'static str, usize> {
    LISTS.into_iter().collect()
}

/// The first field of a reply that is beyond its limit, and how; `None` when all are within. Repeats no
/// foreign text.
pub fn fault(reply: &impl Serialize) -> Option<String> {
    let value = serde_json::to_value(reply).expect("a reply has only text keys");
    within(&value, "", "", "")
}

/// `key` is the field that holds the value, `list` the field of the list that its object is an entry of.
fn within(value: &Value, path: &str, key: &str, list: &str) -> Option<String> {
    match value {
        Value::String(text) => {
            let length = text.chars().count();
            if text.trim().is_empty() && !MAY_BE_EMPTY.contains(&key) {
                return Some(format!("{path}: is empty"));
            }
            if list == "cites" && key == "quote" {
                if length > MAX_QUOTE {
                    return Some(format!("{path}: has more than {MAX_QUOTE} characters"));
                }
                if text.trim().contains(['\n', '\r']) {
                    return Some(format!("{path}: is more than one line"));
                }
            }
            (length > MAX_TEXT).then(|| format!("{path}: has more than {MAX_TEXT} characters"))
        }
        Value::Array(items) => {
            let most = LISTS.iter().find(|(name, _)| *name == key).map(|(_, most)| *most);
            if let Some(most) = most.filter(|most| items.len() > *most) {
                return Some(format!("{path}: has more than {most} entries"));
            }
            let item = |(at, item)| within(item, &format!("{path}[{at}]"), "", key);
            items.iter().enumerate().find_map(item)
        }
        Value::Object(fields) => fields.iter().find_map(|(name, field)| {
            let below = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            within(field, &below, name, list)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Fields that hold an id, a letter or a word of a list, and the words of others.
const NO_WORDS: [&str; 14] = [
    "answer",
    "choice",
    "confidence",
    "severity",
    "verdict",
    "move",
    "priority",
    "target",
    "because",
    "agreements",
    "rests_on",
    "conflict",
    "of",
    "cites",
];

/// Every text of a reply that its member worded, in order.
pub fn texts(reply: &impl Serialize) -> Vec<String> {
    fn gather(value: &Value, out: &mut Vec<String>) {
        match value {
            Value::String(text) => out.push(text.clone()),
            Value::Array(items) => items.iter().for_each(|item| gather(item, out)),
            Value::Object(fields) => {
                let said = fields.iter().filter(|(name, _)| !NO_WORDS.contains(&name.as_str()));
                said.for_each(|(_, field)| gather(field, out));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut out = Vec::new();
    gather(&serde_json::to_value(reply).expect("a reply has only text keys"), &mut out);
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_field_beyond_its_limit_is_named() {
        let cite = |quote: &str| json!([{"file": "a.rs", "quote": quote}]);
        for (reply, said) in [
            (json!({"arguments": vec!["a"; 9]}), "arguments: has more than 8 entries"),
            (json!({"a": {"next_steps": [{"action": " "}]}}), "a.next_steps[0].action: is empty"),
            (json!({"text": "x".repeat(2_001)}), "text: has more than 2000 characters"),
            (
                json!({"cites": cite(&"x".repeat(201))}),
                "cites[0].quote: has more than 200 characters",
            ),
            (json!({"cites": cite("a\nb")}), "cites[0].quote: is more than one line"),
            (json!({"cites": cite("")}), "cites[0].quote: is empty"),
        ] {
            assert_eq!(fault(&reply).as_deref(), Some(said));
        }
        for reply in [
            json!({"arguments": vec!["a"; 8], "mitigation": "", "text": "ж".repeat(2_000)}),
            json!({"cites": cite(&"x".repeat(200)), "quotes": [{"quote": "x".repeat(300)}]}),
        ] {
            assert_eq!(fault(&reply), None);
        }
    }

    #[test]
    fn words_of_others_are_not_a_members_own() {
        let reply = json!({"answer": "LENS", "choice": "ADOPT", "position": "one two",
            "risks": [{"text": "three", "severity": "LOW", "cites": [{"file": "a", "quote": "b c"}]}]});
        assert_eq!(texts(&reply).join(" "), "one two three");
    }
}
