//! A change: the state before it and the state after it, which RFCs it concerns (GATES.md R50), and
//! what it does to their findings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::concerned::{Concerned, TreeState};
use super::departure;
use super::touched::TouchedEvidence;
use super::workspace::{self, Workspace};
use super::{AppFault, archive, moved};
use crate::config::{self, Config};
use crate::gates::Overview;
use crate::gates::subject::lost_work;
use crate::model::{Digest, Finding, FixedRoots, Layout, NodePath, Rule, SubjectId, TicketId};
use crate::port::{Archive as _, ReadFault, Snapshot, TreeEntry, beneath};
use crate::source::formats::Formats;
use crate::source::{Dossier, Library, Roots, Ticket};

/// The state that a change began with, and the base whose policy counts.
#[derive(Debug)]
pub struct Before {
    /// The base as it was named.
    pub name: String,
    /// The commit of that name.
    pub tip: String,
    /// The last commit that base and change have in common.
    pub fork: String,
    /// Every path of the tree at the commit of that name.
    paths: Arc<[TreeEntry]>,
    /// The documents at the fork.
    library: Arc<Library>,
    /// The same as the gates see them.
    gates: Overview,
    /// RFCs that the change concerns, by id.
    pub concerned: Vec<Concerned>,
    /// What of the policy the change would alter, a line each.
    pub policy_changes: Vec<String>,
    /// What the change does to evidence.
    pub(super) touched: TouchedEvidence,
    /// What a layout of the change's own reads, where that is not what the base's reads.
    pub own: Option<Workspace>,
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
    let bytes = archive::SnapshotArchive(tip).read(config::FILE, 1 << 20);
    match bytes.map_err(|fault| AppFault::BadInput(format!("{name}: {fault}")))? {
        Some(bytes) => {
            let named = format!("{name}:{}", config::FILE);
            workspace::configuration(tip, Some((&named, bytes)))
        }
        None => Ok(Config::default()),
    }
}

/// The configuration of a base, and the roots that it resolves, which a change reads from.
pub fn fixed(tip: &dyn Snapshot, mut config: Config) -> Config {
    config.layout.fixed = Roots::in_use(tip.entries(), &config.layout);
    config.layout.fixed.formats = Formats::found(tip.entries(), &config.layout);
    config
}

/// The names of a change's base: as it was named, its commit, and that of the state before the change.
pub type BaseNames<'n> = [&'n str; 3];

impl Before {
    /// The state at the commit where the change left its base, and what the change concerns. `base`
    /// is what has the base's name, `before` the state. `own` is the configuration that the change
    /// would have the repository read by.
    pub fn read(
        [name, tip, fork]: BaseNames<'_>,
        base: &dyn Snapshot,
        before: &dyn Snapshot,
        after: &dyn Snapshot,
        workspace: &Workspace,
        own: Option<Config>,
    ) -> Result<Self, AppFault> {
        let layout = &workspace.config.layout;
        if tip != fork {
            not_moved(name, layout, before, own.is_some())?;
        }
        let limits = workspace.config.policy.ticket_limits;
        let gates = Overview::read(before, layout.clone(), None).within(limits);
        let library = Arc::clone(gates.library());
        let touched = TouchedEvidence::between(layout, before, after);
        let evidence = touched.by_rfc(layout);
        let allowed_by = |rfc: &SubjectId| departure::permission(base, workspace, rfc);
        let states = ((before, &library), (after, &workspace.library));
        let concerned = concerned(states.0, states.1, evidence, &allowed_by);
        Ok(Self {
            policy_changes: policy_changes(name, layout, before, after),
            touched,
            own: own.and_then(|own| read_otherwise(after, base, workspace, own)),
            name: name.to_owned(),
            tip: tip.to_owned(),
            fork: fork.to_owned(),
            paths: Arc::clone(base.entries()),
            gates,
            library,
            concerned,
        })
    }

