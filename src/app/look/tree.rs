//! The tree that may be shown: which paths, and their texts as first read.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::glob::Glob;
use crate::core::look::Refusal;
use crate::model::layout::COUNCILS;
use crate::model::policy::LookPolicy;
use crate::model::{Digest, Layout};
use crate::port::{EntryKind, ReadFault, Snapshot, TreeEntry};
use crate::source::exclusion::{self, Exclusion, NoText};

/// More than this is not kept in memory: the rest is read anew each time.
const MOST_HELD: usize = 256 << 20;
/// Longer than any path that people write.
const MOST_PATH: usize = 1_000;

/// A text as it was first read.
#[derive(Debug)]
pub(super) struct PinnedFile {
    pub(super) text: String,
    pub(super) digest: Digest,
}

impl PinnedFile {
    /// How many lines it has.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.text.lines().count()).unwrap_or(u32::MAX)
    }

    /// Its lines with these numbers, from 1.
    pub(super) fn lines(&self, from: u32, to: u32) -> impl Iterator<Item = &str> {
        let count = (to + 1).saturating_sub(from) as usize;
        self.text.lines().skip(from.saturating_sub(1) as usize).take(count)
    }
}

type Read = Result<Arc<PinnedFile>, Option<Refusal>>;

/// What may be shown of a snapshot.
pub(super) struct PinnedTree {
    snapshot: Arc<dyn Snapshot>,
    evidence: Vec<String>,
    paths: Vec<Glob>,
    deny: Vec<Glob>,
    held: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    files: BTreeMap<String, Read>,
    bytes: usize,
}

impl PinnedTree {
    pub(super) fn new(snapshot: Arc<dyn Snapshot>, layout: &Layout, policy: &LookPolicy) -> Self {
        let globs = |globs: &[String]| globs.iter().map(|glob| Glob::new(glob)).collect();
        Self {
            snapshot,
            evidence: vec![layout.evidence.to_lowercase(), COUNCILS.to_owned()],
            paths: globs(&policy.paths),
            deny: globs(&policy.deny),
            held: Mutex::default(),
        }
    }

    pub(super) fn entries(&self) -> &[TreeEntry] {
        self.snapshot.entries()
    }

    /// Why a path is not shown, by its text alone.
    pub(super) fn refusal(&self, path: &str) -> Option<Refusal> {
        let is_step = |step: &str| matches!(step, "" | "." | "..");
        let is_sign = |c: char| c == '\\' || c.is_control();
        if path.len() > MOST_PATH || path.contains(is_sign) || path.split('/').any(is_step) {
            return Some(Refusal::Outside);
        }
        let lower = path.to_lowercase();
        let is_below = |folder: &String| {
            lower.strip_prefix(folder.as_str()).is_some_and(|r| r.is_empty() || r.starts_with('/'))
        };
        if self.evidence.iter().any(is_below) {
            return Some(Refusal::Evidence);
        }
        (!self.is_allowed(path)).then_some(Refusal::NotAllowed)
    }

    fn is_allowed(&self, path: &str) -> bool {
        let covers = |globs: &[Glob]| globs.iter().any(|glob| glob.covers(path));
        covers(&self.paths) && !covers(&self.deny)
    }

    /// Whether something of a folder may be named.
    pub(super) fn folder_refusal(&self, folder: &str) -> Option<Refusal> {
        match self.refusal(folder) {
            // Globs are over files.
            Some(Refusal::NotAllowed) => None,
            other => other,
        }
    }

    /// What stands in the way of a path that the tree does not list as a file.
    pub(super) fn obstacle(&self, path: &str) -> Option<Refusal> {
        let of = |path: &str| {
            let entries = self.entries();
            let at = entries.binary_search_by(|entry| entry.path.as_str().cmp(path)).ok()?;
            match entries[at].kind {
                EntryKind::Symlink => Some(Refusal::Link),
                EntryKind::Special => Some(Refusal::Submodule),
                EntryKind::File => None,
            }
        };
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        ends.map(|end| &path[..end]).find_map(of)
    }

    /// The text of a file that may be shown.
    pub(super) fn read(&self, path: &str) -> Read {
        if let Some(why) = self.refusal(path).or_else(|| self.obstacle(path)) {
            return Err(Some(why));
        }
        let cache = || self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(read) = cache().files.get(path) {
            return read.clone();
        }
        let read = self.first_read(path);
        let mut cache = cache();
        let size = read.as_ref().map_or(0, |held| held.text.len());
        // Whoever was first counts.
        if let Some(read) = cache.files.get(path) {
            return read.clone();
        }
        if cache.bytes + size <= MOST_HELD {
            cache.bytes += size;
            cache.files.insert(path.to_owned(), read.clone());
        }
        read
    }

    fn first_read(&self, path: &str) -> Read {
        let (text, digest) =
            exclusion::text_of(self.snapshot.as_ref(), path).map_err(|why| match why {
                NoText::Missing => None,
                NoText::Excluded(why) => Some(refusal_of(why)),
                NoText::Failed(_) => Some(Refusal::Unreadable),
            })?;
        Ok(Arc::new(PinnedFile { text, digest }))
    }

    /// Bytes of a listed file, without reading it.
    pub(super) fn size(&self, path: &str) -> Option<u64> {
        match self.snapshot.read(path, 0) {
            Ok(_) => Some(0),
            Err(ReadFault::TooLarge { size, .. }) => Some(size),
            Err(_) => None,
        }
    }

    /// The files that may be shown, by path.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        let files = self.entries().iter().filter(|entry| entry.kind == EntryKind::File);
        files.map(|entry| entry.path.as_str()).filter(|path| self.refusal(path).is_none())
    }
}

const fn refusal_of(why: Exclusion) -> Refusal {
    match why {
        Exclusion::Binary => Refusal::Binary,
        Exclusion::NotUtf8 => Refusal::NotUtf8,
        Exclusion::TooLarge | Exclusion::TooMany => Refusal::TooLarge,
        Exclusion::Link => Refusal::Link,
        Exclusion::SecretSuspected => Refusal::SecretSuspected,
    }
}
