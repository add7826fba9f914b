//! The tasks of this council as a model or a person reads them, and the reading of what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::answer::Reply;
use super::ask::{Ask, ShiftView, Task};
use super::policy::LensesPolicy;
use crate::core::assignment::{Assignment, Rendered};
use crate::core::look::{CallAnswer, Looks};
use crate::council::shared::limits;
use crate::council::shared::opening::Opening;
use crate::council::shared::sheet::{PointView, StatementView};
use crate::council::shared::words::synthesis::{self, Of};
use crate::council::shared::words::templates::{rendered, versions};
use crate::council::shared::words::{
    Cut, Forms, Materials, PackForm, Script, StepText, answer_tokens, remarks,
};
use crate::model::{Choice, Question};
use crate::prompt::fence::Block;
use crate::prompt::speech::Speech;

/// The most words of a position.
pub const POSITION_WORDS: usize = 800;
/// The most words of a rebuttal.
pub const REBUTTAL_WORDS: usize = 400;

/// The names of the three forms.
const FORMS: [&str; 3] = ["LENS", "REBUTTAL", "SYNTHESIS"];

/// What a lens looks at, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LensText {
    /// The words.
    pub text: String,
    /// Whether they are those of whoever is judged: then they stand in a fence.
    pub is_foreign: bool,
}

/// Renders the tasks of one session.
pub struct Renderer {
    script: Script,
    forms: Forms,
    lenses: BTreeMap<String, LensText>,
    /// Tokens that each step may take in all, and how many are asked before the synthesis.
    step: u64,
    voices: u64,
}

#[derive(Serialize)]
struct Lens {
    lens: String,
    text: String,
    is_fenced: bool,
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
    conflicts: Vec<synthesis::Told>,
}

impl Renderer {
    /// The renderer of a session's tasks, with the words of its lenses by name. Materials of at most
    /// `materials_tokens` are shown in full in the first step.
    pub fn new(
        materials: Arc<dyn Materials>,
        opening: &Opening<LensesPolicy>,
        lenses: BTreeMap<String, LensText>,
        materials_tokens: u64,
    ) -> Self {
        let steps = 1 + u64::from(opening.policy.debate) + u64::from(opening.chair().is_some());
        let step = opening.token_budget / steps;
        let voices = (opening.voices().count() as u64).max(1);
        let answer = allowance(&Ask::Lens, materials.question());
        let script = Script::new(materials, materials_tokens, step / voices, answer);
        Self { script, forms: Forms::new(&FORMS), lenses, step, voices }
    }

    /// How the first step shows the materials; the later ones show a summary.
    pub fn first(&self) -> PackForm {
        self.script.first()
    }

    /// The choices that a task's reply may give: of a synthesis the one that code derived.
    fn choices(task: &Task) -> Vec<Choice> {
        match &task.ask {
            Ask::Lens | Ask::Rebuttal { .. } => task.choices.clone(),
            Ask::Synthesis { result, .. } => vec![result.unwrap_or(Choice::NeedInfo)],
        }
    }

