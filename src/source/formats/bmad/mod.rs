//! BMAD, version 6: the epics file as one subject, with its sprint status and story files. Fills the
//! neutral model of [`subject`](crate::source::subject); judges nothing.

mod epics;
mod format;
mod inventory;
mod numbers;
mod sprint;
mod story_file;

use std::collections::{HashMap, HashSet};

use crate::model::{Adapter, MalformedId, NodePath, SubjectId};
use crate::port::{Snapshot, TreeEntry, beneath, has, par_map, threads};
use crate::source::subject::{
    EntityRef, Masking, RequirementKind, Subject, SubjectDocument, SubjectReading,
    SubjectRequirement, WorkGroup, WorkItem, WorkStatus,
};
use crate::source::{SourceDiagnostic, Text};

pub(super) use format::BmadFormat;

pub use epics::{EpicEntry, Epics, StoryEntry};
pub use inventory::{CoverageLine, Inventory, InventoryEntry};
pub use numbers::NamedId;
pub use sprint::{STATUSES, SprintStatus, TrackedKey, story_number};
pub use story_file::{StoryFile, TaskCriteria};

/// The epics file, unless the configuration names another.
pub const EPICS: &str = "_bmad-output/planning-artifacts/epics.md";

/// Where else the epics file may be.
pub const EPICS_ELSEWHERE: [&str; 2] = ["docs/epics.md", "_bmad-output/epics.md"];

/// The folder of the sprint status and the story files, unless the configuration names another.
pub const STORIES: &str = "_bmad-output/implementation-artifacts";

/// The name of the one subject.
pub const NAME: &str = "epics";

/// The epics file of a tree: the one that is configured, or one of the usual ones.
pub fn find_epics(entries: &[TreeEntry], configured: &str) -> Option<String> {
    let paths = [configured].into_iter().chain(EPICS_ELSEWHERE);
    paths.into_iter().find(|path| has(entries, path)).map(str::to_owned)
}

/// A plan of BMAD, read whole.
#[derive(Debug)]
pub struct BmadPlan {
    /// What it shares with subjects of other formats.
    pub subject: Subject,
    /// The epics file; `None` when it cannot be read.
    pub epics: Option<Epics>,
    /// Index of its document.
    pub epics_document: usize,
    /// The sprint status, or why it cannot be read; `None` without one.
    pub sprint: Option<Result<SprintStatus, SourceDiagnostic>>,
    /// Index of its document.
    pub sprint_document: usize,
    /// The story files that could be read, by path.
    pub files: Vec<StoryFile>,
    /// The numbers of all story files, readable or not.
    pub with_files: HashSet<String>,
}

impl BmadPlan {
    /// Reads a plan: the epics file at this path, and what is in the folder of stories.
    ///
    /// # Errors
    /// Never: its name is an id.
    pub fn read(
        snapshot: &dyn Snapshot,
        epics: &str,
        stories: &str,
        is_for_evidence: bool,
    ) -> Result<Self, MalformedId> {
        let reading = SubjectReading { snapshot, is_for_evidence };
        let id = SubjectId::new(Adapter::Bmad, NAME.parse()?)?;
        let folder = epics.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut plan = Self {
            subject: Subject::blank(id, folder.to_owned()),
            epics: None,
            epics_document: 0,
            sprint: None,
            sprint_document: 0,
            files: Vec::new(),
            with_files: HashSet::new(),
        };
        if let Some(index) = plan.take(reading.document(epics, Masking::FencesAndComments)) {
            plan.epics = Some(Epics::of(&plan.subject.documents[index]));
            plan.epics_document = index;
        }
        let sprint = format!("{stories}/sprint-status.yaml");
        if let Some(index) = plan.take(reading.document(&sprint, Masking::Fences)) {
            let document = &plan.subject.documents[index];
            let read = SprintStatus::of(document.text().as_bytes());
            plan.sprint_document = index;
            plan.sprint = Some(read.map_err(|fault| {
                let line = document.text().quoted_line(fault.place.line).to_owned();
                SourceDiagnostic::new(document.path(), fault, &line)
            }));
        }
        plan.read_stories(&reading, stories);
        plan.fill();
        Ok(plan)
    }

    /// Takes in a document, or why it cannot be read; its index.
    fn take(&mut self, read: Option<Result<SubjectDocument, SourceDiagnostic>>) -> Option<usize> {
        match read? {
            Ok(document) => {
                self.subject.documents.push(document);
                Some(self.subject.documents.len() - 1)
            }
            Err(fault) => {
                self.subject.faults.push(fault);
                None
            }
        }
    }

