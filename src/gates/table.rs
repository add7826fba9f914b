//! Every rule of every gate, in one table: `explain`, SARIF, the pages of the book and the README's
//! table are printed from it, and every finding takes its gate, kind and weight from a row.
//!
//! A rule is one file, or a part of one that has its check, too; it stands in the table of its gate.

use super::advisory::ADVISORY;
use super::formats::FORMATS;
use super::rule_info::RuleInfo;
use super::{acyclicity, coverage, mapping, schema, subject};
use crate::model::Adapter;

/// The rules of gates 1 to 4 over RFCs, in the order of GATES.md.
const NATIVE: [&[&RuleInfo]; 5] =
    [schema::RULES, acyclicity::RULES, coverage::RULES, mapping::RULES, schema::OVERLOOKED];

/// The rules of gates 1 to 4: behind those over RFCs the ones of each other format, and those of all
/// other formats.
const DECIDED: [&[&RuleInfo]; NATIVE.len() + FORMATS.len() + 1] = {
    let mut all = [subject::RULES; NATIVE.len() + FORMATS.len() + 1];
    let mut at = 0;
    while at < NATIVE.len() + FORMATS.len() {
        all[at] = if at < NATIVE.len() { NATIVE[at] } else { FORMATS[at - NATIVE.len()].rules };
        at += 1;
    }
    all
};

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

/// What the ids of the rules begin with that can fire in a format; `A` is of all that are not native.
pub fn letters_of(adapter: Adapter) -> [&'static str; 2] {
    let format = FORMATS.iter().find(|format| format.adapter == adapter);
    format.map_or(["R", "L"], |format| [format.letter, "A"])
}

/// The rules that can fire in a format.
pub fn rules_of(adapter: Adapter) -> impl Iterator<Item = &'static RuleInfo> {
    let letters = letters_of(adapter);
    let rules = RULES.iter().copied();
    rules.filter(move |rule| letters.iter().any(|letter| rule.id.as_str().starts_with(letter)))
}

/// Whether GATES.md has a section with this number.
pub fn is_numbered(id: &str) -> bool {
    SILENT.contains(&id) || RULES.iter().any(|rule| rule.id.as_str() == id)
}
