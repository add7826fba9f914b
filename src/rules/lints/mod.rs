//! The table of all rules, and what they find in an RFC.

pub(crate) mod atomicity;
pub(crate) mod cousin;
pub(crate) mod implementability;
pub(crate) mod kind;
pub(crate) mod rule;
pub(crate) mod structure;

use std::collections::BTreeMap;
use std::thread;

use crate::council::rfc::ask::FindingView;
use crate::model::{Severity, TicketId};
use crate::rules::desk::Desk;
use crate::rules::lints::kind::DefectKind;
use crate::rules::lints::rule::{Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::listed;

/// All rules of all seats, in the order in which they speak.
pub(crate) fn all() -> impl Iterator<Item = &'static LintRule> {
    structure::RULES
        .iter()
        .chain(structure::order::RULES)
        .chain(structure::phases::RULES)
        .chain(structure::chain::RULES)
        .chain(structure::boundaries::RULES)
        .chain(structure::promises::RULES)
        .chain(structure::criteria::RULES)
        .chain(atomicity::RULES)
        .chain(atomicity::concerns::RULES)
        .chain(atomicity::strangers::RULES)
        .chain(atomicity::callers::RULES)
        .chain(atomicity::consumers::RULES)
        .chain(atomicity::testing::RULES)
        .chain(implementability::RULES)
        .chain(cousin::files::RULES)
        .chain(cousin::content::RULES)
        .chain(cousin::extension::RULES)
        .chain(cousin::twins::RULES)
        .chain(cousin::names::RULES)
}

/// What the rules of all seats find in one RFC.
#[derive(Debug, Default)]
pub(crate) struct Found {
    by_seat: BTreeMap<RuleSeat, Vec<Hit>>,
}

impl Found {
    /// Each seat's rules on a thread of their own: they share the desk and nothing else.
    pub(crate) fn over(desk: &Desk<'_>) -> Self {
        let by_seat = thread::scope(|scope| {
            let working = RuleSeat::ALL.map(|seat| (seat, scope.spawn(move || hits(desk, seat))));
            working.map(|(seat, hits)| match hits.join() {
                Ok(hits) => (seat, hits),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        Self { by_seat: by_seat.into() }
    }

    /// What the rules of one seat find.
    pub(crate) fn by(&self, seat: RuleSeat) -> &[Hit] {
        self.by_seat.get(&seat).map_or(&[], Vec::as_slice)
    }

    /// What kind of defect a finding claims, when a rule of some seat made the claim.
    pub(crate) fn kind_of(&self, view: &FindingView) -> Option<&'static DefectKind> {
        let same = |hit: &&Hit| {
            (hit.gate, hit.subcategory) == (view.gate_id, view.subcategory)
                && hit.file == view.location.file
                && hit.path == view.location.path
        };
        let all = || self.by_seat.values().flatten().filter(same);
        let word_for_word = all().find(|hit| hit.description == view.description);
        word_for_word.or_else(|| all().next()).and_then(|hit| hit.kind)
    }
}

/// What the rules of one seat find in the RFC, one hit for each place.
pub(crate) fn hits(desk: &Desk<'_>, seat: RuleSeat) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    for rule in all().filter(|rule| rule.seat == seat) {
        for hit in applied(desk, rule) {
            let same = |other: &Hit| {
                (other.gate, other.subcategory, &other.file, &other.path)
                    == (hit.gate, hit.subcategory, &hit.file, &hit.path)
            };
            if !found.iter().any(same) {
                found.push(Hit {
                    cycle: rule.cycle,
                    rule: rule.name,
                    kind: Some(rule.kind),
                    finds: rule.finds,
                    modes: rule.modes,
                    ..hit
                });
            }
        }
    }
    found
}

/// One rule over all live tickets; a habit is said once.
pub(crate) fn applied(desk: &Desk<'_>, rule: &LintRule) -> Vec<Hit> {
    let mut hits: Vec<Hit> =
        desk.live.iter().flat_map(|ticket| (rule.check)(desk, ticket)).collect();
    let mut concerned: Vec<(TicketId, Severity)> = Vec::new();
    for hit in &hits {
        match concerned.last_mut() {
            Some((id, worst)) if *id == hit.ticket => *worst = hit.severity.max(*worst),
            _ => concerned.push((hit.ticket.clone(), hit.severity)),
        }
    }
    let is_habit =
        concerned.len() >= 5 || (concerned.len() >= 3 && concerned.len() * 2 > desk.live.len());
    if rule.repeat == Repeat::OncePerSubject && is_habit {
        let worst = hits.iter().map(|hit| hit.severity).max();
        hits.retain(|hit| Some(hit.severity) == worst);
        hits.truncate(1);
        for hit in &mut hits {
            concerned.retain(|(id, _)| *id != hit.ticket);
            let others: Vec<&str> = concerned.iter().map(|(id, _)| id.as_str()).collect();
            hit.description = format!(
                "{}; {} other tickets of this RFC have the same ({}), so it is said once",
                hit.description,
                others.len(),
                listed(&others, 6)
            );
            hit.also = std::mem::take(&mut concerned);
        }
    }
    hits
}
