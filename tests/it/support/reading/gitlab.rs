//! GitLab Code Quality as GitLab reads it: what it asks of each entry, and nothing else.

use std::collections::BTreeSet;

use serde_json::Value;

/// The severities and places of a list; panics over what GitLab would refuse, or show twice.
pub fn shape(output: &str) -> Vec<String> {
    let list: Vec<Value> = serde_json::from_str(output).expect("a list");
    let mut prints = BTreeSet::new();
    let entry = |entry: &Value| {
        let text = |key: &str| entry[key].as_str().unwrap_or_else(|| panic!("{key}: {entry}"));
        let keys: BTreeSet<&str> =
            entry.as_object().expect("an object").keys().map(String::as_str).collect();
        let asked = ["check_name", "description", "fingerprint", "location", "severity"];
        assert!(keys.iter().eq(asked.iter()), "{keys:?}");
        assert!(!text("description").is_empty() && !text("description").contains('\n'));
        assert!(!text("check_name").is_empty());
        assert!(["info", "minor", "major", "critical", "blocker"].contains(&text("severity")));
        assert!(prints.insert(text("fingerprint").to_owned()), "one print for two: {entry}");
        let at = &entry["location"];
        assert!(at["path"].is_string(), "{entry}");
        let begin = at["lines"]["begin"].as_u64().expect("a line");
        assert!(begin > 0, "{entry}");
        format!("{} at {begin}", text("severity"))
    };
    list.iter().map(entry).collect()
}
