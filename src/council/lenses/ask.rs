//! What a member of lenses is asked. A task is data, not a prompt: its digest names the call.

use serde::{Deserialize, Serialize};

use crate::council::shared::conflict::ConflictView;
use crate::council::shared::opening::Opening;
use crate::council::shared::sheet::{PointView, StatementView};
use crate::model::panel::LensesPolicy;
use crate::model::{Choice, CouncilId, Digest, MemberId, MemberName};

/// One call to one member.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LensesTask {
    /// The session it belongs to.
    pub council: CouncilId,
    /// Digest of question and materials, which whoever renders the task knows.
    pub brief: Digest,
    /// The choices that there are.
    pub choices: Vec<Choice>,
    /// Who is asked.
    pub member: MemberName,
    /// Its lens; none of one who only words the synthesis.
    pub lens: Option<String>,
    /// What the panel tells it about its part.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// 1, or 2 when the first answer could not be used.
    pub attempt: u8,
    /// What is asked.
    pub ask: LensesAsk,
}

impl LensesTask {
    /// The first call that asks this of a member.
    pub fn first(opening: &Opening<LensesPolicy>, member: MemberId, ask: LensesAsk) -> Self {
        let sitter = opening.sitter(member);
        Self {
            council: opening.council.clone(),
            brief: opening.brief.clone(),
            choices: opening.question.choices(),
            member: sitter.name.clone(),
            lens: sitter.lens.clone(),
            part: sitter.brief.clone(),
            attempt: 1,
            ask,
        }
    }

    /// The digest by which the evidence names the call's task.
    pub fn digest(&self) -> Digest {
        Digest::of(&serde_json::to_vec(self).expect("a task has only text keys"))
    }
}

/// The three questions of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum LensesAsk {
    /// POSITIONS: what the lens shows.
    Lens,
    /// DEBATE: an answer to the others.
    Rebuttal {
        /// The reader's own statement, apart.
        own: Box<StatementView>,
        /// The others', by letter.
        peers: Vec<StatementView>,
    },
    /// SYNTHESIS: the result, in words.
    Synthesis {
        /// The result, derived by code: a choice; none when the panel is split.
        result: Option<Choice>,
        /// All statements, by letter, with the choices that count now.
        statements: Vec<StatementView>,
        /// What was answered in the debate; `target` is a point or a letter.
        answers: Vec<PointView>,
        /// Who changed its choice, with a reason that was shown.
        shifts: Vec<ShiftView>,
        /// The disagreements that must be explained.
        conflicts: Vec<ConflictView>,
    },
}

/// A change of choice as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShiftView {
    /// Whose, by letter.
    pub of: char,
    /// What it chose first.
    pub from: Choice,
    /// What it chooses now.
    pub to: Choice,
    /// The points that changed it.
    pub because: Vec<String>,
}

impl LensesAsk {
    /// The name of the form that answers it.
    pub const fn form(&self) -> &'static str {
        match self {
            LensesAsk::Lens => "LENS",
            LensesAsk::Rebuttal { .. } => "REBUTTAL",
            LensesAsk::Synthesis { .. } => "SYNTHESIS",
        }
    }

    /// The state in which it is asked.
    pub const fn step(&self) -> &'static str {
        match self {
            LensesAsk::Lens => "POSITIONS",
            LensesAsk::Rebuttal { .. } => "DEBATE",
            LensesAsk::Synthesis { .. } => "SYNTHESIS",
        }
    }
}
