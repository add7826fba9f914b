//! The task list of a change: groups, and boxes below them. Knows lines.

use crate::model::{NodePath, Place};
use crate::source::subject::{
    DocumentLine, NamedPath, Subject, SubjectDocument, WorkGroup, WorkItem, WorkStatus,
    path_tokens, written,
};

use super::headers::section;

/// What the box of a task is followed by.
struct TaskText<'l> {
    is_done: bool,
    /// Where on the line its text begins, in bytes.
    at: usize,
    id: &'l str,
    text: &'l str,
}

/// Adds the groups and tasks of a list to a subject, of which it is the document with this number.
pub(super) fn read_tasks(document: &SubjectDocument, number: usize, subject: &mut Subject) {
    for line in document.lines() {
        if let Some(title) = section(line.text) {
            let span = line.start..line.start + line.text.trim_end().len();
            subject.groups.push(WorkGroup {
                title: title.to_owned(),
                serves: Vec::new(),
                document: number,
                place: document.text().place(span, NodePath::Line),
            });
        } else if let Some(task) = task(line.text) {
            let group = subject.groups.len().checked_sub(1);
            subject.work_items.push(work_item(document, line, &task, number, group));
        }
    }
}

fn work_item(
    document: &SubjectDocument,
    line: DocumentLine<'_>,
    task: &TaskText<'_>,
    number: usize,
    group: Option<usize>,
) -> WorkItem {
    let place = |span: std::ops::Range<usize>| match task.id {
        "" => document.place(span),
        id => document.place_of(span, id),
    };
    let text_at = line.start + line.text.len() - task.text.len();
    let tokens = path_tokens(task.text);
    let first = written(task.text, &tokens);
    let mut names = tokens.into_iter().map(|token| NamedPath {
        place: place(text_at + token.span.start..text_at + token.span.end),
        path: token.path,
    });
    let names: Vec<NamedPath> = names.by_ref().collect();
    WorkItem {
        id: task.id.to_owned(),
        text: task.text.trim().to_owned(),
        status: if task.is_done { WorkStatus::Done } else { WorkStatus::Open },
        serves: Vec::new(),
        waits_for: Vec::new(),
        group,
        parallel: false,
        writes: first.map(|index| names[index].clone()),
        names,
        criteria: Vec::new(),
        document: number,
        place: place(line.start + task.at..line.start + line.text.trim_end().len().max(task.at)),
    }
}

/// The place of the first open task of a list.
pub(super) fn first_open(document: &SubjectDocument) -> Option<Place> {
    let mut lines = document.lines();
    let line = lines.find(|line| task(line.text).is_some_and(|task| !task.is_done))?;
    Some(document.place(line.start..line.start + line.text.trim_end().len()))
}

/// The task that a line is.
fn task(line: &str) -> Option<TaskText<'_>> {
    let item = line.trim_start().strip_prefix(['-', '*'])?;
    let inside = item.trim_start().strip_prefix('[')?;
    let mark = inside.chars().next().filter(|mark| mark.is_whitespace() || "xX".contains(*mark))?;
    let text = inside[mark.len_utf8()..].strip_prefix(']')?.trim_start();
    let at = line.len() - text.len();
    let id = task_id(text);
    let rest = text[id.len()..].trim_start_matches(['.', ':', ')']);
    Some(TaskText { is_done: !mark.is_whitespace(), at, id, text: rest.trim_start() })
}

/// The number that a text begins with: `1.2`, `1.2.3`, `1.2a`; empty where it begins with none.
fn task_id(text: &str) -> &str {
    let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    let mut parts = usize::from(end > 0);
    while parts > 0 && text[end..].starts_with('.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
        parts += 1;
    }
    if parts < 2 {
        return "";
    }
    end += text[end..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_end = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '/');
    if text[end..].chars().next().is_none_or(is_end) { &text[..end] } else { "" }
}

/// The number of a group by its heading: `2` of `2. Profiles`.
pub fn group_number(title: &str) -> Option<&str> {
    let (number, _) = title.split_once('.')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_a_box_with_perhaps_a_number() {
        for (line, found) in [
            ("- [ ] 1.1 Add it", Some((false, "1.1", "Add it"))),
            ("  * [X]2.10a: Add it", Some((true, "2.10a", "Add it"))),
            ("-[x] 1.2.3. Add it", Some((true, "1.2.3", "Add it"))),
            ("- [ ] Add it", Some((false, "", "Add it"))),
            ("- [ ] 12 apples", Some((false, "", "12 apples"))),
            ("- [ ] 3.12-slim images", Some((false, "", "3.12-slim images"))),
            ("- [ ] 1.1", Some((false, "1.1", ""))),
            ("- [ ]", Some((false, "", ""))),
            ("- [~] 1.1 Add it", None),
            ("- [] 1.1 Add it", None),
            ("+ [ ] 1.1 Add it", None),
            ("[ ] 1.1 Add it", None),
            ("- [", None),
        ] {
            let told = task(line).map(|task| (task.is_done, task.id, task.text));
            assert_eq!(told, found, "{line}");
        }
    }

    #[test]
    fn a_group_may_have_a_number() {
        assert_eq!(group_number("2. Profiles"), Some("2"));
        assert_eq!(group_number("Profiles 2.0"), None);
        assert_eq!(group_number(". Profiles"), None);
    }
}
