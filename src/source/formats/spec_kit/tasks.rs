//! `tasks.md`: its phases, its tasks, and the checkboxes that are none.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::citations::{RequirementCitation, citations};
use super::stories::story_references;
use super::task_line::{TaskLine, open_box, task};
use super::waits::{TaskNumbers, task_number, waits_for};
use crate::model::Place;
use crate::source::subject::{
    DocumentLine, EntityRef, NamedPath, SubjectDocument, SubjectRequirement, WorkGroup, WorkItem,
    heading, indent, path_tokens, written,
};

/// Stories that one heading names.
const MOST_STORIES: usize = 30;

/// Entries that the ranges of dependencies expand to, of all tasks together: a short text can name
/// all tasks many times.
const MOST_EXPANDED: usize = 200_000;

/// What of a task rules ask beside the work item that it is, by the same index.
#[derive(Debug)]
pub struct FeatureTask {
    /// Its text in the document, behind its tags.
    pub text: Range<usize>,
    /// Its lines.
    pub lines: Range<u32>,
    /// The tasks that it stands beside: consecutive `[P]` tasks have one number.
    pub run: Option<usize>,
    /// The stories that its tags name, known or not.
    pub stories: Vec<EntityRef>,
    /// The requirements that its text cites, known or not.
    pub cites: Vec<RequirementCitation>,
    /// Whether a task before it has the same id.
    pub is_again: bool,
}

/// What was read of the tasks.
#[derive(Debug, Default)]
pub struct TaskReading {
    /// The tasks.
    pub tasks: Vec<FeatureTask>,
    /// The checkboxes without an id, in the order of the file.
    pub boxes: Vec<Place>,
    /// Those among the tasks that stand no deeper than one.
    pub strays: Vec<Place>,
    /// Of each group its lines, and whether its heading is one of a phase.
    pub sections: Vec<(Range<u32>, bool)>,
    /// Whether any of them is a phase.
    pub has_phases: bool,
    pub(super) items: Vec<WorkItem>,
    pub(super) groups: Vec<WorkGroup>,
}

impl TaskReading {
    /// Whether a line stands in a phase; in a file without phases, in any section.
    pub fn is_in_phase(&self, line: u32) -> bool {
        let at = self.sections.partition_point(|(lines, _)| lines.end <= line);
        let section = self.sections.get(at).filter(|(lines, _)| lines.contains(&line));
        section.is_some_and(|(_, is_phase)| *is_phase || !self.has_phases)
    }

    /// Whether a line is one of a task.
    pub fn is_of_task(&self, line: u32) -> bool {
        let at = self.tasks.partition_point(|task| task.lines.end <= line);
        self.tasks.get(at).is_some_and(|task| task.lines.contains(&line))
    }
}

/// A line that begins a task, before it is known whether it repeats one.
struct Begun<'d> {
    line: DocumentLine<'d>,
    task: TaskLine,
    group: Option<usize>,
    in_phase: bool,
    run: Option<usize>,
    end: usize,
    last_line: u32,
}

/// Reads the tasks of the document at this index, which serve these requirements.
pub(super) fn read(
    document: &SubjectDocument,
    index: usize,
    requirements: &[SubjectRequirement],
) -> TaskReading {
    let mut reading = TaskReading::default();
    let begun = lines(document, index, &mut reading);
    let in_phases: HashSet<&str> = begun
        .iter()
        .filter(|task| task.in_phase)
        .map(|task| &task.line.text[task.task.id.clone()])
        .collect();
    let has_phases = reading.sections.iter().any(|(_, is_phase)| *is_phase);
    reading.has_phases = has_phases;
    let mut room = MOST_EXPANDED;
    let mut seen: HashMap<&str, ()> = HashMap::new();
    let mut kept: Vec<(&Begun<'_>, bool)> = Vec::new();
    for task in &begun {
        let id = &task.line.text[task.task.id.clone()];
        let is_again = seen.insert(id, ()).is_some();
        // Outside the phases a line that repeats a task is a summary of it.
        if has_phases && !task.in_phase && (is_again || in_phases.contains(id)) {
            continue;
        }
        kept.push((task, is_again));
    }
    let declared: TaskNumbers<'_> = kept
        .iter()
        .map(|(task, _)| &task.line.text[task.task.id.clone()])
        .map(|id| (task_number(id), id))
        .collect();
    let known: HashSet<&str> = requirements.iter().map(|known| known.id.as_str()).collect();
    for (task, is_again) in &kept {
        let (item, facts) =
            work_item(document, index, task, *is_again, &declared, &known, &mut room);
        reading.items.push(item);
        reading.tasks.push(facts);
    }
    reading
}

/// Goes over the lines: groups, boxes, and where tasks begin and end.
fn lines<'d>(
    document: &'d SubjectDocument,
    index: usize,
    reading: &mut TaskReading,
) -> Vec<Begun<'d>> {
    let mut begun: Vec<Begun<'_>> = Vec::new();
    // The section that the lines are in: its index, level, and whether it is a phase.
    let mut section: Option<(usize, usize, bool)> = None;
    let (mut run, mut runs) = (None, 0);
    // Blanks before the last task, while nothing but boxes and what is deeper came since.
    let mut among: Option<usize> = None;
    // Blanks before the task whose text may go on.
    let mut open: Option<usize> = None;
    for line in document.lines() {
        let text = line.text;
        if text.trim().is_empty() {
            open = None;
            continue;
        }
        let task = task(text);
        if let Some(found) = heading(text) {
            (run, among, open) = (None, None, None);
            let is_phase = is_phase(found.text);
            if task.is_none()
                && (is_phase
                    || found.level <= 2
                    || section.is_some_and(|(_, level, _)| found.level <= level))
            {
                if let Some((last, _, _)) = section.take() {
                    reading.sections[last].0.end = line.number;
                }
                if is_phase || found.level == 2 {
                    section = Some((reading.groups.len(), found.level, is_phase));
                    reading.sections.push((line.number..u32::MAX, is_phase));
                    reading.groups.push(group(document, index, line, found.text));
                }
            }
        }
        if let Some(task) = task {
            if task.parallel && task.indent.is_some() {
                let next = || {
                    runs += 1;
                    runs
                };
                run = Some(run.unwrap_or_else(next));
            } else {
                run = None;
            }
            (among, open) = (task.indent, task.indent);
            let end = line.start + text.trim_end().len();
            let (group, in_phase) = match section {
                Some((group, _, is_phase)) => (Some(group), is_phase),
                None => (None, false),
            };
            begun.push(Begun { line, task, group, in_phase, run, end, last_line: line.number });
            continue;
        }
        if heading(text).is_some() {
            continue;
        }
        let depth = indent(text);
        if let Some((_, start)) = open_box(text) {
            let place =
                document.place(line.start + depth..line.start + text.trim_end().len().max(start));
            if among.is_some_and(|of_task| depth <= of_task) {
                reading.strays.push(place.clone());
            }
            reading.boxes.push(place);
            open = None;
        } else if let Some(last) = begun.last_mut().filter(|_| open.is_some_and(|of| depth > of)) {
            last.end = line.start + text.trim_end().len();
            last.last_line = line.number;
        } else if depth == 0 {
            (among, open) = (None, None);
        } else {
            open = None;
        }
    }
    begun
}

