//! The real step, corrupted in one way at a time, and the property that must catch each.

use std::sync::Arc;

use crate::members::{ALL, SA1, key_modes};
use council_review::core::look::Looks;
use council_review::core::protocol::{CallId, Effect, EffectOf, Event, Protocol, Step};
use council_review::council::rfc::answer::Reply;
use council_review::council::rfc::ledger::{CastBallot, FindingOrigin, Ledger, RecordedStance};
use council_review::council::rfc::{
    CallOutcome, ModeOrigin, Phase, RfcCouncil, RfcEvent, SessionState, State,
};
use council_review::model::Receipt;
use council_review::model::opinion::Vote;
use council_review::model::{AbortReason, Severity, TerminalState};

use crate::defects::defects;
use crate::looks;
use crate::properties as p;
use crate::script::{FITS, blocker_of_a_gate};
use crate::twice;

/// One way in which a protocol like this goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutant {
    CountsAnAnswerTwice,
    CountsAVoteForASilentSeat,
    LetsAVoteDismissAGate,
    LetsASeatRegradeAGate,
    RemovesWhatAGateFound,
    LetsSeatsSpeakOnAGate,
    GoesOnWithOneSeat,
    ConvergesWithoutQuorum,
    ConvergesWithoutAWayOut,
    ConvergesAtTheDeadline,
    DeadlocksOverNothing,
    DropsAFindingOnAbort,
    DropsAnswersUnderWayOnAbort,
    ForgetsItsCyclesOnAbort,
    SaysAnotherReason,
    ReopensALateCall,
    TakesAForgedAnswer,
    SendsTwice,
    LeavesATerminalState,
    ChargesNothingForMissingUsage,
    BelievesAbsurdUsage,
    SendsWhatDoesNotFit,
    CountsASpoiltBallot,
    CountsAMissingBallot,
    IgnoresTheDigest,
    IgnoresTheMissingCitation,
    VotesOnWhatIsNotContested,
    TurnsAVoteRound,
    AsksForEver,
    NeverAsksAgain,
    KeepsAFailedSeat,
    WaitsForNobody,
    TakesAnInvalidChoice,
    TakesKeyModesAtOnce,
    BacksForASilentSeat,
    AssessesForASilentSeat,
    LeavesMajorsOut,
    WaitsForWhatIsLost,
    AsksWhatIsRecorded,
    ForgivesWhatIsLost,
    CountsALookAsAnAnswer,
    CountsRoundsByAttempt,
    TakesTooManyRequests,
    ForgivesALook,
    TakesALongLook,
    LosesWhatWasShown,
    ShowsWhatNobodyAskedFor,
    AbortsForALook,
    PaysALookTwice,
    LosesAnExchange,
    ForgetsALook,
    LooksEatTheBudget,
    LinksByMajority,
    LinksAPartByOneWord,
    LinksAPartThatWeighsMore,
    LinksWhatAGateFound,
    CountsADuplicate,
    LetsTheFirstSpeak,
    CountsACopysBallots,
    BelievesTheHighestClaim,
    BelievesTheLowestClaim,
}

use Mutant::*;

