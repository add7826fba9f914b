//! What an independent reference program found in real plans of other formats, and how far a reading
//! agrees with it. Columns and words are not compared.

use std::collections::BTreeMap;

use council_review::model::{Finding, GateResult, Verdict};
use council_review::source::RfcState;
use council_review::source::subject::Subject;
use serde_json::Value;

/// Rule, severity, category, subcategory, file, line.
type Row = [String; 6];

/// Where a reading of a subject differs from its expectation.
pub(super) fn differences(
    expected: &Value,
    subject: &Subject,
    results: &[GateResult],
) -> Vec<String> {
    let mut found = Vec::new();
    let name = subject.id.name();
    let mut compare = |what: &str, read: String, expected: String| {
        if read != expected {
            found.push(format!("{name}: {what}\n  read     {read}\n  expected {expected}"));
        }
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    compare("state", subject.state.as_str().to_owned(), text(&expected["rfc_state"]));
    let at = |id: &str, line: u32| format!("{id}@{line}");
    // The reference program reads nothing of a seed.
    if subject.state != RfcState::SeedOnly {
        let requirements = subject.requirements.iter().map(|one| at(&one.id, one.place.line));
        compare("requirements", sorted(requirements), sorted(texts(&expected["requirements"])));
    }
    let items = subject.work_items.iter().map(|item| at(&item.id, item.place.line));
    compare("work items", sorted(items), sorted(texts(&expected["work_items"])));
    let statuses: BTreeMap<String, String> =
        results.iter().map(|result| (result.gate.to_string(), result.status.to_string())).collect();
    let gates = expected["gates"].as_object().into_iter().flatten();
    let gates: BTreeMap<String, String> =
        gates.map(|(gate, row)| (gate.clone(), text(&row["status"]))).collect();
    compare("gates", format!("{statuses:?}"), format!("{gates:?}"));
    let findings: Vec<&Finding> = results.iter().flat_map(|result| &result.findings).collect();
    compare(
        "findings",
        format!("{:#?}", rows(&findings)),
        format!("{:#?}", expected_rows(expected)),
    );
    let verdict = match subject.state {
        RfcState::SeedOnly | RfcState::Retired => "NOT_APPLICABLE".to_owned(),
        _ => Verdict::of(findings.iter().map(|finding| finding.severity)).to_string(),
    };
    compare("verdict", verdict, text(&expected["verdict"]));
    found
}

/// Findings as they are compared.
pub(super) fn rows(findings: &[&Finding]) -> Vec<Row> {
    let mut rows: Vec<Row> = findings
        .iter()
        .map(|finding| {
            [
                finding.rule.to_string(),
                finding.severity.to_string(),
                finding.category().to_string(),
                finding.subcategory.as_str().to_owned(),
                finding.location.file.clone(),
                finding.location.line.to_string(),
            ]
        })
        .collect();
    rows.sort();
    rows
}

/// The findings that are expected, as they are compared.
pub(super) fn expected_rows(expected: &Value) -> Vec<Row> {
    let findings = expected["findings"].as_array().into_iter().flatten();
    let mut rows: Vec<Row> = findings
        .map(|finding| {
            ["rule", "severity", "category", "subcategory", "file", "line"].map(|key| {
                let value = &finding[key];
                value.as_str().map_or_else(|| value.to_string(), str::to_owned)
            })
        })
        .collect();
    rows.sort();
    rows
}

fn texts(list: &Value) -> impl Iterator<Item = String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned)
}

fn sorted(texts: impl Iterator<Item = String>) -> String {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts.join(" ")
}
