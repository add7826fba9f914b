//! The file of one story: its status, its criteria, and which tasks name them. Knows lines.

use std::collections::BTreeSet;
use std::ops::Range;

use super::epics::placeholders;
use crate::source::subject::SubjectDocument;

/// A task that names criteria.
#[derive(Debug, Clone)]
pub struct TaskCriteria {
    /// The task, in bytes.
    pub span: Range<usize>,
    /// The numbers that it names.
    pub named: BTreeSet<u32>,
}

/// What the file of a story says.
#[derive(Debug)]
pub struct StoryFile {
    /// Its number, in upper case.
    pub number: String,
    /// Its name without `.md`.
    pub stem: String,
    /// Index of its document.
    pub document: usize,
    /// Its status in lower case with dashes, and its line, in bytes.
    pub status: Option<(String, Range<usize>)>,
    /// The numbers of its criteria.
    pub criteria: BTreeSet<u32>,
    /// The tasks that name criteria, in order.
    pub tasks: Vec<TaskCriteria>,
    /// Placeholders that are left, in bytes.
    pub placeholders: Vec<Range<usize>>,
}

impl StoryFile {
    /// Reads the file of a story, which is the document with this index.
    pub(super) fn of(document: &SubjectDocument, index: usize, number: String, stem: &str) -> Self {
        let mut file = Self {
            number,
            stem: stem.to_owned(),
            document: index,
            status: None,
            criteria: BTreeSet::new(),
            tasks: Vec::new(),
            placeholders: placeholders(document),
        };
        let mut is_in_criteria = false;
        for line in document.lines() {
            let span = line.start..line.start + line.text.trim_end().len();
            if line.text.starts_with('#') {
                // What is below a heading of the criteria belongs to them, too.
                let level = line.text.bytes().take_while(|byte| *byte == b'#').count();
                let is_criteria = line.text.to_lowercase().contains("acceptance criteria");
                is_in_criteria = is_criteria || is_in_criteria && level > 2;
                continue;
            }
            if file.status.is_none() {
                file.status = status(line.text).map(|status| (status, span.clone()));
            }
            if is_in_criteria {
                file.criteria.extend(numbered(line.text));
            }
            let named = if is_box(line.text) { named_criteria(line.text) } else { BTreeSet::new() };
            if !named.is_empty() {
                file.tasks.push(TaskCriteria { span, named });
            }
        }
        file
    }
}

/// The status on a line `Status: done`.
fn status(line: &str) -> Option<String> {
    let text = line.trim_start_matches(['*', ' ', '-', '>']);
    let (word, rest) = text.split_at_checked("status".len())?;
    if !word.eq_ignore_ascii_case("status") {
        return None;
    }
    let said = rest.trim_start_matches('*').strip_prefix(':')?;
    let said = said.split(['(', '#', '|', ',', ';']).next().unwrap_or_default();
    let said = said.trim_matches(|c: char| c.is_whitespace() || "*`_".contains(c));
    (!said.is_empty()).then(|| said.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-"))
}

/// The number of an item that is not indented.
fn numbered(line: &str) -> Option<u32> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    let is_item = rest.starts_with(". ") || rest.starts_with(") ");
    line[..digits].parse().ok().filter(|_| is_item && digits <= 4)
}

/// Whether a line is a box of a list.
fn is_box(line: &str) -> bool {
    let item = line.trim_start().strip_prefix(['-', '*', '+']).map(str::trim_start);
    let inside = item.and_then(|item| item.strip_prefix('['));
    inside.is_some_and(|inside| inside.chars().nth(1) == Some(']'))
}

/// The criteria that a task names: `(AC: #1, #3-5)`.
fn named_criteria(line: &str) -> BTreeSet<u32> {
    let mut named = BTreeSet::new();
    for (at, _) in line.match_indices("(AC") {
        let list = line[at + "(AC".len()..].trim_start_matches(['s', ':', ' ']);
        named.extend(listed(list));
    }
    named
}

/// As many criteria a range may have.
const LONGEST_RANGE: u32 = 1_000;

/// The numbers at the beginning of a text: `#1, 3-5 and 7`.
fn listed(mut text: &str) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut from: Option<u32> = None;
    loop {
        text = text.trim_start();
        let text_of_number = text.strip_prefix("AC").unwrap_or(text).trim_start_matches(['#', ' ']);
        let digits = text_of_number.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = text_of_number[..digits].parse::<u32>() else { return found };
        match from.take() {
            Some(first) if first < number && number - first <= LONGEST_RANGE => {
                found.extend(first..=number);
            }
            _ => {
                found.insert(number);
            }
        }
        let rest = text_of_number[digits..].trim_start();
        if let Some(rest) = rest.strip_prefix(['-', '–', '—']) {
            from = Some(number);
            text = rest;
        } else if let Some(rest) = rest.strip_prefix([',', '&', '+', '/']) {
            text = rest.trim_start().strip_prefix("and ").unwrap_or(rest);
        } else if let Some(rest) = rest.strip_prefix("and ") {
            text = rest;
        } else {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_names_criteria_in_brackets() {
        for (line, expected) in [
            ("- [x] Task 1 (AC: #1, #7)", &[1, 7][..]),
            ("- [ ] Task (AC: 1-4, 7 – 9, 13)", &[1, 2, 3, 4, 7, 8, 9, 13]),
            ("- [ ] Task (AC: #1-#3 and #5)", &[1, 2, 3, 5]),
            ("- [ ] Task (AC1, AC2)", &[1, 2]),
            ("- [ ] Task (AC: #4, related to Epic 7)", &[4]),
            ("- [ ] Task (AC: all)", &[]),
            ("- [ ] Task (AC: 1-99999)", &[1, 99999]),
            ("- [ ] Task", &[]),
        ] {
            assert!(is_box(line));
            let named: Vec<u32> = named_criteria(line).into_iter().collect();
            assert_eq!(named, expected, "{line}");
        }
    }

    #[test]
    fn a_status_is_a_word_behind_a_colon() {
        for (line, expected) in [
            ("Status: done", Some("done")),
            ("**Status:** Ready for Dev", Some("ready-for-dev")),
            ("**Status**: `review` (2026-08-17)", Some("review")),
            ("Status: ", None),
            ("Statuses: done", None),
            ("status", None),
        ] {
            assert_eq!(status(line).as_deref(), expected, "{line}");
        }
        assert_eq!(numbered("12. Given"), Some(12));
        assert_eq!(numbered("  1. Given"), None);
        assert_eq!(numbered("1.5 seconds"), None);
    }
}