/// Every mutant with the property that catches it.
pub(crate) static MUTANTS: [(Mutant, &str); 61] = [
    (CountsAnAnswerTwice, p::KEPT),
    (CountsAVoteForASilentSeat, p::ONCE),
    (LetsAVoteDismissAGate, p::GATES),
    (LetsASeatRegradeAGate, p::GATES),
    (RemovesWhatAGateFound, p::LAXER),
    (LetsSeatsSpeakOnAGate, p::GATES),
    (GoesOnWithOneSeat, p::QUORUM),
    (ConvergesWithoutQuorum, p::CONVERGED),
    (ConvergesWithoutAWayOut, p::CONVERGED),
    (ConvergesAtTheDeadline, p::CONVERGED),
    (DeadlocksOverNothing, p::DEADLOCKED),
    (DropsAFindingOnAbort, p::KEPT),
    (DropsAnswersUnderWayOnAbort, p::KEPT),
    (ForgetsItsCyclesOnAbort, p::KEPT),
    (SaysAnotherReason, p::REASON),
    (ReopensALateCall, p::OUT_OF_TURN),
    (TakesAForgedAnswer, p::OUT_OF_TURN),
    (SendsTwice, p::OUT_OF_TURN),
    (LeavesATerminalState, p::TERMINAL),
    (ChargesNothingForMissingUsage, p::BUDGET),
    (BelievesAbsurdUsage, p::BUDGET),
    (SendsWhatDoesNotFit, p::BUDGET),
    (CountsASpoiltBallot, p::VOTES),
    (CountsAMissingBallot, p::VOTES),
    (IgnoresTheDigest, p::VOTES),
    (IgnoresTheMissingCitation, p::VOTES),
    (VotesOnWhatIsNotContested, p::VOTABLE),
    (TurnsAVoteRound, p::VOTES),
    (AsksForEver, p::ASKED),
    (NeverAsksAgain, p::ASKED),
    (KeepsAFailedSeat, p::ASKED),
    (WaitsForNobody, p::STUCK),
    (TakesAnInvalidChoice, p::MODES),
    (TakesKeyModesAtOnce, p::CHOICE),
    (BacksForASilentSeat, p::WAYS),
    (AssessesForASilentSeat, p::ASSESSED),
    (LeavesMajorsOut, p::LAXER),
    (WaitsForWhatIsLost, p::ONWARD),
    (AsksWhatIsRecorded, p::ONWARD),
    (ForgivesWhatIsLost, p::BUDGET),
    (CountsALookAsAnAnswer, p::NO_ANSWER),
    (CountsRoundsByAttempt, p::ROUNDS),
    (TakesTooManyRequests, p::ROUNDS),
    (ForgivesALook, p::BUDGET),
    (TakesALongLook, p::ROUNDS),
    (LosesWhatWasShown, p::EXCHANGE),
    (ShowsWhatNobodyAskedFor, p::EXCHANGE),
    (AbortsForALook, p::SHARE),
    (PaysALookTwice, p::ONWARD),
    (LosesAnExchange, p::ONWARD),
    (ForgetsALook, p::ONWARD),
    (LooksEatTheBudget, p::SHARE),
    (LinksByMajority, p::SPOKEN),
    (LinksAPartByOneWord, p::ONE),
    (LinksAPartThatWeighsMore, p::LIKENESS),
    (LinksWhatAGateFound, p::ONE),
    (CountsADuplicate, p::WEIGHS),
    (LetsTheFirstSpeak, p::LIKENESS),
    (CountsACopysBallots, p::VOTES),
    (BelievesTheHighestClaim, p::WEIGHS),
    (BelievesTheLowestClaim, p::WEIGHS),
];

fn cast(vote: Vote) -> CastBallot {
    let severity = Severity::Major;
    CastBallot::Cast { vote, severity, reason: String::new(), missed: None }
}

/// The ledger as opened, with what the gates found or without.
fn rebuilt(charter: &SessionState, gates: bool) -> Ledger {
    let findings = if gates { vec![blocker_of_a_gate()] } else { Vec::new() };
    Ledger::opened(&charter.rfc, &findings)
}

/// Changes each ballot of each finding.
fn each_ballot(charter: &mut SessionState, change: impl Fn(&mut CastBallot)) {
    let ids: Vec<_> = charter.ledger.entries().iter().map(|entry| entry.id.clone()).collect();
    for id in ids {
        let entry = charter.ledger.get_mut(&id).expect("the id is of the ledger");
        entry.ballots.values_mut().for_each(&change);
    }
}

fn state_of(charter: &SessionState) -> Option<TerminalState> {
    charter.ending.as_ref().map(|ending| ending.state)
}

fn aborted_by(charter: &SessionState, reason: AbortReason) -> bool {
    charter.ending.as_ref().and_then(|ending| ending.abort) == Some(reason)
}

fn end(charter: &mut SessionState, state: TerminalState) {
    let ending = charter.ending.as_mut().expect("it has ended");
    ending.state = state;
    ending.abort = None;
}

