//! `outcome.yaml`: what came of a council about a question, what was said, and who sat. The form of
//! every such council; what its protocol adds is in one section of its own.

mod lenses;
mod rounds;
mod said;
mod sat;
mod words;

pub use lenses::{
    AnswerToRecord, LateRecord, LensesSection, MoveWord, RebuttalRecord, ShiftRecord,
};
pub use rounds::{
    CompletenessRecord, CritiqueRecord, CritiqueWord, DimensionWord, FallbackRecord, ReviewRecord,
    RoundsCount, RoundsRules, RoundsSection, ShortCircuitRecord,
};
pub use said::{
    ActionRecord, CiteRecord, DisagreementRecord, MemberQuoteRecord, PointRecord, RestedRecord,
    SideRecord, StatementRecord, SynthesisRecord, UncertaintyRecord,
};
pub use sat::{
    CouncilRecord, ExcludedRecord, MemberFailureRecord, MemberRecord, OutcomeInputs,
    OutcomeMetadata, OutcomeTokens, StepRecord, TransparencyRecord,
};
pub use words::{
    AgreementKind, AnswerOrigin, CauseWord, ConflictKind, DeviationWord, DisclaimerKey, ErrorType,
    GroundingWord, LevelWord, OfficeWord, PackWord, PointWord, PriorityWord,
};

use serde::{Deserialize, Serialize};

use super::council::CallFault;
use super::envelope::{CouncilBundle, Head};
use crate::model::panel::LensesPolicy;
use crate::model::policy::LookPolicy;
use crate::model::{Choice, CouncilId, CouncilResult, CouncilState, MemberName, Question};

/// The outcome as its file holds it.
pub type Outcome = CouncilBundle<OutcomeHead, OutcomeBody, OutcomeMetadata, OutcomeInputs>;

/// Which council, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OpenDecision {
    /// What, in one sentence.
    pub decide: String,
    /// The command that shows what there is to decide by.
    pub command: String,
}

/// What was asked, answered and said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl OutcomeBody {
    /// An answer to a question, and nothing beside.
    pub fn new(answer: AnswerRecord, question: Question, agreement: AgreementRecord) -> Self {
        Self {
            answer,
            question,
            agreement,
            dissent: Vec::new(),
            confidence: None,
            disclaimers: Vec::new(),
            conflicts: Vec::new(),
            synthesis: None,
            statements: Vec::new(),
            rounds: None,
            lenses: None,
            failures: Vec::new(),
            deviations: Vec::new(),
        }
    }
}

/// The rules that code carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PanelRules {
    /// Seconds that the session has.
    pub timeout_seconds: u64,
    /// Tokens that all calls together may use.
    pub token_budget: u64,
    /// What members may look at.
    pub looks: LookPolicy,
    /// Tokens that each step needs at the least.
    #[serde(default)]
    pub least: Vec<u64>,
    /// Of a council of rounds.
    pub rounds: Option<RoundsRules>,
    /// Of a panel of lenses.
    pub lenses: Option<LensesPolicy>,
}

impl PanelRules {
    /// The rules that every panel has.
    pub fn new(
        timeout_seconds: u64,
        token_budget: u64,
        looks: LookPolicy,
        least: Vec<u64>,
    ) -> Self {
        Self { timeout_seconds, token_budget, looks, least, rounds: None, lenses: None }
    }
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AgreementRecord {
    /// In one word, over minds.
    pub word: AgreementKind,
    /// Who chose what: the largest group first.
    #[serde(default)]
    pub groups: Vec<GroupRecord>,
}

/// Who chose what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GroupRecord {
    /// The final choice.
    pub choice: Choice,
    /// Who.
    pub members: Vec<MemberName>,
}

/// A voice whose final choice is not that of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DisclaimerRecord {
    /// Which.
    pub key: DisclaimerKey,
    /// What it says.
    pub text: String,
}

/// A disagreement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
