//! Floor 1: one YAML file as a tree in which every node knows its place. Knows nothing of tickets
//! or findings: what it cannot accept comes out as [`FileFault`](crate::model::FileFault)s.
//!
//! YAML 1.2 core schema, with hard limits (GATES.md R4): 1 MiB a file, depth 64, 100,000 nodes
//! counted after alias expansion, as many bytes of repeated text. Aliases are resolved by reference
//! and never copied.

mod edit;
mod read;
mod scalar;
#[cfg(test)]
mod tests;
mod tree;

pub use edit::{EditRefusal, TreeEdit, rewrite};
pub use read::{Limits, read};
pub use tree::{Document, NodeRef};
