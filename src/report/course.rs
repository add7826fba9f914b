//! The course of a session, a line per event.

use crate::core::protocol::Event;
use crate::council::rfc::answer::Reply;
use crate::council::rfc::roster::office;
use crate::council::rfc::{Charter, RfcEvent};

/// An event in one line, with the session after it; `None` for what only the machine cares about.
pub fn event_line(event: &RfcEvent, charter: &Charter) -> Option<String> {
    let rfc = &charter.rfc;
    let call = match event {
        Event::Opened { .. } => {
            return Some(format!("{rfc}  {:<9}  session {}", "INIT", charter.session));
        }
        Event::Estimated { .. } | Event::TimerFired { .. } => return None,
        Event::Said { what, .. } => match *what {},
        Event::Resumed { down_seconds } => {
            let state = charter.state_name();
            return Some(format!("{rfc}  {state:<9}  resumed after {down_seconds} s"));
        }
        Event::DeadlinePassed | Event::Interrupted => {
            return Some(format!("{rfc}  {}", charter.state_name()));
        }
        Event::Answered { call, .. } | Event::Failed { call, .. } => *call,
    };
    let task = &charter.calls.iter().find(|record| record.id == call)?.task;
    let what = match event {
        Event::Answered { reply, .. } => said(&reply.reply),
        Event::Failed { fault, .. } => fault.to_string(),
        Event::Opened { .. }
        | Event::Estimated { .. }
        | Event::Said { .. }
        | Event::TimerFired { .. }
        | Event::Resumed { .. }
        | Event::DeadlinePassed
        | Event::Interrupted => return None,
    };
    let cycle = match task.question.name() {
        "SELECT_MODES" => "INIT",
        "STRUCTURAL" => "CYCLE_1",
        "FEASIBILITY" => "CYCLE_2",
        _ => "CYCLE_3",
    };
    let name = task.question.name();
    Some(format!(
        "{rfc}  {cycle:<9}  {name:<11}  {} {:<26}  {what}",
        task.seat,
        office(&task.seat).map_or("", |office| office.role)
    ))
}

fn said(reply: &Reply) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    match reply {
        Reply::SelectModes(selection) => count(selection.modes.len(), "mode"),
        Reply::Structural(review) => count(review.findings.len(), "finding"),
        Reply::Feasibility(review) => format!(
            "{}, {}, {}",
            count(review.findings.len(), "finding"),
            count(review.stances.len(), "stance"),
            count(review.assessments.len(), "ticket"),
        ),
        Reply::Converge(convergence) => count(convergence.ballots.len(), "ballot"),
        Reply::Remediation(endorsements) => count(endorsements.endorsements.len(), "endorsement"),
    }
}
