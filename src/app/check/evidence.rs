//! What the evidence of one RFC is by itself and in its chain: bytes, session, links, dates, commit.
//! Of a change, each file that it adds; else the head of the chain alone.

use std::collections::{BTreeMap, BTreeSet};

use super::pruned;
use super::scene::{CheckContext, Objection};
use crate::app::AppFault;
use crate::app::names::{is_removal, is_ruling};
use crate::evidence::chain::{BundleLinks, Chain};
use crate::evidence::files;
use crate::evidence::read::{EvidenceReadFault, LIMITS};
use crate::evidence::recover::{Recovered, recover};
use crate::evidence::replay::{self, Played};
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::check::Code;
use crate::evidence::v2::previous_bundle::PreviousBundle;
use crate::evidence::{rulings, verify};
use crate::model::{SubjectId, Timestamp};
use crate::port::Archive;
use crate::report::escalation;

/// The most evidence files of one RFC that a change may add: what is added is verified whole.
const MOST_ADDED: usize = 200;

/// The reviews folder of one RFC, beside that of the base.
pub(super) struct ReviewsFolder<'a> {
    scene: &'a CheckContext<'a>,
    rfc: &'a SubjectId,
    path: String,
    pub(super) chain: Chain,
    /// Files that the change adds.
    added: BTreeSet<String>,
    /// The newest bundle of the base, which the newest one must follow.
    base_head: Option<BundleLinks>,
    /// Reviews that were verified: what they hold, their sessions played, and what is wrong.
    reviews: BTreeMap<String, VerifiedReview>,
}

/// A review that was verified.
#[derive(Debug, Default)]
pub(super) struct VerifiedReview {
    /// Its bundle, when it can be read.
    pub(super) bundle: Option<Bundle>,
    /// Its session, when there is one and it replays.
    pub(super) played: Option<Played>,
    objections: Vec<Objection>,
}

impl<'a> ReviewsFolder<'a> {
    pub(super) fn read(scene: &'a CheckContext<'a>, rfc: &'a SubjectId) -> Result<Self, AppFault> {
        let path = scene.workspace.config.layout.reviews(rfc);
        let chain = Chain::read(scene.archive, &path).map_err(AppFault::reading)?;
        let (mut added, mut base_head) = (BTreeSet::new(), None);
        if let Some(base) = scene.base {
            added = scene.archive.list(&path).map_err(AppFault::reading)?.into_iter().collect();
            for file in base.fork.list(&path).map_err(AppFault::reading)? {
                added.remove(&file);
            }
            added.retain(|file| !file.ends_with(".lock") && !file.starts_with('.'));
            // A change that adds nothing, or a record of what it took away, follows what it began with,
            // wherever the base is now.
            let adds = added.iter().any(|file| !files::is_record(file));
            let archive = if adds { base.tip } else { base.fork };
            let base = Chain::read(archive, &path).map_err(AppFault::reading)?;
            base_head = base.head().cloned();
        }
        Ok(Self { scene, rfc, path, chain, added, base_head, reviews: BTreeMap::new() })
    }

    /// The RFC.
    pub(super) fn rfc(&self) -> &SubjectId {
        self.rfc
    }

