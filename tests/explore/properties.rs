//! The invariants of THREATS.md that speak of the protocol.

use crate::members::ALL;
use council_review::council::rfc::ledger::{CastBallot, FindingOrigin, LedgerEntry};
use council_review::council::rfc::tally;
use council_review::council::rfc::{CallOutcome, ModeOrigin, Phase, SeatState, SessionState};
use council_review::model::MemberId;
use council_review::model::{AbortReason, Finding, ModeId, Signature, TerminalState};
use council_review::prompt::modes::category_of;
use stateright::Property;

use crate::defects::{Defect, counts, defects};
use crate::model::{Explore, Play};

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
pub(crate) const MODES: &str = "who is asked in a cycle has valid modes";
pub(crate) const CHOICE: &str =
    "an invalid choice of modes is asked again once, then the key modes are taken";
pub(crate) const ONWARD: &str =
    "I14 after a crash each call under way is asked for again, and no other";
pub(crate) const WAYS: &str = "nobody stands behind a way out without having said so";
pub(crate) const ASSESSED: &str = "I19 a gate passes only when a quorum assessed its tickets";
pub(crate) const SPOKEN: &str = "a pair holds what its seats said of it when they were asked";
pub(crate) const SHOWN: &str =
    "each contested defect is voted on once, with all its tellings and what it weighs";
pub(crate) const ONE: &str =
    "findings are one when two called them so and nobody who answered told them apart";
pub(crate) const WEIGHS: &str =
    "a defect counts once, with the most that two behind it agree it weighs at least";
pub(crate) const LIKENESS: &str = "no likeness takes away what stands";
pub(crate) const ROUNDS: &str = "K1 a task has as many looks as its rounds, over all attempts";
pub(crate) const NO_ANSWER: &str = "K2 a look is no answer";
pub(crate) const EXCHANGE: &str =
    "K3 what is shown was asked for, and goes out with the next message";
pub(crate) const SHARE: &str = "K6 a look aborts no session whose forms fit";
pub(crate) const ASKED: &str = "a malformed reply is asked again once, then the seat sits out";

type Holds = fn(&Explore, &Play) -> bool;

const ALWAYS: [(&str, Holds); 33] = [
    (SPOKEN, |_, play| !play.broken.contains(SPOKEN)),
    (SHOWN, |_, play| !play.broken.contains(SHOWN)),
    (ONE, |_, play| !play.broken.contains(ONE)),
    (WEIGHS, |_, play| !play.broken.contains(WEIGHS)),
    (LIKENESS, |_, play| !play.broken.contains(LIKENESS)),
    (ROUNDS, |explore, play| {
        !play.broken.contains(ROUNDS)
            && play.looked.values().all(|count| *count <= explore.scope.rounds)
    }),
    (NO_ANSWER, |_, play| !play.broken.contains(NO_ANSWER)),
    (EXCHANGE, |_, play| !play.broken.contains(EXCHANGE)),
    (SHARE, |explore, play| {
        let runs_out = abort(play) == Some(AbortReason::BudgetExhausted);
        let may_run_out = !explore.scope.is_honest;
        !play.broken.contains(SHARE) && (may_run_out || !runs_out)
    }),
    (ONWARD, |_, play| !play.broken.contains(ONWARD)),
    (TERMINAL, |_, play| !play.broken.contains(TERMINAL)),
    (OUT_OF_TURN, |_, play| !play.broken.contains(OUT_OF_TURN)),
    (IN_TURN, |_, play| !play.broken.contains(IN_TURN)),
    (STUCK, |_, play| play.charter().ending.is_some() || !play.under_way.is_empty()),
    (GATES, |explore, play| {
        !play.broken.contains(GATES) && gates_unchanged(explore, play.charter())
    }),
    (ONCE, |_, play| all(play, votes_once)),
    (TALLY, |_, play| voted(play).iter().all(|defect| tally_agrees(play, defect))),
    (VOTES, |_, play| !play.broken.contains(VOTES)),
    (VOTABLE, |_, play| {
        voted(play).iter().all(|defect| {
            let none = |telling: &&LedgerEntry| telling.ballots.is_empty();
            defect.0.iter().skip(defect.is_contested().into()).all(none)
        })
    }),
    (QUORUM, |_, play| {
        let charter = play.charter();
        charter.live().len() >= 2 || abort(play) == Some(AbortReason::QuorumLost)
    }),
    (CONVERGED, |_, play| !play.broken.contains(CONVERGED)),
    (DEADLOCKED, |_, play| !play.broken.contains(DEADLOCKED)),
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
    (CONSERVED, |explore, play| {
        let ledger = &play.charter().ledger;
        let raises: usize = ledger.entries().iter().map(|entry| entry.raises.len()).sum();
        ledger.raised() as usize == explore.gates.len() + raises
    }),
    (LAXER, |_, play| !play.broken.contains(LAXER)),
    (BUDGET, |_, play| !play.broken.contains(BUDGET)),
    (LIMIT, |explore, play| {
        let budget = &play.charter().calls.budget;
        budget.spent() + budget.reserved() <= explore.scope.limit
    }),
    (ASKED, |_, play| !play.broken.contains(ASKED)),
    (MODES, |_, play| has_modes(play.charter())),
    (CHOICE, |_, play| !play.broken.contains(CHOICE)),
    (WAYS, |_, play| !play.broken.contains(WAYS)),
    (ASSESSED, |_, play| !play.broken.contains(ASSESSED) && assesses_honestly(play.charter())),
];

