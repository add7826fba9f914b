//! LENSES: one lens each, an optional debate, a synthesis that cannot invent consensus (COUNCILS.md
//! §3). A pure machine.

pub mod answer;
pub mod ask;
pub mod policy;
