//! Gate 1, what tickets and RFCs refer to outside themselves: PRDs (GATES.md R18, R33) and the
//! files of requirements (R35).

use std::collections::BTreeMap;

use super::super::diagnostic::{Spot, count, quoted};
use super::super::path;
use super::super::rules::{R18, R33, R35};
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{Finding, PrdId};
use crate::source::{Dossier, Ticket};

/// Whether a PRD reference says that there is none.
fn says_none(reference: &str) -> bool {
    matches!(reference.trim(), "" | "NONE")
}

/// R33 for the RFC, R18 for its tickets.
pub(super) fn prds(dossier: &Dossier) -> Vec<Finding> {
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    if let Some(meta) = &rfc.meta {
        findings.extend(meta.malformed_prds().map(|said| {
            Spot::in_file(&dossier.library, &meta.file, &said.place).says(
                &R33,
                format!("the RFC binds {}, which is not PRD- and four digits", quoted(&said.value)),
                "correct the id, or write NONE",
            )
        }));
    }
    let mut others: BTreeMap<&str, Vec<&Ticket>> = BTreeMap::new();
    for ticket in dossier.tickets() {
        let dead = ticket.known_status.is_some_and(|s| s.is_dead());
        let Some(said) = ticket.prd_ref.as_ref().filter(|_| !dead) else {
            continue;
        };
        let bound = rfc.prds.iter().any(|prd| prd.as_str() == said.value);
        if !bound && !says_none(&said.value) {
            others.entry(&said.value).or_default().push(ticket);
        }
    }
    let bound = match rfc.prds.as_slice() {
        [] => "no PRD".to_owned(),
        prds => prds.iter().map(PrdId::as_str).collect::<Vec<_>>().join(" and "),
    };
    findings.extend(others.into_iter().map(|(prd, tickets)| {
        let first = tickets[0];
        let place = first.rfc_ref.as_ref().map_or(&first.header, |r| &r.place);
        Spot::in_ticket(first, place).says(
            &R18,
            format!(
                "{} {}, and {} binds {bound}{}",
                count(tickets.len(), "ticket binds", "tickets bind"),
                quoted(prd),
                dossier.rfc_id,
                did_you_mean(&nearest(prd, rfc.prds.iter().map(PrdId::as_str)))
            ),
            "take the PRD from the RFC's meta file, or add it there",
        )
    }));
    findings
}

/// R35: each reference leads to a file of the repository. What follows `#` is never checked.
pub(super) fn requirement_files(dossier: &Dossier, ticket: &Ticket) -> Vec<Finding> {
    let mut findings = Vec::new();
    for requirement in &ticket.requirements {
        let Some(reference) = &requirement.reference else {
            continue;
        };
        let file = reference.value.split('#').next().unwrap_or_default();
        if file.trim().is_empty() {
            continue;
        }
        let (says, act) = match path::plain(file) {
            Ok(path) if dossier.has_path(&path) => continue,
            Ok(_) => ("does not exist", "correct the path, or add the requirement's file"),
            Err(refusal) if refusal.is_hostile() => (
                "leads out of the repository",
                "write the path of the requirement's file from the repository's root",
            ),
            Err(_) => ("is not a path", "write the path of the requirement's file"),
        };
        findings.push(Spot::in_ticket(ticket, &requirement.place).says(
            &R35,
            format!("the file {} of requirement {} {says}", quoted(file), quoted(&requirement.id)),
            act,
        ));
    }
    findings
}
