//! A council's tasks in words, and replies out of bytes: what every council about a question does
//! alike. The same task over the same brief gives the same bytes; no clock and no provider has a part in
//! them.

mod forms;
mod materials;
mod sheet;
pub mod synthesis;
pub mod templates;

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;

pub use forms::ReplyForms;
pub use sheet::Cut;
use templates::rendered;

use super::limits;
use super::opening::Opening;
use super::sheet::{PointView, StatementView};
use super::statement::MAX_QUOTE;
use crate::core::assignment::Rendered;
use crate::core::look::Looks;
use crate::model::policy::{MAX_CITES, MAX_TEXT};
use crate::model::{Choice, Digest, Question, QuestionKind, Stakes};
use crate::prompt::fence::{self, Block, boundary, fenced};
use crate::prompt::speech::Speech;
use crate::prompt::{self, look, shape, tokens};
use crate::source::brief::{self, Pack, PackedAs};

/// The most tokens of what a first step tells a member alone, its form and a LOOK's among it.
const OWN: u64 = 1_300;

/// How the tasks of a council about a question are worded.
pub trait CouncilWords: Speech + Sized {
    /// What a panel of it may settle.
    type Panel;

    /// The words of a session's tasks. Materials of at most `materials_tokens` are shown in full in the
    /// first step.
    fn new(brief: Arc<brief::Brief>, opening: &Opening<Self::Panel>, materials_tokens: u64)
    -> Self;

    /// How the first step shows the materials; the later ones show a summary.
    fn first(&self) -> PackedAs;

    /// The fewest tokens that each step takes with all who are asked in it, their replies among them;
    /// nothing that others say is counted.
    fn least(&self, opening: &Opening<Self::Panel>) -> Vec<u64>;
}

/// The words of one council: its brief, and how many tokens a task of each step may take.
pub struct Script {
    brief: Arc<brief::Brief>,
    ground: Digest,
    boundary: String,
    rules: String,
    first: PackedAs,
    /// What the members of a step are shown alike, as it was made last.
    last: Mutex<Option<(Shown, Arc<str>)>>,
}

/// What is shown of the materials: the form, and the files and quotes around which lines are shown.
type Shown = (PackedAs, Vec<(String, String)>);

/// A step as its task is worded.
pub struct StepText<'t> {
    /// 1, or 2 when the first reply could not be used.
    pub attempt: u8,
    /// Whether it is a first step, which shows the materials in full where they fit.
    pub is_first: bool,
    /// The points that are shown.
    pub points: Vec<&'t PointView>,
    /// What the member is told alone, when so much is cut.
    pub own: &'t dyn Fn(Cut) -> String,
    /// The schema of the reply.
    pub schema: Value,
    /// Tokens that its task may take.
    pub share: u64,
    /// Tokens that its reply may take.
    pub answer: u64,
}

#[derive(Serialize)]
struct Rules {
    language: String,
    choices: Vec<Offered>,
    boundary: String,
    max_quote: usize,
    max_cites: usize,
    max_text: usize,
}

#[derive(Serialize)]
struct Offered {
    name: String,
    means: &'static str,
}

#[derive(Serialize)]
struct Brief {
    kind: &'static str,
    stakes: &'static str,
    question: String,
    legend: &'static str,
    materials: String,
}

#[derive(Serialize)]
struct Preamble {
    kind: &'static str,
    options: bool,
}

#[derive(Serialize)]
struct Statement {
    limits: std::collections::BTreeMap<&'static str, usize>,
    risk: &'static str,
    least_steps: u8,
}

#[derive(Serialize)]
struct Look {
    rounds: u32,
    requests: u32,
}

#[derive(Serialize)]
struct Reask {
    attempt: u8,
    schema: String,
}

#[derive(Serialize)]
struct Reply {
    shape: String,
}

