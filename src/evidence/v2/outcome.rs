//! `outcome.yaml`: what came of a council about a question, what was said, and who sat. The form of
//! every such council; what its protocol adds is in one section of its own.

mod said;
mod sat;
mod words;

pub use said::{
    ActionRecord, AnswerToRecord, CiteRecord, CritiqueRecord, DisagreementRecord,
    MemberQuoteRecord, PointRecord, RebuttalRecord, RestedRecord, ReviewRecord, SideRecord,
    StatementRecord, SynthesisRecord, UncertaintyRecord,
};
pub use sat::{
    CouncilRecord, ExcludedRecord, MemberFailureRecord, MemberRecord, OutcomeInputs,
    OutcomeMetadata, OutcomeTokens, PanelRules, RoundsRules, StepRecord, TransparencyRecord,
};
pub use words::{
    AgreementKind, AnswerOrigin, CauseWord, ConflictKind, CritiqueWord, DeviationWord,
    DimensionWord, DisclaimerKey, ErrorType, GroundingWord, LevelWord, MoveWord, OfficeWord,
    PackWord, PointWord, PriorityWord,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::council::CallFault;
use super::envelope::{CouncilBundle, Head};
use crate::council::lenses::policy::Profile;
use crate::model::{Choice, CouncilId, CouncilResult, CouncilState, MemberName, Question};

/// The outcome as its file holds it.
pub type Outcome = CouncilBundle<OutcomeHead, OutcomeBody, OutcomeMetadata, OutcomeInputs>;

/// Which council, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeHead {
    /// The session.
    pub council_id: CouncilId,
    /// What came of it, in one word.
    pub result: CouncilResult,
    /// How it ended.
    pub terminal_state: CouncilState,
    /// Why, in one line; an abort's line begins with its reason.
    #[serde(default)]
    pub terminal_reason: String,
    /// What a person must decide.
    pub open: Option<OpenDecision>,
}

impl Head for OutcomeHead {
    fn subject(&self) -> &str {
        self.council_id.as_str()
    }

    fn result(&self) -> &str {
        self.result.as_str()
    }

    fn reason(&self) -> &str {
        &self.terminal_reason
    }

    fn command(&self) -> Option<&str> {
        self.open.as_ref().map(|open| open.command.as_str())
    }
}

/// What a person must decide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenDecision {
    /// What, in one sentence.
    pub decide: String,
    /// The command that shows what there is to decide by.
    pub command: String,
}

/// What was asked, answered and said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeBody {
    /// What people read first.
    pub answer: AnswerRecord,
    /// What was asked.
    pub question: Question,
    /// How far the voices agree.
    pub agreement: AgreementRecord,
    /// The voices whose final choice is not that of the answer.
    #[serde(default)]
    pub dissent: Vec<DissentRecord>,
    /// How sure the answer is; none without one.
    pub confidence: Option<ConfidenceRecord>,
    /// Fixed texts that are told with the answer.
    #[serde(default)]
    pub disclaimers: Vec<DisclaimerRecord>,
    /// Disagreements that code found.
    #[serde(default)]
    pub conflicts: Vec<ConflictRecord>,
    /// The synthesis that holds.
    pub synthesis: Option<SynthesisRecord>,
    /// What each voice stated first, in the order of the members.
    #[serde(default)]
    pub statements: Vec<StatementRecord>,
    /// What a council of rounds holds beside.
    pub rounds: Option<RoundsSection>,
    /// What a panel of lenses holds beside.
    pub lenses: Option<LensesSection>,
    /// Members that gave nothing usable in a step.
    #[serde(default)]
    pub failures: Vec<FailureRecord>,
    /// How replies differ from what was asked for; each is kept whole.
    #[serde(default)]
    pub deviations: Vec<DeviationRecord>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerRecord {
    /// In words.
    #[serde(default)]
    pub text: String,
    /// Whose words they are; none when they are code's.
    pub by: Option<MemberName>,
    /// Where it comes from.
    pub how: AnswerOrigin,
    /// Its choice; none where the council has none.
    pub choice: Option<Choice>,
    /// What is to be done next.
    #[serde(default)]
    pub next_actions: Vec<ActionRecord>,
}

/// How far voices agree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreementRecord {
    /// In one word, over minds.
    pub word: AgreementKind,
    /// Who chose what: the largest group first.
    #[serde(default)]
    pub groups: Vec<GroupRecord>,
}

/// Who chose what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupRecord {
    /// The final choice.
    pub choice: Choice,
    /// Who.
    pub members: Vec<MemberName>,
}

