//! Every rule of spec-kit's features, and those of all formats, over small repositories that carry their
//! expectations in place.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use council_review::gates::spec_kit::{check, repository_findings};
use council_review::gates::subject::lost_work;
use council_review::gates::{ExampleSide, rule, rules_of};
use council_review::model::{Adapter, Finding, GateStatus, SubjectName, TicketId};
use council_review::port::Snapshot;
use council_review::source::spec_kit::{Feature, FeatureFolders};
use council_review::source::subject::{SubjectReading, TrackedFiles, WorkStatus, tickets};
use council_review::source::{RfcState, TicketStatus, Tier};

use crate::gates::fixture::{Fixture, Row, sections, text_in};

const ROOT: &str = "specs";

fn base() -> String {
    text_in("adapters", "spec_kit_base")
}

fn fixtures() -> Vec<Fixture> {
    sections(&text_in("adapters", "spec_kit"), &base())
}

fn read(tree: &dyn Snapshot, name: &SubjectName) -> Feature {
    let reading = SubjectReading { snapshot: tree, is_for_evidence: false };
    Feature::read(&reading, ROOT, name).expect("a feature")
}

fn only(fixture: &Fixture) -> Feature {
    read(&fixture.tree(), &"001-greet".parse().expect("a name"))
}

/// Everything that is said of the features of a repository, compared with the base where one is there.
fn findings(fixture: &Fixture) -> Vec<Finding> {
    let tree = fixture.tree();
    let folders = FeatureFolders::of(tree.entries(), ROOT);
    let tracked = TrackedFiles::of(tree.entries());
    let mut before = Fixture::blank("base");
    before.change(&base());
    let before = before.tree();
    let mut found = repository_findings(&folders, tree.entries(), ROOT);
    for name in &folders.names {
        let feature = read(&tree, name);
        found.extend(lost_work(&read(&before, name).subject, &feature.subject));
        found.extend(check(&feature, &tracked).into_iter().flat_map(|result| result.findings));
    }
    found
}

fn rows(findings: &[Finding]) -> Vec<Row> {
    let row = |finding: &Finding| {
        let at = &finding.location;
        (at.file.clone(), at.line as usize, finding.rule.to_string(), finding.severity.to_string())
    };
    let mut rows: Vec<Row> = findings.iter().map(row).collect();
    rows.sort();
    rows
}

