//! BMAD among the formats: what of a tree is read for it, and its plan as the one subject.

use std::collections::BTreeSet;

use super::{BmadPlan, EPICS, NAME, STORIES, find_epics};
use crate::model::{Adapter, FormatLayout, SubjectId, SubjectName};
use crate::port::{Snapshot, TreeEntry};
use crate::source::formats::SubjectNames;
use crate::source::formats::plan_format::{FormatPlans, FormatSubject, PlanFormat, files_below};
use crate::source::subject::{Subject, SubjectReading};

/// BMAD.
pub(in crate::source::formats) struct BmadFormat;

fn epics(entries: &[TreeEntry], layout: &FormatLayout) -> Option<String> {
    find_epics(entries, layout.root("epics").unwrap_or(EPICS))
}

fn stories(layout: &FormatLayout) -> &str {
    layout.root("stories").unwrap_or(STORIES)
}

impl PlanFormat for BmadFormat {
    fn adapter(&self) -> Adapter {
        Adapter::Bmad
    }

    fn is_in(&self, entries: &[TreeEntry], layout: &FormatLayout) -> bool {
        epics(entries, layout).is_some()
    }

    fn name_subjects(&self, _: &[TreeEntry], _: &FormatLayout, to: &mut SubjectNames) {
        let name = NAME.parse().ok();
        to.live.extend(name.and_then(|name| SubjectId::new(Adapter::Bmad, name).ok()));
    }

    fn documents(
        &self,
        entries: &[TreeEntry],
        layout: &FormatLayout,
        _: Option<&[&str]>,
    ) -> Vec<String> {
        let Some(epics) = epics(entries, layout) else { return Vec::new() };
        let is_read = |path: &str| path.ends_with(".md") || path.ends_with(".yaml");
        let mut paths = files_below(entries, stories(layout), is_read);
        paths.push(epics);
        paths
    }

    fn read(
        &self,
        documents: &dyn Snapshot,
        layout: &FormatLayout,
    ) -> Option<Box<dyn FormatPlans>> {
        let epics = epics(documents.entries(), layout)?;
        Some(Box::new(Bmad { epics, stories: stories(layout).to_owned() }))
    }
}

/// The plan of a tree.
#[derive(Debug)]
struct Bmad {
    /// The epics file.
    epics: String,
    /// The folder of the story files.
    stories: String,
}

impl FormatPlans for Bmad {
    fn adapter(&self) -> Adapter {
        Adapter::Bmad
    }

    fn subjects(&self) -> Vec<SubjectName> {
        NAME.parse().into_iter().collect()
    }

    fn folder_of(&self, _: &SubjectName) -> String {
        self.epics.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()
    }

    fn subject(
        &self,
        reading: &SubjectReading<'_>,
        name: &SubjectName,
    ) -> Option<Box<dyn FormatSubject>> {
        let (snapshot, is_for_evidence) = (reading.snapshot, reading.is_for_evidence);
        let read = || BmadPlan::read(snapshot, &self.epics, &self.stories, is_for_evidence);
        let plan = (name.as_str() == NAME).then(read)?;
        Some(Box::new(plan.ok()?))
    }

    fn roots(&self) -> Vec<String> {
        vec![self.epics.clone(), self.stories.clone()]
    }

    fn in_question(&self, changed: &[String]) -> BTreeSet<SubjectName> {
        let below = format!("{}/", self.stories);
        let is_own = |path: &String| *path == self.epics || path.starts_with(&below);
        match changed.iter().any(is_own) {
            true => self.subjects().into_iter().collect(),
            false => BTreeSet::new(),
        }
    }
}

impl FormatSubject for BmadPlan {
    fn subject(&self) -> &Subject {
        &self.subject
    }
}
