//! The table of all rules, and what they find in an RFC.

pub(crate) mod atomicity;
pub(crate) mod cousin;
pub(crate) mod implementability;
pub(crate) mod kind;
pub(crate) mod rule;
pub(crate) mod structure;

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
        .chain(structure::boundaries::RULES)
        .chain(structure::promises::RULES)
        .chain(atomicity::RULES)
        .chain(atomicity::callers::RULES)
        .chain(implementability::RULES)
        .chain(cousin::content::RULES)
        .chain(cousin::extension::RULES)
        .chain(cousin::twins::RULES)
        .chain(cousin::names::RULES)
}

/// What the rules of all seats find in one RFC, seat by seat, one hit for each place.
#[derive(Debug, Default)]
pub(crate) struct Found {
    hits: Vec<Hit>,
}

impl Found {
    /// Each seat's rules on a thread of their own: they share the desk and nothing else. What
    /// several of them find is said once, by the surest, the first among equals.
    pub(crate) fn over(desk: &Desk<'_>) -> Self {
        let hits = |seat| all().filter(move |r| r.seat == seat).flat_map(|r| applied(desk, r));
        let by_seat = thread::scope(|scope| {
            let working = RuleSeat::ALL.map(|seat| scope.spawn(move || hits(seat).collect()));
            working.map(|seat| match seat.join() {
                Ok(hits) => hits,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        let mut found = Self::default();
        for hit in by_seat.into_iter().flat_map(|hits: Vec<Hit>| hits) {
            match found.hits.iter_mut().find(|known| known.is_same(&hit)) {
                Some(known) if known.confidence < hit.confidence => *known = hit,
                Some(_) => {}
                None => found.hits.push(hit),
            }
        }
        found
    }

    /// What the rules of all seats find.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Hit> {
        self.hits.iter()
    }

    /// What the rules of one seat find.
    pub(crate) fn by(&self, seat: RuleSeat) -> impl Iterator<Item = &Hit> {
        self.hits.iter().filter(move |hit| hit.rule().seat == seat)
    }

    /// What a rule of some seat found where a finding is, of the finding's kind.
    pub(crate) fn at(&self, view: &FindingView) -> Option<&Hit> {
        self.all().find(|hit| hit.is_of(view.gate_id, view.subcategory) && hit.is_where(view))
    }
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
    fn what_two_rules_find_at_one_place_is_said_once_by_the_surest() {
        let made = "scope:\n  in_scope:\n  - Define LeaseTable struct with owner and expiry\n";
        let used =
            "plan:\n  steps:\n  - \"Write each LeaseTable row with an enum (Free, Held, etc.)\"\n";
        let dossier = dossier(&[ticket(1, "Lease table", made), ticket(2, "Two", used)], &[]);
        let found = Found::over(&Desk::new(&dossier, &Index::default()));
        let said: Vec<_> = found.all().map(|hit| (hit.kind().name, hit.confidence)).collect();
        let expected = ["vague-words", "hidden-dependency", "no-error-cases"]
            .map(|kind| (kind, Confidence::Likely));
        assert_eq!(said, expected, "the hint at the same line is the same question");
        let related = found.by(RuleSeat::Sa2).flat_map(Hit::related);
        let told: Vec<String> =
            related.map(|one| format!("{} {}", one.name, one.location)).collect();
        assert_eq!(told, ["TCK-00001 documents/work/tickets/TCK-00001.yaml:4:12"]);
    }

    #[test]
    fn the_severity_follows_from_the_confidence() {
        let scope = "scope:\n  in_scope:\n  - Choose the tag of the message (TBD)\n  - Close the socket properly\n";
        let rest = "scope:\n  in_scope:\n  - Keep the format of TCK-00009\n  out_of_scope:\n  - Unit tests (TCK-00002)\nplan:\n  steps:\n  - Change src/lib.rs\n";
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
