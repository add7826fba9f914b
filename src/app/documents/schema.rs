//! `schema` without a name.

use schemars::JsonSchema;
use serde::Serialize;

/// The names of all schemas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct SchemaNames {
    /// In the order of the alphabet.
    pub names: Vec<&'static str>,
}
