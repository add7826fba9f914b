//! What must be reachable, lest an invariant hold because nothing happens.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use council_review::core::call::CallError;
use council_review::council::rfc::ask::Ask;
use council_review::council::rfc::ledger::{CastBallot, LedgerEntry, Way};
use council_review::council::rfc::tally::{self, FindingResolution, Settled};
use council_review::council::rfc::{CallOutcome, ModeOrigin, RfcCallRecord, SeatState};
use council_review::evidence::derive::Derived;
use council_review::model::opinion::Vote;
use council_review::model::{
    AbortReason, Finding, GateId, GateStatus, Severity, TerminalState, Verdict,
};

use crate::defects::counts;
use crate::ends::{derived, status};
use crate::looks;
use crate::model::{Explore, Play};
use crate::properties::{abort, ended, some};
use crate::twice;

/// A state that is looked at, with what is derived of it: once, and only when somebody asks.
struct Noted<'a> {
    explore: &'a Explore,
    play: &'a Play,
    settled: OnceCell<Vec<Settled>>,
    derived: OnceCell<Derived>,
}

type IsReached = fn(&Noted<'_>) -> bool;

const SOMETIMES: [(&str, IsReached); 62] = [
    ("linked before the vote", |Noted { play, .. }| twice::is_linked(play, 2)),
    ("linked beside the vote", |Noted { play, .. }| twice::is_linked(play, 3)),
    ("a part goes under what holds it", |Noted { play, .. }| twice::is_a_part(play, true)),
    ("a part that weighs more stays", |Noted { play, .. }| twice::is_a_part(play, false)),
    ("kept apart by one", |Noted { play, .. }| twice::is_kept_apart_by_one(play)),
    ("a copy of a gate's finding", |Noted { play, .. }| twice::is_of_a_gate(play)),
    ("a severity settled below the highest claim", |noted| {
        noted.settled().any(|(entry, one)| {
            one.resolution == FindingResolution::Stands && one.severity < entry.severity
        })
    }),
    ("a copy that was opposed and stands", |Noted { play, .. }| twice::is_opposed_and_stands(play)),
    ("a later telling speaks", |noted @ Noted { play, .. }| {
        twice::is_linked(play, 3)
            && noted
                .settled()
                .any(|(entry, one)| one.duplicate_of.as_ref().is_some_and(|of| *of > entry.id))
    }),
    ("answered after one look", |Noted { play, .. }| looks::answered_after(play, 1)),
    ("answered after two looks", |Noted { play, .. }| looks::answered_after(play, 2)),
    ("answered after three looks", |Noted { play, .. }| looks::answered_after(play, 3)),
    ("out by one look too many", |Noted { play, .. }| lost(play, looks::is_too_many)),
    ("a crash while it is looked up", |Noted { play, .. }| {
        looks::resumed(play, CallOutcome::Looking)
    }),
    ("a crash before what was shown goes out", |Noted { play, .. }| {
        looks::resumed(play, CallOutcome::Estimating)
    }),
    ("a crash after what was shown went out", |Noted { play, .. }| looks::lost_after_a_look(play)),
    ("time runs out during a look", |Noted { play, .. }| {
        abort(play) == Some(AbortReason::Timeout) && looks::is_any(play, &CallOutcome::Looking)
    }),
    ("a look is withheld for the budget", |Noted { play, .. }| looks::is_withheld(play)),
    ("a session converges after looks", |Noted { play, .. }| {
        ended(play, TerminalState::Converged) && !play.looked.is_empty()
    }),
    ("CONVERGED", |Noted { play, .. }| ended(play, TerminalState::Converged)),
    ("DEADLOCKED", |Noted { play, .. }| ended(play, TerminalState::Deadlocked)),
    ("ABORTED by time", |Noted { play, .. }| abort(play) == Some(AbortReason::Timeout)),
    ("ABORTED by budget", |Noted { play, .. }| abort(play) == Some(AbortReason::BudgetExhausted)),
    ("ABORTED by lost quorum", |Noted { play, .. }| abort(play) == Some(AbortReason::QuorumLost)),
    ("ABORTED by people", |Noted { play, .. }| abort(play) == Some(AbortReason::Cancelled)),
    ("two of two seats make quorum", |Noted { play, .. }| {
        ended(play, TerminalState::Converged)
            && play.charter().live().len() == 2
            && some(play, |entry| counts(entry) == (2, 0))
    }),
    ("a finding is dismissed", |noted @ Noted { play, .. }| {
        some(play, |e| noted.resolution(e) == FindingResolution::Dismissed)
    }),
    ("a vote upholds a finding", |noted @ Noted { play, .. }| {
        some(play, |e| counts(e).0 >= 2 && noted.resolution(e) == FindingResolution::Stands)
    }),
    ("a ballot is spoilt by its digest", |Noted { play, .. }| spoilt(play, "digest")),
    ("a ballot is spoilt by a change of sides", |Noted { play, .. }| spoilt(play, "sides")),
    ("a change of sides counts with a citation", |Noted { play, .. }| {
        let changed = |ballot: &_| {
            matches!(ballot, CastBallot::Cast { vote: Vote::Oppose, missed: Some(_), .. })
        };
        some(play, |e| e.ballots.values().any(changed))
    }),
    ("a ballot is missing", |Noted { play, .. }| {
        some(play, |e| e.ballots.values().any(|ballot| *ballot == CastBallot::Missing))
    }),
    ("a seat abstains", |Noted { play, .. }| {
        let abstains = |ballot: &_| matches!(ballot, CastBallot::Cast { vote: Vote::Abstain, .. });
        some(play, |e| e.ballots.values().any(abstains))
    }),
    ("a re-ask succeeds", |Noted { play, .. }| {
        let answered = |outcome: &_| matches!(outcome, CallOutcome::Answered { .. });
        let calls = &play.charter().calls;
        calls.iter().any(|call| call.task.attempt == 2 && answered(&call.outcome))
    }),
    ("a session converges after a crash", |Noted { play, .. }| {
        ended(play, TerminalState::Converged) && lost_calls(play) > 0
    }),
    ("three calls are lost at once", |Noted { play, .. }| lost_calls(play) == 3),
    ("a crash costs the tokens that were left", |Noted { play, .. }| {
        abort(play) == Some(AbortReason::BudgetExhausted) && lost_calls(play) > 0
    }),
    ("a way out is agreed in the last call", |Noted { play, .. }| {
        let asked = play.charter().calls.iter().any(|c| c.task.question.name() == "REMEDIATION");
        asked && ended(play, TerminalState::Converged)
    }),
    ("a blocker stands without a way out", |noted @ Noted { play, .. }| {
        let upheld = |e: &LedgerEntry| e.severity == Severity::Blocker && counts(e).0 >= 2;
        some(play, |e| upheld(e) && noted.resolution(e) == FindingResolution::Deadlocked)
    }),
    ("two seats raise the same", |Noted { play, .. }| {
        some(play, |e| e.is_votable() && e.raises.len() > 1)
    }),
    ("a seat raises what a gate found", |Noted { explore, play, .. }| {
        let is_it = |e: &LedgerEntry| explore.gates.iter().any(|(_, own)| *own == e.signature);
        some(play, |e| e.is_votable() && is_it(e))
    }),
    ("two findings are contested", |Noted { play, .. }| {
        let entries = play.charter().ledger.entries();
        entries.iter().filter(|e| !e.ballots.is_empty()).count() > 1
    }),
    ("modes are chosen", |Noted { play, .. }| selected(play, ModeOrigin::Chosen)),
    ("modes are chosen at the second asking", |Noted { play, .. }| {
        let calls = &play.charter().calls;
        let again =
            |call: &RfcCallRecord| call.task.question == Ask::SelectModes && call.task.attempt > 1;
        selected(play, ModeOrigin::Chosen) && calls.iter().any(again)
    }),
    ("key modes are taken after invalid choice", |Noted { play, .. }| {
        selected(play, ModeOrigin::KeyModesAfterInvalidChoice)
    }),
    ("without a seat lost at INIT the others converge", |Noted { play, .. }| {
        let at_init = |seat: &SeatState| seat.failure.as_ref().is_some_and(|f| f.cycle == 0);
        ended(play, TerminalState::Converged) && play.charter().seats.values().any(at_init)
    }),
    ("a seat is lost because unavailable", |Noted { play, .. }| {
        lost(play, |fault| matches!(fault, CallError::Unavailable(_)))
    }),
    ("a seat is lost because it refused", |Noted { play, .. }| {
        lost(play, |fault| matches!(fault, CallError::Refused(_)))
    }),
    ("a seat is lost because truncated", |Noted { play, .. }| {
        lost(play, |fault| matches!(fault, CallError::Truncated(_)))
    }),
    ("a seat is lost because malformed twice", |Noted { play, .. }| {
        lost(play, |fault| matches!(fault, CallError::Malformed(_)))
    }),
    ("a gate passes by assessment", |noted| {
        noted.status(GateId::AntiCousin) == Some(GateStatus::Passed)
    }),
    ("a gate is blocked by a seat's finding", |noted @ Noted { play, .. }| {
        let charter = play.charter();
        noted.status(GateId::Atomicity) == Some(GateStatus::Failed) && !charter.tickets.is_empty()
    }),
    ("a gate does not pass because one seat alone assessed", |noted @ Noted { play, .. }| {
        let charter = play.charter();
        ended(play, TerminalState::Converged)
            && charter.assessments.values().any(|seats| seats.len() == 1)
            && noted.status(GateId::AntiCousin) == Some(GateStatus::NotRun)
    }),
    ("a way out of cycle 3 is agreed", |Noted { play, .. }| {
        let is_new = |way: &Way| way.text != "split it" && way.backers.len() >= 2;
        ended(play, TerminalState::Converged) && some(play, |e| e.ways.iter().any(is_new))
    }),
    ("two ways out are open", |Noted { play, .. }| some(play, |e| e.ways.len() > 1)),
    ("clean gates, APPROVED", |noted @ Noted { explore, .. }| {
        explore.gates.is_empty() && noted.verdict() == Some(Verdict::Approved)
    }),
    ("clean gates, stopped by seats", |noted @ Noted { explore, .. }| {
        explore.gates.is_empty() && noted.verdict() == Some(Verdict::NeedsAdjudication)
    }),
    ("clean gates, REJECTED by seats", |noted @ Noted { explore, .. }| {
        explore.gates.is_empty() && noted.verdict() == Some(Verdict::Rejected)
    }),
    ("MAJORs of gates, APPROVED_WITH_REMEDIATION", |noted @ Noted { explore, .. }| {
        majors(explore) && noted.verdict() == Some(Verdict::ApprovedWithRemediation)
    }),
    ("MAJORs of gates, one more of a seat, REJECTED", |noted @ Noted { explore, play, .. }| {
        majors(explore)
            && explore.gates.len() == 3
            && noted.verdict() == Some(Verdict::Rejected)
            && !some(play, |e| e.is_votable() && e.severity == Severity::Blocker)
    }),
    ("MAJORs of gates alone, REJECTED", |noted @ Noted { explore, .. }| {
        majors(explore) && explore.gates.len() > 3 && noted.verdict() == Some(Verdict::Rejected)
    }),
    ("a BLOCKER of a gate, REJECTED", |noted @ Noted { explore, .. }| {
        let blocks = |(finding, _): &(Finding, _)| finding.severity == Severity::Blocker;
        explore.gates.iter().any(blocks) && noted.verdict() == Some(Verdict::Rejected)
    }),
];

/// The names of all that must be reached.
pub(crate) fn wanted() -> impl Iterator<Item = &'static str> {
    SOMETIMES.iter().map(|(name, _)| *name)
}

