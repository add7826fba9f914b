//! What a session that has ended comes to, against what the rules make of it in other words: derived
//! once for each end.

use council_review::adjudicate::Word;
use council_review::council::rfc::SessionState;
use council_review::council::rfc::ledger::LedgerEntry;
use council_review::council::rfc::tally::{FindingResolution, Settled};
use council_review::evidence::derive::{Derived, assessed_status, derive};
use council_review::model::{
    FindingId, GateId, GateStatus, Severity, TerminalState, TicketId, Verdict,
};

use crate::defects::{Fate, fates};
use crate::model::{Explore, Play};
use crate::properties as p;
use crate::twice;

/// What follows from a session that ended, or what a corrupted protocol makes of it.
pub(crate) fn derived(explore: &Explore, charter: &SessionState, state: TerminalState) -> Derived {
    let mut derived = derive(&charter.rfc, &charter.ledger, state, "OK", Word::default());
    if let Some(mutant) = explore.mutant {
        twice::misjudge(mutant, charter, &mut derived);
    }
    derived
}

/// What the evidence will say of a gate that seats assess.
pub(crate) fn status(charter: &SessionState, derived: &Derived, gate: GateId) -> GateStatus {
    let looked = |ticket: &TicketId| charter.assessments.get(ticket).map_or(0, |seats| seats.len());
    let opinions: Vec<usize> = charter.tickets.iter().map(looked).collect();
    let entries = charter.ledger.entries();
    assessed_status(gate, charter.cycles_completed, &opinions, entries, &derived.outcomes)
}

/// The properties that an end, and what is derived of it, breaks.
pub(crate) fn misjudged(explore: &Explore, play: &Play) -> Vec<&'static str> {
    let charter = play.charter();
    let Some(ending) = &charter.ending else { return Vec::new() };
    let fates = fates(&charter.ledger, charter.is_settled());
    let derived = derived(explore, charter, ending.state);
    let end = End { explore, charter, state: ending.state, fates, derived };
    let holds = [
        (p::ONE, end.links_rightly()),
        (p::WEIGHS, end.weighs_rightly()),
        (p::LIKENESS, end.takes_nothing_away()),
        (p::GATES, end.lets_gates_stand()),
        (p::CONVERGED, end.leaves_nothing_open()),
        (p::DEADLOCKED, end.names_what_is_deadlocked()),
        (p::LAXER, end.is_never_laxer()),
        (p::ASSESSED, end.passes_what_was_assessed()),
    ];
    p::lacking(holds).collect()
}

/// What becomes of each finding as the rules have it, and as it is derived.
struct End<'l> {
    explore: &'l Explore,
    charter: &'l SessionState,
    state: TerminalState,
    fates: Vec<Fate<'l>>,
    derived: Derived,
}

