//! An RFC's folder, and the meta file in it that says whose it is (GATES.md R17).

use crate::gates::diagnostic::{Spot, count, quoted, weighing};
use crate::gates::example::{SECOND, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{Finding, GateId, RfcId, Rule, Severity, Subcategory};
use crate::source::{Dossier, Ticket};

pub(super) static R17: RuleInfo = RuleInfo {
    id: Rule::numbered("R17"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    varies: "MAJOR when only the RFC's own 00_meta.yaml is at fault, INFO when all its tickets are dead",
    title: "an RFC without a folder, or whose meta file does not say so",
    why: "Tickets implement a decision; without the RFC there is none.",
    act: "Bind the tickets to the RFC that they mean, or write its folder: `council-review new rfc \"Title\" --id RFC-0042`.",
    fix: None,
    example: in_one(
        SECOND,
        r#"  binds:
    rfc_id: RFC-0009"#,
        r#"  binds:
    rfc_id: RFC-0001"#,
    ),
};

/// No folder, or a meta file that does not say that it is this RFC's.
pub(super) fn check(dossier: &Dossier) -> Option<Finding> {
    let id = &dossier.subject;
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
        let meant = did_you_mean(&nearest(id.name().as_str(), folders));
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
        Some((_, Some(said))) if said.value == id.name().as_str() => return None,
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
