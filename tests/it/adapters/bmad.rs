//! Every rule of BMAD's plans over small repositories that carry their expectations in place, a real
//! one as a reference program read it, and input that is meant to hurt.

use std::collections::BTreeSet;

use council_review::gates::formats::bmad::check;
use council_review::gates::rules_of;
use council_review::model::{Adapter, Finding, GateStatus};
use council_review::port::Snapshot;
use council_review::source::formats::bmad::{BmadPlan, EPICS, STORIES, find_epics};
use council_review::source::memory::MemorySnapshot;
use council_review::source::subject::WorkStatus;

use super::claims::{are_as_expected, example_holds, fired_and_silent, read_as_claims};
use super::corpus::{json, repository};
use super::expected::differences;
use crate::gates::fixture::{Fixture, sections, text_in};
use crate::support::aside;

fn base() -> String {
    text_in("adapters", "bmad_base")
}

fn fixtures() -> Vec<Fixture> {
    sections(&text_in("adapters", "bmad"), &base())
}

fn plan(tree: &dyn Snapshot) -> BmadPlan {
    let epics = find_epics(tree.entries(), EPICS).expect("an epics file");
    BmadPlan::read(tree, &epics, STORIES, false).expect("its name is an id")
}

fn findings(fixture: &Fixture) -> Vec<Finding> {
    check(&plan(&fixture.tree())).into_iter().flat_map(|result| result.findings).collect()
}

fn of_format() -> BTreeSet<String> {
    let rules = rules_of(Adapter::Bmad).map(|rule| rule.id.to_string());
    rules.filter(|id| id.starts_with('B')).collect()
}

#[test]
fn every_fixture_of_a_plan_gives_just_the_findings_it_carries() {
    are_as_expected(&fixtures(), findings);
}

#[test]
fn every_rule_of_a_plan_has_a_fixture_that_fires_it_and_one_that_does_not() {
    let [fails, passes] = fired_and_silent(&fixtures());
    let all = of_format();
    assert_eq!(fails.intersection(&all).cloned().collect::<BTreeSet<_>>(), all);
    assert_eq!(passes, all);
}

#[test]
fn findings_of_plans_read_as_claims() {
    for fixture in fixtures() {
        read_as_claims(&findings(&fixture), &[]);
    }
}

#[test]
fn every_rule_of_a_plan_has_an_example_that_holds() {
    for info in rules_of(Adapter::Bmad).filter(|rule| rule.id.as_str().starts_with('B')) {
        // An epics file elsewhere is read where the usual one is not there.
        let base = if info.id.as_str() == "B1" { String::new() } else { base() };
        example_holds(info, &base, findings);
    }
}

#[test]
fn a_real_plan_is_read_as_the_reference_read_it() {
    let Some(corpus) = aside::shared("corpus-specs") else { return };
    let name = "adk-secure-sessions";
    let (_dir, tree) = repository(&corpus, name);
    let plan = plan(&tree);
    let expected = json(&corpus.join("expected").join(name).join("epics.json"));
    let found = differences(&expected, &plan.subject, &check(&plan));
    assert_eq!(found, Vec::<String>::new(), "{}", found.join("\n"));
}

#[test]
fn a_plan_is_stories_with_their_status_and_what_they_serve() {
    let mut fixture = Fixture::blank("plan");
    fixture.change(&base());
    let plan = plan(&fixture.tree());
    let stories: Vec<(&str, &str, WorkStatus)> = plan
        .subject
        .work_items
        .iter()
        .map(|story| (story.id.as_str(), story.text.as_str(), story.status))
        .collect();
    let open = WorkStatus::Open;
    let expected =
        [("1.1", "Sign in", open), ("1.2", "Sign out", open), ("2.1", "Reset a password", open)];
    assert_eq!(stories, expected);
    let first = &plan.subject.work_items[0];
    assert_eq!(first.serves.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["FR1"]);
    assert_eq!(first.criteria.iter().map(|one| one.place.line).collect::<Vec<_>>(), [33, 34, 35]);
    assert_eq!(plan.subject.work_items[1].waits_for[0].place.line, 47);
    assert_eq!(plan.subject.groups[1].title, "Epic 2: Passwords");
    assert_eq!(first.place.path.anchor(), Some("1.1"));
    let statuses = check(&plan).into_iter().map(|result| result.status);
    let passed = GateStatus::Passed;
    let expected = [passed, passed, passed, GateStatus::NotApplicable];
    assert_eq!(statuses.collect::<Vec<_>>(), expected);
}

/// Time is linear in the text: each of these takes minutes if it is not.
#[test]
fn hostile_lines_and_many_stories_are_read() {
    let sprint = format!("{STORIES}/sprint-status.yaml");
    for part in
        ["[", "*", "`", "{{a", "FR1-", "FR1, ", "Story 1.1, ", "(AC: 1-", "- [ ] ", "Epic 1 "]
    {
        let line = part.repeat(((1 << 20) - 128) / part.len());
        let epics = format!("## Epic 1: x\n### Story 1.1: x\n**Dependencies:** {line}\n{line}\n");
        let half = epics.len().min(1 << 20);
        let story = format!("# x\n## Acceptance Criteria\n1. x\n- [ ] {line}\n");
        let tree = MemorySnapshot::new()
            .file(EPICS, &epics[..half])
            .file(format!("{STORIES}/1-1-x.md"), story)
            .file(&sprint, "development_status:\n  1-1-x: done\n");
        assert_eq!(check(&plan(&tree)).len(), 4, "{part}");
    }
    let mut epics = "## Epic 1: x\n".to_owned();
    let mut status = "development_status:\n".to_owned();
    for number in 0..9_000 {
        epics.push_str(&format!(
            "### Story 1.{number}: x\n**Depends on:** Story 1.{}\n",
            number + 1
        ));
        status.push_str(&format!("  1-{number}-x: backlog\n"));
    }
    let tree = MemorySnapshot::new().file(EPICS, epics).file(sprint, status);
    let plan = plan(&tree);
    assert_eq!(plan.subject.work_items.len(), 9_000);
    assert_eq!(check(&plan).len(), 4);
}
