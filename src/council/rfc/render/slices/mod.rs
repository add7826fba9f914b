//! What of the dossier a question needs: slices, not dumps. The set as a whole gets a
//! line for each ticket; the reading of tickets gets the fields that gates 5 to 7 judge, each with
//! the path under which it can be cited.

mod context;
mod overview;
mod similar;
mod ticket;

use std::collections::BTreeSet;

use crate::council::rfc::ask::{Ask, BlockerView, FindingView, GateSummary};
use crate::model::TicketId;
use crate::prompt::fence::Block;
use crate::source::Dossier;
use crate::symbols::Index;

/// One section of the dossier's slice.
pub(super) struct SliceSection {
    pub(super) heading: &'static str,
    /// How to read it, in words of ours.
    pub(super) legend: String,
    /// Foreign text.
    pub(super) blocks: Vec<Block>,
}

impl SliceSection {
    /// A section of one block, if there is anything in it.
    fn of(heading: &'static str, legend: &str, block: Block) -> Self {
        let blocks = if block.is_empty() { Vec::new() } else { vec![block] };
        Self { heading, legend: legend.to_owned(), blocks }
    }
}

/// Characters of a requirement where the set is judged by it.
const REQUIREMENT: usize = 280;

/// Characters of all requirements together where tickets are read, and of one at the least: a small
/// RFC's are whole, and many make each shorter.
const REQUIREMENTS: usize = 1_400;
const REQUIREMENT_AT_LEAST: usize = 120;

/// What a question's slice is made of: equal for all seats of a cycle.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SliceInputs {
    Set,
    Gates(Vec<GateSummary>, Vec<FindingView>),
    Tickets(Vec<GateSummary>, Vec<FindingView>, Vec<TicketId>),
    About(BTreeSet<TicketId>),
}

impl SliceInputs {
    pub(super) fn of(question: &Ask) -> Self {
        match question.clone() {
            Ask::SelectModes => Self::Set,
            Ask::Structural { gates, findings } => Self::Gates(gates, findings),
            Ask::Feasibility { note, of_gates, tickets, .. } => {
                Self::Tickets(note.gate_results, of_gates, tickets)
            }
            Ask::Converge { contested, blockers, .. } => {
                Self::About(about(contested.iter().chain(blockers.iter().map(finding))))
            }
            Ask::Remediation { blockers } => Self::About(about(blockers.iter().map(finding))),
        }
    }
}

/// The sections that every seat gets with this question, in an order that keeps what the
/// questions have in common in front.
pub(super) fn slice(inputs: &SliceInputs, dossier: &Dossier, index: &Index) -> Vec<SliceSection> {
    let mut parts = match inputs {
        SliceInputs::Set => overview::set(dossier),
        SliceInputs::Gates(gates, findings) => {
            let mut parts = overview::set(dossier);
            parts.push(overview::gates(gates, findings));
            parts
        }
        SliceInputs::Tickets(gates, findings, tickets) => {
            let mut parts = reading(dossier, index, tickets.iter());
            parts.push(overview::gates(gates, findings));
            parts
        }
        SliceInputs::About(tickets) => reading(dossier, index, tickets.iter()),
    };
    parts.retain(SliceSection::says_anything);
    parts
}

impl SliceSection {
    fn says_anything(&self) -> bool {
        !self.blocks.is_empty() || !self.legend.is_empty()
    }
}

/// The blocks that the fences of a question have their boundary from: its slice in INIT and
/// cycle 1, and in cycles 2 and 3 what cycle 2 reads, all live tickets.
pub(super) fn ground(inputs: &SliceInputs, dossier: &Dossier, index: &Index) -> Vec<Block> {
    let parts = match inputs {
        SliceInputs::Set | SliceInputs::Gates(..) => slice(inputs, dossier, index),
        SliceInputs::Tickets(..) | SliceInputs::About(_) => {
            let live = dossier.tickets().filter(|ticket| ticket.is_live());
            reading(dossier, index, live.map(|ticket| &ticket.stem))
        }
    };
    parts.into_iter().flat_map(|part| part.blocks).collect()
}

fn finding(blocker: &BlockerView) -> &FindingView {
    &blocker.finding
}

/// The tickets that findings are about, whatever the order in which a reader sees the findings.
fn about<'f>(findings: impl Iterator<Item = &'f FindingView>) -> BTreeSet<TicketId> {
    findings.filter_map(|finding| finding.ticket_id.clone()).collect()
}

/// Characters of a requirement where tickets are read.
fn in_short(dossier: &Dossier) -> usize {
    let count = dossier.rfc().map_or(0, |rfc| rfc.requirements.len()).max(1);
    (REQUIREMENTS / count).clamp(REQUIREMENT_AT_LEAST, REQUIREMENT)
}

/// What does not change between cycles 2 and 3, then the tickets.
fn reading<'t>(
    dossier: &Dossier,
    index: &Index,
    tickets: impl Iterator<Item = &'t TicketId>,
) -> Vec<SliceSection> {
    let mut parts = vec![
        overview::title(dossier),
        overview::requirements(dossier, in_short(dossier)),
        context::decisions(dossier),
        context::atlas(dossier),
        similar::files(dossier),
        similar::definitions(dossier, index),
    ];
    let blocks = ticket::blocks(dossier, tickets);
    if !blocks.is_empty() {
        parts.push(SliceSection { heading: "Tickets", legend: LEGEND.to_owned(), blocks });
    }
    parts
}

const LEGEND: &str = "A line `@ path` begins a place; a line that begins with `.` or `[` goes on \
    from it: `[2].b: text` below `@ a` has the `yaml_path` `a[2].b`. A path of one key is given \
    whole. `=3` means the text `=3` of all tickets, `=steps[3]` for the text at that place of \
    the ticket, `[1] to [2]: =steps[3] to [4]` for two of them; the file has it in full: quote \
    that text. `after`: the tickets that it depends on; reasons that several tickets give in the \
    same words are left out. Indented lines are the rest of a text; the file may indent them \
    otherwise. `(exists)`, `(absent)`: whether the repository has the path today; `(created by \
    ...)`: which other ticket makes it.";
