//! How a panel of lenses is asked: who sits, and how replies are admitted and worded.

use super::QuestionCouncil;
use crate::config::{Config, NamedPanel, PanelMember, PanelPolicy};
use crate::council::lenses::{LensesCouncil, admit, ask, render};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::opening::Opening;
use crate::model::panel::LensesPolicy;
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{MemberId, lens};
use crate::rules::panelist::RulePanel;

impl QuestionCouncil for LensesCouncil {
    type Words = render::LensesRenderer;

    const DEMONSTRATION: &'static str = include_str!("../demo/lenses.yaml");
    const OF_RULES: &'static [&'static str] = &lens::OF_RULES;

    fn policy(panel: &PanelPolicy) -> Option<&LensesPolicy> {
        if let PanelPolicy::Lenses(policy) = panel { Some(policy) } else { None }
    }

    fn set_rounds(panel: &mut PanelPolicy, rounds: u8) -> Result<(), String> {
        match panel {
            PanelPolicy::Lenses(policy) if (1..=2).contains(&rounds) => policy.debate = rounds == 2,
            _ => return Err(format!("--rounds is {rounds}: it can be 1 or 2")),
        }
        Ok(())
    }

    /// Their names are lenses.
    fn give_parts(members: &mut [PanelMember], config: &Config) -> Result<(), String> {
        for member in members {
            let word = member.name.as_str();
            if !lens::is_shipped(word) && !config.lenses.contains_key(word) {
                let own = config.lenses.keys().map(String::as_str);
                let near = did_you_mean(&nearest(word, lens::SHIPPED.into_iter().chain(own)));
                return Err(format!(
                    "--member {word}: there is no lens {word}{near}; the lenses are {}, and mode-1 to mode-80. For a council of rounds add --council rounds",
                    lens::SHIPPED.join(", ")
                ));
            }
            member.lens = Some(word.to_owned());
        }
        Ok(())
    }

    /// The first voices sit, and the member who words the synthesis.
    fn seat(panel: &mut NamedPanel) {
        let PanelPolicy::Lenses(policy) = &panel.council else { return };
        let voices = panel.members.iter().filter(|member| member.is_voice).count();
        let mut left = policy.profile.seats(voices);
        for member in panel.members.iter_mut().filter(|member| member.is_voice) {
            member.is_voice = left > 0;
            left = left.saturating_sub(1);
            if !member.is_voice {
                member.lens = None;
            }
        }
        panel.members.retain(|member| member.is_voice || member.is_chair);
    }

    fn admit(
        admission: &Admission<'_>,
        reply: Self::Given,
    ) -> Result<AdmittedReply<Self::Given>, String> {
        admit::admit(admission, reply)
    }

    fn steps(_: &Opening<LensesPolicy>) -> Vec<(&'static str, bool)> {
        vec![("POSITIONS", true), ("DEBATE", true), ("SYNTHESIS", false)]
    }

    fn first_task(opening: &Opening<LensesPolicy>, member: MemberId) -> Self::Task {
        ask::LensesTask::first(opening, member, ask::LensesAsk::Lens)
    }

    fn by_rules(rules: &RulePanel, task: &Self::Task) -> Option<Self::Given> {
        rules.lens(task)
    }
}
