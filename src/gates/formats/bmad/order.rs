//! The order of stories (B20 to B22).

use std::collections::{HashMap, HashSet};

use super::example::EPICS;
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::gates::subject::circles;
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::formats::bmad::BmadPlan;

pub(super) static B20: RuleInfo = RuleInfo {
    id: Rule::numbered("B20"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    varies: super::DONE,
    title: "a story that depends on a story which does not exist",
    why: "Nobody can tell what must be done first.",
    act: "Correct the number, or remove the dependency.",
    fix: None,
    example: in_one(EPICS, "**Dependencies:** Story 1.9", "**Dependencies:** Story 1.1"),
};

pub(super) static B21: RuleInfo = RuleInfo {
    id: Rule::numbered("B21"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::PhaseMisordering,
    severity: Severity::Major,
    varies: super::DONE,
    title: "a story that depends on a later one",
    why: "BMAD builds stories in their order, so this one cannot be finished in its turn.",
    act: "Move one of the two, or remove the dependency.",
    fix: None,
    example: in_one(EPICS, "**Dependencies:** Story 2.1", "**Dependencies:** Story 1.1"),
};

pub(super) static B22: RuleInfo = RuleInfo {
    id: Rule::numbered("B22"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::DependencyCycle,
    severity: Severity::Blocker,
    varies: super::DONE,
    title: "stories that wait for each other",
    why: "None of them can be the first.",
    act: "Remove one of the dependencies, or merge the stories.",
    fix: None,
    example: in_one(EPICS, "**Dependencies:** Story 1.2", "**Dependencies:** Story 1.1"),
};

/// B20 to B22.
pub(super) fn check(plan: &BmadPlan, out: &mut FindingList) {
    let Some((document, epics)) = plan.epics_file() else { return };
    let mut by_number: HashMap<&str, usize> = HashMap::new();
    for (index, story) in epics.stories.iter().enumerate() {
        by_number.entry(&story.number).or_insert(index);
    }
    let target = |number: &str| by_number.get(number).copied();
    let stories = || epics.stories.iter().enumerate();
    let edges: Vec<(usize, usize)> = stories()
        .flat_map(|(from, story)| {
            let targets = story.waits_for.iter().filter_map(|on| target(&on.id));
            targets.map(move |to| (from, to)).collect::<Vec<_>>()
        })
        .collect();
    let circles = circles(epics.stories.len(), &edges);
    let mut circle_of: HashMap<usize, usize> = HashMap::new();
    for (number, circle) in circles.iter().enumerate() {
        circle_of.extend(circle.iter().map(|story| (*story, number)));
        let Some(story) = circle.first().map(|first| &epics.stories[*first]) else { continue };
        let names = circle.iter().take(SHOWN).map(|index| epics.stories[*index].number.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        let words = match circle.len() {
            1 => format!("Story {} waits for itself", story.number),
            _ => format!("these stories wait for each other: {names}"),
        };
        let place = document.place_of(story.span.clone(), &story.number);
        let act = "remove one of the dependencies, or merge the stories";
        out.push(Spot::in_document(document, &place).says(&B22, words, act));
    }
    for (from, story) in stories() {
        let mut told: HashSet<&str> = HashSet::new();
        for on in story.waits_for.iter().filter(|on| told.insert(&on.id)) {
            let spot = || {
                let place = document.place_of(on.span.clone(), &story.number);
                Spot::in_document(document, &place)
            };
            match target(&on.id) {
                None => out.push(spot().says(
                    &B20,
                    format!(
                        "Story {} depends on {}, which does not exist",
                        story.number,
                        quoted(&on.id)
                    ),
                    "correct the number, or remove the dependency",
                )),
                Some(to) if to > from => {
                    let circle = circle_of.get(&from);
                    if circle.is_none() || circle != circle_of.get(&to) {
                        out.push(spot().says(
                            &B21,
                            format!("Story {} depends on the later Story {}", story.number, on.id),
                            "move one of the two, or remove the dependency",
                        ));
                    }
                }
                Some(_) => {}
            }
        }
    }
}

/// Stories that a message names.
const SHOWN: usize = 12;
