//! What waits for a person, and what the person decides: rulings, and the final bundle that the last
//! of them brings.

use std::collections::BTreeMap;

use super::claim::claim;
use super::names::is_ruling;
use super::outcome::CompletedReview;
use super::publish::publish;
use super::verify::{self, Freshness, Verified};
use super::{AppFault, ReviewNames, Workspace};
use crate::adjudicate::Decision;
use crate::evidence::chain;
use crate::evidence::read::LIMITS;
use crate::evidence::rulings;
use crate::evidence::v2::SCHEMA_VERSION;
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::previous_bundle::PreviousBundle;
use crate::evidence::v2::removal::{Removal, RemovalDecision, RemovalPoint};
use crate::evidence::v2::ruling::Ruling;
use crate::model::policy::MAX_TEXT;
use crate::model::{FindingId, SubjectId, Verdict};
use crate::port::{Archive, Clock, NameClaim, Store};

/// A review that waits for a person.
#[derive(Debug)]
pub struct Waiting {
    /// Its bundle, the newest of the chain.
    pub bundle: Bundle,
    /// The bundle as the next one will name it.
    pub named: PreviousBundle,
    /// The bundle's path from the repository's root.
    pub path: String,
    /// The page that shows both sides, when it is there.
    pub page: Option<String>,
    /// What was decided so far.
    pub rulings: BTreeMap<FindingId, Ruling>,
    /// Files beside it that pass for rulings and cannot be read, with the first fault of each.
    pub damaged: Vec<String>,
}

impl Waiting {
    /// The findings that nobody has ruled yet, in order.
    pub fn open(&self) -> impl Iterator<Item = &Finding> {
        self.bundle.findings.iter().filter(|finding| {
            let id = &finding.finding_id;
            self.bundle.deadlocked_findings.contains(id) && !self.rulings.contains_key(id)
        })
    }
}

