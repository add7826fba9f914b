//! What a seat is asked. A task is data, not a prompt: a model seat renders it, the offline seat
//! reads it, and its digest names the call.

use serde::{Deserialize, Serialize};

use super::answer::Cite;
use crate::model::opinion::Vote;
use crate::model::{
    Category, Digest, FindingId, GateId, GateStatus, Location, MemberName, ModeId, SessionId,
    Severity, Subcategory, SubjectId, TicketId, subject_word,
};

/// One call to one seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The session it belongs to.
    pub session: SessionId,
    /// What is under review.
    #[serde(with = "subject_word")]
    pub rfc: SubjectId,
    /// Who is asked.
    pub seat: MemberName,
    /// The modes through which the seat reasons; empty while it selects them.
    pub modes: Vec<ModeId>,
    /// 1, and one more each time that the question was asked again.
    pub attempt: u8,
    /// What is asked.
    pub question: Ask,
}

impl Task {
    /// The digest by which the evidence names the call's task.
    pub fn digest(&self) -> Digest {
        Digest::of(&serde_json::to_vec(self).expect("a task has only text keys"))
    }
}

/// The five questions of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "question", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Ask {
    /// INIT: choose five modes.
    SelectModes,
    /// Cycle 1: what is structurally wrong, beyond what the gates found?
    Structural {
        /// What the deterministic gates said.
        gates: Vec<GateSummary>,
        /// What they found; not to be repeated, changed or re-graded.
        findings: Vec<FindingView>,
        /// How much of the plan each seat reads in full.
        reading: Division,
        /// How many findings a seat may raise; 0 where nobody counts them.
        #[serde(default, skip_serializing_if = "is_zero")]
        most: u32,
    },
    /// Cycle 2: take a stance on each finding, assess gates 5 to 7, propose ways out.
    Feasibility {
        /// Written by code after cycle 1.
        note: OnboardingNote,
        /// The blockers of the deterministic gates: not to be repeated, and not voted on.
        of_gates: Vec<FindingView>,
        /// The votable findings so far, anonymised.
        findings: Vec<FindingView>,
        /// Those of them that may be one.
        pairs: Vec<PairView>,
        /// The tickets to assess.
        tickets: Vec<TicketId>,
    },
    /// Cycle 3: vote on each contested finding.
    Converge {
        /// Written by code after cycle 2.
        note: OnboardingNote,
        /// What is voted on.
        contested: Vec<FindingView>,
        /// Votable BLOCKER findings and the ways out proposed so far.
        blockers: Vec<BlockerView>,
        /// What two seats or more already agree on, and what a pair names: to be read, not voted on.
        agreed: Vec<FindingView>,
        /// Findings of cycle 2 that may be one with another.
        pairs: Vec<PairView>,
    },
    /// Cycle 3, the last call: get behind one way out for each blocker that stands.
    Remediation {
        /// The blockers and every way out proposed.
        blockers: Vec<BlockerView>,
    },
}

impl Ask {
    /// The name of the question in ids and logs.
    pub const fn name(&self) -> &'static str {
        match self {
            Ask::SelectModes => "SELECT_MODES",
            Ask::Structural { .. } => "STRUCTURAL",
            Ask::Feasibility { .. } => "FEASIBILITY",
            Ask::Converge { .. } => "CONVERGE",
            Ask::Remediation { .. } => "REMEDIATION",
        }
    }

    /// The name of the state in which it is asked.
    pub const fn cycle(&self) -> &'static str {
        match self {
            Ask::SelectModes => "INIT",
            Ask::Structural { .. } => "CYCLE_1",
            Ask::Feasibility { .. } => "CYCLE_2",
            Ask::Converge { .. } | Ask::Remediation { .. } => "CYCLE_3",
        }
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// How the seats divide the reading of a plan.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Division {
    /// Each reads everything.
    #[default]
    Whole,
    /// One reads the RFC's documents, the others the tickets; of the rest each sees an outline.
    Divided,
    /// Two read the tickets; of the RFC's documents all see requirements and decisions.
    Outlined,
}

/// A gate in one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GateSummary {
    /// Which gate.
    pub gate_id: GateId,
    /// Its answer.
    pub status: GateStatus,
    /// How many findings it has.
    pub finding_count: u32,
}

/// A finding as a seat sees it: no author but a letter, no tally.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingView {
    /// Its id in this review.
    pub finding_id: FindingId,
    /// The digest of the claim; a ballot echoes it.
    pub digest: Digest,
    /// The gate and rule that raised it, with what it follows from; of a finding of members nothing.
    pub rule: Option<String>,
    /// The gate it belongs to.
    pub gate_id: GateId,
    /// The family.
    pub category: Category,
    /// The kind.
    pub subcategory: Subcategory,
    /// What it weighs so far.
    pub severity: Severity,
    /// Where.
    pub location: Location,
    /// The ticket it is about, when it is about one.
    pub ticket_id: Option<TicketId>,
    /// The passage it rests on.
    pub quote: String,
    /// Lines of other files that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<Cite>,
    /// What is wrong.
    pub description: String,
    /// The side that the reader itself is on, where it votes: a ballot against it must say what
    /// it had missed. No other seat's (THREATS.md I18).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub your_stance: Option<Vote>,
    /// The same defect in other words, where two seats said that it is the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<CopyView>,
}

/// A duplicate as a seat sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopyView {
    /// Its id in this review.
    pub finding_id: FindingId,
    /// Where it stands.
    pub location: Location,
    /// The passage it rests on.
    pub quote: String,
    /// Lines of other files that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<Cite>,
    /// What it says is wrong.
    pub description: String,
}

/// Two findings that may be one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairView {
    /// The later one.
    pub finding_id: FindingId,
    /// The earlier one.
    pub other_id: FindingId,
}

/// A blocker that needs an agreed way out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockerView {
    /// The blocker.
    pub finding: FindingView,
    /// What was proposed so far, in the order of the ids.
    pub proposals: Vec<ProposalView>,
}

/// A way out, as a seat sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposalView {
    /// `P1`, `P2`, … within its finding.
    pub proposal_id: String,
    /// What to do.
    pub text: String,
}

/// What a cycle tells the next one. Written by code: only ids and enums cross cycles.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OnboardingNote {
    /// The cycle that wrote it.
    pub after_cycle: u8,
    /// Findings to look at first: structural blockers, mapping gaps, dependency issues; after
    /// cycle 2, items that need the vote and blockers without a way out.
    pub focus_areas: Vec<FocusItem>,
    /// How the gates stand.
    pub gate_results: Vec<GateSummary>,
    /// What the seats disagree on.
    pub contested_items: Vec<FindingId>,
    /// After cycle 2: what cycle 3 must settle.
    pub convergence_targets: Vec<FindingId>,
    /// After cycle 2: what two or more seats already stand behind.
    pub consensus_candidates: Vec<FindingId>,
}

/// One thing to look at first, and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FocusItem {
    /// Why it is here.
    pub area: FocusArea,
    /// The finding.
    pub finding_id: FindingId,
}

/// Why a finding is in a note's focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FocusArea {
    /// A BLOCKER of the schema or coverage gate.
    StructuralBlocker,
    /// A finding of the mapping gate.
    MappingGap,
    /// A finding of the dependency gate.
    DependencyIssue,
    /// Contested after cycle 2.
    NeedsVote,
    /// A votable BLOCKER for which nobody has proposed a way out.
    BlockerWithoutRemediation,
}
