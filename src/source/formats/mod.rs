//! The plans of other formats than YAML in a snapshot: which formats are there, their subjects, and each
//! of them read when somebody asks. A format is a folder and a line in `FORMATS`; nothing else here
//! knows one.

pub mod bmad;
mod kept;
mod names;
pub mod openspec;
mod plan_format;
pub mod spec_kit;

use std::collections::BTreeSet;

use self::kept::KeptFiles;
pub use self::names::{NameMeaning, SubjectNames};
pub use self::plan_format::{FormatPlans, FormatSubject};
use self::plan_format::{PlanFormat, is_there};
use super::subject::{Masking, SubjectDocument, SubjectReading};
use super::ticket::Ticket;
use crate::model::{Adapter, FormatLayout, Layout, SubjectId, SubjectName};
use crate::port::{Snapshot, TreeEntry, beneath};

/// The formats other than YAML, in the order in which their subjects are listed.
static FORMATS: &[&dyn PlanFormat] =
    &[&openspec::OpenSpecFormat, &spec_kit::SpecKitFormat, &bmad::BmadFormat];

/// The plans of other formats in a snapshot.
#[derive(Debug, Default)]
pub struct Formats {
    kept: KeptFiles,
    is_for_evidence: bool,
    /// The formats that are read.
    pub found: Vec<Adapter>,
    plans: Vec<Box<dyn FormatPlans>>,
}

impl Formats {
    /// The formats other than YAML that are read of a tree: those that it has, and those that its base
    /// has, as far as the layout allows. So a change can add subjects, and never hide one.
    pub fn found(entries: &[TreeEntry], layout: &Layout) -> Vec<Adapter> {
        read_of(entries, layout).map(PlanFormat::adapter).collect()
    }

