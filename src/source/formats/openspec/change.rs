//! A change, read whole: what its files say, and the model that they fill.

use super::delta::{DeltaEntry, DeltaRead};
use super::discover::ChangeFolder;
use super::proposal::ChangeProposal;
use super::settings::{ChangeSettings, SPEC_DRIVEN};
use super::tasks::read_tasks;
use crate::model::{Adapter, MalformedId, SubjectId, SubjectName};
use crate::source::subject::{
    Masking, RequirementKind, Subject, SubjectDocument, SubjectReading, SubjectRequirement,
};
use crate::source::{RfcState, SourceDiagnostic, Text};

/// What a change does to a capability.
#[derive(Debug)]
pub struct Delta {
    /// The capability; empty for a file directly in `specs/`, which is of none.
    pub capability: String,
    /// Index of its document.
    pub document: usize,
    /// What it says.
    pub read: DeltaRead,
}

/// A live or archived change.
#[derive(Debug)]
pub struct OpenSpecChange {
    /// What it shares with subjects of other formats.
    pub subject: Subject,
    /// Its deltas that could be read, by path.
    pub deltas: Vec<Delta>,
    /// The capabilities that a file of it is about, readable or not, sorted.
    pub touched: Vec<String>,
    /// Its proposal, when it could be read.
    pub proposal: Option<ChangeProposal>,
    /// Its settings, or why they cannot be read; `None` without a file of them.
    pub settings: Option<Result<ChangeSettings, SourceDiagnostic>>,
    /// The schema that it follows, when it is not the one whose files are known here.
    pub other_schema: Option<String>,
    /// Whether it has a proposal and a task list, readable or not.
    pub has: ChangeFiles,
    /// The path of its first file.
    pub first_file: String,
}

/// Which files of a change are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeFiles {
    /// `proposal.md`.
    pub proposal: bool,
    /// `tasks.md`.
    pub tasks: bool,
    /// Anything in `specs/`.
    pub specs: bool,
    /// A delta, of a capability or of none.
    pub deltas: bool,
}

impl OpenSpecChange {
    /// Reads a change.
    ///
    /// # Errors
    /// A name that is no id.
    pub(super) fn read(
        reading: &SubjectReading<'_>,
        name: &SubjectName,
        folder: &ChangeFolder,
        default_schema: Option<&str>,
    ) -> Result<Self, MalformedId> {
        let id = SubjectId::new(Adapter::OpenSpec, name.clone())?;
        let mut reader =
            ChangeReader { reading, folder, subject: Subject::blank(id, folder.path.clone()) };
        let settings = reader.settings();
        let named = settings.as_ref().and_then(|settings| settings.as_ref().ok());
        let named = named.and_then(|settings| settings.schema.as_deref()).or(default_schema);
        let other_schema = named.filter(|schema| *schema != SPEC_DRIVEN).map(str::to_owned);
        let comments = Masking::FencesAndComments;
        let proposal = reader.document("proposal.md", comments);
        let proposal = proposal.map(|at| ChangeProposal::of(&reader.subject.documents[at]));
        reader.document("design.md", comments);
        let mut deltas = Vec::new();
        for (capability, path) in folder.deltas() {
            // OpenSpec's own reader of deltas takes comments for text.
            let Some(document) = reader.document(path, Masking::Fences) else { continue };
            let read = DeltaRead::of(&reader.subject.documents[document]);
            reader.demand(capability, document, &read);
            deltas.push(Delta { capability: capability.to_owned(), document, read });
        }
        reader.tasks();
        let mut touched: Vec<String> = folder
            .deltas()
            .filter(|(capability, _)| !capability.is_empty())
            .map(|(capability, _)| capability.to_owned())
            .collect();
        touched.sort();
        let is_of_specs =
            |(path, _): &(String, _)| path.starts_with("specs/") && !path.contains("/.");
        let has = ChangeFiles {
            proposal: folder.has("proposal.md"),
            tasks: folder.has("tasks.md"),
            specs: folder.files.iter().any(is_of_specs),
            deltas: folder.deltas().next().is_some(),
        };
        let mut subject = reader.subject;
        if !has.tasks {
            subject.state = RfcState::NotDecomposed;
        }
        let first_file = folder.first_file();
        Ok(Self { subject, deltas, touched, proposal, settings, other_schema, has, first_file })
    }

