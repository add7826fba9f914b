//! [`Dossier::build`]: which tickets, files and atlas belong to one RFC (R3), and what state it is
//! in.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::dossier::{Dossier, RfcState};
use super::library::{Library, SourceFile};
use super::rfc::Rfc;
use super::ticket::Ticket;
use crate::model::{Digest, RfcId};

impl Dossier {
    /// The RFCs that there are: folders, and ids that tickets bind.
    pub fn known_rfcs(library: &Library) -> Vec<RfcId> {
        let mut ids: BTreeSet<&RfcId> = library.rfcs.keys().collect();
        ids.extend(library.tickets.iter().filter_map(|t| t.rfc.as_ref()));
        ids.extend(library.unreadable_tickets.iter().flat_map(|t| &t.mentions));
        ids.into_iter().cloned().collect()
    }

    /// The inputs of one RFC's review; `None` when neither a folder nor a ticket knows of it.
    pub fn build(library: Arc<Library>, rfc_id: &RfcId) -> Option<Self> {
        let rfc = library.rfcs.get(rfc_id);
        let mut tickets: Vec<usize> = (0..library.tickets.len())
            .filter(|&at| binds(&library.tickets[at], rfc_id, rfc))
            .collect();
        tickets.sort_by_key(|&at| (&library.tickets[at].stem, &library.tickets[at].file));
        let unreadable: Vec<usize> = library
            .unreadable_tickets
            .iter()
            .enumerate()
            .filter(|(_, ticket)| {
                ticket.mentions.contains(rfc_id)
                    || (ticket.mentions.is_empty() && plans(rfc, ticket.stem.as_str()))
            })
            .map(|(at, _)| at)
            .collect();
        if rfc.is_none() && tickets.is_empty() && unreadable.is_empty() {
            return None;
        }
        let all_dead = unreadable.is_empty()
            && tickets.iter().all(|&at| {
                library.tickets[at]
                    .known_status
                    .is_some_and(|s| s.is_dead())
            });
        let none = tickets.is_empty() && unreadable.is_empty();
        let state = match rfc {
            None if all_dead => RfcState::Retired,
            None => RfcState::MissingFolder,
            // A seed with tickets is not a seed: someone works by an RFC that is not written.
            Some(rfc) if !rfc.has_yaml && !rfc.has_other_yaml && none => RfcState::SeedOnly,
            Some(rfc) if !rfc.has_yaml => RfcState::NoRfcYaml,
            Some(rfc) if none && !rfc.requirements.is_empty() => RfcState::NotDecomposed,
            Some(_) => RfcState::Ok,
        };
        let atlas = library.atlas_of(rfc_id);
        let mut paths: BTreeSet<&str> = atlas.files.iter().map(String::as_str).collect();
        paths.extend(tickets.iter().map(|&at| library.tickets[at].file.as_str()));
        let broken = unreadable.iter().map(|&at| &library.unreadable_tickets[at]);
        paths.extend(broken.map(|ticket| ticket.file.as_str()));
        let mut folders = Vec::new();
        if let Some(rfc) = rfc {
            folders.push(format!("{}/", rfc.folder));
            folders.extend(rfc.prds.iter().map(|prd| library.layout.prd(prd) + "/"));
        }
        for folder in &folders {
            let below = library.files.range(folder.clone()..);
            paths.extend(
                below
                    .map(|(path, _)| path.as_str())
                    .take_while(|path| path.starts_with(folder.as_str())),
            );
        }
        let files: Vec<SourceFile> = paths
            .into_iter()
            .filter_map(|path| library.files.get(path).cloned())
            .collect();
        let digest = Digest::of_parts(
            files
                .iter()
                .flat_map(|file| [file.path.as_bytes(), file.digest.as_str().as_bytes()]),
        );
        Some(Self {
            rfc_id: rfc_id.clone(),
            state,
            tickets,
            unreadable,
            atlas,
            files,
            digest,
            library,
        })
    }
}

/// R3: the ticket says so; or says nothing usable, and the RFC's plan names it. A ticket that
/// binds another word (`MAINTENANCE`) has said where it belongs.
fn binds(ticket: &Ticket, rfc_id: &RfcId, rfc: Option<&Rfc>) -> bool {
    if let Some(bound) = &ticket.rfc {
        return bound == rfc_id;
    }
    let is_unusable = ticket.rfc_ref.as_ref().is_none_or(|written| {
        let written = written.value.trim();
        let rfc_like = written
            .get(..3)
            .is_some_and(|p| p.eq_ignore_ascii_case("RFC"));
        written.is_empty() || rfc_like
    });
    is_unusable && plans(rfc, ticket.stem.as_str())
}

fn plans(rfc: Option<&Rfc>, ticket: &str) -> bool {
    rfc.is_some_and(|rfc| {
        rfc.decomposition
            .iter()
            .any(|entry| entry.ticket_id == ticket)
    })
}
