use crate::snapshot::{Snapshot, TreeEntry};

#[derive(Debug, PartialEq, Eq)]
pub enum Change {
    Added(String),
    Removed(String),
    Modified(String),
}

/// What happened between two snapshots, by path.
pub fn diff_snapshots(old: &Snapshot, new: &Snapshot) -> Vec<Change> {
    let mut changes = Vec::new();
    for entry in &new.entries {
        match old.find(&entry.path) {
            None => changes.push(Change::Added(entry.path.clone())),
            Some(before) if is_unchanged(before, entry) => {}
            Some(_) => changes.push(Change::Modified(entry.path.clone())),
        }
    }
    for entry in &old.entries {
        if new.find(&entry.path).is_none() {
            changes.push(Change::Removed(entry.path.clone()));
        }
    }
    changes
}

/// Same size and time of change: the file is not read again.
pub fn is_unchanged(before: &TreeEntry, now: &TreeEntry) -> bool {
    before.kind == now.kind && before.size == now.size && before.modified_at == now.modified_at
}
