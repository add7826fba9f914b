//! What a council about a question knows from the start, and who sits in it.

use serde::{Deserialize, Serialize};

use crate::model::policy::LookPolicy;
use crate::model::{CouncilId, Digest, Identity, MemberId, MemberName, Question};

/// The provider of answers that ship with the tool.
pub const DEMONSTRATION: &str = "demonstration";

/// All that a machine must know from the start; `P` is its protocol's policy.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening<P> {
    /// The session.
    pub council: CouncilId,
    /// The name of the panel.
    pub panel: String,
    /// What is asked.
    pub question: Question,
    /// Digest of question and materials.
    pub brief: Digest,
    /// Whether there are materials.
    pub has_materials: bool,
    /// Seed of letters, orders and numbers.
    pub seed: u64,
    /// The members, in the order in which they were declared; a [`MemberId`] is an index into it.
    pub members: Vec<Sitter>,
    /// Seconds that the session has.
    pub timeout_seconds: u64,
    /// Tokens that all calls together may use.
    pub token_budget: u64,
    /// What members may look at.
    pub looks: LookPolicy,
    /// What the protocol's panel says.
    pub policy: P,
    /// Tokens that each step needs at the least; nothing where no member takes any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub least: Vec<u64>,
}

/// A member of the panel.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sitter {
    /// Its label.
    pub name: MemberName,
    /// Who answers for it.
    pub identity: Identity,
    /// Whether its choice counts.
    pub is_voice: bool,
    /// Whether it words the synthesis: the chair, or the one whom the panel names.
    pub is_chair: bool,
    /// Its lens, of a panel of lenses: `contrarian`, `mode-79`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lens: Option<String>,
    /// What the panel tells it about its part.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub brief: String,
}

impl<P> Opening<P> {
    /// Every member, in order.
    pub fn sitters(&self) -> impl Iterator<Item = (MemberId, &Sitter)> {
        (0..).map(MemberId).zip(&self.members)
    }

    /// Those whose choice counts, in order.
    pub fn voices(&self) -> impl Iterator<Item = MemberId> {
        self.sitters().filter(|(_, sitter)| sitter.is_voice).map(|(id, _)| id)
    }

    /// Who words the synthesis, if anybody does.
    pub fn chair(&self) -> Option<MemberId> {
        self.sitters().find(|(_, sitter)| sitter.is_chair).map(|(id, _)| id)
    }

    /// A member.
    ///
    /// # Panics
    ///
    /// For an id that is not of this panel.
    pub fn sitter(&self, member: MemberId) -> &Sitter {
        &self.members[usize::from(member.0)]
    }
}
