//! The part of the configuration that says what passes.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use super::seats::SEATS;
use super::seats::by_seat;
use crate::model::policy::{MergePolicy, ReviewDepth, TicketLimits};
use crate::model::{MemberName, Place, Verdict};
use crate::yaml::Document;

/// The words of `verdicts`.
pub(super) const VERDICTS: [&str; 6] = [
    "APPROVED",
    "APPROVED_WITH_REMEDIATION",
    "NOT_APPLICABLE",
    "NEEDS_ADJUDICATION",
    "REJECTED",
    "ABORTED",
];

/// What `check` lets pass. With `--base` it counts as it stands there.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawPolicy {
    /// Verdicts that pass. Default: APPROVED, APPROVED_WITH_REMEDIATION, NOT_APPLICABLE.
    pub verdicts: Option<Vec<Verdict>>,
    /// The least depth of a review: council (the default) or standard.
    pub depth: Option<RawDepth>,
    /// Whether a review without any model suffices. Default: true.
    pub offline: Option<bool>,
    /// Whether MAJOR findings may stay open. Default: true.
    pub open_majors: Option<bool>,
    /// Whether seats may be held by others than the built-in rules: allowed (the default) or none.
    pub models: Option<RawModels>,
    /// Seats that a model, or whom `policy.holders` names for it, must have held to the end. Default: none.
    #[cfg_attr(test, schemars(extend("items" = { "enum": SEATS })))]
    pub seats: Option<Vec<MemberName>>,
    /// Who may hold a seat: globs over provider:model, like anthropic:* or mailbox:*. A mailbox counts
    /// as a model only where one covers it.
    pub holders: Option<RawHolders>,
    /// Versions of the tool whose evidence counts beside this one's. Default: none.
    pub tools: Option<Vec<String>>,
    /// Whether a change may take an RFC away without a person's ruling. Default: false.
    pub removal: Option<bool>,
    /// What one ticket may touch before the gates object (rules L1 and L2).
    pub ticket_limits: Option<RawTicketLimits>,
}

/// What one ticket may touch.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawTicketLimits {
    /// Files that it creates or changes. Default: 10.
    #[cfg_attr(test, schemars(range(min = 1, max = 1_000)))]
    pub files: Option<u32>,
    /// Components in which they lie. Default: 2.
    #[cfg_attr(test, schemars(range(min = 1, max = 1_000)))]
    pub components: Option<u32>,
}

/// Globs over `provider:model`, by seat.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawHolders {
    /// Who may hold SA-1.
    #[serde(rename = "SA-1")]
    pub sa1: Option<Vec<String>>,
    /// Who may hold SA-2.
    #[serde(rename = "SA-2")]
    pub sa2: Option<Vec<String>>,
    /// Who may hold SA-3.
    #[serde(rename = "SA-3")]
    pub sa3: Option<Vec<String>>,
}

/// Whether models may hold seats.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RawModels {
    /// They may.
    Allowed,
    /// Built-in rules alone.
    None,
}

/// A depth as it is written on the command line.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RawDepth {
    /// Gates and council.
    Council,
    /// The deterministic gates alone.
    Standard,
}

pub(super) fn policy(raw: RawPolicy) -> MergePolicy {
    let defaults = MergePolicy::default();
    MergePolicy {
        verdicts: raw.verdicts.unwrap_or(defaults.verdicts),
        depth: raw.depth.map_or(defaults.depth, |depth| match depth {
            RawDepth::Council => ReviewDepth::Council,
            RawDepth::Standard => ReviewDepth::Standard,
        }),
        offline: raw.offline.unwrap_or(defaults.offline),
        open_majors: raw.open_majors.unwrap_or(defaults.open_majors),
        models: raw.models.map_or(defaults.models, |models| match models {
            RawModels::Allowed => true,
            RawModels::None => false,
        }),
        seats: raw.seats.unwrap_or(defaults.seats),
        holders: raw.holders.map_or(defaults.holders, |RawHolders { sa1, sa2, sa3 }| {
            by_seat([sa1, sa2, sa3]).filter_map(|(seat, globs)| Some((seat, globs?))).collect()
        }),
        tools: raw.tools.unwrap_or(defaults.tools),
        removal: raw.removal.unwrap_or(defaults.removal),
        ticket_limits: raw.ticket_limits.map_or(defaults.ticket_limits, |raw| TicketLimits {
            files: raw.files.unwrap_or(defaults.ticket_limits.files),
            components: raw.components.unwrap_or(defaults.ticket_limits.components),
        }),
    }
}

/// A policy that nothing can pass: models are asked for and none is admitted.
pub(super) fn contradiction(document: &Document) -> Option<(Place, String)> {
    let policy = document.root().get("policy")?;
    let models = policy.get("models").filter(|models| models.as_str() == Some("none"))?;
    let asks = |key: &str| match key {
        "offline" => policy.get(key).is_some_and(|value| value.to_json() == false),
        _ => policy.get(key).is_some_and(|value| value.items().next().is_some()),
    };
    let key = ["offline", "seats"].into_iter().find(|key| asks(key))?;
    let line = format!(
        "policy.models is none and policy.{key} asks for a model, so nothing can pass; remove one"
    );
    Some((models.place(), line))
}
