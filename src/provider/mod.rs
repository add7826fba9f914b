//! Floor 4: seats, and the transports that carry tasks to them. A seat performs tasks; it knows
//! nothing of councils, cycles or votes beyond what its task says.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::core::call::FailedCall;
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
pub type Performing<'a> =
    Pin<Box<dyn Future<Output = Result<Performance, FailedCall>> + Send + 'a>>;

/// A reply and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Performance {
    /// The reply, of the kind that the question asks for.
    pub reply: Reply,
    /// What it took.
    pub receipt: Receipt,
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
