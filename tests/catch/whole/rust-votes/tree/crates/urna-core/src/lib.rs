//! Polls, ballots and tallies of an association. No HTTP and no clock in here: `now` is passed in.

pub mod audit;
pub mod ballot;
pub mod error;
pub mod export;
pub mod invitation;
pub mod mail;
pub mod member;
pub mod memory;
pub mod poll;
pub mod service;
pub mod sqlite;
pub mod store;
pub mod tally;

pub use audit::AuditEvent;
pub use ballot::Ballot;
pub use error::CoreError;
pub use invitation::InvitationKey;
pub use mail::{Mailer, Message, RecordingMailer, SpoolMailer};
pub use member::{Member, MemberId};
pub use memory::MemoryStore;
pub use poll::{OptionId, Poll, PollDraft, PollId, PollOption, PollState};
pub use service::{CastOutcome, VotingService};
pub use sqlite::SqliteStore;
pub use store::{Store, StoreError};
pub use tally::Tally;
