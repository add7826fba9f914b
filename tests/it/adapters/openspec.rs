//! Every rule of OpenSpec's changes over small repositories that carry their expectations in place, real
//! repositories as a reference program read them, and input that is meant to hurt.

use std::collections::BTreeSet;
use std::path::Path;

use council_review::gates::formats::openspec::OpenSpecGates;
use council_review::gates::rules_of;
use council_review::model::{Adapter, Finding, GateResult, SubjectName};
use council_review::port::Snapshot;
use council_review::source::TicketStatus;
use council_review::source::formats::openspec::{OpenSpec, OpenSpecTree, ROOT};
use council_review::source::formats::{FormatPlans as _, FormatSubject as _};
use council_review::source::memory::MemorySnapshot;
use council_review::source::subject::TrackedFiles;

use super::claims::{are_as_expected, example_holds, fired_and_silent, read_as_claims};
use super::corpus::{json, repository};
use super::expected::{differences, expected_rows, rows};
use crate::gates::fixture::{Fixture, sections, text_in};
use crate::support::aside;

fn base() -> String {
    text_in("adapters", "openspec_base")
}

fn fixtures() -> Vec<Fixture> {
    sections(&text_in("adapters", "openspec"), &base())
}

fn id(name: &str) -> SubjectName {
    name.parse().expect("a name")
}

/// Everything that is said of a tree, by change, and of the repository.
fn judged(tree: &dyn Snapshot) -> (Vec<(SubjectName, Vec<GateResult>)>, Vec<Finding>) {
    let all = OpenSpec::read(tree, OpenSpecTree::of(tree.entries(), ROOT));
    let tracked = TrackedFiles::of(tree.entries());
    let gates = OpenSpecGates::of(&all, &tracked);
    let changes = all.tree.changes.keys().map(|id| {
        let change = all.change(tree, id, false).expect("a live change");
        (id.clone(), gates.check(&change))
    });
    (changes.collect(), gates.repository(tree))
}

fn findings_in(tree: &dyn Snapshot) -> Vec<Finding> {
    let (changes, mut found) = judged(tree);
    let results = changes.into_iter().flat_map(|(_, results)| results);
    found.extend(results.flat_map(|result| result.findings));
    found
}

fn findings(fixture: &Fixture) -> Vec<Finding> {
    findings_in(&fixture.tree())
}

#[test]
fn every_fixture_of_a_change_gives_just_the_findings_it_carries() {
    are_as_expected(&fixtures(), findings);
}

#[test]
fn every_rule_of_a_change_has_a_fixture_that_fires_it_and_one_that_does_not() {
    let [fails, passes] = fired_and_silent(&fixtures());
    // What a change lost since the base is asked of two trees; a file is what it is in all formats.
    let all: BTreeSet<String> = rules_of(Adapter::OpenSpec)
        .map(|rule| rule.id.to_string())
        .filter(|id| id != "A6")
        .collect();
    assert_eq!(fails, all);
    let of_files: BTreeSet<String> = ["A1", "A2", "A3"].map(str::to_owned).into();
    assert_eq!(passes, all.difference(&of_files).cloned().collect());
}

#[test]
fn findings_of_changes_read_as_claims() {
    for fixture in fixtures() {
        read_as_claims(&findings(&fixture), &["O4", "O22"]);
    }
}

#[test]
fn every_rule_of_a_change_has_an_example_that_holds() {
    let rules = rules_of(Adapter::OpenSpec).filter(|rule| rule.id.as_str().starts_with('O'));
    for info in rules {
        example_holds(info, &base(), findings);
    }
}

fn compared(corpus: &Path, name: &str) -> (usize, Vec<String>) {
    let (_dir, tree) = repository(corpus, name);
    let expected = corpus.join("expected").join(name);
    let all = OpenSpec::read(&tree, OpenSpecTree::of(tree.entries(), ROOT));
    let tracked = TrackedFiles::of(tree.entries());
    let gates = OpenSpecGates::of(&all, &tracked);
    let mut found = Vec::new();
    for id in all.tree.changes.keys() {
        let mut change = all.change(&tree, id, true).expect("a live change");
        assert!(change.subject.documents.iter().all(|document| document.file.committed));
        let results = gates.check(&change);
        for task in change.subject.work_items.iter_mut().filter(|task| task.id.is_empty()) {
            task.id = "-".to_owned();
        }
        let expected = json(&expected.join(format!("{id}.json")));
        found.extend(differences(&expected, &change.subject, &results));
    }
    let of_repository = gates.repository(&tree);
    let of_repository: Vec<&Finding> = of_repository.iter().collect();
    assert_eq!(rows(&of_repository), expected_rows(&json(&expected.join("_repo.json"))), "{name}");
    let files = std::fs::read_dir(&expected).expect("expectations").count();
    assert_eq!(all.tree.changes.len() + 1, files, "{name}: each change has an expectation");
    (all.tree.changes.len(), found)
}

