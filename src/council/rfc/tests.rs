//! The protocol played through with scripted seats: every way to a terminal state.

mod sameness;
mod script;

use std::collections::{BTreeMap, VecDeque};

use self::script::*;
use super::answer::{
    Ballot, Convergence, Endorsement, Endorsements, ModeSelection, Proposal, Reply,
};
use super::ask::{Ask, FindingView};
use super::ledger::{CastBallot, PlacedClaim, Weighed};
use super::recorded::Admitted;
use super::state::{ModeOrigin, Phase, SessionState, State};
use super::tally::{self, AgreementLevel, FindingResolution};
use super::{RfcCouncil, RfcEvent};
use crate::core::call::CallError;
use crate::core::protocol::{CallId, Effect, Event, Protocol};
use crate::model::opinion::{Citation, Vote};
use crate::model::policy::ModePolicy;
use crate::model::{AbortReason, Digest, GateId, MemberId, Severity, Subcategory, TerminalState};
use Severity::{Blocker, Major, Minor};
use Vote::{Abstain, Oppose, Support};

#[test]
fn without_findings_the_council_converges_and_asks_nobody_to_vote() {
    let script = Script::new(&[]);
    let charter = play(opening(), false, |task| script.answer(task));
    assert_eq!(charter.ending.as_ref().map(|e| e.state), Some(TerminalState::Converged));
    assert_eq!((charter.cycles_completed, charter.phase), (3, Phase::Cycle3));
    assert_eq!(charter.calls.len(), 6, "two questions to three seats");
    assert_eq!(charter.notes.len(), 2);
    assert_eq!(charter.calls.budget.spent(), 60);
}

#[test]
fn one_seat_is_pending_two_a_majority_three_unanimous() {
    let script = Script::new(&[
        (SA1, 1, Major, true),
        (SA1, 2, Major, true),
        (SA2, 2, Major, true),
        (SA1, 3, Major, true),
        (SA2, 3, Major, true),
        (SA3, 3, Major, true),
    ])
    .vote([Support, Support, Oppose]);
    let charter = play(opening(), false, |task| script.answer(task));
    // Number 1 is the gate's; 2 was raised alone and went to the vote.
    assert_eq!(outcome(&charter, 1), (AgreementLevel::NotVotable, FindingResolution::Stands));
    assert_eq!(outcome(&charter, 2), (AgreementLevel::QuorumSupport, FindingResolution::Stands));
    assert_eq!(outcome(&charter, 3), (AgreementLevel::Majority, FindingResolution::Stands));
    assert_eq!(outcome(&charter, 4), (AgreementLevel::Unanimous, FindingResolution::Stands));
    assert_eq!(charter.ledger.raised(), 7);
    assert_eq!(charter.ledger.entries().len(), 4);
}

#[test]
fn the_order_of_arrival_does_not_matter() {
    let script =
        Script::new(&[(SA1, 1, Major, true), (SA3, 2, Minor, true), (SA2, 1, Major, true)])
            .stance([Support, Oppose, Abstain])
            .vote([Support, Oppose, Oppose]);
    let forwards = play(opening(), false, |task| script.answer(task));
    let backwards = play(opening(), true, |task| script.answer(task));
    assert_eq!(forwards, backwards);
}

#[test]
fn a_quorum_dismisses_and_no_quorum_deadlocks() {
    let alone = Script::new(&[(SA1, 1, Major, true)]);
    let dismissed = alone.stance([Abstain, Oppose, Oppose]).vote([Support, Oppose, Oppose]);
    let charter = play(opening(), false, |task| dismissed.answer(task));
    assert_eq!(outcome(&charter, 2), (AgreementLevel::QuorumOppose, FindingResolution::Dismissed));
    assert_eq!(charter.ending.map(|e| e.state), Some(TerminalState::Converged));

    let split = Script::new(&[(SA1, 1, Major, true)]).vote([Support, Oppose, Abstain]);
    let charter = play(opening(), false, |task| split.answer(task));
    assert_eq!(outcome(&charter, 2), (AgreementLevel::Deadlocked, FindingResolution::Deadlocked));
    assert_eq!(charter.ending.map(|e| e.state), Some(TerminalState::Deadlocked));
}

