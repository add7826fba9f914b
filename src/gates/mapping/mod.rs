//! Gate 4: does every path belong to a component that exists? (GATES.md R40 to R49)
//!
//! `ground` is what is known to exist or to be made; `paths` holds each path against it, and `survey`
//! is what was said so far. Tickets' paths are text: none is opened.

mod atlas;
mod creations;
mod ground;
mod paths;
mod prose;
mod survey;
mod twice;
mod untimely;

use std::collections::BTreeSet;

use serde_json::json;

pub(super) use self::creations::{claims, creations};
pub(super) use self::ground::early;

use self::ground::KnownPaths;
use self::survey::PathSurvey;
use super::listed::listed;
use super::path;
use super::rule_info::RuleInfo;
use super::{Gate, Meta, Overview};
use crate::model::{GateId, GateResult, Severity};
use crate::source::{AtlasSource, Dossier, PathEntry, Ticket, Tier};

pub(super) static META: Meta = Meta {
    id: GateId::CcpMapping,
    asks: "Does every path that a ticket names belong to a component that exists, and does every file it changes exist by then?",
    why: "A path that is not there, or in no component, is where work goes astray. It ends in the wrong place, or in a second version of what exists.",
};

/// Its rules, in the order of GATES.md.
pub(super) const RULES: &[&RuleInfo] =
    &[&paths::R42, &atlas::R43, &paths::R45, &paths::R46, &untimely::R47, &twice::R48];

/// GATE-TCK-CCP-MAPPING.
pub(super) struct Mapping;

impl Gate for Mapping {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, dossier: &Dossier, all: &Overview) -> GateResult {
        if let AtlasSource::Unreadable { folder, why } = &dossier.atlas.source {
            let finding = atlas::unreadable(folder, why);
            let evidence = json!({"atlas": atlas::evidence(&dossier.atlas, &[]), "paths": []});
            return GateResult::new(META.id, false, vec![finding], evidence);
        }
        let ground = KnownPaths::of(dossier, all);
        let mut survey = PathSurvey::default();
        for &index in &dossier.tickets {
            let ticket = &dossier.library.tickets[index];
            let justified = justified(ticket);
            for entry in ticket.paths.iter().filter(|e| e.tier != Tier::Context) {
                paths::check(&mut survey, dossier, &ground, (index, ticket, &justified), entry);
            }
        }
        twice::check(&mut survey, dossier, &ground);
        let atlas = atlas::evidence(&dossier.atlas, &survey.paths);
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

/// R49: the paths that a ticket justifies in full.
fn justified(ticket: &Ticket) -> BTreeSet<String> {
    ticket.justified_paths.iter().filter_map(|raw| path::plain(raw).ok()).collect()
}