    /// The entries of all deltas that are of a capability, each with its delta.
    pub fn entries(&self) -> impl Iterator<Item = (&Delta, &DeltaEntry)> {
        let deltas = self.deltas.iter().filter(|delta| !delta.capability.is_empty());
        deltas.flat_map(|delta| delta.read.entries.iter().map(move |entry| (delta, entry)))
    }

    /// The document of a delta.
    pub fn document(&self, delta: &Delta) -> &SubjectDocument {
        &self.subject.documents[delta.document]
    }

    /// The file that a finding about the change as a whole points at.
    pub fn main_file(&self) -> String {
        match self.has.proposal {
            true => format!("{}/proposal.md", self.subject.folder),
            false => self.first_file.clone(),
        }
    }

    /// Whether its settings say that it has no deltas on purpose.
    pub fn skips_specs(&self) -> bool {
        let settings = self.settings.as_ref().and_then(|settings| settings.as_ref().ok());
        settings.is_some_and(|settings| settings.skips_specs.is_some())
    }
}

/// The id by which entries of a capability are known in their change.
pub fn entry_id(capability: &str, name: &str) -> String {
    match capability {
        "" => name.to_owned(),
        _ => format!("{capability}: {name}"),
    }
}

struct ChangeReader<'r> {
    reading: &'r SubjectReading<'r>,
    folder: &'r ChangeFolder,
    subject: Subject,
}

impl ChangeReader<'_> {
    /// Reads a file, if it is there, and notes why it cannot be read; the index of its document.
    fn document(&mut self, name: &str, masking: Masking) -> Option<usize> {
        if !self.folder.has(name) {
            return None;
        }
        match self.reading.document(&format!("{}/{name}", self.folder.path), masking)? {
            Ok(document) => {
                self.subject.documents.push(document);
                Some(self.subject.documents.len() - 1)
            }
            Err(fault) => {
                let faults = &mut self.subject.faults;
                let at = faults.partition_point(|known| known.file < fault.file);
                faults.insert(at, fault);
                None
            }
        }
    }

    fn settings(&mut self) -> Option<Result<ChangeSettings, SourceDiagnostic>> {
        let at = self.document(".openspec.yaml", Masking::Fences)?;
        let document = &self.subject.documents[at];
        let read = ChangeSettings::of(document.text().as_bytes());
        Some(read.map_err(|fault| {
            let line = document.text().quoted_line(fault.place.line).to_owned();
            SourceDiagnostic::new(document.path(), fault, &line)
        }))
    }

    fn tasks(&mut self) {
        if let Some(at) = self.document("tasks.md", Masking::FencesAndComments)
            && let Some(document) = self.subject.documents.pop()
        {
            read_tasks(&document, at, &mut self.subject);
            self.subject.documents.push(document);
        }
    }

    fn demand(&mut self, capability: &str, number: usize, read: &DeltaRead) {
        let document = &self.subject.documents[number];
        let demands = read.entries.iter().map(|entry| {
            let id = entry_id(capability, entry.name());
            let criteria = entry.block.scenarios.iter().map(|(name, span)| Text {
                value: name.clone(),
                place: document.place_of(span.clone(), &id),
            });
            SubjectRequirement {
                kind: RequirementKind::Delta,
                operation: Some(entry.operation.as_str().to_owned()),
                text: entry.block.text.clone(),
                criteria: criteria.collect(),
                document: number,
                place: document.place_of(entry.block.header.clone(), &id),
                id,
            }
        });
        self.subject.requirements.extend(demands);
    }
}
