//! `search`: a literal text in the files that a glob covers, by path and line, with a line around it.

use memchr::memmem::Finder;

use super::Sheet;
use super::glob::{self, Glob};
use super::tree::{PinnedFile, PinnedTree};
use crate::core::look::Refusal;
use crate::port::{par_map, threads};

/// Hits that one request shows.
const MOST: u32 = 50;

pub(super) fn show(
    tree: &PinnedTree,
    text: &str,
    glob: &str,
    sheet: &mut Sheet,
) -> Result<(), Option<Refusal>> {
    let is_line = !text.contains(['\n', '\r']) && (3..=200).contains(&text.chars().count());
    if !is_line || glob.chars().count() > glob::MOST {
        return Err(Some(Refusal::Outside));
    }
    let glob = Glob::new(glob);
    let finder = Finder::new(text);
    let paths: Vec<&str> = tree.files().filter(|path| glob.covers(path)).collect();
    let found = par_map(
        threads(),
        &paths,
        || (),
        |(), path| {
            let held = tree.read(path).ok();
            Some(held.map_or_else(Vec::new, |held| hits(&held, &finder)))
        },
    );
    let mut seen = 0;
    for (path, lines) in paths.iter().zip(found.unwrap_or_default()) {
        let (Some(_), Ok(held)) = (lines.first(), tree.read(path)) else { continue };
        let room = MOST.saturating_sub(seen).min(lines.len() as u32);
        seen += lines.len() as u32;
        let shown = blocks(&lines[..room as usize], 1).into_iter().map(|(from, to, hits)| {
            let to = to.min(held.count());
            match sheet.lines(path, &held, from, to) == to + 1 - from {
                true => hits,
                false => 0,
            }
        });
        let shown: u32 = shown.sum();
        sheet.left_out += lines.len() as u32 - shown;
    }
    if seen == 0 { Err(None) } else { Ok(()) }
}

/// The numbers of the lines that hold the text.
fn hits(held: &PinnedFile, finder: &Finder<'_>) -> Vec<u32> {
    if finder.find(held.text.as_bytes()).is_none() {
        return Vec::new();
    }
    let lines = (1..).zip(held.text.lines());
    lines.filter(|(_, line)| finder.find(line.as_bytes()).is_some()).map(|(n, _)| n).collect()
}

/// Lines with as many around each, those that touch as one: from, to, and how many there are.
pub(super) fn blocks(lines: &[u32], around: u32) -> Vec<(u32, u32, u32)> {
    let mut blocks: Vec<(u32, u32, u32)> = Vec::new();
    for &line in lines {
        let (from, to) = (line.saturating_sub(around).max(1), line + around);
        match blocks.last_mut() {
            Some((_, end, hits)) if from <= *end + 1 => (*end, *hits) = (to.max(*end), *hits + 1),
            _ => blocks.push((from, to, 1)),
        }
    }
    blocks
}
