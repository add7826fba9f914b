//! The invariants of THREATS.md that speak of the protocol.

use std::collections::BTreeSet;

use crate::members::ALL;
use council_review::adjudicate::Word;
use council_review::council::rfc::ledger::{CastBallot, FindingOrigin, LedgerEntry, RaisedFinding};
use council_review::council::rfc::tally::{self, FindingResolution};
use council_review::council::rfc::{CallOutcome, ModeOrigin, Phase, SeatState, SessionState};
use council_review::evidence::derive::{assessed_status, derive};
use council_review::model::MemberId;
use council_review::model::opinion::Vote;
use council_review::model::{
    AbortReason, Finding, GateId, GateStatus, ModeId, Severity, Signature, TerminalState, TicketId,
    Verdict,
};
use council_review::prompt::modes::category_of;
use stateright::Property;

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
pub(crate) const ASKED: &str = "a malformed reply is asked again once, then the seat sits out";

pub(crate) type Holds = fn(&Explore, &Play) -> bool;

const ALWAYS: [(&str, Holds); 24] = [
    (ONWARD, |_, play| !play.broken.contains(ONWARD)),
    (TERMINAL, |_, play| !play.broken.contains(TERMINAL)),
    (OUT_OF_TURN, |_, play| !play.broken.contains(OUT_OF_TURN)),
    (IN_TURN, |_, play| !play.broken.contains(IN_TURN)),
    (STUCK, |_, play| play.charter().ending.is_some() || !play.under_way.is_empty()),
    (GATES, |explore, play| gates_unchanged(explore, play.charter())),
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
    (CONSERVED, |explore, play| {
        let ledger = &play.charter().ledger;
        let raises: usize = ledger.entries().iter().map(|entry| entry.raises.len()).sum();
        ledger.raised() as usize == explore.gates.len() + raises
    }),
    (LAXER, |explore, play| {
        let charter = play.charter();
        charter.ending.as_ref().is_none_or(|ending| {
            strictness(derived(charter, ending.state).verdict) >= least_strictness(explore, charter)
        })
    }),
    (BUDGET, |_, play| !play.broken.contains(BUDGET)),
    (LIMIT, |explore, play| {
        let budget = &play.charter().budget;
        budget.spent() + budget.reserved() <= explore.scope.limit
    }),
    (ASKED, |_, play| !play.broken.contains(ASKED)),
    (MODES, |_, play| has_modes(play.charter())),
    (CHOICE, |_, play| !play.broken.contains(CHOICE)),
    (WAYS, |_, play| !play.broken.contains(WAYS)),
    (ASSESSED, |_, play| is_assessed(play.charter())),
];

/// Every invariant.
pub(crate) fn every() -> Vec<Property<Explore>> {
    ALWAYS.map(|(name, holds)| Property::always(name, holds)).into()
}

