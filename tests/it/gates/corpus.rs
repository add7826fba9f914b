//! The gates against a real repository: every finding, status, verdict and state that an
//! independent program expects there (`../shared/corpus`). Skipped where the corpus is absent.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::support::aside;
use council_review::gates::{check_all, repository_findings};
use council_review::host::snapshot;
use council_review::model::{Finding, GateResult, Layout, SubjectId, Verdict};
use council_review::source::{Dossier, Library};
use serde_json::Value;
use tempfile::TempDir;

/// Expectations that contradict the text of their rule, with the reason: RFC, rule, file.
const CONTESTED: &[(&str, &str, &str, &str)] = &[];

fn library(repo: &TempDir) -> Library {
    let tree = snapshot::open(repo.path(), None).expect("a repository");
    Library::load(&tree, Layout::default())
}

fn expectation(corpus: &Path, name: &str) -> Value {
    let path = corpus.join("expected").join(format!("{name}.json"));
    let text = std::fs::read_to_string(path).expect("an expectation");
    serde_json::from_str(&text).expect("an expectation is JSON")
}

/// Rule, gate, category, subcategory, severity, file, line.
type Row = [String; 7];

fn expected_rows(expectation: &Value) -> Vec<Row> {
    let findings = expectation["findings"].as_array().expect("a list");
    let row = |finding: &Value| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        [
            text("rule"),
            text("gate"),
            text("category"),
            text("subcategory"),
            text("severity"),
            text("file"),
            finding["line"].to_string(),
        ]
    };
    findings.iter().map(row).collect()
}

fn found_rows<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<Row> {
    let row = |finding: &Finding| {
        [
            finding.rule.to_string(),
            finding.gate.to_string(),
            finding.category().to_string(),
            finding.subcategory.to_string(),
            finding.severity.to_string(),
            finding.location.file.clone(),
            finding.location.line.to_string(),
        ]
    };
    findings.into_iter().map(row).collect()
}

/// Rows that one side has more often than the other: a finding told twice differs from one.
fn differences(name: &str, expected: &[Row], found: &[Row]) -> Vec<String> {
    let mut counts: BTreeMap<&Row, i64> = BTreeMap::new();
    expected.iter().for_each(|row| *counts.entry(row).or_default() -= 1);
    found.iter().for_each(|row| *counts.entry(row).or_default() += 1);
    let contested = |row: &Row| {
        let mut known = CONTESTED.iter();
        known.any(|(rfc, rule, file, _)| *rfc == name && *rule == row[0] && *file == row[5])
    };
    let differ = counts.into_iter().filter(|(row, count)| *count != 0 && !contested(row));
    let line = |(row, count): (&Row, i64)| format!("{name} {count:+} {}", row.join(" "));
    differ.map(line).collect()
}

#[test]
fn the_gates_agree_with_the_real_corpus() {
    let Some(corpus) = aside::shared("corpus") else { return };
    let Some(repo) = aside::corpus() else { return };
    let library = Arc::new(library(&repo));
    let mut wrong = Vec::new();
    let mut names: Vec<String> = std::fs::read_dir(corpus.join("expected"))
        .expect("expectations")
        .map(|entry| entry.expect("a name").file_name())
        .filter_map(|name| name.to_str()?.strip_suffix(".json").map(str::to_owned))
        .filter(|name| name.starts_with("RFC-"))
        .collect();
    names.sort();
    for name in &names {
        let expectation = expectation(&corpus, name);
        let id: SubjectId = name.parse().expect("the file is named after an RFC");
        let dossier = Dossier::build(Arc::clone(&library), &id).expect("the RFC is known");
        // What is expected is of the rules R alone.
        let results: Vec<GateResult> = check_all(&dossier).into_iter().take(4).collect();
        let findings = || results.iter().flat_map(|result| &result.findings);
        wrong.extend(differences(name, &expected_rows(&expectation), &found_rows(findings())));
        for result in &results {
            let status = &expectation["gates"][result.gate.as_str()]["status"];
            if *status != result.status.as_str() {
                wrong.push(format!("{name} {} is {}, not {status}", result.gate, result.status));
            }
        }
        let verdict = if dossier.state.is_reviewable() {
            Verdict::of(findings().filter(|f| f.because.is_empty()).map(|f| f.severity))
        } else {
            Verdict::NotApplicable
        };
        if expectation["verdict"] != verdict.as_str() {
            wrong.push(format!("{name} is {verdict}, not {}", expectation["verdict"]));
        }
        if expectation["rfc_state"] != dossier.state.as_str() {
            wrong.push(format!(
                "{name} is {}, not {}",
                dossier.state.as_str(),
                expectation["rfc_state"]
            ));
        }
        let uncovered = &expectation["uncovered"];
        let found = &results[2].evidence;
        let found = found.get("uncovered").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        if *uncovered != found {
            wrong.push(format!("{name} leaves {found} uncovered, not {uncovered}"));
        }
        let matrix = &expectation["coverage_matrix"];
        for (requirement, tickets) in matrix.as_object().expect("a matrix") {
            let found = &results[2].evidence["coverage"][requirement];
            if found != tickets {
                wrong.push(format!("{name} {requirement} is covered by {found}, not {tickets}"));
            }
        }
    }
    wrong.extend(differences(
        "_repo",
        &expected_rows(&expectation(&corpus, "_repo")),
        &found_rows(&repository_findings(&library)),
    ));
    assert!(names.len() > 10, "the expectations were found");
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn r52_no_key_of_the_real_corpus_is_taken_for_a_slip() {
    let Some(repo) = aside::corpus() else { return };
    let library = Arc::new(library(&repo));
    let rfcs = Dossier::known(&library);
    assert!(rfcs.len() > 10 && library.tickets.len() > 250, "the corpus was read");
    let mut slips: Vec<String> = repository_findings(&library)
        .into_iter()
        .chain(rfcs.iter().flat_map(|id| {
            let dossier = Dossier::build(Arc::clone(&library), id).expect("a known RFC");
            check_all(&dossier).into_iter().flat_map(|result| result.findings)
        }))
        .filter(|finding| finding.rule.as_str() == "R52")
        .map(|finding| format!("{} {}", finding.location, finding.description))
        .collect();
    slips.sort();
    assert_eq!(slips, Vec::<String>::new());
}
