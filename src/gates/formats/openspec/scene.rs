//! What the rules of one change are judged beside, and how they point at its files.

use std::ops::Range;

use crate::gates::diagnostic::Spot;
use crate::model::Place;
use crate::source::formats::openspec::{Delta, DeltaEntry, OpenSpec, OpenSpecChange, entry_id};
use crate::source::subject::{SubjectDocument, TrackedFiles};

/// One change, and what it is seen beside.
pub(super) struct ChangeScene<'a> {
    pub(super) change: &'a OpenSpecChange,
    pub(super) all: &'a OpenSpec,
    pub(super) tracked: &'a TrackedFiles,
    /// The changes that wait for each other, by number.
    pub(super) circles: &'a [Vec<usize>],
    /// The number of the change among the live ones.
    pub(super) index: Option<usize>,
}

impl ChangeScene<'_> {
    /// The path of a file of the change.
    pub(super) fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.change.subject.folder)
    }

    /// A file of the change as a whole.
    pub(super) fn whole(&self, path: &str) -> Spot {
        self.at_path(path, &Place::whole_file())
    }

    /// A place in the file at a path.
    pub(super) fn at_path(&self, path: &str, place: &Place) -> Spot {
        let mut documents = self.change.subject.documents.iter();
        match documents.find(|document| document.path() == path) {
            Some(document) => Spot::in_document(document, place),
            None => Spot::whole(path),
        }
    }

    /// The header of an entry of a delta.
    pub(super) fn entry(&self, delta: &Delta, entry: &DeltaEntry) -> Spot {
        self.line_of(delta, &entry.block.header, entry)
    }

    /// Another line that belongs to an entry.
    pub(super) fn line_of(&self, delta: &Delta, span: &Range<usize>, entry: &DeltaEntry) -> Spot {
        let document: &SubjectDocument = self.change.document(delta);
        let place = document.place_of(span.clone(), &entry_id(&delta.capability, entry.name()));
        Spot::in_document(document, &place)
    }

    /// Whether a requirement is in force.
    pub(super) fn is_in_force(&self, capability: &str, name: &str) -> bool {
        let spec = self.all.specs.get(capability).and_then(|spec| spec.as_ref().ok());
        spec.is_some_and(|spec| spec.holds(name))
    }

    /// Whether no file of the change is a delta.
    pub(super) fn has_no_delta(&self) -> bool {
        !self.change.has.deltas
    }
}
