//! Floor 8: reports, made from evidence only. What the bundle cannot tell, no report may.

mod course;
mod escalation;
pub mod escape;
mod explain;
mod markdown;
mod modes;
mod page;
pub mod terminal;

#[cfg(test)]
mod fixtures;

pub use course::event_line;
pub use escalation::escalation;
pub use explain::{explain, nearest, topics};
pub use modes::{modes_json, modes_table};
pub use page::{Detail, Style};
