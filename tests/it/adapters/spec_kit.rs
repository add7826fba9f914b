//! Every rule of spec-kit's features, and those of all formats, over small repositories that carry their
//! expectations in place.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use council_review::gates::formats::spec_kit::{check, repository_findings};
use council_review::gates::rules_of;
use council_review::gates::subject::lost_work;
use council_review::model::{Adapter, Finding, GateStatus, SubjectName};
use council_review::port::Snapshot;
use council_review::source::formats::spec_kit::{Feature, FeatureFolders};
use council_review::source::subject::{SubjectReading, TrackedFiles, WorkStatus, tickets};
use council_review::source::{RfcState, TicketStatus, Tier};

use super::claims::{are_as_expected, example_holds, fired_and_silent, read_as_claims, rows};
use crate::gates::fixture::{Fixture, sections, text_in};

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

#[test]
fn every_fixture_of_a_feature_gives_just_the_findings_it_carries() {
    are_as_expected(&fixtures(), findings);
}

#[test]
fn every_rule_of_a_feature_has_a_fixture_that_fires_it_and_one_that_does_not() {
    let all: BTreeSet<String> =
        rules_of(Adapter::SpecKit).map(|rule| rule.id.to_string()).collect();
    assert_eq!(fired_and_silent(&fixtures()), [all.clone(), all]);
}

#[test]
fn findings_of_features_read_as_claims() {
    for fixture in fixtures() {
        read_as_claims(&findings(&fixture), &[]);
    }
}

#[test]
fn every_rule_of_a_feature_has_an_example_that_holds() {
    for info in rules_of(Adapter::SpecKit) {
        example_holds(info, &base(), findings);
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
    let made = tickets(&feature.subject);
    assert_eq!(made.len(), 4);
    let ticket = &made[1];
    assert_eq!(ticket.known_status, Some(TicketStatus::Open));
    assert_eq!(ticket.phase.as_ref().map(|phase| phase.place.line), Some(7));
    let serves: Vec<&str> = ticket.requirements.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(serves, ["US2"]);
    assert_eq!(ticket.dependencies[0].target, "T001");
    assert_eq!((ticket.dependencies[0].place.line, ticket.dependencies[0].place.column), (10, 32));
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
    assert!(text.len() < 1 << 20, "{}", text.len());
    fixture.files.insert("specs/001-greet/tasks.md".to_owned(), text);
    let feature = only(&fixture);
    assert_eq!(feature.subject.work_items.len(), 50_000);
    let results = check(&feature, &TrackedFiles::default());
    let found = results.iter().flat_map(|result| &result.findings).count();
    assert_eq!(found, 1, "S27 alone");
}
