//! What `gates --format json` prints: one document for all the RFCs asked for (DESIGN.md §4).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::bundle::Tool;
use crate::model::{
    Category, FindingId, Fix, GateId, GateResult, GateStatus, GateType, Location, Related,
    Severity, Signature, Subcategory, SubjectId, Verdict, Waivable, Waiver, WaiverId,
    is_consequence,
};

/// The document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GatesReport {
    /// `1.0.0`.
    pub schema_version: String,
    /// The tool that wrote this.
    pub tool: Tool,
    /// What the change was held against, when it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// One for each RFC, by id.
    pub reviews: Vec<GatesReview>,
    /// RFCs that the change takes out of view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaving: Vec<Leaving>,
    /// What belongs to no RFC: with `--all` all of it, with a base what the change introduced; an
    /// ambiguous layout always.
    pub repository: RepositoryFindings,
}

/// An RFC that a change takes out of view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Leaving {
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// What changed of it.
    pub because: Vec<String>,
    /// Whether nothing of it is left and the base allows that; else a person must decide.
    pub is_allowed: bool,
    /// Why, a line each.
    pub reasons: Vec<String>,
}

/// What a change was held against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// As it was named.
    pub name: String,
    /// The commit of that name, whose policy counts.
    pub commit: String,
    /// The last commit that both have: the state before the change.
    pub merge_base: String,
    /// What of the policy the change would alter, a line each.
    pub policy_changes: Vec<String>,
}

/// What a change did to a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Change {
    /// It was not there before.
    Introduced,
    /// It was there before.
    Existing,
}

/// What the deterministic gates say of one RFC.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GatesReview {
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// What there is of it: `OK`, `NOT_DECOMPOSED`, `SEED_ONLY`, `MISSING_FOLDER`, `RETIRED`,
    /// `NO_RFC_YAML`.
    pub state: String,
    /// The verdict that the gates alone give.
    pub verdict: Verdict,
    /// The four gates, in order; behind them gates 5 and 6 where rules find something for them.
    pub gates: Vec<GateLine>,
    /// Their findings, in order.
    pub findings: Vec<GateFinding>,
    /// Why it is in question, when a change put it there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// Findings that the change took away, when there is a base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Vec<GateFinding>>,
}

/// One gate's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GateLine {
    /// Which gate.
    pub gate_id: GateId,
    /// How it answers.
    #[serde(rename = "type")]
    pub gate_type: GateType,
    /// Its answer.
    pub status: GateStatus,
    /// Its findings.
    pub findings: Vec<FindingId>,
    /// What it looked at.
    pub evidence: serde_json::Value,
}

/// One finding of a deterministic gate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GateFinding {
    /// Its id in this review; none for a finding of no RFC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding_id: Option<FindingId>,
    /// The rule, as `council-review explain` knows it.
    pub rule: String,
    /// The gate.
    pub gate_id: GateId,
    /// The family.
    pub category: Category,
    /// The kind.
    pub subcategory: Subcategory,
    /// How much it weighs.
    pub severity: Severity,
    /// Where.
    pub location: Location,
    /// The source line there.
    pub source_line: String,
    /// What is wrong.
    pub description: String,
    /// The next act.
    pub remediation: String,
    /// What it is matched by from one review to the next.
    pub signature: Signature,
    /// The waiver that holds it back, when one does: it does not weigh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiver: Option<WaiverId>,
    /// What the change did to it, when there is a base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Other places that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// The findings of the same review that explain it: it does not weigh, unless it
    /// is a BLOCKER and a waiver holds one of them back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<FindingId>,
    /// What `council-review fix` would write, when it is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

/// The findings that weigh: no waiver holds them back, and none is a consequence of another.
pub fn weighing(findings: &[GateFinding]) -> impl Iterator<Item = &GateFinding> {
    let waived: HashMap<&FindingId, bool> = findings
        .iter()
        .filter_map(|finding| Some((finding.finding_id.as_ref()?, finding.waiver.is_some())))
        .collect();
    findings.iter().filter(move |finding| {
        let stands = finding.because.iter().map(|cause| waived.get(cause).map(|waived| !waived));
        finding.waiver.is_none() && !is_consequence(finding.severity, stands)
    })
}

/// What belongs to no RFC.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RepositoryFindings {
    /// In reporting order.
    pub findings: Vec<GateFinding>,
    /// Waivers that hold nothing back, a line each: over, unused, or not to be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<String>,
    /// That there is no RFC to look at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nothing_found: Option<NothingFound>,
}

/// That nothing was found to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NothingFound {
    /// `NOTHING_FOUND`.
    pub code: String,
    /// Where RFCs were looked for, what is there instead, and the next act.
    pub line: String,
}

impl From<String> for NothingFound {
    fn from(line: String) -> Self {
        Self { code: "NOTHING_FOUND".to_owned(), line }
    }
}

impl RepositoryFindings {
    /// Whether a BLOCKER is among them: a command that judges a repository or a change then ends
    /// with 1.
    pub fn are_blocking(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Blocker)
    }
}

impl GateFinding {
    /// A gate's finding, under an id when it belongs to a review.
    pub fn new(finding: &crate::model::Finding, finding_id: Option<FindingId>) -> Self {
        Self {
            finding_id,
            rule: finding.rule.to_string(),
            gate_id: finding.gate,
            category: finding.category(),
            subcategory: finding.subcategory,
            severity: finding.severity,
            location: finding.location.clone(),
            source_line: finding.source_line.clone(),
            description: finding.description.clone(),
            remediation: finding.remediation.clone(),
            signature: finding.signature(),
            waiver: None,
            change: None,
            related: finding.related.clone(),
            because: finding.because.clone(),
            fix: None,
        }
    }
}

impl GatesReview {
    /// The gates' results as the document shows them, under the waivers that were applied to them. The verdict is that of the findings, unless
    /// there is nothing to judge (GATES.md R51).
    pub fn new(
        rfc: &SubjectId,
        state: &str,
        reviewable: bool,
        results: &[GateResult],
        waivers: &[Waiver],
    ) -> Self {
        let mut findings: Vec<GateFinding> = Vec::new();
        let gates = results
            .iter()
            .map(|result| {
                let ids = result
                    .findings
                    .iter()
                    .map(|finding| {
                        let id = FindingId::numbered(rfc, findings.len() + 1);
                        let mut shown = GateFinding::new(finding, Some(id.clone()));
                        let asked = Waivable::of(rfc, finding, &shown.signature);
                        let mut holding = waivers.iter().filter(|waiver| waiver.covers(asked));
                        shown.waiver = holding.next().map(|waiver| waiver.waiver_id.clone());
                        findings.push(shown);
                        id
                    })
                    .collect();
                GateLine {
                    gate_id: result.gate,
                    gate_type: result.gate.gate_type(),
                    status: result.status,
                    findings: ids,
                    evidence: result.evidence.clone(),
                }
            })
            .collect();
        let verdict = match Verdict::of(weighing(&findings).map(|finding| finding.severity)) {
            Verdict::Approved if !reviewable => Verdict::NotApplicable,
            verdict => verdict,
        };
        Self {
            rfc_id: rfc.clone(),
            state: state.to_owned(),
            verdict,
            gates,
            findings,
            because: Vec::new(),
            fixed: None,
        }
    }
}
