//! The tasks of this council as a model or a person reads them, and the reading of what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::answer::LensesReply;
use super::ask::{LensesAsk, LensesTask, ShiftView};
use super::policy::LensesPolicy;
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
use crate::prompt::fence::Block;
use crate::prompt::lenses;
use crate::prompt::speech::Speech;
use crate::source::brief::{Brief, PackedAs};

/// The most words of a position.
pub const POSITION_WORDS: usize = 800;
/// The most words of a rebuttal.
pub const REBUTTAL_WORDS: usize = 400;

/// The names of the three forms.
const FORMS: [&str; 3] = ["LENS", "REBUTTAL", "SYNTHESIS"];

/// Renders the tasks of one session.
pub struct LensesRenderer {
    script: Script,
    forms: ReplyForms,
    /// Tokens that each step may take in all, and how many are asked before the synthesis.
    step: u64,
    voices: u64,
}

#[derive(Serialize)]
struct Lens {
    lens: String,
    text: String,
    part: String,
    words: usize,
    preamble: String,
    statement: String,
}

#[derive(Serialize)]
struct Rebuttal {
    lens: String,
    words: usize,
    limits: BTreeMap<&'static str, usize>,
    boundary: Option<String>,
    own: String,
    peers: Vec<String>,
}

#[derive(Serialize)]
struct Synthesis {
    result: String,
    parts: String,
    boundary: Option<String>,
    statements: Vec<String>,
    answers: String,
    shifts: Vec<String>,
    conflicts: Vec<synthesis::ToldConflict>,
}

impl LensesRenderer {
    /// The choices that a task's reply may give: of a synthesis the one that code derived.
    fn choices(task: &LensesTask) -> Vec<Choice> {
        match &task.ask {
            LensesAsk::Lens | LensesAsk::Rebuttal { .. } => task.choices.clone(),
            LensesAsk::Synthesis { result, .. } => vec![result.unwrap_or(Choice::NeedInfo)],
        }
    }

    fn own(&self, task: &LensesTask, cut: Cut) -> String {
        let lens = task.lens.clone().unwrap_or_default();
        match &task.ask {
            LensesAsk::Lens => self.lens(task, lens),
            LensesAsk::Rebuttal { own, peers } => {
                let shown: Vec<&StatementView> =
                    [own.as_ref()].into_iter().chain(peers.iter()).collect();
                let fences = self.script.fences(&shown, &[], cut);
                let mut statements = fences.statements.into_iter();
                let own = statements.next().unwrap_or_default();
                let (limits, boundary) = (limits::of_lists(), fences.boundary);
                let (words, peers) = (REBUTTAL_WORDS, statements.collect());
                rendered("lenses_rebuttal", Rebuttal { lens, words, limits, boundary, own, peers })
            }
            LensesAsk::Synthesis { result, statements, answers, shifts, conflicts } => {
                let shown: Vec<&StatementView> = statements.iter().collect();
                let said = remarks("what they answered", answers, cut);
                let said = if answers.is_empty() { Vec::new() } else { vec![said] };
                let fences = self.script.fences(&shown, &said, cut);
                let parts = synthesis::parts(&Of {
                    choices: &Self::choices(task),
                    is_free: false,
                    is_review: self.script.question().kind == QuestionKind::Review,
                    has_remarks: !answers.is_empty(),
                    conflicts,
                });
                let page = Synthesis {
                    result: told_result(*result),
                    parts,
                    boundary: fences.boundary,
                    statements: fences.statements,
                    answers: fences.more.join("\n\n"),
                    shifts: shifts.iter().map(told_shift).collect(),
                    conflicts: synthesis::told(conflicts),
                };
                rendered("lenses_synthesis", page)
            }
        }
    }

    /// Words of ours on a lens that comes with the tool; the repository's own stand in a fence.
    fn lens(&self, task: &LensesTask, lens: String) -> String {
        let mut part = Block::new("lens");
        task.part.lines().for_each(|line| part.line(line));
        let part = (!part.is_empty()).then_some(part);
        let fences = self.script.fences(&[], part.as_slice(), Cut::Nothing);
        let page = Lens {
            text: lenses::text(&lens).unwrap_or_default().into_owned(),
            lens,
            part: fences.more.join("\n\n"),
            words: POSITION_WORDS,
            preamble: self.script.preamble(),
            statement: self.script.statement(),
        };
        rendered("lenses_lens", page)
    }
}

/// What code made of the choices.
fn told_result(result: Option<Choice>) -> String {
    match result {
        Some(choice) => format!(
            "Code has derived the result: **`{choice}`**. You put it into words and cannot change it; say what speaks against it as strongly as it was said."
        ),
        None => "Code has found no strict majority: the panel is **split**, and stays so. You put that into words and cannot settle it: conclude `NEED_INFO`, and name in `missing` what would.".to_owned(),
    }
}

