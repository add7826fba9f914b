//! The invariants of THREATS.md that speak of the protocol.

use crate::members::ALL;
use council_review::adjudicate::Word;
use council_review::council::rfc::ledger::{CastBallot, FindingOrigin, LedgerEntry};
use council_review::council::rfc::tally::{self, FindingResolution};
use council_review::council::rfc::{CallOutcome, ModeOrigin, Phase, SeatState, SessionState};
use council_review::evidence::derive::{Derived, assessed_status, derive};
use council_review::model::MemberId;
use council_review::model::{
    AbortReason, Finding, GateId, GateStatus, ModeId, Severity, Signature, TerminalState, TicketId,
    Verdict,
};
use council_review::prompt::modes::category_of;
use stateright::Property;

use crate::defects::{Defect, counts, defects, fates};
use crate::model::{Explore, Play};
use crate::twice;

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

pub(crate) type Holds = fn(&Explore, &Play) -> bool;

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
    (GATES, |explore, play| gates_unchanged(explore, play.charter())),
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
    (CONVERGED, |_, play| {
        !ended(play, TerminalState::Converged)
            || play.charter().is_settled() && !is_left(play.charter())
    }),
    (DEADLOCKED, |explore, play| {
        !ended(play, TerminalState::Deadlocked) || {
            let derived = derived(explore, play.charter(), TerminalState::Deadlocked);
            derived.verdict == Verdict::NeedsAdjudication
                && !derived.deadlocked.is_empty()
                && is_left(play.charter())
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
    (CONSERVED, |explore, play| {
        let ledger = &play.charter().ledger;
        let raises: usize = ledger.entries().iter().map(|entry| entry.raises.len()).sum();
        ledger.raised() as usize == explore.gates.len() + raises
    }),
    (LAXER, |explore, play| {
        let charter = play.charter();
        charter.ending.as_ref().is_none_or(|ending| {
            let verdict = derived(explore, charter, ending.state).verdict;
            strictness(verdict) >= least_strictness(explore, charter)
        })
    }),
    (BUDGET, |_, play| !play.broken.contains(BUDGET)),
    (LIMIT, |explore, play| {
        let budget = &play.charter().calls.budget;
        budget.spent() + budget.reserved() <= explore.scope.limit
    }),
    (ASKED, |_, play| !play.broken.contains(ASKED)),
    (MODES, |_, play| has_modes(play.charter())),
    (CHOICE, |_, play| !play.broken.contains(CHOICE)),
    (WAYS, |_, play| !play.broken.contains(WAYS)),
    (ASSESSED, |explore, play| is_assessed(explore, play.charter())),
];

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

/// What follows from a session that ended, or what a corrupted protocol makes of it.
pub(crate) fn derived(explore: &Explore, charter: &SessionState, state: TerminalState) -> Derived {
    let mut derived = derive(&charter.rfc, &charter.ledger, state, "OK", Word::default());
    if let Some(mutant) = explore.mutant {
        twice::misjudge(mutant, charter, &mut derived);
    }
    derived
}

pub(crate) fn resolution(play: &Play, entry: &LedgerEntry) -> FindingResolution {
    match play.charter().is_settled() {
        true => {
            let ledger = &play.charter().ledger;
            let at = ledger.entries().iter().position(|other| other.id == entry.id);
            tally::settle(ledger, true)[at.expect("it is of the ledger")].resolution
        }
        false => FindingResolution::Open,
    }
}

/// Whether something is left to a person: no quorum, or a blocker without a way out that two stand
/// behind.
fn is_left(charter: &SessionState) -> bool {
    let fates = fates(&charter.ledger, true);
    fates.iter().any(|fate| fate.resolution == FindingResolution::Deadlocked)
}

/// The gates' findings, field by field and in their order, and nothing said of them.
fn gates_unchanged(explore: &Explore, charter: &SessionState) -> bool {
    let entries = charter.ledger.entries();
    let over =
        charter.ending.as_ref().map(|_| tally::settle(&charter.ledger, charter.is_settled()));
    let is_unchanged =
        |(at, (entry, (gate, signature))): (usize, (&LedgerEntry, &(Finding, Signature)))| {
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
                && over.as_ref().is_none_or(|over| {
                    let settled = &over[at];
                    settled.resolution == FindingResolution::Stands
                        && settled.severity == gate.severity
                })
        };
    entries.iter().filter(|entry| !entry.is_votable()).count() == explore.gates.len()
        && entries.len() >= explore.gates.len()
        && entries.iter().zip(&explore.gates).enumerate().all(is_unchanged)
}

/// 0 lets a change go on, 1 lets it go on with work to do, 2 stops it.
fn strictness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Approved | Verdict::NotApplicable => 0,
        Verdict::ApprovedWithRemediation => 1,
        Verdict::Rejected | Verdict::NeedsAdjudication | Verdict::Aborted => 2,
    }
}

