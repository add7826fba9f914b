//! What a subject consists of, whichever format it is written in. Accessors never judge: gates do.

use super::document::SubjectDocument;
use crate::model::{Place, SubjectId};
use crate::source::{RfcState, SourceDiagnostic, Text};

/// What one review is about: an OpenSpec change, a spec-kit feature, a BMAD plan.
#[derive(Debug)]
pub struct Subject {
    /// Its id.
    pub id: SubjectId,
    /// Its title, or its name when its documents give none.
    pub title: String,
    /// Its folder, from the repository's root.
    pub folder: String,
    /// What there is of it.
    pub state: RfcState,
    /// The documents that were read, in the order in which its format names them.
    pub documents: Vec<SubjectDocument>,
    /// The documents that could not be read (A1 to A3), by path.
    pub faults: Vec<SourceDiagnostic>,
    /// What it demands, in the order of its documents.
    pub requirements: Vec<SubjectRequirement>,
    /// What is to be done, in the order of its documents.
    pub work_items: Vec<WorkItem>,
    /// The phases or groups that the work is in, in order.
    pub groups: Vec<WorkGroup>,
}

impl Subject {
    /// A subject of which nothing was read yet.
    pub fn blank(id: SubjectId, folder: String) -> Self {
        Self {
            title: id.name().to_string(),
            id,
            folder,
            state: RfcState::Ok,
            documents: Vec::new(),
            faults: Vec::new(),
            requirements: Vec::new(),
            work_items: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// The document with this name, from the subject's folder.
    pub fn document(&self, name: &str) -> Option<&SubjectDocument> {
        self.documents.iter().find(|document| {
            let rest = document.path().strip_prefix(self.folder.as_str());
            rest.and_then(|rest| rest.strip_prefix('/')) == Some(name)
        })
    }

    /// Whether a document of this name is there and could not be read.
    pub fn is_unreadable(&self, name: &str) -> bool {
        let path = format!("{}/{name}", self.folder);
        self.faults.iter().any(|fault| fault.file == path)
    }

    /// Whether there is work, and all of it is done or given up.
    pub fn is_finished(&self) -> bool {
        let mut live = self.work_items.iter().filter(|item| item.status != WorkStatus::Dead);
        let is_done = |item: &WorkItem| item.status == WorkStatus::Done;
        live.next().is_some_and(is_done) && live.all(is_done)
    }
}

/// What kind of demand a requirement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequirementKind {
    /// A story of a user.
    Story,
    /// What the thing does.
    Functional,
    /// What is measured of it in the end.
    Outcome,
    /// What a change does to a requirement that is in force.
    Delta,
}

/// Something that a subject demands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubjectRequirement {
    /// Its id, local to the subject: `US2`, `FR-003`, `Theme selection`.
    pub id: String,
    /// What kind of demand it is.
    pub kind: RequirementKind,
    /// Of a delta, what it does: `ADDED`, `MODIFIED`, `REMOVED`, `RENAMED`.
    pub operation: Option<String>,
    /// What it says.
    pub text: String,
    /// How it is judged: scenarios, acceptance criteria.
    pub criteria: Vec<Text>,
    /// Index of its document.
    pub document: usize,
    /// Where it stands.
    pub place: Place,
}

/// Whether work is still to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorkStatus {
    /// It is to be done.
    Open,
    /// It is done.
    Done,
    /// It was given up.
    Dead,
}

/// Something to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkItem {
    /// Its id, local to the subject: `T012`, `1.3`.
    pub id: String,
    /// What is to be done, on one line.
    pub text: String,
    /// How far it is.
    pub status: WorkStatus,
    /// The requirements that it serves.
    pub serves: Vec<EntityRef>,
    /// The work items that it waits for.
    pub waits_for: Vec<EntityRef>,
    /// Index of its group.
    pub group: Option<usize>,
    /// Whether it may be done beside its neighbours.
    pub parallel: bool,
    /// The file that it writes.
    pub writes: Option<NamedPath>,
    /// All files that it names, that one included.
    pub names: Vec<NamedPath>,
    /// How it is judged.
    pub criteria: Vec<Text>,
    /// Index of its document.
    pub document: usize,
    /// Where it stands, from its id to the end of its text.
    pub place: Place,
}

/// An entity that another one names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityRef {
    /// The id that is named.
    pub id: String,
    /// Where, in the document of the one that names it.
    pub place: Place,
}

/// A path that a work item names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPath {
    /// The path as it is compared: without `./` and brackets around it.
    pub path: String,
    /// Where it is named.
    pub place: Place,
}

/// A phase or group of work items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkGroup {
    /// Its heading.
    pub title: String,
    /// The requirements that all its work serves.
    pub serves: Vec<String>,
    /// Index of its document.
    pub document: usize,
    /// Its heading's place.
    pub place: Place,
}
