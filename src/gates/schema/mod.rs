//! Gate 1: does every file parse, and have the shape, ids and references it must have?
//! (GATES.md R2 to R18, R33, R35, R53)
//!
//! `shape` is the JSON Schema part; what needs more than one field or file is here.

mod claims;
mod hidden;
mod layout;
mod misspelt;
mod projection;
mod references;
mod shape;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::diagnostic::{Spot, count, quoted, weighing};
use super::listed::FindingList;
use super::rules::{R2, R4, R5, R6, R7, R8, R9, R11, R14, R16, R17};
use super::{Gate, Meta, Overview};
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{FaultKind, Finding, GateId, GateResult, RfcId, Severity, TicketId};
use crate::source::library::UnreadableTicket;
use crate::source::{Dossier, Library, RfcState, SourceDiagnostic, SourceFile, Ticket};

use claims::claim;
pub(super) use claims::first_claims;
pub(super) use layout::ambiguous;
pub use shape::TICKET_SCHEMA;
pub(super) use shape::violations;

pub(super) static META: Meta = Meta {
    id: GateId::Schema,
    asks: "Does every file parse, and have the shape, ids and references it must have?",
    why: "Every other check, and every person and agent after it, relies on what the files say; a file that is read wrongly is worse than one that is missing.",
};

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
        findings.extend(rfc_folder(dossier));
        findings.extend(references::prds(dossier));
        GateResult::new(META.id, true, findings.into_findings(), evidence(dossier))
    }
}

/// R17 of an RFC that was retired: nothing to judge, but worth a line.
pub(super) fn retirement(dossier: &Dossier) -> Vec<Finding> {
    match dossier.state {
        RfcState::Retired => rfc_folder(dossier).into_iter().collect(),
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
    let unusable = library.unusable_names.iter().map(|(path, why)| {
        Spot::whole(path).says(
            &R2,
            format!("this cannot be read as a ticket: {why}"),
            "name the file TCK- and five digits with .yaml, and put the file itself there",
        )
    });
    findings.extend(unusable);
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
    out.extend(flaws.map(|flaw| of_flaw(flaw, Some(&ticket.stem))));
    let mut shape = all.violations(ticket);
    shape.extend(misnamed(ticket));
    out.extend(hidden::in_ticket(all.library(), ticket, &shape));
    out.extend(shape);
    out.extend(unusual_status(ticket));
    out.extend(claimed_twice(all, ticket));
}

fn unreadable<'l>(
    library: &'l Library,
    file: &'l UnreadableTicket,
) -> impl Iterator<Item = Finding> + use<'l> {
    let flaws = library.flaws_of(&file.file).iter();
    flaws.map(|flaw| of_flaw(flaw, Some(&file.stem)))
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
    flaws.filter(|flaw| flaw.kind.is_fatal()).filter(own).map(|flaw| of_flaw(flaw, None)).collect()
}

/// R4 to R9: what the reader says of a file, in the words of its rule.
pub(super) fn of_flaw(flaw: &SourceDiagnostic, ticket: Option<&TicketId>) -> Finding {
    let (rule, severity, act): (&'static RuleInfo, Severity, &str) = match flaw.kind {
        FaultKind::Limit => {
            (&R4, Severity::Blocker, "split the file, or write out what its aliases repeat")
        }
        FaultKind::NotText => (&R5, Severity::Blocker, "save the file as UTF-8 text"),
        FaultKind::ByteOrderMark => {
            (&R5, Severity::Minor, "save the file as UTF-8 without a byte order mark")
        }
        FaultKind::CarriageReturn => (&R5, Severity::Info, "save the file with line feeds only"),
        FaultKind::Unparsable => (
            &R6,
            Severity::Blocker,
            "fix the syntax here; quote a value that holds a colon or a hash sign",
        ),
        FaultKind::Tab => (&R7, Severity::Blocker, "replace the file's tabs by spaces"),
        FaultKind::Exotic => {
            (&R8, Severity::Blocker, "write a plain scalar, list or mapping with text keys")
        }
        FaultKind::DuplicateKey => (
            &R9,
            Severity::Blocker,
            "keep one of the two entries; the first one is what counts now",
        ),
    };
    let finding = Spot::of_flaw(flaw, ticket).says(rule, flaw.message.clone(), act);
    weighing(severity, finding)
}

/// R11: the id and the file's name are one.
fn misnamed(ticket: &Ticket) -> Option<Finding> {
    let id = ticket.id.as_ref()?;
    let parsed: TicketId = id.value.parse().ok()?;
    (parsed != ticket.stem).then(|| {
        Spot::in_ticket(ticket, &id.place).says(
            &R11,
            format!("the id is {parsed}, and the file is named {}", ticket.stem),
            "give the id and the file the same name",
        )
    })
}

