//! `schema` without a name.

use serde::Serialize;

/// The names of all schemas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SchemaNames {
    /// In the order of the alphabet.
    pub names: Vec<&'static str>,
}
