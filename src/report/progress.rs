//! The course of a session, a line per event.

use crate::model::progress::{AnswerSummary, Asked, Happened, ProgressEvent};

/// What happened, in one line; `None` for what only the machine cares about.
pub fn progress_line(event: &ProgressEvent) -> Option<String> {
    let rfc = &event.rfc;
    let (asked, what) = match &event.what {
        Happened::Noted => return None,
        Happened::Began { session } => {
            return Some(format!("{rfc}  {:<9}  session {session}", "INIT"));
        }
        Happened::Resumed { state, down_seconds } => {
            return Some(format!("{rfc}  {state:<9}  resumed after {down_seconds} s"));
        }
        Happened::Stopped { state } => return Some(format!("{rfc}  {state}")),
        Happened::Answered { asked, said } => (asked, told(*said)),
        Happened::Looked { asked, requests } => (asked, format!("asks to see {requests}")),
        Happened::Failed { asked, why } => (asked, why.clone()),
    };
    let Asked { cycle, question, seat, role } = asked;
    Some(format!("{rfc}  {cycle:<9}  {question:<11}  {seat} {role:<26}  {what}"))
}

fn told(said: AnswerSummary) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    match said {
        AnswerSummary::Modes(modes) => count(modes, "mode"),
        AnswerSummary::Findings(findings) => count(findings, "finding"),
        AnswerSummary::Feasibility { findings, stances, tickets } => {
            let findings = count(findings, "finding");
            format!("{findings}, {}, {}", count(stances, "stance"), count(tickets, "ticket"))
        }
        AnswerSummary::Ballots(ballots) => count(ballots, "ballot"),
        AnswerSummary::Endorsements(endorsements) => count(endorsements, "endorsement"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_columns() {
        let asked = Asked {
            cycle: "CYCLE_2",
            question: "FEASIBILITY",
            seat: "SA-1".to_owned(),
            role: "Structural Rigorist".to_owned(),
        };
        let said = AnswerSummary::Feasibility { findings: 1, stances: 0, tickets: 2 };
        let line = |what| {
            let rfc = "RFC-0001".parse().expect("an id");
            progress_line(&ProgressEvent { rfc, what })
        };
        assert_eq!(
            line(Happened::Answered { asked, said }).expect("a line"),
            "RFC-0001  CYCLE_2    FEASIBILITY  SA-1 Structural Rigorist         1 finding, 0 stances, 2 tickets"
        );
        let resumed = Happened::Resumed { state: "CYCLE_1", down_seconds: 7 };
        assert_eq!(line(resumed).expect("a line"), "RFC-0001  CYCLE_1    resumed after 7 s");
        assert_eq!(line(Happened::Noted), None);
    }
}
