//! What `doctor` says of one part of the set-up.

use serde::Serialize;

/// How a check came out; from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, schemars(rename = "CheckStatus"))]
pub enum HealthStatus {
    /// Ready.
    Ok,
    /// Reviews work; somebody should know.
    Note,
    /// Reviews do not work before it is mended.
    Fault,
}

impl HealthStatus {
    /// As it is printed.
    pub const fn as_str(self) -> &'static str {
        match self {
            HealthStatus::Ok => "ok",
            HealthStatus::Note => "note",
            HealthStatus::Fault => "fault",
        }
    }
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Check"))]
pub struct HealthCheck {
    /// What was looked at: `repository`, `config`, `evidence`, `seats`, `panels` or `clock`.
    pub name: &'static str,
    /// How it came out.
    pub status: HealthStatus,
    /// What was found.
    pub found: String,
    /// The next act; `None` when all is well.
    pub act: Option<String>,
}

impl HealthCheck {
    /// All is well.
    pub fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, status: HealthStatus::Ok, found: found.into(), act: None }
    }

    /// Something to know, and what can be done about it.
    pub fn note(name: &'static str, found: impl Into<String>, act: impl Into<String>) -> Self {
        Self { name, status: HealthStatus::Note, found: found.into(), act: Some(act.into()) }
    }

    /// Something to mend, and how.
    pub fn fault(name: &'static str, found: impl Into<String>, act: impl Into<String>) -> Self {
        Self { name, status: HealthStatus::Fault, found: found.into(), act: Some(act.into()) }
    }
}
