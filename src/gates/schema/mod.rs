//! Gate 1: does every file parse, and have the shape, ids and references it must have?
//! (GATES.md R2 to R18, R33, R35, R52 to R54)
//!
//! `fields` is what a ticket's own fields must be, most of it by the JSON Schema that `shape` reads;
//! the other rules need more than one field or file.

mod claims;
mod fields;
mod flaws;
mod folder;
mod hidden;
mod layout;
mod misspelt;
mod names;
mod projection;
mod references;
mod shape;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::listed::FindingList;
use super::rule_info::RuleInfo;
use super::{Gate, Meta, Overview};
use crate::model::{Finding, GateId, GateResult};
use crate::source::library::UnreadableTicket;
use crate::source::{Dossier, Library, RfcState, SourceDiagnostic, SourceFile, Ticket};

pub(super) use claims::first_claims;
pub(super) use layout::ambiguous;
pub use shape::TICKET_SCHEMA;
pub(super) use shape::violations;

pub(super) static META: Meta = Meta {
    id: GateId::Schema,
    asks: "Does every file parse, and have the shape, ids and references it must have?",
    why: "Every other check, and every person and agent after it, relies on what the files say; a file that is read wrongly is worse than one that is missing.",
};

/// Its rules, in the order of GATES.md.
pub(super) const RULES: &[&RuleInfo] = &[
    &names::R2,
    &flaws::R4,
    &flaws::R5,
    &flaws::R6,
    &flaws::R7,
    &flaws::R8,
    &flaws::R9,
    &fields::R10,
    &fields::R11,
    &fields::R12,
    &fields::R13,
    &fields::R14,
    &fields::R15,
    &claims::R16,
    &folder::R17,
    &references::R18,
    &references::R33,
    &references::R35,
];

/// The rules of which every finding belongs to no RFC, so that no waiver reaches one.
pub const OUTSIDE_EVERY_RFC: [&str; 2] = ["R2", "R54"];

/// Those that GATES.md tells behind the other gates: what is there, and read or seen by nobody.
pub(super) const OVERLOOKED: &[&RuleInfo] = &[&misspelt::R52, &hidden::R53, &layout::R54];

/// GATE-TCK-SCHEMA.
pub(super) struct Schema;

impl Gate for Schema {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, dossier: &Dossier, all: &Overview) -> GateResult {
        let library = &dossier.library;
        let mut findings = FindingList::default();
        for ticket in dossier.tickets() {
            ticket_file(all, ticket, &mut findings);
            findings.extend(references::requirement_files(dossier, ticket));
        }
        for &index in &dossier.unreadable {
            let file = &library.unreadable_tickets[index];
            findings.extend(unreadable(library, file));
        }
        findings.extend(folder_flaws(dossier));
        findings.extend(hidden::in_folder(dossier));
        findings.extend(misspelt::in_folder(dossier));
        findings.extend(folder::check(dossier));
        findings.extend(references::prds(dossier));
        GateResult::new(META.id, true, findings.into_findings(), evidence(dossier))
    }
}

/// R17 of an RFC that was retired: nothing to judge, but worth a line.
pub(super) fn retirement(dossier: &Dossier) -> Vec<Finding> {
    match dossier.state {
        RfcState::Retired => folder::check(dossier).into_iter().collect(),
        RfcState::Ok
        | RfcState::NotDecomposed
        | RfcState::SeedOnly
        | RfcState::MissingFolder
        | RfcState::NoRfcYaml => Vec::new(),
    }
}

/// What belongs to no RFC: unusable names (R2), and the files of tickets that no RFC has (R3).
pub(super) fn outside_every_rfc(all: &Overview) -> Vec<Finding> {
    let library = all.library();
    let mut findings = FindingList::default();
    findings.extend(names::check(library));
    let plans = library.rfcs.values().flat_map(|rfc| &rfc.decomposition);
    let planned: BTreeSet<&str> = plans.map(|entry| entry.ticket_id.as_str()).collect();
    for ticket in library.outside_every_rfc() {
        ticket_file(all, ticket, &mut findings);
    }
    let files = library.unreadable_tickets.iter();
    for file in files.filter(|f| f.mentions.is_empty() && !planned.contains(f.stem.as_str())) {
        findings.extend(unreadable(library, file));
    }
    findings.into_findings()
}

/// Everything that can be wrong with one ticket's own file.
fn ticket_file(all: &Overview, ticket: &Ticket, out: &mut FindingList) {
    let flaws = all.library().flaws_of(&ticket.file).iter();
    out.extend(flaws.map(|flaw| flaws::finding(flaw, Some(&ticket.stem))));
    let mut shape = all.violations(ticket);
    shape.extend(fields::misnamed(ticket));
    out.extend(hidden::in_ticket(all.library(), ticket, &shape));
    out.extend(shape);
    out.extend(fields::unusual_status(ticket));
    out.extend(claims::claimed_twice(all.library(), all.claims(), ticket));
}

fn unreadable<'l>(
    library: &'l Library,
    file: &'l UnreadableTicket,
) -> impl Iterator<Item = Finding> + use<'l> {
    let flaws = library.flaws_of(&file.file).iter();
    flaws.map(|flaw| flaws::finding(flaw, Some(&file.stem)))
}

/// Files of the RFC's folder that do not parse. 00_meta is R17's matter; 01 and `requirements/`
/// are gate 3's (R31). Lesser flaws of these files disturb no check and are not reported: R9 speaks
/// of tickets.
fn folder_flaws(dossier: &Dossier) -> Vec<Finding> {
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let own = |flaw: &&SourceDiagnostic| {
        let name = flaw.file.strip_prefix(&rfc.folder);
        let name = name.and_then(|rest| rest.strip_prefix('/'));
        name.is_some_and(|name| {
            name != "requirements"
                && !["00_", "01_", "requirements/"].iter().any(|taken| name.starts_with(taken))
        })
    };
    let flaws = dossier.library.flaws_below(&rfc.folder).iter();
    flaws
        .filter(|flaw| flaw.kind.is_fatal())
        .filter(own)
        .map(|flaw| flaws::finding(flaw, None))
        .collect()
}

/// The files that were read, with their digests, whether one of them could not be, and the titles.
fn evidence(dossier: &Dossier) -> Value {
    let files: Vec<Value> = dossier
        .files
        .iter()
        .map(|file| json!({"path": file.path, "digest": file.digest.as_str()}))
        .collect();
    let is_broken = |file: &SourceFile| {
        let mut flaws = dossier.library.flaws_of(&file.path).iter();
        flaws.any(|flaw| flaw.kind.is_fatal())
    };
    let incomplete = !dossier.unreadable.is_empty() || dossier.files.iter().any(is_broken);
    json!({"files": files, "incomplete": incomplete, "titles": dossier.titles()})
}
