//! The epics file: inventory, epics and stories. Knows lines, and nothing of other files.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::inventory::Inventory;
use super::numbers::{NamedId, requirements, stories};
use crate::source::subject::{DocumentLine, SubjectDocument, inline_code};

/// An epic that is written out.
#[derive(Debug, Clone)]
pub struct EpicEntry {
    /// Its number, in upper case.
    pub number: String,
    /// What its heading says behind the number.
    pub title: String,
    /// Its heading, in bytes.
    pub span: Range<usize>,
    /// The line of its heading.
    pub line: u32,
    /// How many stories stand below it.
    pub stories: usize,
}

/// A story of the epics file.
#[derive(Debug, Clone)]
pub struct StoryEntry {
    /// Its number, in upper case: `1.6A`.
    pub number: String,
    /// What its heading says behind the number.
    pub title: String,
    /// Its heading, in bytes.
    pub span: Range<usize>,
    /// The line of its heading.
    pub line: u32,
    /// The number of the epic that it stands below.
    pub below: Option<String>,
    /// Whether it has criteria, or a place for them.
    pub has_criteria: bool,
    /// The lines of its criteria, in bytes.
    pub criteria: Vec<Range<usize>>,
    /// The stories that it says it waits for, each with its bytes.
    pub waits_for: Vec<NamedId>,
    /// The requirements that its text names, each with its bytes.
    pub serves: Vec<NamedId>,
}

impl StoryEntry {
    /// The number of the epic that its own number names.
    pub fn epic(&self) -> &str {
        self.number.split('.').next().unwrap_or_default()
    }
}

/// What an epics file says.
#[derive(Debug, Default)]
pub struct Epics {
    /// Its requirements, and where they are covered.
    pub inventory: Inventory,
    /// The epics that are written out, in order.
    pub epics: Vec<EpicEntry>,
    /// The stories, in order.
    pub stories: Vec<StoryEntry>,
    /// Placeholders that are left, the first of each line, in bytes.
    pub placeholders: Vec<Range<usize>>,
}

static EPIC: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^epic\s+([0-9]{1,4}[a-z]?)\b").expect("a test compiles it"));

static STORY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^story\s+([0-9]{1,4}[a-z]?[.][0-9]{1,4}[a-z]?)\b").expect("a test compiles it")
});

static DEPENDENCIES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:[-*+]\s+)?\*\*(?:dependenc(?:y|ies)|depends\s+on|prerequisites?)\s*(?::\s*\*\*|\*\*\s*:)")
        .expect("a test compiles it")
});

/// `{{name}}`, and the sign before it, which of an expression is `$`.
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\$?\{\{\s*[A-Za-z_][A-Za-z0-9_. -]*\}\}").expect("a test compiles it")
});

const CRITERIA: &str = "acceptance criteria";

/// Which part of the file a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Other,
    /// The inventory, between its lists.
    Inventory,
    /// Its functional or non-functional requirements.
    Requirements,
    /// The coverage map, below a heading of this level.
    Map(usize),
}

impl Epics {
    /// Reads an epics file.
    pub fn of(document: &SubjectDocument) -> Self {
        let mut reader = EpicsReader::default();
        for line in document.lines() {
            match heading(line.text) {
                Some((level, title)) => reader.heading(level, title, line),
                None => reader.line(line),
            }
        }
        reader.read.placeholders = placeholders(document);
        reader.read
    }
}

/// The level and text of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    let is_heading = (1..=6).contains(&level) && rest.starts_with(char::is_whitespace);
    is_heading.then(|| (level, rest.trim()))
}

/// The placeholders of a template that a document has left, the first of each line. An expression of a
/// workflow, and code, are none.
pub(super) fn placeholders(document: &SubjectDocument) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for line in document.lines().filter(|line| line.text.contains("{{")) {
        let code = inline_code(line.text);
        let mut spans = PLACEHOLDER.find_iter(line.text).filter(|span| {
            let at = code.partition_point(|code| code.end <= span.start());
            let is_code = code.get(at).is_some_and(|code| code.start <= span.start());
            !span.as_str().starts_with('$') && !is_code
        });
        found.extend(spans.next().map(|span| line.start + span.start()..line.start + span.end()));
    }
    found
}

struct EpicsReader {
    read: Epics,
    part: Part,
    /// The epic whose section it is, of one that is gone too.
    below: Option<String>,
    is_in_story: bool,
    is_in_criteria: bool,
}