impl Script {
    /// The words over a brief. Its materials are shown in full in the first step when they take at most
    /// `materials_tokens`, and the step's task then at most `share` with a reply of `answer`.
    pub fn new(brief: Arc<brief::Brief>, materials_tokens: u64, share: u64, answer: u64) -> Self {
        let question = &brief.question;
        let blocks = materials::materials(&Pack::whole(&brief));
        let asked = materials::question(question);
        let ground = fence::digest([&asked].into_iter().chain(&blocks));
        let boundary = boundary(&ground, [&asked].into_iter().chain(&blocks));
        let rules = Rules {
            language: question.language.name.clone(),
            choices: offered(question),
            boundary: boundary.clone(),
            max_quote: MAX_QUOTE,
            max_cites: MAX_CITES,
            max_text: MAX_TEXT,
        };
        let rules = rendered("rules", rules) + "\n\n";
        let pack: u64 = blocks.iter().map(|block| tokens(&fenced(block, &boundary))).sum();
        let rest = tokens(&rules) + tokens(&fenced(&asked, &boundary)) + OWN + answer;
        let is_full = pack <= materials_tokens && pack + rest <= share;
        let first = if is_full { PackedAs::Full } else { PackedAs::Summary };
        Self { brief, ground, boundary, rules, first, last: Mutex::default() }
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        &self.brief.question
    }

    /// How the first step shows the materials; each later one shows a summary.
    pub fn first(&self) -> PackedAs {
        self.first
    }

    /// A step's message, after what was looked at. Of points so little is cut that the task takes at
    /// most its share.
    pub fn render(&self, step: &StepText<'_>, looks: &Looks) -> Rendered {
        let cited = sheet::cited(step.points.iter().copied());
        let form = if step.is_first { self.first } else { PackedAs::Summary };
        let shared = self.shared(form, &cited);
        let reply = rendered("reply", Reply { shape: shape::shape(&look::answered(&step.schema)) });
        let composed = |cut: Cut| {
            let mut own = vec![(step.own)(cut)];
            let &Looks { rounds, requests, .. } = looks;
            own.extend((rounds > 0).then(|| rendered("look", Look { rounds, requests })));
            own.push(reply.clone());
            Rendered {
                rules: self.rules.clone(),
                shared: shared.to_string(),
                own: own.join("\n\n") + "\n",
                turns: Vec::new(),
                schema: step.schema.clone(),
                max_output_tokens: step.answer,
            }
        };
        let fits = |page: &Rendered| at_most(page) <= step.share;
        let mut page = composed(Cut::Nothing);
        for cut in Cut::ALL.into_iter().skip(1) {
            if fits(&page) {
                break;
            }
            page = composed(cut);
        }
        if step.attempt > 1 {
            let schema = step.schema.to_string();
            let again = rendered("reask", Reask { attempt: step.attempt, schema });
            page.own = again + "\n\n" + &page.own;
        }
        page.turns = look::turns(looks, |looked| rendered("looked", looked));
        page
    }

