//! Gate 4: does every path belong to a component that exists? (GATES.md R40 to R49)
//!
//! `ground` is what is known to exist or to be made; here each path is held against it. Tickets'
//! paths are text: none is opened.

mod creations;
mod ground;
mod prose;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

pub(super) use self::creations::{claims, creations};
pub(super) use self::ground::early;

use self::ground::{Creation, KnownPaths, Modification};
use super::diagnostic::{Spot, quoted, weighing};
use super::listed::listed;
use super::path;
use super::rules::{R42, R43, R45, R46, R47, R48};
use super::{Gate, Meta, Overview};
use crate::model::{Finding, GateId, GateResult, Severity, TicketId};
use crate::source::{Atlas, AtlasSource, Dossier, PathEntry, PathKind, Ticket, Tier};

pub(super) static META: Meta = Meta {
    id: GateId::CcpMapping,
    asks: "Does every path that a ticket names belong to a component that exists, and does every file it changes exist by then?",
    why: "A path that is not there, or in no component, is where work goes astray. It ends in the wrong place, or in a second version of what exists.",
};

/// GATE-TCK-CCP-MAPPING.
pub(super) struct Mapping;

impl Gate for Mapping {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, dossier: &Dossier, all: &Overview) -> GateResult {
        if let AtlasSource::Unreadable { folder, why } = &dossier.atlas.source {
            let finding = Spot::whole(folder).says(
                &R43,
                format!("the component atlas cannot be read: {why}"),
                "fix the atlas or generate it again; no path was mapped",
            );
            let evidence = json!({"atlas": atlas_evidence(&dossier.atlas, &[]), "paths": []});
            return GateResult::new(META.id, false, vec![finding], evidence);
        }
        let ground = KnownPaths::of(dossier, all);
        let mut survey = Survey::default();
        for &index in &dossier.tickets {
            let ticket = &dossier.library.tickets[index];
            let justified = justified(ticket);
            for entry in ticket.paths.iter().filter(|e| e.tier != Tier::Context) {
                survey.path(dossier, &ground, (index, ticket, &justified), entry);
            }
        }
        survey.created_twice(dossier, &ground);
        let atlas = atlas_evidence(&dossier.atlas, &survey.paths);
        let evidence = json!({"atlas": atlas, "paths": survey.paths});
        let findings = listed(survey.findings());
        let structured = |t: &Ticket| t.paths.iter().any(|e| e.tier == Tier::Structured);
        let applicable = dossier.tickets().any(structured);
        GateResult::new(META.id, applicable, findings, evidence)
    }
}

/// R41 and R49: what a note says, and what a closed ticket says, weighs less.
fn weight(ticket: &Ticket, entry: &PathEntry, severity: Severity) -> Severity {
    if ticket.is_live() && entry.tier == Tier::Structured { severity } else { severity.lowered() }
}

/// What was said of the paths so far.
#[derive(Default)]
struct Survey<'d> {
    /// By rule and path: one finding for a path and RFC.
    worst: BTreeMap<(&'static str, String), Merged<'d>>,
    /// R47: by ticket, the paths that it needs too early, with who creates them.
    early: BTreeMap<&'d TicketId, Vec<Early<'d>>>,
    /// For the evidence.
    paths: Vec<Value>,
}

/// What is wrong with one path.
struct Merged<'d> {
    /// The gravest, of equals the first.
    finding: Finding,
    /// Whose path it is.
    tickets: BTreeSet<&'d TicketId>,
}

struct Early<'d> {
    ticket: &'d Ticket,
    entry: &'d PathEntry,
    path: String,
    creators: Vec<&'d TicketId>,
}

