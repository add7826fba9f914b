//! The chain of an RFC's bundles: each names the one before by file and seal. The newest is the
//! chain's head, not the file with the latest name (THREATS.md C3). Of each bundle only what links
//! it is kept, so that a long chain costs little.

use std::collections::{BTreeMap, BTreeSet};

use super::files::{is_bundle, is_record};
use super::v2::SCHEMA_VERSION;
use super::v2::bundle::Bundle;
use super::v2::previous_bundle::PreviousBundle;
use super::{pruned, read};
use crate::model::{Digest, Timestamp};
use crate::port::{Archive, StoreFault};

/// A bundle of the folder, read.
#[derive(Debug)]
pub struct ReadBundle {
    /// Its file name.
    pub file: String,
    /// Its content; not verified.
    pub bundle: Bundle,
}

impl ReadBundle {
    /// This bundle as the next one names it.
    pub fn as_previous(&self) -> PreviousBundle {
        PreviousBundle { file: self.file.clone(), seal: self.bundle.seal.digest.clone() }
    }
}

/// What links a bundle to others: as its file states it, not verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleLinks {
    /// The bundle as the next one names it.
    pub name: PreviousBundle,
    /// The bundle before it.
    pub previous: Option<PreviousBundle>,
    /// When its review ended.
    pub at: Timestamp,
}

impl BundleLinks {
    /// Reads the lines that link a bundle, out of the bytes that this tool writes. `None` for a
    /// file that lacks them.
    pub fn of(file: &str, bytes: &[u8]) -> Option<Self> {
        let text =
            std::str::from_utf8(bytes).ok().filter(|_| form(bytes) == Some(SCHEMA_VERSION))?;
        let (mut top, mut found) = ("", BTreeMap::new());
        for line in text.lines() {
            let (inner, line) = match line.strip_prefix("  ") {
                Some(rest) => (true, rest),
                None => (false, line),
            };
            let Some((key, value)) = line.split_once(':') else { continue };
            if !inner {
                top = key;
            }
            let name = match (top, key) {
                ("review_timestamp", "review_timestamp") if !inner => "at",
                ("previous_bundle", "file") if inner => "file",
                ("previous_bundle", "seal") if inner => "before",
                ("seal", "digest") if inner => "seal",
                _ => continue,
            };
            found.entry(name).or_insert_with(|| value.trim().trim_matches('"'));
        }
        let digest = |text: &str| serde_json::from_value::<Digest>(text.into()).ok();
        let previous = match (found.get("file"), found.get("before")) {
            (Some(file), Some(seal)) => {
                Some(PreviousBundle { file: (*file).to_owned(), seal: digest(seal)? })
            }
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => return None,
        };
        let name = PreviousBundle { file: file.to_owned(), seal: digest(found.get("seal")?)? };
        let at = serde_json::from_value((*found.get("at")?).into()).ok()?;
        Some(Self { name, previous, at })
    }
}

/// The bundles of a reviews folder and how they follow each other.
#[derive(Debug, Default)]
pub struct Chain {
    steps: BTreeMap<PreviousBundle, BundleLinks>,
    /// Bundles that were taken away, as the folder's records name them, each with the one that it
    /// followed. A step that is there is believed before a record.
    pruned: BTreeMap<PreviousBundle, Option<PreviousBundle>>,
    /// Records that cannot be read, and why.
    pub unfit: Vec<(String, pruned::Unfit)>,
    /// Files that this tool wrote, as they say, and that cannot be linked any more; and those too
    /// large to tell. Other tools' reviews may have the same names.
    pub broken: Vec<String>,
}

