//! `bench`.

use serde::Serialize;

use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::call::CallCosts;
use crate::model::{FindingId, GateId, Severity, Signature, Subcategory, SubjectId, Verdict};

/// What came of labelled plans: how much of what is known to be wrong was found, by whom, for what.
/// A finding counts by its place, gate and kind; nothing is said of its words.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BenchReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// Plan by plan.
    pub plans: Vec<BenchPlan>,
    /// The means over all reviews of all plans; none of a single plan, which has its own.
    pub means: Vec<BenchMean>,
}

impl BenchReport {
    /// Of these plans.
    pub fn new(plans: Vec<BenchPlan>, means: Vec<BenchMean>) -> Self {
        Self { schema_version: DOCUMENT_VERSION, plans, means }
    }
}

/// A labelled plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BenchPlan {
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// The file with its labels.
    pub labels: String,
    /// The defects that are known to be in it.
    pub defects: u32,
    /// Those of them that nobody can know without the code.
    pub needing_code: u32,
    /// Each review of it.
    pub runs: Vec<BenchRun>,
    /// The means over its reviews; none of a single one.
    pub means: Vec<BenchMean>,
}

/// One review of a labelled plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BenchRun {
    /// Its bundle.
    pub bundle_path: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// The gates, each member, and the council as a whole.
    pub rows: Vec<BenchRow>,
    /// Defect by defect.
    pub defects: Vec<DefectOutcome>,
    /// The findings that name no defect.
    pub unlabelled: Vec<UnlabelledFinding>,
}

/// What one member, the gates, or the council as a whole found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BenchRow {
    /// `gates`, the member, or `council`: what stands or waits for a person, that of the gates
    /// included.
    pub who: String,
    /// Who holds the seat, as `provider:model`; of a council the different ones; of gates `code`.
    pub holder: String,
    /// Findings, those of severity INFO left out.
    pub findings: u32,
    /// Defects that one of them names.
    pub caught: u32,
    /// Those of all defects, in percent.
    pub recall_percent: f64,
    /// Those of them that need the code.
    pub caught_needing_code: u32,
    /// Findings that name a defect which another one of theirs names, too.
    pub repeats: u32,
    /// Findings that name no defect.
    pub unlabelled: u32,
    /// Those of them that a person called right.
    pub judged_right: u32,
    /// Those of them that a person called wrong.
    pub judged_wrong: u32,
    /// The right ones of its findings; none without a finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
    /// What it took; none of gates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<Spent>,
}

/// The right ones of all findings, in percent. Both are one figure when every finding that names no
/// defect was judged.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Precision {
    /// If all that nobody judged is wrong.
    pub at_least_percent: f64,
    /// If all that nobody judged is right.
    pub at_most_percent: f64,
}

/// What calls took.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Spent {
    /// Tokens read, where they were reported.
    pub input_tokens: u64,
    /// Tokens written, where they were reported.
    pub output_tokens: u64,
    /// Tokens that the budget was charged: those, and the reservation where none were reported.
    pub charged_tokens: u64,
    /// What was asked to be shown of the repository.
    pub looks: u32,
    /// US dollars; none when nothing was sent to anybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<CallCosts>,
    /// Of a member, in its calls; of a council, from its beginning to its end.
    pub seconds: u64,
}

/// What became of a defect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DefectOutcome {
    /// Its id.
    pub id: String,
    /// What is wrong.
    pub says: String,
    /// Who caught it: `gates`, members, `council`.
    pub caught_by: Vec<String>,
}

/// A finding that names no defect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnlabelledFinding {
    /// Its id in the bundle.
    pub finding_id: FindingId,
    /// By what a judgement names it.
    pub signature: Signature,
    /// What a person said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
    /// Who says it: `gates`, members, `council`.
    pub said_by: Vec<String>,
    /// How much it weighs.
    pub severity: Severity,
    /// Its gate.
    pub gate_id: GateId,
    /// Its kind.
    pub kind: Subcategory,
    /// `file:line:column`.
    pub at: String,
    /// What it says.
    pub description: String,
}

/// One row over several reviews.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BenchMean {
    /// As in the rows.
    pub who: String,
    /// As in the rows.
    pub holder: String,
    /// How many reviews.
    pub reviews: u32,
    /// Defects caught, in percent.
    pub recall_percent: Spread,
    /// Right findings in percent, if all that nobody judged is wrong; none without a finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision_at_least_percent: Option<Spread>,
    /// Findings.
    pub findings: Spread,
    /// Findings that name a defect again.
    pub repeats: Spread,
    /// Tokens that the budget was charged; none of gates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charged_tokens: Option<Spread>,
    /// US dollars; none unless each review's are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<Spread>,
    /// Seconds; none of gates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Spread>,
}

/// A mean and its range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Spread {
    /// The mean, to a tenth; of dollars to a millionth.
    pub mean: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}
