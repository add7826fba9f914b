//! A line per seat and cycle on stderr, while a person waits.

use std::io::Write as _;

use crate::app::session::Progress;
use crate::council::machine::Event;
use crate::council::rfc::{Charter, RfcEvent};
use crate::model::reply::Reply;
use crate::report::escape;

/// Writes to stderr, or nowhere.
pub(super) struct Lines {
    pub(super) shown: bool,
}

impl Progress for Lines {
    fn event(&mut self, event: &RfcEvent, charter: &Charter) {
        if !self.shown {
            return;
        }
        let Some(line) = line(event, charter) else {
            return;
        };
        // A closed stderr must not end a review.
        let _ = writeln!(std::io::stderr(), "{}", escape::line(&line));
    }
}

fn line(event: &RfcEvent, charter: &Charter) -> Option<String> {
    let rfc = &charter.rfc;
    let call = match event {
        Event::Opened { .. } => {
            return Some(format!("{rfc}  {:<9}  session {}", "INIT", charter.session));
        }
        Event::Estimated { .. } => return None,
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
    Some(format!("{rfc}  {cycle:<9}  {name:<11}  {} {:<26}  {what}", task.seat, task.seat.role()))
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
