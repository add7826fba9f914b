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
use crate::model::{Related, Severity};
use crate::rules::desk::Desk;
use crate::rules::lints::rule::{Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;

/// All rules of all seats, in the order in which they speak.
pub(crate) fn all() -> impl Iterator<Item = &'static LintRule> {
    structure::RULES
        .iter()
        .chain(structure::order::RULES)
        .chain(structure::phases::RULES)
        .chain(structure::boundaries::RULES)
        .chain(structure::promises::RULES)
        .chain(atomicity::RULES)
        .chain(atomicity::callers::RULES)
        .chain(atomicity::consumers::RULES)
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
    /// Each seat's rules on a thread of their own: they share the desk and nothing else. What
    /// several of them find is said once, by the surest, the first among equals.
    pub(crate) fn over(desk: &Desk<'_>) -> Self {
        let by_seat = thread::scope(|scope| {
            let working = RuleSeat::ALL.map(|seat| (seat, scope.spawn(move || hits(desk, seat))));
            working.map(|(seat, hits)| match hits.join() {
                Ok(hits) => (seat, hits),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        let mut found = Self { by_seat: by_seat.into() };
        for seat in RuleSeat::ALL {
            let is_surer = |hit: &Hit| {
                let mut others = found.by_seat.iter().filter(|(other, _)| **other != seat);
                others.any(|(other, hits)| {
                    let same = hits.iter().find(|known| known.is_same(hit));
                    same.is_some_and(|known| (known.confidence, seat) > (hit.confidence, *other))
                })
            };
            let own = found.by(seat).iter().filter(|hit| !is_surer(hit)).cloned().collect();
            found.by_seat.insert(seat, own);
        }
        found
    }

    /// What the rules of all seats find.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Hit> {
        self.by_seat.values().flatten()
    }

    /// What the rules of one seat find.
    pub(crate) fn by(&self, seat: RuleSeat) -> &[Hit] {
        self.by_seat.get(&seat).map_or(&[], Vec::as_slice)
    }

    /// What a rule of some seat found where a finding is, of the finding's kind.
    pub(crate) fn at(&self, view: &FindingView) -> Option<&Hit> {
        self.all().find(|hit| hit.is_of(view.gate_id, view.subcategory) && hit.is_where(view))
    }
}

/// What the rules of one seat find in the RFC, one hit for each place.
pub(crate) fn hits(desk: &Desk<'_>, seat: RuleSeat) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    for rule in all().filter(|rule| rule.seat == seat) {
        for hit in applied(desk, rule) {
            if !found.iter().any(|other| other.is_same(&hit)) {
                found.push(hit);
            }
        }
    }
    found
}

/// One rule over all live tickets; a habit is said once.
pub(crate) fn applied(desk: &Desk<'_>, rule: &'static LintRule) -> Vec<Hit> {
    let found = desk.live.iter().flat_map(|ticket| (rule.check)(desk, ticket));
    let mut hits: Vec<Hit> = found.map(|hit| hit.by(rule)).collect();
    let mut concerned: Vec<(Related, Severity)> = Vec::new();
    for hit in &hits {
        match concerned.last_mut() {
            Some((last, worst)) if last.name == hit.ticket.as_str() => {
                *worst = hit.severity.max(*worst);
            }
            _ => concerned.push((hit.as_related(), hit.severity)),
        }
    }
    let is_habit =
        concerned.len() >= 5 || (concerned.len() >= 3 && concerned.len() * 2 > desk.live.len());
    if rule.repeat == Repeat::OncePerSubject && is_habit {
        let worst = hits.iter().map(|hit| hit.severity).max();
        hits.retain(|hit| Some(hit.severity) == worst);
        hits.truncate(1);
        for hit in &mut hits {
            concerned.retain(|(other, _)| other.name != hit.ticket.as_str());
            hit.also = std::mem::take(&mut concerned);
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fixture::{dossier, ticket};
    use crate::rules::lints::rule::Confidence;
    use crate::symbols::Index;

    #[test]
    fn what_two_rules_find_at_one_place_is_said_once_by_the_first_among_equals() {
        let made = "scope:\n  in_scope:\n  - Define LeaseTable struct with owner and expiry\n";
        let used = "plan:\n  steps:\n  - Uses the LeaseTable types from TCK-00001\n";
        let dossier = dossier(&[ticket(1, "Lease table", made), ticket(2, "Two", used)], &[]);
        let index = Index::default();
        let desk = Desk::new(&dossier, &index);
        let of = |hits: &[Hit]| -> Vec<Confidence> {
            let hidden = hits.iter().filter(|hit| hit.kind().name == "hidden-dependency");
            hidden.map(|hit| hit.confidence).collect()
        };
        for seat in [RuleSeat::Sa1, RuleSeat::Sa2] {
            assert_eq!(of(&hits(&desk, seat)), [Confidence::Likely], "{seat:?}");
        }
        let found = Found::over(&desk);
        assert_eq!(of(found.by(RuleSeat::Sa1)), [Confidence::Likely]);
        assert_eq!(of(found.by(RuleSeat::Sa2)), []);
        let related = found.by(RuleSeat::Sa1)[0].related();
        let told: Vec<String> =
            related.iter().map(|one| format!("{} {}", one.name, one.location)).collect();
        assert_eq!(told, ["TCK-00001 documents/work/tickets/TCK-00001.yaml:4:12"]);
    }

    #[test]
    fn the_severity_follows_from_the_confidence() {
        let scope = "scope:\n  in_scope:\n  - Choose the tag of the message (TBD)\n  - Close the socket properly\n";
        let rest = "scope:\n  in_scope:\n  - Keep the format of TCK-00009\nplan:\n  steps:\n  - Change src/lib.rs\n  - Tests come with TCK-00002\n";
        let dossier =
            dossier(&[ticket(1, "Do it", rest), ticket(2, "Two", scope)], &["src/lib.rs"]);
        let index = Index::default();
        let found = Found::over(&Desk::new(&dossier, &index));
        let mut met: Vec<(Confidence, Severity)> =
            found.all().map(|hit| (hit.confidence, hit.severity)).collect();
        met.sort_unstable();
        met.dedup();
        assert_eq!(
            met,
            [
                (Confidence::Hint, Severity::Info),
                (Confidence::Likely, Severity::Minor),
                // A kind that weighs no more, and one that would be a BLOCKER of its own.
                (Confidence::Certain, Severity::Minor),
                (Confidence::Certain, Severity::Major),
            ]
        );
    }
}
