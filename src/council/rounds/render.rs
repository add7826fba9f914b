//! The tasks of this council as a model or a person reads them, and the reading of what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::answer::RoundsReply;
use super::ask::{RoundsAsk, RoundsTask};
use super::policy::RoundsPolicy;
use crate::core::assignment::{Assignment, Rendered};
use crate::core::look::{CallAnswer, Looks};
use crate::council::shared::agreement::is_built_in;
use crate::council::shared::limits;
use crate::council::shared::opening::Opening;
use crate::council::shared::sheet::{PointView, StatementView};
use crate::council::shared::words::synthesis::{self, Of};
use crate::council::shared::words::templates::{rendered, versions};
use crate::council::shared::words::{
    CouncilWords, Cut, ReplyForms, Script, StepText, answer_tokens, at_most, remarks,
};
use crate::model::{Choice, MemberId, Question, QuestionKind};
use crate::prompt::speech::Speech;
use crate::source::brief::{Brief, PackedAs};

/// The names of the three forms.
const FORMS: [&str; 3] = ["OPINION", "REVIEW", "CHAIR"];

/// Renders the tasks of one session.
pub struct RoundsRenderer {
    script: Script,
    forms: ReplyForms,
    /// Tokens that each step may take, and how many are asked in R1 and R2.
    token_budget: u64,
    voices: u64,
}

#[derive(Serialize)]
struct Opinion {
    preamble: String,
    statement: String,
}

#[derive(Serialize)]
struct Review {
    limits: BTreeMap<&'static str, usize>,
    boundary: Option<String>,
    own: String,
    peers: Vec<String>,
}

#[derive(Serialize)]
struct Chair {
    parts: String,
    boundary: Option<String>,
    opinions: Vec<String>,
    critiques: String,
    conflicts: Vec<synthesis::ToldConflict>,
}

impl RoundsRenderer {
    /// The choices that a task's reply may give: of the chair those that somebody made.
    fn choices(task: &RoundsTask) -> Vec<Choice> {
        match &task.ask {
            RoundsAsk::Opinion | RoundsAsk::Review { .. } => task.choices.clone(),
            RoundsAsk::Chair { opinions, .. } => {
                let made =
                    |choice: &Choice| opinions.iter().any(|opinion| opinion.choice == *choice);
                let choices = task.choices.iter().copied();
                choices.filter(|choice| *choice == Choice::NeedInfo || made(choice)).collect()
            }
        }
    }

    fn own(&self, task: &RoundsTask, cut: Cut) -> String {
        match &task.ask {
            RoundsAsk::Opinion => {
                let (preamble, statement) = (self.script.preamble(), self.script.statement());
                rendered("rounds_opinion", Opinion { preamble, statement })
            }
            RoundsAsk::Review { own, peers } => {
                let shown: Vec<&StatementView> =
                    [own.as_ref()].into_iter().chain(peers.iter()).collect();
                let fences = self.script.fences(&shown, &[], cut);
                let mut statements = fences.statements.into_iter();
                let own = statements.next().unwrap_or_default();
                let (limits, boundary) = (limits::of_lists(), fences.boundary);
                let peers = statements.collect();
                rendered("rounds_review", Review { limits, boundary, own, peers })
            }
            RoundsAsk::Chair { opinions, critiques, conflicts } => {
                let shown: Vec<&StatementView> = opinions.iter().collect();
                let reviews = remarks("what the reviews say", critiques, cut);
                let fences = self.script.fences(&shown, &[reviews], cut);
                let parts = synthesis::parts(&Of {
                    choices: &Self::choices(task),
                    is_free: true,
                    is_review: self.script.question().kind == QuestionKind::Review,
                    has_remarks: !critiques.is_empty(),
                    conflicts,
                });
                let critiques = match critiques.is_empty() {
                    true => "Nothing: there are none.".to_owned(),
                    false => fences.more.join("\n\n"),
                };
                let (opinions, boundary) = (fences.statements, fences.boundary);
                let conflicts = synthesis::told(conflicts);
                rendered("rounds_chair", Chair { parts, boundary, opinions, critiques, conflicts })
            }
        }
    }
}

/// Tokens that a full reply may need.
fn allowance(ask: &RoundsAsk, question: &Question) -> u64 {
    let english = match ask {
        RoundsAsk::Opinion => 1_800,
        RoundsAsk::Review { .. } => 1_500,
        RoundsAsk::Chair { .. } => 2_800,
    };
    answer_tokens(question, english)
}

