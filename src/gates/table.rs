//! Every rule of every gate, in one table: `explain`, SARIF, the pages of the book and the README's
//! table are printed from it, and every finding takes its gate, kind and weight from a row.
//!
//! A rule is one file, or a part of one that has its check, too; it stands in the table of its gate.

use super::advisory::ADVISORY;
use super::rule_info::RuleInfo;
use super::{acyclicity, bmad, coverage, mapping, openspec, schema, spec_kit, subject};
use crate::model::Adapter;

/// The rules of gates 1 to 4, in the order of GATES.md; behind them those of other formats.
const DECIDED: [&[&RuleInfo]; 9] = [
    schema::RULES,
    acyclicity::RULES,
    coverage::RULES,
    mapping::RULES,
    schema::OVERLOOKED,
    spec_kit::RULES,
    openspec::RULES,
    bmad::RULES,
    subject::RULES,
];

/// Every rule that can fire, in the order of GATES.md, then those of other formats; the advisory ones
/// last.
pub static RULES: &[&RuleInfo] = &ALL;

const COUNT: usize = {
    let (mut count, mut table) = (ADVISORY.len(), 0);
    while table < DECIDED.len() {
        count += DECIDED[table].len();
        table += 1;
    }
    count
};

static ALL: [&RuleInfo; COUNT] = {
    let mut all = [&ADVISORY[0].info; COUNT];
    let (mut at, mut table) = (0, 0);
    while table < DECIDED.len() {
        let mut row = 0;
        while row < DECIDED[table].len() {
            all[at] = DECIDED[table][row];
            (at, row) = (at + 1, row + 1);
        }
        table += 1;
    }
    let mut row = 0;
    while row < ADVISORY.len() {
        all[at + row] = &ADVISORY[row].info;
        row += 1;
    }
    all
};

/// Sections of GATES.md that say how files are read and findings weighed: no finding has their number.
/// A waiver may name them, and then reaches nothing.
const SILENT: [&str; 16] = [
    "R1", "R3", "R20", "R30", "R32", "R3B", "R40", "R41", "R44", "R49", "R50", "R51", "R55", "R56",
    "R57", "R58",
];

/// The rule with this id, upper or lower case.
pub fn rule(id: &str) -> Option<&'static RuleInfo> {
    RULES.iter().find(|rule| rule.id.as_str().eq_ignore_ascii_case(id)).copied()
}

/// The rules that can fire in a format.
pub fn rules_of(adapter: Adapter) -> impl Iterator<Item = &'static RuleInfo> {
    // A rule's letter says of which format it is; `A` is of all that are not native.
    let letters = match adapter {
        Adapter::Native => ["R", "L"],
        Adapter::OpenSpec => ["O", "A"],
        Adapter::SpecKit => ["S", "A"],
        Adapter::Bmad => ["B", "A"],
    };
    let rules = RULES.iter().copied();
    rules.filter(move |rule| letters.iter().any(|letter| rule.id.as_str().starts_with(letter)))
}

/// Whether GATES.md has a section with this number.
pub fn is_numbered(id: &str) -> bool {
    SILENT.contains(&id) || RULES.iter().any(|rule| rule.id.as_str() == id)
}
