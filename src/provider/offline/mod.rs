//! The offline seats: three reviewers that answer by rule, with no model and no network. Each
//! role has rules of its own; where two roles ask the same question they test it differently, so
//! that agreement means something.
//!
//! The same task over the same dossier gives the same reply: no clock, no chance, ordered
//! collections only.

use std::sync::Arc;

use super::{Identity, Performance, Performing, Seat};
use crate::model::reply::{Convergence, Endorsements, FeasibilityReview, ModeSelection, Reply, StructuralReview};
use crate::model::task::{FindingView, Question, Task};
use crate::model::{ModeId, SeatId, TicketId};
use crate::source::Dossier;

mod assess;
mod atomicity;
mod cousin;
mod desk;
mod implementability;
mod recheck;
mod remedy;
mod rule;
mod stance;
mod structure;
mod vague;
mod verification;
mod words;

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod fixture;

use desk::Desk;
use rule::{Cycle, Hit};

/// A rule-based reviewer.
pub struct OfflineSeat {
    seat: SeatId,
    dossier: Arc<Dossier>,
}

impl OfflineSeat {
    /// The reviewer for `seat`, reading `dossier`.
    pub fn new(seat: SeatId, dossier: Arc<Dossier>) -> Self {
        Self { seat, dossier }
    }

    /// The reply to a task: a pure function of both.
    pub fn answer(&self, task: &Task) -> Reply {
        let desk = Desk::new(&self.dossier);
        let desk = &desk;
        let seat = self.seat;
        match &task.question {
            Question::SelectModes => Reply::SelectModes(self.select_modes(desk)),
            Question::Structural { findings, .. } => {
                let mut hits = rule::hits(desk, seat, Some(Cycle::Structural));
                hits.retain(|hit| !findings.iter().any(|view| is_said(view, hit)));
                Reply::Structural(StructuralReview {
                    findings: claims(hits, seat, &task.modes),
                })
            }
            Question::Feasibility {
                findings, tickets, ..
            } => {
                let own = rule::hits(desk, seat, None);
                let mut fresh = rule::hits(desk, seat, Some(Cycle::Feasibility));
                fresh.retain(|hit| !findings.iter().any(|view| is_same(view, hit)));
                let assessed = |id: &TicketId| {
                    let ticket = self.dossier.ticket(id)?;
                    Some(assess::assess(desk, seat, ticket, &own))
                };
                Reply::Feasibility(FeasibilityReview {
                    stances: stance::stances(desk, seat, findings, &own),
                    assessments: tickets.iter().filter_map(assessed).collect(),
                    findings: claims(fresh, seat, &task.modes),
                    remediations: remedy::proposals(desk, seat, findings, &own),
                })
            }
            Question::Converge {
                contested,
                blockers,
                ..
            } => {
                let own = rule::hits(desk, seat, None);
                let bare: Vec<FindingView> = blockers
                    .iter()
                    .filter(|blocker| blocker.proposals.is_empty())
                    .map(|blocker| blocker.finding.clone())
                    .collect();
                Reply::Converge(Convergence {
                    ballots: stance::ballots(desk, seat, contested, &own),
                    remediations: remedy::proposals(desk, seat, &bare, &own),
                    endorsements: remedy::endorsements(desk, seat, blockers, &own),
                })
            }
            Question::Remediation { blockers } => {
                let own = rule::hits(desk, seat, None);
                Reply::Remediation(Endorsements {
                    endorsements: remedy::endorsements(desk, seat, blockers, &own),
                })
            }
        }
    }

    fn select_modes(&self, desk: &Desk<'_>) -> ModeSelection {
        let how = match self.seat {
            SeatId::Sa1 => {
                "they name what my rules do: follow references, check constraints between tickets, ask whether a set of values is closed"
            }
            SeatId::Sa2 => {
                "they name what my rules do: go through each plan as its implementer and ask what would have to be invented"
            }
            SeatId::Sa3 => {
                "they name what my rules do: look for what is already there and argue why the new thing may be the old one"
            }
        };
        ModeSelection {
            modes: self.seat.key_modes().map(ModeId::number).to_vec(),
            reason: format!(
                "fixed rules do not change with the mode, so i take the key modes of {}: {how}; {} has {} live tickets",
                self.seat.role(),
                self.dossier.rfc_id,
                desk.live.len()
            ),
        }
    }
}

/// Whether a gate's finding says already what a rule found: the same kind of defect in the same
/// ticket.
fn is_said(view: &FindingView, hit: &Hit) -> bool {
    view.subcategory == hit.subcategory && view.location.file == hit.file
}

/// Whether a finding of the task is the one a rule came to, place included.
fn is_same(view: &FindingView, hit: &Hit) -> bool {
    is_said(view, hit) && view.gate_id == hit.gate && view.location.yaml_path == hit.yaml_path
}

fn claims(hits: Vec<Hit>, seat: SeatId, modes: &[ModeId]) -> Vec<crate::model::reply::Claim> {
    hits.into_iter().map(|hit| hit.into_claim(seat, modes)).collect()
}

impl Seat for OfflineSeat {
    fn identity(&self) -> Identity {
        Identity {
            provider: "offline".to_owned(),
            model: "rules-1".to_owned(),
        }
    }

    fn estimate(&self, _: &Task) -> u64 {
        0
    }

    fn perform<'a>(&'a self, task: &'a Task) -> Performing<'a> {
        Box::pin(async move {
            Ok(Performance {
                reply: self.answer(task),
                usage: Some(0),
            })
        })
    }
}