/// What waits of these RFCs, in their order.
pub fn escalations(
    workspace: &Workspace,
    archive: &dyn Archive,
    rfcs: &[SubjectId],
) -> Result<Vec<Waiting>, AppFault> {
    let waiting = rfcs.iter().map(|rfc| waiting(workspace, archive, rfc));
    Ok(waiting.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// The newest review of an RFC, if it waits for a person.
fn waiting(
    workspace: &Workspace,
    archive: &dyn Archive,
    rfc: &SubjectId,
) -> Result<Option<Waiting>, AppFault> {
    let folder = workspace.config.layout.reviews(rfc);
    let Some(link) = chain::head(archive, &folder).map_err(AppFault::reading)? else {
        return Ok(None);
    };
    if link.bundle.verdict != Verdict::NeedsAdjudication {
        return Ok(None);
    }
    let named = link.as_previous();
    let names = ReviewNames { folder: folder.clone(), stamp: stamp(&link.file).to_owned() };
    let files = archive.list(&folder).map_err(AppFault::reading)?;
    let (mut rulings, mut damaged) = (Vec::new(), Vec::new());
    for file in files.iter().filter(|file| is_ruling(file)) {
        let path = names.path(file);
        let bytes = archive.read(&path, LIMITS.bytes).map_err(AppFault::reading)?;
        match rulings::read(&bytes.unwrap_or_default()) {
            Ok(ruling) => rulings.push(ruling),
            Err(faults) => {
                damaged.extend(faults.first().map(|fault| format!("{path}:{fault}")));
            }
        }
    }
    rulings.sort_by(|a, b| (a.ruled_at, &a.finding_id).cmp(&(b.ruled_at, &b.finding_id)));
    let on = rulings::on(&link.bundle, &named, &rulings);
    let rulings = on.into_iter().map(|(id, ruling)| (id, ruling.clone())).collect();
    let page = names.page_file();
    Ok(Some(Waiting {
        page: files.contains(&page).then(|| names.path(&page)),
        path: names.path(&link.file),
        bundle: link.bundle,
        named,
        rulings,
        damaged,
    }))
}

fn stamp(bundle_file: &str) -> &str {
    bundle_file.trim_start_matches("rfc_review_").trim_end_matches(".yaml")
}

/// A decision as it is to be recorded.
#[derive(Debug, Clone, Copy)]
pub struct RulingRequest<'a> {
    /// On what.
    pub finding: &'a FindingId,
    /// What.
    pub decision: Decision,
    /// Whose.
    pub by: &'a str,
    /// Why.
    pub reason: &'a str,
    /// The bundle that the person read, by its file's name, when it was named.
    pub bundle: Option<&'a str>,
}

/// A ruling that is recorded.
#[derive(Debug)]
pub struct Ruled {
    /// The ruling.
    pub ruling: Ruling,
    /// Its path from the repository's root.
    pub path: String,
    /// The findings that are still open.
    pub open: Vec<FindingId>,
    /// The final bundle, when nothing is open any more.
    pub done: Option<CompletedReview>,
}

/// The review of an RFC that waits for a person and may be ruled: it verifies, and is about the files
/// as they are.
pub fn ready(
    workspace: &Workspace,
    archive: &dyn Archive,
    rfc: &SubjectId,
) -> Result<Waiting, AppFault> {
    let bad = |line: String| Err(AppFault::BadInput(line));
    let Some(waiting) = waiting(workspace, archive, rfc)? else {
        workspace.require(rfc)?;
        let folder = workspace.config.layout.reviews(rfc);
        let line = match chain::head(archive, &folder).map_err(AppFault::reading)? {
            None => format!("{rfc} has no review in {folder}; run `council-review {rfc}`"),
            Some(link) => format!(
                "{rfc} waits for nobody: its newest review {} says {}",
                link.file, link.bundle.verdict
            ),
        };
        return bad(line);
    };
    let path = &waiting.path;
    let bytes = archive.read(path, LIMITS.bytes).map_err(AppFault::reading)?.unwrap_or_default();
    match verify::newest(workspace, archive, path, &bytes)? {
        Verified::Unsound(faults) => {
            let first = faults.first().map_or_else(String::new, ToString::to_string);
            bad(format!("{path}:{first}; a bundle that does not verify cannot be ruled"))
        }
        Verified::Sound { freshness: Freshness::Stale(changes), .. } => bad(format!(
            "{}; the review is not about these files: run `council-review {rfc}`",
            changes.join(", ")
        )),
        Verified::Sound { .. } => Ok(waiting),
    }
}

/// Records that an RFC may be taken away, bound to its newest review. Gives the ruling and its path.
pub fn remove(
    workspace: &Workspace,
    store: &dyn Store,
    clock: &dyn Clock,
    rfc: &SubjectId,
    (by, reason): (&str, &str),
) -> Result<(Removal, String), AppFault> {
    workspace.require(rfc)?;
    let folder = workspace.config.layout.reviews(rfc);
    let Some(link) = chain::head(store, &folder).map_err(AppFault::reading)? else {
        return Err(AppFault::BadInput(format!(
            "{rfc} has no review to bind the ruling to: run `council-review {rfc}` first, or set policy.removal in council.yaml"
        )));
    };
    said(by, reason)?;
    let ruling = Removal {
        schema_version: SCHEMA_VERSION.to_owned(),
        rfc_id: rfc.clone(),
        finding_id: RemovalPoint::Removal,
        decision: RemovalDecision::Uphold,
        by: by.trim().to_owned(),
        reason: reason.trim().to_owned(),
        ruled_at: clock.now().max(link.bundle.review_timestamp),
        bundle: link.as_previous(),
    };
    let path = format!("{folder}/{}", ruling.file());
    match store.create(&path, &rulings::removal_bytes(&ruling)).map_err(AppFault::writing)? {
        true => Ok((ruling, path)),
        false => Err(AppFault::BadInput(format!("{path} is there already: {rfc} may be removed"))),
    }
}

/// A ruling says who and why.
fn said(by: &str, reason: &str) -> Result<(), AppFault> {
    for (what, text) in [("--by", by), ("--reason", reason)] {
        let length = text.chars().count();
        if text.trim().is_empty() || length > MAX_TEXT {
            return Err(AppFault::BadInput(format!(
                "{what} has {length} characters; a ruling says who and why, each in 1 to {MAX_TEXT}"
            )));
        }
    }
    Ok(())
}

/// Records a ruling; when it was the last, the final bundle follows.
pub fn rule(
    workspace: &Workspace,
    store: &dyn Store,
    clock: &dyn Clock,
    rfc: &SubjectId,
    wish: &RulingRequest<'_>,
) -> Result<Ruled, AppFault> {
    let bad = |line: String| Err(AppFault::BadInput(line));
    let waiting = ready(workspace, store, rfc)?;
    let folder = workspace.config.layout.reviews(rfc);
    let hold = store.claim(&folder, stamp(&waiting.named.file)).map_err(AppFault::writing)?;
    if let NameClaim::Theirs(who) = hold {
        return bad(format!("{who} is ruling on {}; try again", waiting.path));
    }
    // Whoever had it may have ruled since.
    let waiting = ready(workspace, store, rfc)?;
    let named = &waiting.named;
    if let Some(read) = wish.bundle.filter(|read| *read != named.file) {
        return bad(format!(
            "{read} is not the newest review of {rfc}: read {} and decide again",
            waiting.page.as_deref().unwrap_or(&waiting.path)
        ));
    }
    let id = wish.finding;
    if let Some(ruling) = waiting.rulings.get(id) {
        return bad(format!(
            "{} {} {id} on {}: {folder}/{}",
            ruling.by,
            ruling.decision.done(),
            ruling.ruled_at,
            ruling.file()
        ));
    }
    let Some(finding) = waiting.open().find(|finding| finding.finding_id == *id) else {
        let open: Vec<&str> = waiting.open().map(|open| open.finding_id.as_str()).collect();
        return bad(format!("{id} is not open; open are {}", open.join(", ")));
    };
    said(wish.by, wish.reason)?;
    let ruling = Ruling {
        schema_version: SCHEMA_VERSION.to_owned(),
        rfc_id: rfc.clone(),
        finding_id: id.clone(),
        signature: finding.signature.clone(),
        decision: wish.decision,
        by: wish.by.trim().to_owned(),
        reason: wish.reason.trim().to_owned(),
        ruled_at: clock.now().max(waiting.bundle.review_timestamp),
        bundle: named.clone(),
    };
    let path = format!("{folder}/{}", ruling.file());
    if !store.create(&path, &rulings::bytes(&ruling)).map_err(AppFault::writing)? {
        return bad(format!("{path} exists already and is about something else: move it"));
    }
    let open: Vec<FindingId> =
        waiting.open().map(|open| open.finding_id.clone()).filter(|open| open != id).collect();
    let done = if open.is_empty() {
        let mut rulings = waiting.rulings.clone();
        rulings.insert(id.clone(), ruling.clone());
        let at = clock.now().max(ruling.ruled_at);
        let (names, _, _hold) = claim(store, &folder, rfc, at)?;
        let rulings = rulings.into_values().collect();
        Some(publish(rulings::settle(&waiting.bundle, named, rulings, at), store, &names)?)
    } else {
        None
    };
    Ok(Ruled { ruling, path, open, done })
}