    /// A dossier of the change whose paths are looked up in the base's tree, too (GATES.md, "Decisions"): a
    /// change may stand on a commit that is older than the files its tickets name.
    pub fn beside(&self, dossier: Dossier) -> Dossier {
        dossier.beside(&self.paths)
    }

    /// What the change did to the findings of an RFC, given those of now. `find` gives those of a
    /// dossier.
    pub fn compare(
        &self,
        rfc: &SubjectId,
        now: &[Finding],
        find: impl FnOnce(&Overview, &Dossier) -> Vec<Finding>,
    ) -> Compared {
        let dossier = Dossier::build(Arc::clone(&self.library), rfc);
        let then = dossier.map(|dossier| find(&self.gates, &dossier.beside(&self.paths)));
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

    /// Whether the RFC was there before the change.
    pub fn had(&self, rfc: &SubjectId) -> bool {
        Dossier::build(Arc::clone(&self.library), rfc).is_some()
    }

    /// A6: what the change took of a subject's work, when it took all of it.
    pub fn lost_work(&self, dossier: &Dossier) -> Option<Finding> {
        let now = dossier.format.as_ref()?;
        let then = Dossier::build(Arc::clone(&self.library), &dossier.subject)?;
        lost_work(then.format.as_ref()?.subject(), now.subject())
    }

    /// Whether there was any RFC before the change, or is one by a layout of its own.
    pub fn knows_any(&self) -> bool {
        !Dossier::known(&self.library).is_empty()
            || self.own.as_ref().is_some_and(|own| !own.subjects().is_empty())
    }

    /// Why the change concerns an RFC; empty when it does not.
    pub fn because(&self, rfc: &SubjectId) -> &[String] {
        let found = self.concerned.iter().find(|concerned| concerned.rfc == *rfc);
        found.map_or(&[], |concerned| concerned.because.as_slice())
    }
}

/// A base that moved its roots after the change left it reads other files than the change was made
/// of, so that nothing of the change would be seen.
fn not_moved(
    name: &str,
    layout: &Layout,
    before: &dyn Snapshot,
    by_its_own: bool,
) -> Result<(), AppFault> {
    let then = match workspace::configuration(before, None) {
        Ok(config) if by_its_own => config.layout,
        Ok(_) | Err(_) => Layout { fixed: FixedRoots::default(), ..layout.clone() },
    };
    let then = Roots::in_use(before.entries(), &then);
    let now = &layout.fixed;
    for (then, now) in [(&then.rfcs, &now.rfcs), (&then.tickets, &now.tickets)] {
        if let (Some(then), Some(now)) = (then, now)
            && then != now
        {
            return Err(AppFault::BadInput(format!(
                "{name} moved `{then}` to `{now}` after this change left it: merge {name} into the change, then run again"
            )));
        }
    }
    Ok(())
}

/// What the change's own configuration would read, where that is not what the base's reads.
fn read_otherwise(
    after: &dyn Snapshot,
    base: &dyn Snapshot,
    workspace: &Workspace,
    own: Config,
) -> Option<Workspace> {
    let used = Roots::in_use(after.entries(), &own.layout);
    let library = &workspace.library;
    let differs = |used: &Option<String>, read: &String| used.as_ref().is_some_and(|u| u != read);
    let differs = differs(&used.rfcs, &library.rfcs_folder)
        || differs(&used.tickets, &library.tickets_folder);
    differs.then(|| Workspace::load_for_gates(after, own, None).under(base))
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
    let read = |snapshot: &dyn Snapshot, path: &str| snapshot.read(path, 1 << 20);
    let all: BTreeSet<String> = paths(before).into_iter().chain(paths(after)).collect();
    let edited = all.into_iter().filter_map(|path| {
        let now = read(after, &path);
        if read(before, &path) == now {
            return None;
        }
        let unread = match now {
            Ok(_) | Err(ReadFault::Missing) => String::new(),
            Err(fault) => format!(" and it cannot be read there ({fault})"),
        };
        Some(format!("this change edits {path}{unread}; until it is merged, that of {name} counts"))
    });
    edited.collect()
}

/// The RFCs whose inputs or folders changed, and those whose tickets wait for a ticket that is no
/// more.
fn concerned(
    before: TreeState<'_>,
    after: TreeState<'_>,
    evidence: BTreeMap<SubjectId, Vec<String>>,
    allowed_by: &dyn Fn(&SubjectId) -> Option<String>,
) -> Vec<Concerned> {
    let known = |(_, library): TreeState<'_>| Dossier::known_rfcs(library);
    let of_evidence = evidence.keys().filter_map(SubjectId::rfc).cloned();
    let rfcs: BTreeSet<SubjectId> = known(before)
        .into_iter()
        .chain(known(after))
        .chain(of_evidence)
        .map(SubjectId::from)
        .collect();
    let mut found = moved::concerned(before, after, &evidence, allowed_by);
    let gone = gone_tickets(before.1, after.1);
    for rfc in &rfcs {
        let dossier = |(_, library): TreeState<'_>| Dossier::build(Arc::clone(library), rfc);
        let (old, new) = (dossier(before), dossier(after));
        let is_still_there = |path: &str| after.1.has_file(path).then(|| rfc.clone());
        // What an RFC that is gone shared with others, such as a manifest, left nothing.
        let is_shared = |path: &str| {
            let own = |ticket: &Ticket| ticket.file == path;
            new.is_none()
                && after.1.has_file(path)
                && !old.iter().flat_map(Dossier::tickets).any(own)
        };
        let then = files_of(old.as_ref()).filter(|(path, _)| !is_shared(path));
        let now = files_of(new.as_ref());
        let mut because: BTreeSet<String> =
            differences(then, now, is_still_there).into_iter().collect();
        because.extend(other_files(rfc, before, after));
        because.extend(evidence.get(rfc).into_iter().flatten().cloned());
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
            let states = ((before.0, &**before.1), (after.0, &**after.1));
            let dossiers = (old.as_ref(), new.as_ref());
            let allowed_by = || allowed_by(rfc);
            let left = departure::departure(rfc, dossiers, states.0, states.1, allowed_by);
            found.push(Concerned {
                rfc: rfc.clone(),
                because: because.into_iter().collect(),
                is_gone: new.is_none(),
                departure: left,
            });
        }
    }
    found.sort_by(|a, b| a.rfc.cmp(&b.rfc));
    found
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

/// Which files are new, others, or no more, in a few words each. `is_still_there` gives the RFC to
/// which a file that the tree still has no longer belongs.
pub(super) fn differences<'f>(
    then: impl IntoIterator<Item = (&'f str, &'f Digest)>,
    now: impl IntoIterator<Item = (&'f str, &'f Digest)>,
    is_still_there: impl Fn(&str) -> Option<SubjectId>,
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
    changes.extend(gone.map(|path| match is_still_there(path) {
        Some(rfc) => format!("{path} no longer belongs to {rfc}"),
        None => format!("{path} is gone"),
    }));
    changes
}

/// What changed of an RFC's folder beside the files that a review rests on.
fn other_files(rfc: &SubjectId, before: TreeState<'_>, after: TreeState<'_>) -> Vec<String> {
    let files = |(snapshot, library): TreeState<'_>| -> BTreeMap<String, Digest> {
        let folder = library.folder_of(rfc);
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
        |_| None,
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
        // Numbers of entries change with whatever stands before them.
        let path = match &finding.location.path {
            NodePath::Line => String::new(),
            NodePath::Yaml(path) => {
                let parts = path.split('[');
                parts.map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect()
            }
            NodePath::Heading(text) => text.clone(),
            NodePath::Item(_) => "item".to_owned(),
            NodePath::Entity(id) => id.clone(),
        };
        // A task is the same one when its text changes.
        let line = match &finding.location.path {
            NodePath::Entity(_) => "",
            _ => finding.source_line.trim().trim_start_matches("- "),
        };
        Self {
            rule: finding.rule,
            file: finding.location.file.clone(),
            path,
            line: line.to_owned(),
        }
    }
}