    fn own(&self, task: &Task, cut: Cut) -> String {
        let lens = task.lens.clone().unwrap_or_default();
        match &task.ask {
            Ask::Lens => self.lens(task, lens),
            Ask::Rebuttal { own, peers } => {
                let shown: Vec<&StatementView> =
                    [own.as_ref()].into_iter().chain(peers.iter()).collect();
                let fences = self.script.fences(&shown, &[], cut);
                let mut statements = fences.statements.into_iter();
                let own = statements.next().unwrap_or_default();
                let (limits, boundary) = (limits::of_lists(), fences.boundary);
                let (words, peers) = (REBUTTAL_WORDS, statements.collect());
                rendered("lenses_rebuttal", Rebuttal { lens, words, limits, boundary, own, peers })
            }
            Ask::Synthesis { result, statements, answers, shifts, conflicts } => {
                let shown: Vec<&StatementView> = statements.iter().collect();
                let said = remarks("what they answered", answers, cut);
                let said = if answers.is_empty() { Vec::new() } else { vec![said] };
                let fences = self.script.fences(&shown, &said, cut);
                let parts = synthesis::parts(&Of {
                    choices: &Self::choices(task),
                    is_free: false,
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

    fn lens(&self, task: &Task, lens: String) -> String {
        let nothing = LensText { text: String::new(), is_foreign: false };
        let LensText { text, is_foreign } = self.lenses.get(&lens).unwrap_or(&nothing);
        let block = |label: &str, text: &str| {
            let mut block = Block::new(label);
            text.lines().for_each(|line| block.line(line));
            block
        };
        let mut blocks = Vec::new();
        if *is_foreign {
            blocks.push(block("lens", text));
        }
        if !task.part.is_empty() {
            blocks.push(block("part", &task.part));
        }
        let fences = self.script.fences(&[], &blocks, Cut::Nothing);
        let mut fences = fences.more.into_iter();
        let page = Lens {
            text: match is_foreign {
                true => fences.next().unwrap_or_default(),
                false => text.clone(),
            },
            lens,
            is_fenced: *is_foreign,
            part: fences.next().unwrap_or_default(),
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
fn allowance(ask: &Ask, question: &Question) -> u64 {
    let english = match ask {
        Ask::Lens => 1_800,
        Ask::Rebuttal { .. } => 1_000,
        Ask::Synthesis { .. } => 2_800,
    };
    answer_tokens(question, english)
}

/// Every point that a task shows.
fn points(ask: &Ask) -> Vec<&PointView> {
    match ask {
        Ask::Lens => Vec::new(),
        Ask::Rebuttal { own, peers } => {
            let all = [own.as_ref()].into_iter().chain(peers);
            all.flat_map(|statement| &statement.points).collect()
        }
        Ask::Synthesis { statements, answers, .. } => {
            statements.iter().flat_map(|statement| &statement.points).chain(answers).collect()
        }
    }
}

impl Renderer {
    /// Tokens that one task of a step may take: the steps share the budget alike, and those who are
    /// asked share a step.
    fn share(&self, ask: &Ask) -> u64 {
        match ask {
            Ask::Lens | Ask::Rebuttal { .. } => self.step / self.voices,
            Ask::Synthesis { .. } => self.step,
        }
    }

    /// The fewest tokens that a position, a rebuttal and a synthesis take with all who are asked, their
    /// replies among them; nothing that others say is counted.
    pub fn least(&self, task: &Task) -> [u64; 3] {
        let own = StatementView::nothing(Choice::NeedInfo);
        let asks = [
            Ask::Lens,
            Ask::Rebuttal { own: Box::new(own), peers: Vec::new() },
            Ask::Synthesis {
                result: None,
                statements: Vec::new(),
                answers: Vec::new(),
                shifts: Vec::new(),
                conflicts: Vec::new(),
            },
        ];
        asks.map(|ask| {
            let asked = if matches!(ask, Ask::Synthesis { .. }) { 1 } else { self.voices };
            let page = self.render(&Task { ask, ..task.clone() }, &Looks::default());
            asked.saturating_mul(crate::prompt::estimate(&page) + page.max_output_tokens)
        })
    }
}

impl Speech for Renderer {
    type Task = Task;
    type Reply = Reply;

    fn render(&self, task: &Task, looks: &Looks) -> Rendered {
        let step = StepText {
            attempt: task.attempt,
            is_first: task.ask == Ask::Lens,
            points: points(&task.ask),
            own: &|cut| self.own(task, cut),
            schema: self.forms.schema::<Reply>(task.ask.form(), &Self::choices(task), looks),
            share: self.share(&task.ask),
            answer: allowance(&task.ask, self.script.question()),
        };
        self.script.render(&step, looks)
    }

    fn read(&self, bytes: &[u8], task: &Task, looks: &Looks) -> Result<CallAnswer<Reply>, String> {
        self.forms.read(bytes, task.ask.form(), &Self::choices(task), looks)
    }

    fn prepare(&self, task: &Task, looks: &Looks) {
        self.forms.form::<Reply>(task.ask.form(), &Self::choices(task), looks).prepare();
    }

    fn assignment(&self, task: &Task, look: u32) -> Assignment {
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
