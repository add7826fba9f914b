//! OpenSpec among the formats: what of a tree is read for it, and its changes as subjects.

use std::collections::BTreeSet;

use super::discover::{OpenSpecTree, ROOT, capability_of, undated};
use super::{OpenSpec, OpenSpecChange};
use crate::model::{Adapter, FormatLayout, SubjectId, SubjectName};
use crate::port::{Snapshot, TreeEntry};
use crate::source::formats::SubjectNames;
use crate::source::formats::plan_format::{
    FormatPlans, FormatSubject, PlanFormat, files_below, is_there,
};
use crate::source::subject::{LARGEST, Subject, SubjectReading};
use crate::source::ticket::Ticket;

/// OpenSpec.
pub(in crate::source::formats) struct OpenSpecFormat;

/// The key of the layout for its folder.
const KEY: &str = "openspec";

fn root(layout: &FormatLayout) -> &str {
    layout.root(KEY).unwrap_or(ROOT)
}

impl PlanFormat for OpenSpecFormat {
    fn adapter(&self) -> Adapter {
        Adapter::OpenSpec
    }

    fn is_in(&self, entries: &[TreeEntry], layout: &FormatLayout) -> bool {
        match layout.is_named(Adapter::OpenSpec, KEY) {
            true => is_there(entries, root(layout)),
            false => OpenSpecTree::is_in(entries, ROOT),
        }
    }

    fn name_subjects(&self, entries: &[TreeEntry], layout: &FormatLayout, to: &mut SubjectNames) {
        let tree = OpenSpecTree::of(entries, root(layout));
        let id = |name: &str| SubjectId::new(Adapter::OpenSpec, name.parse().ok()?).ok();
        to.live.extend(tree.changes.keys().filter_map(|name| id(name.as_str())));
        to.archived.extend(tree.archived.keys().filter_map(|folder| {
            let (date, name) = undated(folder);
            Some((id(name)?, date.map(str::to_owned)))
        }));
    }

    fn documents(
        &self,
        entries: &[TreeEntry],
        layout: &FormatLayout,
        wanted: Option<&[&str]>,
    ) -> Vec<String> {
        files_below(entries, root(layout), |path| match path.strip_prefix("changes/") {
            // O40 alone asks what was archived.
            Some(rest) if rest.starts_with("archive/") => {
                wanted.is_none() && (path.ends_with("/tasks.md") || path.ends_with("/spec.md"))
            }
            Some(rest) => {
                let (name, file) = rest.split_once('/').unwrap_or((rest, ""));
                file.ends_with("spec.md") || wanted.is_none_or(|names| names.contains(&name))
            }
            None => path.ends_with(".md") || path.ends_with(".yaml"),
        })
    }

    fn read(
        &self,
        documents: &dyn Snapshot,
        layout: &FormatLayout,
    ) -> Option<Box<dyn FormatPlans>> {
        let tree = OpenSpecTree::of(documents.entries(), root(layout));
        Some(Box::new(OpenSpec::read(documents, tree)))
    }
}

impl FormatPlans for OpenSpec {
    fn adapter(&self) -> Adapter {
        Adapter::OpenSpec
    }

    fn subjects(&self) -> Vec<SubjectName> {
        self.tree.changes.keys().cloned().collect()
    }

    fn folder_of(&self, name: &SubjectName) -> String {
        format!("{}/changes/{name}", self.tree.root)
    }

    fn subject(
        &self,
        reading: &SubjectReading<'_>,
        name: &SubjectName,
    ) -> Option<Box<dyn FormatSubject>> {
        Some(Box::new(self.change(reading.snapshot, name, reading.is_for_evidence)?))
    }

    /// The main specs that the change is about, and the deltas of the changes that share a requirement
    /// with it.
    fn companions(&self, _: &SubjectReading<'_>, subject: &dyn FormatSubject) -> Vec<String> {
        let Some(change) = subject.known_as::<OpenSpecChange>() else { return Vec::new() };
        let specs = change.touched.iter().filter_map(|name| self.tree.specs.get(name).cloned());
        let others = self.overlaps.sharing(change.subject.id.name());
        let folders = others.filter_map(|name| self.tree.changes.get(name));
        let deltas = folders.flat_map(|folder| {
            folder.deltas().map(|(_, path)| format!("{}/{path}", folder.path)).collect::<Vec<_>>()
        });
        specs.chain(deltas).collect()
    }

    fn roots(&self) -> Vec<String> {
        vec![self.tree.root.clone()]
    }

    /// The live changes whose own files, main specs or shared requirements these are.
    fn in_question(&self, changed: &[String]) -> BTreeSet<SubjectName> {
        let own = format!("{}/changes/", self.tree.root);
        let names = changed.iter().filter_map(|path| path.strip_prefix(&own)?.split('/').next());
        let ids = names.filter_map(|name| name.parse::<SubjectName>().ok());
        let mut found: BTreeSet<SubjectName> =
            ids.filter(|id| self.tree.changes.contains_key(id)).collect();
        let sharing: Vec<&SubjectName> =
            found.iter().flat_map(|id| self.overlaps.sharing(id)).collect();
        let specs = format!("{}/specs/", self.tree.root);
        let capabilities =
            changed.iter().filter_map(|path| capability_of(path.strip_prefix(&specs)?));
        let of_specs = capabilities.filter_map(|name| self.touching.get(name)).flatten();
        let more: Vec<SubjectName> = sharing.into_iter().chain(of_specs).cloned().collect();
        found.extend(more);
        found
    }

    /// A folder of the archive with the deltas that the live change had.
    fn archived_with(
        &self,
        name: &SubjectName,
        files: &dyn Snapshot,
        then: &dyn FormatPlans,
        then_files: &dyn Snapshot,
    ) -> Option<String> {
        let live = then.known_as::<OpenSpec>()?.tree.changes.get(name)?;
        let deltas: Vec<&str> = live.deltas().map(|(_, path)| path).collect();
        let bytes = |files: &dyn Snapshot, folder: &str, path: &str| {
            files.read(&format!("{folder}/{path}"), LARGEST).ok()
        };
        let mut folders = self.tree.archived_as(name.as_str()).map(|(_, folder)| folder);
        let found = folders.find(|folder| {
            let own: Vec<&str> = folder.deltas().map(|(_, path)| path).collect();
            let is_same = |path: &&str| {
                bytes(then_files, &live.path, path) == bytes(files, &folder.path, path)
            };
            own == deltas && deltas.iter().all(is_same)
        });
        found.map(|folder| folder.path.clone())
    }

    fn nothing_live(&self) -> Option<String> {
        let archived = match self.tree.archived.len() {
            0 => String::new(),
            count => format!("; {count} archived"),
        };
        Some(format!("no live change in `{}/changes/`{archived}", self.tree.root))
    }
}

impl FormatSubject for OpenSpecChange {
    fn subject(&self) -> &Subject {
        &self.subject
    }

    /// A group of tasks is one, with its tasks as steps.
    fn tickets(&self) -> Vec<Ticket> {
        self.task_groups().iter().filter_map(|group| self.ticket(group)).collect()
    }
}
