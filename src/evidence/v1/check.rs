//! What `check --format json` prints: for each RFC in question, whether its evidence lets it pass.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bundle::Tool;
use super::gates::{Base, GateFinding, RepositoryFindings};
use crate::model::{RfcId, Verdict};

/// The document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckReport {
    /// `1.0.0`.
    pub schema_version: String,
    /// The tool that wrote this.
    pub tool: Tool,
    /// What the change was held against, when it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// One for each RFC in question, by id.
    pub checks: Vec<Check>,
    /// What belongs to no RFC; with a base, what the change introduced of it.
    pub repository: RepositoryFindings,
}

/// Whether one RFC passes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The RFC.
    pub rfc_id: RfcId,
    /// Why it is in question, when a change put it there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// The answer.
    pub status: CheckStatus,
    /// Why, a line each.
    pub reasons: Vec<String>,
    /// The next act, when it does not pass.
    pub next: Option<String>,
    /// The newest bundle of its chain, from the repository's root.
    pub bundle: Option<String>,
    /// What that bundle says.
    pub verdict: Option<Verdict>,
    /// What the deterministic gates find of it now, when it does not pass.
    pub findings: Vec<GateFinding>,
}

/// The answer of `check` on one RFC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CheckStatus {
    /// The evidence verifies, is about exactly these files, and passes by policy.
    Passed,
    /// There is nothing to review: a seed, or an RFC that was retired.
    NotApplicable,
    /// Nothing of it is left.
    Removed,
    /// It has no review.
    Missing,
    /// The newest bundle is not what the tool writes, or does not follow.
    Refused,
    /// The files, the policy or the gates' findings are others now.
    Stale,
    /// The review does not pass by policy.
    Failed,
    /// A person must decide.
    NeedsAdjudication,
}

impl CheckStatus {
    /// As in the document.
    pub const fn as_str(self) -> &'static str {
        match self {
            CheckStatus::Passed => "PASSED",
            CheckStatus::NotApplicable => "NOT_APPLICABLE",
            CheckStatus::Removed => "REMOVED",
            CheckStatus::Missing => "MISSING",
            CheckStatus::Refused => "REFUSED",
            CheckStatus::Stale => "STALE",
            CheckStatus::Failed => "FAILED",
            CheckStatus::NeedsAdjudication => "NEEDS_ADJUDICATION",
        }
    }

    /// Whether a change may go on.
    pub const fn passes(self) -> bool {
        matches!(self, CheckStatus::Passed | CheckStatus::NotApplicable | CheckStatus::Removed)
    }
}
