//! What a format of plans is: how it is told that a tree has it, what of the tree is read for it, and
//! what its plans are once they are read. Each format has a folder beside this file, and a line in the
//! table of [`formats`](super).

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;

use super::names::SubjectNames;
use crate::model::{Adapter, FormatLayout, SubjectName};
use crate::port::{Snapshot, TreeEntry, beneath, has};
use crate::source::subject::{Subject, SubjectReading, tickets};
use crate::source::ticket::Ticket;

/// A format of plans other than YAML.
pub(super) trait PlanFormat: Sync {
    /// Its name in the configuration and in evidence.
    fn adapter(&self) -> Adapter;

    /// Whether a tree has plans of it, as names tell. Where the layout names the format or a root of it,
    /// that root alone must be there.
    fn is_in(&self, entries: &[TreeEntry], layout: &FormatLayout) -> bool;

    /// Enters what its subjects are called, as the listed tree tells.
    fn name_subjects(&self, entries: &[TreeEntry], layout: &FormatLayout, to: &mut SubjectNames);

    /// The documents to read: those of the wanted subjects, or of all where none is named, and what all
    /// are seen beside.
    fn documents(
        &self,
        entries: &[TreeEntry],
        layout: &FormatLayout,
        wanted: Option<&[&str]>,
    ) -> Vec<String>;

    /// Its plans in a tree of which `documents` can be read; `None` when there are none.
    fn read(&self, documents: &dyn Snapshot, layout: &FormatLayout)
    -> Option<Box<dyn FormatPlans>>;

    /// Plans of it in folders that no layout names, a line each.
    fn elsewhere(&self, _: &[TreeEntry], _: &FormatLayout) -> Vec<String> {
        Vec::new()
    }
}

/// The plans of one format in a snapshot.
pub trait FormatPlans: Any + Debug + Send + Sync {
    /// Its format.
    fn adapter(&self) -> Adapter;

    /// The names of its subjects, sorted.
    fn subjects(&self) -> Vec<SubjectName>;

    /// The folder of a subject, or that of its file.
    fn folder_of(&self, name: &SubjectName) -> String;

    /// One subject, read whole; `None` when there is no such subject.
    fn subject(
        &self,
        reading: &SubjectReading<'_>,
        name: &SubjectName,
    ) -> Option<Box<dyn FormatSubject>>;

    /// The paths of what members of a council see beside the documents of a subject.
    fn companions(&self, _: &SubjectReading<'_>, _: &dyn FormatSubject) -> Vec<String> {
        Vec::new()
    }

    /// The files and folders in which it has its plans.
    fn roots(&self) -> Vec<String>;

    /// The subjects that a change of these files puts in question.
    fn in_question(&self, changed: &[String]) -> BTreeSet<SubjectName>;

    /// The folder in which a subject is archived just as another state had it. `files` and `then_files`
    /// are the documents of both.
    fn archived_with(
        &self,
        _name: &SubjectName,
        _files: &dyn Snapshot,
        _then: &dyn FormatPlans,
        _then_files: &dyn Snapshot,
    ) -> Option<String> {
        None
    }

    /// Where plans would be, when there is none to review.
    fn nothing_live(&self) -> Option<String> {
        None
    }
}

/// A subject of another format, read whole.
pub trait FormatSubject: Any + Debug + Send + Sync {
    /// What it says, whatever its format.
    fn subject(&self) -> &Subject;

    /// Its work items as what a council reviews, in the order of its documents; an id may be there twice.
    fn tickets(&self) -> Vec<Ticket> {
        tickets(self.subject())
    }
}

impl dyn FormatPlans {
    /// The plans as those of one format, whose own rules know more of them.
    pub fn known_as<T: FormatPlans>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

impl dyn FormatSubject {
    /// The subject as one of one format, whose own rules know more of it.
    pub fn known_as<T: FormatSubject>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

/// Whether something is at a path, or below it.
pub(super) fn is_there(entries: &[TreeEntry], path: &str) -> bool {
    has(entries, path) || beneath(entries, path).next().is_some()
}

/// The files below a folder that are kept, as paths of the tree.
pub(super) fn files_below(
    entries: &[TreeEntry],
    root: &str,
    keep: impl Fn(&str) -> bool,
) -> Vec<String> {
    let files = beneath(entries, root).filter(|(path, _)| keep(path));
    files.map(|(path, _)| format!("{root}/{path}")).collect()
}
