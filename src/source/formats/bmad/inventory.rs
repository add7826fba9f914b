//! The requirements of an epics file, and where it says that they are covered.

use std::collections::HashSet;
use std::ops::Range;

use super::numbers::{
    NamedId, epics, is_range, leading_requirement, range, range_end, requirements,
};
use crate::source::subject::DocumentLine;

/// A requirement of the inventory.
#[derive(Debug, Clone)]
pub struct InventoryEntry {
    /// Its id, in upper case.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Its line, from its id on, in bytes.
    pub span: Range<usize>,
    /// The line's number.
    pub line: u32,
    /// Whether nothing is to be done for it any more, or not yet.
    pub is_settled: bool,
}

/// A line that says what is covered.
#[derive(Debug, Clone)]
pub struct CoverageLine {
    /// Its bytes.
    pub span: Range<usize>,
    /// The requirements that it names, ranges by their ends.
    pub requirements: Vec<NamedId>,
    /// The epics that it names; of a line `FRs covered:`, none.
    pub epics: Vec<NamedId>,
}

/// What an epics file says of requirements.
#[derive(Debug, Default)]
pub struct Inventory {
    /// The requirements, in order.
    pub entries: Vec<InventoryEntry>,
    /// All ids that are defined, those of ranges too.
    pub defined: HashSet<String>,
    /// The ids that some epic or the map covers.
    pub covered: HashSet<String>,
    /// The lines of the map, and those of epics that name requirements.
    pub coverage: Vec<CoverageLine>,
}

/// Words that settle a requirement, as they are written.
const SETTLED: [&str; 4] = ["COMPLETE", "DONE", "SUPERSEDED", "DEFERRED"];

impl Inventory {
    /// Takes in a line of the functional or non-functional requirements.
    pub(super) fn define(&mut self, line: DocumentLine<'_>) {
        let Some((at, id, rest)) = definition(line.text) else { return };
        let text = rest.text.trim().trim_start_matches('*').trim();
        let words = text.split(|c: char| !c.is_alphanumeric());
        let is_settled = !rest.others.is_empty() || words.into_iter().any(|w| SETTLED.contains(&w));
        self.defined.insert(id.clone());
        self.defined.extend(rest.others);
        self.entries.push(InventoryEntry {
            id,
            text: text.to_owned(),
            span: line.start + at..line.start + line.text.trim_end().len(),
            line: line.number,
            is_settled,
        });
    }

    /// Takes in a line that says what is covered; `is_map` for a line of the coverage map.
    pub(super) fn cover(&mut self, line: DocumentLine<'_>, is_map: bool) {
        let named = requirements(line.text);
        let mut previous: Option<&NamedId> = None;
        for this in &named {
            let before =
                previous.filter(|before| is_range(&line.text[before.span.end..this.span.start]));
            match before {
                Some(before) => self.covered.extend(range(&before.id, &this.id)),
                None => {
                    self.covered.insert(this.id.clone());
                }
            }
            if let Some((last, _)) = range_end(&line.text[this.span.end..]) {
                let kind = this.id.trim_end_matches(|c: char| c.is_ascii_digit());
                self.covered.extend(range(&this.id, &format!("{kind}{last}")));
            }
            previous = Some(this);
        }
        let epics = if is_map { epics(line.text) } else { Vec::new() };
        if !named.is_empty() || !epics.is_empty() {
            self.coverage.push(CoverageLine {
                span: line.start..line.start + line.text.trim_end().len(),
                requirements: named,
                epics,
            });
        }
    }
}

/// What stands behind the id of a definition.
struct Defined<'l> {
    text: &'l str,
    /// The other ids of a range.
    others: Vec<String>,
}

/// Where a definition begins, its id, and what it says.
fn definition(line: &str) -> Option<(usize, String, Defined<'_>)> {
    let text = line.trim_start();
    let item = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')'));
    let item =
        item.strip_prefix(['-', '*', '+']).filter(|rest| rest.starts_with(' ')).unwrap_or(item);
    let text = item.trim_start();
    let text = text.strip_prefix("**").unwrap_or(text);
    let first = leading_requirement(text)?;
    let at = line.len() - text.len();
    let mut rest = &text[first.span.end..];
    let mut others = Vec::new();
    let joined = rest.trim_start().trim_start_matches(['-', '–', '—']).trim_start();
    if let Some(last) = leading_requirement(joined).filter(|_| joined.len() < rest.len()) {
        let between = &rest[..rest.len() - joined.len()];
        if is_range(between) {
            others = range(&first.id, &last.id);
            rest = &joined[last.span.end..];
        }
    } else if let Some((last, end)) = range_end(rest) {
        let kind = first.id.trim_end_matches(|c: char| c.is_ascii_digit());
        others = range(&first.id, &format!("{kind}{last}"));
        rest = &rest[end..];
    }
    let said = after_colon(rest)?;
    Some((at, first.id, Defined { text: said, others }))
}

/// What stands behind the colon of a definition: marks and notes in brackets may stand before it.
fn after_colon(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        rest = match rest.chars().next()? {
            ':' => return Some(&rest[1..]),
            '*' => rest[1..].trim_start(),
            '[' => rest.split_once(']')?.1.trim_start(),
            '(' => rest.split_once(')')?.1.trim_start(),
            _ => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_an_id_and_a_colon() {
        for (line, id, said) in [
            ("FR1: The user signs in", Some("FR1"), "The user signs in"),
            ("- **FR-1** [MVP]: Sign in", Some("FR-1"), "Sign in"),
            ("**FR-GH12:** Sign in", Some("FR-GH12"), "** Sign in"),
            ("1. FR3 (later): Sign in", Some("FR3"), "Sign in"),
            ("FR1 says: no", None, ""),
            ("See FR1: no", None, ""),
            ("FR1", None, ""),
        ] {
            let found = definition(line);
            assert_eq!(found.as_ref().map(|found| found.1.as_str()), id, "{line}");
            assert_eq!(found.map_or("", |found| found.2.text.trim()), said, "{line}");
        }
        for line in ["FR1-FR3: see phase 1", "FR1–3: see phase 1"] {
            let found = definition(line).expect("a range");
            assert_eq!(found.2.others, ["FR1", "FR2", "FR3"], "{line}");
        }
    }

    #[test]
    fn a_range_covers_what_is_between() {
        let mut inventory = Inventory::default();
        let line = DocumentLine { number: 1, start: 0, text: "Epic 1: FR1 - FR3, FR5–6, FR9" };
        inventory.cover(line, true);
        let mut covered: Vec<&String> = inventory.covered.iter().collect();
        covered.sort();
        assert_eq!(covered, ["FR1", "FR2", "FR3", "FR5", "FR6", "FR9"]);
        assert_eq!(inventory.coverage[0].epics[0].id, "1");
    }
}
