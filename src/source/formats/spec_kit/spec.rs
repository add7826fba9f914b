//! `spec.md`: its stories and its numbered requirements.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::stories;
use crate::source::Text;
use crate::source::subject::{
    EntityRef, RequirementKind, SubjectDocument, SubjectRequirement, heading, item,
};

/// A requirement's id, and what ends it.
static REQUIREMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(\*\*|__|`)?((?:FR|NFR|SC)-[0-9]+[A-Za-z]?(?:-[0-9]+[a-z]?)?)(\*\*|__|`?\s*(?:[:|.–—]|-(?:\s|$)))",
    )
    .expect("a test compiles it")
});

/// The form in which a requirement that stands twice is a slip, and no mention of it.
static STRICT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\*\*[A-Z]+-[0-9A-Za-z-]+\*\*:").expect("a test compiles it"));

static CRITERION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\s*[0-9]+[.)]\s|\*\*(?:Given|When|Then)\*\*|(?i:acceptance\s+(?:scenario|criteri)|independent(?:ly)?\s+test)",
    )
    .expect("a test compiles it")
});

/// What was read of a specification.
#[derive(Debug, Default)]
pub(super) struct SpecReading {
    pub(super) title: Option<String>,
    /// In the order of the file, each id once.
    pub(super) requirements: Vec<SubjectRequirement>,
    /// Stories that were defined before.
    pub(super) stories_again: Vec<EntityRef>,
    /// Requirements that were defined before, in the form of a definition.
    pub(super) requirements_again: Vec<EntityRef>,
}

/// The family of a requirement's id: `FR`, `NFR`, `SC`; of a story's, `US`.
pub fn requirement_family(id: &str) -> &str {
    let end = id.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(id.len());
    &id[..end]
}

/// Whether a line of a specification looks like an entry.
pub fn is_spec_entry(line: &str) -> bool {
    story(line).is_some() || requirement(line).is_some()
}

/// The number and level of the story that a line begins.
fn story(line: &str) -> Option<(u32, usize)> {
    let found = heading(line).filter(|found| (2..=4).contains(&found.level))?;
    Some((stories::defined(found.text)?, found.level))
}

/// A requirement at the head of a list item, table row or heading: its id, and where it ends.
fn requirement(line: &str) -> Option<(Range<usize>, usize, bool)> {
    let row = || {
        let rest = line.trim_start().strip_prefix('|')?;
        Some(line.len() - rest.trim_start().len())
    };
    let start = heading(line).map(|found| found.offset).or_else(|| item(line)).or_else(row)?;
    // A box before it is no part of it.
    let boxed = ["[ ] ", "[x] ", "[X] "].iter().any(|mark| line[start..].starts_with(mark));
    let start = if boxed { start + 4 } else { start };
    let found = REQUIREMENT.captures(&line[start..])?;
    let (id, end) = (found.get(2)?, found.get(0)?.end());
    let is_strict = item(line).is_some() && STRICT.is_match(&line[start..]);
    Some((start + id.start()..start + id.end(), start + end, is_strict))
}

/// Reads a specification, which is the document at this index of its subject.
pub(super) fn read(document: &SubjectDocument, index: usize) -> SpecReading {
    let mut reading = SpecReading::default();
    let (mut seen, mut strict) = (HashSet::new(), HashSet::new());
    // The story that the lines belong to: its index, and the level of its heading.
    let mut open: Option<(usize, usize)> = None;
    for line in document.lines() {
        let all = line.start..line.start + line.text.trim_end().len();
        if let Some(found) = heading(line.text) {
            if open.is_some_and(|(_, level)| found.level <= level) {
                open = None;
            }
            if found.level == 1 && reading.title.is_none() {
                let text = found.text;
                let named = text.split_once(": ").filter(|(kind, _)| kind.contains("Spec"));
                reading.title = Some(named.map_or(text, |(_, name)| name).trim().to_owned());
            }
        }
        if let Some((number, level)) = story(line.text) {
            let id = format!("US{number}");
            let place = document.place_of(all.clone(), &id);
            if !seen.insert(id.clone()) {
                reading.stories_again.push(EntityRef { id, place });
                continue;
            }
            open = Some((reading.requirements.len(), level));
            let text = heading(line.text).map_or("", |found| found.text).to_owned();
            reading.requirements.push(SubjectRequirement {
                id,
                kind: RequirementKind::Story,
                operation: None,
                text,
                criteria: Vec::new(),
                document: index,
                place,
            });
            continue;
        }
        if let Some((id, end, is_strict)) = requirement(line.text) {
            let text = line.text[end..].trim_matches([' ', '\t', '*', ':', '|', '—', '–', '-']);
            let id = line.text[id].to_owned();
            let place = document.place_of(all.clone(), &id);
            // A mention in another list is no second definition.
            if is_strict && !strict.insert(id.clone()) {
                reading.requirements_again.push(EntityRef { id: id.clone(), place: place.clone() });
            }
            if seen.insert(id.clone()) {
                let kind = match requirement_family(&id) {
                    "SC" => RequirementKind::Outcome,
                    _ => RequirementKind::Functional,
                };
                let (operation, criteria) = (None, Vec::new());
                let text = text.to_owned();
                let document = index;
                let requirement =
                    SubjectRequirement { id, kind, operation, text, criteria, document, place };
                reading.requirements.push(requirement);
            }
        }
        if let Some((story, _)) = open
            && CRITERION.is_match(line.text)
        {
            let place = document.place(all);
            let value = line.text.trim().to_owned();
            reading.requirements[story].criteria.push(Text { value, place });
        }
    }
    reading
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_stands_at_the_head_of_an_item_a_row_or_a_heading() {
        for (line, id) in [
            ("- **FR-001**: The system", "FR-001"),
            ("- FR-001: x", "FR-001"),
            ("* **NFR-2a** x", "NFR-2a"),
            ("| FR-003-01b | x |", "FR-003-01b"),
            ("| **SC-001** | x |", "SC-001"),
            ("### FR-004 — x", "FR-004"),
            ("1. FR-005. x", "FR-005"),
            ("- [ ] **FR-006**: x", "FR-006"),
            ("- FR-007 - x", "FR-007"),
        ] {
            let found = requirement(line).map(|(id, _, _)| &line[id]);
            assert_eq!(found, Some(id), "{line}");
        }
        for line in ["FR-001: x", "- see FR-001: x", "- FR-001 is x", "- FRX-1: x", "- fr-001: x"] {
            assert_eq!(requirement(line).map(|(id, _, _)| &line[id]), None, "{line}");
        }
        assert_eq!(requirement_family("NFR-2a"), "NFR");
    }
}
