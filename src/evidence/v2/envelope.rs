//! The form of every council's bundle: what people want to know stands first, then what the protocol
//! holds, then who sat, what was asked, what people said, what was read, and the seal.

use serde::{Deserialize, Serialize};

use super::call::Call;
use super::previous_bundle::PreviousBundle;
use super::ruling::Ruling;
use crate::model::{Digest, PersonId, Waiver};

/// A bundle: `H` is whom it is about and what came of it, `B` what its protocol holds, `M` who sat,
/// `I` what was read. A key that is null, empty or false is left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(extend("unevaluatedProperties" = false)))]
pub struct CouncilBundle<H, B, M, I> {
    /// `2.0.0`.
    pub schema_version: String,
    /// `RFC`, …
    pub protocol: String,
    /// Its subject, and what came of it.
    #[serde(flatten)]
    pub head: H,
    /// What the protocol holds.
    #[serde(flatten)]
    pub body: B,
    /// The council that sat.
    pub council_metadata: Option<M>,
    /// Every call, by number.
    #[serde(default)]
    pub calls: Vec<Call>,
    /// What people said of it.
    #[serde(default)]
    pub people: Vec<Act>,
    /// What was read, by which rules.
    pub inputs: I,
    /// Digest of the session's file.
    pub log_digest: Option<Digest>,
    /// The bundle before this one.
    pub previous_bundle: Option<PreviousBundle>,
    /// Digests over all of the above.
    pub seal: Seal,
}

/// What every head says, whatever its protocol calls it.
pub trait Head {
    /// What the council was about.
    fn subject(&self) -> &str;

    /// What came of it, in one word.
    fn result(&self) -> &str;

    /// Why, in one line.
    fn reason(&self) -> &str;

    /// The command that a person must run.
    fn command(&self) -> Option<&str> {
        None
    }
}

/// What a person did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "act", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Act {
    /// Decided on a finding that was left open.
    Ruled(Ruling),
    /// Waived findings, for as long as it holds.
    Waived(Waiver),
    /// Said something while the session waited for it.
    Said(Utterance),
}

/// What a person said while the session waited for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Utterance {
    /// Who.
    pub by: PersonId,
    /// What.
    pub what: String,
}

/// Digests over the canonical bytes above it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// Digests of the parts, so that a change can be told to its place.
    #[serde(default)]
    pub parts: Vec<SealedPart>,
    /// Digest of all bytes above `seal:`.
    pub digest: Digest,
}

/// One part of the bundle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SealedPart {
    /// A top-level key, or a finding: `findings[3]`.
    pub part: String,
    /// Digest of its canonical bytes.
    pub digest: Digest,
}
