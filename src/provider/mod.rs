//! Floor 4: seats, and the transports that carry tasks to them. A seat performs tasks; it knows
//! nothing of councils, cycles or votes beyond what its task says.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::Receipt;
use crate::model::price::Prices;
use crate::model::reply::Reply;
use crate::model::task::Task;

pub mod defused;
pub mod dialect;
pub mod envelope;
pub mod offline;
pub mod transport;

/// Somebody who holds a place at the council's table.
pub trait Seat: Send + Sync {
    /// Who answers: provider and model, as the evidence names them.
    fn identity(&self) -> Identity;

    /// Tokens to reserve before `task` is sent; 0 when the seat uses none.
    fn estimate(&self, task: &Task) -> u64;

    /// How many of those its answer may take; they are known only when it is there.
    fn answer_at_most(&self, _task: &Task) -> u64 {
        0
    }

    /// Performs one task.
    fn perform<'a>(&'a self, task: &'a Task) -> Performing<'a>;
}

/// A reply on its way.
pub type Performing<'a> = Pin<Box<dyn Future<Output = Result<Performance, Failure>> + Send + 'a>>;

/// A reply and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Performance {
    /// The reply, of the kind that the question asks for.
    pub reply: Reply,
    /// What it took.
    pub receipt: Receipt,
}

/// No usable reply, and what it took all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Why there is none.
    pub fault: SeatFault,
    /// What it took.
    pub receipt: Receipt,
}

impl From<SeatFault> for Failure {
    fn from(fault: SeatFault) -> Self {
        Self { fault, receipt: Receipt::default() }
    }
}

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// `offline`, `mailbox`, `command`, or the name of a provider of models.
    pub provider: String,
    /// The model's name; for `offline`, the version of the rules; for `command`, the command's.
    pub model: String,
    /// What it is asked with: endpoint, dialect, limits; no secret.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
    /// What its tokens cost, when the configuration says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
}

impl Identity {
    /// A holder without parameters or prices.
    pub fn new(provider: impl Into<String>, model: impl Into<String>) -> Self {
        let parameters = BTreeMap::new();
        Self { provider: provider.into(), model: model.into(), parameters, prices: None }
    }
}

/// Why a seat gave no usable reply. Never replaced by made-up content.
#[derive(
    Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, thiserror::Error,
)]
#[serde(tag = "fault", content = "detail", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SeatFault {
    /// It does not have the shape that was asked for; asked again once.
    #[error("malformed reply: {0}")]
    Malformed(String),
    /// The seat could not be reached, or answered with an error.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// The seat refused the task.
    #[error("refused: {0}")]
    Refused(String),
    /// The reply was cut off; never repaired.
    #[error("truncated: {0}")]
    Truncated(String),
}
