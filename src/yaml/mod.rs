//! Floor 1: one YAML file as a tree in which every node knows its place. Knows nothing of tickets
//! or findings: what it cannot accept comes out as [`YamlFault`]s.
//!
//! YAML 1.2 core schema, with hard limits (GATES.md R4): 1 MiB a file, depth 64, 100,000 nodes
//! counted after alias expansion, as many bytes of repeated text. Aliases are resolved by reference
//! and never copied.

mod decode;
mod fault;
mod lines;
mod read;
mod scalar;
#[cfg(test)]
mod tests;
mod tree;

pub use decode::raw_line;
pub use fault::{FaultKind, YamlFault};
pub use read::{Limits, read};
pub use tree::{Document, LONGEST_QUOTED, NodeRef};