/// What the gates' findings alone demand, and once the vote is over what stands of the seats' too.
fn least_strictness(explore: &Explore, charter: &SessionState) -> u8 {
    let of_gates = explore.gates.iter().map(|(finding, _)| finding.severity);
    let fates = if charter.is_settled() { fates(&charter.ledger, true) } else { Vec::new() };
    let voted = fates.iter().filter(|fate| fate.speaks.is_of_seats());
    let voted = voted.filter(|fate| {
        matches!(fate.resolution, FindingResolution::Stands | FindingResolution::Deadlocked)
    });
    let (mut blockers, mut majors) = (0, 0);
    for severity in of_gates.chain(voted.map(|fate| fate.severity)) {
        blockers += u32::from(severity == Severity::Blocker);
        majors += u32::from(severity == Severity::Major);
    }
    match (blockers, majors) {
        (0, 0) => 0,
        (0, 1..=3) => 1,
        _ => 2,
    }
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

/// A gate that seats assess has passed only if two that answered looked at every ticket and no
/// blocker of it is left.
fn is_assessed(explore: &Explore, charter: &SessionState) -> bool {
    let answered = |seat: &MemberId| {
        charter.calls.iter().any(|call| {
            call.member == *seat
                && call.task.question.name() == "FEASIBILITY"
                && matches!(call.outcome, CallOutcome::Answered { .. })
        })
    };
    let honest = charter
        .assessments
        .iter()
        .all(|(ticket, seats)| charter.tickets.contains(ticket) && seats.keys().all(answered));
    let looked = charter
        .tickets
        .iter()
        .all(|ticket| charter.assessments.get(ticket).is_some_and(|seats| seats.len() >= 2));
    let Some(ending) = charter.ending.as_ref() else { return honest };
    let derived = derived(explore, charter, ending.state);
    let fates = fates(&charter.ledger, charter.is_settled());
    honest
        && [GateId::Atomicity, GateId::Implementability, GateId::AntiCousin].iter().all(|&gate| {
            let blocked = fates.iter().any(|fate| {
                let is_weightless = matches!(
                    fate.resolution,
                    FindingResolution::Dismissed | FindingResolution::Ungrounded
                );
                fate.speaks.first().gate == gate
                    && fate.severity == Severity::Blocker
                    && !is_weightless
            });
            status(charter, &derived, gate) != GateStatus::Passed
                || charter.cycles_completed >= 2
                    && !charter.tickets.is_empty()
                    && looked
                    && !blocked
        })
}

fn status(charter: &SessionState, derived: &Derived, gate: GateId) -> GateStatus {
    let looked = |ticket: &TicketId| charter.assessments.get(ticket).map_or(0, |seats| seats.len());
    let opinions: Vec<usize> = charter.tickets.iter().map(looked).collect();
    let entries = charter.ledger.entries();
    assessed_status(gate, charter.cycles_completed, &opinions, entries, &derived.outcomes)
}

/// What the evidence will say of a gate that seats assess; nothing before the end.
pub(crate) fn gate_status(
    explore: &Explore,
    charter: &SessionState,
    gate: GateId,
) -> Option<GateStatus> {
    let ending = charter.ending.as_ref()?;
    Some(status(charter, &derived(explore, charter, ending.state), gate))
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
