//! `fix`: which edits of plans are certain, tried in memory before anything is written. A fix stays
//! when its finding is gone after it, and no new one of the gates is there, in any RFC.

use std::collections::{BTreeMap, HashSet};

use super::AppFault;
use super::judged::Judged;
use super::scope::Scope;
use crate::config::Config;
use crate::evidence::v2::gates::{GateFinding, GatesReport, GatesReview};
use crate::gates::fixes::{self, CertainFix};
use crate::gates::rule;
use crate::model::fix::edited;
use crate::model::{Day, Digest, Finding, NodePath, Rule, SubjectId};
use crate::port::{Overlay, Rewrite, Snapshot};
use crate::source::Dossier;
use crate::yaml::Limits;

/// What `fix` would write, and what the gates would say then.
#[derive(Debug)]
pub struct FixPlan {
    /// The files to write, by path.
    pub files: Vec<EditedFile>,
    /// What is fixed, each with its fix.
    pub fixed: Vec<FixedFinding>,
    /// What has a fix that is not made, and why.
    pub refused: Vec<RefusedFix>,
    /// What the gates say after it of the RFCs asked for.
    pub left: Vec<GatesReview>,
    /// The same of what belongs to no RFC, where that was asked for.
    pub outside: Vec<GateFinding>,
}

/// A file before and after.
#[derive(Debug)]
pub struct EditedFile {
    /// From the repository's root.
    pub path: String,
    /// The bytes that were read.
    pub before: Vec<u8>,
    /// The bytes to write.
    pub after: Vec<u8>,
}

/// A finding that a fix settles.
#[derive(Debug, Clone)]
pub struct FixedFinding {
    /// The RFC that it is of; none for one of the repository.
    pub rfc: Option<SubjectId>,
    /// The finding, with its fix.
    pub finding: GateFinding,
}

/// A finding whose fix is not made.
#[derive(Debug, Clone)]
pub struct RefusedFix {
    /// The finding.
    pub finding: GateFinding,
    /// Why, in lower case and without a full stop.
    pub why: String,
}

/// A fix that may be made.
struct Candidate {
    told: FixedFinding,
    claim: Finding,
    fix: CertainFix,
}

/// By what a finding is known again after an edit: by its node, or by its words.
#[derive(Default)]
struct Known<'f> {
    at: HashSet<(Rule, &'f str, &'f NodePath)>,
    saying: HashSet<(Rule, &'f str, &'f str)>,
}

impl<'f> Known<'f> {
    fn of(findings: impl Iterator<Item = &'f Finding>) -> Self {
        let mut known = Self::default();
        for finding in findings {
            let (rule, file) = (finding.rule, finding.location.file.as_str());
            known.at.insert((rule, file, &finding.location.path));
            known.saying.insert((rule, file, &finding.description));
        }
        known
    }

    fn has(&self, finding: &Finding) -> bool {
        let (rule, file) = (finding.rule, finding.location.file.as_str());
        self.at.contains(&(rule, file, &finding.location.path))
            || self.saying.contains(&(rule, file, finding.description.as_str()))
    }

    fn still_says(&self, finding: &Finding) -> bool {
        let (rule, file) = (finding.rule, finding.location.file.as_str());
        self.saying.contains(&(rule, file, finding.description.as_str()))
    }
}

/// Whether a rule has fixes at all.
pub fn is_fixable(finding: &GateFinding) -> bool {
    rule(&finding.rule).is_some_and(|rule| rule.fix.is_some())
}

