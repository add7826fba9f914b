//! Statements and points in fences, whole or condensed. Positions, choices and what
//! weighs HIGH are never left out.

use crate::council::shared::point::PointKind;
use crate::council::shared::sheet::{PointView, StatementView};
use crate::council::shared::statement::StatedLevel;
use crate::prompt::fence::Block;

/// How much of the points is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// All.
    Nothing,
    /// Those of severity LOW by their first characters.
    Low,
    /// Those of severity MEDIUM, and arguments, too.
    Medium,
    /// Those of severity LOW by their numbers alone.
    LowLeftOut,
}

impl Cut {
    /// From all to least.
    pub const ALL: [Cut; 4] = [Cut::Nothing, Cut::Low, Cut::Medium, Cut::LowLeftOut];

    fn leaves_out(self, point: &PointView) -> bool {
        self == Cut::LowLeftOut && weight(point) == StatedLevel::Low
    }

    fn shortens(self, point: &PointView) -> bool {
        match weight(point) {
            StatedLevel::High => false,
            StatedLevel::Medium => self >= Cut::Medium,
            StatedLevel::Low => self >= Cut::Low,
        }
    }
}

/// An argument says nothing of its weight.
fn weight(point: &PointView) -> StatedLevel {
    point.severity.unwrap_or(StatedLevel::Medium)
}

/// Characters of a text that is shortened.
const SHORT: usize = 200;

/// A statement: who it is of in words of ours, and its block.
pub(super) fn statement(view: &StatementView, cut: Cut) -> (String, Block) {
    let StatementView { choice, confidence, .. } = view;
    let letter = view.letter.map(String::from);
    let said = format!("{choice}, confidence {}", confidence.as_str());
    let (head, label) = match &letter {
        Some(letter) => (format!("`{letter}`: {said}"), format!("statement {letter}")),
        None => (format!("You: {said}"), "statement of yours".to_owned()),
    };
    let mut block = Block::new(label);
    if let Some(model) = &view.label {
        block.entry("model", model);
    }
    block.entry("understanding", &view.understanding);
    block.entry("position", &view.position);
    points(&mut block, &view.points, cut);
    for assumption in &view.assumptions {
        block.entry("assumption", assumption);
    }
    for question in &view.questions {
        block.entry("question", question);
    }
    for step in &view.next_steps {
        block.entry("next step", &step.action);
        block.entry("  effort", &step.effort);
    }
    if let Some(later) = &view.later {
        block.entry("after reading the others", &later.why);
        for (name, text) in [("  position now", &later.position), ("  changed", &later.changed)] {
            if !text.is_empty() {
                block.entry(name, text);
            }
        }
        let ids = [("  because of", &later.because), ("  agrees with", &later.agrees_with)];
        for (name, ids) in ids.into_iter().filter(|(_, ids)| !ids.is_empty()) {
            block.entry(name, &ids.join(", "));
        }
    }
    (head, block)
}

/// Remarks of all on what others said, in one block.
pub(super) fn remarks(label: &str, remarks: &[PointView], cut: Cut) -> Block {
    let mut block = Block::new(label);
    points(&mut block, remarks, cut);
    block
}

fn points(block: &mut Block, points: &[PointView], cut: Cut) {
    for point in points.iter().filter(|point| !cut.leaves_out(point)) {
        let short = |text: &str| match text.char_indices().nth(SHORT) {
            Some((end, _)) if cut.shortens(point) => format!("{} [...]", &text[..end]),
            _ => text.to_owned(),
        };
        block.entry(&head(point), &short(&point.text));
        if !point.mitigation.is_empty() {
            let name = match point.kind {
                PointKind::Critique => "  correction",
                PointKind::Argument | PointKind::Risk => "  mitigation",
            };
            block.entry(name, &short(&point.mitigation));
        }
        for cite in &point.cites {
            block.entry("  cites", &cite.file);
            block.entry("  quote", &cite.quote);
        }
    }
    let left_out = points.iter().filter(|point| cut.leaves_out(point));
    let left_out: Vec<&str> = left_out.map(|point| point.id.as_str()).collect();
    if !left_out.is_empty() {
        block.entry("left out, of severity LOW", &left_out.join(", "));
    }
}

/// `PT-003 RISK, HIGH, GROUNDED`, of words and numbers that code gave.
fn head(point: &PointView) -> String {
    let mut head = point.id.to_string();
    if let Some(by) = point.by {
        head.push_str(&format!(" of {by}"));
    }
    match (&point.target, point.kind) {
        (Some(target), _) if point.confirms => head.push_str(&format!(" confirms {target}")),
        (Some(target), _) => head.push_str(&format!(" on {target}")),
        (None, PointKind::Risk) => head.push_str(" RISK"),
        (None, PointKind::Argument) => head.push_str(" ARGUMENT"),
        (None, PointKind::Critique) => {}
    }
    if let Some(severity) = point.severity {
        head.push_str(", ");
        head.push_str(severity.as_str());
    }
    head.push_str(", ");
    head.push_str(point.grounding.as_str());
    head
}

/// Every quote of these points, in the order of their numbers, each once: what of the materials is
/// shown for them.
pub(super) fn cited<'v>(points: impl Iterator<Item = &'v PointView>) -> Vec<(&'v str, &'v str)> {
    let mut points: Vec<&PointView> = points.collect();
    points.sort_by_key(|point| point.id.clone());
    let mut cited = Vec::new();
    for cite in points.iter().flat_map(|point| &point.cites) {
        let cite = (cite.file.as_str(), cite.quote.as_str());
        if !cited.contains(&cite) {
            cited.push(cite);
        }
    }
    cited
}
