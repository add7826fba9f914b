//! A change: the state before it and the state after it, which RFCs it concerns (GATES.md R50), and
//! what it does to their findings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::workspace::{self, Workspace};
use super::{AppFault, adjudicate, archive};
use crate::config::{self, Config};
use crate::evidence::read::LIMITS;
use crate::gates::Overview;
use crate::model::{Digest, Finding, Layout, RfcId, Rule, TicketId};
use crate::port::{Archive as _, Snapshot, beneath};
use crate::source::{Dossier, Library};

/// The state that a change began with, and the base whose policy counts.
#[derive(Debug)]
pub struct Before {
    /// The base as it was named.
    pub name: String,
    /// The commit of that name.
    pub tip: String,
    /// The last commit that base and change have in common.
    pub fork: String,
    /// The documents at that commit.
    library: Arc<Library>,
    /// The same as the gates see them.
    gates: Overview,
    /// RFCs that the change concerns, by id.
    pub concerned: Vec<Concerned>,
    /// What of the policy the change would alter, a line each.
    pub policy_changes: Vec<String>,
    /// The rulings that the base holds, by path.
    rulings: BTreeMap<String, Vec<u8>>,
}

/// An RFC that a change concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concerned {
    /// The RFC.
    pub rfc: RfcId,
    /// Why, a few words each.
    pub because: Vec<String>,
    /// Whether nothing of it is left.
    pub is_gone: bool,
}

/// What a change did to the findings of an RFC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Whether the change introduced each of the present findings, in their order.
    pub introduced: Vec<bool>,
    /// Findings that are no more.
    pub fixed: Vec<Finding>,
}

/// The configuration of a base: its `council.yaml` as it stands there, or the defaults.
pub fn configuration(tip: &dyn Snapshot, name: &str) -> Result<Config, AppFault> {
    let bytes = archive::Kept(tip).read(config::FILE, 1 << 20);
    match bytes.map_err(|fault| AppFault::BadInput(format!("{name}: {fault}")))? {
        Some(bytes) => {
            let named = format!("{name}:{}", config::FILE);
            workspace::configuration(tip, Some((&named, bytes)))
        }
        None => Ok(Config::default()),
    }
}

impl Before {
    /// The state at the commit where the change left its base, and what the change concerns.
    /// `names` are the base as it was named, its commit, and that of the state; `base` is the former,
    /// `before` the latter.
    pub fn read(
        [name, tip, fork]: [&str; 3],
        base: &dyn Snapshot,
        before: &dyn Snapshot,
        after: &dyn Snapshot,
        workspace: &Workspace,
    ) -> Self {
        let layout = &workspace.config.layout;
        let gates = Overview::read(before, layout.clone(), None);
        let library = Arc::clone(gates.library());
        let concerned = concerned((before, &library), (after, &workspace.library));
        Self {
            policy_changes: policy_changes(name, layout, before, after),
            rulings: rulings(base, &layout.evidence),
            name: name.to_owned(),
            tip: tip.to_owned(),
            fork: fork.to_owned(),
            gates,
            library,
            concerned,
        }
    }

    /// What the change did to the findings of an RFC, given those of now. `find` gives those of a
    /// dossier.
    pub fn compare(
        &self,
        rfc: &RfcId,
        now: &[Finding],
        find: impl FnOnce(&Overview, &Dossier) -> Vec<Finding>,
    ) -> Compared {
        let dossier = Dossier::build(Arc::clone(&self.library), rfc);
        let then = dossier.map(|dossier| find(&self.gates, &dossier));
        compare(&then.unwrap_or_default(), now)
    }

    /// The same of what belongs to no RFC.
    pub fn compare_repository(
        &self,
        now: &[Finding],
        find: impl FnOnce(&Overview) -> Vec<Finding>,
    ) -> Compared {
        compare(&find(&self.gates), now)
    }

    /// Whether the base holds these bytes as a ruling at this path.
    pub fn has_ruling(&self, path: &str, bytes: &[u8]) -> bool {
        self.rulings.get(path).is_some_and(|held| held == bytes)
    }

    /// Why the change concerns an RFC; empty when it does not.
    pub fn because(&self, rfc: &RfcId) -> &[String] {
        let found = self.concerned.iter().find(|concerned| concerned.rfc == *rfc);
        found.map_or(&[], |concerned| concerned.because.as_slice())
    }
}

/// The rulings that a state holds.
fn rulings(snapshot: &dyn Snapshot, evidence: &str) -> BTreeMap<String, Vec<u8>> {
    beneath(snapshot.entries(), evidence)
        .filter(|(path, _)| path.rsplit('/').next().is_some_and(adjudicate::is_ruling))
        .filter_map(|(path, _)| {
            let path = format!("{evidence}/{path}");
            let bytes = snapshot.read(&path, LIMITS.bytes).ok()?;
            Some((path, bytes))
        })
        .collect()
}

/// The files of which only the base's word counts, where the change has another.
fn policy_changes(
    name: &str,
    layout: &Layout,
    before: &dyn Snapshot,
    after: &dyn Snapshot,
) -> Vec<String> {
    let waivers = format!("{}/", layout.waivers);
    let is_policy = |path: &&str| *path == config::FILE || path.starts_with(&waivers);
    let paths = |snapshot: &dyn Snapshot| -> BTreeSet<String> {
        let paths = snapshot.entries().iter().map(|entry| entry.path.as_str());
        paths.filter(is_policy).map(str::to_owned).collect()
    };
    let read = |snapshot: &dyn Snapshot, path: &str| snapshot.read(path, 1 << 20).ok();
    let all: BTreeSet<String> = paths(before).into_iter().chain(paths(after)).collect();
    let edited = all.into_iter().filter(|path| read(before, path) != read(after, path));
    edited
        .map(|path| format!("this change edits {path}; until it is merged, that of {name} counts"))
        .collect()
}