impl<'d> Survey<'d> {
    fn path(
        &mut self,
        dossier: &'d Dossier,
        ground: &KnownPaths<'d>,
        (index, ticket, justified): (usize, &'d Ticket, &BTreeSet<String>),
        entry: &'d PathEntry,
    ) {
        let path = match path::plain(&entry.raw) {
            Ok(path) => path,
            Err(refusal) => {
                self.record(ticket, entry, &entry.raw, None, "refused");
                let severity = match refusal.is_hostile() {
                    true => Severity::Blocker,
                    false => Severity::Minor,
                };
                let finding = Spot::in_ticket(ticket, &entry.place).says(
                    &R42,
                    format!("the path {} {}", quoted(&entry.raw), refusal.says()),
                    refusal.act(),
                );
                return self.keep(&entry.raw, ticket, weight(ticket, entry, severity), finding);
            }
        };
        let component = dossier.atlas.component_of(&path).map(|c| c.id.as_str());
        let judged = match entry.kind {
            PathKind::Create => judged_creation(ground.creation(&path)),
            PathKind::Modify => {
                let state = ground.modification(index, &path);
                if let Modification::TooEarly(creators) = state {
                    self.record(ticket, entry, &path, component, "too_early");
                    let early = self.early.entry(&ticket.stem).or_default();
                    early.push(Early { ticket, entry, path, creators });
                    return;
                }
                judged_modification(&state)
            }
            PathKind::Delete | PathKind::Reference => judged_mention(ground.is_known(&path)),
        };
        self.record(ticket, entry, &path, component, judged.state);
        if let Some((severity, says, act)) = judged.fault.filter(|_| !justified.contains(&path)) {
            let rule = match entry.kind {
                PathKind::Create => &R46,
                PathKind::Modify | PathKind::Delete | PathKind::Reference => &R45,
            };
            let finding = Spot::in_ticket(ticket, &entry.place).says(
                rule,
                format!("the file to {} {} {says}", verb(entry.kind), quoted(&path)),
                act,
            );
            self.keep(&path, ticket, weight(ticket, entry, severity), finding);
        }
    }

    fn keep(&mut self, path: &str, ticket: &'d Ticket, severity: Severity, finding: Finding) {
        let finding = weighing(severity, finding);
        let key = (finding.rule.0, path.to_owned());
        let known = self
            .worst
            .entry(key)
            .or_insert_with(|| Merged { finding: finding.clone(), tickets: BTreeSet::new() });
        known.tickets.insert(&ticket.stem);
        if finding.severity > known.finding.severity {
            known.finding = finding;
        }
    }

    fn record(
        &mut self,
        ticket: &Ticket,
        entry: &PathEntry,
        path: &str,
        component: Option<&str>,
        state: &str,
    ) {
        self.paths.push(json!({
            "path": path,
            "kind": entry.kind.as_str(),
            "ticket": ticket.stem.as_str(),
            "component": component,
            "state": state,
        }));
    }

    /// R48: reported at the last ticket of the RFC that creates the path.
    fn created_twice(&mut self, dossier: &'d Dossier, ground: &KnownPaths<'d>) {
        let creating = dossier
            .tickets()
            .filter(|t| creations::counts(t))
            .flat_map(|t| t.paths.iter().map(move |e| (t, e)))
            .filter(|(_, e)| e.kind == PathKind::Create && e.tier != Tier::Context);
        let mut last: BTreeMap<String, (&Ticket, &PathEntry)> = BTreeMap::new();
        for (ticket, entry) in creating {
            if let Ok(path) = path::plain(&entry.raw) {
                let known = last.entry(path).or_insert((ticket, entry));
                if known.0.stem != ticket.stem {
                    *known = (ticket, entry);
                }
            }
        }
        for (path, (ticket, entry)) in last {
            let others: BTreeSet<&str> = ground
                .creators(&path)
                .map(TicketId::as_str)
                .filter(|id| *id != ticket.stem.as_str())
                .collect();
            if others.is_empty() {
                continue;
            }
            let others: Vec<&str> = others.into_iter().collect();
            let finding = Spot::in_ticket(ticket, &entry.place).says(
                &R48,
                format!("{} is also created by {}", quoted(&path), others.join(" and ")),
                "let one ticket create the file, and the others change it",
            );
            self.keep(&path, ticket, weight(ticket, entry, Severity::Minor), finding);
        }
    }

    /// All findings, R47's one for each ticket among them.
    fn findings(self) -> Vec<Finding> {
        let early = self.early.into_values().filter_map(|paths| {
            let first = paths.first()?;
            let severity =
                paths.iter().map(|p| weight(p.ticket, p.entry, Severity::Major)).max()?;
            let list: Vec<String> = paths
                .iter()
                .map(|p| {
                    let ids: Vec<&str> = p.creators.iter().map(|id| id.as_str()).collect();
                    format!("{} of {}", quoted(&p.path), ids.join(" and "))
                })
                .collect();
            let finding = Spot::in_ticket(first.ticket, &first.entry.place).says(
                &R47,
                format!(
                    "{} changes what a ticket creates that it does not wait for: {}",
                    first.ticket.stem,
                    list.join(", ")
                ),
                "add the creating ticket to its dependencies",
            );
            Some(weighing(severity, finding))
        });
        let merged = self.worst.into_values().map(Merged::finding);
        merged.chain(early).collect()
    }
}

impl Merged<'_> {
    /// The finding, naming every ticket that it holds for.
    fn finding(self) -> Finding {
        let ids: Vec<&str> = self.tickets.iter().map(|id| id.as_str()).collect();
        let description = format!("{} ({})", self.finding.description, ids.join(", "));
        Finding { description, ..self.finding }
    }
}

