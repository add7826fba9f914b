//! The gates against a real repository: every finding, status, verdict and state that an
//! independent program expects there (`../shared/corpus`). Skipped where the corpus is absent.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use council_review::gates::{check_all, repository_findings};
use council_review::host::snapshot;
use council_review::model::{Finding, Layout, RfcId, Verdict};
use council_review::source::{Dossier, Library};
use serde_json::Value;

/// Expectations that contradict the text of their rule, with the reason: RFC, rule, file.
const CONTESTED: &[(&str, &str, &str, &str)] = &[];

fn corpus() -> Option<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    corpus.join("make-repo").is_file().then_some(corpus)
}

fn library(corpus: &Path) -> Library {
    let repo = tempfile::tempdir().expect("a temporary folder");
    let made =
        Command::new(corpus.join("make-repo")).arg(repo.path()).status().expect("make-repo runs");
    assert!(made.success(), "make-repo: {made}");
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

fn expected_rows(expectation: &Value) -> BTreeSet<Row> {
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

fn found_rows<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> BTreeSet<Row> {
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

fn differences(name: &str, expected: &BTreeSet<Row>, found: &BTreeSet<Row>) -> Vec<String> {
    let contested = |row: &&Row| {
        let mut known = CONTESTED.iter();
        !known.any(|(rfc, rule, file, _)| *rfc == name && *rule == row[0] && *file == row[5])
    };
    let line = |sign: char, row: &Row| format!("{name} {sign} {}", row.join(" "));
    let missing = expected.difference(found).filter(contested);
    let surplus = found.difference(expected).filter(contested);
    missing.map(|row| line('-', row)).chain(surplus.map(|row| line('+', row))).collect()
}

#[test]
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
fn the_gates_agree_with_the_real_corpus() {
    let Some(corpus) = corpus() else {
        println!("skipped: there is no ../shared/corpus");
        return;
    };
    let library = Arc::new(library(&corpus));
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
        let id: RfcId = name.parse().expect("the file is named after an RFC");
        let dossier = Dossier::build(Arc::clone(&library), &id).expect("the RFC is known");
        let results = check_all(&dossier);
        let findings = || results.iter().flat_map(|result| &result.findings);
        wrong.extend(differences(name, &expected_rows(&expectation), &found_rows(findings())));
        for result in &results {
            let status = &expectation["gates"][result.gate.as_str()]["status"];
            if *status != result.status.as_str() {
                wrong.push(format!("{name} {} is {}, not {status}", result.gate, result.status));
            }
        }
        let verdict = if dossier.state.is_reviewable() {
            Verdict::of(findings().map(|finding| finding.severity))
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
