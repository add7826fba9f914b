//! The built command over real plans in other formats: every finding, status, verdict and state that an
//! independent program expects there (`../shared/corpus-specs`). Skipped where they are absent.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::support::aside::shared;
use crate::support::repo::binary;
use serde_json::Value;
use tempfile::TempDir;

const REPOSITORIES: [&str; 7] = [
    "speckit-companion",
    "subtree",
    "gepa-adk",
    "openspec",
    "flexyfield",
    "modulus",
    "adk-secure-sessions",
];

/// Rule, gate, category, subcategory, severity, file, line.
fn row(finding: &Value, expected: bool) -> String {
    let at = if expected { finding } else { &finding["location"] };
    let gate = if expected { &finding["gate"] } else { &finding["gate_id"] };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    [
        text(&finding["rule"]),
        text(gate),
        text(&finding["category"]),
        text(&finding["subcategory"]),
        text(&finding["severity"]),
        text(&at["file"]),
        at["line"].to_string(),
    ]
    .join(" ")
}

fn rows(findings: &Value, expected: bool) -> Vec<String> {
    findings.as_array().into_iter().flatten().map(|finding| row(finding, expected)).collect()
}

fn differences(name: &str, expected: &[String], found: &[String]) -> Vec<String> {
    let mut counts: BTreeMap<&String, i64> = BTreeMap::new();
    expected.iter().for_each(|row| *counts.entry(row).or_default() -= 1);
    found.iter().for_each(|row| *counts.entry(row).or_default() += 1);
    let differ = counts.into_iter().filter(|(_, count)| *count != 0);
    differ.map(|(row, count)| format!("{name} {count:+} {row}")).collect()
}

fn statuses(review: &Value) -> BTreeMap<String, String> {
    let gates = review["gates"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    gates.map(|gate| (text(&gate["gate_id"]), text(&gate["status"]))).collect()
}

fn compared(folder: &Path, document: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let reviews: BTreeMap<&str, &Value> = document["reviews"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|review| Some((review["rfc_id"].as_str()?, review)))
        .collect();
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("expectations") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("an expectation");
        let expected: Value = serde_json::from_str(&text).expect("JSON");
        if name == "_repo" {
            let found = rows(&document["repository"]["findings"], false);
            wrong.extend(differences(&name, &rows(&expected["findings"], true), &found));
            continue;
        }
        seen += 1;
        let Some(review) = reviews.get(name.as_str()) else {
            wrong.push(format!("{name} was not reviewed"));
            continue;
        };
        let found = rows(&review["findings"], false);
        wrong.extend(differences(&name, &rows(&expected["findings"], true), &found));
        let of_gates: BTreeMap<String, String> = expected["gates"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(gate, of)| (gate.clone(), of["status"].as_str().unwrap_or_default().to_owned()))
            .collect();
        if of_gates != statuses(review) {
            wrong.push(format!("{name}: {of_gates:?}, and not {:?}", statuses(review)));
        }
        for (key, own) in [("rfc_state", "state"), ("verdict", "verdict"), ("adapter", "adapter")] {
            if expected[key] != review[own] {
                wrong.push(format!("{name}: {key} {}, and not {}", expected[key], review[own]));
            }
        }
    }
    if seen != reviews.len() {
        wrong.push(format!("{seen} subjects are expected, and {} were reviewed", reviews.len()));
    }
    wrong
}

#[test]
fn the_commands_agree_with_real_plans_in_other_formats() {
    let Some(make) = shared("corpus-specs/make-repo") else { return };
    let Some(expected) = shared("corpus-specs/expected") else { return };
    let dir = TempDir::new().expect("a temp folder");
    let made = Command::new("bash").arg(&make).arg(dir.path()).output().expect("bash runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut wrong = Vec::new();
    for name in REPOSITORIES {
        let output = binary()
            .args(["gates", "--all", "--format", "json"])
            .current_dir(dir.path().join(name))
            .output()
            .expect("the binary runs");
        let document: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
        let found = compared(&expected.join(name), &document);
        wrong.extend(found.into_iter().map(|line| format!("{name}: {line}")));
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
