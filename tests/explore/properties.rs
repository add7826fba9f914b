//! The invariants of THREATS.md that speak of the protocol, and the ways that must be reachable,
//! lest one hold because nothing happens.

use std::collections::BTreeSet;

use council_review::council::ledger::{CastBallot, Entry, Origin, Raise};
use council_review::council::rfc::{CallOutcome, Charter};
use council_review::council::tally::{self, Resolution};
use council_review::evidence::derive::derive;
use council_review::model::reply::Vote;
use council_review::model::{AbortReason, SeatId, Severity, TerminalState, Verdict};
use stateright::Property;

use crate::model::{Explore, Play};
use crate::script::blocker_of_a_gate;

pub(crate) const TERMINAL: &str = "I1 no event leaves a terminal state";
pub(crate) const OUT_OF_TURN: &str = "A2 late, repeated and forged events are refused";
pub(crate) const IN_TURN: &str = "what is in turn is taken";
pub(crate) const STUCK: &str = "I1 a session that goes on waits for a call";
pub(crate) const GATES: &str = "I3 what a gate found never changes";
pub(crate) const ONCE: &str = "I5 nobody votes twice or for another";
pub(crate) const TALLY: &str = "I5 two equal cast votes make quorum and nothing else does";
pub(crate) const VOTES: &str = "I6 a ballot is its seat's, of cycle 3, on the claim as it stands";
pub(crate) const VOTABLE: &str = "I6 only contested findings of seats have ballots";
pub(crate) const QUORUM: &str = "I7 fewer than two seats abort";
pub(crate) const CONVERGED: &str = "I8 CONVERGED leaves nothing open";
pub(crate) const DEADLOCKED: &str = "I9 DEADLOCKED names what is deadlocked";
pub(crate) const KEPT: &str = "I10 what was answered is kept";
pub(crate) const REASON: &str = "I10 an abort says its true reason";
pub(crate) const CONSERVED: &str = "I11 raised = deterministic + raises";
pub(crate) const LAXER: &str = "I12 the verdict is never laxer than the gates'";
pub(crate) const BUDGET: &str = "I13 calls fit the budget and cost what they must";
pub(crate) const LIMIT: &str = "I13 spent + reserved <= limit";
pub(crate) const ASKED: &str = "a malformed reply is asked again once, then the seat sits out";

type Holds = fn(&Explore, &Play) -> bool;

const ALWAYS: [(&str, Holds); 19] = [
    (TERMINAL, |_, play| !play.broken.contains(TERMINAL)),
    (OUT_OF_TURN, |_, play| !play.broken.contains(OUT_OF_TURN)),
    (IN_TURN, |_, play| !play.broken.contains(IN_TURN)),
    (STUCK, |_, play| play.charter().ending.is_some() || !play.under_way.is_empty()),
    (GATES, |_, play| gates_unchanged(play.charter())),
    (ONCE, |_, play| all(play, votes_once)),
    (TALLY, |_, play| all(play, tally_agrees)),
    (VOTES, |_, play| !play.broken.contains(VOTES)),
    (VOTABLE, |_, play| all(play, |_, e| e.ballots.is_empty() || is_contested(e))),
    (QUORUM, |_, play| {
        let charter = play.charter();
        charter.live().len() >= 2 || abort(play) == Some(AbortReason::QuorumLost)
    }),
    (CONVERGED, |_, play| {
        !ended(play, TerminalState::Converged)
            || play.charter().is_settled() && all(play, |_, entry| is_settled(entry))
    }),
    (DEADLOCKED, |_, play| {
        !ended(play, TerminalState::Deadlocked) || {
            let derived = derived(play.charter(), TerminalState::Deadlocked);
            derived.verdict == Verdict::NeedsAdjudication
                && !derived.deadlocked.is_empty()
                && !play.charter().ledger.entries().iter().all(is_settled)
        }
    }),
    (KEPT, |_, play| !play.broken.contains(KEPT)),
    (REASON, |_, play| {
        let ending = play.charter().ending.as_ref();
        !play.broken.contains(REASON)
            && ending.is_none_or(|ending| {
                let aborted = ending.state == TerminalState::Aborted;
                aborted == ending.abort.is_some()
                    && !ending.reason.is_empty()
                    && ending.state != TerminalState::NotConvened
            })
    }),
    (CONSERVED, |_, play| {
        let ledger = &play.charter().ledger;
        let raises: usize = ledger.entries().iter().map(|entry| entry.raises.len()).sum();
        ledger.raised() as usize == 1 + raises
    }),
    (LAXER, |_, play| {
        let charter = play.charter();
        charter.ending.as_ref().is_none_or(|ending| {
            // The one gate finding is a BLOCKER: alone it rejects.
            let verdict = derived(charter, ending.state).verdict;
            !verdict.passes()
        })
    }),
    (BUDGET, |_, play| !play.broken.contains(BUDGET)),
    (LIMIT, |explore, play| {
        let budget = &play.charter().budget;
        budget.spent() + budget.reserved() <= explore.scope.limit
    }),
    (ASKED, |_, play| !play.broken.contains(ASKED)),
];

