//! One pass over a snapshot: every file is read once, its digest noted, its faults collected.
//! Knows bytes and YAML, and nothing of tickets or RFCs.

use std::collections::BTreeMap;

use super::hidden::{self, HiddenText};
use super::source_diagnostic::SourceDiagnostic;
use super::source_file::SourceFile;
use crate::model::decode::raw_line;
use crate::model::{Digest, FaultKind, FileFault, Place};
use crate::port::{EntryKind, ReadFault, Snapshot, beneath, par_map, threads};
use crate::yaml::{self, Document, Limits};

/// What was read so far.
pub(super) struct Reading<'s> {
    snapshot: &'s dyn Snapshot,
    /// Whether anybody will ask what of it the commit holds, too.
    is_for_evidence: bool,
    pub(super) files: BTreeMap<String, SourceFile>,
    pub(super) flaws: Vec<SourceDiagnostic>,
    /// By file, the values and keys with hidden characters.
    pub(super) hidden: BTreeMap<String, Vec<HiddenText>>,
}

/// So much is looked at of a file that is too large (GATES.md R3).
const HEAD: u64 = 64 << 10;

/// A file that gave no document.
pub(super) struct Unread {
    /// Its bytes; of one that is too large, the first.
    pub(super) bytes: Vec<u8>,
    /// Why it gave none.
    pub(super) why: String,
}

impl<'s> Reading<'s> {
    pub(super) fn new(snapshot: &'s dyn Snapshot, is_for_evidence: bool) -> Self {
        Self {
            snapshot,
            is_for_evidence,
            files: BTreeMap::new(),
            flaws: Vec::new(),
            hidden: BTreeMap::new(),
        }
    }

    /// What `read` makes of each item, in their order; the items are read on several threads.
    pub(super) fn par_map<T: Sync, R: Send>(
        &mut self,
        items: &[T],
        read: impl Fn(&mut Reading<'s>, &T) -> R + Sync,
    ) -> Vec<R> {
        let (snapshot, is_for_evidence) = (self.snapshot, self.is_for_evidence);
        let parts = par_map(
            threads(),
            items,
            || (),
            |(), item| {
                let mut part = Reading::new(snapshot, is_for_evidence);
                let made = read(&mut part, item);
                Some((made, part))
            },
        );
        let parts = parts.into_iter().flatten();
        parts
            .map(|(made, part)| {
                self.files.extend(part.files);
                self.flaws.extend(part.flaws);
                self.hidden.extend(part.hidden);
                made
            })
            .collect()
    }

    /// The regular files directly in `folder`, by name, and what else stands there under a name. Names
    /// that begin with a dot are other programs' (GATES.md R1).
    pub(super) fn names_in(&self, folder: &str) -> Vec<(&'s str, EntryKind)> {
        let snapshot: &'s dyn Snapshot = self.snapshot;
        let names = beneath(snapshot.entries(), folder);
        names.filter(|(name, _)| !name.contains('/') && !name.starts_with('.')).collect()
    }

    /// The names of the folders directly in `folder`.
    pub(super) fn folders_in(&self, folder: &str) -> Vec<&'s str> {
        let snapshot: &'s dyn Snapshot = self.snapshot;
        let mut names: Vec<&str> = beneath(snapshot.entries(), folder)
            .filter_map(|(path, _)| Some(path.split_once('/')?.0))
            .collect();
        names.dedup();
        names
    }

    /// The paths and kinds of YAML files directly in `folder` whose names `wanted` accepts. Links
    /// are among them, so that reading one becomes a flaw instead of a silence.
    pub(super) fn yaml_in(&self, folder: &str, wanted: fn(&str) -> bool) -> Vec<String> {
        self.names_in(folder)
            .into_iter()
            .filter(|(name, _)| is_yaml(name) && wanted(name))
            .map(|(name, _)| format!("{folder}/{name}"))
            .collect()
    }

    /// Whether a link or submodule stands where a folder is read, which becomes a flaw: what lies
    /// behind it would be missing without a word.
    pub(super) fn is_no_folder(&mut self, path: &str) -> bool {
        let entries = self.snapshot.entries();
        let at = entries.binary_search_by(|entry| entry.path.as_str().cmp(path));
        let is_blocked = at.is_ok_and(|at| entries[at].kind != EntryKind::File);
        if is_blocked {
            let message =
                "a link or submodule where the folder should be, so nothing in it is read";
            let (kind, place) = (FaultKind::Unparsable, Place::whole_file());
            self.flaws.push(SourceDiagnostic::new(
                path,
                FileFault { kind, place, message: message.to_owned() },
                "",
            ));
        }
        is_blocked
    }

