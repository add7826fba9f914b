//! Floor 1: one Markdown file as a tree in which every block knows its place. Knows nothing of
//! tickets or findings. Byte order marks and carriage returns are read over, and no fault here: all
//! three ends of lines are in use.
//!
//! CommonMark, and a front matter, with hard limits as those of YAML: 1 MiB a file, depth 64,
//! 200,000 blocks. Lines and columns are counted as in YAML.

mod headings;
mod read;
#[cfg(test)]
mod tests;
mod tree;

pub use headings::headings;
pub use read::read;
pub use tree::{BlockKind, BlockRef, Checkbox, MarkdownTree};
