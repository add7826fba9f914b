//! How a council of rounds is asked: who sits, and how replies are admitted and worded.

use std::sync::Arc;

use super::QuestionCouncil;
use crate::config::{Config, PanelMember, PanelPolicy};
use crate::council::rounds::{RoundsCouncil, admit, ask, render};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::opening::Opening;
use crate::model::MemberId;
use crate::model::panel::RoundsPolicy;
use crate::rules::panelist::RulePanel;
use crate::source::brief::{Brief, PackedAs};

impl QuestionCouncil for RoundsCouncil {
    type Words = render::RoundsRenderer;

    const DEMONSTRATION: &'static str = include_str!("../demo/rounds.yaml");

    fn policy(panel: &PanelPolicy) -> Option<&RoundsPolicy> {
        if let PanelPolicy::Rounds(policy) = panel { Some(policy) } else { None }
    }

    fn set_rounds(_: &mut PanelPolicy, _: u8) -> Result<(), String> {
        let line = "--rounds is of lenses, and a council of rounds has its own three: leave it out";
        Err(line.to_owned())
    }

    /// The first of them is the chair.
    fn give_parts(members: &mut [PanelMember], _: &Config) -> Result<(), String> {
        members[0].is_chair = true;
        Ok(())
    }

    fn admit(
        admission: &Admission<'_>,
        reply: Self::Given,
    ) -> Result<AdmittedReply<Self::Given>, String> {
        admit::admit(admission, reply)
    }

    fn words(
        brief: Arc<Brief>,
        opening: &Opening<RoundsPolicy>,
        materials_tokens: u64,
    ) -> Self::Words {
        render::RoundsRenderer::new(brief, opening, materials_tokens)
    }

    fn steps(_: &Opening<RoundsPolicy>) -> Vec<(&'static str, bool)> {
        vec![("R1", true), ("R2", true), ("R3", false)]
    }

    fn first_task(opening: &Opening<RoundsPolicy>, member: MemberId) -> Self::Task {
        ask::RoundsTask {
            council: opening.council.clone(),
            brief: opening.brief.clone(),
            choices: opening.question.choices(),
            member: opening.sitter(member).name.clone(),
            attempt: 1,
            ask: ask::RoundsAsk::Opinion,
        }
    }

    fn pack(words: &Self::Words) -> PackedAs {
        words.first()
    }

    fn least(words: &Self::Words, opening: &Opening<RoundsPolicy>) -> Vec<u64> {
        words.least(opening)
    }

    fn by_rules(rules: &RulePanel, task: &Self::Task) -> Option<Self::Given> {
        rules.opinion(task)
    }
}
