//! The seven gates of DESIGN.md §6: their ids, types and statuses.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The gates, in their fixed order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "each gate documents itself in its own file")]
pub enum GateId {
    #[serde(rename = "GATE-TCK-SCHEMA")]
    Schema,
    #[serde(rename = "GATE-TCK-DEPENDENCY-ACYCLICITY")]
    DependencyAcyclicity,
    #[serde(rename = "GATE-TCK-SCOPE-COVERAGE")]
    ScopeCoverage,
    #[serde(rename = "GATE-TCK-CCP-MAPPING")]
    CcpMapping,
    #[serde(rename = "GATE-TCK-ATOMICITY")]
    Atomicity,
    #[serde(rename = "GATE-TCK-IMPLEMENTABILITY")]
    Implementability,
    #[serde(rename = "GATE-TCK-ANTI-COUSIN")]
    AntiCousin,
}

impl GateId {
    /// All gates, in order.
    pub const ALL: [GateId; 7] = [
        GateId::Schema,
        GateId::DependencyAcyclicity,
        GateId::ScopeCoverage,
        GateId::CcpMapping,
        GateId::Atomicity,
        GateId::Implementability,
        GateId::AntiCousin,
    ];

    /// The three gates that the subagents assess.
    pub const ASSESSED: [GateId; 3] =
        [GateId::Atomicity, GateId::Implementability, GateId::AntiCousin];

    /// Whether the subagents assess it.
    pub const fn is_assessed(self) -> bool {
        matches!(self.gate_type(), GateType::LlmAssisted)
    }

    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            GateId::Schema => "GATE-TCK-SCHEMA",
            GateId::DependencyAcyclicity => "GATE-TCK-DEPENDENCY-ACYCLICITY",
            GateId::ScopeCoverage => "GATE-TCK-SCOPE-COVERAGE",
            GateId::CcpMapping => "GATE-TCK-CCP-MAPPING",
            GateId::Atomicity => "GATE-TCK-ATOMICITY",
            GateId::Implementability => "GATE-TCK-IMPLEMENTABILITY",
            GateId::AntiCousin => "GATE-TCK-ANTI-COUSIN",
        }
    }

    /// Without what all of them begin with: `SCOPE-COVERAGE`.
    pub fn short(self) -> &'static str {
        self.as_str().strip_prefix("GATE-TCK-").unwrap_or(self.as_str())
    }

    /// How the gate reaches its answer.
    pub const fn gate_type(self) -> GateType {
        match self {
            GateId::Schema => GateType::Trusted,
            GateId::DependencyAcyclicity | GateId::ScopeCoverage | GateId::CcpMapping => {
                GateType::Deterministic
            }
            GateId::Atomicity | GateId::Implementability | GateId::AntiCousin => {
                GateType::LlmAssisted
            }
        }
    }
}

impl fmt::Display for GateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How a gate reaches its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GateType {
    /// Decided by code on which the other gates rely.
    Trusted,
    /// Decided by code.
    Deterministic,
    /// Assessed by the three subagents.
    LlmAssisted,
}

/// A gate's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GateStatus {
    /// It looked, and nothing it found is a BLOCKER.
    Passed,
    /// At least one open BLOCKER.
    Failed,
    /// There was nothing to look at.
    NotApplicable,
    /// It was not asked: no council was convened, or it ended before.
    NotRun,
}

impl GateStatus {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            GateStatus::Passed => "PASSED",
            GateStatus::Failed => "FAILED",
            GateStatus::NotApplicable => "NOT_APPLICABLE",
            GateStatus::NotRun => "NOT_RUN",
        }
    }
}

impl fmt::Display for GateStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