    /// The bytes of a file, with its digest noted. The fault, if any, is for the caller to judge.
    pub(super) fn bytes(&mut self, path: &str, limit: u64) -> Result<Vec<u8>, ReadFault> {
        let bytes = self.snapshot.read(path, limit)?;
        self.note(path, &bytes);
        Ok(bytes)
    }

    /// The bytes of a YAML file, of which nothing is noted yet.
    pub(super) fn raw(&self, path: &str) -> Result<Vec<u8>, ReadFault> {
        self.snapshot.read(path, Limits::TICKET.bytes)
    }

    /// The values and keys of a file that hold hidden characters.
    pub(super) fn hidden_in(&self, path: &str) -> &[HiddenText] {
        self.hidden.get(path).map_or(&[], Vec::as_slice)
    }

    fn note(&mut self, path: &str, bytes: &[u8]) {
        let file = SourceFile {
            path: path.to_owned(),
            digest: Digest::of(bytes),
            bytes: bytes.len() as u64,
            committed: self.is_for_evidence && self.snapshot.is_committed(path, bytes),
        };
        self.files.insert(path.to_owned(), file);
    }

    /// The first bytes of a file that is too large, noted with its size, which `why` tells: what of
    /// it a review knows.
    fn head(&mut self, path: &str, why: &str) -> Vec<u8> {
        let bytes = self.snapshot.head(path, HEAD).unwrap_or_default();
        let file = SourceFile {
            path: path.to_owned(),
            digest: Digest::of_parts([bytes.as_slice(), why.as_bytes()]),
            bytes: bytes.len() as u64,
            committed: self.snapshot.blob(path).is_some(),
        };
        self.files.insert(path.to_owned(), file);
        bytes
    }

    /// The bytes of a file that nobody parses; of one that is too large, the first.
    pub(super) fn beginning(&mut self, path: &str) -> Vec<u8> {
        match self.bytes(path, Limits::TICKET.bytes) {
            Ok(bytes) => bytes,
            Err(fault @ ReadFault::TooLarge { .. }) => self.head(path, &fault.to_string()),
            Err(ReadFault::Missing | ReadFault::NotAFile | ReadFault::Failed(_)) => Vec::new(),
        }
    }

    /// A YAML file; whatever is wrong with it becomes flaws.
    pub(super) fn yaml(&mut self, path: &str) -> Result<Document, Unread> {
        let bytes = self.raw(path);
        self.yaml_of(path, bytes)
    }

    /// The same of what reading the file gave.
    pub(super) fn yaml_of(
        &mut self,
        path: &str,
        bytes: Result<Vec<u8>, ReadFault>,
    ) -> Result<Document, Unread> {
        let bytes = match bytes {
            Ok(bytes) => {
                self.note(path, &bytes);
                bytes
            }
            Err(fault) => {
                let why = fault.to_string();
                let fault = FileFault {
                    kind: match fault {
                        ReadFault::TooLarge { .. } => FaultKind::Limit,
                        ReadFault::Missing | ReadFault::NotAFile | ReadFault::Failed(_) => {
                            FaultKind::Unparsable
                        }
                    },
                    place: Place::whole_file(),
                    message: format!("the file was not read: {why}"),
                };
                let bytes = match fault.kind {
                    FaultKind::Limit => self.head(path, &why),
                    _ => Vec::new(),
                };
                self.flaws.push(SourceDiagnostic::new(path, fault, ""));
                return Err(Unread { bytes, why });
            }
        };
        match yaml::read(&bytes, Limits::TICKET) {
            Ok((document, faults)) => {
                for fault in faults {
                    let line = document.text().quoted_line(fault.place.line).to_owned();
                    self.flaws.push(SourceDiagnostic::new(path, fault, &line));
                }
                let hidden = hidden::of(&document);
                if !hidden.is_empty() {
                    self.hidden.insert(path.to_owned(), hidden);
                }
                Ok(document)
            }
            Err(fault) => {
                let why = format!("line {}: {}", fault.place.line, fault.message);
                let line = raw_line(&bytes, fault.place.line);
                self.flaws.push(SourceDiagnostic::new(path, fault, &line));
                Err(Unread { bytes, why })
            }
        }
    }
}

/// Whether a name ends in `.yaml` or `.yml`, as written.
pub(super) fn is_yaml(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".yml")
}
