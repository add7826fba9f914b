//! What of the dossier a question shows. Cycle 1 reads the plan in full; later cycles show where the
//! findings stand, and the tickets that a member assesses, each field with the path under which it
//! can be cited. Nothing is cut in the middle.

mod context;
mod documents;
mod overview;
mod similar;
mod ticket;

use std::collections::BTreeSet;

use crate::council::rfc::ask::{Ask, BlockerView, Division, FindingView, GateSummary, Task};
use crate::council::rfc::roster;
use crate::model::TicketId;
use crate::prompt::fence::Block;
use crate::source::Dossier;
use crate::symbols::Index;
use documents::Passages;

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

/// What a question's slice is made of; for members with the same inputs the same bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SliceInputs {
    /// INIT: the set in outline.
    Set,
    /// Cycle 1: what the gates said, and which parts of the plan are read in full.
    Plan { gates: Vec<GateSummary>, findings: Vec<FindingView>, documents: bool, tickets: bool },
    /// Cycle 2: the tickets to assess, and where the findings stand.
    Tickets {
        gates: Vec<GateSummary>,
        findings: Vec<FindingView>,
        tickets: Vec<TicketId>,
        passages: Passages,
    },
    /// Cycle 3: where the findings stand.
    About(Passages),
}

impl SliceInputs {
    pub(super) fn of(task: &Task) -> Self {
        match task.question.clone() {
            Ask::SelectModes => Self::Set,
            Ask::Structural { gates, findings, reading, .. } => {
                let reads_tickets = roster::reads_tickets(&task.seat);
                let tickets = reading == Division::Whole || reads_tickets;
                let documents = match reading {
                    Division::Whole => true,
                    Division::Divided => !reads_tickets,
                    Division::Outlined => false,
                };
                Self::Plan { gates, findings, documents, tickets }
            }
            Ask::Feasibility { note, of_gates, findings, tickets, .. } => Self::Tickets {
                gates: note.gate_results,
                findings: of_gates,
                tickets,
                passages: around(findings.iter()),
            },
            Ask::Converge { contested, blockers, .. } => {
                Self::About(around(contested.iter().chain(blockers.iter().map(finding))))
            }
            Ask::Remediation { blockers } => Self::About(around(blockers.iter().map(finding))),
        }
    }
}

/// The sections that every member with these inputs gets, in an order that keeps what the questions
/// have in common in front.
pub(super) fn slice(inputs: &SliceInputs, dossier: &Dossier, index: &Index) -> Vec<SliceSection> {
    let mut parts = match inputs {
        SliceInputs::Set => overview::set(dossier),
        SliceInputs::Plan { gates, findings, documents, tickets } => {
            let live = dossier.tickets().filter(|ticket| ticket.is_live() && *tickets);
            let mut parts = reading(dossier, index, live.map(|ticket| &ticket.stem));
            match documents {
                true => parts.push(documents::whole(dossier)),
                false => parts.push(context::decisions(dossier)),
            }
            parts.push(overview::gates(gates, findings));
            parts
        }
        SliceInputs::Tickets { gates, findings, tickets, passages } => {
            let mut parts = reading(dossier, index, tickets.iter());
            parts.push(context::decisions(dossier));
            let shown: BTreeSet<&str> = tickets
                .iter()
                .filter_map(|id| dossier.ticket(id))
                .map(|ticket| ticket.file.as_str())
                .collect();
            parts.push(passages.section(dossier, |file| !shown.contains(file)));
            parts.push(overview::gates(gates, findings));
            parts
        }
        SliceInputs::About(passages) => vec![
            overview::title(dossier),
            overview::requirements(dossier),
            passages.section(dossier, |_| true),
        ],
    };
    parts.retain(SliceSection::says_anything);
    parts
}

impl SliceSection {
    fn says_anything(&self) -> bool {
        !self.blocks.is_empty() || !self.legend.is_empty()
    }
}

/// The blocks that the fences of a question have their boundary from: of INIT its own, of every cycle
/// all live tickets and what stands before them, so that the rules, which name the boundary, stay the
/// same bytes.
pub(super) fn ground(inputs: &SliceInputs, dossier: &Dossier, index: &Index) -> Vec<Block> {
    let parts = match inputs {
        SliceInputs::Set => slice(inputs, dossier, index),
        SliceInputs::Plan { .. } | SliceInputs::Tickets { .. } | SliceInputs::About(_) => {
            let live = dossier.tickets().filter(|ticket| ticket.is_live());
            reading(dossier, index, live.map(|ticket| &ticket.stem))
        }
    };
    parts.into_iter().flat_map(|part| part.blocks).collect()
}

fn finding(blocker: &BlockerView) -> &FindingView {
    &blocker.finding
}

/// Where findings and their duplicates stand, whatever the order in which a reader sees them.
fn around<'f>(findings: impl Iterator<Item = &'f FindingView>) -> Passages {
    let (mut places, mut cites) = (Vec::new(), Vec::new());
    for finding in findings {
        places.push(&finding.location);
        cites.extend(&finding.cites);
        for copy in &finding.copies {
            places.push(&copy.location);
            cites.extend(&copy.cites);
        }
    }
    Passages::around(places.into_iter(), cites.into_iter())
}

/// What does not change between cycles 1 and 2, then the tickets: in full, or where none is to be
/// read in full a line for each.
fn reading<'t>(
    dossier: &Dossier,
    index: &Index,
    tickets: impl Iterator<Item = &'t TicketId>,
) -> Vec<SliceSection> {
    let blocks = ticket::blocks(dossier, tickets);
    if blocks.is_empty() {
        return overview::set(dossier);
    }
    vec![
        overview::title(dossier),
        overview::requirements(dossier),
        context::atlas(dossier),
        similar::files(dossier),
        similar::definitions(dossier, index),
        SliceSection { heading: "Tickets", legend: LEGEND.to_owned() + &done(dossier), blocks },
    ]
}

/// The tickets that are not shown, since nobody carries them out any more.
fn done(dossier: &Dossier) -> String {
    let done = dossier.tickets().filter(|ticket| !ticket.is_live());
    match done.map(|ticket| ticket.stem.as_str()).collect::<Vec<_>>().join(", ").as_str() {
        "" => String::new(),
        ids => format!(" Finished or given up, and not under review: {ids}."),
    }
}

const LEGEND: &str = "A line `@ path` begins a place; a line that begins with `.` or `[` goes on \
    from it: `[2].b: text` below `@ a` has the `yaml_path` `a[2].b`. A path of one key is given \
    whole. `=3` means the text `=3` of all tickets, `=steps[3]` for the text at that place of \
    the ticket, `[1] to [2]: =steps[3] to [4]` for two of them; the file has it in full: quote \
    that text. `after`: the tickets that it depends on; reasons that several tickets give in the \
    same words are left out. Indented lines are the rest of a text; the file may indent them \
    otherwise. `(exists)`, `(absent)`: whether the repository has the path today; `(created by \
    ...)`: which other ticket makes it. `named in its texts`: paths that no list of the ticket has.";
