//! Keys that somebody meant otherwise (GATES.md R52): unknown at their level, and nearly one that is
//! missing from the same mapping. That there is one is a fact; gate 1 says what it weighs.

use std::collections::HashSet;

use super::decomposition::planned;
use super::keys::{Holds, Key, KeyLevel, PLANNED, REQUIREMENT_FILE, RFC_META, RFC_PROBLEM, ROOT};
use crate::model::Place;
use crate::model::slip::distance;
use crate::yaml::NodeRef;

/// Unknown keys of one file that are compared; a file with more is no ticket that somebody typed.
const COMPARED: usize = 1_000;
/// No key that somebody mistyped is longer.
const LONGEST: usize = 64;

/// A key that is nearly one that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// As it is written.
    pub written: String,
    /// The key that is missing from the same mapping.
    pub meant: &'static str,
    /// Whether no other key that is missing there is nearly it.
    pub is_certain: bool,
    /// What would stand under that.
    pub holds: Holds,
    /// Where it stands.
    pub place: Place,
    /// The path of the mapping.
    pub mapping: String,
}

/// Those of one file.
#[derive(Debug, Default)]
pub(super) struct Slips {
    pub(super) found: Vec<Slip>,
    compared: usize,
}

impl Slips {
    /// Those of a ticket.
    pub(super) fn of_ticket(root: NodeRef<'_>) -> Vec<Slip> {
        let mut slips = Self::default();
        slips.look(root, &ROOT);
        slips.found
    }

    /// Those of an RFC's file 00.
    pub(super) fn of_meta(root: NodeRef<'_>) -> Vec<Slip> {
        let mut slips = Self::default();
        slips.look(root.get("rfc_meta").unwrap_or(root), &RFC_META);
        slips.found
    }

    /// Those of an RFC's file 01.
    pub(super) fn of_problem(root: NodeRef<'_>) -> Vec<Slip> {
        let mut slips = Self::default();
        for (_, part) in root.entries() {
            slips.look(part, &RFC_PROBLEM);
        }
        slips.found
    }

    /// Those of a file of `requirements/`, given its body.
    pub(super) fn of_requirement(body: NodeRef<'_>) -> Vec<Slip> {
        let mut slips = Self::default();
        slips.look(body, &REQUIREMENT_FILE);
        slips.found
    }

    /// Those of an RFC's file 06.
    pub(super) fn of_plan(root: NodeRef<'_>) -> Vec<Slip> {
        let mut slips = Self::default();
        for (entry, _) in planned(root) {
            slips.look(entry, &PLANNED);
        }
        slips.found
    }

    /// Looks at a mapping or a list of a level, and at what is read below it.
    pub(super) fn look(&mut self, node: NodeRef<'_>, level: &'static KeyLevel) {
        if let Some(items) = level.items {
            node.items().for_each(|item| self.look(item, items));
        }
        let names = || node.entries().filter_map(|(key, _)| key.key_text());
        let mut present: Option<HashSet<&str>> = None;
        for (key, value) in node.entries() {
            let Some(written) = key.key_text() else { continue };
            match level.key(written) {
                Some(Key { below: Some(below), .. }) => self.look(value, below),
                Some(_) => {}
                None if self.compared < COMPARED => {
                    self.compared += 1;
                    let present = present.get_or_insert_with(|| names().collect());
                    let Some((meant, is_certain)) = meant(written, level, present) else {
                        continue;
                    };
                    let place = key.key_place();
                    // An anchored mapping is met again at each of its aliases.
                    if !self.found.iter().any(|slip| slip.place == place) {
                        let (written, meant, holds) = (written.to_owned(), meant.name, meant.holds);
                        let mapping = node.path();
                        self.found.push(Slip { written, meant, is_certain, holds, place, mapping });
                    }
                }
                None => {}
            }
        }
    }
}

