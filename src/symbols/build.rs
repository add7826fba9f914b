//! Builds an index from a snapshot: which files, on how many threads, and what is known already.
//! The same files give the same index, whatever is known and however many threads there are.

use super::cache::{Cache, Known, key};
use super::extract::{Extractor, Gave, MOST_BYTES};
use super::{Index, Language, Skipped, language};
use crate::port::{BlobId, EntryKind, ReadFault, Shards, Snapshot, par_map, threads};

/// Files that are read of one repository: the first ones by path.
pub const MOST_FILES: usize = 20_000;
/// Bytes of all of them.
pub const MOST_TOTAL: u64 = 256 << 20;

/// Files that are handed out before the bytes are counted again.
const BATCH: usize = 1_024;

/// The index of a snapshot, on as many threads as this machine runs at once. `None` when `stop` says
/// so; it is asked all the time.
pub fn build(
    snapshot: &dyn Snapshot,
    shards: Option<&dyn Shards>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Index> {
    build_on(threads(), snapshot, shards, stop)
}

/// The same on so many threads.
pub fn build_on(
    threads: usize,
    snapshot: &dyn Snapshot,
    shards: Option<&dyn Shards>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Index> {
    build_within((MOST_FILES, MOST_TOTAL), threads, snapshot, shards, stop)
}

/// The same of so many files and bytes.
fn build_within(
    (most_files, most_bytes): (usize, u64),
    threads: usize,
    snapshot: &dyn Snapshot,
    shards: Option<&dyn Shards>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Index> {
    let sources: Vec<Source<'_>> = sources(snapshot).collect();
    let mut skipped = Skipped::default();
    let (taken, left) = sources.split_at(sources.len().min(most_files));
    skipped.over_caps = left.len();
    let cache = Cache::new(shards);
    let mut done: Vec<(&Source<'_>, Read)> = Vec::new();
    let mut total = 0;
    for batch in taken.chunks(BATCH) {
        if total > most_bytes {
            skipped.over_caps += batch.len();
            continue;
        }
        let work = Work { snapshot, cache: &cache, sources: batch, stop };
        for (source, read) in batch.iter().zip(work.par_map(threads)?) {
            if let Read::Done { known, .. } = &read {
                total += known.size;
            }
            match read {
                Read::Done { .. } if total > most_bytes => skipped.over_caps += 1,
                Read::TooLarge => skipped.too_large += 1,
                Read::Unreadable => skipped.unreadable += 1,
                read => done.push((source, read)),
            }
        }
    }
    let seen: Vec<_> = done.iter().filter_map(|(source, read)| read.seen(source)).collect();
    cache.keep(&seen);
    let mut files = Vec::new();
    for (source, read) in done {
        match read {
            Read::Done { known: Known { gave: Gave::Symbols(symbols, uses), .. }, .. } => {
                files.push((source.path.to_owned(), symbols, uses));
            }
            _ => skipped.too_hard += 1,
        }
    }
    Some(Index::new(files, skipped))
}

/// A file to be read.
struct Source<'s> {
    path: &'s str,
    language: Language,
    is_file: bool,
}

fn sources(snapshot: &dyn Snapshot) -> impl Iterator<Item = Source<'_>> {
    snapshot.entries().iter().filter(|entry| !language::is_foreign(&entry.path)).filter_map(
        |entry| {
            let is_file = entry.kind == EntryKind::File;
            Some(Source { path: &entry.path, language: Language::of(&entry.path)?, is_file })
        },
    )
}

/// What became of a file.
enum Read {
    Done { known: Known, id: Option<BlobId>, is_new: bool },
    TooLarge,
    Unreadable,
}

impl Read {
    /// What the cache is told of a file: its key, and what it does not know yet.
    fn seen(&self, source: &Source<'_>) -> Option<(super::cache::CacheKey, Option<&Known>)> {
        match self {
            Self::Done { known, id: Some(id), is_new } => {
                Some((key(source.language, *id), is_new.then_some(known)))
            }
            _ => None,
        }
    }
}

/// Files that wait for a thread.
struct Work<'w> {
    snapshot: &'w dyn Snapshot,
    cache: &'w Cache<'w>,
    sources: &'w [Source<'w>],
    stop: &'w (dyn Fn() -> bool + Sync),
}

impl Work<'_> {
    /// What became of each file, in their order; `None` when it was stopped.
    fn par_map(&self, threads: usize) -> Option<Vec<Read>> {
        par_map(threads, self.sources, Extractor::new, |extractor, source| {
            self.read(source, extractor)
        })
    }

    /// `None` when it was stopped.
    fn read(&self, source: &Source<'_>, extractor: &mut Extractor) -> Option<Read> {
        if (self.stop)() {
            return None;
        }
        if !source.is_file {
            return Some(Read::Unreadable);
        }
        let known = |id: BlobId| self.cache.get(&key(source.language, id));
        let id = self.snapshot.blob(source.path);
        if let Some((id, known)) = id.and_then(|id| Some((id, known(id)?))) {
            return Some(Read::Done { known, id: Some(id), is_new: false });
        }
        let bytes = match self.snapshot.read(source.path, MOST_BYTES as u64) {
            Ok(bytes) => bytes,
            Err(ReadFault::TooLarge { .. }) => return Some(Read::TooLarge),
            Err(_) => return Some(Read::Unreadable),
        };
        let is_asked = id.is_some();
        let id = match id {
            None if self.cache.is_there() => self.snapshot.blob_of(&bytes),
            id => id,
        };
        if let Some((id, known)) = id.filter(|_| !is_asked).and_then(|id| Some((id, known(id)?))) {
            return Some(Read::Done { known, id: Some(id), is_new: false });
        }
        match extractor.extract(source.language, &bytes, &|| (self.stop)()) {
            Gave::Stopped => None,
            gave => {
                let known = Known { size: bytes.len() as u64, gave };
                Some(Read::Done { known, id, is_new: true })
            }
        }
    }
}

#[cfg(all(test, feature = "symbols"))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::port::TreeEntry;

    /// Files that all say the same.
    struct Same(Arc<[TreeEntry]>);

    impl Snapshot for Same {
        fn commit(&self) -> Option<&str> {
            None
        }

        fn entries(&self) -> &Arc<[TreeEntry]> {
            &self.0
        }

        fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, ReadFault> {
            Ok(b"fn a() {}\n".to_vec())
        }

        fn head(&self, path: &str, most: u64) -> Result<Vec<u8>, ReadFault> {
            self.read(path, most)
        }

        fn is_committed(&self, _: &str, _: &[u8]) -> bool {
            false
        }

        fn blob(&self, _: &str) -> Option<BlobId> {
            None
        }

        fn blob_of(&self, _: &[u8]) -> Option<BlobId> {
            None
        }
    }

    #[test]
    fn the_first_files_by_path_are_read() {
        let paths = (0..20).map(|at| format!("a{at:02}.rs"));
        let tree = Same(paths.map(|path| TreeEntry { path, kind: EntryKind::File }).collect());
        for (most, read) in [((7, 1_000), 7), ((20, 120), 12), ((100, 200), 20)] {
            let index = build_within(most, 2, &tree, None, &|| false).expect("nobody stops it");
            assert_eq!((index.file_count(), index.skipped().over_caps), (read, 20 - read));
            assert_eq!(index.in_file(&format!("a{:02}.rs", read - 1)).len(), 1);
        }
    }
}