    /// The roots that a layout names and that are not there, each with its key.
    pub fn missing_roots<'l>(
        entries: &[TreeEntry],
        layout: &'l Layout,
    ) -> Vec<(&'static str, &'l str)> {
        layout.formats.named().filter(|(_, path)| !is_there(entries, path)).collect()
    }

    /// Plans of other formats in folders that no layout names, a line each.
    pub fn elsewhere(entries: &[TreeEntry], layout: &FormatLayout) -> Vec<String> {
        FORMATS.iter().flat_map(|format| format.elsewhere(entries, layout)).collect()
    }

    /// What subjects are called, as the listed tree tells.
    pub fn names(entries: &[TreeEntry], layout: &Layout) -> SubjectNames {
        let mut names = SubjectNames::default();
        for format in read_of(entries, layout) {
            names.formats.push(format.adapter());
            format.name_subjects(entries, &layout.formats, &mut names);
        }
        if !names.formats.is_empty() && layout.formats.allows(Adapter::Native) {
            let root = super::roots::Roots::of(entries, layout).rfcs;
            let folders = beneath(entries, &root).filter_map(|(path, _)| path.split_once('/'));
            let id = |name: &str| SubjectId::new(Adapter::Native, name.parse().ok()?).ok();
            let mut rfcs: Vec<SubjectId> = folders.filter_map(|(name, _)| id(name)).collect();
            rfcs.dedup();
            names.live.splice(0..0, rfcs);
        }
        names
    }

    /// Reads the documents of a snapshot: of these subjects, or of all. What of them the commit holds is
    /// looked up for evidence alone.
    pub(super) fn read(
        snapshot: &dyn Snapshot,
        layout: &Layout,
        named: Option<&[SubjectId]>,
        is_for_evidence: bool,
    ) -> Self {
        let entries = snapshot.entries();
        let read: Vec<&dyn PlanFormat> = read_of(entries, layout).collect();
        if read.is_empty() {
            return Self::default();
        }
        let documents = read.iter().flat_map(|format| {
            let wanted = named.map(|named| {
                let its = named.iter().filter(|id| id.adapter() == format.adapter());
                its.map(|id| id.name().as_str()).collect::<Vec<&str>>()
            });
            format.documents(entries, &layout.formats, wanted.as_deref())
        });
        let kept = KeptFiles::read(snapshot, &documents.collect::<Vec<_>>(), is_for_evidence);
        let found = read.iter().map(|format| format.adapter()).collect();
        let plans = read.iter().filter_map(|format| format.read(&kept, &layout.formats)).collect();
        Self { kept, is_for_evidence, found, plans }
    }

    /// The plans of each format that has some.
    pub fn plans(&self) -> impl Iterator<Item = &dyn FormatPlans> {
        self.plans.iter().map(|plans| &**plans)
    }

    fn plans_of(&self, adapter: Adapter) -> Option<&dyn FormatPlans> {
        self.plans().find(|plans| plans.adapter() == adapter)
    }

    /// The subjects that there are, by format and name.
    pub fn ids(&self) -> Vec<SubjectId> {
        let of = |plans: &dyn FormatPlans| ids(plans.adapter(), plans.subjects());
        self.plans().flat_map(of).collect()
    }

    /// The folder of a subject, or that of its file.
    pub fn folder_of(&self, subject: &SubjectId) -> Option<String> {
        Some(self.plans_of(subject.adapter())?.folder_of(subject.name()))
    }

    /// One subject, read whole; `None` when there is no such subject.
    pub fn subject(&self, id: &SubjectId) -> Option<Box<dyn FormatSubject>> {
        self.plans_of(id.adapter())?.subject(&self.reading(), id.name())
    }

    /// What members of a council see beside the documents of a subject, and what its findings rest on.
    pub(super) fn companions(&self, read: &dyn FormatSubject) -> Vec<SubjectDocument> {
        let reading = self.reading();
        let plans = self.plans_of(read.subject().id.adapter());
        let paths = plans.map(|plans| plans.companions(&reading, read)).unwrap_or_default();
        let documents = paths.iter().filter_map(|path| reading.document(path, Masking::Fences));
        documents.filter_map(Result::ok).collect()
    }

    /// The documents as they were read, for rules that go over them.
    pub fn documents(&self) -> &dyn Snapshot {
        &self.kept
    }

    /// The files and folders in which the formats that are read have their plans.
    pub fn roots(&self) -> Vec<String> {
        self.plans().flat_map(FormatPlans::roots).collect()
    }

    /// The subjects that a change of these files puts in question.
    pub fn in_question(&self, changed: &[String]) -> BTreeSet<SubjectId> {
        let of = |plans: &dyn FormatPlans| ids(plans.adapter(), plans.in_question(changed));
        self.plans().flat_map(of).collect()
    }

    /// The folder in which a subject is archived, with the deltas that it had in another state.
    pub fn archived_with(&self, id: &SubjectId, then: &Formats) -> Option<String> {
        let (plans, old) = (self.plans_of(id.adapter())?, then.plans_of(id.adapter())?);
        plans.archived_with(id.name(), &self.kept, old, &then.kept)
    }

    fn reading(&self) -> SubjectReading<'_> {
        SubjectReading { snapshot: &self.kept, is_for_evidence: self.is_for_evidence }
    }
}

impl dyn FormatSubject {
    /// Its work items, each id once, in the order of its documents.
    pub(in crate::source) fn tickets_once(&self) -> Vec<Ticket> {
        let mut seen = BTreeSet::new();
        self.tickets().into_iter().filter(|ticket| seen.insert(ticket.stem.clone())).collect()
    }
}

/// The formats that are read of a tree.
fn read_of(
    entries: &[TreeEntry],
    layout: &Layout,
) -> impl Iterator<Item = &'static dyn PlanFormat> {
    FORMATS.iter().copied().filter(|format| {
        let adapter = format.adapter();
        layout.formats.allows(adapter)
            && (layout.fixed.formats.contains(&adapter) || format.is_in(entries, &layout.formats))
    })
}

fn ids(adapter: Adapter, names: impl IntoIterator<Item = SubjectName>) -> Vec<SubjectId> {
    names.into_iter().filter_map(|name| SubjectId::new(adapter, name).ok()).collect()
}
