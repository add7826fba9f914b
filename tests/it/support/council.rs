//! The real machine, played to its end by seats of a test.

use std::collections::VecDeque;
use std::sync::Arc;

use super::seat_id::SeatId;
use council_review::core::call::CallError;
use council_review::core::protocol::{CallId, Effect, Event, Protocol as _};
use council_review::council::rfc::answer::{Claim, Reply};
use council_review::council::rfc::ask::Task;
use council_review::council::rfc::ledger::PlacedClaim;
use council_review::council::rfc::{
    Admitted, RfcCouncil, RfcEvent, SessionInput, SessionState, State,
};
use council_review::model::{Finding, GateId, Location, NodePath, Severity, Subcategory, TicketId};
use council_review::model::{Identity, Receipt};

pub type Answer = Result<Admitted, CallError>;

/// Plays a session to its end, and gives what happened. Oldest call first.
pub fn play(
    opening: SessionInput,
    mut seat: impl FnMut(&Task) -> Answer,
) -> (SessionState, Vec<RfcEvent>) {
    let mut past = Vec::new();
    let mut state = RfcCouncil::initial();
    let mut events: VecDeque<RfcEvent> = VecDeque::from([Event::Opened { input: opening }]);
    let mut under_way: VecDeque<(CallId, Task)> = VecDeque::new();
    for _ in 0..1_000 {
        let event = match events.pop_front() {
            Some(event) => event,
            None => {
                let (call, task) = under_way.pop_front().expect("a call is under way");
                match seat(&task) {
                    Ok(reply) => Event::Answered { call, reply, receipt: Receipt::of_tokens(10) },
                    Err(fault) => Event::Failed { call, fault, receipt: Receipt::default() },
                }
            }
        };
        past.push(event.clone());
        let (next, effects) = RfcCouncil::step(state, event).expect("in turn");
        state = next;
        for effect in effects {
            match effect {
                Effect::Estimate { call, .. } => {
                    events.push_back(Event::Estimated { call, tokens: 100, again: None });
                }
                Effect::Dispatch { call, task, .. } => under_way.push_back((call, task)),
                Effect::Show { .. }
                | Effect::SetTimer { .. }
                | Effect::GiveUp { .. }
                | Effect::AwaitPerson(_) => unreachable!("it asks seats alone"),
            }
        }
        match state {
            State::Open(charter) if charter.ending.is_some() => {
                return (Arc::unwrap_or_clone(charter), past);
            }
            State::Open(_) | State::Unopened => {}
        }
    }
    panic!("the session does not end")
}

/// Who the scripted seats are.
pub fn identity() -> Identity {
    Identity::new("scripted", "none")
}

/// A reply whose claims are placed and whose citations all stand.
pub fn admitted(reply: Reply, placed: Vec<PlacedClaim>) -> Answer {
    let cited = match &reply {
        Reply::Converge(c) => c.ballots.iter().map(|b| b.missed.is_some()).collect(),
        _ => Vec::new(),
    };
    Ok(Admitted { reply, placed, cited })
}

pub fn ticket(number: u32) -> TicketId {
    format!("TCK-{number:05}").parse().expect("an id")
}

/// The place of step `step` of a ticket.
pub fn location(number: u32, step: u32) -> Location {
    Location {
        file: format!("documents/work/tickets/{}.yaml", ticket(number)),
        path: NodePath::yaml(format!("implementation.implementation_steps[{step}]")),
        line: step + 20,
        column: 5,
        end_line: step + 20,
        end_column: 9,
    }
}

/// A finding of a gate about one step of the first ticket.
pub fn of_gate(rule: &'static str, severity: Severity, step: u32) -> Finding {
    let rule = council_review::gates::rule(rule).expect("a rule of GATES.md");
    Finding {
        rule: rule.id,
        gate: rule.gate,
        subcategory: rule.subcategory,
        severity,
        location: location(1, step),
        ticket: Some(ticket(1)),
        description: rule.title.to_owned(),
        remediation: rule.act.to_owned(),
        source_line: "- step: 1".to_owned(),
        related: Vec::new(),
        because: Vec::new(),
    }
}

/// A claim of a seat about one step of the second ticket, through its first key mode.
pub fn claim(seat: SeatId, step: u32, severity: Severity, remediation: &str) -> PlacedClaim {
    let place = location(2, step);
    PlacedClaim {
        claim: Claim {
            gate_id: GateId::Atomicity,
            subcategory: Subcategory::ScopeTooLarge,
            severity,
            source_mode: seat.key_modes()[0],
            file: place.file.clone(),
            yaml_path: place.path.to_string(),
            quote: format!("step {step}"),
            description: format!("step {step} is too large"),
            remediation: remediation.to_owned(),
            cites: Vec::new(),
            related: Vec::new(),
        },
        location: place,
        ticket: Some(ticket(2)),
        source_line: format!("- step: {step}"),
        grounded: true,
    }
}