impl Chain {
    /// Reads what links the bundles of a folder.
    pub fn read(archive: &dyn Archive, folder: &str) -> Result<Self, StoreFault> {
        let (mut chain, mut older) = (Self::default(), Vec::new());
        for file in archive.list(folder)? {
            if !is_bundle(&file) && !is_record(&file) {
                continue;
            }
            let bytes = match archive.read(&format!("{folder}/{file}"), read::LIMITS.bytes) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => continue,
                Err(fault) if fault.is_too_large() && is_record(&file) => Vec::new(),
                Err(fault) if fault.is_too_large() => {
                    chain.broken.push(file);
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            if is_record(&file) {
                chain.record(folder, file, &bytes);
                continue;
            }
            match BundleLinks::of(&file, &bytes) {
                Some(step) => drop(chain.steps.insert(step.name.clone(), step)),
                None if !says_ours(&bytes) => {}
                None if form(&bytes) == Some(SCHEMA_VERSION) => chain.broken.push(file),
                None => older.push(file),
            }
        }
        // What has another form counts for nothing once there is a review of this one.
        if chain.steps.is_empty() {
            chain.broken.append(&mut older);
        }
        Ok(chain)
    }

    /// Takes up what a record names.
    fn record(&mut self, folder: &str, file: String, bytes: &[u8]) {
        match pruned::read(folder, &file, bytes) {
            Ok(record) => self.pruned.extend(record.links()),
            Err(unfit) => self.unfit.push((file, unfit)),
        }
    }

    /// Whether a record names a bundle as taken away.
    pub fn is_pruned(&self, name: &PreviousBundle) -> bool {
        self.pruned.contains_key(name)
    }

    /// The bundle before another one, by name; `None` when nothing knows of it.
    fn previous_of(&self, name: &PreviousBundle) -> Option<Option<&PreviousBundle>> {
        let step = self.steps.get(name).map(|step| step.previous.as_ref());
        step.or_else(|| self.pruned.get(name).map(Option::as_ref))
    }

    /// A bundle and all that it follows and that is there, newest first, beyond what was pruned.
    pub fn all_from<'c>(&'c self, step: &'c BundleLinks) -> impl Iterator<Item = &'c BundleLinks> {
        let next = |name: &&'c PreviousBundle| self.previous_of(name).flatten();
        let names = std::iter::successors(Some(&step.name), next);
        names.take(self.steps.len() + self.pruned.len()).filter_map(|name| self.get(name))
    }

    /// Every bundle that is there.
    pub fn steps(&self) -> impl Iterator<Item = &BundleLinks> {
        self.steps.values()
    }

    /// The first bundle that one follows and that is neither there nor pruned, and the one that names
    /// it.
    pub fn gap<'c>(
        &'c self,
        step: &'c BundleLinks,
    ) -> Option<(&'c PreviousBundle, &'c PreviousBundle)> {
        let (mut after, mut next) = (&step.name, step.previous.as_ref());
        // A circle of bundles cannot be sealed; the bound is for files that only claim to be.
        for _ in 0..=self.steps.len() + self.pruned.len() {
            let name = next?;
            let Some(previous) = self.previous_of(name) else { return Some((after, name)) };
            (after, next) = (name, previous);
        }
        None
    }

    /// A bundle by name and seal.
    pub fn get(&self, name: &PreviousBundle) -> Option<&BundleLinks> {
        self.steps.get(name)
    }

    /// A bundle by its file's name.
    pub fn of_file(&self, file: &str) -> Option<&BundleLinks> {
        self.steps.values().find(|step| step.name.file == file)
    }

    /// The bundle before one, when the folder has it.
    pub fn before(&self, step: &BundleLinks) -> Option<&BundleLinks> {
        self.get(step.previous.as_ref()?)
    }

    /// A bundle and all that it follows, newest first, as far as the folder has them.
    pub fn back_from<'c>(&'c self, step: &'c BundleLinks) -> impl Iterator<Item = &'c BundleLinks> {
        // A circle of bundles cannot be sealed; the bound is for files that only claim to be.
        std::iter::successors(Some(step), |step| self.before(step)).take(self.steps.len())
    }