#[test]
fn a_blocker_needs_a_way_out_that_two_stand_behind() {
    let raised = [(SA1, 1, Blocker, true), (SA2, 1, Blocker, true)];
    let script = Script::new(&raised);
    let charter = play(opening(), false, |task| script.answer(task));
    assert_eq!(charter.phase, Phase::LastCall);
    assert_eq!(outcome(&charter, 2), (AgreementLevel::Majority, FindingResolution::Deadlocked));

    let charter = play(opening(), false, |task| match &task.question {
        Ask::Feasibility { findings, .. } => {
            let mut review = stances(findings, |_| Support);
            if asked(task) == SA2 {
                let finding_id = findings[0].finding_id.clone();
                review.remediations.push(Proposal { finding_id, text: "split it".to_owned() });
            }
            admitted(Reply::Feasibility(review))
        }
        Ask::Converge { blockers, .. } => {
            let endorsements = blockers
                .iter()
                .filter(|_| asked(task) == SA3)
                .map(|blocker| Endorsement {
                    finding_id: blocker.finding.finding_id.clone(),
                    proposal_id: blocker.proposals[0].proposal_id.clone(),
                })
                .collect();
            admitted(Reply::Converge(Convergence { endorsements, ..Convergence::default() }))
        }
        _ => script.answer(task),
    });
    assert_eq!(charter.ending.as_ref().map(|e| e.state), Some(TerminalState::Converged));
    assert_eq!(outcome(&charter, 2), (AgreementLevel::Unanimous, FindingResolution::Stands));
    let way = tally::agreed_way(&Weighed::alone(&charter.ledger.entries()[1])).expect("agreed");
    assert_eq!((way.text.as_str(), way.backers.len()), ("split it", 2));
}

#[test]
fn an_ungrounded_finding_is_kept_and_has_no_weight() {
    let script = Script::new(&[(SA1, 1, Blocker, false), (SA2, 1, Blocker, false)]);
    let charter = play(opening(), false, |task| script.answer(task));
    assert_eq!(charter.calls.len(), 6, "nobody is asked to vote on it");
    assert_eq!(outcome(&charter, 2).1, FindingResolution::Ungrounded);
    assert_eq!(charter.ending.map(|e| e.state), Some(TerminalState::Converged));
}

#[test]
fn who_changes_sides_must_cite_what_it_had_missed() {
    let script = Script::new(&[(SA1, 1, Major, true)]).stance([Support, Oppose, Oppose]);
    let changing = |cites: bool| {
        play(opening(), false, |task| match &task.question {
            Ask::Converge { contested, .. } => {
                let mut cast = ballots(contested, Oppose);
                if cites {
                    let quote = "a passage".to_owned();
                    let citation =
                        Citation { file: "f".to_owned(), yaml_path: String::new(), quote };
                    cast.iter_mut().for_each(|ballot| ballot.missed = Some(citation.clone()));
                }
                admitted(Reply::Converge(Convergence { ballots: cast, ..Convergence::default() }))
            }
            _ => script.answer(task),
        })
    };
    let ballot = |charter: &SessionState| charter.ledger.entries()[1].ballots[&SA1].clone();
    assert!(matches!(ballot(&changing(false)), CastBallot::Spoilt { .. }));
    assert!(matches!(ballot(&changing(true)), CastBallot::Cast { vote: Oppose, .. }));
}

#[test]
fn a_ballot_on_another_claim_is_spoilt_and_an_absent_one_missing() {
    let script = Script::new(&[(SA1, 1, Major, true)]).stance([Support, Abstain, Abstain]);
    let charter = play(opening(), false, |task| match &task.question {
        Ask::Converge { contested, .. } => {
            let mut cast = ballots(contested, Support);
            match asked(task) {
                SA2 => cast[0].digest = Digest::of(b"another claim"),
                SA3 => cast.clear(),
                _ => {}
            }
            admitted(Reply::Converge(Convergence { ballots: cast, ..Convergence::default() }))
        }
        _ => script.answer(task),
    });
    let entry = &charter.ledger.entries()[1];
    assert!(matches!(entry.ballots[&SA2], CastBallot::Spoilt { .. }));
    assert_eq!(entry.ballots[&SA3], CastBallot::Missing);
    assert_eq!(outcome(&charter, 2), (AgreementLevel::Deadlocked, FindingResolution::Deadlocked));
}

#[test]
fn a_malformed_reply_is_asked_again_once_and_then_the_seat_sits_out() {
    let script = Script::new(&[(SA1, 1, Major, true)]).vote([Support, Support, Support]);
    let charter = play(opening(), false, |task| match asked(task) {
        SA2 if task.attempt == 1 => Err(CallError::Malformed("not JSON".to_owned())),
        _ => script.answer(task),
    });
    assert!(!charter.is_degraded(), "the second answer was fine");
    assert_eq!(outcome(&charter, 2), (AgreementLevel::QuorumSupport, FindingResolution::Stands));

    let charter = play(opening(), false, |task| match asked(task) {
        SA3 => admitted(Reply::Remediation(Endorsements::default())),
        _ => script.answer(task),
    });
    assert!(charter.is_degraded());
    assert_eq!(charter.seats[&SA3].failure.as_ref().map(|f| f.cycle), Some(1));
    assert_eq!(outcome(&charter, 2), (AgreementLevel::QuorumSupport, FindingResolution::Stands));
    assert_eq!(charter.ledger.entries()[1].ballots[&SA3], CastBallot::Missing);
}

