//! What members are shown of the materials: all of them, or of each its size, its outline, its first
//! lines and what is cited of it. The same for the same brief and cites.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{Brief, Material};

/// The first lines of a material that a summary shows.
const HEAD: u32 = 20;
/// Lines before and behind one that is cited.
const AROUND: u32 = 3;
/// The most characters of a line that a summary shows.
const LONGEST: usize = 400;
/// The most lines of an outline that a summary shows.
const OUTLINED: usize = 60;

/// What one step shows of the materials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// Whether they are shown whole.
    pub shown: PackedAs,
    /// Material by material, in the order of the brief.
    pub materials: Vec<PackedMaterial>,
}

/// How materials are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PackedAs {
    /// Whole.
    Full,
    /// In summary, with what is cited.
    Summary,
}

/// One material as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedMaterial {
    /// By which it is cited.
    pub name: String,
    /// How many lines it has.
    pub lines: u32,
    /// How many bytes it has.
    pub bytes: usize,
    /// Its headings or definitions; none where it is shown whole.
    pub outline: Vec<String>,
    /// How many more of them there are.
    pub outline_left_out: usize,
    /// What is shown of its lines, in their order.
    pub passages: Vec<Passage>,
}

/// Lines of a material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The number of the first one, from 1.
    pub from: u32,
    /// The number of the last one.
    pub to: u32,
    /// What they say.
    pub text: String,
}

impl Pack {
    /// What a first step shows: all, when `fits` says so of its texts, else a summary.
    pub fn first(brief: &Brief, fits: impl FnOnce(&Pack) -> bool) -> Self {
        let whole = Self::whole(brief);
        if fits(&whole) { whole } else { Self::summary(brief, []) }
    }

    /// All of every material.
    pub fn whole(brief: &Brief) -> Self {
        let whole = |material: &Material| {
            let text = str::to_owned(&material.text);
            let lines = count(material);
            let passages = vec![Passage { from: 1, to: lines, text }];
            packed(material, Vec::new(), 0, passages)
        };
        Self { shown: PackedAs::Full, materials: brief.materials.iter().map(whole).collect() }
    }

    /// Of each material its size, its outline, its first lines, and the lines around each of these
    /// cites (a material's name and a quote) that stands in it.
    pub fn summary<'c>(brief: &Brief, cites: impl IntoIterator<Item = (&'c str, &'c str)>) -> Self {
        let mut cited: BTreeMap<&str, Vec<RangeInclusive<u32>>> = BTreeMap::new();
        for (name, quote) in cites {
            if let Some(place) = brief.find(name, quote) {
                let first = place.line.saturating_sub(AROUND).max(1);
                cited.entry(name).or_default().push(first..=place.end_line.saturating_add(AROUND));
            }
        }
        let summary = |material: &Material| {
            let cited = cited.remove(material.name.as_str()).unwrap_or_default();
            let passages = merged(cited, count(material)).into_iter().map(|range| {
                let (from, to) = range.into_inner();
                let lines = (from..=to).map(|number| cut(material.text.line(number)));
                Passage { from, to, text: lines.collect::<Vec<_>>().join("\n") }
            });
            let outline = material.outline.iter().take(OUTLINED).map(|line| cut(line)).collect();
            let left_out = material.outline.len().saturating_sub(OUTLINED);
            packed(material, outline, left_out, passages.collect())
        };
        let materials = brief.materials.iter().map(summary).collect();
        Self { shown: PackedAs::Summary, materials }
    }

    /// Every text that is shown, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.materials.iter().flat_map(|material| {
            let passages = material.passages.iter().map(|passage| passage.text.as_str());
            material.outline.iter().map(String::as_str).chain(passages)
        })
    }
}

fn packed(
    material: &Material,
    outline: Vec<String>,
    outline_left_out: usize,
    passages: Vec<Passage>,
) -> PackedMaterial {
    PackedMaterial {
        name: material.name.clone(),
        lines: count(material),
        bytes: material.text.len(),
        outline,
        outline_left_out,
        passages,
    }
}

fn count(material: &Material) -> u32 {
    u32::try_from(material.text.lines().count()).unwrap_or(u32::MAX)
}

/// The first lines and the cited ones, in order, each once; neighbours are one.
fn merged(mut ranges: Vec<RangeInclusive<u32>>, last: u32) -> Vec<RangeInclusive<u32>> {
    ranges.push(1..=HEAD);
    ranges.sort_by_key(|range| (*range.start(), *range.end()));
    let mut all: Vec<RangeInclusive<u32>> = Vec::new();
    for range in ranges {
        let (from, to) = (*range.start(), (*range.end()).min(last));
        match all.last_mut() {
            _ if from > to => {}
            Some(before) if from <= before.end() + 1 => {
                *before = *before.start()..=to.max(*before.end());
            }
            _ => all.push(from..=to),
        }
    }
    all
}

/// A line, or as much of it as is read.
fn cut(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
