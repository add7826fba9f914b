//! Councils held over the example on disk, by seats that agree with everybody, or raise two findings.

use std::future::ready;
use std::sync::Arc;

use super::seat_id::SeatId;
use council_review::app::Workspace;
use council_review::app::review::{CompletedReview, ReviewContext, ReviewOptions, Seats, review};
use council_review::core::member::{Completing, Completion, Member};
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::answer::Reply;
use council_review::council::rfc::ask::Task;
use council_review::host::clock::SystemClock;
use council_review::host::snapshot;
use council_review::host::store::FolderStore;
use council_review::model::opinion::Vote;
use council_review::model::policy::ReviewDepth;
use council_review::model::{Identity, Receipt, Severity};
use council_review::source::Dossier;

use super::seats::{NOBODY, Scripted, all};
use super::{EPOCH, Repo, wait};

/// Holds a council of such seats over the example's RFC, whose evidence it leaves in the repository.
pub fn hold(
    repo: &Repo,
    seats: &(dyn Fn(&Arc<Dossier>) -> Seats + Sync),
    stop: impl Future<Output = ()>,
) -> CompletedReview {
    let repository = snapshot::open(repo.path(), None).expect("a repository");
    let workspace = Workspace::open(&repository, None).expect("readable");
    let store = FolderStore::new(repo.path());
    let clock = SystemClock::start(Some(EPOCH)).expect("a second");
    let board =
        ReviewContext { workspace: &workspace, store: &store, clock: &clock, seats, looker: None };
    let wish = ReviewOptions { depth: ReviewDepth::Council, fail_fast: false };
    let rfc = "RFC-0001".parse().expect("an id");
    wait(review(&board, &rfc, wish, &mut (), stop)).expect("it ends")
}

/// The three of them over two findings, of which the second is MAJOR.
pub fn seats_over_two(severity: Severity, votes: [Vote; 3]) -> Seats {
    all(severity, votes, NOBODY, true)
}

/// A seat that finds nothing and supports all.
struct Yes {
    seat: SeatId,
    identity: Identity,
    /// Whether it says of each ticket that all is well.
    assesses: bool,
}

impl Member<Task, Reply> for Yes {
    fn identity(&self) -> Identity {
        self.identity.clone()
    }

    fn estimate(&self, _: &Task) -> u64 {
        0
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a, Reply> {
        let mut reply = nobody_objects(self.seat).reply(task);
        if let Reply::Structural(review) = &mut reply {
            review.findings.clear();
        }
        if let Reply::Feasibility(review) = &mut reply
            && !self.assesses
        {
            review.assessments.clear();
        }
        Box::pin(ready(Ok(Completion { reply, receipt: Receipt::default() })))
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
    yes(&council_review::rules::identity(), true)
}

/// Seats under this name that approve of everything.
pub fn yes(identity: &Identity, assesses: bool) -> Seats {
    let seat =
        |seat| -> Arc<RfcMember> { Arc::new(Yes { seat, identity: identity.clone(), assesses }) };
    SeatId::each(seat)
}
