//! What changed between two states of the repository, file by file.

use crate::port::{EntryKind, ReadFault, Snapshot, TreeEntry};
use crate::source::exclusion::{Exclusion, MOST_BYTES, is_secret_name, shown};

/// A file that has more bytes is compared by their number alone.
const MOST_COMPARED: u64 = 64 << 20;

/// A file that is another in both states.
#[derive(Debug, PartialEq, Eq)]
pub struct MaterialChange {
    /// Its path.
    pub path: String,
    /// What it was and is, where both may be shown; else why not.
    pub texts: Result<(Option<String>, Option<String>), Exclusion>,
}

/// The files that differ, by path.
pub fn changes(base: &dyn Snapshot, now: &dyn Snapshot) -> Vec<MaterialChange> {
    let paths = |entries: &[TreeEntry]| entries.iter().map(|e| e.path.clone()).collect::<Vec<_>>();
    let mut all = paths(base.entries());
    all.extend(paths(now.entries()));
    all.sort_unstable();
    all.dedup();
    all.into_iter().filter_map(|path| change(base, now, path)).collect()
}

fn change(base: &dyn Snapshot, now: &dyn Snapshot, path: String) -> Option<MaterialChange> {
    let (was, is) = (kind(base, &path), kind(now, &path));
    let is_file = |kind: Option<EntryKind>| kind == Some(EntryKind::File);
    if !is_file(was) && !is_file(is) {
        // Where a link leads is nobody's text.
        return (was != is).then_some(MaterialChange { path, texts: Err(Exclusion::Link) });
    }
    let known = base.blob(&path);
    if known.is_some() && known == now.blob(&path) {
        return None;
    }
    let read = |of: &dyn Snapshot, kind| match is_file(kind) {
        true => of.read(&path, MOST_COMPARED).map(Some),
        false => Ok(None),
    };
    let (old, new) = (read(base, was), read(now, is));
    if old == new {
        return None;
    }
    let text = |bytes: Result<Option<Vec<u8>>, ReadFault>| match bytes {
        Ok(Some(bytes)) if bytes.len() as u64 > MOST_BYTES => Err(Exclusion::TooLarge),
        Ok(bytes) => bytes.map(shown).transpose(),
        Err(_) => Err(Exclusion::TooLarge),
    };
    let texts = match is_secret_name(&path) {
        true => Err(Exclusion::SecretSuspected),
        false => text(old).and_then(|old| Ok((old, text(new)?))),
    };
    Some(MaterialChange { path, texts })
}

fn kind(of: &dyn Snapshot, path: &str) -> Option<EntryKind> {
    let entries = of.entries();
    let at = entries.binary_search_by(|entry| entry.path.as_str().cmp(path)).ok()?;
    Some(entries[at].kind)
}
