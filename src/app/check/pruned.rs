//! What a change takes away with a record of it. Each word of a record is held against the base: the
//! bundles must be the oldest of the base's chain, in its order and with its seals, and their files
//! those that the base has of them.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::{ChangeBase, CheckContext, Objection};
use crate::app::AppFault;
use crate::app::touched::TouchedEvidence;
use crate::evidence::files::is_record;
use crate::evidence::prunable::Prunable;
use crate::evidence::pruned::{self, Unfit};
use crate::evidence::read::LIMITS;
use crate::evidence::v2::check::Code;
use crate::evidence::v2::previous_bundle::PreviousBundle;
use crate::evidence::v2::pruned::Pruned;
use crate::model::Timestamp;
use crate::port::Archive;

/// Reads the record under a name of a folder; what is wrong with it otherwise.
fn record(archive: &dyn Archive, folder: &str, file: &str) -> Result<Pruned, Objection> {
    let path = format!("{folder}/{file}");
    let unsound = |line: String| Objection::new(Code::Unsound, line);
    let bytes = archive.read(&path, LIMITS.bytes).map_err(|fault| unsound(fault.to_string()))?;
    pruned::read(folder, file, &bytes.unwrap_or_default()).map_err(|unfit| match unfit {
        Unfit::Unsound(fault) => unsound(format!("{path}:{fault}")),
        Unfit::Foreign(rfc) => {
            Objection::new(Code::Foreign, format!("{path} is about reviews of {rfc}"))
        }
    })
}

/// The base's chain of a reviews folder, and what the change's records take of it.
struct Taken<'a> {
    base: &'a str,
    /// The chain that the change began with.
    chain: Prunable,
    /// How many of its oldest bundles may go, at most.
    most: usize,
    /// How many of them records take rightly.
    count: usize,
    /// What is wrong with the other records, by their files' names.
    wrong: BTreeMap<String, Objection>,
}

impl<'a> Taken<'a> {
    fn read(
        base: &ChangeBase<'a>,
        records: Vec<(String, Pruned)>,
        folder: &str,
    ) -> Result<Self, AppFault> {
        let of = |archive: &dyn Archive| Prunable::read(archive, folder).map_err(AppFault::reading);
        // A chain of the base that does not verify lets nothing go.
        let (chain, tip) = match (of(base.fork)?, of(base.tip)?) {
            (Ok(fork), Ok(tip)) => (fork, tip),
            _ => Default::default(),
        };
        // What the tip rests on stays, though the change cannot know of it.
        let stays = tip.links.iter().skip(tip.oldest(1)).map(|link| link.bundle.name());
        let stays: BTreeSet<PreviousBundle> = stays.collect();
        let first = chain.links.iter().position(|link| stays.contains(&link.bundle.name()));
        let most = chain.oldest(1).min(first.unwrap_or(chain.links.len()));
        let count = chain.links.iter().take(most).take_while(|link| link.is_recorded).count();
        let base = &base.before.name;
        let mut taken = Self { base, chain, most, count, wrong: BTreeMap::new() };
        taken.take(records);
        Ok(taken)
    }

    /// Takes up each record that begins where the others end.
    fn take(&mut self, mut records: Vec<(String, Pruned)>) {
        loop {
            let before = records.len();
            records.retain(|(_, record)| match self.end_of(record) {
                Ok(end) => {
                    self.count = self.count.max(end);
                    false
                }
                Err(_) => true,
            });
            if records.len() == before {
                break;
            }
        }
        for (file, record) in records {
            if let Err(objection) = self.end_of(&record) {
                self.wrong.insert(file, objection);
            }
        }
    }

