//! ROUNDS: independent opinions, cross review, a chair's synthesis (COUNCILS.md §2). A pure machine.

pub mod answer;
pub mod ask;
pub mod policy;