impl End<'_> {
    /// What is derived of each telling of a defect.
    fn of(&self, fate: &Fate<'_>) -> Vec<(&LedgerEntry, &Settled)> {
        let tells = |id: &FindingId| {
            fate.all.iter().flat_map(|one| &one.0).any(|telling| telling.id == *id)
        };
        let all = self.charter.ledger.entries().iter().zip(&self.derived.outcomes);
        all.filter(|(entry, _)| tells(&entry.id)).collect()
    }

    /// Who is derived to speak for each finding is who does.
    fn links_rightly(&self) -> bool {
        self.fates.iter().all(|fate| {
            let speaks = &fate.speaks.first().id;
            self.of(fate).into_iter().all(|(entry, settled)| match &settled.duplicate_of {
                None => entry.id == *speaks,
                Some(of) => entry.id != *speaks && of == speaks,
            })
        })
    }

    /// Each defect is derived to weigh once, what it weighs; and the answer follows from no more.
    fn weighs_rightly(&self) -> bool {
        let own = self.fates.iter().all(|fate| {
            self.of(fate).into_iter().all(|(entry, settled)| {
                if entry.id == fate.speaks.first().id {
                    (settled.resolution, settled.severity) == (fate.resolution, fate.severity)
                } else {
                    settled.resolution == FindingResolution::Duplicate
                }
            })
        });
        let is = |fate: &&Fate<'_>, resolution| fate.resolution == resolution;
        let stands = |severity| {
            let standing = self.fates.iter().filter(|fate| is(fate, FindingResolution::Stands));
            standing.filter(|fate| fate.severity == severity).count()
        };
        let answer = match (stands(Severity::Blocker), stands(Severity::Major)) {
            _ if self.state == TerminalState::Aborted => Verdict::Aborted,
            _ if self.is_left() => Verdict::NeedsAdjudication,
            (0, 0) => Verdict::Approved,
            (0, 1..=3) => Verdict::ApprovedWithRemediation,
            _ => Verdict::Rejected,
        };
        own && self.derived.verdict == answer
    }

    /// What stands before likenesses found beside the vote stands after them, and weighs no less.
    fn takes_nothing_away(&self) -> bool {
        self.fates.iter().all(|fate| {
            let derived = self.of(fate).into_iter();
            let left: Vec<Severity> = derived
                .filter(|(_, settled)| settled.resolution == FindingResolution::Stands)
                .map(|(_, settled)| settled.severity)
                .collect();
            let alone =
                fate.all.iter().map(|one| (one.resolution(fate.is_settled), one.severity()));
            let mut stood = alone.filter(|(of, _)| *of == FindingResolution::Stands);
            stood.all(|(_, was)| left.iter().any(|is| *is >= was))
        })
    }

    /// Whether something is left to a person: no quorum, or a blocker without a way out that two stand
    /// behind.
    fn is_left(&self) -> bool {
        self.fates.iter().any(|fate| fate.resolution == FindingResolution::Deadlocked)
    }

    fn lets_gates_stand(&self) -> bool {
        self.explore.gates.iter().zip(&self.derived.outcomes).all(|((gate, _), settled)| {
            settled.resolution == FindingResolution::Stands && settled.severity == gate.severity
        })
    }

    fn leaves_nothing_open(&self) -> bool {
        self.state != TerminalState::Converged || self.charter.is_settled() && !self.is_left()
    }

    fn names_what_is_deadlocked(&self) -> bool {
        self.state != TerminalState::Deadlocked
            || self.derived.verdict == Verdict::NeedsAdjudication
                && !self.derived.deadlocked.is_empty()
                && self.is_left()
    }

    /// The gates' findings alone demand so much, and once the vote is over what stands of the seats'
    /// too.
    fn is_never_laxer(&self) -> bool {
        let of_gates = self.explore.gates.iter().map(|(finding, _)| finding.severity);
        let fates = self.fates.iter().filter(|_| self.charter.is_settled());
        let voted = fates.filter(|fate| fate.speaks.is_of_seats());
        let voted = voted.filter(|fate| {
            matches!(fate.resolution, FindingResolution::Stands | FindingResolution::Deadlocked)
        });
        let (mut blockers, mut majors) = (0, 0);
        for severity in of_gates.chain(voted.map(|fate| fate.severity)) {
            blockers += u32::from(severity == Severity::Blocker);
            majors += u32::from(severity == Severity::Major);
        }
        let least = match (blockers, majors) {
            (0, 0) => 0,
            (0, 1..=3) => 1,
            _ => 2,
        };
        strictness(self.derived.verdict) >= least
    }

    /// A gate that seats assess has passed only if two that answered looked at every ticket and no
    /// blocker of it is left.
    fn passes_what_was_assessed(&self) -> bool {
        let looked = self.charter.tickets.iter().all(|ticket| {
            self.charter.assessments.get(ticket).is_some_and(|seats| seats.len() >= 2)
        });
        [GateId::Atomicity, GateId::Implementability, GateId::AntiCousin].iter().all(|&gate| {
            let blocked = self.fates.iter().any(|fate| {
                let is_weightless = matches!(
                    fate.resolution,
                    FindingResolution::Dismissed | FindingResolution::Ungrounded
                );
                fate.speaks.first().gate == gate
                    && fate.severity == Severity::Blocker
                    && !is_weightless
            });
            status(self.charter, &self.derived, gate) != GateStatus::Passed
                || self.charter.cycles_completed >= 2
                    && !self.charter.tickets.is_empty()
                    && looked
                    && !blocked
        })
    }
}

/// 0 lets a change go on, 1 lets it go on with work to do, 2 stops it.
fn strictness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Approved | Verdict::NotApplicable => 0,
        Verdict::ApprovedWithRemediation => 1,
        Verdict::Rejected | Verdict::NeedsAdjudication | Verdict::Aborted => 2,
    }
}