/// Whether a heading is one of a phase. "Phase Dependencies" is a heading of the template, below its
/// phases.
fn is_phase(heading: &str) -> bool {
    let text = heading.trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = text.get(..5).filter(|word| word.eq_ignore_ascii_case("phase")).map(|_| &text[5..]);
    let word = rest.filter(|rest| rest.starts_with([' ', '\t'])).map(str::trim_start);
    word.is_some_and(|word| {
        let dependencies = word.get(..9).is_some_and(|w| w.eq_ignore_ascii_case("dependenc"));
        word.starts_with(char::is_alphanumeric) && !dependencies
    })
}

fn group(
    document: &SubjectDocument,
    index: usize,
    line: DocumentLine<'_>,
    text: &str,
) -> WorkGroup {
    let mut serves: Vec<String> = Vec::new();
    for story in story_references(text) {
        let id = format!("US{}", story.number);
        if !serves.contains(&id) && serves.len() < MOST_STORIES {
            serves.push(id);
        }
    }
    let place = document.place(line.start..line.start + line.text.trim_end().len());
    WorkGroup { title: text.to_owned(), serves, document: index, place }
}

fn work_item(
    document: &SubjectDocument,
    index: usize,
    begun: &Begun<'_>,
    is_again: bool,
    declared: &TaskNumbers<'_>,
    known: &HashSet<&str>,
    room: &mut usize,
) -> (WorkItem, FeatureTask) {
    let start = begun.line.start;
    let id = begun.line.text[begun.task.id.clone()].to_owned();
    let span = (start + begun.task.text).min(begun.end)..begun.end;
    let text = &document.visible()[span.clone()];
    let place = |part: &Range<usize>| {
        document.place_of(span.start + part.start..span.start + part.end, &id)
    };
    let stories: Vec<EntityRef> = begun
        .task
        .stories
        .iter()
        .map(|(number, part)| EntityRef {
            id: format!("US{number}"),
            place: document.place_of(start + part.start..start + part.end, &id),
        })
        .collect();
    let cites = citations(text);
    let cited = cites.iter().filter(|cited| known.contains(cited.id.as_str()));
    let cited = cited.map(|cited| EntityRef { id: cited.id.clone(), place: place(&cited.span) });
    let waits = waits_for(text, declared, room);
    let waits_for = waits.iter().map(|(id, part)| EntityRef { id: id.clone(), place: place(part) });
    let tokens = path_tokens(text);
    let named =
        |at: usize| NamedPath { path: tokens[at].path.clone(), place: place(&tokens[at].span) };
    let item = WorkItem {
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        status: begun.task.status,
        serves: stories.iter().cloned().chain(cited).collect(),
        waits_for: waits_for.collect(),
        group: begun.group,
        parallel: begun.task.parallel,
        writes: written(text, &tokens).map(named),
        names: (0..tokens.len()).map(named).collect(),
        criteria: Vec::new(),
        document: index,
        place: document.place_of(start + begun.task.id.start..begun.end, &id),
        id,
    };
    let lines = begun.line.number..begun.last_line + 1;
    let run = begun.run;
    (item, FeatureTask { text: span, lines, run, stories, cites, is_again })
}
