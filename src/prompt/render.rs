//! A task as a model or a person reads it. The same task over the same dossier gives the same
//! bytes; no session, clock, provider or other seat has a part in them.

use serde::Serialize;
use serde_json::Value;

use super::fence::{Block, boundary, fenced};
use super::templates::rendered;
use super::{answer, modes, shape, slices};
use crate::gates;
use crate::model::policy::MAX_TEXT;
use crate::model::task::{BlockerView, FindingView, FocusArea, OnboardingNote, Question, Task};
use crate::model::{FindingId, GateId, Subcategory};
use crate::source::Dossier;

/// One task, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// What comes first and is the same for all seats, and for cycles 2 and 3: the rules and the
    /// rubrics. Words of ours only, so that it may stand where a provider takes orders from.
    pub rules: String,
    /// The slice of the dossier, the same for all seats of a cycle. Between cycles 2 and 3
    /// everything before the tickets stays the same, too, and all of it while the tickets do.
    pub dossier: String,
    /// What is the seat's and the cycle's own: role, modes, question, findings, form of the reply.
    pub own: String,
    /// The JSON Schema of the reply.
    pub schema: Value,
}

/// Tokens to reserve for what is sent. Dossiers of a real repository have five bytes a token; four
/// of ASCII and two of anything else leave a margin for ids, digests and other languages.
pub fn estimate(prompt: &Prompt) -> u64 {
    let schema = prompt.schema.to_string();
    let Prompt { rules, dossier, own, .. } = prompt;
    let parts = [rules.as_str(), dossier.as_str(), own.as_str(), schema.as_str()];
    let bytes = || parts.iter().flat_map(|part| part.bytes());
    let others = bytes().filter(|byte| !byte.is_ascii()).count() as u64;
    let ascii = bytes().count() as u64 - others;
    ascii.div_ceil(4) + others.div_ceil(2)
}

#[derive(Serialize)]
struct Rules {
    rfc: String,
    boundary: String,
    max_text: usize,
    subcategories: Vec<Kind>,
    rubrics: String,
}

#[derive(Serialize)]
struct Page {
    slice: Vec<Section>,
}

