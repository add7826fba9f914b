//! What of the dossier a question needs (issue 4: slices, not dumps). The set as a whole gets a
//! line for each ticket; the reading of tickets gets the fields that gates 5 to 7 judge, each with
//! the path under which it can be cited.

mod overview;
mod setting;
mod ticket;

use std::collections::BTreeSet;

use super::fence::Block;
use crate::model::TicketId;
use crate::model::task::{BlockerView, FindingView, Question};
use crate::source::Dossier;

/// One section of the dossier's slice.
pub(super) struct Part {
    pub(super) heading: &'static str,
    /// How to read it, in words of ours.
    pub(super) legend: String,
    /// Foreign text.
    pub(super) blocks: Vec<Block>,
}

/// The sections that every seat gets with this question, in an order that keeps what the
/// questions have in common in front.
pub(super) fn slice(question: &Question, dossier: &Dossier) -> Vec<Part> {
    let mut parts = match question {
        Question::SelectModes => overview::set(dossier),
        Question::Structural { gates, findings } => {
            let mut parts = overview::set(dossier);
            parts.push(overview::gates(gates, findings));
            parts
        }
        Question::Feasibility { tickets, .. } => reading(dossier, tickets.iter()),
        Question::Converge { contested, blockers, .. } => {
            let of_blockers = blockers.iter().map(|blocker| &blocker.finding);
            let about = about(contested.iter().chain(of_blockers));
            reading(dossier, about.iter())
        }
        Question::Remediation { blockers } => {
            reading(dossier, about(blockers.iter().map(finding)).iter())
        }
    };
    parts.retain(|part| !part.blocks.is_empty() || !part.legend.is_empty());
    parts
}

fn finding(blocker: &BlockerView) -> &FindingView {
    &blocker.finding
}

/// The tickets that findings are about, whatever the order in which a reader sees the findings.
fn about<'f>(findings: impl Iterator<Item = &'f FindingView>) -> BTreeSet<TicketId> {
    findings.filter_map(|finding| finding.ticket_id.clone()).collect()
}

/// What does not change between cycles 2 and 3, then the tickets.
fn reading<'t>(dossier: &Dossier, tickets: impl Iterator<Item = &'t TicketId>) -> Vec<Part> {
    let mut parts = vec![setting::decisions(dossier), setting::atlas(dossier)];
    let blocks: Vec<Block> = tickets
        .filter_map(|id| dossier.ticket(id))
        .map(|ticket| ticket::block(dossier, ticket))
        .collect();
    parts.push(Part {
        heading: "Tickets",
        legend: "A line `@ path` begins a place in `file`; a line that begins with `.` or `[` \
                 goes on from it, so that `@ a.b` and below it `[2]: text` have the `yaml_path` \
                 `a.b[2]`; a path of one key stands whole. Indented lines are the rest of a text; \
                 the file may indent them otherwise. `(exists)` and `(absent)` say whether the \
                 repository has the path today."
            .to_owned(),
        blocks,
    });
    parts
}
