//! spec-kit among the formats: what of a tree is read for it, and its features as subjects.

use std::collections::BTreeSet;

use super::discovery::{FeatureFolders, elsewhere, is_detected};
use super::feature::Feature;
use crate::model::{Adapter, FormatLayout, SubjectId, SubjectName};
use crate::port::{Snapshot, TreeEntry};
use crate::source::formats::SubjectNames;
use crate::source::formats::plan_format::{
    FormatPlans, FormatSubject, PlanFormat, files_below, is_there,
};
use crate::source::subject::{Subject, SubjectReading};

/// spec-kit.
pub(in crate::source::formats) struct SpecKitFormat;

/// The key of the layout for the folder of the features, and that folder where nobody names another.
const KEY: &str = "specs";

/// Where spec-kit keeps its own files, and what all features obey.
const OWN: &str = ".specify";
const CONSTITUTION: &str = "memory/constitution.md";

fn root(layout: &FormatLayout) -> &str {
    layout.root(KEY).unwrap_or(KEY)
}

impl PlanFormat for SpecKitFormat {
    fn adapter(&self) -> Adapter {
        Adapter::SpecKit
    }

    fn is_in(&self, entries: &[TreeEntry], layout: &FormatLayout) -> bool {
        match layout.is_named(Adapter::SpecKit, KEY) {
            true => is_there(entries, root(layout)),
            false => is_detected(entries, KEY),
        }
    }

    fn name_subjects(&self, entries: &[TreeEntry], layout: &FormatLayout, to: &mut SubjectNames) {
        let folders = FeatureFolders::of(entries, root(layout));
        let id = |name| SubjectId::new(Adapter::SpecKit, name).ok();
        to.live.extend(folders.names.into_iter().filter_map(id));
    }

    fn documents(
        &self,
        entries: &[TreeEntry],
        layout: &FormatLayout,
        wanted: Option<&[&str]>,
    ) -> Vec<String> {
        let mut paths = files_below(entries, root(layout), |path| {
            let name = path.split('/').next().unwrap_or_default();
            path.ends_with(".md") && wanted.is_none_or(|names| names.contains(&name))
        });
        paths.extend(files_below(entries, OWN, |path| path == CONSTITUTION));
        paths
    }

    fn read(
        &self,
        documents: &dyn Snapshot,
        layout: &FormatLayout,
    ) -> Option<Box<dyn FormatPlans>> {
        let root = root(layout).to_owned();
        let folders = FeatureFolders::of(documents.entries(), &root);
        Some(Box::new(SpecKit { root, folders }))
    }

    fn elsewhere(&self, entries: &[TreeEntry], layout: &FormatLayout) -> Vec<String> {
        elsewhere(entries, root(layout))
    }
}

/// The features of a tree.
#[derive(Debug)]
pub struct SpecKit {
    /// The folder that holds one for each feature.
    pub root: String,
    /// What stands in it.
    pub folders: FeatureFolders,
}

impl SpecKit {
    fn has(&self, name: &SubjectName) -> bool {
        self.folders.names.binary_search(name).is_ok()
    }
}

impl FormatPlans for SpecKit {
    fn adapter(&self) -> Adapter {
        Adapter::SpecKit
    }

    fn subjects(&self) -> Vec<SubjectName> {
        self.folders.names.clone()
    }

    fn folder_of(&self, name: &SubjectName) -> String {
        format!("{}/{name}", self.root)
    }

    fn subject(
        &self,
        reading: &SubjectReading<'_>,
        name: &SubjectName,
    ) -> Option<Box<dyn FormatSubject>> {
        let feature = self.has(name).then(|| Feature::read(reading, &self.root, name));
        Some(Box::new(feature?.ok()?))
    }

    fn companions(&self, reading: &SubjectReading<'_>, subject: &dyn FormatSubject) -> Vec<String> {
        let Some(feature) = subject.known_as::<Feature>() else { return Vec::new() };
        let mut paths = feature.companions(reading);
        paths.push(format!("{OWN}/{CONSTITUTION}"));
        paths
    }

    fn roots(&self) -> Vec<String> {
        vec![self.root.clone()]
    }

    fn in_question(&self, changed: &[String]) -> BTreeSet<SubjectName> {
        let names = changed.iter().filter_map(|path| {
            let (name, _) = path.strip_prefix(&self.root)?.strip_prefix('/')?.split_once('/')?;
            name.parse().ok()
        });
        names.filter(|name| self.has(name)).collect()
    }

    fn nothing_live(&self) -> Option<String> {
        Some(format!("no folder in `{}/` holds spec.md, plan.md or tasks.md", self.root))
    }
}

impl FormatSubject for Feature {
    fn subject(&self) -> &Subject {
        &self.subject
    }
}
