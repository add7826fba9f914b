//! What a council about a question is opened with.

use std::collections::BTreeMap;

use super::QuestionCouncil;
use crate::config::{NamedPanel, PanelMember};
use crate::council::shared::opening::{Opening, Sitter};
use crate::evidence::assemble::seed_of;
use crate::model::{CouncilId, Identity};
use crate::source::brief::Brief;

/// The opening of a panel over a brief. `lenses` are those of the repository, `identity` says who
/// answers for a member. What the steps need at the least, whoever renders them puts into `least`.
///
/// # Panics
/// The panel holds another council.
pub fn opening<C: QuestionCouncil>(
    panel: &NamedPanel,
    brief: &Brief,
    council: CouncilId,
    lenses: &BTreeMap<String, String>,
    identity: &dyn Fn(&PanelMember) -> Identity,
) -> Opening<C::Panel> {
    let sitter = |member: &PanelMember| Sitter {
        name: member.name.clone(),
        identity: identity(member),
        is_voice: member.is_voice,
        is_chair: member.is_chair,
        lens: member.lens.clone(),
        brief: member.lens.as_ref().and_then(|lens| lenses.get(lens)).cloned().unwrap_or_default(),
    };
    let policy = C::policy(&panel.council).expect("the council of the panel's kind");
    Opening {
        council,
        panel: panel.name.clone(),
        question: brief.question.clone(),
        brief: brief.digest.clone(),
        has_materials: !brief.materials.is_empty(),
        seed: seed_of(&brief.digest),
        members: panel.members.iter().map(sitter).collect(),
        timeout_seconds: panel.timeout_seconds,
        token_budget: panel.token_budget,
        looks: panel.looks.clone(),
        policy: policy.clone(),
        least: Vec::new(),
    }
}
