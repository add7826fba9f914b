//! What whoever words a council's tasks must know of its brief: the question, and the materials as a
//! step shows them.

use crate::model::Question;
use crate::prompt::fence::Block;

/// A brief as its council's prompts show it. The same answers the same whenever it is asked.
pub trait Materials: Send + Sync {
    /// What is asked.
    fn question(&self) -> &Question;

    /// The materials in a form, each once and in order. `cited` are files and quotes of them: of what is
    /// not shown in full, the lines around each are shown, too.
    fn pack(&self, form: PackForm, cited: &[(&str, &str)]) -> Vec<Packed>;
}

/// How much of the materials a step shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PackForm {
    /// All of each.
    Full,
    /// Of each its size, headings or definitions and first lines.
    Summary,
}

/// One material as a step shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// Its path, as a quote names it.
    pub path: String,
    /// What of it is shown.
    pub text: String,
}

/// The question's words, in a block of their own.
pub(super) fn question_block(question: &Question) -> Block {
    let mut block = Block::new("question");
    block.entry("question", &question.text);
    for (number, option) in (1..).zip(&question.options) {
        block.entry(&format!("O{number}"), option);
    }
    for constraint in &question.constraints {
        block.entry("constraint", constraint);
    }
    if !question.domains.is_empty() {
        block.entry("domains", &question.domains.join(", "));
    }
    block
}

/// A material in a block of its own: its path, then its lines as they stand.
pub(super) fn material_block((number, material): (usize, &Packed)) -> Block {
    let mut block = Block::new(format!("material {number}"));
    block.entry("file", &material.path);
    material.text.lines().for_each(|line| block.line(line));
    block
}
