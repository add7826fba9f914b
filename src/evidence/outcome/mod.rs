//! `outcome.yaml` and `session.yaml` of a council about a question: made of the session's records alone,
//! and derived again by saying what is in them to the same machine (COUNCILS.md §1.9).

mod assemble;
mod follows;
mod lenses;
mod rounds;
mod said;
mod sat;
mod session;
mod told;
mod words;

pub use assemble::{assemble, body};
pub use follows::{protocol_of, verify};
pub use session::{
    CouncilLog, CouncilPlayed, CouncilSetting, bytes, disagreements, line, play, read, recover,
};
pub use told::{OutcomeCouncil, TaskName, ToldCouncil};

use crate::council::shared::statement::StatedLevel;
use crate::council::shared::synthesis::Priority;
