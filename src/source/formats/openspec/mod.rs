//! OpenSpec: its changes as subjects, and the main specs that they change. Fills the neutral model of
//! [`subject`](crate::source::subject); judges nothing.
//!
//! [`OpenSpecTree`] is what a tree holds, [`OpenSpec`] that with what all changes are seen beside: the
//! requirements in force, and the headers of every live delta. A [`OpenSpecChange`] is read whole, one at a
//! time, so that a thousand of them need not be held at once.

mod blocks;
mod change;
mod delta;
mod discover;
mod format;
mod headers;
mod main_spec;
mod overlap;
mod proposal;
mod settings;
mod tasks;
mod tickets;

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Place, SubjectName};
use crate::port::{Snapshot, par_map, threads};
use crate::source::SourceDiagnostic;
use crate::source::subject::{Masking, SubjectDocument, SubjectReading};

pub use blocks::{RequirementBlock, folded};
pub use change::{ChangeFiles, Delta, OpenSpecChange, entry_id};
pub use delta::{DeltaEntry, DeltaOperation, DeltaRead, DeltaSection};
pub(super) use format::OpenSpecFormat;

pub use discover::{ChangeFolder, OpenSpecTree, ROOT, undated};
pub use main_spec::MainSpec;
pub use overlap::{DeltaHeader, Overlaps, Touch};
pub use proposal::{ChangeProposal, ListedAs, ListedCapability, is_kebab};
pub use settings::{ChangeSettings, SPEC_DRIVEN};
pub use tasks::group_number;
pub use tickets::TaskGroup;

/// What all changes of a tree are seen beside.
#[derive(Debug)]
pub struct OpenSpec {
    /// Where its files are.
    pub tree: OpenSpecTree,
    /// The main specs by capability, or why one cannot be read.
    pub specs: BTreeMap<String, Result<MainSpec, SourceDiagnostic>>,
    /// What the live changes do, requirement by requirement.
    pub overlaps: Overlaps,
    /// The live changes with a delta of each capability.
    touching: BTreeMap<String, BTreeSet<SubjectName>>,
    /// The schema that the configuration names for changes that name none.
    default_schema: Option<String>,
}

impl OpenSpec {
    /// Reads what all changes are seen beside: the main specs, and the headers of all live deltas.
    pub fn read(snapshot: &dyn Snapshot, tree: OpenSpecTree) -> Self {
        let reading = SubjectReading { snapshot, is_for_evidence: false };
        let files: Vec<(&String, &String)> = tree.specs.iter().collect();
        let specs = spread(&files, |(capability, path)| {
            let document = reading.document(path, Masking::Fences)?;
            Some(((*capability).clone(), document.map(MainSpec::of)))
        });
        let specs: BTreeMap<_, _> = specs.into_iter().flatten().collect();
        let folders: Vec<(&SubjectName, &ChangeFolder)> = tree.changes.iter().collect();
        let headers =
            spread(&folders, |(id, folder)| ((*id).clone(), overlap::headers(&reading, folder)));
        let overlaps = Overlaps::of(headers, &specs);
        let path = format!("{}/config.yaml", tree.root);
        let config = reading.document(&path, Masking::Fences).and_then(Result::ok);
        let default_schema =
            config.and_then(|file| settings::default_schema(file.text().as_bytes()));
        let mut touching: BTreeMap<String, BTreeSet<SubjectName>> = BTreeMap::new();
        for (id, folder) in &tree.changes {
            for (capability, _) in folder.deltas().filter(|(name, _)| !name.is_empty()) {
                touching.entry(capability.to_owned()).or_default().insert(id.clone());
            }
        }
        Self { tree, specs, overlaps, touching, default_schema }
    }

    /// One live change, read whole; `None` when there is no such change.
    pub fn change(
        &self,
        snapshot: &dyn Snapshot,
        id: &SubjectName,
        is_for_evidence: bool,
    ) -> Option<OpenSpecChange> {
        let folder = self.tree.changes.get(id)?;
        let reading = SubjectReading { snapshot, is_for_evidence };
        OpenSpecChange::read(&reading, id, folder, self.default_schema.as_deref()).ok()
    }

    /// Whether a live change other than this one has a delta of a capability.
    pub fn is_touched_by_another(&self, capability: &str, id: &SubjectName) -> bool {
        self.touching.get(capability).is_some_and(|ids| ids.iter().any(|other| other != id))
    }
}

/// The archived changes with open tasks.
#[derive(Debug, Default)]
pub struct OpenInArchive {
    /// How many there are.
    pub changes: usize,
    /// The task list of the first one, and its first open task.
    pub first: Option<(SubjectDocument, Place)>,
}

impl OpenSpec {
    /// The archived changes that have open tasks.
    pub fn open_in_archive(&self, snapshot: &dyn Snapshot) -> OpenInArchive {
        let reading = SubjectReading { snapshot, is_for_evidence: false };
        let folders: Vec<&ChangeFolder> = self.tree.archived.values().collect();
        let first_open = spread(&folders, |folder| {
            let path = format!("{}/tasks.md", folder.path);
            let document = reading.document(&path, Masking::FencesAndComments)?.ok()?;
            let place = tasks::first_open(&document)?;
            Some((document, place))
        });
        let mut open = first_open.into_iter().flatten();
        let first = open.next();
        OpenInArchive { changes: usize::from(first.is_some()) + open.count(), first }
    }
}

/// What `read` makes of each item, in their order, on the machine's threads.
fn spread<T: Sync, R: Send>(items: &[T], read: impl Fn(&T) -> R + Sync) -> Vec<R> {
    par_map(threads(), items, || (), |(), item| Some(read(item))).unwrap_or_default()
}
