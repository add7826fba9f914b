//! A task as a model or a person reads it. The same task over the same dossier gives the same
//! bytes; no session, clock, provider or other seat has a part in them.

mod allowance;
mod criteria;
mod note;
mod slices;
mod templates;

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use crate::council::rfc::ask::{Ask, BlockerView, FindingView, Task};
use crate::council::rfc::roster::office;
use crate::model::Digest;
use crate::model::pointing;
use crate::model::policy::{MAX_ENTRIES, MAX_FINDINGS, MAX_TEXT};
use slices::SliceInputs;
use templates::rendered;

pub use allowance::answer_allowance;
pub use templates::versions;

use super::read;
use crate::core::assignment::Rendered;
use crate::prompt::fence::{self, Block, boundary, fenced};
use crate::prompt::{modes, shape};
use crate::source::Dossier;
use crate::symbols::Index;

#[derive(Serialize)]
struct Rules {
    rfc: String,
    boundary: String,
    files: &'static str,
    max_text: usize,
    max_findings: usize,
    max_entries: usize,
}

#[derive(Serialize)]
struct Page {
    slice: Vec<Section>,
    criteria: String,
}

#[derive(Serialize)]
struct Section {
    heading: &'static str,
    legend: String,
    text: String,
}

#[derive(Serialize)]
struct Role {
    seat: String,
    raises: bool,
    modes: Vec<&'static modes::Mode>,
}

#[derive(Serialize)]
struct Reask {
    attempt: u8,
    schema: String,
}

#[derive(Serialize)]
struct SelectModes {
    key_modes: String,
    catalogue: &'static [modes::Mode],
}

#[derive(Serialize)]
struct Structural {}

#[derive(Serialize)]
struct Feasibility {
    note: Vec<String>,
    boundary: Option<String>,
    findings: Vec<Point>,
}

#[derive(Serialize)]
struct Converge {
    note: Vec<String>,
    boundary: Option<String>,
    contested: Vec<Point>,
    blockers: Vec<Point>,
}

#[derive(Serialize)]
struct Remediation {
    boundary: Option<String>,
    blockers: Vec<Point>,
}

#[derive(Serialize)]
struct Reply {
    shape: String,
}

/// A finding: ids and enums, then its texts in a fence.
#[derive(Serialize)]
struct Point {
    head: String,
    fence: String,
}

/// Renders the tasks of one dossier. What all seats of a cycle are told alike is made once.
#[derive(Debug)]
pub struct Renderer {
    dossier: Arc<Dossier>,
    index: Arc<Index>,
    last: Mutex<Option<(SliceInputs, Arc<Shared>)>>,
}

/// What all seats of a cycle are told alike.
#[derive(Debug)]
struct Shared {
    rules: String,
    page: String,
    ground: Digest,
    boundary: String,
}

impl Renderer {
    /// The renderer of a dossier's tasks, which knows nothing of the repository's code.
    pub fn new(dossier: Arc<Dossier>) -> Self {
        Self { dossier, index: Arc::default(), last: Mutex::default() }
    }

    /// The same, showing what the code defines near the names of the tickets.
    #[must_use]
    pub fn with_index(self, index: Arc<Index>) -> Self {
        Self { index, ..self }
    }

    /// Renders a task of the dossier.
    pub fn render(&self, task: &Task) -> Rendered {
        let inputs = SliceInputs::of(&task.question);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = match last.as_ref().filter(|(made_of, _)| *made_of == inputs) {
            Some((_, shared)) => Arc::clone(shared),
            None => {
                let shared = Arc::new(shared(&inputs, &self.dossier, &self.index));
                *last = Some((inputs, Arc::clone(&shared)));
                shared
            }
        };
        drop(last);
        composed(task, &self.dossier, &shared)
    }
}

/// Renders a task. `dossier` is the one that the task is about, `index` what the repository's code
/// defines.
pub fn render(task: &Task, dossier: &Dossier, index: &Index) -> Rendered {
    let shared = shared(&SliceInputs::of(&task.question), dossier, index);
    composed(task, dossier, &shared)
}

fn composed(task: &Task, dossier: &Dossier, shared: &Shared) -> Rendered {
    let schema = read::schema(&task.question);
    let Shared { rules, page, ground, boundary } = shared;
    let mut own = Vec::new();
    if task.attempt > 1 {
        own.push(rendered("reask", Reask { attempt: task.attempt, schema: schema.to_string() }));
    }
    let modes = task.modes.iter().map(|&mode| modes::mode(mode)).collect();
    own.push(rendered(
        "role",
        Role { seat: task.seat.to_string(), raises: raises(&task.question), modes },
    ));
    own.push(question(task, dossier, ground, boundary));
    own.push(rendered("reply", Reply { shape: shape::shape(&schema) }));
    let own = own.join("\n\n") + "\n";
    let max_output_tokens = allowance::answer_allowance(&task.question);
    Rendered { rules: rules.clone(), shared: page.clone(), own, schema, max_output_tokens }
}

/// Whether its answer may hold new findings.
const fn raises(question: &Ask) -> bool {
    match question {
        Ask::Structural { .. } | Ask::Feasibility { .. } => true,
        Ask::SelectModes | Ask::Converge { .. } | Ask::Remediation { .. } => false,
    }
}

