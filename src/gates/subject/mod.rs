//! What the gates of all other formats share: the rules about files (A1 to A6), and how findings become
//! the results of gates. Knows the neutral model, and no format: the rules of each are in a room of
//! their own beside this one.

mod base;
mod cycles;
mod evidence;
mod files;
mod names;
mod results;

pub use base::lost_work;
pub(super) use cycles::circles;
pub(super) use files::{blocked, unclosed, unreadable};
pub(super) use names::unusable_folder;
pub(super) use results::{Applicable, results};

use super::rule_info::RuleInfo;

/// Its rules, in the order of their numbers.
pub(super) const RULES: &[&RuleInfo] =
    &[&files::A1, &files::A2, &files::A3, &files::A4, &names::A5, &base::A6];
