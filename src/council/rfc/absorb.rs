//! From replies to the ledger: what was raised, said, proposed, assessed and voted.

use super::answer::{Ballot, Reply};
use super::ask::{Ask, FindingView};
use super::ledger::{CastBallot, RecordedStance};
use super::state::{Phase, SessionState};
use super::tally;
use crate::core::protocol::CallId;
use crate::model::MemberId;
use crate::model::opinion::Vote;

/// Takes the answered replies of the current question into the ledger, in the order of the seats,
/// so that the order of arrival cannot matter.
pub(super) fn absorb(charter: &mut SessionState) {
    let cycle = charter.phase.cycle();
    let before = charter.ledger.entries().len();
    for (seat, (call, admitted)) in std::mem::take(&mut charter.replies) {
        for placed in &admitted.placed {
            charter.ledger.raise(seat, cycle, placed);
        }
        match admitted.reply {
            Reply::SelectModes(_) | Reply::Structural(_) => {}
            Reply::Feasibility(review) => {
                for stance in review.stances {
                    if let Some(entry) = charter.ledger.get_mut(&stance.finding_id) {
                        entry.said.insert(
                            seat,
                            RecordedStance {
                                vote: stance.vote,
                                severity: stance.severity,
                                reason: stance.reason,
                            },
                        );
                    }
                }
                for proposal in review.remediations {
                    if let Some(entry) = charter.ledger.get_mut(&proposal.finding_id) {
                        entry.propose(seat, &proposal.text);
                    }
                }
                for comparison in &review.pairs {
                    charter.ledger.compare(seat, comparison);
                }
                for assessment in review.assessments {
                    let ticket = assessment.ticket_id.clone();
                    charter.assessments.entry(ticket).or_default().insert(seat, assessment);
                }
            }
            Reply::Converge(convergence) => {
                cast(charter, seat, call, &convergence.ballots, &admitted.cited);
                for endorsement in &convergence.endorsements {
                    if let Some(entry) = charter.ledger.get_mut(&endorsement.finding_id) {
                        entry.endorse(seat, &endorsement.proposal_id);
                    }
                }
                for comparison in &convergence.pairs {
                    charter.ledger.compare(seat, comparison);
                }
                for proposal in convergence.remediations {
                    if let Some(entry) = charter.ledger.get_mut(&proposal.finding_id) {
                        entry.propose(seat, &proposal.text);
                    }
                }
            }
            Reply::Remediation(endorsements) => {
                for endorsement in &endorsements.endorsements {
                    if let Some(entry) = charter.ledger.get_mut(&endorsement.finding_id) {
                        entry.endorse(seat, &endorsement.proposal_id);
                    }
                }
            }
        }
    }
    match charter.phase {
        Phase::Cycle1 => charter.ledger.pair_up(before, 2),
        Phase::Cycle2 => {
            charter.ledger.share_ways();
            charter.ledger.pair_up(before, 3);
        }
        Phase::Init | Phase::Cycle3 | Phase::LastCall => {}
    }
}

/// Puts a seat's ballots into the urn: one for each finding it was asked about.
fn cast(
    charter: &mut SessionState,
    seat: MemberId,
    call: CallId,
    ballots: &[Ballot],
    cited: &[bool],
) {
    let record = charter.calls.iter().find(|record| record.id == call);
    let Some(Ask::Converge { contested, .. }) = record.map(|r| r.task.question.clone()) else {
        return;
    };
    let sides: Vec<Option<Vote>> = {
        let weighed = charter.ledger.weighed();
        let of = |view: &FindingView| {
            let of_it = weighed.iter().find(|weighed| weighed.entry.id == view.finding_id)?;
            tally::side(of_it, seat)
        };
        contested.iter().map(of).collect()
    };
    for (view, before) in contested.into_iter().zip(sides) {
        let given = ballots.iter().zip(cited).find(|(b, _)| b.finding_id == view.finding_id);
        let Some(entry) = charter.ledger.get_mut(&view.finding_id) else {
            continue;
        };
        let ballot = match given {
            None => CastBallot::Missing,
            Some((ballot, _)) if ballot.digest != view.digest => {
                CastBallot::Spoilt { why: "it names the digest of another claim".to_owned() }
            }
            Some((ballot, cited)) => {
                let missed = ballot.missed.clone().filter(|_| *cited);
                let changes = matches!(
                    (before, ballot.vote),
                    (Some(Vote::Support), Vote::Oppose) | (Some(Vote::Oppose), Vote::Support)
                );
                if changes && missed.is_none() {
                    let why = "it changes sides and cites nothing that it had missed".to_owned();
                    CastBallot::Spoilt { why }
                } else {
                    let (vote, severity) = (ballot.vote, ballot.severity);
                    CastBallot::Cast { vote, severity, reason: ballot.reason.clone(), missed }
                }
            }
        };
        entry.ballots.insert(seat, ballot);
    }
}