    /// The path of a file of the folder.
    pub(super) fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.path)
    }

    /// The reviews that the change adds.
    pub(super) fn added_reviews(&self) -> impl Iterator<Item = &String> {
        self.added.iter().filter(|file| files::is_bundle(file))
    }

    /// The records of what was pruned that the change adds.
    pub(super) fn added_records(&self) -> impl Iterator<Item = &String> {
        self.added.iter().filter(|file| files::is_record(file))
    }

    /// The rulings that the change adds.
    pub(super) fn added_rulings(&self) -> impl Iterator<Item = &String> {
        self.added.iter().filter(|file| is_ruling(file))
    }

    /// The removal rulings that the change adds.
    pub(super) fn added_removals(&self) -> impl Iterator<Item = &String> {
        self.added.iter().filter(|file| is_removal(file))
    }

    /// A review that was verified.
    pub(super) fn review(&mut self, file: &str) -> Option<VerifiedReview> {
        self.reviews.remove(file)
    }

    /// The bytes of a file; none of one that is too large to be evidence.
    fn bytes(&self, file: &str) -> Result<Option<Vec<u8>>, AppFault> {
        match self.scene.archive.read(&self.path(file), LIMITS.bytes) {
            Err(fault) if fault.is_too_large() => Ok(Some(Vec::new())),
            read => read.map_err(AppFault::reading),
        }
    }

    /// The fault of a file that is too large to be evidence, or empty.
    fn no_content(&self, file: &str) -> Objection {
        let most = LIMITS.bytes >> 20;
        let line = format!("{} is empty, or has more than {most} MiB", self.path(file));
        Objection::new(Code::Unsound, line)
    }

    /// What is wrong with the head, and with all that the change adds.
    pub(super) fn objections(&mut self) -> Result<Vec<Objection>, AppFault> {
        let mut found = Vec::new();
        let mut reviews: BTreeSet<String> = self.added_reviews().cloned().collect();
        let added = self.added.len();
        if added > MOST_ADDED {
            let line = format!(
                "{} gets {added} files in one change, and at most {MOST_ADDED} are read",
                self.path
            );
            return Ok(vec![Objection::new(Code::Unsound, line)]);
        }
        if self.scene.base.is_none() {
            // Another tool's reviews may lie here; with a base, whoever adds one is told.
            reviews.extend(self.chain.broken.first().cloned());
        }
        reviews.extend(self.chain.head().map(|head| head.name.file.clone()));
        for file in reviews {
            let review = self.verified(&file)?;
            found.extend(review.objections.iter().cloned());
            self.reviews.insert(file, review);
        }
        for (file, unfit) in self.chain.unfit.iter().filter(|(file, _)| !self.added.contains(file))
        {
            found.push(Objection::new(Code::Unsound, format!("{}:{unfit}", self.path(file))));
        }
        found.extend(pruned::objections(self.scene, &self.path, self.added_records())?);
        let is_other = |file: &&String| !files::is_bundle(file) && !files::is_record(file);
        for file in self.added.iter().filter(is_other) {
            found.extend(self.other_file(file)?);
        }
        Ok(found)
    }

    /// A review whole: what it is, what its session says, what it follows, when it was made and of
    /// which commit.
    fn verified(&self, file: &str) -> Result<VerifiedReview, AppFault> {
        let path = self.path(file);
        let bytes = self.bytes(file)?.unwrap_or_default();
        if bytes.is_empty() {
            let objections = vec![self.no_content(file)];
            return Ok(VerifiedReview { objections, ..VerifiedReview::default() });
        }
        let bundle = match verify::verify(&bytes) {
            Ok(bundle) => bundle,
            Err(faults) => {
                let told = faults.iter();
                let told =
                    told.map(|fault| Objection::new(Code::Unsound, format!("{path}:{fault}")));
                return Ok(VerifiedReview {
                    objections: told.collect(),
                    ..VerifiedReview::default()
                });
            }
        };
        let mut review = VerifiedReview::default();
        if bundle.rfc_id != *self.rfc {
            let line = format!("{path} is a review of {}, not of {}", bundle.rfc_id, self.rfc);
            review.objections.push(Objection::new(Code::Foreign, line));
            return Ok(review);
        }
        self.session(&path, &bundle, &mut review)?;
        for ruling in &bundle.rulings {
            let file = ruling.file();
            let line = match self.bytes(&file)? {
                None => format!("{path}: its ruling {file} is not there"),
                Some(bytes) if bytes != rulings::bytes(ruling) => {
                    format!("{}: the ruling in the bundle is another one", self.path(&file))
                }
                Some(_) => continue,
            };
            review.objections.push(Objection::new(Code::Unsound, line));
        }
        for line in verify::unanswered(&bundle) {
            review.objections.push(Objection::new(Code::NoCall, format!("{path}: {line}")));
        }
        if let Some(step) = self.chain.of_file(file) {
            review.objections.extend(self.place_in_chain(&path, step));
        }
        // What the base took once, or a tree holds without a base, a squash may have cut off.
        let is_new = self.added.contains(file) && !self.has_base(file, &bytes);
        if let Some(commit) = bundle.inputs.commit.as_deref().filter(|_| is_new)
            && (self.scene.in_history)(commit) == Some(false)
        {
            let line = format!("{path} is about commit {commit}, which is not in the history");
            review.objections.push(Objection::new(Code::Commit, line));
        }
        review.bundle = Some(bundle);
        Ok(review)
    }

    /// Whether the base holds these very bytes.
    fn has_base(&self, file: &str, bytes: &[u8]) -> bool {
        let path = self.path(file);
        let has = |archive: &dyn Archive| {
            archive.read(&path, LIMITS.bytes).ok().flatten().is_some_and(|held| held == bytes)
        };
        self.scene.base.is_some_and(|base| has(base.tip) || has(base.fork))
    }

    /// The session of a review: it is there, and leads to this bundle.
    fn session(
        &self,
        path: &str,
        bundle: &Bundle,
        review: &mut VerifiedReview,
    ) -> Result<(), AppFault> {
        let Some(council) = &bundle.council_metadata else { return Ok(()) };
        let file = &council.session_file;
        let Some(bytes) = self.bytes(file)? else {
            let line = format!("{path}: its session {file} is not there");
            review.objections.push(Objection::new(Code::NoSession, line));
            return Ok(());
        };
        match replay::of_bundle(&bytes, bundle, file) {
            Ok(played) => review.played = Some(played),
            Err(faults) => {
                review.objections.extend(faults.iter().map(|fault| {
                    Objection::new(Code::Replay, format!("{}:{fault}", self.path(file)))
                }))
            }
        }
        Ok(())
    }

    /// What a review follows: all links are there, the base's newest one among them, and no date
    /// goes back or lies ahead.
    fn place_in_chain(&self, path: &str, step: &BundleLinks) -> Vec<Objection> {
        let mut found = Vec::new();
        let mut has_base_head = self.base_head.is_none();
        for link in self.chain.back_from(step) {
            has_base_head |= self.base_head.as_ref().is_some_and(|head| head.name == link.name);
        }
        if let Some((_, previous)) = self.chain.gap(step) {
            let line = format!(
                "{path} follows {} with the seal {}, which is not there",
                previous.file, previous.seal
            );
            found.push(Objection::new(Code::Chain, line));
        }
        if let Some(head) = self.base_head.as_ref().filter(|_| !has_base_head) {
            let line = format!(
                "{path} does not follow {}, the newest review on {}",
                head.name.file,
                self.scene.base_name().unwrap_or_default()
            );
            found.push(Objection::new(Code::Chain, line));
        }
        if let Some(before) = self.chain.before(step).filter(|before| before.at > step.at) {
            let line =
                format!("{path} is of {}, and the review before it of {}", step.at, before.at);
            found.push(Objection::new(Code::Date, line));
        }
        let latest = Timestamp::from_unix(self.scene.now.unix() + 86_400);
        if latest.is_some_and(|latest| step.at > latest) {
            let line = format!("{path} is of {}, and now it is {}", step.at, self.scene.now);
            found.push(Objection::new(Code::Date, line));
        }
        found
    }

    /// A file that the change adds and that is no review.
    fn other_file(&self, file: &str) -> Result<Vec<Objection>, AppFault> {
        let path = self.path(file);
        let objection = |code, line: String| vec![Objection::new(code, line)];
        let bytes = self.bytes(file)?.unwrap_or_default();
        if bytes.is_empty() {
            return Ok(vec![self.no_content(file)]);
        }
        if is_removal(file) {
            let ruling = rulings::read_removal(&bytes);
            let ruling = ruling.map(|ruling| (ruling.file(), ruling.rfc_id, ruling.bundle));
            return Ok(self.ruling(&path, file, ruling));
        }
        if is_ruling(file) {
            let ruling = rulings::read(&bytes);
            let ruling = ruling.map(|ruling| (ruling.file(), ruling.rfc_id, ruling.bundle));
            return Ok(self.ruling(&path, file, ruling));
        }
        if file.starts_with("council_session_") && file.ends_with(".yaml") {
            return Ok(match self.is_a_review_s(file) {
                // It was replayed with its review.
                true => Vec::new(),
                false => match recover(&bytes) {
                    Err(faults) => {
                        let line = faults.first().map_or_else(String::new, ToString::to_string);
                        objection(Code::Unsound, format!("{path}:{line}"))
                    }
                    Ok(Recovered { played, .. }) if played.session.rfc_id != *self.rfc => {
                        let of = &played.session.rfc_id;
                        objection(Code::Foreign, format!("{path} is a session on {of}"))
                    }
                    Ok(_) => Vec::new(),
                },
            });
        }
        if let Some(stamp) = file.strip_prefix("escalation_").and_then(|f| f.strip_suffix(".md")) {
            let of = format!("rfc_review_{stamp}.yaml");
            let own = self.reviews.get(&of).and_then(|review| review.bundle.as_ref());
            let same = own.is_some_and(|bundle| escalation(bundle, &of).as_bytes() == bytes);
            let other_tool =
                own.is_some_and(|bundle| bundle.inputs.tool.version != env!("CARGO_PKG_VERSION"));
            if !same && !other_tool {
                let line = format!("{path} is not the page that {of} gives");
                return Ok(objection(Code::Unsound, line));
            }
        }
        Ok(Vec::new())
    }

    /// A ruling that the change adds: its file's name, the RFC, and the bundle that it is on.
    fn ruling(
        &self,
        path: &str,
        file: &str,
        read: Result<(String, SubjectId, PreviousBundle), Vec<EvidenceReadFault>>,
    ) -> Vec<Objection> {
        let (code, line) = match read {
            Err(faults) => {
                let line = faults.first().map_or_else(String::new, ToString::to_string);
                (Code::Unsound, format!("{path}:{line}"))
            }
            Ok((_, rfc, _)) if rfc != *self.rfc => {
                (Code::Foreign, format!("{path} is a ruling on {rfc}"))
            }
            Ok((name, _, _)) if name != file => {
                (Code::Unsound, format!("{path} is not the name of its ruling"))
            }
            Ok((_, _, bundle)) if self.chain.get(&bundle).is_none() => {
                (Code::Chain, format!("{path} is on {}, which is not there", bundle.file))
            }
            Ok(_) => return Vec::new(),
        };
        vec![Objection::new(code, line)]
    }

    /// Whether a session is that of a review that was verified.
    fn is_a_review_s(&self, file: &str) -> bool {
        self.reviews.values().any(|review| {
            let council = review.bundle.as_ref().and_then(|b| b.council_metadata.as_ref());
            council.is_some_and(|council| council.session_file == file)
        })
    }
}
