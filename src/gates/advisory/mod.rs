//! The advisory rules L1 to L12 of gates 5 and 6: what is counted, or is there or not, so that no
//! opinion is needed. None of them is a BLOCKER, so none fails a gate; they count in the verdict.
//!
//! A rule is one file: what it is, an example, its check. `outline` of the gates is what the rules ask
//! of one ticket's text; here each rule is held against all tickets of an RFC.

mod checks;
mod components;
mod criteria;
mod documents;
mod files;
mod lists;
mod outlier;
mod paths;
mod restated;
mod scene;
mod scripts;
mod steps;
mod testing;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use self::scene::{RfcTicket, Scene};
use super::Overview;
use super::diagnostic::{Spot, beside, weighing};
use super::rule_info::RuleInfo;
use crate::gates::text::words::listed;
use crate::model::policy::MAX_RELATED;
use crate::model::{
    Finding, GateId, GateResult, GateStatus, NodePath, Place, Related, RelatedKind, Severity,
    TicketId,
};
use crate::source::Dossier;

/// One advisory rule.
pub(super) struct Advisory {
    /// What it is.
    pub(super) info: RuleInfo,
    /// What it finds in one ticket.
    check: fn(&Scene<'_>, &RfcTicket<'_>) -> Vec<Hit>,
}

/// All of them, in order.
pub(super) const ADVISORY: &[&Advisory] = &[
    &files::L1,
    &components::L2,
    &outlier::L3,
    &paths::L4,
    &documents::L5,
    &steps::L6,
    &restated::L7,
    &criteria::L8,
    &checks::L9,
    &scripts::L10,
    &lists::L11,
    &testing::L12,
];

/// What a rule finds at one place.
struct Hit {
    spot: Spot,
    severity: Severity,
    says: String,
    act: String,
    related: Vec<Related>,
}

impl Hit {
    fn new(spot: &Spot, severity: Severity, says: String, act: impl Into<String>) -> Self {
        Self { spot: spot.clone(), severity, says, act: act.into(), related: Vec::new() }
    }

    /// The same with files that it names.
    fn beside<'p>(self, paths: impl IntoIterator<Item = &'p str>) -> Self {
        let file = |path: &str| Related {
            kind: RelatedKind::File,
            name: path.to_owned(),
            location: Place::whole_file().in_file(path),
        };
        Self { related: paths.into_iter().take(MAX_RELATED).map(file).collect(), ..self }
    }
}

/// Rules about what a ticket's file is as such: where one of them fires, what is missing in the ticket
/// may only be unread.
const UNREAD: [&str; 4] = ["R9", "R10", "R15", "R52"];

/// What the rules find in an RFC, gate by gate; `decided` is what gates 1 to 4 found. A gate without a
/// finding is not there, and none of them was run: whether a ticket passes is for the council to say.
pub(super) fn check(dossier: &Dossier, all: &Overview, decided: &[GateResult]) -> Vec<GateResult> {
    let scene = Scene::of(dossier, all);
    let found = || decided.iter().flat_map(|result| &result.findings);
    let unread: HashSet<&str> = found()
        .filter(|finding| UNREAD.contains(&finding.rule.as_str()))
        .map(|finding| finding.location.file.as_str())
        .collect();
    let said: HashSet<(&str, &NodePath)> =
        found().map(|finding| (finding.location.file.as_str(), &finding.location.path)).collect();
    let mut by_gate: BTreeMap<GateId, Vec<Finding>> = BTreeMap::new();
    for rule in ADVISORY {
        let readable = scene.members.iter().filter(|m| !unread.contains(m.ticket.file.as_str()));
        let hits: Vec<(&RfcTicket<'_>, Hit)> = readable
            .flat_map(|member| {
                (rule.check)(&scene, member).into_iter().map(move |hit| (member, hit))
            })
            .filter(|(_, hit)| {
                let at = hit.spot.location();
                !said.contains(&(at.file.as_str(), &at.path))
            })
            .map(|(member, hit)| (member, weighed(member, hit)))
            .collect();
        by_gate.entry(rule.info.gate).or_default().extend(told(&scene, &rule.info, hits));
    }
    let results = by_gate.into_iter().filter(|(_, findings)| !findings.is_empty());
    results
        .map(|(gate, findings)| GateResult {
            status: GateStatus::NotRun,
            ..GateResult::new(gate, false, findings, serde_json::Value::Null)
        })
        .collect()
}

/// What a closed ticket says weighs less, as in gate 4 (GATES.md R49).
fn weighed(member: &RfcTicket<'_>, hit: Hit) -> Hit {
    let severity = if member.ticket.is_live() { hit.severity } else { hit.severity.lowered() };
    Hit { severity, ..hit }
}

/// As many places of a habit are named.
const NAMED: usize = 12;

/// The findings of one rule. What more than half of the live tickets share is a habit of their
/// author: said once, where it weighs most, with all its places.
fn told(
    scene: &Scene<'_>,
    rule: &'static RuleInfo,
    hits: Vec<(&RfcTicket<'_>, Hit)>,
) -> Vec<Finding> {
    let concerned: BTreeSet<&TicketId> = hits
        .iter()
        .filter(|(member, _)| member.ticket.is_live())
        .map(|(member, _)| &member.ticket.stem)
        .collect();
    let live = scene.members.iter().filter(|member| member.ticket.is_live()).count();
    let is_habit = concerned.len() > 1 && concerned.len() * 2 > live;
    let finding = |hit: Hit| {
        let Hit { spot, severity, says, act, related } = hit;
        beside(related, weighing(severity, spot.says(rule, says, act)))
    };
    if !is_habit {
        return hits.into_iter().map(|(_, hit)| finding(hit)).collect();
    }
    let worst = hits.iter().map(|(_, hit)| hit.severity).max();
    let first = hits.iter().position(|(_, hit)| Some(hit.severity) == worst);
    let mut places = Vec::new();
    let mut related = Vec::new();
    let mut chosen = None;
    for (at, (member, hit)) in hits.into_iter().enumerate() {
        if Some(at) == first {
            chosen = Some(hit);
        } else {
            let (name, location) = (member.ticket.stem.to_string(), hit.spot.location().clone());
            places.push(format!("{name}:{}", location.line));
            related.push(Related { kind: RelatedKind::Ticket, name, location });
        }
    }
    let mut habit = chosen.map(finding);
    if let Some(habit) = habit.as_mut().filter(|_| !places.is_empty()) {
        let also = listed(&places, NAMED);
        habit.description = format!("{}; also at {also}", habit.description);
        related.truncate(MAX_RELATED);
        habit.related = related;
    }
    habit.into_iter().collect()
}
