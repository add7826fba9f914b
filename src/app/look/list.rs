//! `list`: what lies in one folder, not below it.

use std::collections::BTreeMap;

use super::Sheet;
use super::tree::PinnedTree;
use crate::core::look::Refusal;
use crate::port::{EntryKind, beneath};

/// Entries that one request shows.
const MOST: usize = 200;

pub(super) fn show(
    tree: &PinnedTree,
    folder: &str,
    sheet: &mut Sheet,
) -> Result<(), Option<Refusal>> {
    let folder = folder.strip_suffix('/').unwrap_or(folder);
    let is_root = folder.is_empty() || folder == ".";
    if !is_root && let Some(why) = tree.folder_refusal(folder).or_else(|| tree.obstacle(folder)) {
        return Err(Some(why));
    }
    let whole = |rest: &str| if is_root { rest.to_owned() } else { format!("{folder}/{rest}") };
    let mut names: BTreeMap<&str, Option<EntryKind>> = BTreeMap::new();
    let all: Box<dyn Iterator<Item = (&str, EntryKind)>> = match is_root {
        true => Box::new(tree.entries().iter().map(|entry| (entry.path.as_str(), entry.kind))),
        false => Box::new(beneath(tree.entries(), folder)),
    };
    for (rest, kind) in all {
        match rest.split_once('/') {
            Some((name, _)) => names.entry(name).or_insert(None),
            None => names.entry(rest).or_insert(Some(kind)),
        };
    }
    if names.is_empty() {
        return Err(None);
    }
    sheet.page(if is_root { "." } else { folder }, None, 0);
    let mut shown = 0;
    for (name, kind) in names.iter().take(MOST) {
        let path = whole(name);
        let line = match kind {
            None => format!("{name}/"),
            Some(EntryKind::Symlink) => format!("{name}  link"),
            Some(EntryKind::Special) => format!("{name}  submodule"),
            Some(EntryKind::File) if tree.refusal(&path).is_some() => format!("{name}  not shown"),
            Some(EntryKind::File) => match tree.size(&path) {
                Some(size) => format!("{name}  {size} bytes"),
                None => format!("{name}  unreadable"),
            },
        };
        if !sheet.line(&line) {
            break;
        }
        shown += 1;
    }
    sheet.left_out = names.len() as u32 - shown;
    Ok(())
}
