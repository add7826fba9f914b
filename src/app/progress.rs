//! What a session tells while it runs.

use crate::core::protocol::{CallId, Event};
use crate::council::rfc::answer::Reply;
use crate::council::rfc::roster::office;
use crate::council::rfc::{RfcEvent, SessionState};
use crate::model::progress::{AnswerSummary, Asked, Happened, ProgressEvent};

/// What a caller may want to show while a session runs.
pub trait Progress: Send {
    /// Something happened, and is on record.
    fn event(&mut self, event: &ProgressEvent);

    /// Something that whoever pays should know before it goes on.
    fn notice(&mut self, _line: &str) {}
}

/// No progress.
impl Progress for () {
    fn event(&mut self, _: &ProgressEvent) {}
}

/// An event of the machine, with the session after it.
pub(super) fn of(event: &RfcEvent, charter: &SessionState) -> ProgressEvent {
    let state = charter.state_name();
    let asked = |call: CallId| {
        let task = &charter.calls.iter().find(|record| record.id == call)?.task;
        let question = task.question.name();
        let cycle = task.question.cycle();
        let (seat, role) =
            (task.seat.to_string(), office(&task.seat).map_or("", |o| o.role).to_owned());
        Some(Asked { cycle, question, seat, role })
    };
    let what = match event {
        Event::Opened { .. } => Happened::Began { session: charter.session.clone() },
        Event::Estimated { .. } | Event::Shown { .. } | Event::TimerFired { .. } => Happened::Noted,
        Event::Said { what, .. } => match *what {},
        Event::Resumed { down_seconds } => Happened::Resumed { state, down_seconds: *down_seconds },
        Event::DeadlinePassed | Event::Interrupted => Happened::Stopped { state },
        Event::Answered { call, reply, .. } => {
            let said = said(&reply.reply);
            asked(*call).map_or(Happened::Noted, |asked| Happened::Answered { asked, said })
        }
        Event::LookRequested { call, requests, .. } => {
            let requests = requests.len();
            asked(*call).map_or(Happened::Noted, |asked| Happened::Looked { asked, requests })
        }
        Event::Failed { call, fault, .. } => {
            let why = fault.to_string();
            asked(*call).map_or(Happened::Noted, |asked| Happened::Failed { asked, why })
        }
    };
    ProgressEvent { rfc: charter.rfc.clone(), what }
}

fn said(reply: &Reply) -> AnswerSummary {
    match reply {
        Reply::SelectModes(selection) => AnswerSummary::Modes(selection.modes.len()),
        Reply::Structural(review) => AnswerSummary::Findings(review.findings.len()),
        Reply::Feasibility(review) => AnswerSummary::Feasibility {
            findings: review.findings.len(),
            stances: review.stances.len(),
            tickets: review.assessments.len(),
        },
        Reply::Converge(convergence) => AnswerSummary::Ballots(convergence.ballots.len()),
        Reply::Remediation(endorsements) => {
            AnswerSummary::Endorsements(endorsements.endorsements.len())
        }
    }
}
