//! A review whose files stay in memory, under a clock that does not move.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::wait;
use council_review::app::review::{CompletedReview, ReviewContext, ReviewOptions, Seats, review};
use council_review::app::{AppFault, Workspace};
use council_review::model::policy::ReviewDepth;
use council_review::model::{SubjectId, Timestamp};
use council_review::port::{Archive, Clock, NameClaim, Store, StoreFault};
use council_review::source::Dossier;

/// Files in memory; nobody else writes them.
#[derive(Debug, Default)]
struct MemoryStore(Mutex<BTreeMap<String, Vec<u8>>>);

impl Archive for MemoryStore {
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        let folder = format!("{folder}/");
        let files = self.0.lock().expect("nobody panics with it");
        let names = files.keys().filter_map(|path| path.strip_prefix(&folder));
        Ok(names.map(str::to_owned).collect())
    }

    fn read(&self, path: &str, _: u64) -> Result<Option<Vec<u8>>, StoreFault> {
        Ok(self.0.lock().expect("nobody panics with it").get(path).cloned())
    }
}

impl Store for MemoryStore {
    fn create(&self, path: &str, bytes: &[u8]) -> Result<bool, StoreFault> {
        let mut files = self.0.lock().expect("nobody panics with it");
        let is_new = !files.contains_key(path);
        if is_new {
            files.insert(path.to_owned(), bytes.to_vec());
        }
        Ok(is_new)
    }

    fn replace(&self, path: &str, bytes: &[u8]) -> Result<(), StoreFault> {
        let mut files = self.0.lock().expect("nobody panics with it");
        files.insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> Result<(), StoreFault> {
        let mut files = self.0.lock().expect("nobody panics with it");
        let file = files.get_mut(path).filter(|file| file.len() as u64 == length);
        file.expect("nobody else writes it").extend_from_slice(bytes);
        Ok(())
    }

    fn remove(&self, path: &str) -> Result<bool, StoreFault> {
        Ok(self.0.lock().expect("nobody panics with it").remove(path).is_some())
    }

    fn claim(&self, _: &str, _: &str) -> Result<NameClaim, StoreFault> {
        Ok(NameClaim::Ours(Box::new(())))
    }
}

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
