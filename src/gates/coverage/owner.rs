//! Whose requirement a reference means (GATES.md R30), and whether its owner knows it (R36).

use std::collections::BTreeMap;

use super::super::path;
use crate::model::slip::nearest;
use crate::model::{PrdId, RfcId, SubjectId};
use crate::source::{Library, RequirementRef, Rfc, Text};

/// Who has to know a requirement (R30).
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Rfc(SubjectId),
    Prd(PrdId),
}

/// R30: the folder that the reference's path names, else the prefix, else the ticket's RFC.
pub(super) fn owner(library: &Library, reference: &RequirementRef, own: &SubjectId) -> Owner {
    if let Some(explicit) =
        reference.reference.as_ref().and_then(|text| named_folder(library, text))
    {
        return explicit;
    }
    Owner::Rfc(reference.prefix.clone().map_or_else(|| own.clone(), SubjectId::from))
}

fn named_folder(library: &Library, reference: &Text) -> Option<Owner> {
    let file = reference.value.split('#').next().unwrap_or_default();
    let path = path::plain(file).ok()?;
    let below = |folder: &str| {
        let rest = path.strip_prefix(folder)?.strip_prefix('/')?;
        rest.split('/').next()
    };
    let rfc = below(&library.rfcs_folder).and_then(|name| name.parse::<RfcId>().ok());
    let prd = || below(&library.layout.prds).and_then(|name| name.parse().ok());
    rfc.map(|rfc| Owner::Rfc(rfc.into())).or_else(|| prd().map(Owner::Prd))
}

/// Whether an RFC, or one of its PRDs, defines `id`. What cannot be read is not held against
/// anybody.
fn defines(library: &Library, rfc: &Rfc, id: &str) -> bool {
    rfc.requirements_incomplete
        || rfc.named(id).next().is_some()
        || rfc.prds.iter().any(|prd| prd_defines(library, prd, id))
}

fn prd_defines(library: &Library, prd: &PrdId, id: &str) -> bool {
    let known = library.prds.get(prd);
    known.is_some_and(|prd| prd.requirements_incomplete || prd.requirements.contains(id))
}

/// R58: of the ids that the owner of a reference and its PRDs define, those nearest to its own.
pub(super) fn offers<'l>(
    library: &'l Library,
    reference: &RequirementRef,
    own: &'l Rfc,
) -> Vec<&'l str> {
    nearest(&reference.id, known_to_owner(library, reference, own))
}

/// The ids that the owner of a reference and its PRDs define.
pub(super) fn known_to_owner<'l>(
    library: &'l Library,
    reference: &RequirementRef,
    own: &'l Rfc,
) -> impl Iterator<Item = &'l str> {
    let rfc = match owner(library, reference, &own.id) {
        Owner::Rfc(id) => id.rfc().and_then(|id| library.rfcs.get(id)),
        Owner::Prd(_) => Some(own),
    };
    let defined = rfc.into_iter().flat_map(|rfc| &rfc.requirements);
    let defined = defined.flat_map(|r| r.aliases.iter().chain([&r.id]));
    let prds = rfc.into_iter().flat_map(|rfc| &rfc.prds);
    let of_prds = prds.filter_map(|prd| library.prds.get(prd)).flat_map(|prd| &prd.requirements);
    defined.chain(of_prds).map(String::as_str)
}

/// R36: whether the owner of a reference knows the requirement. A PRD outside the RFC's set is
/// valid as it is, and covers nothing.
pub(super) fn is_valid(library: &Library, reference: &RequirementRef, own: &Rfc) -> bool {
    match owner(library, reference, &own.id) {
        Owner::Rfc(id) => {
            let rfc = id.rfc().and_then(|id| library.rfcs.get(id));
            rfc.is_some_and(|rfc| defines(library, rfc, &reference.id))
        }
        Owner::Prd(prd) => !own.prds.contains(&prd) || defines(library, own, &reference.id),
    }
}

/// By RFC, the tickets of other RFCs that name its requirements (R35).
pub(in crate::gates) fn visitors(library: &Library) -> BTreeMap<SubjectId, Vec<usize>> {
    let mut visitors: BTreeMap<SubjectId, Vec<usize>> = BTreeMap::new();
    for (index, ticket) in library.tickets.iter().enumerate() {
        let Some(home) = ticket.rfc.clone().map(SubjectId::from) else { continue };
        for reference in &ticket.requirements {
            let Owner::Rfc(host) = owner(library, reference, &home) else { continue };
            if host == home {
                continue;
            }
            let known = visitors.entry(host).or_default();
            if known.last() != Some(&index) {
                known.push(index);
            }
        }
    }
    visitors
}