    /// What all members of a step are shown alike.
    fn shared(&self, form: PackedAs, cited: &[(&str, &str)]) -> Arc<str> {
        let owned = cited.iter().map(|(file, quote)| ((*file).to_owned(), (*quote).to_owned()));
        let shown: Shown = (form, owned.collect());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, page)) = last.as_ref().filter(|(of, _)| *of == shown) {
            return Arc::clone(page);
        }
        let question = self.question();
        let pack = match form {
            PackedAs::Full => Pack::whole(&self.brief),
            PackedAs::Summary => Pack::summary(&self.brief, cited.iter().copied()),
        };
        let blocks = materials::materials(&pack);
        let fences: Vec<String> = blocks.iter().map(|b| fenced(b, &self.boundary)).collect();
        let brief = Brief {
            kind: question.kind.as_str(),
            stakes: match question.stakes {
                Stakes::Low => "little",
                Stakes::Normal => "",
                Stakes::High => "much",
            },
            question: fenced(&materials::question(question), &self.boundary),
            legend: match (form, cited.is_empty()) {
                (PackedAs::Full, _) => "",
                (PackedAs::Summary, true) => {
                    "Of each, code shows a summary: its size, what it defines, its first lines. Of what you do not see you know nothing."
                }
                (PackedAs::Summary, false) => {
                    "Of each, code shows a summary, and the lines around what members quote. Of what you do not see you know nothing."
                }
            },
            materials: fences.join("\n\n"),
        };
        let page: Arc<str> = (rendered("brief", brief) + "\n\n").into();
        *last = Some((shown, Arc::clone(&page)));
        page
    }

    /// What kind of answer is wanted.
    pub fn preamble(&self) -> String {
        let Question { kind, options, .. } = self.question();
        rendered("preamble", Preamble { kind: kind.as_str(), options: !options.is_empty() })
    }

    /// What a statement holds.
    pub fn statement(&self) -> String {
        let kind = self.question().kind;
        let risk = match kind {
            QuestionKind::Review => {
                "the defects of what is judged, each with its fix in `mitigation`. What makes it `FLAWED` is one of severity `HIGH`, with its quote."
            }
            QuestionKind::Decision | QuestionKind::Open => {
                "what could go wrong for whoever follows you, and in `mitigation` what averts it."
            }
        };
        let least_steps = u8::from(kind == QuestionKind::Decision);
        rendered("statement", Statement { limits: limits::of_lists(), risk, least_steps })
    }

    /// Statements with their heads, and other blocks, in fences with one boundary; it is named when a
    /// text has made it another than that of the rules.
    pub fn fences(&self, statements: &[&StatementView], more: &[Block], cut: Cut) -> Fences {
        let shown: Vec<_> = statements.iter().map(|view| sheet::statement(view, cut)).collect();
        let blocks = shown.iter().map(|(_, block)| block).chain(more);
        let boundary = boundary(&self.ground, blocks);
        let statement =
            |(head, block): &(String, Block)| format!("{head}\n{}", fenced(block, &boundary));
        let statements = shown.iter().map(statement).collect();
        let more = more.iter().map(|block| fenced(block, &boundary)).collect();
        Fences { statements, more, boundary: (boundary != self.boundary).then_some(boundary) }
    }
}

/// Foreign texts of one part of a prompt, in fences.
pub struct Fences {
    /// The statements, each below its head.
    pub statements: Vec<String>,
    /// The other blocks.
    pub more: Vec<String>,
    /// The boundary, where it is another than that of the rules.
    pub boundary: Option<String>,
}

/// What members said of what others said, in a block.
pub fn remarks(label: &str, remarks: &[PointView], cut: Cut) -> Block {
    sheet::remarks(label, remarks, cut)
}

/// The choices with what each means.
fn offered(question: &Question) -> Vec<Offered> {
    let means = |choice: &Choice| match choice {
        Choice::Adopt => "do it, under the conditions that `position` names.",
        Choice::Reject => "do not do it; `position` says what to do instead, if anything.",
        Choice::Option(_) => "this option, as it is worded in the question.",
        Choice::None => "none of the options; `position` says what instead.",
        Choice::Sound => "it can be relied on as it is; what is left to mend does no harm.",
        Choice::Flawed => {
            "it must be mended first: relied on as it is, something comes out wrong, unsafe or unusable."
        }
        Choice::Answer => "`position` answers the question.",
        Choice::NeedInfo => {
            "no other choice can be justified before something is known that you name. Not for doubt: `confidence` is for that."
        }
    };
    let choices = question.choices();
    choices
        .iter()
        .map(|choice| Offered { name: choice.to_string(), means: means(choice) })
        .collect()
}

/// Tokens of a reply in the council's language: `english`, and half as much again in any other.
pub fn answer_tokens(question: &Question, english: u64) -> u64 {
    if question.language.name == "English" { english } else { english + english / 2 }
}

/// Tokens that a task takes with a full reply.
pub fn at_most(page: &Rendered) -> u64 {
    prompt::estimate(page).saturating_add(page.max_output_tokens)
}
