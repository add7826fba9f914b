//! Floor 7: reports, made from evidence only. What the bundle cannot tell, no report may. Beside
//! them the pages about the tool itself and its set-up.

mod because;
mod council_words;
mod doctor;
mod drawing;
mod escalation;
pub mod escape;
mod explain;
mod finding;
mod fold;
mod format;
mod formats;
pub mod github;
mod gitlab;
mod html;
mod junit;
mod link;
mod markdown;
mod meanings;
mod modes;
pub mod outcome;
mod page;
mod panel;
mod progress;
mod reason;
mod sarif;
mod suppression;
pub mod terminal;
mod titles;
mod votes;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod wording_tests;

pub use doctor::doctor;
pub use escalation::escalation;
pub use explain::{explain, index, index_page, key_office, nearest, topics};
pub use format::{Report, ReportInput};
pub use formats::REPORTS;
pub use link::base as link_base;
pub use modes::modes_table;
pub use page::{Detail, Style};
pub use progress::progress_line;
