//! Calls to members that failed: why, and what they took.

use serde::{Deserialize, Serialize};

use crate::model::Receipt;

/// Why a seat gave no usable reply. Never replaced by made-up content.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(
    rename = "CallFault",
    tag = "fault",
    content = "detail",
    rename_all = "SCREAMING_SNAKE_CASE"
)]
pub enum CallError {
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
    /// No answer came within the time that its message has.
    #[error("timed out: {0}")]
    TimedOut(String),
    /// The key, or whom it belongs to, was not accepted (HTTP 401, 403).
    #[error("unauthorised: {0}")]
    Unauthorised(String),
    /// Too much was asked of the provider, after every retry (HTTP 429).
    #[error("rate limited: {0}")]
    RateLimited(String),
    /// The round closed without it; no failure of the member's.
    #[error("late: {0}")]
    Late(String),
    /// The council ended without it; no failure of the member's.
    #[error("given up: {0}")]
    GivenUp(String),
}

impl CallError {
    /// Whether the council went on without waiting: nothing is wrong with the member.
    pub const fn is_unwaited(&self) -> bool {
        matches!(self, CallError::Late(_) | CallError::GivenUp(_))
    }
}

/// No usable reply, and what it took all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedCall {
    /// Why there is none.
    pub fault: CallError,
    /// What it took.
    pub receipt: Receipt,
}

impl From<CallError> for FailedCall {
    fn from(fault: CallError) -> Self {
        Self { fault, receipt: Receipt::default() }
    }
}
