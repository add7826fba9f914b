//! What `check --format json` prints: for each RFC in question, whether its evidence lets it pass.

use serde::{Deserialize, Serialize};

use super::bundle::Tool;
use super::gates::{Base, GateFinding, RepositoryFindings};
use crate::model::{MemberName, SubjectId, Verdict};

/// The document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// What the change does to evidence that no change may do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceFault>,
    /// What belongs to no RFC; with a base, what the change introduced of it.
    pub repository: RepositoryFindings,
    /// That no base was given, and whose policy counted then, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_base: Option<String>,
    /// What was taken as it stands, in one line.
    pub trust: String,
}

/// A file of the evidence that a change may not alter, take away or put there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EvidenceFault {
    /// `EVIDENCE_CHANGED` or `FOREIGN_EVIDENCE`.
    pub code: Code,
    /// The file, from the repository's root.
    pub file: String,
    /// What is wrong, in one line.
    pub line: String,
    /// The next act.
    pub next: String,
}

/// Whether one RFC passes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// Why it is in question, when a change put it there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// The answer.
    pub status: CheckStatus,
    /// Why it does not pass: a code for each of the reasons, in their order. Empty when it passes.
    pub codes: Vec<Code>,
    /// Why, a line each.
    pub reasons: Vec<String>,
    /// The next act, when it does not pass.
    pub next: Option<String>,
    /// The newest bundle of its chain, from the repository's root.
    pub bundle: Option<String>,
    /// What that bundle says.
    pub verdict: Option<Verdict>,
    /// Who held its seats; empty without a council.
    pub held_by: Vec<HeldBy>,
    /// What its findings quote of files that were only looked at and are other ones now, a line each.
    /// No review is stale for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed_since: Vec<String>,
    /// What the deterministic gates find of it now, when it does not pass.
    pub findings: Vec<GateFinding>,
}

/// Who held a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HeldBy {
    /// The seat.
    pub agent_id: MemberName,
    /// What kind of holder.
    pub kind: HolderKind,
    /// `provider:model`.
    pub holder: String,
    /// Whether it sat to the end.
    pub to_the_end: bool,
}

/// What kind of holder a seat had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum HolderKind {
    /// The rules that come with the tool.
    BuiltIn,
    /// A model, or an agent's command line.
    Model,
    /// A person or a harness.
    Mailbox,
}

/// Why `check` refuses something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// An evidence file of the base was changed or deleted.
    EvidenceChanged,
    /// A file below the evidence folder is none that the tool writes.
    ForeignEvidence,
    /// There is no review.
    Missing,
    /// Evidence is not what the tool writes: bytes, schema, seal, tallies, verdict.
    Unsound,
    /// Evidence is about another RFC.
    Foreign,
    /// The session of a review is not there.
    NoSession,
    /// The session leads to another bundle.
    Replay,
    /// A live seat has no answered call in a cycle.
    NoCall,
    /// A link of the chain is missing, or the head does not follow the base's head.
    Chain,
    /// A date before that of the bundle before, or in the future.
    Date,
    /// The commit that was reviewed is not in the history.
    Commit,
    /// The files that a review rests on are others now.
    Inputs,
    /// The council's policy is another one now.
    PolicyChanged,
    /// A waiver that a review rests on is over, gone, or another one.
    Waiver,
    /// Another version of the tool wrote it.
    Tool,
    /// The gates, the state of the RFC or the opening of its council, derived again, are others.
    DerivedOtherwise,
    /// The built-in rules, run again, answer otherwise.
    RulesDiffer,
    /// A ruling stands in the change alone.
    RulingNotOnBase,
    /// A person must decide.
    Open,
    /// The verdict does not pass by policy.
    Verdict,
    /// No council sat, and the policy asks for one.
    Depth,
    /// A gate did not run though a council sat.
    NotRun,
    /// MAJOR findings are open, and the policy lets none be.
    OpenMajors,
    /// No model sat, and the policy asks for one.
    NoModel,
    /// Somebody else than the built-in rules sat, and the policy admits only them.
    ModelSat,
    /// An RFC left view, and the base does not allow it.
    Removal,
    /// The layout of the change's own reads RFCs elsewhere, and the gates reject them there.
    ShadowedRoot,
    /// A seat was held by somebody whom the policy does not name for it.
    Holder,
    /// No model held a seat to the end, and the policy asks for one.
    Seat,
}

impl Code {
    /// As in the document.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::EvidenceChanged => "EVIDENCE_CHANGED",
            Code::ForeignEvidence => "FOREIGN_EVIDENCE",
            Code::Missing => "MISSING",
            Code::Unsound => "UNSOUND",
            Code::Foreign => "FOREIGN",
            Code::NoSession => "NO_SESSION",
            Code::Replay => "REPLAY",
            Code::NoCall => "NO_CALL",
            Code::Chain => "CHAIN",
            Code::Date => "DATE",
            Code::Commit => "COMMIT",
            Code::Inputs => "INPUTS",
            Code::PolicyChanged => "POLICY_CHANGED",
            Code::Waiver => "WAIVER",
            Code::Tool => "TOOL",
            Code::DerivedOtherwise => "DERIVED_OTHERWISE",
            Code::RulesDiffer => "RULES_DIFFER",
            Code::RulingNotOnBase => "RULING_NOT_ON_BASE",
            Code::Open => "OPEN",
            Code::Verdict => "VERDICT",
            Code::Depth => "DEPTH",
            Code::NotRun => "NOT_RUN",
            Code::OpenMajors => "OPEN_MAJORS",
            Code::NoModel => "NO_MODEL",
            Code::ModelSat => "MODEL_SAT",
            Code::Holder => "HOLDER",
            Code::Seat => "SEAT",
            Code::Removal => "REMOVAL",
            Code::ShadowedRoot => "SHADOWED_ROOT",
        }
    }
}

/// The answer of `check` on one RFC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CheckStatus {
    /// The evidence verifies, is about exactly these files, and passes by policy.
    Passed,
    /// There is nothing to review: a seed, or an RFC that was retired.
    NotApplicable,
    /// Nothing of it is left, and the base allows that.
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

impl Check {
    /// The reasons with their codes, as pages give them.
    pub fn coded(&self) -> impl Iterator<Item = String> {
        let codes = self.codes.iter().map(Some).chain(std::iter::repeat(None));
        self.reasons.iter().zip(codes).map(|(reason, code)| match code {
            Some(code) => format!("{}: {reason}", code.as_str()),
            None => reason.clone(),
        })
    }
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
