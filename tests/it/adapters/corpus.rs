//! Real plans of public repositories. Without them there is nothing to compare with, and the test says
//! so.

use std::path::Path;
use std::process::Command;

use council_review::gates::formats::spec_kit;
use council_review::host::snapshot::{self, Repository};
use council_review::model::{Finding, SubjectName};
use council_review::port::Snapshot;
use council_review::source::formats::spec_kit::{Feature, FeatureFolders, is_detected};
use council_review::source::subject::{SubjectReading, TrackedFiles};
use serde_json::Value;
use tempfile::TempDir;

use super::expected::{differences, expected_rows, rows};
use crate::support::aside;

pub(super) fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("an expectation");
    serde_json::from_str(&text).expect("an expectation is JSON")
}

/// A repository of the corpus, made anew, and its work tree.
pub(super) fn repository(corpus: &Path, name: &str) -> (TempDir, Repository) {
    let dir = TempDir::new().expect("a temp folder");
    let mut make = Command::new("bash");
    let made = make.arg(corpus.join("make-repo")).arg(dir.path()).arg(name).output();
    let made = made.expect("bash runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let tree = snapshot::open(&dir.path().join(name), None).expect("the work tree opens");
    (dir, tree)
}

/// The features of a repository: how many were compared, and where they differ.
fn features(corpus: &Path, name: &str) -> (usize, Vec<String>) {
    let (_dir, tree) = repository(corpus, name);
    let (entries, root) = (tree.entries(), "specs");
    assert!(is_detected(entries, root), "{name}");
    let folders = FeatureFolders::of(entries, root);
    let tracked = TrackedFiles::of(entries);
    let reading = SubjectReading { snapshot: &tree, is_for_evidence: true };
    let expected = corpus.join("expected").join(name);
    let mut found = Vec::new();
    let check = |id: &SubjectName, found: &mut Vec<String>| {
        let feature = Feature::read(&reading, root, id).expect("an id of a feature");
        assert!(feature.subject.documents.iter().all(|document| document.file.committed));
        let results = spec_kit::check(&feature, &tracked);
        let expected = json(&expected.join(format!("{id}.json")));
        found.extend(differences(&expected, &feature.subject, &results));
    };
    folders.names.iter().for_each(|id| check(id, &mut found));
    let repository = spec_kit::repository_findings(&folders, entries, root);
    let repository: Vec<&Finding> = repository.iter().collect();
    let of_repository = json(&expected.join("_repo.json"));
    assert_eq!(rows(&repository), expected_rows(&of_repository), "{name}");
    let files = std::fs::read_dir(&expected).expect("expectations").count();
    assert_eq!(folders.names.len() + 1, files, "{name}: each feature has an expectation");
    (folders.names.len(), found)
}

#[test]
fn real_features_are_read_as_the_reference_read_them() {
    let Some(corpus) = aside::shared("corpus-specs") else { return };
    let (mut compared, mut found) = (0, Vec::new());
    for name in ["speckit-companion", "subtree", "gepa-adk"] {
        let (count, differences) = features(&corpus, name);
        compared += count;
        found.extend(differences);
    }
    assert_eq!(found, Vec::<String>::new(), "{}", found.join("\n"));
    assert_eq!(compared, 104);
}
