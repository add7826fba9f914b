//! How a council of rounds is asked: who sits, and how replies are admitted and worded.

use super::QuestionCouncil;
use crate::config::{Config, PanelMember, PanelPolicy};
use crate::council::rounds::{RoundsCouncil, admit, ask, render};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::opening::Opening;
use crate::model::MemberId;
use crate::model::panel::RoundsPolicy;
use crate::rules::panelist::RulePanel;

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

    fn steps(_: &Opening<RoundsPolicy>) -> Vec<(&'static str, bool)> {
        vec![("R1", true), ("R2", true), ("R3", false)]
    }

    fn first_task(opening: &Opening<RoundsPolicy>, member: MemberId) -> Self::Task {
        ask::RoundsTask::first(opening, member, ask::RoundsAsk::Opinion)
    }

    fn by_rules(rules: &RulePanel, task: &Self::Task) -> Option<Self::Given> {
        rules.opinion(task)
    }
}