fn told_shift(shift: &ShiftView) -> String {
    let ShiftView { of, from, to, because } = shift;
    format!("`{of}` from `{from}` to `{to}`, because of {}", because.join(", "))
}

/// Tokens that a full reply may need.
fn allowance(ask: &LensesAsk, question: &Question) -> u64 {
    let english = match ask {
        LensesAsk::Lens => 1_800,
        LensesAsk::Rebuttal { .. } => 1_000,
        LensesAsk::Synthesis { .. } => 2_800,
    };
    answer_tokens(question, english)
}

/// Every point that a task shows.
fn points(ask: &LensesAsk) -> Vec<&PointView> {
    match ask {
        LensesAsk::Lens => Vec::new(),
        LensesAsk::Rebuttal { own, peers } => {
            let all = [own.as_ref()].into_iter().chain(peers);
            all.flat_map(|statement| &statement.points).collect()
        }
        LensesAsk::Synthesis { statements, answers, .. } => {
            statements.iter().flat_map(|statement| &statement.points).chain(answers).collect()
        }
    }
}

impl LensesRenderer {
    /// Tokens that one task of a step may take: the steps share the budget alike, and those who are
    /// asked share a step.
    fn share(&self, ask: &LensesAsk) -> u64 {
        match ask {
            LensesAsk::Lens | LensesAsk::Rebuttal { .. } => self.step / self.voices,
            LensesAsk::Synthesis { .. } => self.step,
        }
    }
}

impl CouncilWords for LensesRenderer {
    type Panel = LensesPolicy;

    /// The renderer of a session's tasks. Materials of at most `materials_tokens` are shown in full in
    /// the first step.
    fn new(brief: Arc<Brief>, opening: &Opening<LensesPolicy>, materials_tokens: u64) -> Self {
        let steps = 1 + u64::from(opening.policy.debate) + u64::from(opening.chair().is_some());
        let step = opening.token_budget / steps;
        let voices = (opening.voices().count() as u64).max(1);
        let answer = allowance(&LensesAsk::Lens, &brief.question);
        let script = Script::new(brief, materials_tokens, step / voices, answer);
        Self { script, forms: ReplyForms::new("/$defs/LensesReply/oneOf", &FORMS), step, voices }
    }

    /// How the first step shows the materials; the later ones show a summary.
    fn first(&self) -> PackedAs {
        self.script.first()
    }

    /// The fewest tokens that positions, debate and synthesis take with all who are asked in them, their
    /// replies among them; nothing that others say is counted.
    fn least(&self, opening: &Opening<LensesPolicy>) -> Vec<u64> {
        let own = StatementView::nothing(Choice::NeedInfo);
        let voices: Vec<MemberId> = opening.voices().collect();
        let debaters = if opening.policy.debate { voices.clone() } else { Vec::new() };
        let chair: Vec<MemberId> = opening.chair().into_iter().collect();
        let synthesis = LensesAsk::Synthesis {
            result: None,
            statements: Vec::new(),
            answers: Vec::new(),
            shifts: Vec::new(),
            conflicts: Vec::new(),
        };
        let steps = [
            (LensesAsk::Lens, voices),
            (LensesAsk::Rebuttal { own: Box::new(own), peers: Vec::new() }, debaters),
            (synthesis, chair),
        ];
        let least = |(ask, members): (LensesAsk, Vec<MemberId>)| {
            let paid = members.into_iter().filter(|&member| !is_built_in(opening, member));
            let tokens = paid.map(|member| {
                let task = LensesTask::first(opening, member, ask.clone());
                at_most(&self.render(&task, &Looks::default()))
            });
            tokens.sum()
        };
        steps.into_iter().map(least).collect()
    }
}

impl Speech for LensesRenderer {
    type Task = LensesTask;
    type Reply = LensesReply;

    fn render(&self, task: &LensesTask, looks: &Looks) -> Rendered {
        let step = StepText {
            attempt: task.attempt,
            is_first: task.ask == LensesAsk::Lens,
            points: points(&task.ask),
            own: &|cut| self.own(task, cut),
            schema: self.forms.schema(task.ask.form(), &Self::choices(task), looks),
            share: self.share(&task.ask),
            answer: allowance(&task.ask, self.script.question()),
        };
        self.script.render(&step, looks)
    }

    fn read(
        &self,
        bytes: &[u8],
        task: &LensesTask,
        looks: &Looks,
    ) -> Result<CallAnswer<LensesReply>, String> {
        self.forms.read(bytes, task.ask.form(), &Self::choices(task), looks)
    }

    fn prepare(&self, task: &LensesTask, looks: &Looks) {
        self.forms.form(task.ask.form(), &Self::choices(task), looks).prepare();
    }

    fn assignment(&self, task: &LensesTask, look: u32) -> Assignment {
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
        versions("rounds_")
    }
}
