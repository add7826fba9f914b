//! A delta: what a change does to the requirements of one capability.

use std::ops::Range;

use super::blocks::{OpenBlock, RequirementBlock};
use super::headers::{
    is_lost_scenario, labelled_requirement, listed_requirement, requirement, section, strip_word,
    third,
};
use crate::source::subject::{DocumentLine, SubjectDocument};

/// What a change does to a requirement. In the order in which they are checked for names given twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeltaOperation {
    /// It is new.
    Added,
    /// It gets another text, as a whole.
    Modified,
    /// It goes.
    Removed,
    /// It gets another name.
    Renamed,
}

impl DeltaOperation {
    const ALL: [DeltaOperation; 4] = [
        DeltaOperation::Added,
        DeltaOperation::Modified,
        DeltaOperation::Removed,
        DeltaOperation::Renamed,
    ];

    /// The word of its section.
    pub const fn as_str(self) -> &'static str {
        match self {
            DeltaOperation::Added => "ADDED",
            DeltaOperation::Modified => "MODIFIED",
            DeltaOperation::Removed => "REMOVED",
            DeltaOperation::Renamed => "RENAMED",
        }
    }

    /// The operation of a section with this title.
    pub(super) fn of_section(title: &str) -> Option<Self> {
        let is_its = |operation: &DeltaOperation| {
            let rest = strip_word(title, operation.as_str());
            rest.is_some_and(|rest| rest.eq_ignore_ascii_case(" Requirements"))
        };
        Self::ALL.into_iter().find(is_its)
    }

    /// Whether its entries are whole requirements.
    pub fn has_text(self) -> bool {
        matches!(self, DeltaOperation::Added | DeltaOperation::Modified)
    }
}

/// One entry of a delta.
#[derive(Debug, Clone)]
pub struct DeltaEntry {
    /// What happens to the requirement.
    pub operation: DeltaOperation,
    /// The requirement as it is found there; of one that is renamed, its old name, and only the old
    /// name and line of the block are of use.
    pub block: RequirementBlock,
    /// The new name, and the line that gives it, in bytes.
    pub to: Option<(String, Range<usize>)>,
}

impl DeltaEntry {
    /// The name by which the requirement is looked up.
    pub fn name(&self) -> &str {
        &self.block.name
    }

    /// The name under which this entry brings a requirement into being.
    pub fn brings(&self) -> Option<&str> {
        match self.operation {
            DeltaOperation::Added => Some(self.name()),
            DeltaOperation::Renamed => self.to.as_ref().map(|(name, _)| name.as_str()),
            DeltaOperation::Modified | DeltaOperation::Removed => None,
        }
    }
}

/// A section of a delta.
#[derive(Debug, Clone)]
pub struct DeltaSection {
    /// What happens to the requirements below it.
    pub operation: DeltaOperation,
    /// The line of its header.
    pub line: u32,
    /// Whether it has an entry.
    pub is_empty: bool,
    /// Whether a new name without an old one, or the reverse, stands in it.
    pub has_half_renaming: bool,
}

/// What a file of a change says about the requirements of a capability.
#[derive(Debug, Clone, Default)]
pub struct DeltaRead {
    /// Its sections, in order.
    pub sections: Vec<DeltaSection>,
    /// Its entries, in order.
    pub entries: Vec<DeltaEntry>,
    /// The lines of third headings in ADDED and MODIFIED that the reader skips.
    pub skipped: Vec<u32>,
    /// The lines in ADDED and MODIFIED that are meant as scenarios and are none.
    pub lost_scenarios: Vec<u32>,
}

impl DeltaRead {
    /// Reads a delta.
    pub fn of(document: &SubjectDocument) -> Self {
        let mut reader = DeltaReader::default();
        for line in document.lines() {
            if let Some(title) = section(line.text) {
                reader.begin(title, line.number);
                continue;
            }
            let Some(operation) = reader.operation() else { continue };
            if reader.heads(operation, line) {
                continue;
            }
            if let Some(block) = &mut reader.open {
                block.push(line);
            }
        }
        reader.close();
        reader.read
    }
}

#[derive(Default)]
struct DeltaReader {
    read: DeltaRead,
    /// Whether lines belong to the last section.
    is_inside: bool,
    open: Option<OpenBlock>,
    /// The old name that waits for a new one.
    from: Option<RequirementBlock>,
}

impl DeltaReader {
    fn operation(&self) -> Option<DeltaOperation> {
        self.read.sections.last().filter(|_| self.is_inside).map(|section| section.operation)
    }

    fn begin(&mut self, title: &str, line: u32) {
        self.close();
        let operation = DeltaOperation::of_section(title);
        self.is_inside = operation.is_some();
        self.read.sections.extend(operation.map(|operation| DeltaSection {
            operation,
            line,
            is_empty: true,
            has_half_renaming: false,
        }));
    }

    /// Ends what is open.
    fn close(&mut self) {
        self.close_block();
        if self.from.take().is_some() {
            self.note_half();
        }
    }

    fn close_block(&mut self) {
        let Some(open) = self.open.take() else { return };
        if let Some(operation) = self.operation() {
            self.enter(DeltaEntry { operation, block: open.close(), to: None });
        }
    }

    fn enter(&mut self, entry: DeltaEntry) {
        self.read.entries.push(entry);
        if let Some(section) = self.read.sections.last_mut() {
            section.is_empty = false;
        }
    }

    fn note_half(&mut self) {
        if let Some(section) = self.read.sections.last_mut() {
            section.has_half_renaming = true;
        }
    }

    /// Whether a line begins an entry, so that it is no part of the one before.
    fn heads(&mut self, operation: DeltaOperation, line: DocumentLine<'_>) -> bool {
        match operation {
            DeltaOperation::Added | DeltaOperation::Modified => {
                let name = requirement(line.text);
                if name.is_none() && is_lost_scenario(line.text) {
                    self.read.lost_scenarios.push(line.number);
                } else if name.is_none() && third(line.text).is_some() {
                    self.read.skipped.push(line.number);
                }
                self.begin_block(name, line)
            }
            DeltaOperation::Removed => {
                let name = requirement(line.text).or_else(|| listed_requirement(line.text));
                self.begin_block(name, line)
            }
            DeltaOperation::Renamed => self.rename(line),
        }
    }

    fn begin_block(&mut self, name: Option<&str>, line: DocumentLine<'_>) -> bool {
        let Some(name) = name else { return false };
        self.close_block();
        self.open = Some(OpenBlock::new(name, line));
        true
    }

    fn rename(&mut self, line: DocumentLine<'_>) -> bool {
        if let Some(name) = labelled_requirement(line.text, "FROM:") {
            if self.from.replace(OpenBlock::new(name, line).close()).is_some() {
                self.note_half();
            }
            return true;
        }
        let Some(name) = labelled_requirement(line.text, "TO:") else { return false };
        match self.from.take() {
            Some(block) => {
                let span = line.start..line.start + line.text.trim_end().len();
                let to = Some((name.to_owned(), span));
                self.enter(DeltaEntry { operation: DeltaOperation::Renamed, block, to });
            }
            None => self.note_half(),
        }
        true
    }
}