/// The names of those that do not hold.
pub(crate) fn lacking(
    holds: impl IntoIterator<Item = (&'static str, bool)>,
) -> impl Iterator<Item = &'static str> {
    holds.into_iter().filter(|(_, holds)| !holds).map(|(name, _)| name)
}

/// Every invariant.
pub(crate) fn every() -> Vec<Property<Explore>> {
    ALWAYS.map(|(name, holds)| Property::always(name, holds)).into()
}

fn all(play: &Play, holds: impl Fn(&SessionState, &LedgerEntry) -> bool) -> bool {
    let charter = play.charter();
    charter.ledger.entries().iter().all(|entry| holds(charter, entry))
}

/// Every defect, once anything was voted on.
fn voted(play: &Play) -> Vec<Defect<'_>> {
    let is_voted = some(play, |entry| !entry.ballots.is_empty());
    if is_voted { defects(&play.charter().ledger) } else { Vec::new() }
}

pub(crate) fn some(play: &Play, holds: impl Fn(&LedgerEntry) -> bool) -> bool {
    play.charter().ledger.entries().iter().any(holds)
}

pub(crate) fn ended(play: &Play, state: TerminalState) -> bool {
    play.charter().ending.as_ref().is_some_and(|ending| ending.state == state)
}

pub(crate) fn abort(play: &Play) -> Option<AbortReason> {
    play.charter().ending.as_ref().and_then(|ending| ending.abort)
}

/// The gates' findings, field by field and in their order, and nothing said of them.
fn gates_unchanged(explore: &Explore, charter: &SessionState) -> bool {
    let entries = charter.ledger.entries();
    let is_unchanged = |(entry, (gate, signature)): (&LedgerEntry, &(Finding, Signature))| {
        entry.origin == FindingOrigin::Gate(gate.rule.to_string())
            && entry.gate == gate.gate
            && entry.subcategory == gate.subcategory
            && entry.severity == gate.severity
            && entry.location == gate.location
            && entry.description == gate.description
            && entry.remediation == gate.remediation
            && entry.signature == *signature
            && entry.raises.is_empty()
            && entry.said.is_empty()
            && entry.ballots.is_empty()
            && entry.ways.is_empty()
    };
    entries.iter().filter(|entry| !entry.is_votable()).count() == explore.gates.len()
        && entries.len() >= explore.gates.len()
        && entries.iter().zip(&explore.gates).all(is_unchanged)
}

/// A valid selection of modes (DESIGN.md §7, in its own words); one list of numbers for each seat.
pub(crate) fn is_a_choice<S: IntoIterator<Item = u8>>(seats: impl IntoIterator<Item = S>) -> bool {
    // Every mode of a seat is a bit, so that no state costs an allocation.
    let mut panel = [0_u128; 3];
    let mut places = panel.iter_mut();
    for seat in seats {
        let (mut categories, mut count) = ([""; 3], 0);
        let place = places.next().expect("three seats");
        for number in seat {
            let Some(mode) = ModeId::new(number) else { return false };
            let category = category_of(mode);
            if !categories.contains(&category)
                && let Some(free) = categories.iter_mut().find(|taken| taken.is_empty())
            {
                *free = category;
            }
            *place |= 1 << number;
            count += 1;
        }
        if count != 5 || place.count_ones() != 5 || categories.contains(&"") {
            return false;
        }
    }
    let [a, b, c] = panel;
    let shared = [a & b, a & c, b & c].map(u128::count_ones);
    (a | b | c) >> 75 != 0 && shared.iter().sum::<u32>() <= 5
}

/// Nobody has modes before INIT is over; after it, whoever came through it.
fn has_modes(charter: &SessionState) -> bool {
    if charter.phase == Phase::Init {
        return charter
            .seats
            .values()
            .all(|seat| seat.modes.is_empty() && seat.selected == ModeOrigin::Pending);
    }
    let lost_at_init =
        |seat: &SeatState| seat.failure.as_ref().is_some_and(|failure| failure.cycle == 0);
    let seats = || charter.seats.values();
    let came = seats().filter(|seat| !lost_at_init(seat));
    seats().filter(|seat| lost_at_init(seat)).all(|seat| seat.modes.is_empty())
        && is_a_choice(came.map(|seat| seat.modes.iter().map(|mode| mode.number())))
}

/// Who assessed a ticket was asked to, and answered.
fn assesses_honestly(charter: &SessionState) -> bool {
    let answered = |seat: &MemberId| {
        charter.calls.iter().any(|call| {
            call.member == *seat
                && call.task.question.name() == "FEASIBILITY"
                && matches!(call.outcome, CallOutcome::Answered { .. })
        })
    };
    charter
        .assessments
        .iter()
        .all(|(ticket, seats)| charter.tickets.contains(ticket) && seats.keys().all(answered))
}

/// Who has a cast ballot has answered one CONVERGE question.
fn votes_once(charter: &SessionState, entry: &LedgerEntry) -> bool {
    entry.ballots.iter().all(|(seat, ballot)| {
        let cast = matches!(ballot, CastBallot::Cast { .. });
        let answers = charter.calls.iter().filter(|call| {
            call.member == *seat
                && call.task.question.name() == "CONVERGE"
                && matches!(call.outcome, CallOutcome::Answered { .. })
        });
        !cast || answers.count() == 1
    })
}

/// The tally against a count of its own, in either order of the ballots.
fn tally_agrees(play: &Play, defect: &Defect<'_>) -> bool {
    use tally::AgreementLevel::{Deadlocked, QuorumOppose, QuorumSupport};
    let entry = defect.first();
    if entry.ballots.len() < ALL.len() {
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
        && (!play.charter().is_settled() || tally::outcome(&defect.weighed(), true).0 == expected)
}