/// Works out what is to be written in these RFCs.
pub fn plan(
    snapshot: &dyn Snapshot,
    config: &Config,
    scope: &Scope,
    today: Day,
) -> Result<FixPlan, AppFault> {
    let before = Judged::of(snapshot, config, today)?;
    let rfcs = scope.subjects(&before.workspace, None);
    for rfc in &rfcs {
        before.workspace.require(rfc)?;
    }
    // The edits are those of the files as they are, so that they can be handed on.
    let files = &before.workspace.library.files;
    let read = |file: &str| {
        let bytes = snapshot.read(file, Limits::TICKET.bytes).ok()?;
        let is_known = files.get(file).is_some_and(|known| Digest::of(&bytes) == known.digest);
        is_known.then_some(bytes)
    };
    let mut trial = Trial { snapshot, config, today, before: &before, candidates: Vec::new() };
    let mut taken = Taken { numbers: Vec::new(), files: BTreeMap::new(), after: None };
    let mut refused = Vec::new();
    // What is missing is added last: most of it is there, and only written otherwise.
    for is_addition in [false, true] {
        let judged = taken.after.as_ref().unwrap_or(&before);
        let (new, not) = candidates(judged, scope, &rfcs, &read);
        let first = trial.candidates.len();
        let new = new.into_iter().filter(|candidate| candidate.fix.is_addition() == is_addition);
        trial.candidates.extend(new);
        if !is_addition {
            refused.extend(not);
        }
        let group: Vec<usize> = (first..trial.candidates.len()).collect();
        trial.take(&group, &mut taken, &mut refused)?;
    }
    let candidates = trial.candidates;
    let after = match taken.after {
        Some(after) => after,
        None => Judged::of(snapshot, config, today)?,
    };
    let left = after.reviews.into_iter().map(|one| one.review);
    let left = left.filter(|review| rfcs.contains(&review.rfc_id)).collect();
    let outside: Vec<GateFinding> = match scope {
        Scope::All => after.outside.iter().map(|f| GateFinding::new(f, None)).collect(),
        Scope::Named(_) | Scope::Changed => Vec::new(),
    };
    taken.numbers.sort_unstable();
    let fixed = taken.numbers.iter().map(|&at| candidates[at].told.clone()).collect();
    let files = taken.files.into_iter().filter_map(|(path, after)| {
        let before = read(&path)?;
        Some(EditedFile { path, before, after })
    });
    Ok(FixPlan { files: files.collect(), fixed, refused, left, outside })
}

/// The fixes of what nobody waived, and those that cannot be made.
fn candidates(
    judged: &Judged,
    scope: &Scope,
    rfcs: &[SubjectId],
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> (Vec<Candidate>, Vec<RefusedFix>) {
    let (mut candidates, mut refused) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    let mut add = |dossier: Option<&Dossier>, claim: &Finding, told: GateFinding| {
        if told.waiver.is_some() || !seen.insert((claim.rule, claim.location.clone())) {
            return;
        }
        match fixes::fix(&judged.workspace.gates, dossier, claim, read) {
            None => {}
            Some(Ok(fix)) => {
                let finding = GateFinding { fix: Some(fix.fix.clone()), ..told };
                let rfc = dossier.map(|dossier| dossier.subject.clone());
                let told = FixedFinding { rfc, finding };
                candidates.push(Candidate { told, claim: claim.clone(), fix });
            }
            Some(Err(why)) => refused.push(RefusedFix { finding: told, why: why.to_string() }),
        }
    };
    let asked = judged.reviews.iter().filter(|one| rfcs.contains(&one.dossier.subject));
    for one in asked {
        for (claim, told) in one.findings.iter().zip(&one.review.findings) {
            add(Some(&one.dossier), claim, told.clone());
        }
    }
    if *scope == Scope::All {
        for claim in &judged.outside {
            add(None, claim, GateFinding::new(claim, None));
        }
    }
    (candidates, refused)
}

/// The fixes that stay, the files with them, and what the gates say of those.
struct Taken {
    numbers: Vec<usize>,
    files: BTreeMap<String, Vec<u8>>,
    after: Option<Judged>,
}

/// The files with some fixes made, and what the gates say of them; else why the fixes cannot stay.
type Tried = Result<(BTreeMap<String, Vec<u8>>, Judged), String>;

struct Trial<'t> {
    snapshot: &'t dyn Snapshot,
    config: &'t Config,
    today: Day,
    before: &'t Judged,
    candidates: Vec<Candidate>,
}