#[test]
fn real_changes_are_read_as_the_reference_read_them() {
    let Some(corpus) = aside::shared("corpus-specs") else { return };
    let (mut count, mut found) = (0, Vec::new());
    for name in ["openspec", "flexyfield", "modulus"] {
        let (changes, differences) = compared(&corpus, name);
        count += changes;
        found.extend(differences);
    }
    assert_eq!(found, Vec::<String>::new(), "{}", found.join("\n"));
    assert_eq!(count, 33);
}

fn tree_of(fixture: &str) -> (MemorySnapshot, OpenSpec) {
    let mut made = Fixture::blank("made");
    made.change(&base());
    made.change(fixture);
    let tree = made.tree();
    let all = OpenSpec::read(&tree, OpenSpecTree::of(tree.entries(), ROOT));
    (tree, all)
}

#[test]
fn task_groups_are_tickets_at_their_places() {
    let (tree, all) = tree_of(
        "+++ openspec/changes/add-export/tasks.md\n- [x] Begin\n\n## Export\n\n- [x] Write `src/a/b.rs`\n\n## 2. Rest\n\n- [ ] 2.1 End\n",
    );
    let ids = |name: &str| {
        let change = all.change(&tree, &id(name), false).expect("a live change");
        let groups = change.task_groups();
        groups.iter().map(|group| (group.id.clone(), group.tasks.len())).collect::<Vec<_>>()
    };
    let pair = |id: &str, tasks: usize| (id.to_owned(), tasks);
    assert_eq!(ids("add-dark-mode"), [pair("1", 2), pair("2", 1)]);
    assert_eq!(ids("add-export"), [pair("group-0", 1), pair("group-1", 1), pair("2", 1)]);
    let change = all.change(&tree, &id("add-export"), false).expect("a live change");
    let tickets = change.tickets();
    assert_eq!(tickets.len(), 3);
    let (first, last) = (&tickets[1], &tickets[2]);
    assert_eq!(first.name(), "Export");
    assert_eq!((first.header.line, first.header.path.anchor()), (3, Some("group-1")));
    assert_eq!(first.known_status, Some(TicketStatus::Done));
    assert_eq!(first.paths[0].raw, "src/a/b.rs");
    assert_eq!(last.known_status, Some(TicketStatus::Open));
    assert_eq!((last.steps[0].value.as_str(), last.steps[0].place.line), ("End", 9));
}

#[test]
fn a_change_puts_itself_its_capabilities_and_who_shares_a_requirement_in_question() {
    let (_, all) = tree_of("");
    let asked = |path: &str| -> Vec<String> {
        let ids = all.in_question(&[path.to_owned()]);
        ids.iter().map(ToString::to_string).collect()
    };
    let both = ["add-dark-mode", "add-export"];
    // Both touch the dark palette.
    assert_eq!(asked("openspec/changes/add-dark-mode/tasks.md"), both);
    assert_eq!(asked("openspec/specs/themes/spec.md"), both);
    assert_eq!(asked("openspec/specs/export/spec.md"), ["add-export"]);
    assert_eq!(asked("openspec/changes/gone/tasks.md"), [""; 0]);
    assert_eq!(asked("src/theme.rs"), [""; 0]);
    assert_eq!(all.tree.archived_as("add-themes").count(), 1);
}

