//! `file`: lines of one file.

use super::Sheet;
use super::tree::PinnedTree;
use crate::core::look::Refusal;

/// Lines that one request shows.
const MOST: u32 = 400;

pub(super) fn show(
    tree: &PinnedTree,
    path: &str,
    from: u32,
    lines: u32,
    sheet: &mut Sheet,
) -> Result<(), Option<Refusal>> {
    let held = tree.read(path)?;
    if held.count() == 0 {
        // It is there, and says nothing.
        sheet.page(path, Some(&held), 0);
        return Ok(());
    }
    let from = from.max(1);
    let there = (held.count() + 1).saturating_sub(from).min(lines);
    if there == 0 {
        return Err(None);
    }
    let shown = sheet.lines(path, &held, from, from + there.min(MOST) - 1);
    if shown == 0 {
        // Not even one line fits; which file it is, is said all the same.
        sheet.page(path, Some(&held), from);
    }
    sheet.left_out = there - shown;
    Ok(())
}