/// What an exploration has reached.
#[derive(Debug)]
pub(crate) struct Reached([AtomicBool; SOMETIMES.len()]);

impl Default for Reached {
    fn default() -> Self {
        Self([const { AtomicBool::new(false) }; SOMETIMES.len()])
    }
}

impl Reached {
    /// Notes what this state is, if it was not reached before.
    pub(crate) fn note(&self, explore: &Explore, play: &Play) {
        let (settled, derived) = (OnceCell::new(), OnceCell::new());
        let noted = Noted { explore, play, settled, derived };
        for (flag, (_, is_so)) in self.0.iter().zip(&SOMETIMES) {
            if !flag.load(Relaxed) && is_so(&noted) {
                flag.store(true, Relaxed);
            }
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        let flags = self.0.iter().map(|flag| flag.load(Relaxed));
        wanted().zip(flags).filter(|(_, is_reached)| *is_reached).map(|(name, _)| name)
    }
}

impl Noted<'_> {
    /// Every finding of a session whose vote is over, with what became of it.
    fn settled(&self) -> impl Iterator<Item = (&LedgerEntry, &Settled)> {
        let charter = self.play.charter();
        let settled: &[Settled] = match charter.is_settled() {
            true => self.settled.get_or_init(|| tally::settle(&charter.ledger, true)),
            false => &[],
        };
        charter.ledger.entries().iter().zip(settled)
    }

