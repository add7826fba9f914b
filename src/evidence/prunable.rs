//! What of a reviews folder may be taken away: old bundles of the chain, oldest first, each with the
//! files that are its own. Never the head, and nothing that something kept rests on.

use std::collections::BTreeMap;

use super::chain::{BundleLinks, Chain};
use super::files::{signed, stamp_of};
use super::read::{self, LIMITS};
use super::rulings;
use super::v2::bundle::Bundle;
use super::v2::previous_bundle::PreviousBundle;
use super::v2::pruned::PrunedBundle;
use crate::port::{Archive, StoreFault};

/// A bundle of the chain.
#[derive(Debug, Clone)]
pub struct ChainedBundle {
    /// As a record names it, with its files.
    pub bundle: PrunedBundle,
    /// The bundle before it, there or pruned.
    pub previous: Option<PreviousBundle>,
    /// Whether a record names it as taken away.
    pub is_recorded: bool,
    /// Whether it rests on rulings, which are bound to the bundle before it.
    is_settled: bool,
    /// Whether a bundle beside the chain rests on it.
    is_needed_beside: bool,
}

/// The chain of a folder, as far as it is there.
#[derive(Debug, Clone, Default)]
pub struct Prunable {
    /// Oldest first; the last is the head.
    pub links: Vec<ChainedBundle>,
}

/// Why nothing of a folder may be taken away, in one line with the next act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsound(pub String);

impl Prunable {
    /// Reads what may be taken away of a folder.
    pub fn read(archive: &dyn Archive, folder: &str) -> Result<Result<Self, Unsound>, StoreFault> {
        let chain = Chain::read(archive, folder)?;
        let unsound = |line: String| Ok(Err(Unsound(line)));
        if let Some((file, unfit)) = chain.unfit.first() {
            return unsound(format!(
                "{folder}/{file}:{unfit}; restore it from git, or remove it when no commit has it"
            ));
        }
        let Some(head) = chain.head() else { return Ok(Ok(Self::default())) };
        if let Some((after, name)) = chain.gap(head) {
            return unsound(format!(
                "{folder}/{} follows {}, which is neither there nor pruned; restore it from git first",
                after.file, name.file
            ));
        }
        let mut steps: Vec<&BundleLinks> = chain.all_from(head).collect();
        steps.reverse();
        let bundle = |step: &BundleLinks| -> Result<Result<Bundle, Unsound>, StoreFault> {
            let path = format!("{folder}/{}", step.name.file);
            let bytes = archive.read(&path, LIMITS.bytes)?.unwrap_or_default();
            Ok(read::bundle(&bytes).map_err(|faults| {
                let first = faults.first().map_or_else(String::new, ToString::to_string);
                Unsound(format!("{path}:{first}; restore it from git first"))
            }))
        };
        let mut files = Owners::default();
        let mut links = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let bundle = match bundle(step)? {
                Ok(bundle) => bundle,
                Err(unsound) => return Ok(Err(unsound)),
            };
            files.of_bundle(at, &step.name.file);
            links.push(ChainedBundle {
                bundle: PrunedBundle {
                    file: step.name.file.clone(),
                    seal: step.name.seal.clone(),
                    files: Vec::new(),
                },
                previous: step.previous.clone(),
                is_recorded: chain.is_pruned(&step.name),
                is_settled: !bundle.rulings.is_empty(),
                is_needed_beside: false,
            });
        }
        let place: BTreeMap<&PreviousBundle, usize> =
            steps.iter().enumerate().map(|(at, step)| (&step.name, at)).collect();
        for beside in chain.steps().filter(|step| !place.contains_key(&step.name)) {
            let Ok(bundle) = bundle(beside)? else { continue };
            let rests_on = bundle.previous_bundle.filter(|_| !bundle.rulings.is_empty());
            if let Some(&at) = rests_on.as_ref().and_then(|name| place.get(name)) {
                links[at].is_needed_beside = true;
            }
        }
        let listed = archive.list(folder)?;
        for file in listed.iter().filter(|file| file.starts_with("ruling_")) {
            let bytes = archive.read(&format!("{folder}/{file}"), LIMITS.bytes)?;
            if let Some(&at) = bound_to(&bytes.unwrap_or_default()).and_then(|to| place.get(&to)) {
                files.0.entry(file.clone()).or_insert(at);
            }
        }
        for file in listed {
            if let Some(at) = files.of(&file)
                && links[at].bundle.file != file
            {
                links[at].bundle.files.push(file);
            }
        }
        Ok(Ok(Self { links }))
    }

    /// How many of the oldest may be taken away so that at least `keep` stay.
    pub fn oldest(&self, keep: usize) -> usize {
        let mut count = self.links.len().saturating_sub(keep.max(1));
        if let Some(needed) = self.links.iter().position(|link| link.is_needed_beside) {
            count = count.min(needed);
        }
        while count > 0 && self.links[count].is_settled {
            count -= 1;
        }
        count
    }
}

/// The bundle that a ruling is bound to.
fn bound_to(bytes: &[u8]) -> Option<PreviousBundle> {
    let ruling = rulings::read(bytes).map(|ruling| ruling.bundle);
    ruling.or_else(|_| rulings::read_removal(bytes).map(|removal| removal.bundle)).ok()
}

/// Whose each file is, by the place of its bundle in the chain.
#[derive(Default)]
struct Owners(BTreeMap<String, usize>);

impl Owners {
    /// The files that bear a bundle's stamp. A bundle that people settled has the session of the one
    /// before it, whose own it is.
    fn of_bundle(&mut self, at: usize, file: &str) {
        let stamp = stamp_of(file);
        let session = format!("council_session_{stamp}.yaml");
        for own in [file.to_owned(), format!("escalation_{stamp}.md"), session] {
            self.0.insert(own, at);
        }
    }

    /// Whose a file is: its own, or that of what it signs.
    fn of(&self, file: &str) -> Option<usize> {
        let names = std::iter::successors(Some(file), |file| signed(file));
        names.into_iter().find_map(|name| self.0.get(name)).copied()
    }
}