#[test]
fn names_of_any_kind_are_names_like_others() {
    let long = "x".repeat(10_000);
    let names =
        ["constructor", "__proto__", "toString", "a | b", "\u{1b}[31mred", "\u{202e}abc", &long];
    let mut spec = "## Requirements\n".to_owned();
    let mut delta = "## MODIFIED Requirements\n".to_owned();
    for name in names {
        let block = format!("\n### Requirement: {name}\n\nIt SHALL hold.\n\n#### Scenario: It\n");
        spec.push_str(&block);
        delta.push_str(&block);
    }
    let change = "openspec/changes/add-x";
    let tree = |delta: &str| {
        MemorySnapshot::new()
            .file("openspec/specs/a/spec.md", &spec)
            .file(format!("{change}/proposal.md"), "## Why\n")
            .file(format!("{change}/tasks.md"), "- [ ] Do it\n")
            .file(format!("{change}/specs/a/spec.md"), delta)
    };
    assert_eq!(findings_in(&tree(&delta)), []);
    // Of what is not in force, the message ends and hides nothing.
    let renamed = delta.replace("### Requirement: ", "### Requirement: No ");
    let found = findings_in(&tree(&renamed));
    assert_eq!(found.len(), names.len());
    for finding in &found {
        assert_eq!(finding.rule.as_str(), "O23");
        assert!(finding.description.len() < 600, "{}", finding.description.len());
        assert!(!finding.description.contains(['\u{1b}', '\u{202e}']), "{}", finding.description);
    }
}

#[test]
fn composed_and_decomposed_names_differ_and_the_message_says_so() {
    let block =
        |name: &str| format!("### Requirement: {name}\n\nIt SHALL hold.\n\n#### Scenario: It\n");
    let tree = MemorySnapshot::new()
        .file("openspec/specs/a/spec.md", format!("## Requirements\n\n{}", block("Caf\u{e9}")))
        .file("openspec/changes/add-x/proposal.md", "## Why\n")
        .file("openspec/changes/add-x/tasks.md", "- [ ] Do it\n")
        .file(
            "openspec/changes/add-x/specs/a/spec.md",
            format!("## MODIFIED Requirements\n\n{}", block("Cafe\u{301}")),
        );
    let found = findings_in(&tree);
    let [finding] = &found[..] else { panic!("{found:?}") };
    assert_eq!(finding.rule.as_str(), "O23");
    assert!(finding.description.contains("looks the same"), "{}", finding.description);
}

#[test]
fn ends_of_lines_and_a_byte_order_mark_change_nothing() {
    let plain = Fixture::blank("plain");
    let read = |convert: fn(&str) -> String| {
        let mut fixture = Fixture { name: plain.name.clone(), ..Fixture::blank("") };
        fixture.change(&base());
        for (path, text) in &mut fixture.files {
            if path.ends_with(".md") {
                *text = convert(text);
            }
        }
        super::claims::rows(&findings(&fixture))
    };
    let expected = read(str::to_owned);
    assert_eq!(expected.len(), 1, "{expected:?}");
    assert_eq!(read(|text| text.replace('\n', "\r\n")), expected);
    assert_eq!(read(|text| text.replace('\n', "\r")), expected);
    assert_eq!(read(|text| format!("\u{feff}{}", text.trim_end())), expected);
}

/// Time is linear in the text: each of these takes minutes if it is not.
#[test]
fn hostile_lines_and_fifty_thousand_entries_are_read() {
    let parts =
        ["[", "*", "`", "a/", "<!--", "- [ ] 1.1 ", "### Requirement: ", "- `a`: ", "FROM: "];
    for part in parts {
        let line = part.repeat(((1 << 20) - 64) / part.len());
        let text = format!("## ADDED Requirements\n- {line}\n### Requirement: {line}\n");
        let text = &text[..text.len().min(1 << 20)];
        let mut tree = MemorySnapshot::new().file("openspec/specs/a/spec.md", text);
        for file in ["proposal.md", "tasks.md", "specs/a/spec.md"] {
            tree = tree.file(format!("openspec/changes/add-x/{file}"), text);
        }
        judged(&tree);
    }
    let entries = |word: &str, count: usize| {
        let names = (0..count).map(|number| format!("### Requirement: {number}\n"));
        format!("## {word}Requirements\n{}", names.collect::<String>())
    };
    let tree = MemorySnapshot::new()
        .file("openspec/specs/a/spec.md", entries("", 40_000))
        .file("openspec/changes/add-x/specs/a/spec.md", entries("MODIFIED ", 40_000))
        .file("openspec/changes/add-y/specs/a/spec.md", entries("REMOVED ", 40_000));
    let (changes, _) = judged(&tree);
    assert_eq!(changes.len(), 2);
}
