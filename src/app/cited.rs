//! Lines that findings rest on beside the files under review: whether they stand in the same files
//! still. A review is not stale for them.

use crate::evidence::v2::bundle::Bundle;
use crate::model::Digest;
use crate::model::pointing::NOTHING;
use crate::port::{EntryKind, Snapshot};
use crate::source::line_range;

/// More bytes than any file has that is shown.
const MOST: u64 = 1 << 20;

/// Cites whose file is another one now than any that was looked at under its path, and those of a path
/// that was not there and is, a line each.
pub fn changed_since(bundle: &Bundle, now: &dyn Snapshot) -> Vec<String> {
    let cites = bundle
        .findings
        .iter()
        .flat_map(|finding| finding.cites.iter().map(move |cite| (&finding.finding_id, cite)));
    let is_there = |path: &str| {
        let mut paths = now.entries().iter().map(|entry| entry.path.as_str());
        paths.any(|entry| {
            entry.strip_prefix(path).is_some_and(|r| r.is_empty() || r.starts_with('/'))
        })
    };
    let changed = cites.filter(|(_, cite)| {
        if line_range(&cite.lines).is_none() {
            return cite.lines == NOTHING && cite.quote.is_empty() && is_there(&cite.path);
        }
        let entries = now.entries();
        let listed = entries.binary_search_by(|entry| entry.path.as_str().cmp(&cite.path));
        let listed = listed.is_ok_and(|at| entries[at].kind == EntryKind::File);
        let bytes = listed.then(|| now.read(&cite.path, MOST).ok()).flatten();
        let digest = bytes.map(|bytes| Digest::of(&bytes));
        let mut seen = bundle.inputs.files.iter().filter(|file| file.path == cite.path);
        !seen.any(|file| Some(&file.digest) == digest.as_ref())
    });
    let line = |(id, cite): (_, &crate::evidence::v2::council::CitedLines)| {
        format!(
            "CHANGED_SINCE: {id} cites {}:{}, and that file is another one now",
            cite.path, cite.lines
        )
    };
    changed.map(line).collect()
}