    fn resolution(&self, entry: &LedgerEntry) -> FindingResolution {
        let own = self.settled().find(|(other, _)| other.id == entry.id);
        own.map_or(FindingResolution::Open, |(_, settled)| settled.resolution)
    }

    /// What follows from a session that has ended.
    fn derived(&self) -> Option<&Derived> {
        let charter = self.play.charter();
        let ending = charter.ending.as_ref()?;
        Some(self.derived.get_or_init(|| derived(self.explore, charter, ending.state)))
    }

    fn verdict(&self) -> Option<Verdict> {
        self.derived().map(|derived| derived.verdict)
    }

    /// What the evidence will say of a gate that seats assess; nothing before the end.
    fn status(&self, gate: GateId) -> Option<GateStatus> {
        Some(status(self.play.charter(), self.derived()?, gate))
    }
}

fn majors(explore: &Explore) -> bool {
    let is_major = |(finding, _): &(Finding, _)| finding.severity == Severity::Major;
    !explore.gates.is_empty() && explore.gates.iter().all(is_major)
}

fn selected(play: &Play, how: ModeOrigin) -> bool {
    play.charter().seats.values().any(|seat| seat.selected == how)
}

fn lost(play: &Play, by: fn(&CallError) -> bool) -> bool {
    let seats = play.charter().seats.values();
    seats.filter_map(|seat| seat.failure.as_ref()).any(|failure| by(&failure.fault))
}

fn lost_calls(play: &Play) -> usize {
    let lost = |call: &&RfcCallRecord| matches!(call.outcome, CallOutcome::Lost { .. });
    play.charter().calls.iter().filter(lost).count()
}

fn spoilt(play: &Play, by: &str) -> bool {
    let says = |ballot: &_| matches!(ballot, CastBallot::Spoilt { why } if why.contains(by));
    some(play, |entry| entry.ballots.values().any(says))
}
