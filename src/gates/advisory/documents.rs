//! L5: a document, or another subject, that a ticket sends its reader to and that is not there.

use super::paths::missing;
use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::diagnostic::quoted;
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::outline::{Cited, Kind};
use crate::gates::rule_info::RuleInfo;
use crate::gates::text::documents::ENDINGS;
use crate::gates::text::words;
use crate::model::{GateId, Rule, Severity, Subcategory};

pub(super) static L5: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L5"),
        gate: GateId::Implementability,
        subcategory: Subcategory::AgentContextGap,
        severity: Severity::Major,
        varies: "MINOR in notes, for a document without a path, and in closed tickets",
        title: "a document or RFC in the text that is not there",
        why: "The implementer has to guess what it says.",
        act: "Correct the reference, add the document, or write what it says into the ticket.",
        fix: None,
        example: in_one(
            NEW,
            ticket!("plan:\n  steps:\n  - \"Rhyme as docs/verse.md describes it\""),
            ticket!("plan:\n  steps:\n  - \"Rhyme as docs/greet.md describes it\""),
        ),
    },
    check,
};

/// Folders in which documents lie, whether they are there or not.
const DOCUMENTS: [&str; 5] = ["doc", "docs", "documentation", "design", "specs"];

fn is_missing(scene: &Scene<'_>, member: &RfcTicket<'_>, cited: &Cited) -> bool {
    match &cited.kind {
        Kind::File { is_read } => {
            // A bare name may be a file that the program makes; one in a folder of the tree is not.
            let is_ours = match cited.name.split_once('/') {
                Some((first, _)) => DOCUMENTS.contains(&first) || scene.has_folder(first),
                None => *is_read,
            };
            is_ours && !scene.is_there(member, &cited.name)
        }
        Kind::Called(telling) => {
            let mut documents = scene.paths().filter(|path| {
                path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
            });
            !documents.any(|path| words::words(path).iter().any(|part| telling.contains(part)))
        }
        Kind::Rfc => {
            let library = &scene.dossier.library;
            let is_known = cited.name.parse().is_ok_and(|id| library.rfc_folders.contains(&id));
            !is_known && cited.name != scene.dossier.subject.name().as_str()
        }
    }
}

fn check(scene: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    // A file that work leads to is L4's.
    let lost: Vec<&str> = missing(scene, member).map(|lead| lead.path.as_str()).collect();
    let missing =
        member.outline.cited.iter().filter(|cited| {
            !lost.contains(&cited.name.as_str()) && is_missing(scene, member, cited)
        });
    let hits = missing.map(|cited| {
        let is_light = cited.is_note || matches!(cited.kind, Kind::Called(_));
        let severity = if is_light { Severity::Minor } else { Severity::Major };
        let name = quoted(&cited.name);
        let says = format!("the ticket rests on {name}, which is not in the repository");
        let act = format!("add {name}, or write what it says into {}", member.ticket.stem);
        Hit::new(&cited.spot, severity, says, act)
    });
    hits.collect()
}