impl Mutant {
    /// The event as the corrupted step reads it, and the state from which it starts.
    fn before(self, charter: &mut SessionState, event: &mut RfcEvent) {
        match (self, &mut *event) {
            (ReopensALateCall, Event::Answered { call, .. }) if charter.ending.is_none() => {
                if let Some(record) = charter.calls.iter_mut().find(|record| record.id == *call) {
                    record.outcome = CallOutcome::Dispatched;
                }
            }
            (TakesAForgedAnswer, Event::Answered { call, .. }) => {
                let waits = charter.calls.iter().find(|c| c.outcome == CallOutcome::Dispatched);
                if let Some(record) = waits.filter(|_| *call == CallId(99)) {
                    *call = record.id;
                }
            }
            (SendsTwice, Event::Estimated { call, .. }) if charter.ending.is_none() => {
                if let Some(record) = charter.calls.iter_mut().find(|record| record.id == *call) {
                    record.outcome = CallOutcome::Estimating;
                }
            }
            (LeavesATerminalState, Event::DeadlinePassed) => charter.ending = None,
            (ChargesNothingForMissingUsage, Event::Answered { receipt, .. })
                if receipt.usage.is_none() =>
            {
                *receipt = Receipt::of_tokens(1);
            }
            (BelievesAbsurdUsage, Event::Answered { receipt, .. })
                if *receipt == Receipt::of_tokens(u64::MAX) =>
            {
                *receipt = Receipt::of_tokens(1);
            }
            (SendsWhatDoesNotFit, Event::Estimated { tokens, .. }) => *tokens = FITS.min(*tokens),
            (IgnoresTheDigest, Event::Answered { reply, .. }) => {
                if let Reply::Converge(given) = &mut reply.reply {
                    for ballot in &mut given.ballots {
                        let defects = defects(&charter.ledger);
                        let defect = defects.iter().find(|d| d.first().id == ballot.finding_id);
                        ballot.digest = defect.expect("a finding of the ledger").weighed().digest();
                    }
                }
            }
            (IgnoresTheMissingCitation, Event::Answered { reply, .. }) => reply.cited.fill(true),
            (TurnsAVoteRound, Event::Answered { reply, .. }) => {
                if let Reply::Converge(given) = &mut reply.reply {
                    let votes = given.ballots.iter_mut().map(|ballot| &mut ballot.vote);
                    votes.for_each(|vote| *vote = Vote::Abstain);
                }
            }
            (AsksForEver, _) => {
                charter.calls.iter_mut().for_each(|call| Arc::make_mut(&mut call.task).attempt = 1)
            }
            (NeverAsksAgain, _) => {
                charter.calls.iter_mut().for_each(|call| Arc::make_mut(&mut call.task).attempt = 2)
            }
            (ForgivesWhatIsLost, Event::Resumed { .. }) => {
                let sent = charter.calls.iter().filter(|c| c.outcome == CallOutcome::Dispatched);
                for call in sent.map(|record| record.id).collect::<Vec<_>>() {
                    charter.calls.budget.settle(call, Receipt::of_tokens(1).usage);
                }
            }
            (TakesTooManyRequests, Event::LookRequested { requests, .. }) => {
                requests.truncate(1);
            }
            (ForgivesALook | TakesALongLook, Event::LookRequested { receipt, .. }) => {
                *receipt = Receipt::of_tokens(1);
            }
            (LinksByMajority, _) if charter.phase == Phase::Cycle2 => {
                twice::outvoted(charter, event);
            }
            (LooksEatTheBudget, Event::Estimated { .. }) => charter.calls.set_aside(0, 0),
            (DropsAnswersUnderWayOnAbort, Event::DeadlinePassed | Event::Interrupted) => {
                charter.replies.clear();
            }
            _ => {}
        }
    }

