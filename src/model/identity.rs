//! Who answers for a member: provider and model, as the evidence names them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::price::Prices;

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
