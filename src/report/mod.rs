//! Floor 8: reports, made from evidence only. What the bundle cannot tell, no report may.

pub mod escape;
mod page;
pub mod terminal;

#[cfg(test)]
mod fixtures;

pub use page::{Detail, Style};
