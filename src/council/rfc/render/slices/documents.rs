//! Files of the dossier as they are written: whole documents, and the passages that findings stand
//! in. Every line has its number; what is quoted is the text behind it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::SliceSection;
use crate::council::rfc::answer::Cite;
use crate::model::Location;
use crate::prompt::fence::Block;
use crate::source::{Dossier, line_range};

/// Lines of a file shown before the one that a finding stands on, and after its last.
const BEFORE: u32 = 8;
const AFTER: u32 = 12;

const LEGEND: &str = "Line numbers are not in the files: quote the text behind `| `.";

const HEADING: &str = "The documents of the RFC and the requirements that it names, whole";

/// A range of lines, both ends included.
type Lines = (u32, u32);

/// Where findings stand: of each file the lines around them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::council::rfc::render) struct Passages(BTreeMap<String, BTreeSet<Lines>>);

impl Passages {
    /// Those around places, and around what findings cite beside them.
    pub(super) fn around<'l>(
        places: impl Iterator<Item = &'l Location>,
        cites: impl Iterator<Item = &'l Cite>,
    ) -> Self {
        let mut files: BTreeMap<String, BTreeSet<Lines>> = BTreeMap::new();
        for place in places {
            let first = place.line.saturating_sub(BEFORE).max(1);
            let last = place.end_line.max(place.line).min(place.line + AFTER) + AFTER;
            files.entry(place.file.clone()).or_default().insert((first, last));
        }
        for cite in cites {
            if let Some((first, last)) = line_range(&cite.lines) {
                let last = last.min(first.saturating_add(AFTER)).saturating_add(AFTER);
                let first = first.saturating_sub(BEFORE).max(1);
                files.entry(cite.path.clone()).or_default().insert((first, last));
            }
        }
        Self(files)
    }

    /// The passages of all files of which `keep` says so.
    pub(super) fn section(&self, dossier: &Dossier, keep: impl Fn(&str) -> bool) -> SliceSection {
        let files = self.0.iter().filter(|(file, _)| keep(file));
        let blocks = files.filter_map(|(file, lines)| block(dossier, file, &joined(lines)));
        section("The passages that the findings stand in", blocks.collect())
    }
}

/// Ranges that touch as one.
fn joined(ranges: &BTreeSet<Lines>) -> Vec<Lines> {
    let mut all: Vec<Lines> = Vec::new();
    for &(first, last) in ranges {
        match all.last_mut() {
            Some(open) if first <= open.1 + 2 => open.1 = open.1.max(last),
            _ => all.push((first, last)),
        }
    }
    all
}

/// The documents of the RFC and of its requirements, whole. Of its PRDs' requirements those that the
/// RFC or a ticket names: most plans take on a few of many.
pub(super) fn whole(dossier: &Dossier) -> SliceSection {
    // A task list in Markdown says more than its tasks: it is shown whole, too.
    let tickets = dossier.tickets().filter(|_| dossier.format.is_none());
    let tickets: BTreeSet<&str> = tickets.map(|ticket| ticket.file.as_str()).collect();
    let atlas: BTreeSet<&str> = dossier.atlas.files.iter().map(String::as_str).collect();
    let paths: Vec<&str> = dossier.files.iter().map(|file| file.path.as_str()).collect();
    let (of_prds, own): (Vec<&str>, Vec<&str>) =
        paths.into_iter().filter(|path| !atlas.contains(path)).partition(|path| {
            let prds = dossier.rfc().into_iter().flat_map(|rfc| &rfc.prds);
            prds.map(|prd| dossier.library.layout.prd(prd) + "/").any(|at| path.starts_with(&at))
        });
    let texts: Vec<&str> =
        own.iter().filter_map(|path| dossier.text(path)).map(|text| &**text.text()).collect();
    let is_named = |path: &&str| texts.iter().any(|text| text.contains(stem(path)));
    let shown = of_prds.into_iter().filter(is_named);
    let shown = shown.chain(own.iter().copied().filter(|path| !tickets.contains(path)));
    let blocks = shown.filter_map(|path| block(dossier, path, &[(1, u32::MAX)]));
    section(HEADING, blocks.collect())
}

/// The name of a file without folder and extension.
fn stem(path: &str) -> &str {
    Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or(path)
}

fn section(heading: &'static str, blocks: Vec<Block>) -> SliceSection {
    let legend = if blocks.is_empty() { String::new() } else { LEGEND.to_owned() };
    SliceSection { heading, legend, blocks }
}

/// Lines of a file; none of a file that is not read as text.
fn block(dossier: &Dossier, path: &str, ranges: &[Lines]) -> Option<Block> {
    let source = dossier.text(path)?;
    let end = source.node("")?.end_line;
    let mut block = Block::new("file");
    block.entry("file", path);
    for (at, &(first, last)) in ranges.iter().enumerate() {
        if at > 0 {
            block.line("");
        }
        for number in first..=last.min(end) {
            block.line(&format!("{number}| {}", source.line(number)));
        }
    }
    Some(block)
}
