//! Seats that say what a script says.

use std::future::ready;
use std::sync::Arc;

use super::seat_id::SeatId;
use council_review::app::review::Seats;
use council_review::core::call::CallError;
use council_review::core::member::{Completing, Completion, Member};
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::answer::{
    Ballot, Claim, Convergence, Endorsements, FeasibilityReview, ModeSelection, Reply, Stance,
    StructuralReview,
};
use council_review::council::rfc::ask::{Ask, Task};
use council_review::model::opinion::{
    Assessment, Checklist, ChecklistItem, GateOpinion, Rating, Vote,
};
use council_review::model::{GateId, GateStatus, Severity, Subcategory, TicketId};
use council_review::model::{Identity, Receipt};

const FILE: &str = "documents/work/tickets/TCK-00001.yaml";

/// SA-1 raises one finding and everybody votes as scripted.
pub struct Scripted {
    pub seat: SeatId,
    pub severity: Severity,
    pub votes: [Vote; 3],
    /// The question at which this seat fails.
    pub fails_at: Option<&'static str>,
    /// Whether SA-1 raises a second finding, a MAJOR one.
    pub raises_two: bool,
}

impl Member<Task, Reply> for Scripted {
    fn identity(&self) -> Identity {
        Identity::new("scripted", format!("script of {}", self.seat))
    }

    fn estimate(&self, task: &Task) -> u64 {
        // The last cycle costs more than anybody could foresee.
        if let Ask::Converge { .. } = task.question { 60_000 } else { 1_000 }
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a, Reply> {
        Box::pin(ready(if self.fails_at == Some(task.question.name()) {
            Err(CallError::Unavailable("the line is dead".to_owned()).into())
        } else {
            Ok(Completion { reply: self.reply(task), receipt: Receipt::of_tokens(700) })
        }))
    }
}

impl Scripted {
    fn vote(&self) -> Vote {
        self.votes[self.seat as usize]
    }

    pub fn reply(&self, task: &Task) -> Reply {
        match &task.question {
            Ask::SelectModes => Reply::SelectModes(ModeSelection {
                modes: self.seat.key_modes().iter().map(|mode| mode.number()).collect(),
                reason: "scripted".to_owned(),
            }),
            Ask::Structural { .. } => {
                let claim = Claim {
                    gate_id: GateId::Implementability,
                    subcategory: Subcategory::IncompletePlan,
                    severity: self.severity,
                    source_mode: task.modes[0],
                    file: FILE.to_owned(),
                    yaml_path: "implementation.summary".to_owned(),
                    quote: "One command that prints one line".to_owned(),
                    description: "the summary does not say which line".to_owned(),
                    remediation: String::new(),
                    cites: Vec::new(),
                    related: Vec::new(),
                };
                let second = Claim {
                    severity: Severity::Major,
                    subcategory: Subcategory::AmbiguousScope,
                    yaml_path: "acceptance_criteria[0].criterion".to_owned(),
                    quote: "prints exactly".to_owned(),
                    description: "nothing says where it prints".to_owned(),
                    ..claim.clone()
                };
                let findings = match (self.seat, self.raises_two) {
                    (SeatId::Sa1, true) => vec![claim, second],
                    (SeatId::Sa1, false) => vec![claim],
                    _ => Vec::new(),
                };
                Reply::Structural(StructuralReview { findings })
            }
            Ask::Feasibility { findings, tickets, .. } => {
                let stances = findings.iter().map(|view| Stance {
                    finding_id: view.finding_id.clone(),
                    vote: self.vote(),
                    severity: view.severity,
                    reason: "as scripted".to_owned(),
                });
                let stances = stances.collect();
                let assessments = tickets.iter().map(passing).collect();
                Reply::Feasibility(FeasibilityReview {
                    stances,
                    assessments,
                    ..FeasibilityReview::default()
                })
            }
            Ask::Converge { contested, .. } => {
                let ballots = contested.iter().map(|view| Ballot {
                    finding_id: view.finding_id.clone(),
                    digest: view.digest.clone(),
                    vote: self.vote(),
                    severity: view.severity,
                    reason: "as scripted".to_owned(),
                    missed: None,
                });
                let ballots = ballots.collect();
                Reply::Converge(Convergence { ballots, ..Convergence::default() })
            }
            Ask::Remediation { .. } => Reply::Remediation(Endorsements::default()),
        }
    }
}

/// A ticket of which all is well.
pub fn passing(ticket: &TicketId) -> Assessment {
    let opinion = || GateOpinion { status: GateStatus::Passed, reason: "read it".to_owned() };
    let check = || ChecklistItem { rating: Rating::Met, quote: "title".to_owned() };
    Assessment {
        ticket_id: ticket.clone(),
        atomicity: opinion(),
        implementability: opinion(),
        anti_cousin: opinion(),
        checklist: Checklist {
            steps: check(),
            paths: check(),
            signatures: check(),
            types: check(),
            edge_cases: check(),
            success_criteria: check(),
            verification: check(),
        },
    }
}

/// The three of them, by their votes and by the questions at which they fail.
pub fn seats(severity: Severity, votes: [Vote; 3], fails_at: [Option<&'static str>; 3]) -> Seats {
    all(severity, votes, fails_at, false)
}

pub fn all(
    severity: Severity,
    votes: [Vote; 3],
    fails_at: [Option<&'static str>; 3],
    raises_two: bool,
) -> Seats {
    let scripted = |seat: SeatId| -> Arc<RfcMember> {
        let fails_at = fails_at[seat as usize];
        Arc::new(Scripted { seat, severity, votes, fails_at, raises_two })
    };
    SeatId::each(scripted)
}

pub use super::MENDED;

/// No seat fails.
pub const NOBODY: [Option<&str>; 3] = [None; 3];