fn all(play: &Play, holds: impl Fn(&SessionState, &LedgerEntry) -> bool) -> bool {
    let charter = play.charter();
    charter.ledger.entries().iter().all(|entry| holds(charter, entry))
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

pub(crate) fn derived(
    charter: &SessionState,
    state: TerminalState,
) -> council_review::evidence::derive::Derived {
    derive(&charter.rfc, charter.ledger.entries(), state, "OK", Word::default())
}

pub(crate) fn resolution(play: &Play, entry: &LedgerEntry) -> FindingResolution {
    tally::outcome(entry, play.charter().is_settled()).1
}

/// The gates' findings, field by field and in their order, and nothing said of them.
fn gates_unchanged(explore: &Explore, charter: &SessionState) -> bool {
    let entries = charter.ledger.entries();
    let is_unchanged = |(entry, (gate, signature)): (&LedgerEntry, &(Finding, Signature))| {
        entry.origin == FindingOrigin::Gate(gate.rule.0.to_owned())
            && entry.gate == gate.gate
            && entry.subcategory == gate.subcategory
            && entry.severity == gate.severity
            && entry.location == gate.location
            && entry.description == gate.description
            && entry.remediation == gate.remediation
            && entry.signature == *signature
            && entry.said.is_empty()
            && entry.ballots.is_empty()
            && entry.ways.is_empty()
            && tally::outcome(entry, charter.is_settled()).1 == FindingResolution::Stands
    };
    entries.iter().filter(|entry| !entry.is_votable()).count() == explore.gates.len()
        && entries.len() >= explore.gates.len()
        && entries.iter().zip(&explore.gates).all(is_unchanged)
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
    let stands = |entry: &&LedgerEntry| {
        let is_dismissed = is_contested(entry) && counts(entry).1 >= 2;
        entry.is_votable() && entry.raises.iter().any(|raise| raise.grounded) && !is_dismissed
    };
    let voted = charter.ledger.entries().iter().filter(|_| charter.is_settled()).filter(stands);
    let (mut blockers, mut majors) = (0, 0);
    for severity in of_gates.chain(voted.map(|entry| entry.severity)) {
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
fn is_assessed(charter: &SessionState) -> bool {
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
    honest
        && [GateId::Atomicity, GateId::Implementability, GateId::AntiCousin].iter().all(|&gate| {
            let blocked = charter.ledger.entries().iter().any(|entry| {
                let is_dismissed = is_contested(entry) && counts(entry).1 >= 2;
                entry.gate == gate
                    && entry.severity == Severity::Blocker
                    && entry.raises.iter().any(|raise| raise.grounded)
                    && !(is_dismissed && charter.is_settled())
            });
            gate_status(charter, gate) != Some(GateStatus::Passed)
                || charter.cycles_completed >= 2
                    && !charter.tickets.is_empty()
                    && looked
                    && !blocked
        })
}

/// What the evidence will say of a gate that seats assess; nothing before the end.
pub(crate) fn gate_status(charter: &SessionState, gate: GateId) -> Option<GateStatus> {
    let ending = charter.ending.as_ref()?;
    let looked = |ticket: &TicketId| charter.assessments.get(ticket).map_or(0, |seats| seats.len());
    let opinions: Vec<usize> = charter.tickets.iter().map(looked).collect();
    let settled = ending.state != TerminalState::Aborted;
    let entries = charter.ledger.entries();
    let outcomes: Vec<_> = entries.iter().map(|entry| tally::outcome(entry, settled)).collect();
    Some(assessed_status(gate, charter.cycles_completed, &opinions, entries, &outcomes))
}

/// Cast votes for and against.
pub(crate) fn counts(entry: &LedgerEntry) -> (usize, usize) {
    let of = |wanted: Vote| {
        let cast = |b: &&CastBallot| matches!(b, CastBallot::Cast { vote, .. } if *vote == wanted);
        entry.ballots.values().filter(cast).count()
    };
    (of(Vote::Support), of(Vote::Oppose))
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

/// Whether the seats differ on it (DESIGN.md §7, in its own words).
fn is_contested(entry: &LedgerEntry) -> bool {
    let grounded: Vec<&RaisedFinding> =
        entry.raises.iter().filter(|raise| raise.grounded).collect();
    let said = |seat: MemberId| entry.said.get(&seat).map(|said| said.vote);
    let stands_behind = |seat: &MemberId| match said(*seat) {
        Some(Vote::Support) => true,
        Some(Vote::Oppose) => false,
        Some(Vote::Abstain) | None => grounded.iter().any(|raise| raise.member == *seat),
    };
    let behind = ALL.iter().filter(|seat| stands_behind(seat)).count();
    let graded: BTreeSet<Severity> = grounded.iter().map(|raise| raise.severity).collect();
    let opposed = ALL.iter().any(|&seat| said(seat) == Some(Vote::Oppose));
    entry.origin == FindingOrigin::Seats
        && !grounded.is_empty()
        && (behind < 2 || graded.len() > 1 || opposed)
}

/// The tally against a count of its own, in either order of the ballots.
fn tally_agrees(charter: &SessionState, entry: &LedgerEntry) -> bool {
    use tally::AgreementLevel::{Deadlocked, QuorumOppose, QuorumSupport};
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
        && (!charter.is_settled() || tally::outcome(entry, true).0 == expected)
}

/// Nothing is left to a person: dismissed by two, or upheld, and if a blocker, with a way out that
/// two stand behind.
fn is_settled(entry: &LedgerEntry) -> bool {
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