    fn read_stories(&mut self, reading: &SubjectReading<'_>, folder: &str) {
        let names = beneath(reading.snapshot.entries(), folder);
        let stems = names.filter_map(|(name, _)| name.strip_suffix(".md"));
        let named: Vec<(String, String)> = stems
            .filter(|stem| !stem.contains('/'))
            .filter_map(|stem| Some((story_number(stem)?, stem.to_owned())))
            .collect();
        self.with_files = named.iter().map(|(number, _)| number.clone()).collect();
        let read = |(_, stem): &(String, String)| {
            Some(reading.document(&format!("{folder}/{stem}.md"), Masking::FencesAndComments))
        };
        let documents = par_map(threads(), &named, || (), |(), one| read(one)).unwrap_or_default();
        for ((number, stem), document) in named.into_iter().zip(documents) {
            if let Some(index) = self.take(document) {
                let document = &self.subject.documents[index];
                self.files.push(StoryFile::of(document, index, number, &stem));
            }
        }
        self.subject.faults.sort_by(|one, other| one.file.cmp(&other.file));
    }

    /// Whether a story is done, by the sprint status or, where that does not track it, by its file.
    pub fn is_done(&self, number: &str) -> bool {
        self.status_of(number).is_some_and(|status| matches!(status, "done" | "completed"))
    }

    fn status_of(&self, number: &str) -> Option<&str> {
        let tracked = self.sprint.as_ref().and_then(|sprint| sprint.as_ref().ok());
        let tracked = tracked.and_then(|sprint| sprint.of_story(number));
        let file = || self.files.iter().find(|file| file.number == number)?.status.as_ref();
        tracked.map(|key| key.status.as_str()).or_else(|| file().map(|(said, _)| said.as_str()))
    }

    /// Fills the neutral model.
    fn fill(&mut self) {
        let Some(epics) = &self.epics else { return };
        let document = &self.subject.documents[self.epics_document];
        let index = self.epics_document;
        let requirements = epics.inventory.entries.iter().map(|entry| SubjectRequirement {
            kind: match entry.id.starts_with('N') {
                true => RequirementKind::Outcome,
                false => RequirementKind::Functional,
            },
            operation: None,
            text: entry.text.clone(),
            criteria: Vec::new(),
            document: index,
            place: document.place_of(entry.span.clone(), &entry.id),
            id: entry.id.clone(),
        });
        let groups: Vec<WorkGroup> = epics
            .epics
            .iter()
            .map(|epic| WorkGroup {
                title: format!("Epic {}: {}", epic.number, epic.title),
                serves: Vec::new(),
                document: index,
                place: document.text().place(epic.span.clone(), NodePath::Line),
            })
            .collect();
        let by_number: HashMap<&str, usize> =
            epics.epics.iter().enumerate().map(|(at, epic)| (epic.number.as_str(), at)).collect();
        let items: Vec<WorkItem> = epics
            .stories
            .iter()
            .map(|story| {
                let place =
                    |span: &std::ops::Range<usize>| document.place_of(span.clone(), &story.number);
                let entity =
                    |named: &NamedId| EntityRef { id: named.id.clone(), place: place(&named.span) };
                let serves = story.serves.iter();
                let serves = serves.filter(|named| epics.inventory.defined.contains(&named.id));
                WorkItem {
                    id: story.number.clone(),
                    text: story.title.clone(),
                    status: work_status(self.status_of(&story.number)),
                    serves: serves.map(entity).collect(),
                    waits_for: story.waits_for.iter().map(entity).collect(),
                    group: story.below.as_deref().and_then(|epic| by_number.get(epic).copied()),
                    parallel: false,
                    writes: None,
                    names: Vec::new(),
                    criteria: story
                        .criteria
                        .iter()
                        .map(|span| Text {
                            value: document.visible()[span.clone()].trim().to_owned(),
                            place: place(span),
                        })
                        .collect(),
                    document: index,
                    place: place(&story.span),
                }
            })
            .collect();
        let requirements: Vec<SubjectRequirement> = requirements.collect();
        self.subject.requirements = requirements;
        self.subject.groups = groups;
        self.subject.work_items = items;
    }

    /// The document of the epics file.
    pub fn epics_file(&self) -> Option<(&SubjectDocument, &Epics)> {
        Some((&self.subject.documents[self.epics_document], self.epics.as_ref()?))
    }

    /// The document of the sprint status, when it could be read.
    pub fn sprint_file(&self) -> Option<(&SubjectDocument, &SprintStatus)> {
        let sprint = self.sprint.as_ref()?.as_ref().ok()?;
        Some((&self.subject.documents[self.sprint_document], sprint))
    }
}

fn work_status(status: Option<&str>) -> WorkStatus {
    match status {
        Some("done" | "completed") => WorkStatus::Done,
        Some("superseded" | "cancelled" | "skipped" | "deferred") => WorkStatus::Dead,
        _ => WorkStatus::Open,
    }
}