/// A state of the repository, and what was read of it.
type State<'s> = (&'s dyn Snapshot, &'s Arc<Library>);

/// The RFCs whose inputs or folders changed, and those whose tickets wait for a ticket that is no
/// more.
fn concerned(before: State<'_>, after: State<'_>) -> Vec<Concerned> {
    let known = |(_, library): State<'_>| Dossier::known_rfcs(library);
    let rfcs: BTreeSet<RfcId> = known(before).into_iter().chain(known(after)).collect();
    let mut found: BTreeMap<&RfcId, (BTreeSet<String>, bool)> = BTreeMap::new();
    let gone = gone_tickets(before.1, after.1);
    for rfc in &rfcs {
        let dossier = |(_, library): State<'_>| Dossier::build(Arc::clone(library), rfc);
        let (old, new) = (dossier(before), dossier(after));
        let mut because: BTreeSet<String> =
            differences(files_of(old.as_ref()), files_of(new.as_ref())).into_iter().collect();
        because.extend(other_files(rfc, before, after));
        for ticket in new.iter().flat_map(Dossier::tickets).filter(|ticket| ticket.is_live()) {
            let targets = ticket
                .dependencies
                .iter()
                .filter(|entry| gone.iter().any(|gone| gone.as_str() == entry.target));
            because.extend(targets.map(|entry| {
                format!("{}, which {} waits for, is no more", entry.target, ticket.stem)
            }));
        }
        if !because.is_empty() {
            found.insert(rfc, (because, new.is_none()));
        }
    }
    found
        .into_iter()
        .map(|(rfc, (because, is_gone))| Concerned {
            rfc: rfc.clone(),
            because: because.into_iter().collect(),
            is_gone,
        })
        .collect()
}

/// Tickets that were live and are deleted or dead now.
fn gone_tickets(before: &Library, after: &Library) -> Vec<TicketId> {
    let is_live = |library: &Library, id: &TicketId| {
        library.tickets.iter().any(|ticket| ticket.stem == *id && ticket.is_live())
            || library.unreadable_tickets.iter().any(|ticket| ticket.stem == *id)
    };
    let live = before.tickets.iter().filter(|ticket| ticket.is_live());
    live.map(|ticket| ticket.stem.clone()).filter(|id| !is_live(after, id)).collect()
}

fn files_of(dossier: Option<&Dossier>) -> impl Iterator<Item = (&str, &Digest)> {
    let files = dossier.into_iter().flat_map(|dossier| &dossier.files);
    files.map(|file| (file.path.as_str(), &file.digest))
}

/// Which files are new, others, or no more, in a few words each.
pub(super) fn differences<'f>(
    then: impl IntoIterator<Item = (&'f str, &'f Digest)>,
    now: impl IntoIterator<Item = (&'f str, &'f Digest)>,
) -> Vec<String> {
    let then: BTreeMap<_, _> = then.into_iter().collect();
    let now: BTreeMap<_, _> = now.into_iter().collect();
    let mut changes = Vec::new();
    for (path, digest) in &now {
        match then.get(path) {
            None => changes.push(format!("{path} is new")),
            Some(old) if old != digest => changes.push(format!("{path} changed")),
            Some(_) => {}
        }
    }
    let gone = then.keys().filter(|path| !now.contains_key(*path));
    changes.extend(gone.map(|path| format!("{path} is gone")));
    changes
}

/// What changed of an RFC's folder beside the files that a review rests on.
fn other_files(rfc: &RfcId, before: State<'_>, after: State<'_>) -> Vec<String> {
    let files = |(snapshot, library): State<'_>| -> BTreeMap<String, Digest> {
        let folder = format!("{}/{rfc}", library.rfcs_folder);
        beneath(snapshot.entries(), &folder)
            .map(|(path, _)| format!("{folder}/{path}"))
            .filter(|path| !library.files.contains_key(path))
            .map(|path| {
                let bytes = snapshot.read(&path, MOST_BYTES).unwrap_or_default();
                (path, Digest::of(&bytes))
            })
            .collect()
    };
    let (then, now) = (files(before), files(after));
    differences(
        then.iter().map(|(path, digest)| (path.as_str(), digest)),
        now.iter().map(|(path, digest)| (path.as_str(), digest)),
    )
}

/// A larger file of an RFC's folder is compared by its name alone.
const MOST_BYTES: u64 = 16 << 20;

/// Held against each other one by one: what is there as often as before is not new (GATES.md R50).
fn compare(then: &[Finding], now: &[Finding]) -> Compared {
    let mut left: BTreeMap<Identity, Vec<&Finding>> = BTreeMap::new();
    for finding in then.iter().rev() {
        left.entry(Identity::of(finding)).or_default().push(finding);
    }
    let introduced = now
        .iter()
        .map(|finding| left.get_mut(&Identity::of(finding)).and_then(Vec::pop).is_none())
        .collect();
    let mut fixed: Vec<Finding> = left.into_values().flatten().cloned().collect();
    fixed.sort_by(Finding::reporting_order);
    Compared { introduced, fixed }
}

/// What makes a finding the same before and after: rule, file, yaml path without indices, and the
/// line it stands at; never its words, in which counts change.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Identity {
    rule: Rule,
    file: String,
    path: String,
    line: String,
}

impl Identity {
    fn of(finding: &Finding) -> Self {
        let path = finding.location.yaml_path.split('[');
        let path = path.map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect();
        Self {
            rule: finding.rule,
            file: finding.location.file.clone(),
            path,
            line: finding.source_line.trim().trim_start_matches("- ").to_owned(),
        }
    }
}