const SOMETIMES: [(&str, Holds); 20] = [
    ("CONVERGED", |_, play| ended(play, TerminalState::Converged)),
    ("DEADLOCKED", |_, play| ended(play, TerminalState::Deadlocked)),
    ("ABORTED by time", |_, play| abort(play) == Some(AbortReason::Timeout)),
    ("ABORTED by budget", |_, play| abort(play) == Some(AbortReason::BudgetExhausted)),
    ("ABORTED by lost quorum", |_, play| abort(play) == Some(AbortReason::QuorumLost)),
    ("ABORTED by people", |_, play| abort(play) == Some(AbortReason::Cancelled)),
    ("two of two seats make quorum", |_, play| {
        ended(play, TerminalState::Converged)
            && play.charter().live().len() == 2
            && some(play, |entry| counts(entry) == (2, 0))
    }),
    ("a finding is dismissed", |_, play| {
        some(play, |e| resolution(play, e) == Resolution::Dismissed)
    }),
    ("a vote upholds a finding", |_, play| {
        some(play, |e| counts(e).0 >= 2 && resolution(play, e) == Resolution::Stands)
    }),
    ("a ballot is spoilt by its digest", |_, play| spoilt(play, "digest")),
    ("a ballot is spoilt by a change of sides", |_, play| spoilt(play, "sides")),
    ("a change of sides counts with a citation", |_, play| {
        let changed = |ballot: &_| {
            matches!(ballot, CastBallot::Cast { vote: Vote::Oppose, missed: Some(_), .. })
        };
        some(play, |e| e.ballots.values().any(changed))
    }),
    ("a ballot is missing", |_, play| {
        some(play, |e| e.ballots.values().any(|ballot| *ballot == CastBallot::Missing))
    }),
    ("a seat abstains", |_, play| {
        let abstains = |ballot: &_| matches!(ballot, CastBallot::Cast { vote: Vote::Abstain, .. });
        some(play, |e| e.ballots.values().any(abstains))
    }),
    ("a re-ask succeeds", |_, play| {
        let answered = |outcome: &_| matches!(outcome, CallOutcome::Answered { .. });
        let calls = &play.charter().calls;
        calls.iter().any(|call| call.task.attempt == 2 && answered(&call.outcome))
    }),
    ("a way out is agreed in the last call", |_, play| {
        let asked = play.charter().calls.iter().any(|c| c.task.question.name() == "REMEDIATION");
        asked && ended(play, TerminalState::Converged)
    }),
    ("a blocker stands without a way out", |_, play| {
        let upheld = |e: &Entry| e.severity == Severity::Blocker && counts(e).0 >= 2;
        some(play, |e| upheld(e) && resolution(play, e) == Resolution::Deadlocked)
    }),
    ("two seats raise the same", |_, play| some(play, |e| e.is_votable() && e.raises.len() > 1)),
    ("a seat raises what a gate found", |_, play| {
        some(play, |e| !e.is_votable() && !e.raises.is_empty())
    }),
    ("two findings are contested", |_, play| {
        let entries = play.charter().ledger.entries();
        entries.iter().filter(|e| !e.ballots.is_empty()).count() > 1
    }),
];

/// Every property.
pub(crate) fn every() -> Vec<Property<Explore>> {
    let always = ALWAYS.map(|(name, holds)| Property::always(name, holds));
    let sometimes = SOMETIMES.map(|(name, holds)| Property::sometimes(name, holds));
    always.into_iter().chain(sometimes).collect()
}

fn all(play: &Play, holds: impl Fn(&Charter, &Entry) -> bool) -> bool {
    let charter = play.charter();
    charter.ledger.entries().iter().all(|entry| holds(charter, entry))
}

fn some(play: &Play, holds: impl Fn(&Entry) -> bool) -> bool {
    play.charter().ledger.entries().iter().any(holds)
}

fn ended(play: &Play, state: TerminalState) -> bool {
    play.charter().ending.as_ref().is_some_and(|ending| ending.state == state)
}

fn abort(play: &Play) -> Option<AbortReason> {
    play.charter().ending.as_ref().and_then(|ending| ending.abort)
}

