//! A review whose files stay in memory, under a clock that does not move.

use std::sync::Arc;

use super::wait;
use council_review::app::demo::MemoryStore;
use council_review::app::review::{CompletedReview, ReviewContext, ReviewOptions, Seats, review};
use council_review::app::{AppFault, Workspace};
use council_review::model::policy::ReviewDepth;
use council_review::model::{SubjectId, Timestamp};
use council_review::port::Clock;
use council_review::source::Dossier;

/// A clock that does not move.
pub struct Still;

impl Clock for Still {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix(1_769_421_600).expect("a time")
    }
}

/// Reviews an RFC; what was written is gone with it.
pub fn sit(
    workspace: &Workspace,
    rfc: &SubjectId,
    depth: ReviewDepth,
    seats: &(dyn Fn(&Arc<Dossier>) -> Seats + Sync),
) -> Result<CompletedReview, AppFault> {
    let store = MemoryStore::default();
    let board = ReviewContext { workspace, store: &store, clock: &Still, seats, looker: None };
    let wish = ReviewOptions { depth, fail_fast: false };
    wait(review(&board, rfc, wish, &mut (), std::future::pending()))
}