    /// The newest bundle: the one that no other names as the one before it. Of several (two branches
    /// reviewed from the same bundle, or somebody put one beside the chain) the one with the longer
    /// chain, then the later review.
    pub fn head(&self) -> Option<&BundleLinks> {
        let followed: BTreeSet<&PreviousBundle> =
            self.steps.values().filter_map(|step| step.previous.as_ref()).collect();
        let mut lengths = BTreeMap::new();
        let heads = self.steps.values().filter(|step| !followed.contains(&step.name));
        let heads: Vec<&BundleLinks> = heads.collect();
        heads.into_iter().max_by_key(|step| {
            (self.length(&step.name, &mut lengths), step.at, step.name.file.clone())
        })
    }

    /// How many bundles one follows, those that were pruned among them; each is counted once for all
    /// who follow it.
    fn length<'c>(
        &'c self,
        name: &'c PreviousBundle,
        known: &mut BTreeMap<&'c PreviousBundle, usize>,
    ) -> usize {
        let most = self.steps.len() + self.pruned.len();
        let (mut path, mut length, mut next) = (Vec::new(), 0, Some(name));
        while let Some(name) = next.filter(|_| path.len() < most) {
            if let Some(found) = known.get(name) {
                length = *found;
                break;
            }
            let Some(previous) = self.previous_of(name) else { break };
            path.push(name);
            next = previous;
        }
        for name in path.into_iter().rev() {
            length += 1;
            known.insert(name, length);
        }
        length
    }
}

/// The form that a file says it has.
fn form(bytes: &[u8]) -> Option<&str> {
    let line = bytes.split(|&byte| byte == b'\n').next()?;
    std::str::from_utf8(line).ok()?.strip_prefix("schema_version: \"")?.strip_suffix('"')
}

/// Whether a file says that this tool wrote it, whatever else became of it.
fn says_ours(bytes: &[u8]) -> bool {
    const WORDS: &[u8] = b"\n  tool:\n    name: council-review\n";
    bytes.windows(WORDS.len()).any(|window| window == WORDS)
}

/// The newest bundle of a reviews folder. Files that are no bundles of ours (the folder may hold
/// anything) are passed over.
pub fn head(archive: &dyn Archive, folder: &str) -> Result<Option<ReadBundle>, StoreFault> {
    let mut chain = Chain::read(archive, folder)?;
    newest(archive, folder, &mut chain)
}

/// The newest bundle and all that it follows from one to the next, newest first.
pub fn whole(archive: &dyn Archive, folder: &str) -> Result<Vec<ReadBundle>, StoreFault> {
    let mut chain = Chain::read(archive, folder)?;
    let mut links = Vec::new();
    let mut next = newest(archive, folder, &mut chain)?;
    while let Some(link) = next {
        // Each is taken away, so that a circle ends.
        chain.steps.remove(&link.as_previous());
        let before = link.bundle.previous_bundle.clone();
        links.push(link);
        next = match before.and_then(|name| chain.steps.remove(&name)) {
            Some(step) => bundle(archive, folder, &step)?,
            None => None,
        };
    }
    Ok(links)
}

fn newest(
    archive: &dyn Archive,
    folder: &str,
    chain: &mut Chain,
) -> Result<Option<ReadBundle>, StoreFault> {
    while let Some(step) = chain.head().cloned() {
        match bundle(archive, folder, &step)? {
            Some(link) => return Ok(Some(link)),
            None => drop(chain.steps.remove(&step.name)),
        }
    }
    Ok(None)
}

/// The bundle of a step; `None` when its file holds something else.
fn bundle(
    archive: &dyn Archive,
    folder: &str,
    step: &BundleLinks,
) -> Result<Option<ReadBundle>, StoreFault> {
    let file = &step.name.file;
    let bytes = archive.read(&format!("{folder}/{file}"), read::LIMITS.bytes)?;
    let bundle = bytes.and_then(|bytes| read::bundle(&bytes).ok());
    Ok(bundle.map(|bundle| ReadBundle { file: file.clone(), bundle }))
}
