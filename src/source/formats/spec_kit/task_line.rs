//! One line of `tasks.md`: a task, or a checkbox without an id.

use std::ops::Range;

use super::stories;
use crate::source::subject::{WorkStatus, heading, indent, item};

/// Bytes of the longest tag.
const LONGEST_TAG: usize = 80;

/// A task as its first line has it; offsets are bytes of the line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TaskLine {
    pub(super) id: Range<usize>,
    pub(super) status: WorkStatus,
    pub(super) parallel: bool,
    /// The stories that its tags name.
    pub(super) stories: Vec<(u32, Range<usize>)>,
    /// Where its text begins.
    pub(super) text: usize,
    /// Blanks before it; `None` when it is a heading.
    pub(super) indent: Option<usize>,
}

/// Whether a line is a task.
pub fn is_task(line: &str) -> bool {
    task(line).is_some()
}

/// The task that a line is: behind a box, or a heading.
pub(super) fn task(line: &str) -> Option<TaskLine> {
    if let Some(found) = heading(line) {
        let start = line.len() - line[found.offset..].trim_start_matches(['✅', ' ']).len();
        let (mark, start) = match checkbox(line, start) {
            Some((mark, start)) => (Some(mark), start),
            None => (None, start),
        };
        let is_done = found.text.contains('✅');
        let status = match mark {
            None | Some(WorkStatus::Open) if is_done => WorkStatus::Done,
            mark => mark.unwrap_or(WorkStatus::Open),
        };
        return behind(line, start, status, None);
    }
    let (status, start) = open_box(line)?;
    behind(line, start, status, Some(indent(line)))
}

/// The box of a list item, and where the text behind it begins.
pub(super) fn open_box(line: &str) -> Option<(WorkStatus, usize)> {
    let start = indent(line);
    let is_marked = line[start..].starts_with(['-', '*', '+']);
    item(line).filter(|_| is_marked).and_then(|start| checkbox(line, start))
}

/// A box at an offset, with a blank or the line's end behind it.
fn checkbox(line: &str, at: usize) -> Option<(WorkStatus, usize)> {
    let rest = line[at..].strip_prefix("- ").map_or(&line[at..], str::trim_start);
    let at = line.len() - rest.len();
    let &[b'[', mark, b']', ref behind @ ..] = rest.as_bytes() else { return None };
    let status = match mark {
        b' ' => WorkStatus::Open,
        b'x' | b'X' => WorkStatus::Done,
        b'~' | b'-' => WorkStatus::Dead,
        _ => return None,
    };
    let blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (blanks > 0 || behind.is_empty()).then_some((status, at + 3 + blanks))
}

/// What stands behind the box: an id, tags and a text.
fn behind(line: &str, start: usize, status: WorkStatus, indent: Option<usize>) -> Option<TaskLine> {
    let from = line[start..].trim_start_matches(['*', '_', '~', '`']);
    let opened = &line[start..line.len() - from.len()];
    let start = line.len() - from.len();
    let length = id(from)?;
    let status = if opened.contains("~~") { WorkStatus::Dead } else { status };
    let mut task = TaskLine {
        id: start..start + length,
        status,
        parallel: false,
        stories: Vec::new(),
        text: start + length,
        indent,
    };
    loop {
        let rest = line[task.text..].trim_start_matches([' ', '\t', '*', '_', '~', '`', ':']);
        let at = line.len() - rest.len();
        let Some(tag) = tag(rest) else {
            let lead =
                line[task.text..].trim_start_matches([' ', '\t', '*', '_', '~', ':', '—', '–']);
            // A dash of two blanks separates a text; `-` alone may begin one.
            let lead = lead.strip_prefix("- ").unwrap_or(lead);
            task.text = line.len() - lead.trim_start().len();
            return Some(task);
        };
        let inner = at + 1;
        let mut piece_start = inner;
        for piece in tag.split([',', '&', '/', '+']) {
            let blanks = piece.len() - piece.trim_start().len();
            let name = piece.trim();
            if name == "P" {
                task.parallel = true;
            }
            if let Some(number) = stories::of_tag(name) {
                let begin = piece_start + blanks;
                task.stories.push((number, begin..begin + name.len()));
            }
            piece_start += piece.len() + 1;
        }
        task.text = inner + tag.len() + 1;
    }
}

