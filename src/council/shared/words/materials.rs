//! The question and the materials of a brief in blocks of their own.

use crate::model::Question;
use crate::prompt::fence::Block;
use crate::source::brief::{Pack, PackedAs, PackedMaterial};

/// The question's words.
pub(super) fn question(question: &Question) -> Block {
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

/// Each material as a step shows it: the name by which it is cited, then its lines.
pub(super) fn materials(pack: &Pack) -> Vec<Block> {
    let block = |(number, material): (usize, &PackedMaterial)| {
        let mut block = Block::new(format!("material {number}"));
        block.entry("file", &material.name);
        if pack.shown == PackedAs::Summary {
            block.entry("size", &format!("{} lines, {} bytes", material.lines, material.bytes));
        }
        for line in &material.outline {
            block.entry("outline", line);
        }
        if material.outline_left_out > 0 {
            block.entry("outline left out", &format!("{} lines", material.outline_left_out));
        }
        for passage in &material.passages {
            match pack.shown {
                PackedAs::Full => block.entry("text", &passage.text),
                PackedAs::Summary => {
                    block.entry(&format!("lines {}-{}", passage.from, passage.to), &passage.text);
                }
            }
        }
        block
    };
    (1..).zip(&pack.materials).map(block).collect()
}
