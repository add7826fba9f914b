//! What a council about a question is opened with.

use std::collections::BTreeMap;

use crate::config::{NamedPanel, PanelMember, PanelPolicy};
use crate::council::shared::opening::{Opening, Sitter};
use crate::evidence::assemble::seed_of;
use crate::model::panel::{LensesPolicy, RoundsPolicy};
use crate::model::{CouncilId, Identity};
use crate::source::brief::Brief;

/// The opening of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskOpening {
    /// Of rounds.
    Rounds(Opening<RoundsPolicy>),
    /// Of lenses.
    Lenses(Opening<LensesPolicy>),
}

/// The opening of a panel over a brief. `lenses` are those of the repository, `identity` says who
/// answers for a member. What the steps need at the least, whoever renders them puts into `least`.
pub fn opening(
    panel: &NamedPanel,
    brief: &Brief,
    council: CouncilId,
    lenses: &BTreeMap<String, String>,
    identity: &dyn Fn(&PanelMember) -> Identity,
) -> AskOpening {
    let sitter = |member: &PanelMember| Sitter {
        name: member.name.clone(),
        identity: identity(member),
        is_voice: member.is_voice,
        is_chair: member.is_chair,
        lens: member.lens.clone(),
        brief: member.lens.as_ref().and_then(|lens| lenses.get(lens)).cloned().unwrap_or_default(),
    };
    let members: Vec<Sitter> = panel.members.iter().map(sitter).collect();
    match &panel.council {
        PanelPolicy::Rounds(policy) => {
            AskOpening::Rounds(of(panel, brief, council, members, policy.clone()))
        }
        PanelPolicy::Lenses(policy) => {
            AskOpening::Lenses(of(panel, brief, council, members, policy.clone()))
        }
    }
}

fn of<P>(
    panel: &NamedPanel,
    brief: &Brief,
    council: CouncilId,
    members: Vec<Sitter>,
    policy: P,
) -> Opening<P> {
    Opening {
        council,
        panel: panel.name.clone(),
        question: brief.question.clone(),
        brief: brief.digest.clone(),
        has_materials: !brief.materials.is_empty(),
        seed: seed_of(&brief.digest),
        members,
        timeout_seconds: panel.timeout_seconds,
        token_budget: panel.token_budget,
        looks: panel.looks.clone(),
        policy,
        least: Vec::new(),
    }
}
