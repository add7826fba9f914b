//! Sessions inside a server: they need no runtime of their own, and go on beside each other.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use crate::support::seat_id::SeatId;
use crate::support::{EPOCH, Repo};
use council_review::app::Workspace;
use council_review::app::review::{
    CompletedReview, ReviewContext, ReviewOptions, Seats, offline, review,
};
use council_review::core::member::{Completing, Member};
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::answer::Reply;
use council_review::council::rfc::ask::Task;
use council_review::host::clock::SystemClock;
use council_review::host::snapshot;
use council_review::host::store::FolderStore;
use council_review::model::policy::ReviewDepth;
use council_review::model::{Identity, TerminalState, Verdict};
use council_review::source::Dossier;
use tokio::sync::Barrier;
use tokio::time::timeout;

/// A seat that answers once as many others are asked at the same time.
struct Meets {
    seat: Arc<RfcMember>,
    others: Arc<Barrier>,
}

impl Member<Task, Reply> for Meets {
    fn identity(&self) -> Identity {
        self.seat.identity()
    }

    fn estimate(&self, task: &Task) -> u64 {
        self.seat.estimate(task)
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a, Reply> {
        Box::pin(async {
            self.others.wait().await;
            self.seat.complete(task).await
        })
    }
}

/// Reviews the example's RFC. Both reviews ask SA-1 as often.
async fn reviewed(repo: Repo, others: Arc<Barrier>) -> (Repo, CompletedReview) {
    let repository = snapshot::open(repo.path(), None).expect("a repository");
    let workspace = Workspace::open(&repository, None).expect("readable");
    let store = FolderStore::new(repo.path());
    let clock = SystemClock::start(Some(EPOCH)).expect("a second");
    let seats = |dossier: &Arc<Dossier>| -> Seats {
        let mut seats = offline(dossier, &Arc::default());
        let seat = Arc::clone(&seats[&SeatId::Sa1.name()]);
        seats.insert(SeatId::Sa1.name(), Arc::new(Meets { seat, others: Arc::clone(&others) }));
        seats
    };
    let board = ReviewContext {
        workspace: &workspace,
        store: &store,
        clock: &clock,
        seats: &seats,
        looker: None,
    };
    let wish = ReviewOptions { depth: ReviewDepth::Council, fail_fast: false };
    let rfc = "RFC-0001".parse().expect("an id");
    let done = review(&board, &rfc, wish, &mut (), pending()).await.expect("it ends");
    (repo, done)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_reviews_at_once_come_to_their_ends() {
    let others = Arc::new(Barrier::new(2));
    let repos = [Repo::mended(), Repo::mended()];
    for review in repos.map(|repo| tokio::spawn(reviewed(repo, Arc::clone(&others)))) {
        let review = timeout(Duration::from_secs(60), review).await.expect("they meet");
        let (repo, done) = review.expect("nobody panics");
        let bundle = &done.bundle;
        let ended = (bundle.terminal_state, bundle.verdict);
        assert_eq!(ended, (TerminalState::Converged, Verdict::Approved));
        let run = repo.run(&["verify", &done.bundle_path]);
        assert_eq!((run.code, run.stdout.starts_with("VERIFIED")), (0, true), "{run:?}");
    }
}
