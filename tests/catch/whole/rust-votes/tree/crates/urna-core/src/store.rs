use thiserror::Error;

use crate::audit::AuditEvent;
use crate::ballot::Ballot;
use crate::member::{Member, MemberId};
use crate::poll::{Poll, PollDraft, PollId, PollState};

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("stored data cannot be read: {0}")]
    Corrupt(&'static str),
    #[error("no such poll")]
    NoSuchPoll,
    #[error("poll was refused: {0}")]
    Invalid(&'static str),
}

/// What the service needs of a database. `MemoryStore` and `SqliteStore` behave the same; `tests/store_contract.rs`
/// runs every case against both.
pub trait Store: Send + Sync {
    fn insert_member(&self, name: &str, email: &str) -> Result<Member, StoreError>;
    fn member(&self, id: MemberId) -> Result<Option<Member>, StoreError>;
    fn members(&self) -> Result<Vec<Member>, StoreError>;

    fn insert_poll(&self, draft: PollDraft) -> Result<Poll, StoreError>;
    fn poll(&self, id: PollId) -> Result<Option<Poll>, StoreError>;
    fn set_state(&self, id: PollId, state: PollState) -> Result<(), StoreError>;

    /// Stores the ballot and returns the one that it replaced.
    fn put_ballot(&self, ballot: Ballot) -> Result<Option<Ballot>, StoreError>;
    /// By member.
    fn ballots(&self, poll: PollId) -> Result<Vec<Ballot>, StoreError>;

    fn append_audit(&self, event: &AuditEvent) -> Result<(), StoreError>;
    fn audit(&self) -> Result<Vec<AuditEvent>, StoreError>;
}