#[test]
fn every_fixture_of_a_feature_gives_just_the_findings_it_carries() {
    let mut wrong = Vec::new();
    for mut fixture in fixtures() {
        let found = rows(&findings(&fixture));
        fixture.expected.sort();
        if found != fixture.expected {
            let (name, expected) = (&fixture.name, &fixture.expected);
            wrong.push(format!("{name}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_of_a_feature_has_a_fixture_that_fires_it_and_one_that_does_not() {
    let (mut fails, mut passes) = (BTreeSet::new(), BTreeSet::new());
    for fixture in fixtures() {
        let (head, _) = fixture.name.split_once(": ").expect("a rule and words");
        let (id, outcome) = head.split_once(' ').expect("a rule and an outcome");
        let fires = fixture.expected.iter().any(|(_, _, rule, _)| rule == id);
        assert_eq!(outcome == "fails", fires, "{}", fixture.name);
        let heap = if fires { &mut fails } else { &mut passes };
        heap.insert(id.to_owned());
    }
    let all: BTreeSet<String> =
        rules_of(Adapter::SpecKit).map(|rule| rule.id.to_string()).collect();
    assert_eq!(fails, all);
    assert_eq!(passes, all);
}

#[test]
fn findings_of_features_take_their_kind_from_the_table_and_read_as_claims() {
    for fixture in fixtures() {
        for finding in findings(&fixture) {
            let info = rule(finding.rule.as_str()).expect("a rule of the table");
            assert_eq!((finding.gate, finding.subcategory), (info.gate, info.subcategory));
            let is_own = finding.severity == info.severity || !info.varies.is_empty();
            assert!(is_own, "{}: {} has a weight of its own", fixture.name, finding.rule);
            for words in [&finding.description, &finding.remediation] {
                assert!(!words.is_empty() && !words.ends_with('.'), "{words}");
                assert!(!words.contains('\n'), "{words}");
            }
            assert_ne!(finding.description, finding.remediation);
            assert!(finding.location.line >= 1 && finding.location.column >= 1);
        }
    }
}

/// The repository of the examples, with one side of one in it.
fn with_side(side: &ExampleSide, other: &ExampleSide) -> Fixture {
    let mut fixture = Fixture::blank(side.file);
    fixture.change(&base());
    let file = side.file.to_owned();
    match side.text {
        "<NO FILE>" => {
            fixture.files.remove(&file).expect("a file to remove");
        }
        "<A LINK>" => {
            fixture.files.remove(&file).expect("a file to replace");
            fixture.links.push(file);
        }
        "<MORE THAN 1 MiB>" => {
            fixture.files.insert(file, "x".repeat((1 << 20) + 1));
        }
        text => match fixture.files.get_mut(&file) {
            Some(whole) if whole.contains(&format!("{text}\n")) => {}
            Some(whole) => {
                let other = format!("{}\n", other.text);
                assert_eq!(whole.matches(&other).count(), 1, "{file}: {other}");
                *whole = whole.replace(&other, &format!("{text}\n"));
            }
            None => {
                fixture.files.insert(file, format!("{text}\n"));
            }
        },
    }
    fixture
}

#[test]
fn every_rule_of_a_feature_has_an_example_whose_before_it_finds_and_whose_after_it_accepts() {
    for info in rules_of(Adapter::SpecKit) {
        let example = &info.example;
        let fires = |side: &ExampleSide, other: &ExampleSide| {
            let found = findings(&with_side(side, other));
            (found.iter().any(|finding| finding.rule == info.id), rows(&found))
        };
        let (found, rows) = fires(&example.before, &example.after);
        assert!(found, "{} does not fire: {rows:?}", info.id);
        let (found, rows) = fires(&example.after, &example.before);
        assert!(!found, "{} fires: {rows:?}", info.id);
        let is_whole = !base().contains(example.after.text);
        assert!(rows.is_empty() || is_whole, "{}: {rows:?}", info.id);
    }
}

#[test]
fn a_finished_feature_is_history_and_a_seed_is_judged_by_nothing() {
    let mut fixture = Fixture::blank("finished");
    fixture.change(&base());
    let tasks = fixture.files.get_mut("specs/001-greet/tasks.md").expect("tasks");
    *tasks = tasks.replace("- [ ]", "- [x]").replace("T002 comes", "T099 comes");
    tasks.push_str("\n- [~] T005 [US9] Nothing\n");
    let found = rows(&findings(&fixture));
    let of: Vec<(&str, &str)> = found.iter().map(|row| (row.2.as_str(), row.3.as_str())).collect();
    assert_eq!(of, [("S16", "MINOR"), ("S21", "MINOR")]);

    fixture.files.remove("specs/001-greet/tasks.md");
    let tree = fixture.tree();
    let feature = only(&fixture);
    assert_eq!(feature.subject.state, RfcState::SeedOnly);
    let results = check(&feature, &TrackedFiles::of(tree.entries()));
    assert_eq!(results.len(), 4);
    assert!(results.iter().all(|result| result.status == GateStatus::NotApplicable));
}

#[test]
fn tasks_are_tickets_at_their_places() {
    let mut fixture = Fixture::blank("tickets");
    fixture.change(&base());
    let tasks = fixture.files.get_mut("specs/001-greet/tasks.md").expect("tasks");
    *tasks = tasks.replace("in src/name.rs", "in src/name.rs\n  as lib/x.rs does, depends on T001");
    let feature = only(&fixture);
    let item = &feature.subject.work_items[1];
    assert_eq!(item.text, "Greet by name in src/name.rs as lib/x.rs does, depends on T001");
    assert_eq!((item.place.line, item.place.column, item.place.end_line), (9, 7, 10));
    assert_eq!(item.place.path.anchor(), Some("T002"));
    assert_eq!(item.status, WorkStatus::Open);
    let id = |number: &str| -> Option<TicketId> { format!("TCK-00{}", &number[1..]).parse().ok() };
    let made = tickets(&feature.subject, |item| id(&item.id));
    assert_eq!(made.len(), 4);
    let ticket = &made[1];
    assert_eq!(ticket.known_status, Some(TicketStatus::Open));
    assert_eq!(ticket.phase.as_ref().map(|phase| phase.place.line), Some(7));
    let serves: Vec<&str> = ticket.requirements.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(serves, ["US2"]);
    assert_eq!(ticket.dependencies[0].target, "T001");
    assert_eq!((ticket.dependencies[0].place.line, ticket.dependencies[0].place.column), (10, 33));
    let paths: Vec<(&str, Tier)> =
        ticket.paths.iter().map(|path| (path.raw.as_str(), path.tier)).collect();
    assert_eq!(paths, [("src/name.rs", Tier::Context), ("lib/x.rs", Tier::Context)]);
    assert_eq!(ticket.source.line(9), "- [ ] T002 [US2] Greet by name in src/name.rs");
}

/// Time is linear in the text: each of these takes minutes if it is not.
#[test]
fn hostile_lines_and_fifty_thousand_tasks_are_read() {
    let plan = "specs/001-greet/plan.md";
    for part in
        ["[", "*", "`", "a/", "<!--", "- [ ] T001 ", "depends on T001, ", "FR-001-", "US1 & "]
    {
        let mut fixture = Fixture::blank(part);
        fixture.change(&base());
        let line = part.repeat(((1 << 20) - 64) / part.len());
        for file in ["spec.md", "plan.md", "tasks.md"] {
            let text = format!("- [ ] T001 [US1] {line}\n- [ ] T002 x\n");
            fixture.files.insert(format!("specs/001-greet/{file}"), text);
        }
        let feature = only(&fixture);
        assert_eq!(feature.subject.faults, [], "{part}");
        let results = check(&feature, &TrackedFiles::default());
        assert_eq!(results.len(), 4, "{part}");
    }
    let mut fixture = Fixture::blank("many");
    fixture.change(&base());
    fixture.files.insert(plan.to_owned(), "# Plan\n".to_owned());
    let mut text = String::new();
    for task in 0..50_000 {
        let _ = writeln!(text, "- [ ] T{task:05} a/b.c");
    }
    assert!(text.len() < 1 << 20 | 1 << 18, "{}", text.len());
    text.truncate(1 << 20);
    fixture.files.insert("specs/001-greet/tasks.md".to_owned(), text);
    let feature = only(&fixture);
    assert!(feature.subject.work_items.len() > 40_000, "{}", feature.subject.work_items.len());
    let results = check(&feature, &TrackedFiles::default());
    let found = results.iter().flat_map(|result| &result.findings).count();
    assert_eq!(found, 1, "S27 alone");
}
