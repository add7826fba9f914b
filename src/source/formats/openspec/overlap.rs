//! What all live changes do to requirements, beside each other. Of their deltas the headers alone are
//! kept, and of what is added a digest of its text.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::blocks::folded;
use super::delta::{DeltaOperation, DeltaRead};
use super::discover::ChangeFolder;
use super::main_spec::MainSpec;
use crate::model::{Digest, SubjectName};
use crate::source::SourceDiagnostic;
use crate::source::subject::{Masking, SubjectReading};

/// What an entry of a delta does to one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeltaHeader {
    /// The capability.
    pub capability: String,
    /// The name, as it is written.
    pub name: String,
    /// What happens to it.
    pub operation: DeltaOperation,
    /// Whether the change brings a requirement of this name into being.
    pub brings: bool,
    /// Of an addition, the digest of its text.
    pub text: Option<Digest>,
}

/// What one change does to a requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// Index of the change, in the order of ids.
    pub change: usize,
    /// What it does.
    pub header: DeltaHeader,
}

impl Touch {
    /// Whether of two changes that do this to one requirement the last one archived wins. Not where one
    /// builds on what the other brings, or both add the same.
    pub fn conflicts(&self, other: &Touch, is_in_force: bool) -> bool {
        let (one, two) = (&self.header, &other.header);
        if one.brings != two.brings {
            return is_in_force;
        }
        !(one.text.is_some() && one.text == two.text && one.name == two.name)
    }
}

/// The entries of all live changes, by requirement.
#[derive(Debug, Default)]
pub struct Overlaps {
    /// The live changes, by id.
    pub changes: Vec<SubjectName>,
    /// By capability and folded name.
    touches: HashMap<(String, String), Vec<Touch>>,
    /// By change, the requirements that it touches.
    own: Vec<BTreeSet<(String, String)>>,
    /// By change, the changes that it waits for: those that alone add what it builds on.
    pub waits: Vec<BTreeSet<usize>>,
}

impl Overlaps {
    pub(super) fn of(
        headers: Vec<(SubjectName, Vec<DeltaHeader>)>,
        specs: &BTreeMap<String, Result<MainSpec, SourceDiagnostic>>,
    ) -> Self {
        let mut overlaps = Self::default();
        for (change, (id, headers)) in headers.into_iter().enumerate() {
            let mut own = BTreeSet::new();
            for header in headers {
                let key = (header.capability.clone(), folded(&header.name));
                own.insert(key.clone());
                overlaps.touches.entry(key).or_default().push(Touch { change, header });
            }
            overlaps.changes.push(id);
            overlaps.own.push(own);
        }
        let mut waits = vec![BTreeSet::new(); overlaps.changes.len()];
        for touch in overlaps.touches.values().flatten().filter(|touch| !touch.header.brings) {
            let (capability, name) = (&touch.header.capability, &touch.header.name);
            if !lacks(specs, capability, name) {
                continue;
            }
            let mut bringing = overlaps.bringing(capability, name);
            if let (Some(only), None) = (bringing.next(), bringing.next())
                && only != touch.change
            {
                waits[touch.change].insert(only);
            }
        }
        overlaps.waits = waits;
        overlaps
    }

    /// The index of a change.
    pub fn index(&self, id: &SubjectName) -> Option<usize> {
        self.changes.binary_search(id).ok()
    }

    /// What all changes do to a requirement, whatever the case of its name.
    pub fn touches(&self, capability: &str, name: &str) -> &[Touch] {
        let key = (capability.to_owned(), folded(name));
        self.touches.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The changes that bring a requirement of just this name, each once.
    pub fn bringing<'o>(
        &'o self,
        capability: &str,
        name: &'o str,
    ) -> impl Iterator<Item = usize> + use<'o> {
        let touches = self.touches(capability, name).iter();
        let its = touches.filter(move |touch| touch.header.brings && touch.header.name == name);
        let mut last = None;
        its.map(|touch| touch.change).filter(move |change| last.replace(*change) != Some(*change))
    }

    /// The changes that share a requirement with this one.
    pub(in crate::source) fn sharing(
        &self,
        id: &SubjectName,
    ) -> impl Iterator<Item = &SubjectName> {
        let own = self.index(id).map(|index| &self.own[index]);
        let touches = own.into_iter().flatten().filter_map(|key| self.touches.get(key)).flatten();
        touches.map(|touch| &self.changes[touch.change])
    }
}

/// Whether a requirement is surely not in force.
fn lacks(
    specs: &BTreeMap<String, Result<MainSpec, SourceDiagnostic>>,
    capability: &str,
    name: &str,
) -> bool {
    match specs.get(capability) {
        None => true,
        Some(Ok(spec)) => spec.has_requirements && !spec.holds(name),
        Some(Err(_)) => false,
    }
}

/// The headers of a change's deltas. What cannot be read has none.
pub(super) fn headers(reading: &SubjectReading<'_>, folder: &ChangeFolder) -> Vec<DeltaHeader> {
    let mut headers = Vec::new();
    for (capability, path) in folder.deltas().filter(|(capability, _)| !capability.is_empty()) {
        let read = reading.document(&format!("{}/{path}", folder.path), Masking::Fences);
        let Some(Ok(document)) = read else { continue };
        for entry in DeltaRead::of(&document).entries {
            let operation = entry.operation;
            let is_added = operation == DeltaOperation::Added;
            let header = |name: &str, brings: bool| DeltaHeader {
                capability: capability.to_owned(),
                name: name.to_owned(),
                operation,
                brings,
                text: is_added.then(|| Digest::of(entry.block.body(&document).as_bytes())),
            };
            headers.push(header(entry.name(), is_added));
            headers.extend(entry.to.iter().map(|(name, _)| header(name, true)));
        }
    }
    headers
}