/// R14: a status that is unknown, or not spelled as usual.
fn unusual_status(ticket: &Ticket) -> Option<Finding> {
    let status = ticket.status.as_ref()?;
    let (says, act) = match ticket.known_status {
        Some(known) if known.as_str() == status.value => return None,
        Some(known) => (
            format!("the status {} is not spelled as usual", quoted(&status.value)),
            format!("write {}", known.as_str()),
        ),
        None => (
            format!("the status {} is unknown", quoted(&status.value)),
            "use one of DRAFT, OPEN, READY, IN_PROGRESS, BLOCKED, COMPLETED, DONE, CLOSED, MERGED, CANCELLED and SUPERSEDED".to_owned(),
        ),
    };
    Some(Spot::in_ticket(ticket, &status.place).says(&R14, says, act))
}

/// R16: reported on the later of two files.
fn claimed_twice(all: &Overview, ticket: &Ticket) -> Option<Finding> {
    let id = claim(ticket);
    let first = &all.library().tickets[*all.claims().get(&id)?].file;
    if *first == ticket.file {
        return None;
    }
    let place = ticket.rfc_ref.as_ref().or(ticket.id.as_ref());
    let place = place.map_or(&ticket.header, |text| &text.place);
    Some(Spot::in_ticket(ticket, place).says(
        &R16,
        format!("{id} is already the id of {first}"),
        "give this ticket an id of its own",
    ))
}

/// R17: no folder, or a meta file that does not say that it is this RFC's.
fn rfc_folder(dossier: &Dossier) -> Option<Finding> {
    let id = &dossier.rfc_id;
    let Some(rfc) = dossier.rfc() else {
        let folder = format!("{}/{id}", dossier.library.rfcs_folder);
        let dead = |t: &Ticket| t.known_status.is_some_and(|s| s.is_dead());
        let live = dossier.tickets().filter(|t| !dead(t)).count() + dossier.unreadable.len();
        let spot = match (dossier.tickets().next(), dossier.unreadable.first()) {
            (Some(first), _) => {
                let place = first.rfc_ref.as_ref().map_or(&first.header, |r| &r.place);
                Spot::in_ticket(first, place)
            }
            (None, Some(&file)) => Spot::whole(&dossier.library.unreadable_tickets[file].file),
            (None, None) => return None,
        };
        let all = dossier.tickets.len() + dossier.unreadable.len();
        let tickets = count(all, "ticket binds", "tickets bind");
        let folders = dossier.library.rfc_folders.iter().map(RfcId::as_str);
        let meant = did_you_mean(&nearest(id.as_str(), folders));
        let (severity, act) = if live == 0 {
            (Severity::Info, "nothing needs doing while all of them stay cancelled".to_owned())
        } else {
            (
                Severity::Blocker,
                format!(
                    "bind the tickets to the RFC that is meant, or write its folder: council-review new rfc \"Title\" --id {id}"
                ),
            )
        };
        let finding = spot.says(
            &R17,
            format!("{tickets} {id}, {live} of them live, and {folder} does not exist{meant}"),
            act,
        );
        return Some(weighing(severity, finding));
    };
    let named = ["00_meta.yaml", "00_meta.yml"].map(|name| format!("{}/{name}", rfc.folder));
    let broken = named.into_iter().find(|file| dossier.library.has_file(file));
    let (spot, says) = match rfc.meta.as_ref().map(|meta| (meta, meta.id.as_ref())) {
        // A file that is not there cannot be opened: its folder can.
        None => match &broken {
            None => (Spot::whole(&rfc.folder), format!("{id} has no 00_meta.yaml")),
            Some(file) => (Spot::whole(file), format!("the meta file of {id} cannot be read")),
        },
        Some((meta, None)) => {
            (Spot::whole(&meta.file), "the meta file does not say which RFC it is".to_owned())
        }
        Some((_, Some(said))) if said.value == id.as_str() => return None,
        Some((meta, Some(said))) => (
            Spot::in_file(&dossier.library, &meta.file, &said.place),
            format!("the meta file in the folder of {id} says that it is {}", quoted(&said.value)),
        ),
    };
    let act = match rfc.meta {
        Some(_) => format!("write `id: {id}` below `rfc_meta.rfc` in 00_meta.yaml"),
        None if broken.is_some() => {
            "fix 00_meta.yaml; its form: council-review schema rfc".to_owned()
        }
        None => format!("write the file: council-review new rfc \"Title\" --id {id}"),
    };
    Some(weighing(Severity::Major, spot.says(&R17, says, act)))
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
