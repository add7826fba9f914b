//! The whole protocol. No clock, no I/O: replaying the same events gives the same state, so
//! resuming a session is folding its event log.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::absorb::absorb;
use super::admit;
use super::answer::Reply;
use super::ask::{Ask, Task};
use super::ledger::{CastBallot, Ledger};
use super::modes;
use super::roster::office;
use super::state::{
    Ending, MemberFailure, ModeOrigin, Phase, SeatState, SessionInput, SessionState, State,
};
use super::tally::{self, FindingResolution};
use super::{RfcCouncil, RfcEvent, notes, views};
use crate::core::budget::Budget;
use crate::core::call::CallError;
use crate::core::calls::{CallOutcome, Calls, Taken};
use crate::core::protocol::{CallId, EffectOf, Event, OutOfTurn, Step};
use crate::model::policy::{ModePolicy, QUORUM};
use crate::model::{AbortReason, Digest, MemberId, ModeId, TerminalState};

type Effects = Vec<EffectOf<RfcCouncil>>;

pub(super) fn step(state: State, event: RfcEvent) -> Step<RfcCouncil> {
    let out_of_turn = |why: &str| Err(OutOfTurn(why.to_owned()));
    let mut charter = match (state, &event) {
        (State::Unopened, Event::Opened { input }) => {
            // A session is read from a file: its panel may name anybody.
            let stranger = input.panel.iter().find(|(_, entry)| office(&entry.name).is_none());
            if let Some((_, entry)) = stranger {
                return out_of_turn(&format!("{} is no member of this council", entry.name));
            }
            let (charter, effects) = open(input.clone());
            return Ok((State::Open(Arc::new(charter)), effects));
        }
        (State::Unopened, _) => return out_of_turn("the session is not open"),
        (State::Open(_), Event::Opened { .. }) => {
            return out_of_turn("the session is open already");
        }
        (State::Open(charter), _) if charter.ending.is_some() => {
            return out_of_turn("the session has ended");
        }
        (State::Open(charter), _) => charter,
    };
    charter.calls.check::<RfcCouncil>(&event)?;
    let own = Arc::make_mut(&mut charter);
    let taken = own.calls.take::<RfcCouncil>(event)?;
    let effects = carry_out(own, taken)?;
    Ok((State::Open(charter), effects))
}

fn carry_out(charter: &mut SessionState, taken: Taken<RfcCouncil>) -> Result<Effects, OutOfTurn> {
    Ok(match taken {
        Taken::Onward(effects) => effects,
        Taken::Form(form) => {
            let raised = raised(charter);
            let record = charter.calls.get(form.call).expect("the call was made");
            match admit::fault(&record.task, &form.reply, raised) {
                Some(why) => {
                    let taken = charter.calls.refuse(form, why);
                    return carry_out(charter, taken);
                }
                None => {
                    let digest = digest_of(&form.reply.reply);
                    let (member, call, reply) = charter.calls.keep(form, digest);
                    charter.replies.insert(member, (call, reply));
                    proceed(charter)
                }
            }
        }
        Taken::Out(member, fault) => drop_member(charter, member, fault),
        Taken::TooDear(call, tokens) => {
            abort_for_budget(charter, call, tokens);
            Vec::new()
        }
        Taken::Opened(_) => unreachable!("it is open already"),
        Taken::Resumed(down_seconds, effects) => {
            charter.down_seconds = charter.down_seconds.saturating_add(down_seconds);
            effects
        }
        Taken::Said(_, what) => match what {},
        Taken::TimerFired(_) => return Err(OutOfTurn("no timer was set".to_owned())),
        Taken::DeadlinePassed => {
            let limit = charter.policy.timeout_seconds;
            let why = format!("the time limit of {limit} s passed");
            abort(charter, AbortReason::Timeout, why);
            Vec::new()
        }
        Taken::Interrupted => {
            abort(charter, AbortReason::Cancelled, "the review was stopped".to_owned());
            Vec::new()
        }
    })
}

/// How many findings the seats have raised, those of replies that wait for others included.
fn raised(charter: &SessionState) -> usize {
    let entries = charter.ledger.entries().iter();
    let told: usize = entries.map(|entry| entry.raises.len()).sum();
    let waiting = charter.replies.values().map(|(_, admitted)| admitted.placed.len());
    told + waiting.sum::<usize>()
}

/// The digest by which the evidence names a reply.
fn digest_of(reply: &Reply) -> Digest {
    Digest::of(&serde_json::to_vec(reply).expect("a reply has only text keys"))
}

