//! Who spoke of a finding, on which side: raises, words of cycle 2, ballots, in their order.

use serde::Serialize;

use crate::evidence::v2::bundle::{BallotStatus, Finding};
use crate::model::opinion::Vote;
use crate::model::{MemberName, Severity};
use crate::prompt::modes;

/// One seat's word. All but the seat and how it spoke is foreign text.
#[derive(Debug, Serialize)]
pub(super) struct SaidVote {
    /// Whose.
    pub(super) seat: MemberName,
    /// ` by ballot`, `, no ballot`: what follows the seat's name.
    pub(super) how: String,
    /// Why.
    pub(super) reason: String,
    /// What it had missed before; empty when it changed no side.
    pub(super) missed: String,
}

/// Who spoke for it, against it (`vote`), or neither, in the order of the review.
pub(super) fn voices(finding: &Finding, vote: Option<Vote>, is_of_rules: bool) -> Vec<SaidVote> {
    let mut voices = Vec::new();
    if vote == Some(Vote::Support) {
        voices.extend(finding.raised_by.iter().map(|raise| {
            let grounded = if raise.grounded { "" } else { ", without a ground" };
            SaidVote {
                seat: raise.source_agent.clone(),
                how: format!(
                    " raised it in cycle {} as {}, through mode {} ({}){grounded}",
                    raise.source_cycle,
                    raise.severity,
                    raise.source_mode.number(),
                    modes::mode(raise.source_mode).name,
                ),
                reason: if raise.description == finding.description {
                    "as above".to_owned()
                } else {
                    raise.description.clone()
                },
                missed: String::new(),
            }
        }));
    }
    // One set of rules on all seats does not agree with itself.
    if is_of_rules {
        return voices;
    }
    let same = |said: Option<Vote>| said.filter(|said| *said != Vote::Abstain) == vote;
    voices.extend(finding.stances.iter().filter(|stance| same(Some(stance.vote))).map(|stance| {
        SaidVote {
            seat: stance.agent_id.clone(),
            how: format!(" in cycle 2{}", weighed(finding, Some(stance.severity))),
            reason: stance.reason.clone(),
            missed: String::new(),
        }
    }));
    voices.extend(
        finding
            .ballots
            .iter()
            .filter(|ballot| same(ballot.vote.filter(|_| ballot.status == BallotStatus::Cast)))
            .map(|ballot| SaidVote {
                seat: ballot.agent_id.clone(),
                how: match ballot.status {
                    BallotStatus::Cast => {
                        format!(" by ballot{}", weighed(finding, ballot.severity))
                    }
                    BallotStatus::Spoilt => ", spoilt ballot".to_owned(),
                    BallotStatus::Missing => ", no ballot".to_owned(),
                },
                reason: match ballot.reason.as_str() {
                    "" if ballot.status == BallotStatus::Missing => "none arrived".to_owned(),
                    "" => "no reason is recorded".to_owned(),
                    reason => reason.to_owned(),
                },
                missed: ballot
                    .missed
                    .as_ref()
                    .map(|missed| format!("{}: {}", missed.file, missed.quote))
                    .unwrap_or_default(),
            }),
    );
    voices
}

/// `, as MINOR`: what a finding weighs to a seat that weighs it otherwise than the review does.
fn weighed(finding: &Finding, severity: Option<Severity>) -> String {
    match severity {
        Some(severity) if severity != finding.severity => format!(", as {severity}"),
        Some(_) | None => String::new(),
    }
}