/// What is to be done with the file, for "the file to …".
const fn verb(kind: PathKind) -> &'static str {
    match kind {
        PathKind::Create => "create",
        PathKind::Modify => "change",
        PathKind::Delete => "delete",
        PathKind::Reference => "look at",
    }
}

/// What became of a path: a word for the evidence, and what is wrong with it.
struct Judged {
    state: &'static str,
    fault: Option<(Severity, &'static str, &'static str)>,
}

/// R46.
fn judged_creation(creation: Creation) -> Judged {
    let (state, fault) = match creation {
        Creation::InComponent => ("component", None),
        Creation::InInventory => ("inventory", None),
        Creation::InKnownPlace => ("known_place", None),
        Creation::BesideComponents => (
            "beside",
            Some((
                Severity::Blocker,
                "would be beside the components, in none of them",
                "put it into the component it belongs to, or give a complete `cousin_justification` for it",
            )),
        ),
        Creation::InTopFolder => (
            "outside",
            Some((
                Severity::Minor,
                "belongs to no component, though its top-level folder exists",
                "check that it belongs there, or add the folder to the atlas",
            )),
        ),
        Creation::NewTopFolder => (
            "new_top_folder",
            Some((
                Severity::Blocker,
                "would open a new top-level folder",
                "put it into an existing component, or give a complete `cousin_justification` for it",
            )),
        ),
    };
    Judged { state, fault }
}

/// R45 for files to change.
fn judged_modification(state: &Modification<'_>) -> Judged {
    let (state, fault) = match state {
        Modification::InTree => ("tree", None),
        Modification::Created => ("created", None),
        Modification::Claimed => ("claimed", None),
        Modification::TooEarly(_) => ("too_early", None),
        Modification::InAtlas => (
            "atlas",
            Some((
                Severity::Minor,
                "is in the atlas and no longer in the tree",
                "look where it went, and write that path",
            )),
        ),
        Modification::InNewFolder => (
            "new_folder",
            Some((
                Severity::Minor,
                "exists nowhere, though tickets create others of its folder",
                "list it under the files that the first of them creates",
            )),
        ),
        Modification::Missing => (
            "missing",
            Some((
                Severity::Blocker,
                "exists nowhere, and no ticket creates it",
                "correct the path, or let a ticket that comes before create the file",
            )),
        ),
    };
    Judged { state, fault }
}

/// R45 for files that are only read or deleted.
fn judged_mention(is_known: bool) -> Judged {
    if is_known {
        return Judged { state: "known", fault: None };
    }
    Judged {
        state: "missing",
        fault: Some((
            Severity::Minor,
            "exists nowhere, and no ticket creates it",
            "correct the path, or remove the entry",
        )),
    }
}

/// R49: the paths that a ticket justifies in full.
fn justified(ticket: &Ticket) -> BTreeSet<String> {
    ticket.justified_paths.iter().filter_map(|raw| path::plain(raw).ok()).collect()
}

/// Where the atlas came from, and those of its components that hold one of the paths.
fn atlas_evidence(atlas: &Atlas, paths: &[Value]) -> Value {
    let holding: BTreeSet<&str> =
        paths.iter().filter_map(|path| path.get("component")?.as_str()).collect();
    let holding = atlas.components.iter().filter(|c| holding.contains(c.id.as_str()));
    let components: Vec<Value> = holding.map(|c| json!({"id": c.id, "path": c.path})).collect();
    let (source, from) = match &atlas.source {
        AtlasSource::Prd(prd) => ("prd", prd.to_string()),
        AtlasSource::Derived(manifests) => ("derived", (*manifests).to_owned()),
        AtlasSource::Unreadable { folder, .. } => ("unreadable", folder.clone()),
    };
    json!({"source": source, "from": from, "files": atlas.files, "components": components})
}
