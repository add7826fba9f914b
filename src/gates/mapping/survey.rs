//! What was said of the paths of an RFC: one finding for a path and a rule, with all its tickets.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::untimely::{self, Untimely};
use crate::gates::diagnostic::weighing;
use crate::model::{Finding, Rule, Severity, TicketId};
use crate::source::{PathEntry, Ticket};

/// What was said of the paths so far.
#[derive(Default)]
pub(super) struct PathSurvey<'d> {
    /// By rule and path: one finding for a path and RFC.
    worst: BTreeMap<(Rule, String), Merged<'d>>,
    /// By ticket, the paths that it needs too early.
    early: BTreeMap<&'d TicketId, Vec<Untimely<'d>>>,
    /// For the evidence.
    pub(super) paths: Vec<Value>,
}

/// What is wrong with one path.
struct Merged<'d> {
    /// The gravest, of equals the first.
    finding: Finding,
    /// Whose path it is.
    tickets: BTreeSet<&'d TicketId>,
}

impl<'d> PathSurvey<'d> {
    /// A finding about a path of a ticket.
    pub(super) fn keep(
        &mut self,
        path: &str,
        ticket: &'d Ticket,
        severity: Severity,
        finding: Finding,
    ) {
        let finding = weighing(severity, finding);
        let key = (finding.rule, path.to_owned());
        let known = self
            .worst
            .entry(key)
            .or_insert_with(|| Merged { finding: finding.clone(), tickets: BTreeSet::new() });
        known.tickets.insert(&ticket.stem);
        if finding.severity > known.finding.severity {
            known.finding = finding;
        }
    }

    /// A path that a ticket needs before it is there.
    pub(super) fn too_early(&mut self, path: Untimely<'d>) {
        self.early.entry(&path.ticket.stem).or_default().push(path);
    }

    /// What became of a path, for the evidence.
    pub(super) fn record(
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

    /// All findings, one for each ticket among them that comes too early.
    pub(super) fn findings(self) -> Vec<Finding> {
        let early = self.early.into_values().filter_map(|paths| untimely::finding(&paths));
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