impl Default for EpicsReader {
    fn default() -> Self {
        let (below, part) = (None, Part::Other);
        Self { read: Epics::default(), part, below, is_in_story: false, is_in_criteria: false }
    }
}

impl EpicsReader {
    fn heading(&mut self, level: usize, title: &str, line: DocumentLine<'_>) {
        let lower = title.to_lowercase();
        let is_deeper_map = matches!(self.part, Part::Map(map) if level > map);
        if !is_deeper_map {
            let is_inside = level > 2 && matches!(self.part, Part::Inventory | Part::Requirements);
            self.part = if lower.contains("coverage map") {
                Part::Map(level)
            } else if level == 2 && lower.contains("requirements inventory") {
                Part::Inventory
            } else if is_inside
                && (lower.contains("functional") || level > 3 && self.part == Part::Requirements)
            {
                Part::Requirements
            } else if is_inside || matches!(self.part, Part::Map(_)) && level > 2 {
                Part::Inventory
            } else {
                Part::Other
            };
        } else {
            self.read.inventory.cover(line, true);
        }
        if level <= 3 {
            self.is_in_story = false;
        }
        self.is_in_criteria = self.is_in_story && lower.contains(CRITERIA);
        if let Some(story) = self.read.stories.last_mut().filter(|_| self.is_in_criteria) {
            story.has_criteria = true;
        }
        if level <= 2 {
            self.below = None;
        }
        let span = line.start..line.start + line.text.trim_end().len();
        let is_gone = title.contains("~~");
        let bare = title.trim_start_matches(['~', '*', ' ']);
        if level == 2
            && let Some(found) = EPIC.captures(bare)
        {
            let number = found[1].to_ascii_uppercase();
            self.below = Some(number.clone());
            if !is_gone {
                let title = behind(&bare[found[0].len()..]);
                let line = line.number;
                self.read.epics.push(EpicEntry { number, title, span, line, stories: 0 });
            }
        } else if level == 3
            && let Some(found) = STORY.captures(bare).filter(|_| !is_gone)
        {
            if let Some(epic) = self.read.epics.last_mut().filter(|_| self.below.is_some()) {
                epic.stories += 1;
            }
            self.is_in_story = true;
            self.read.stories.push(StoryEntry {
                number: found[1].to_ascii_uppercase(),
                title: behind(&bare[found[0].len()..]),
                span,
                line: line.number,
                below: self.below.clone(),
                has_criteria: false,
                criteria: Vec::new(),
                waits_for: Vec::new(),
                serves: Vec::new(),
            });
        }
    }

    fn line(&mut self, line: DocumentLine<'_>) {
        match self.part {
            Part::Requirements => self.read.inventory.define(line),
            Part::Map(_) => self.read.inventory.cover(line, true),
            Part::Other | Part::Inventory => {}
        }
        if !matches!(self.part, Part::Map(_)) && says_covered(line.text) {
            self.read.inventory.cover(line, false);
        }
        if !self.is_in_story {
            return;
        }
        let Some(story) = self.read.stories.last_mut() else { return };
        let (text, start) = (line.text, line.start);
        let lower = text.to_lowercase();
        if lower.contains(CRITERIA) {
            story.has_criteria = true;
            self.is_in_criteria = true;
        } else if !text.trim().is_empty() && (self.is_in_criteria || is_criterion(&lower)) {
            story.has_criteria = true;
            story.criteria.push(start..start + text.trim_end().len());
        }
        let at = |named: NamedId| NamedId {
            span: start + named.span.start..start + named.span.end,
            ..named
        };
        story.serves.extend(requirements(text).into_iter().map(at));
        if let Some(head) = DEPENDENCIES.find(text) {
            let shift = |mut named: NamedId| {
                named.span = named.span.start + head.end()..named.span.end + head.end();
                at(named)
            };
            story.waits_for.extend(stories(&text[head.end()..]).into_iter().map(shift));
        }
    }
}

/// What a heading says behind its number.
fn behind(text: &str) -> String {
    text.trim_start_matches([':', '-', '–', '—', '.', ' ']).trim().to_owned()
}

/// Whether a line names what its epic covers: `**FRs covered:** …`.
fn says_covered(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let words = text.split_at_checked("FRs covered".len());
    words.is_some_and(|(words, _)| words.eq_ignore_ascii_case("FRs covered"))
}

/// Whether a line, in lower case, is a criterion: it says Given or When.
fn is_criterion(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, '.' | ')' | '-' | '+' | '*' | '_' | ' ' | '>')
    });
    ["given", "when"].iter().any(|word| {
        let rest = text.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}
