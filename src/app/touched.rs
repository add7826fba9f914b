//! What a change does to evidence. Evidence is append-only: a change may add files, and the base's
//! stay as they are (DESIGN.md §10).

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::files::is_evidence;
use crate::evidence::read::LIMITS;
use crate::evidence::v2::check::{Code, EvidenceFault};
use crate::model::{Adapter, Layout, SubjectId};
use crate::port::{EntryKind, ReadFault, Snapshot, TEMPORARY, TreeEntry, beneath};

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileChange {
    /// The base does not have it.
    Added,
    /// It has other bytes, or is something else than a file.
    Changed,
    /// It is gone.
    Deleted,
}

impl FileChange {
    /// As the pages say it.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            FileChange::Added => "is new",
            FileChange::Changed => "changed",
            FileChange::Deleted => "is gone",
        }
    }
}

/// The evidence files that a change touches, by path from the repository's root.
#[derive(Debug, Clone, Default)]
pub(super) struct TouchedEvidence(BTreeMap<String, (FileChange, EntryKind)>);

impl TouchedEvidence {
    /// What lies otherwise in `after` than in `before` below the evidence folder.
    pub(super) fn between(layout: &Layout, before: &dyn Snapshot, after: &dyn Snapshot) -> Self {
        let folders = Adapter::ALL.map(|adapter| layout.evidence_of(adapter));
        Self(differences(&folders, before, after))
    }

    /// What became of the evidence of each RFC, a few words a file.
    pub(super) fn by_rfc(&self, layout: &Layout) -> BTreeMap<SubjectId, Vec<String>> {
        let mut found: BTreeMap<SubjectId, Vec<String>> = BTreeMap::new();
        for (path, (deed, _)) in &self.0 {
            if let Some((rfc, _)) = place_of(layout, path) {
                found.entry(rfc).or_default().push(format!("{path} {}", deed.as_str()));
            }
        }
        found
    }

    /// The RFCs of whose evidence something is gone.
    pub(super) fn taken_from(&self, layout: &Layout) -> BTreeSet<SubjectId> {
        let gone = self.0.iter().filter(|(_, (deed, _))| *deed == FileChange::Deleted);
        gone.filter_map(|(path, _)| Some(place_of(layout, path)?.0)).collect()
    }

    /// Whether the change adds evidence of an RFC.
    pub(super) fn adds_to(&self, layout: &Layout, rfc: &SubjectId) -> bool {
        let prefix = format!("{}/{}/", layout.evidence_of(rfc.adapter()), rfc.name());
        let mut of_rfc = self.0.iter().filter(|(path, _)| path.starts_with(&prefix));
        of_rfc.any(|(_, (deed, _))| *deed == FileChange::Added)
    }

    /// What no change may do: alter or take away what the base has, or put files there that are no
    /// evidence. What `prune` took away is `excused`.
    pub(super) fn faults(
        &self,
        layout: &Layout,
        base: &str,
        excused: &BTreeSet<String>,
    ) -> Vec<EvidenceFault> {
        let fault = |(path, (deed, kind)): (&String, &(FileChange, EntryKind))| {
            let (code, line, next) = match deed {
                FileChange::Deleted if excused.contains(path) => return None,
                FileChange::Changed | FileChange::Deleted => {
                    let line = match deed {
                        FileChange::Deleted => {
                            format!("{path} is gone: evidence is never taken away")
                        }
                        _ => format!("{path} changed: evidence is never changed"),
                    };
                    (Code::EvidenceChanged, line, format!("git checkout {base} -- {path}"))
                }
                FileChange::Added if *kind == EntryKind::File && is_known(layout, path) => {
                    return None;
                }
                FileChange::Added => {
                    let line = format!("{path} is no file that council-review writes");
                    (Code::ForeignEvidence, line, format!("git rm --cached {path}, and move it"))
                }
            };
            Some(EvidenceFault { code, file: path.clone(), line, next })
        };
        self.0.iter().filter_map(fault).collect()
    }
}

/// What lies otherwise in `after` than in `before` at these paths and below them.
pub(super) fn differences(
    folders: &[String],
    before: &dyn Snapshot,
    after: &dyn Snapshot,
) -> BTreeMap<String, (FileChange, EntryKind)> {
    let of = |snapshot: &dyn Snapshot| -> BTreeMap<String, EntryKind> {
        let of = |folder: &String| {
            let inside = beneath(snapshot.entries(), folder);
            let inside = inside.map(|(path, kind)| (format!("{folder}/{path}"), kind));
            inside.chain(itself(snapshot.entries(), folder)).collect::<Vec<_>>()
        };
        folders.iter().flat_map(of).collect()
    };
    let (then, now) = (of(before), of(after));
    let mut touched = BTreeMap::new();
    for (path, &kind) in &now {
        let deed = match then.get(path) {
            None => FileChange::Added,
            Some(old) if *old == kind && is_same(path, before, after) => continue,
            Some(_) => FileChange::Changed,
        };
        touched.insert(path.clone(), (deed, kind));
    }
    let gone = then.into_iter().filter(|(path, _)| !now.contains_key(path));
    touched.extend(gone.map(|(path, kind)| (path, (FileChange::Deleted, kind))));
    touched
}

/// What stands in the evidence folder's own place when it is no folder: a link, a gitlink, a file.
fn itself(entries: &[TreeEntry], folder: &str) -> Option<(String, EntryKind)> {
    let at = entries.binary_search_by(|entry| entry.path.as_str().cmp(folder)).ok()?;
    Some((folder.to_owned(), entries[at].kind))
}

/// Whether both states have the same bytes at a path. What cannot be read is another file.
fn is_same(path: &str, before: &dyn Snapshot, after: &dyn Snapshot) -> bool {
    let id = |snapshot: &dyn Snapshot| {
        snapshot.blob(path).or_else(|| match snapshot.read(path, 4 * LIMITS.bytes) {
            Ok(bytes) => snapshot.blob_of(&bytes),
            Err(ReadFault::TooLarge { .. } | ReadFault::Missing | ReadFault::NotAFile) => None,
            Err(ReadFault::Failed(_)) => None,
        })
    };
    let known = id(before);
    known.is_some() && known == id(after)
}

/// The subject and the file's name, of a path in a reviews folder or elsewhere below its evidence.
fn place_of<'p>(layout: &Layout, path: &'p str) -> Option<(SubjectId, &'p str)> {
    let of = |adapter: Adapter| {
        let below = path.strip_prefix(&layout.evidence_of(adapter))?.strip_prefix('/')?;
        let (name, rest) = below.split_once('/')?;
        let subject = SubjectId::new(adapter, name.parse().ok()?).ok()?;
        Some((subject, rest.strip_prefix("reviews/").unwrap_or("")))
    };
    Adapter::ALL.into_iter().find_map(of)
}

/// Whether a path is that of a file that reviews, people or `prune` leave.
fn is_known(layout: &Layout, path: &str) -> bool {
    let Some((_, file)) = place_of(layout, path).filter(|(_, file)| !file.contains('/')) else {
        return false;
    };
    // A claim and a file that is being written: both are taken away by whoever left them.
    let passing = file.starts_with(TEMPORARY)
        || (file.starts_with("council_session_") && file.ends_with(".lock"));
    passing || is_evidence(file)
}
