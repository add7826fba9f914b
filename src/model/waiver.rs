//! A dated exception from what code decided.

use serde::{Deserialize, Serialize};

use super::finding::{Finding, Signature};
use super::gate::GateId;
use super::ids::{Adapter, RfcId, SubjectId, SubjectName, WaiverId};
use super::time::Day;

/// A waiver: which findings of rules do not weigh, why, by whose word, and how long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// Its id, which is its file's name.
    pub waiver_id: WaiverId,
    /// Its file, from the repository's root.
    pub file: String,
    /// What it reaches.
    pub scope: WaiverScope,
    /// Why.
    pub reason: String,
    /// Who.
    pub approved_by: String,
    /// The last day on which it holds.
    pub expires: Day,
}

/// What a waiver reaches: findings to which every list that is not empty has something to say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WaiverScope {
    /// RFCs under review.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rfc_ids: Vec<RfcId>,
    /// The format of the subject under review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<Adapter>,
    /// The subject under review, of that format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<SubjectName>,
    /// Rules, as `council-review explain` lists them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Gates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gate_ids: Vec<GateId>,
    /// Signatures of findings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
    /// Files, and folders with all below them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
}

/// What a waiver is asked about: a finding of a rule, in a review.
#[derive(Debug, Clone, Copy)]
pub struct Waivable<'a> {
    /// What is under review.
    pub rfc: &'a SubjectId,
    /// The rule.
    pub rule: &'a str,
    /// The gate.
    pub gate: GateId,
    /// The finding's signature.
    pub signature: &'a Signature,
    /// The file it is about.
    pub file: &'a str,
}

impl<'a> Waivable<'a> {
    /// A gate's finding, whose signature was made before.
    pub fn of(rfc: &'a SubjectId, finding: &'a Finding, signature: &'a Signature) -> Self {
        let (rule, file) = (finding.rule.as_str(), finding.location.file.as_str());
        Self { rfc, rule, gate: finding.gate, signature, file }
    }
}

impl Waiver {
    /// Whether it reaches a finding.
    pub fn covers(&self, asked: Waivable<'_>) -> bool {
        let scope = &self.scope;
        let below = |path: &String| {
            let folder = path.trim_end_matches('/');
            asked.file == folder
                || asked.file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        !scope.reaches_everything()
            && (scope.rfc_ids.is_empty() || scope.rfc_ids.iter().any(|rfc| asked.rfc == rfc))
            && scope.adapter.is_none_or(|adapter| asked.rfc.adapter() == adapter)
            && scope.subject.as_ref().is_none_or(|name| asked.rfc.name() == name)
            && (scope.rules.is_empty() || scope.rules.iter().any(|rule| rule == asked.rule))
            && (scope.gate_ids.is_empty() || scope.gate_ids.contains(&asked.gate))
            && (scope.signatures.is_empty() || scope.signatures.contains(asked.signature))
            && (scope.paths.is_empty() || scope.paths.iter().any(below))
    }

    /// Whether its last day is before this one.
    pub fn is_over(&self, day: Day) -> bool {
        self.expires < day
    }
}

impl WaiverScope {
    /// Whether it names neither a rule nor a gate, a finding or a path: then it waives nothing.
    pub fn reaches_everything(&self) -> bool {
        self.rules.is_empty()
            && self.gate_ids.is_empty()
            && self.signatures.is_empty()
            && self.paths.is_empty()
    }
}