fn shared(inputs: &SliceInputs, dossier: &Dossier, index: &Index) -> Shared {
    let ground = fence::digest(&slices::ground(inputs, dossier, index));
    let parts = slices::slice(inputs, dossier, index);
    let boundary = boundary(&ground, parts.iter().flat_map(|part| &part.blocks));
    let section = |part: &slices::SliceSection| Section {
        heading: part.heading,
        legend: part.legend.clone(),
        text: fences(&part.blocks, &boundary),
    };
    let criteria = match inputs {
        SliceInputs::Gates(..) => criteria::kinds_of_the_set(),
        SliceInputs::Tickets(..) => criteria::kinds() + "\n\n" + &criteria::rubrics(),
        SliceInputs::Set | SliceInputs::About(_) => String::new(),
    };
    let page = Page { slice: parts.iter().map(section).collect(), criteria };
    let page = rendered("dossier", page);
    let rfc = dossier.rfc_id.to_string();
    let rules = Rules {
        rfc,
        boundary: boundary.clone(),
        files: pointing::FILES,
        max_text: MAX_TEXT,
        max_findings: MAX_FINDINGS,
        max_entries: MAX_ENTRIES,
    };
    let rules = rendered("rules", rules) + "\n\n";
    Shared { rules, page: page + "\n\n", ground, boundary }
}

fn fences(blocks: &[Block], boundary: &str) -> String {
    let fences: Vec<String> = blocks.iter().map(|block| fenced(block, boundary)).collect();
    fences.join("\n\n")
}

fn question(task: &Task, dossier: &Dossier, ground: &Digest, of_rules: &str) -> String {
    type Head = fn(&FindingView) -> String;
    let points = |title: Head, findings: &[FindingView], blockers: &[BlockerView]| {
        let shown = |f: &FindingView| (title(f), finding_block(f, dossier));
        let contested: Vec<(String, Block)> = findings.iter().map(shown).collect();
        let shown = |b: &BlockerView| (head(&b.finding), blocker_block(b, findings, dossier));
        let blockers: Vec<(String, Block)> = blockers.iter().map(shown).collect();
        let blocks = contested.iter().chain(&blockers).map(|(_, block)| block);
        let boundary = boundary(ground, blocks);
        let point =
            |(head, block): (String, Block)| Point { head, fence: fenced(&block, &boundary) };
        let contested: Vec<Point> = contested.into_iter().map(point).collect();
        let blockers: Vec<Point> = blockers.into_iter().map(point).collect();
        // The rules say theirs; this part's is said when a text has made it another.
        let boundary = (boundary != of_rules).then_some(boundary);
        (contested, blockers, boundary)
    };
    match &task.question {
        Ask::SelectModes => {
            let office = office(&task.seat).expect("a task is for a member of the roster");
            let key_modes = office.key_modes.map(|mode| mode.to_string()).join(", ");
            rendered("select_modes", SelectModes { key_modes, catalogue: modes::all() })
        }
        Ask::Structural { .. } => rendered("structural", Structural {}),
        Ask::Feasibility { note, of_gates, findings, .. } => {
            let note = note::lines(note, of_gates.iter().chain(findings));
            let (findings, _, boundary) = points(head, findings, &[]);
            rendered("feasibility", Feasibility { note, boundary, findings })
        }
        Ask::Converge { note, contested, blockers } => {
            let shown = contested.iter().chain(blockers.iter().map(|blocker| &blocker.finding));
            let note = note::lines(note, shown);
            let (contested, blockers, boundary) = points(ballot_head, contested, blockers);
            rendered("converge", Converge { note, boundary, contested, blockers })
        }
        Ask::Remediation { blockers } => {
            let (_, blockers, boundary) = points(head, &[], blockers);
            rendered("remediation", Remediation { boundary, blockers })
        }
    }
}

fn head(finding: &FindingView) -> String {
    let FindingView { finding_id, severity, subcategory, gate_id, .. } = finding;
    let ticket = finding.ticket_id.as_ref().map(|id| format!(", {id}")).unwrap_or_default();
    format!("`{finding_id}`: {severity}, {subcategory}, {gate_id}{ticket}")
}

/// A finding that is voted on: the ballot echoes the digest of what was read, and who has a side
/// is told it, since a vote against it must say what it had missed.
fn ballot_head(finding: &FindingView) -> String {
    let side = finding.your_stance.map(|vote| format!(". You said {}.", vote.as_str()));
    let side = side.unwrap_or_default();
    format!("{}, digest `{}`{side}", head(finding), finding.digest)
}

fn finding_block(finding: &FindingView, dossier: &Dossier) -> Block {
    let FindingView { location, ticket_id, .. } = finding;
    let mut block = Block::new(format!("finding {}", finding.finding_id));
    block.entry("stated by", &finding.stated_by);
    let file = ticket_id.as_ref().and_then(|id| dossier.ticket(id)).map(|ticket| &ticket.file);
    if file != Some(&location.file) {
        block.entry("file", &location.file);
    }
    block.entry("yaml_path", &location.yaml_path);
    block.entry("quote", &finding.quote);
    block.entry("description", &finding.description);
    block
}

/// A blocker with its ways out; of one that is voted on, and shown already, the ways out alone.
fn blocker_block(blocker: &BlockerView, contested: &[FindingView], dossier: &Dossier) -> Block {
    let id = &blocker.finding.finding_id;
    let mut block = if contested.iter().any(|finding| finding.finding_id == *id) {
        Block::new(format!("remediations of {id}"))
    } else {
        finding_block(&blocker.finding, dossier)
    };
    for way in &blocker.proposals {
        block.entry(&way.proposal_id, &way.text);
    }
    if blocker.proposals.is_empty() {
        block.entry("remediations", "none was proposed");
    }
    block
}
