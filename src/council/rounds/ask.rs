//! What a member of rounds is asked. A task is data, not a prompt: its digest names the call.

use serde::{Deserialize, Serialize};

use crate::council::shared::conflict::ConflictView;
use crate::council::shared::opening::Opening;
use crate::council::shared::sheet::{PointView, StatementView};
use crate::model::panel::RoundsPolicy;
use crate::model::{Choice, CouncilId, Digest, MemberId, MemberName};

/// One call to one member.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundsTask {
    /// The session it belongs to.
    pub council: CouncilId,
    /// Digest of question and materials, which whoever renders the task knows.
    pub brief: Digest,
    /// The choices that there are.
    pub choices: Vec<Choice>,
    /// Who is asked.
    pub member: MemberName,
    /// 1, or 2 when the first answer could not be used.
    pub attempt: u8,
    /// What is asked.
    pub ask: RoundsAsk,
}

impl RoundsTask {
    /// The first call that asks this of a member.
    pub fn first(opening: &Opening<RoundsPolicy>, member: MemberId, ask: RoundsAsk) -> Self {
        let sitter = opening.sitter(member);
        Self {
            council: opening.council.clone(),
            brief: opening.brief.clone(),
            choices: opening.question.choices(),
            member: sitter.name.clone(),
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
pub enum RoundsAsk {
    /// R1: an independent opinion.
    Opinion,
    /// R2: a review of the others' opinions.
    Review {
        /// The reader's own opinion, apart.
        own: Box<StatementView>,
        /// The others', by letter.
        peers: Vec<StatementView>,
    },
    /// R3: the synthesis.
    Chair {
        /// All opinions, by letter, with the choices that count now.
        opinions: Vec<StatementView>,
        /// What the reviews say; `target` is a point or a letter.
        critiques: Vec<PointView>,
        /// The disagreements that must be explained.
        conflicts: Vec<ConflictView>,
    },
}

impl RoundsAsk {
    /// The name of the form that answers it.
    pub const fn form(&self) -> &'static str {
        match self {
            RoundsAsk::Opinion => "OPINION",
            RoundsAsk::Review { .. } => "REVIEW",
            RoundsAsk::Chair { .. } => "CHAIR",
        }
    }

    /// The state in which it is asked.
    pub const fn step(&self) -> &'static str {
        match self {
            RoundsAsk::Opinion => "R1",
            RoundsAsk::Review { .. } => "R2",
            RoundsAsk::Chair { .. } => "R3",
        }
    }
}