fn derived(charter: &Charter, state: TerminalState) -> council_review::evidence::derive::Derived {
    derive(charter.ledger.entries(), state, "OK")
}

fn resolution(play: &Play, entry: &Entry) -> Resolution {
    tally::outcome(entry, play.charter().is_settled()).1
}

fn spoilt(play: &Play, by: &str) -> bool {
    let says = |ballot: &_| matches!(ballot, CastBallot::Spoilt { why } if why.contains(by));
    some(play, |entry| entry.ballots.values().any(says))
}

/// The gate's finding, field by field, and nothing said of it.
fn gates_unchanged(charter: &Charter) -> bool {
    let gate = blocker_of_a_gate();
    let entries = charter.ledger.entries();
    entries.iter().filter(|entry| !entry.is_votable()).count() == 1
        && entries.first().is_some_and(|entry| {
            entry.origin == Origin::Gate(gate.rule.0.to_owned())
                && entry.gate == gate.gate
                && entry.subcategory == gate.subcategory
                && entry.severity == gate.severity
                && entry.location == gate.location
                && entry.description == gate.description
                && entry.remediation == gate.remediation
                && entry.signature == gate.signature()
                && entry.said.is_empty()
                && entry.ballots.is_empty()
                && entry.ways.is_empty()
                && tally::outcome(entry, charter.is_settled()).1 == Resolution::Stands
        })
}

/// Cast votes for and against.
fn counts(entry: &Entry) -> (usize, usize) {
    let of = |wanted: Vote| {
        let cast = |b: &&CastBallot| matches!(b, CastBallot::Cast { vote, .. } if *vote == wanted);
        entry.ballots.values().filter(cast).count()
    };
    (of(Vote::Support), of(Vote::Oppose))
}

/// Who has a cast ballot has answered one CONVERGE question.
fn votes_once(charter: &Charter, entry: &Entry) -> bool {
    entry.ballots.iter().all(|(seat, ballot)| {
        let cast = matches!(ballot, CastBallot::Cast { .. });
        let answers = charter.calls.iter().filter(|call| {
            call.task.seat == *seat
                && call.task.question.name() == "CONVERGE"
                && matches!(call.outcome, CallOutcome::Answered { .. })
        });
        !cast || answers.count() == 1
    })
}

/// Whether the seats differ on it (DESIGN.md §7, in its own words).
fn is_contested(entry: &Entry) -> bool {
    let grounded: Vec<&Raise> = entry.raises.iter().filter(|raise| raise.grounded).collect();
    let said = |seat: SeatId| entry.said.get(&seat).map(|said| said.vote);
    let stands_behind = |seat: &SeatId| match said(*seat) {
        Some(Vote::Support) => true,
        Some(Vote::Oppose) => false,
        Some(Vote::Abstain) | None => grounded.iter().any(|raise| raise.source_agent == *seat),
    };
    let behind = SeatId::ALL.iter().filter(|seat| stands_behind(seat)).count();
    let graded: BTreeSet<Severity> = grounded.iter().map(|raise| raise.severity).collect();
    let opposed = SeatId::ALL.iter().any(|&seat| said(seat) == Some(Vote::Oppose));
    entry.origin == Origin::Seats
        && !grounded.is_empty()
        && (behind < 2 || graded.len() > 1 || opposed)
}

/// The tally against a count of its own, in either order of the ballots.
fn tally_agrees(charter: &Charter, entry: &Entry) -> bool {
    use tally::AgreementStatus::{Deadlocked, QuorumOppose, QuorumSupport};
    if entry.ballots.len() < SeatId::ALL.len() {
        return true;
    }
    let expected = match counts(entry) {
        (2.., _) => QuorumSupport,
        (_, 2..) => QuorumOppose,
        _ => Deadlocked,
    };
    let (forwards, backwards) = (entry.ballots.values(), entry.ballots.values().rev());
    tally::tally(forwards) == expected
        && tally::tally(backwards) == expected
        && (!charter.is_settled() || tally::outcome(entry, true).0 == expected)
}

/// Nothing is left to a person: dismissed by two, or upheld, and if a blocker, with a way out that
/// two stand behind.
fn is_settled(entry: &Entry) -> bool {
    let weightless = entry.is_votable() && !entry.raises.iter().any(|raise| raise.grounded);
    if !entry.is_votable() || weightless {
        return true;
    }
    let (support, oppose) = counts(entry);
    let contested = is_contested(entry);
    let way_out =
        entry.severity != Severity::Blocker || entry.ways.iter().any(|way| way.backers.len() >= 2);
    contested && oppose >= 2 || (!contested || support >= 2) && way_out
}