/// The bytes of the id that a text begins with: `T012`, `T012a`, `T012.1`.
fn id(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'T') {
        return None;
    }
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = 1 + digits(1);
    if end == 1 {
        return None;
    }
    if bytes.get(end).is_some_and(u8::is_ascii_alphabetic) {
        end += 1;
    }
    if matches!(bytes.get(end), Some(b'.' | b'-')) && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    let next = text[end..].chars().next();
    let goes_on = next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '\'' | '’' | '/'));
    (!goes_on).then_some(end)
}

/// What a tag at the beginning of a text encloses. A link is none.
fn tag(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('[')?;
    let end = rest.bytes().take(LONGEST_TAG).position(|byte| byte == b']')?;
    let is_link = rest[end + 1..].starts_with('(');
    (!is_link).then_some(&rest[..end]).filter(|tag| !tag.contains('['))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(&str, WorkStatus, bool, Vec<u32>, &str)> {
        let task = task(line)?;
        let stories = task.stories.iter().map(|(number, _)| *number).collect();
        Some((&line[task.id], task.status, task.parallel, stories, &line[task.text..]))
    }

    #[test]
    fn a_task_has_a_box_an_id_tags_and_a_text() {
        use WorkStatus::{Dead, Done, Open};
        for (line, id, status, parallel, stories, text) in [
            ("- [ ] T012 Add a", "T012", Open, false, &[][..], "Add a"),
            ("* [x] T1 [P] [US2] b", "T1", Done, true, &[2], "b"),
            ("  + [X] **T027A** [US1, US3] c", "T027A", Done, false, &[1, 3], "c"),
            ("- [~] T029–T034 — d", "T029", Dead, false, &[], "T034 — d"),
            ("- [-] T3.1: e", "T3.1", Dead, false, &[], "e"),
            ("- [ ] ~~T004 [P] f~~", "T004", Dead, true, &[], "f~~"),
            ("- [x] **T001 [P]** g", "T001", Done, true, &[], "g"),
            ("- [ ] T005 [Story: x] [link](y) h", "T005", Open, false, &[], "[link](y) h"),
            ("- [ ] T006", "T006", Open, false, &[], ""),
            ("### T007: Write i", "T007", Open, false, &[], "Write i"),
            ("### ✅ T008: j", "T008", Done, false, &[], "j"),
            ("### T008: j ✅", "T008", Done, false, &[], "j ✅"),
            ("### - [x] T009 [US1] k", "T009", Done, false, &[1], "k"),
            ("-\t[ ]\tT010-2\tl", "T010-2", Open, false, &[], "l"),
        ] {
            assert_eq!(parts(line), Some((id, status, parallel, stories.to_vec(), text)), "{line}");
        }
    }

    #[test]
    fn what_lacks_a_blank_a_capital_or_an_id_is_no_task() {
        for line in [
            "- [ ]T001 a",
            "-[ ] T001 a",
            "* [x] t001 a",
            "- [ ] T028' a",
            "- [y] T001 a",
            "1. [ ] T001 a",
            "T001 a",
            "- T001 a",
            "- [ ] T a",
            "- [ ] T12ab a",
            "- [ ] TT001 a",
        ] {
            assert_eq!(parts(line), None, "{line}");
        }
        assert_eq!(open_box("  - [ ] a"), Some((WorkStatus::Open, 8)));
        assert_eq!(open_box("- [ ]"), Some((WorkStatus::Open, 5)));
        assert_eq!(open_box("- [link](x)"), None);
    }
}
