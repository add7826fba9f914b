//! One feature: which documents it has, and what they say together.

use super::{spec, tasks};
use crate::model::{Adapter, MalformedId, SubjectId, SubjectName};
use crate::port::{EntryKind, beneath};
use crate::source::RfcState;
use crate::source::subject::{EntityRef, Masking, Subject, SubjectDocument, SubjectReading};
use tasks::TaskReading;

/// What a feature demands.
pub const SPEC: &str = "spec.md";
/// How it is to be built.
pub const PLAN: &str = "plan.md";
/// What is to be done.
pub const TASKS: &str = "tasks.md";

/// What members of a council see beside the three documents: files and folders of a feature.
pub const COMPANIONS: [&str; 5] =
    ["research.md", "data-model.md", "quickstart.md", "contracts/", "checklists/"];

/// A feature, as its documents have it.
#[derive(Debug)]
pub struct Feature {
    /// The neutral model of it.
    pub subject: Subject,
    /// What rules ask of its tasks.
    pub tasks: TaskReading,
    /// Stories that were defined before.
    pub stories_again: Vec<EntityRef>,
    /// Requirements that were defined before, in the form of a definition.
    pub requirements_again: Vec<EntityRef>,
}

impl Feature {
    /// Reads the feature with this name below `root`.
    pub fn read(
        reading: &SubjectReading<'_>,
        root: &str,
        name: &SubjectName,
    ) -> Result<Self, MalformedId> {
        let id = SubjectId::new(Adapter::SpecKit, name.clone())?;
        let mut subject = Subject::blank(id, format!("{root}/{name}"));
        for document in [SPEC, PLAN, TASKS] {
            let path = format!("{}/{document}", subject.folder);
            match reading.document(&path, Masking::FencesAndComments) {
                None => {}
                Some(Ok(document)) => subject.documents.push(document),
                Some(Err(fault)) => subject.faults.push(fault),
            }
        }
        Ok(Self::of(subject))
    }

    fn of(mut subject: Subject) -> Self {
        let at = |subject: &Subject, name: &str| {
            let path = format!("{}/{name}", subject.folder);
            subject.documents.iter().position(|document| document.path() == path)
        };
        let mut specification = spec::SpecReading::default();
        if let Some(index) = at(&subject, SPEC) {
            specification = spec::read(&subject.documents[index], index);
        }
        if let Some(title) = specification.title.filter(|title| !title.is_empty()) {
            subject.title = title;
        }
        subject.requirements = specification.requirements;
        let mut tasks = TaskReading::default();
        match at(&subject, TASKS) {
            Some(index) => {
                tasks = tasks::read(&subject.documents[index], index, &subject.requirements);
            }
            None if subject.is_unreadable(TASKS) => {}
            None => subject.state = RfcState::SeedOnly,
        }
        subject.work_items = std::mem::take(&mut tasks.items);
        subject.groups = std::mem::take(&mut tasks.groups);
        let (stories_again, requirements_again) =
            (specification.stories_again, specification.requirements_again);
        Self { subject, tasks, stories_again, requirements_again }
    }

    /// What it demands.
    pub fn spec(&self) -> Option<&SubjectDocument> {
        self.subject.document(SPEC)
    }

    /// What is to be done.
    pub fn task_list(&self) -> Option<&SubjectDocument> {
        self.subject.document(TASKS)
    }

    /// The paths of what members of a council see beside its documents, by [`COMPANIONS`].
    pub fn companions(&self, reading: &SubjectReading<'_>) -> Vec<String> {
        let below = beneath(reading.snapshot.entries(), &self.subject.folder);
        let is_one = |path: &str| {
            COMPANIONS.iter().any(|name| match name.strip_suffix('/') {
                Some(_) => path.starts_with(name) && path.ends_with(".md"),
                None => path == *name,
            })
        };
        let found = below.filter(|(path, kind)| *kind == EntryKind::File && is_one(path));
        found.map(|(path, _)| format!("{}/{path}", self.subject.folder)).collect()
    }
}