fn open(opening: SessionInput) -> (SessionState, Effects) {
    let seats = opening
        .panel
        .ids()
        .map(|id| {
            let seat =
                SeatState { modes: Vec::new(), selected: ModeOrigin::Pending, failure: None };
            (id, seat)
        })
        .collect();
    let mut charter = SessionState {
        ledger: Ledger::opened(&opening.rfc, &opening.findings),
        session: opening.session,
        rfc: opening.rfc,
        dossier: opening.dossier,
        calls: Calls::new(Budget::new(opening.policy.token_budget), &opening.policy.looks),
        least: opening.least,
        policy: opening.policy,
        seed: opening.seed,
        tickets: opening.tickets,
        reading: opening.reading,
        most: opening.most,
        gates: opening.gates,
        phase: Phase::Init,
        roster: opening.panel,
        seats,
        notes: Vec::new(),
        assessments: BTreeMap::new(),
        replies: BTreeMap::new(),
        cycles_completed: 0,
        down_seconds: 0,
        ending: None,
    };
    let live = charter.live();
    let effects = if live.len() < QUORUM {
        quorum_lost(&mut charter)
    } else {
        match charter.policy.modes {
            ModePolicy::Fixed => {
                let key_modes = modes::key_modes(&charter.roster, &live);
                take_modes(&mut charter, key_modes, ModeOrigin::KeyModes);
                begin(&mut charter, Phase::Cycle1)
            }
            ModePolicy::Anchored => {
                let drawn = modes::anchored(&charter.roster, &live, charter.seed);
                take_modes(&mut charter, drawn, ModeOrigin::Drawn);
                begin(&mut charter, Phase::Cycle1)
            }
            ModePolicy::Agent => begin(&mut charter, Phase::Init),
        }
    };
    (charter, effects)
}

/// Enters a phase and asks its question of every live seat.
fn begin(charter: &mut SessionState, phase: Phase) -> Effects {
    charter.phase = phase;
    charter.replies.clear();
    let later = charter.least.iter().skip(phase.cycle().into());
    let later = later.fold(0, |sum: u64, &tokens| sum.saturating_add(tokens));
    // Cycle 2 checks in the code what cycle 1 found: cycle 1 leaves it as much as it takes.
    charter.calls.set_aside(later, u64::from(phase == Phase::Cycle1));
    let live = charter.live();
    live.into_iter().map(|seat| ask(charter, seat, 1)).collect()
}

/// Asks the current phase's question of one seat.
fn ask(charter: &mut SessionState, seat: MemberId, attempt: u8) -> EffectOf<RfcCouncil> {
    let note = || charter.notes.last().cloned().expect("a note follows each of cycles 1 and 2");
    let question = match charter.phase {
        Phase::Init => Ask::SelectModes,
        Phase::Cycle1 => Ask::Structural {
            gates: charter.gates.clone(),
            findings: views::of_gates(charter),
            reading: charter.reading,
            most: charter.most,
        },
        Phase::Cycle2 => Ask::Feasibility {
            note: note(),
            of_gates: views::of_gates_in_question(charter),
            findings: views::of_seats(charter, seat, |_| true),
            pairs: views::of_pairs(charter, 2),
            tickets: charter.assessed_by(seat).to_vec(),
        },
        Phase::Cycle3 => Ask::Converge {
            note: note(),
            contested: views::of_vote(charter, seat),
            blockers: views::of_blockers(charter, seat, |_| true),
            agreed: views::of_agreed(charter, seat),
            pairs: views::of_pairs(charter, 3),
        },
        Phase::LastCall => {
            Ask::Remediation { blockers: views::of_blockers(charter, seat, views::lacks_way) }
        }
    };
    let task = Task {
        session: charter.session.clone(),
        rfc: charter.rfc.clone(),
        seat: charter.roster.name(seat).clone(),
        modes: charter.seats[&seat].modes.clone(),
        attempt,
        question,
    };
    charter.calls.send::<RfcCouncil>(seat, task)
}

/// A seat sits out from now on; the others go on while they make quorum.
fn drop_member(charter: &mut SessionState, seat: MemberId, fault: CallError) -> Effects {
    let cycle = charter.phase.cycle();
    let state = charter.seats.get_mut(&seat).expect("the seat was asked");
    state.failure = Some(MemberFailure { cycle, fault });
    if charter.live().len() < QUORUM { quorum_lost(charter) } else { proceed(charter) }
}

fn quorum_lost(charter: &mut SessionState) -> Effects {
    let faults: Vec<String> = charter
        .seats
        .iter()
        .filter_map(|(&id, seat)| {
            Some(format!("{} {}", charter.roster.name(id), seat.failure.as_ref()?.fault))
        })
        .collect();
    let why = format!("fewer than two seats are left: {}", faults.join("; "));
    abort(charter, AbortReason::QuorumLost, why);
    Vec::new()
}

