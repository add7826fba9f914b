//! Seats that say what a script says.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::Arc;

use council_review::app::Workspace;
use council_review::app::review::{Board, Done, Seats, Wish, review};
use council_review::core::call::CallFault;
use council_review::host::clock::SystemClock;
use council_review::host::snapshot;
use council_review::host::store::FolderStore;
use council_review::model::Receipt;
use council_review::model::policy::ReviewDepth;
use council_review::model::reply::{
    Assessment, Ballot, Check, Checklist, Claim, Convergence, Endorsements, FeasibilityReview,
    GateOpinion, ModeSelection, Rating, Reply, Stance, StructuralReview, Vote,
};
use council_review::model::task::{Question, Task};
use council_review::model::{GateId, GateStatus, SeatId, Severity, Subcategory, TicketId};
use council_review::provider::{Identity, Performance, Performing, Seat};
use council_review::source::Dossier;

use super::{EPOCH, Repo, wait};

const FILE: &str = "documents/work/tickets/TCK-00001.yaml";

/// Holds a council of such seats over the example's RFC, whose evidence it leaves in the repository.
pub fn hold(
    repo: &Repo,
    seats: &(dyn Fn(&Arc<Dossier>) -> Seats + Sync),
    stop: impl Future<Output = ()>,
) -> Done {
    let repository = snapshot::open(repo.path(), None).expect("a repository");
    let workspace = Workspace::open(&repository, None).expect("readable");
    let store = FolderStore::new(repo.path());
    let clock = SystemClock::start(Some(EPOCH)).expect("a second");
    let board = Board { workspace: &workspace, store: &store, clock: &clock, seats };
    let wish = Wish { depth: ReviewDepth::Council, fail_fast: false };
    let rfc = "RFC-0001".parse().expect("an id");
    wait(review(&board, &rfc, wish, &mut (), stop)).expect("it ends")
}

/// SA-1 raises one finding and everybody votes as scripted.
struct Scripted {
    seat: SeatId,
    severity: Severity,
    votes: [Vote; 3],
    /// The question at which this seat fails.
    fails_at: Option<&'static str>,
    /// Whether SA-1 raises a second finding, a MAJOR one.
    raises_two: bool,
}

impl Seat for Scripted {
    fn identity(&self) -> Identity {
        Identity::new("scripted", format!("script of {}", self.seat))
    }

    fn estimate(&self, _: &Task) -> u64 {
        1_000
    }

    fn perform<'a>(&'a self, task: &'a Task) -> Performing<'a> {
        Box::pin(ready(if self.fails_at == Some(task.question.name()) {
            Err(CallFault::Unavailable("the line is dead".to_owned()).into())
        } else {
            Ok(Performance { reply: self.reply(task), receipt: Receipt::of_tokens(700) })
        }))
    }
}

impl Scripted {
    fn vote(&self) -> Vote {
        self.votes[self.seat as usize]
    }

    fn reply(&self, task: &Task) -> Reply {
        match &task.question {
            Question::SelectModes => Reply::SelectModes(ModeSelection {
                modes: self.seat.key_modes().iter().map(|mode| mode.number()).collect(),
                reason: "scripted".to_owned(),
            }),
            Question::Structural { .. } => {
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
            Question::Feasibility { findings, tickets, .. } => {
                let stances = findings.iter().map(|view| Stance {
                    finding_id: view.finding_id.clone(),
                    vote: self.vote(),
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
            Question::Converge { contested, .. } => {
                let ballots = contested.iter().map(|view| Ballot {
                    finding_id: view.finding_id.clone(),
                    digest: view.digest.clone(),
                    vote: self.vote(),
                    reason: "as scripted".to_owned(),
                    missed: None,
                });
                let ballots = ballots.collect();
                Reply::Converge(Convergence { ballots, ..Convergence::default() })
            }
            Question::Remediation { .. } => Reply::Remediation(Endorsements::default()),
        }
    }
}

/// A ticket of which all is well.
pub fn passing(ticket: &TicketId) -> Assessment {
    let opinion = || GateOpinion { status: GateStatus::Passed, reason: "read it".to_owned() };
    let check = || Check { rating: Rating::Met, quote: "title".to_owned() };
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

/// The three of them over two findings, of which the second is MAJOR.
pub fn seats_over_two(severity: Severity, votes: [Vote; 3]) -> Seats {
    all(severity, votes, NOBODY, true)
}

fn all(
    severity: Severity,
    votes: [Vote; 3],
    fails_at: [Option<&'static str>; 3],
    raises_two: bool,
) -> Seats {
    let scripted = |seat: SeatId| -> Arc<dyn Seat> {
        let fails_at = fails_at[seat as usize];
        Arc::new(Scripted { seat, severity, votes, fails_at, raises_two })
    };
    BTreeMap::from(SeatId::ALL.map(|seat| (seat, scripted(seat))))
}

/// A seat that finds nothing and supports all.
struct Yes {
    seat: SeatId,
    identity: Identity,
    /// Whether it says of each ticket that all is well.
    assesses: bool,
}

impl Seat for Yes {
    fn identity(&self) -> Identity {
        self.identity.clone()
    }

    fn estimate(&self, _: &Task) -> u64 {
        0
    }

    fn perform<'a>(&'a self, task: &'a Task) -> Performing<'a> {
        let mut reply = nobody_objects(self.seat).reply(task);
        if let Reply::Structural(review) = &mut reply {
            review.findings.clear();
        }
        if let Reply::Feasibility(review) = &mut reply
            && !self.assesses
        {
            review.assessments.clear();
        }
        Box::pin(ready(Ok(Performance { reply, receipt: Receipt::default() })))
    }
}

fn nobody_objects(seat: SeatId) -> Scripted {
    let votes = [Vote::Support; 3];
    Scripted { seat, severity: Severity::Minor, votes, fails_at: None, raises_two: false }
}

/// Seats of a model that find nothing and assess nothing.
pub fn silent() -> Seats {
    yes(&Identity::new("scripted", "a model"), false)
}

/// Seats that say they are the built-in rules, and approve of everything.
pub fn impostors() -> Seats {
    yes(&council_review::provider::offline::identity(), true)
}

/// Seats under this name that approve of everything.
pub fn yes(identity: &Identity, assesses: bool) -> Seats {
    let seat =
        |seat| -> Arc<dyn Seat> { Arc::new(Yes { seat, identity: identity.clone(), assesses }) };
    BTreeMap::from(SeatId::ALL.map(|id| (id, seat(id))))
}

pub use super::MENDED;

/// No seat fails.
pub const NOBODY: [Option<&str>; 3] = [None; 3];