/// A voice whose final choice is not that of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DissentRecord {
    /// Who.
    pub member: MemberName,
    /// Its final choice.
    pub choice: Choice,
    /// Its words for it.
    #[serde(default)]
    pub position: String,
}

/// How sure an answer is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfidenceRecord {
    /// The lower median of what the voices on the answer's side said.
    pub stated: LevelWord,
    /// What is told: at most that.
    pub disclosed: LevelWord,
    /// What lowered it.
    #[serde(default)]
    pub lowered_by: Vec<CauseWord>,
}

/// A fixed text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DisclaimerRecord {
    /// Which.
    pub key: DisclaimerKey,
    /// What it says.
    pub text: String,
}

/// A disagreement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConflictRecord {
    /// `CF-1`, …
    pub id: String,
    /// What it is about.
    pub on: ConflictKind,
    /// The choice of the largest group.
    pub most: Option<Choice>,
    /// That of the group against it.
    pub choice: Option<Choice>,
    /// Who is of that group.
    #[serde(default)]
    pub members: Vec<MemberName>,
    /// The critique.
    pub critique: Option<String>,
    /// Whose it is.
    pub by: Option<MemberName>,
    /// Whom it is about.
    pub against: Option<MemberName>,
    /// Whether no synthesis had to explain it, because there were too many.
    #[serde(default)]
    pub left_open: bool,
}

/// A member that gave nothing usable in a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailureRecord {
    /// Who.
    pub member: MemberName,
    /// In which step.
    pub step: String,
    /// Why.
    pub fault: CallFault,
    /// The kind of fault; none where nothing is wrong with the member.
    pub error_type: Option<ErrorType>,
    /// Whether it was asked twice.
    #[serde(default)]
    pub retried: bool,
    /// Whether its replacement was asked, too.
    #[serde(default)]
    pub fallback_used: bool,
}

/// How a reply differs from what was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviationRecord {
    /// Whose.
    pub member: MemberName,
    /// In which step.
    pub step: String,
    /// What kind.
    pub kind: DeviationWord,
    /// What, in a few words.
    #[serde(default)]
    pub detail: String,
}

/// What a council of rounds holds beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundsSection {
    /// Who words the synthesis.
    pub chair: Option<MemberName>,
    /// Who must be there, and who was.
    pub quorum: RoundsCount,
    /// The rounds that were skipped, and why.
    pub short_circuit: Option<ShortCircuitRecord>,
    /// Whose opinion stands in for a synthesis, and why that one.
    pub fallback: Option<FallbackRecord>,
    /// What voices said of one another, in the order of the numbers.
    #[serde(default)]
    pub reviews: Vec<ReviewRecord>,
}

/// Who must be there, and who was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundsCount {
    /// The fewest opinions.
    pub r1_min: u32,
    /// Opinions that came.
    pub r1_got: u32,
    /// The fewest reviews.
    pub r2_min: u32,
    /// Reviews that came.
    pub r2_got: u32,
}

/// The rounds that were skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortCircuitRecord {
    /// The conditions that held.
    pub reasons: Vec<String>,
    /// Which.
    pub rounds_skipped: Vec<String>,
    /// What the confidence loses by it.
    pub confidence_adjustment: i8,
}

/// Whose opinion stands in for a synthesis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FallbackRecord {
    /// Whose.
    pub member: MemberName,
    /// How complete each opinion is, in the order of the members.
    pub completeness: Vec<CompletenessRecord>,
}

/// How complete an opinion is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompletenessRecord {
    /// Whose.
    pub member: MemberName,
    /// 0 to 10.
    pub score: u32,
}

/// What a panel of lenses holds beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LensesSection {
    /// How many sit.
    pub profile: Profile,
    /// How many of them are enough.
    pub quorum: u32,
    /// Who gave another choice than before.
    #[serde(default)]
    pub shifts: Vec<ShiftRecord>,
    /// What was answered in the debate, in the order of the numbers.
    #[serde(default)]
    pub rebuttals: Vec<RebuttalRecord>,
    /// Whom the close of a round did not wait for.
    #[serde(default)]
    pub late: Vec<LateRecord>,
}

/// Another choice than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShiftRecord {
    /// Whose.
    pub member: MemberName,
    /// What it chose first.
    pub from: Choice,
    /// What it says now.
    pub to: Choice,
    /// The points that changed it.
    #[serde(default)]
    pub because: Vec<String>,
    /// Whether it counts.
    #[serde(default)]
    pub counted: bool,
}

/// A member that the close of a round did not wait for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LateRecord {
    /// Who.
    pub member: MemberName,
    /// In which step.
    pub step: String,
}