impl Trial<'_> {
    /// Takes all of a group that can stay: whole, else half by half, since most groups can.
    fn take(
        &self,
        group: &[usize],
        taken: &mut Taken,
        refused: &mut Vec<RefusedFix>,
    ) -> Result<(), AppFault> {
        if group.is_empty() {
            return Ok(());
        }
        let tried: Vec<usize> = taken.numbers.iter().chain(group).copied().collect();
        match (self.attempt(&tried)?, group) {
            (Ok((files, after)), _) => {
                *taken = Taken { numbers: tried, files, after: Some(after) };
            }
            (Err(why), [one]) => {
                let finding = self.candidates[*one].told.finding.clone();
                refused.push(RefusedFix { finding, why });
            }
            (Err(_), group) => {
                let (first, second) = group.split_at(group.len() / 2);
                self.take(first, taken, refused)?;
                self.take(second, taken, refused)?;
            }
        }
        Ok(())
    }

    /// The files with these fixes made, and what the gates say of them; else why they cannot stay.
    fn attempt(&self, numbers: &[usize]) -> Result<Tried, AppFault> {
        let fixes = numbers.iter().map(|&at| &self.candidates[at].fix);
        let read = |file: &str| self.snapshot.read(file, Limits::TICKET.bytes).ok();
        let edits = match CertainFix::together(fixes, &read) {
            Ok(edits) => edits,
            Err(_) => return Ok(Err("another fix edits the same place: run it again".to_owned())),
        };
        let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for edit in &edits {
            if !files.contains_key(&edit.file) {
                let its = edits.iter().filter(|other| other.file == edit.file);
                let Some(bytes) = read(&edit.file) else {
                    return Ok(Err(format!("{} cannot be read any more", edit.file)));
                };
                files.insert(edit.file.clone(), edited(&bytes, its));
            }
        }
        let overlay = Overlay::new(self.snapshot, files.clone());
        let after = Judged::of(&overlay, self.config, self.today)?;
        let known = Known::of(self.before.claims());
        // Advisory rules wait until a file can be read: what they say then was there before.
        let is_decided = |finding: &&Finding| !finding.rule.as_str().starts_with('L');
        let new = after.claims().filter(is_decided).find(|finding| !known.has(finding));
        if let Some(Finding { rule, location, description, .. }) = new {
            return Ok(Err(format!("it brings {rule} at {location} ({description})")));
        }
        let still = Known::of(after.claims());
        let stays = |at: &&usize| still.still_says(&self.candidates[**at].claim);
        if numbers.iter().any(|at| stays(&at)) {
            return Ok(Err("the finding would stay".to_owned()));
        }
        Ok(Ok((files, after)))
    }
}

impl FixPlan {
    /// Writes the files, one after the other. Each is whole, before or after.
    ///
    /// # Errors
    /// One of them could not be written; those before it are.
    pub fn write(&self, files: &dyn Rewrite) -> Result<(), AppFault> {
        for (at, file) in self.files.iter().enumerate() {
            let written = files.rewrite(&file.path, &file.before, &file.after);
            written.map_err(|fault| {
                let before = self.files[..at].iter().map(|file| file.path.clone()).collect();
                AppFault::Plan { fault, written: before }
            })?;
        }
        Ok(())
    }

    /// Puts each fix beside its finding in a report of the same files.
    pub fn mark(&self, report: &mut GatesReport) {
        let reviews = report.reviews.iter_mut();
        let reviews = reviews.map(|review| (Some(&review.rfc_id), &mut review.findings));
        let all = reviews.chain([(None, &mut report.repository.findings)]);
        for (rfc, findings) in all {
            for finding in findings {
                let same = self.fixed.iter().find(|fixed| {
                    let told = &fixed.finding;
                    fixed.rfc.as_ref() == rfc
                        && told.rule == finding.rule
                        && told.location == finding.location
                        && told.description == finding.description
                });
                finding.fix = same.and_then(|fixed| fixed.finding.fix.clone());
            }
        }
    }
}
