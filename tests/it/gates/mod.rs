//! The rules together, over small repositories and the real corpus.

mod advisory;
mod corpus;
mod corpus_source;
mod corpus_specs;
mod facts;
mod fixes;
pub(crate) mod fixture;
mod focus;
mod markdown;
mod rules;
mod slips;
mod symbols;