    /// What the corrupted step makes of the real one's result.
    fn after(
        self,
        old: &SessionState,
        event: &RfcEvent,
        new: &mut SessionState,
        effects: &mut Effects,
    ) {
        let ended = state_of(new);
        let gate = new.ledger.entries().first().map(|entry| entry.id.clone());
        let gate = || gate.clone().expect("a gate found something");
        let lacks_way = new.ledger.entries().iter().any(|entry| {
            let backed = entry.ways.iter().any(|way| way.backers.len() > 1);
            entry.is_votable() && entry.severity == Severity::Blocker && !backed
        });
        match self {
            CountsAnAnswerTwice => {
                if let Event::Answered { reply, .. } = event
                    && new.phase != old.phase
                {
                    let again = &reply.placed;
                    again.iter().for_each(|placed| new.ledger.raise(SA1, 1, placed));
                }
            }
            CountsAVoteForASilentSeat => {
                for seat in ALL.into_iter().filter(|seat| !new.seats[seat].is_live()) {
                    for id in
                        new.notes.last().map(|n| n.contested_items.clone()).into_iter().flatten()
                    {
                        let entry = new.ledger.get_mut(&id).expect("a finding of the ledger");
                        if ended == Some(TerminalState::Deadlocked) && !entry.ballots.is_empty() {
                            entry.ballots.insert(seat, cast(Vote::Oppose));
                        }
                    }
                }
            }
            LetsAVoteDismissAGate if ended.is_some() => {
                let entry = new.ledger.get_mut(&gate()).expect("the gate's finding");
                entry.origin = FindingOrigin::Seats;
                entry.ballots = ALL.map(|seat| (seat, cast(Vote::Oppose))).into();
            }
            LetsASeatRegradeAGate => {
                let entry = new.ledger.get_mut(&gate()).expect("the gate's finding");
                let mut raised = old.ledger.entries().iter().skip(1);
                if let Some(raised) = raised.find(|own| own.signature == entry.signature) {
                    entry.severity = raised.severity;
                }
            }
            RemovesWhatAGateFound if ended == Some(TerminalState::Converged) => {
                new.ledger = rebuilt(new, false);
            }
            LetsSeatsSpeakOnAGate if new.phase == Phase::Cycle3 => {
                let (vote, severity) = (Vote::Oppose, Severity::Minor);
                let said = RecordedStance { vote, severity, reason: String::new() };
                let entry = new.ledger.get_mut(&gate()).expect("the gate's finding");
                entry.said.insert(SA1, said);
            }
            GoesOnWithOneSeat if aborted_by(new, AbortReason::QuorumLost) => new.ending = None,
            ConvergesWithoutQuorum if ended == Some(TerminalState::Deadlocked) && !lacks_way => {
                end(new, TerminalState::Converged);
            }
            ConvergesWithoutAWayOut if ended == Some(TerminalState::Deadlocked) && lacks_way => {
                end(new, TerminalState::Converged);
            }
            ConvergesAtTheDeadline if aborted_by(new, AbortReason::Timeout) => {
                end(new, TerminalState::Converged);
            }
            DeadlocksOverNothing if ended == Some(TerminalState::Converged) => {
                end(new, TerminalState::Deadlocked);
            }
            DropsAFindingOnAbort if ended == Some(TerminalState::Aborted) => {
                new.ledger = rebuilt(new, true);
            }
            ForgetsItsCyclesOnAbort if ended == Some(TerminalState::Aborted) => {
                new.cycles_completed = 0;
            }
            SaysAnotherReason if aborted_by(new, AbortReason::Timeout) => {
                new.ending.as_mut().expect("it has ended").abort = Some(AbortReason::Cancelled);
            }
            CountsASpoiltBallot => each_ballot(new, |ballot| {
                if matches!(ballot, CastBallot::Spoilt { .. }) {
                    *ballot = cast(Vote::Support);
                }
            }),
            CountsAMissingBallot => each_ballot(new, |ballot| {
                if *ballot == CastBallot::Missing {
                    *ballot = cast(Vote::Oppose);
                }
            }),
            VotesOnWhatIsNotContested if ended == Some(TerminalState::Converged) => {
                let ids: Vec<_> = new.ledger.entries().iter().map(|e| e.id.clone()).collect();
                for id in ids {
                    let entry = new.ledger.get_mut(&id).expect("a finding of the ledger");
                    entry.ballots.entry(SA1).or_insert(CastBallot::Missing);
                }
            }
            KeepsAFailedSeat => new.seats.values_mut().for_each(|seat| seat.failure = None),
            WaitsForNobody if new.phase == Phase::Cycle2 => effects.clear(),
            TakesAnInvalidChoice => {
                for seat in new.seats.values_mut() {
                    if seat.selected == ModeOrigin::KeyModesAfterInvalidChoice {
                        seat.modes.truncate(4);
                    }
                }
            }
            TakesKeyModesAtOnce if new.phase == Phase::Init && !effects.is_empty() => {
                new.phase = Phase::Cycle1;
                for (id, seat) in &mut new.seats {
                    seat.modes = key_modes(*id).to_vec();
                    seat.selected = ModeOrigin::KeyModesAfterInvalidChoice;
                }
            }
            BacksForASilentSeat if ended == Some(TerminalState::Converged) => {
                let ids: Vec<_> = new.ledger.entries().iter().map(|e| e.id.clone()).collect();
                for id in ids {
                    let entry = new.ledger.get_mut(&id).expect("a finding of the ledger");
                    entry.ways.iter_mut().for_each(|way| way.backers.extend(ALL));
                }
            }
            AssessesForASilentSeat if ended == Some(TerminalState::Converged) => {
                for seats in new.assessments.values_mut() {
                    let one = seats.values().next().expect("who assessed it").clone();
                    ALL.into_iter().for_each(|seat| {
                        seats.entry(seat).or_insert_with(|| one.clone());
                    });
                }
            }
            LeavesMajorsOut if ended == Some(TerminalState::Converged) => {
                new.ledger = Ledger::opened(&new.rfc, &[]);
            }
            WaitsForWhatIsLost if matches!(event, Event::Resumed { .. }) => effects.clear(),
            AsksWhatIsRecorded if matches!(event, Event::Resumed { .. }) => {
                if let Some(record) = new.calls.iter().next() {
                    let (call, member) = (record.id, record.member);
                    let task = record.task.as_ref().clone();
                    let looks = Looks::default();
                    effects.push(Effect::Estimate { call, member, task, looks });
                }
            }
            _ => {
                looks::corrupt(self, event, new, effects);
                twice::corrupt(self, old, event, new);
            }
        }
    }

    /// The corrupted step.
    pub(crate) fn step(self, state: State, mut event: RfcEvent) -> Step<RfcCouncil> {
        let State::Open(mut charter) = state else { return RfcCouncil::step(state, event) };
        self.before(Arc::make_mut(&mut charter), &mut event);
        let old = Arc::clone(&charter);
        let (state, mut effects) = RfcCouncil::step(State::Open(charter), event.clone())?;
        let State::Open(mut charter) = state else { return Ok((state, effects)) };
        self.after(&old, &event, Arc::make_mut(&mut charter), &mut effects);
        Ok((State::Open(charter), effects))
    }
}

type Effects = Vec<EffectOf<RfcCouncil>>;