#[derive(Serialize)]
struct Kind {
    name: &'static str,
    severity: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Section {
    heading: &'static str,
    legend: String,
    text: String,
}

#[derive(Serialize)]
struct Rubrics {
    atomicity: &'static str,
    implementability: &'static str,
    anti_cousin: &'static str,
}

#[derive(Serialize)]
struct Role {
    seat: &'static str,
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
    tickets: String,
    note: Vec<String>,
    boundary: String,
    findings: Vec<Point>,
}

#[derive(Serialize)]
struct Converge {
    note: Vec<String>,
    boundary: String,
    contested: Vec<Point>,
    blockers: Vec<Point>,
}

#[derive(Serialize)]
struct Remediation {
    boundary: String,
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

/// Renders a task. `dossier` is the one that the task is about.
pub fn render(task: &Task, dossier: &Dossier) -> Prompt {
    let schema = answer::schema(&task.question);
    let mut own = Vec::new();
    if task.attempt > 1 {
        own.push(rendered("reask", Reask { attempt: task.attempt, schema: schema.to_string() }));
    }
    let modes = task.modes.iter().map(|&mode| modes::mode(mode)).collect();
    own.push(rendered("role", Role { seat: task.seat.as_str(), modes }));
    own.push(question(task, dossier));
    own.push(rendered(
        "reply",
        Reply { shape: shape::shape(&answer::described(task.question.name())) },
    ));
    let (rules, dossier) = shared(&task.question, dossier);
    Prompt { rules, dossier, own: own.join("\n\n") + "\n", schema }
}

/// The rules and the slice.
fn shared(question: &Question, dossier: &Dossier) -> (String, String) {
    let parts = slices::slice(question, dossier);
    let boundary = boundary(&dossier.digest, parts.iter().flat_map(|part| &part.blocks));
    let section = |part: &slices::Part| Section {
        heading: part.heading,
        legend: part.legend.clone(),
        text: fences(&part.blocks, &boundary),
    };
    let (raises, assesses) = match question {
        Question::SelectModes => (false, false),
        Question::Structural { .. } => (true, false),
        Question::Feasibility { .. } | Question::Converge { .. } | Question::Remediation { .. } => {
            (true, true)
        }
    };
    let kinds = Subcategory::ALL.iter().filter(|_| raises).map(|kind| Kind {
        name: kind.as_str(),
        severity: kind.default_severity().as_str(),
        meaning: kind.meaning(),
    });
    let page = rendered("dossier", Page { slice: parts.iter().map(section).collect() });
    let rules = rendered(
        "rules",
        Rules {
            rfc: dossier.rfc_id.to_string(),
            max_text: MAX_TEXT,
            subcategories: kinds.collect(),
            rubrics: if assesses { rubrics() } else { String::new() },
            boundary,
        },
    );
    (rules + "\n\n", page + "\n\n")
}

fn fences(blocks: &[Block], boundary: &str) -> String {
    let fences: Vec<String> = blocks.iter().map(|block| fenced(block, boundary)).collect();
    fences.join("\n\n")
}

fn rubrics() -> String {
    let asks = |gate| gates::meta(gate).asks;
    rendered(
        "rubrics",
        Rubrics {
            atomicity: asks(GateId::Atomicity),
            implementability: asks(GateId::Implementability),
            anti_cousin: asks(GateId::AntiCousin),
        },
    )
}

fn question(task: &Task, dossier: &Dossier) -> String {
    type Head = fn(&FindingView) -> String;
    let points = |title: Head, findings: &[FindingView], blockers: &[BlockerView]| {
        let shown = |f: &FindingView| (title(f), finding_block(f));
        let contested: Vec<(String, Block)> = findings.iter().map(shown).collect();
        let shown = |b: &BlockerView| (head(&b.finding), blocker_block(b, findings));
        let blockers: Vec<(String, Block)> = blockers.iter().map(shown).collect();
        let blocks = contested.iter().chain(&blockers).map(|(_, block)| block);
        let boundary = boundary(&dossier.digest, blocks);
        let point =
            |(head, block): (String, Block)| Point { head, fence: fenced(&block, &boundary) };
        let contested: Vec<Point> = contested.into_iter().map(point).collect();
        let blockers: Vec<Point> = blockers.into_iter().map(point).collect();
        (contested, blockers, boundary)
    };
    match &task.question {
        Question::SelectModes => {
            let key_modes = task.seat.key_modes().map(|mode| mode.number().to_string());
            let key_modes = key_modes.join(", ");
            rendered("select_modes", SelectModes { key_modes, catalogue: modes::all() })
        }
        Question::Structural { .. } => rendered("structural", Structural {}),
        Question::Feasibility { note, findings, tickets } => {
            let (findings, _, boundary) = points(head, findings, &[]);
            let tickets: Vec<&str> = tickets.iter().map(|id| id.as_str()).collect();
            let tickets = tickets.join(", ");
            rendered(
                "feasibility",
                Feasibility { tickets, note: note_lines(note), boundary, findings },
            )
        }
        Question::Converge { note, contested, blockers } => {
            let (contested, blockers, boundary) = points(ballot_head, contested, blockers);
            rendered("converge", Converge { note: note_lines(note), boundary, contested, blockers })
        }
        Question::Remediation { blockers } => {
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

/// A finding that is voted on: the ballot echoes the digest of what was read.
fn ballot_head(finding: &FindingView) -> String {
    format!("{}, digest `{}`", head(finding), finding.digest)
}

fn finding_block(finding: &FindingView) -> Block {
    let mut block = Block::new(format!("finding {}", finding.finding_id));
    block.entry("stated by", &finding.stated_by);
    block.entry("file", &finding.location.file);
    block.entry("yaml_path", &finding.location.yaml_path);
    block.entry("quote", &finding.quote);
    block.entry("description", &finding.description);
    block
}

/// A blocker with its ways out; of one that is voted on, and shown already, the ways out alone.
fn blocker_block(blocker: &BlockerView, contested: &[FindingView]) -> Block {
    let id = &blocker.finding.finding_id;
    let mut block = if contested.iter().any(|finding| finding.finding_id == *id) {
        Block::new(format!("ways out of {id}"))
    } else {
        finding_block(&blocker.finding)
    };
    for way in &blocker.proposals {
        block.entry(&way.proposal_id, &way.text);
    }
    if blocker.proposals.is_empty() {
        block.entry("ways out", "none was proposed");
    }
    block
}

/// The note in sentences of ours: ids and enums are all that it holds. Who agrees with whom on a
/// finding that is voted on stays untold (THREATS.md I18).
fn note_lines(note: &OnboardingNote) -> Vec<String> {
    let list = |ids: &[&FindingId]| match ids.is_empty() {
        true => "none".to_owned(),
        false => ids.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(", "),
    };
    let mut lines: Vec<String> = Vec::new();
    for gate in &note.gate_results {
        let (status, count) = (gate.status, gate.finding_count);
        lines.push(format!("`{}`: {status}, findings: {count}", gate.gate_id));
    }
    let areas = [
        (FocusArea::StructuralBlocker, "Structural blockers"),
        (FocusArea::MappingGap, "Mapping gaps"),
        (FocusArea::DependencyIssue, "Dependency issues"),
        (FocusArea::NeedsVote, "To be voted on"),
        (FocusArea::BlockerWithoutRemediation, "Blockers without a way out"),
    ];
    for (area, name) in areas {
        let of_area = note.focus_areas.iter().filter(|item| item.area == area);
        let ids: Vec<&FindingId> = of_area.map(|item| &item.finding_id).collect();
        if !ids.is_empty() {
            lines.push(format!("{name}: {}", list(&ids)));
        }
    }
    let contested: Vec<&FindingId> = note.contested_items.iter().collect();
    lines.push(format!("Contested: {}", list(&contested)));
    if !note.convergence_targets.is_empty() {
        let targets: Vec<&FindingId> = note.convergence_targets.iter().collect();
        lines.push(format!("To be settled in this cycle: {}", list(&targets)));
    }
    let agreed = note.consensus_candidates.iter();
    let agreed: Vec<&FindingId> = agreed.filter(|id| !contested.contains(id)).collect();
    if !agreed.is_empty() {
        lines.push(format!("Agreed so far, and not voted on: {}", list(&agreed)));
    }
    lines
}