#[test]
fn with_two_seats_left_both_must_agree() {
    let script = Script::new(&[(SA1, 1, Major, true)]).vote([Support, Oppose, Support]);
    let charter = play(opening(), false, |task| match asked(task) {
        SA3 => Err(CallError::Refused("no".to_owned())),
        _ => script.answer(task),
    });
    assert_eq!(outcome(&charter, 2), (AgreementLevel::Deadlocked, FindingResolution::Deadlocked));
}

#[test]
fn fewer_than_two_seats_abort_and_keep_what_was_found() {
    let script = Script::new(&[(SA1, 1, Major, true)]);
    let charter = play(opening(), false, |task| match (asked(task), &task.question) {
        (SA1, _) | (_, Ask::Structural { .. }) => script.answer(task),
        _ => Err(CallError::Unavailable("gone".to_owned())),
    });
    let ending = charter.ending.as_ref().expect("ended");
    assert_eq!(
        (ending.state, ending.abort),
        (TerminalState::Aborted, Some(AbortReason::QuorumLost))
    );
    assert!(ending.reason.contains("SA-2 unavailable: gone; SA-3 unavailable: gone"));
    assert_eq!(charter.cycles_completed, 1);
    assert_eq!(outcome(&charter, 2).1, FindingResolution::Open);
}

/// A session with one answer of cycle 1 in hand and two calls under way.
fn half_way() -> State {
    let mut state = RfcCouncil::initial();
    let mut events: VecDeque<RfcEvent> = VecDeque::from([Event::Opened { input: opening() }]);
    let mut first = true;
    while let Some(event) = events.pop_front() {
        let (next, effects) = RfcCouncil::step(state, event).expect("in turn");
        state = next;
        for effect in effects {
            match effect {
                Effect::Estimate { call, .. } => {
                    events.push_back(Event::Estimated { call, tokens: 100, again: None });
                }
                Effect::Dispatch { call, task, .. } if first => {
                    first = false;
                    let raised = vec![claim(asked(&task), 1, Major, true)];
                    let reply = structural(raised).expect("a reply");
                    events.push_back(ended(call, Ok(reply)));
                }
                _ => {}
            }
        }
    }
    state
}

#[test]
fn time_and_people_end_a_session_with_what_was_answered() {
    for (event, reason) in [
        (Event::DeadlinePassed, AbortReason::Timeout),
        (Event::Interrupted, AbortReason::Cancelled),
    ] {
        let (state, effects) = RfcCouncil::step(half_way(), event.clone()).expect("in turn");
        assert!(effects.is_empty());
        let charter = state.charter().expect("open");
        assert_eq!(charter.ending.as_ref().and_then(|e| e.abort), Some(reason));
        assert_eq!(charter.ledger.entries().len(), 2, "the answered finding is kept");
        assert!(RfcCouncil::step(state, event).is_err(), "a terminal state is never left");
    }
}

#[test]
fn late_repeated_and_forged_events_change_nothing() {
    let reply = structural(Vec::new()).expect("a reply");
    let answered = |call: u32| ended(CallId(call), Ok(reply.clone()));
    for event in [
        answered(1),
        answered(99),
        Event::Estimated { call: CallId(2), tokens: 1, again: None },
        ended(CallId(1), Err(CallError::Refused(String::new()))),
        Event::Opened { input: opening() },
    ] {
        assert!(RfcCouncil::step(half_way(), event.clone()).is_err(), "{event:?}");
    }
}

#[test]
fn what_the_budget_cannot_hold_is_never_sent() {
    let mut small = opening();
    small.policy.token_budget = 250;
    let script = Script::new(&[]);
    let mut sent = 0;
    let charter = play(small, false, |task| {
        sent += 1;
        script.answer(task)
    });
    let ending = charter.ending.as_ref().expect("ended");
    assert_eq!(ending.abort, Some(AbortReason::BudgetExhausted));
    assert_eq!(ending.reason, "call #3 may need 100 tokens and 50 of 250 are left");
    assert_eq!(sent, 0);
}