/// Tokens that one task of a step may take: 40, 35 and 25 of a hundred, shared by those who are asked.
fn share(ask: &RoundsAsk, budget: u64, voices: u64) -> u64 {
    let (percent, asked) = match ask {
        RoundsAsk::Opinion => (40, voices),
        RoundsAsk::Review { .. } => (35, voices),
        RoundsAsk::Chair { .. } => (25, 1),
    };
    budget.saturating_mul(percent) / 100 / asked
}

/// Every point that a task shows.
fn points(ask: &RoundsAsk) -> Vec<&PointView> {
    match ask {
        RoundsAsk::Opinion => Vec::new(),
        RoundsAsk::Review { own, peers } => {
            let all = [own.as_ref()].into_iter().chain(peers);
            all.flat_map(|statement| &statement.points).collect()
        }
        RoundsAsk::Chair { opinions, critiques, .. } => {
            opinions.iter().flat_map(|opinion| &opinion.points).chain(critiques).collect()
        }
    }
}

impl CouncilWords for RoundsRenderer {
    type Panel = RoundsPolicy;

    /// The renderer of a session's tasks. Materials of at most `materials_tokens` are shown in full in
    /// R1.
    fn new(brief: Arc<Brief>, opening: &Opening<RoundsPolicy>, materials_tokens: u64) -> Self {
        let token_budget = opening.token_budget;
        let voices = (opening.voices().count() as u64).max(1);
        let first = RoundsAsk::Opinion;
        let answer = allowance(&first, &brief.question);
        let share = share(&first, token_budget, voices);
        let script = Script::new(brief, materials_tokens, share, answer);
        Self {
            script,
            forms: ReplyForms::new("/$defs/RoundsReply/oneOf", &FORMS),
            token_budget,
            voices,
        }
    }

    /// How R1 shows the materials; the later rounds show a summary.
    fn first(&self) -> PackedAs {
        self.script.first()
    }

    /// The fewest tokens that each of the three rounds takes with all who are asked in it, their replies
    /// among them; nothing that others say is counted.
    fn least(&self, opening: &Opening<RoundsPolicy>) -> Vec<u64> {
        let own = StatementView::nothing(Choice::NeedInfo);
        let voices: Vec<MemberId> = opening.voices().collect();
        let chair: Vec<MemberId> = opening.chair().into_iter().collect();
        let rounds = [
            (RoundsAsk::Opinion, &voices),
            (RoundsAsk::Review { own: Box::new(own), peers: Vec::new() }, &voices),
            (
                RoundsAsk::Chair {
                    opinions: Vec::new(),
                    critiques: Vec::new(),
                    conflicts: Vec::new(),
                },
                &chair,
            ),
        ];
        let least = |(ask, members): (RoundsAsk, &Vec<MemberId>)| {
            let paid = members.iter().filter(|&&member| !is_built_in(opening, member));
            let tokens = paid.map(|&member| {
                let task = RoundsTask::first(opening, member, ask.clone());
                at_most(&self.render(&task, &Looks::default()))
            });
            tokens.sum()
        };
        rounds.into_iter().map(least).collect()
    }
}

impl Speech for RoundsRenderer {
    type Task = RoundsTask;
    type Reply = RoundsReply;

    fn render(&self, task: &RoundsTask, looks: &Looks) -> Rendered {
        let step = StepText {
            attempt: task.attempt,
            is_first: task.ask == RoundsAsk::Opinion,
            points: points(&task.ask),
            own: &|cut| self.own(task, cut),
            schema: self.forms.schema(task.ask.form(), &Self::choices(task), looks),
            share: share(&task.ask, self.token_budget, self.voices),
            answer: allowance(&task.ask, self.script.question()),
        };
        self.script.render(&step, looks)
    }

    fn read(
        &self,
        bytes: &[u8],
        task: &RoundsTask,
        looks: &Looks,
    ) -> Result<CallAnswer<RoundsReply>, String> {
        self.forms.read(bytes, task.ask.form(), &Self::choices(task), looks)
    }

    fn prepare(&self, task: &RoundsTask, looks: &Looks) {
        self.forms.form(task.ask.form(), &Self::choices(task), looks).prepare();
    }

    fn assignment(&self, task: &RoundsTask, look: u32) -> Assignment {
        Assignment {
            session: task.council.clone().into(),
            member: task.member.clone(),
            step: task.ask.form(),
            state: task.ask.step(),
            attempt: task.attempt,
            look,
        }
    }

    fn versions(&self) -> Vec<(&'static str, u32)> {
        versions("lenses_")
    }
}