/// Goes on once every live seat has answered.
fn proceed(charter: &mut SessionState) -> Effects {
    let waiting = charter.live().into_iter().any(|seat| !charter.replies.contains_key(&seat));
    if waiting {
        return Vec::new();
    }
    match charter.phase {
        Phase::Init => settle_modes(charter),
        Phase::Cycle1 => {
            absorb(charter);
            charter.cycles_completed = 1;
            let note = notes::after_cycle_1(charter);
            charter.notes.push(note);
            begin(charter, Phase::Cycle2)
        }
        Phase::Cycle2 => {
            absorb(charter);
            charter.cycles_completed = 2;
            let note = notes::after_cycle_2(charter);
            charter.notes.push(note);
            let open = |weighed: &_| tally::is_contested(weighed) || views::lacks_way(weighed);
            if charter.ledger.weighed().iter().any(open) {
                begin(charter, Phase::Cycle3)
            } else {
                // Nothing to vote on and no way out to find: no seat is asked.
                charter.phase = Phase::Cycle3;
                finish(charter);
                Vec::new()
            }
        }
        Phase::Cycle3 => {
            absorb(charter);
            if charter.ledger.weighed().iter().any(views::lacks_way) {
                begin(charter, Phase::LastCall)
            } else {
                finish(charter);
                Vec::new()
            }
        }
        Phase::LastCall => {
            absorb(charter);
            finish(charter);
            Vec::new()
        }
    }
}

fn take_modes(charter: &mut SessionState, selection: modes::Selection, how: ModeOrigin) {
    for (id, modes) in selection {
        let seat = charter.seats.get_mut(&id).expect("modes are selected for seats of the panel");
        seat.modes = modes;
        seat.selected = how;
    }
}

/// An invalid selection is asked again once, then the key modes are taken.
fn settle_modes(charter: &mut SessionState) -> Effects {
    let mut selection = modes::Selection::new();
    let mut invalid: Vec<MemberId> = Vec::new();
    for seat in charter.live() {
        let (_, admitted) = &charter.replies[&seat];
        let numbers = match &admitted.reply {
            Reply::SelectModes(selected) => selected.modes.as_slice(),
            _ => unreachable!("a reply of another kind was refused"),
        };
        let chosen: Vec<ModeId> = numbers.iter().filter_map(|&n| ModeId::new(n)).collect();
        if chosen.len() != numbers.len() || modes::fault_of_seat(&chosen).is_some() {
            invalid.push(seat);
        }
        selection.insert(seat, chosen);
    }
    if invalid.is_empty() && modes::fault_of_panel(&selection).is_some() {
        // No seat is wrong by itself: all choose again.
        invalid = charter.live();
    }
    if invalid.is_empty() {
        take_modes(charter, selection, ModeOrigin::Chosen);
        return begin(charter, Phase::Cycle1);
    }
    // An unreadable reply was asked again on its own account: it is no choice.
    let choices = |seat: MemberId| {
        let read = |o: &CallOutcome| matches!(o, CallOutcome::Answered { .. });
        charter.calls.iter().filter(|c| c.member == seat && read(&c.outcome)).count()
    };
    if charter.live().into_iter().any(|seat| choices(seat) > 1) {
        let key_modes = modes::key_modes(&charter.roster, &charter.live());
        take_modes(charter, key_modes, ModeOrigin::KeyModesAfterInvalidChoice);
        return begin(charter, Phase::Cycle1);
    }
    let mut effects = Effects::new();
    for seat in invalid {
        charter.replies.remove(&seat);
        let asked = charter.calls.iter().filter(|call| call.member == seat).count();
        effects.push(ask(charter, seat, asked as u8 + 1));
    }
    effects
}

/// The end of cycle 3: every finding is settled, and what is not deadlocks.
fn finish(charter: &mut SessionState) {
    charter.cycles_completed = 3;
    // A seat that fell out has no ballot; the record says so for each contested finding.
    let contested: Vec<_> = charter
        .ledger
        .weighed()
        .iter()
        .filter(|weighed| tally::is_contested(weighed))
        .map(|weighed| weighed.entry.id.clone())
        .collect();
    for id in contested {
        let entry = charter.ledger.get_mut(&id).expect("the id is of the ledger");
        for seat in charter.roster.ids() {
            entry.ballots.entry(seat).or_insert(CastBallot::Missing);
        }
    }
    let settled = tally::settle(&charter.ledger, true);
    let deadlocked =
        settled.iter().filter(|s| s.resolution == FindingResolution::Deadlocked).count();
    charter.ending = Some(Ending::after_the_vote(deadlocked));
}

/// Ends the session early; what was answered is kept (THREATS.md I10).
fn abort(charter: &mut SessionState, abort: AbortReason, reason: String) {
    absorb(charter);
    charter.ending = Some(Ending { state: TerminalState::Aborted, abort: Some(abort), reason });
}

fn abort_for_budget(charter: &mut SessionState, call: CallId, tokens: u64) {
    let budget = &charter.calls.budget;
    let left = budget.limit().saturating_sub(budget.spent()).saturating_sub(budget.reserved());
    let why =
        format!("call {call} may need {tokens} tokens and {left} of {} are left", budget.limit());
    abort(charter, AbortReason::BudgetExhausted, why);
}