#[test]
fn seats_that_select_badly_twice_take_their_key_modes() {
    let select = |first: [u8; 5], second: [u8; 5]| {
        let mut agent = opening();
        agent.policy.modes = ModePolicy::Agent;
        let script = Script::new(&[]);
        play(agent, false, |task| match (&task.question, asked(task)) {
            (Ask::SelectModes, SA1) => {
                let modes = if task.attempt == 1 { first } else { second };
                let reason = String::new();
                admitted(Reply::SelectModes(ModeSelection { modes: modes.to_vec(), reason }))
            }
            _ => script.answer(task),
        })
    };
    let good = [1, 9, 37, 65, 75];
    let bad = [1, 2, 3, 4, 5];
    let chosen = select(good, bad);
    assert_eq!(chosen.seats[&SA1].selected, ModeOrigin::Chosen);
    assert_eq!(chosen.seats[&SA1].modes.iter().map(|m| m.number()).collect::<Vec<_>>(), good);
    assert_eq!(select(bad, good).seats[&SA1].selected, ModeOrigin::Chosen);
    assert_eq!(select([0, 81, 1, 2, 3], good).seats[&SA1].selected, ModeOrigin::Chosen);
    let fallen_back = select(bad, bad);
    for (id, seat) in &fallen_back.seats {
        assert_eq!(seat.selected, ModeOrigin::KeyModesAfterInvalidChoice);
        assert_eq!(seat.modes, key_modes(*id));
    }
}

#[test]
fn an_unreadable_reply_does_not_use_up_the_second_choice() {
    let mut agent = opening();
    agent.policy.modes = ModePolicy::Agent;
    let script = Script::new(&[]);
    let mut questions = Vec::new();
    let charter = play(agent, false, |task| match (&task.question, asked(task), task.attempt) {
        (Ask::SelectModes, SA3, 1) => Err(CallError::Malformed("not JSON".to_owned())),
        (Ask::SelectModes, seat, attempt) => {
            questions.push((seat, attempt));
            let is_bad = matches!((seat, attempt), (SA1, 1) | (SA3, 2));
            let modes = if is_bad { vec![1, 2, 3, 4, 5] } else { numbers(seat) };
            admitted(Reply::SelectModes(ModeSelection { modes, reason: String::new() }))
        }
        _ => script.answer(task),
    });
    assert_eq!(questions, [(SA1, 1), (SA2, 1), (SA3, 2), (SA1, 2), (SA3, 3)]);
    assert!(charter.seats.values().all(|seat| seat.selected == ModeOrigin::Chosen));
}

fn numbers(seat: MemberId) -> Vec<u8> {
    key_modes(seat).iter().map(|mode| mode.number()).collect()
}

#[test]
fn seats_see_no_authors_and_no_tally_and_each_its_own_order() {
    let raised = [
        (SA1, 1, Major, true),
        (SA1, 2, Major, true),
        (SA2, 3, Major, true),
        (SA3, 4, Major, true),
        (SA2, 1, Major, true),
    ];
    let script = Script::new(&raised).vote([Support, Support, Support]);
    let mut seen: BTreeMap<MemberId, Vec<(String, Option<String>)>> = BTreeMap::new();
    play(opening(), false, |task| {
        if let Ask::Feasibility { findings, .. } = &task.question {
            let text = serde_json::to_string(&task.question).expect("JSON");
            for word in ["SA-1", "SA-2", "SA-3", "MAJORITY", "raised_by", "backers"] {
                // A description is the seat's own words; scripted ones name their seat.
                let words = text.replace(&format!("{word} finds"), "");
                assert!(!words.contains(word), "{word} in {words}");
            }
            let views = findings.iter().map(|v| (v.finding_id.to_string(), v.rule.clone()));
            seen.insert(asked(task), views.collect());
        }
        script.answer(task)
    });
    assert_eq!(seen.values().map(Vec::len).collect::<Vec<_>>(), [4, 4, 4]);
    assert!(seen[&SA1] != seen[&SA2] || seen[&SA2] != seen[&SA3], "one order for all readers");
}

#[test]
fn nothing_that_seats_say_touches_what_code_found() {
    // The seats raise the very finding of the gate, and every vote opposes everything.
    let echo = |seat: MemberId| {
        let mut echo = claim(seat, 1, Minor, true);
        echo.claim.gate_id = GateId::CcpMapping;
        echo.claim.subcategory = Subcategory::CcpMismatch;
        echo
    };
    let script = Script::new(&[]).stance([Oppose; 3]).vote([Oppose; 3]);
    let charter = play(opening(), false, |task| match &task.question {
        Ask::Structural { .. } => structural(vec![echo(asked(task))]),
        _ => script.answer(task),
    });
    let [entry, echo] = charter.ledger.entries() else { panic!("one claim, word for word") };
    let gate = blocker_of_a_gate();
    assert_eq!((entry.severity, &entry.description), (gate.severity, &gate.description));
    assert_eq!((echo.raises.len(), charter.ledger.raised()), (3, 4), "kept beside it");
    assert!(entry.said.is_empty() && entry.ballots.is_empty() && entry.ways.is_empty());
    assert_eq!(outcome(&charter, 1), (AgreementLevel::NotVotable, FindingResolution::Stands));
}