    /// How many of the oldest bundles are gone with a record; else what is wrong with it.
    fn end_of(&self, record: &Pruned) -> Result<usize, Objection> {
        let (base, links) = (self.base, &self.chain.links);
        let chain = |line: String| Err(Objection::new(Code::Chain, line));
        let first = &record.bundles[0].file;
        let start = links.iter().take(self.count).position(|link| link.bundle.file == *first);
        let start = start.unwrap_or(self.count);
        for (named, at) in record.bundles.iter().zip(start..) {
            let file = &named.file;
            let Some(link) = links.get(at).filter(|link| link.bundle.file == *file) else {
                return chain(format!("{file} is not the next oldest review on {base}"));
            };
            if link.bundle.seal != named.seal {
                return chain(format!("{file} has another seal on {base}"));
            }
            if at + 1 == links.len() {
                return chain(format!("{file} is the newest review on {base}, which stays"));
            }
            if at >= self.most {
                return chain(format!("{base} rests on {file}, which stays"));
            }
            if link.bundle.files != named.files {
                let line = format!("the files that go with {file} on {base} are others");
                return Err(Objection::new(Code::Unsound, line));
            }
        }
        let end = start + record.bundles.len();
        if links[start].previous != record.previous_bundle {
            return chain(format!("{first} follows another review on {base}"));
        }
        match self.chain.oldest(links.len() - end) {
            count if count < end => chain(format!(
                "the oldest review that stays rests on {}",
                links[end - 1].bundle.file
            )),
            _ => Ok(end),
        }
    }
}

/// What the records of a folder take, if there are any.
fn taken<'a>(scene: &CheckContext<'a>, folder: &str) -> Result<Option<Taken<'a>>, AppFault> {
    let Some(base) = &scene.base else { return Ok(None) };
    let files = scene.archive.list(folder).map_err(AppFault::reading)?;
    let had = base.fork.list(folder).map_err(AppFault::reading)?;
    let added = files.into_iter().filter(|file| is_record(file) && !had.contains(file));
    let records = added.filter_map(|file| {
        let record = record(scene.archive, folder, &file).ok()?;
        Some((file, record))
    });
    Taken::read(base, records.collect(), folder).map(Some)
}

/// The files of the base that a change takes away rightly: those of the oldest reviews, of which a
/// record of the change says so, or one of the base that was not carried out yet.
pub(super) fn excused(
    scene: &CheckContext<'_>,
    touched: &TouchedEvidence,
) -> Result<BTreeSet<String>, AppFault> {
    let mut excused = BTreeSet::new();
    let layout = &scene.workspace.config.layout;
    for rfc in touched.taken_from(layout) {
        let folder = layout.reviews(&rfc);
        let Some(taken) = taken(scene, &folder)? else { continue };
        let gone = taken.chain.links.iter().take(taken.count);
        let files = gone.flat_map(|link| link.bundle.all());
        excused.extend(files.map(|file| format!("{folder}/{file}")));
    }
    Ok(excused)
}

/// What is wrong with the records that the change adds.
pub(super) fn objections<'f>(
    scene: &CheckContext<'_>,
    folder: &str,
    files: impl Iterator<Item = &'f String>,
) -> Result<Vec<Objection>, AppFault> {
    let (mut found, mut records) = (Vec::new(), Vec::new());
    for file in files {
        match record(scene.archive, folder, file) {
            Ok(record) => records.push((file, record)),
            Err(objection) => found.push(objection),
        }
    }
    if records.is_empty() {
        return Ok(found);
    }
    let mut wrong = taken(scene, folder)?.map(|taken| taken.wrong).unwrap_or_default();
    let listed = scene.archive.list(folder).map_err(AppFault::reading)?;
    let listed: BTreeSet<String> = listed.into_iter().collect();
    let latest = Timestamp::from_unix(scene.now.unix() + 86_400);
    for (file, record) in records {
        let path = format!("{folder}/{file}");
        if let Some(Objection { code, line }) = wrong.remove(file) {
            found.push(Objection::new(code, format!("{path}: {line}")));
        }
        let mut names = record.bundles.iter().flat_map(|bundle| bundle.all());
        if let Some(still) = names.find(|name| listed.contains(*name)) {
            let line = format!("{path}: {still} is still there; run `council-review prune` again");
            found.push(Objection::new(Code::Unsound, line));
        }
        if latest.is_some_and(|latest| record.pruned_at > latest) {
            let line = format!("{path} is of {}, and now it is {}", record.pruned_at, scene.now);
            found.push(Objection::new(Code::Date, line));
        }
    }
    Ok(found)
}