/// The key of a level that is nearest to an unknown one, when it is missing from the mapping, and
/// whether it is the only one that is near and missing.
fn meant(written: &str, level: &KeyLevel, present: &HashSet<&str>) -> Option<(&'static Key, bool)> {
    if written.len() > LONGEST {
        return None;
    }
    let written = bare(written);
    let near = level.keys().filter_map(|key| Some((slip_of(&written, &bare(key.name))?, key)));
    let near: Vec<(usize, &'static Key)> = near.collect();
    let nearest = near.iter().map(|(distance, _)| *distance).min()?;
    let is_missing = |key: &Key| !level.is_said(key.name, |name| present.contains(name));
    let missing = || near.iter().filter(|(_, key)| is_missing(key));
    let meant = missing().find(|(distance, _)| *distance == nearest)?.1;
    Some((meant, missing().all(|(_, key)| key.name == meant.name)))
}

/// A key without what people write otherwise: case, dashes, underscores and blanks.
fn bare(key: &str) -> String {
    let letters = key.chars().filter(|c| !matches!(c, '-' | '_') && !c.is_whitespace());
    letters.flat_map(char::to_lowercase).collect()
}

/// How far a written key is from a known one, both bare, when it is a slip of it.
fn slip_of(written: &str, known: &str) -> Option<usize> {
    if written == known || one_of_many(written, known) {
        return Some(0);
    }
    let most = match known.chars().count() {
        0..=4 => return None,
        5..=7 => 1,
        _ => 2,
    };
    if written.chars().count().abs_diff(known.chars().count()) > most {
        return None;
    }
    Some(distance(written, known)).filter(|distance| *distance <= most)
}

/// Whether two words are the same but for singular and plural.
fn one_of_many(one: &str, other: &str) -> bool {
    let is_plural = |many: &str, one: &str| {
        many.strip_suffix('s')
            .is_some_and(|stem| stem == one || stem.strip_suffix('e') == Some(one))
            || many.strip_suffix("ies").is_some_and(|stem| one.strip_suffix('y') == Some(stem))
    };
    is_plural(one, other) || is_plural(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Limits, read};

    fn slips(text: &str) -> Vec<(String, &'static str, u32, String)> {
        let (document, _) = read(text.as_bytes(), Limits::TICKET).expect("readable YAML");
        let found = Slips::of_ticket(document.root()).into_iter();
        found.map(|s| (s.written, s.meant, s.place.line, s.place.yaml_path().to_owned())).collect()
    }

    #[test]
    fn a_slip_is_told_by_case_signs_number_and_distance() {
        for (written, known) in [
            ("in-scope", "in_scope"),
            ("dependsOn", "depends_on"),
            ("DEPENDS ON", "depends_on"),
            ("dependency", "dependencies"),
            ("dependancies", "dependencies"),
            ("acceptence_criteria", "acceptance_criteria"),
            ("file_to_modify", "files_to_modify"),
            ("implementation_step", "implementation_steps"),
            ("titel", "title"),
            ("stauts", "status"),
            ("plans", "plan"),
        ] {
            assert!(slip_of(&bare(written), &bare(known)).is_some(), "{written}");
        }
        for (written, known) in [
            ("plna", "plan"),
            ("tittel_x", "title"),
            ("scopes_of", "scope"),
            ("files_to_delete", "files_to_create"),
            ("context", "custody"),
        ] {
            assert!(slip_of(&bare(written), &bare(known)).is_none(), "{written}");
        }
    }

    #[test]
    fn of_keys_that_say_one_thing_none_is_missing_where_one_stands() {
        let problem = |text: &str| {
            let (document, _) = read(text.as_bytes(), Limits::TICKET).expect("readable YAML");
            let found = Slips::of_problem(document.root()).into_iter();
            found.map(|slip| (slip.written, slip.meant)).collect::<Vec<_>>()
        };
        let all = "p:\n  problem_statment: x\n  rfc_local_requirements:\n    requirements:\n";
        let slips =
            format!("{all}    - {{id: REQ-1, titel: a, statment: b, acceptence_criteria: []}}\n");
        let expected = [
            ("problem_statment", "problem_statement"),
            ("titel", "title"),
            ("statment", "statement"),
            ("acceptence_criteria", "acceptance_criteria"),
        ];
        assert_eq!(problem(&slips), expected.map(|(written, meant)| (written.to_owned(), meant)));
        let sound = "p:\n  imported_requirements:\n  - {id: REQ-1, requirement_ids: [], summary: a, titles: b, statements: 1, description: c}\n";
        assert_eq!(problem(sound), []);
    }

    #[test]
    fn only_what_is_missing_from_the_same_mapping_can_be_meant() {
        let found = slips(
            "ticket_meta:\n  ticket: {id: TCK-00017, titel: x, title: y, ids: 1}\n  dependancies: {tickets: []}\n  scope: {in-scope: [a]}\n  risks: []\n  scpoe: 1\nacceptence_criteria: [x]\n",
        );
        let expected = [
            ("dependancies", "dependencies", 3, "ticket_meta.dependancies"),
            ("in-scope", "in_scope", 4, "ticket_meta.scope.in-scope"),
            ("acceptence_criteria", "acceptance_criteria", 7, "acceptence_criteria"),
        ];
        let expected = expected.map(|(a, b, line, path)| (a.to_owned(), b, line, path.to_owned()));
        assert_eq!(found, expected);
    }
}
