//! Ways out: what the rules propose for what they found, and which of several they get behind.

use crate::council::rfc::answer::{Endorsement, Proposal};
use crate::council::rfc::ask::{BlockerView, FindingView, ProposalView};
use crate::model::Severity;
use crate::rules::desk::{Desk, touched_or_told, work};
use crate::rules::lints::Found;
use crate::rules::text::words::{self, shortened};
use crate::source::Ticket;

/// A way out for each BLOCKER and MAJOR finding that the rules came to themselves.
pub(crate) fn proposals(views: &[FindingView], found: &Found) -> Vec<Proposal> {
    let way_out = |view: &FindingView| {
        let hit = found.at(view)?;
        Some(Proposal {
            finding_id: view.finding_id.clone(),
            text: format!("in {}: {}", hit.ticket, hit.remediation()),
        })
    };
    views.iter().filter(|view| view.severity >= Severity::Major).filter_map(way_out).collect()
}

/// How closely a proposal speaks of the ticket: its id, files, steps, commands, title.
fn closeness(ticket: &Ticket, proposal: &ProposalView) -> usize {
    let text = &proposal.text;
    let files = touched_or_told(ticket);
    let names_file = files.iter().filter(|file| text.contains(&file.path)).count();
    let quotes = work(ticket)
        .chain(&ticket.criteria)
        .chain(&ticket.verifications)
        .filter(|line| text.contains(&shortened(&line.value)))
        .count();
    let title = words::significant(ticket.name());
    let has_title = text.contains(&shortened(ticket.name()))
        || (title.len() >= 2 && words::shared(&title, &words::significant(text)) == title.len());
    3 * quotes.min(2)
        + 3 * names_file.min(2)
        + 2 * usize::from(has_title)
        + usize::from(text.contains(ticket.stem.as_str()))
        + usize::from(words::names_command(text))
}

/// The way out for each blocker that speaks most closely of the ticket, the first among equals; none,
/// when none speaks of it.
pub(crate) fn endorsements(desk: &Desk<'_>, blockers: &[BlockerView]) -> Vec<Endorsement> {
    blockers
        .iter()
        .filter_map(|blocker| {
            let ticket = ticket_of(desk, &blocker.finding)?;
            let mut best: Option<(usize, &ProposalView)> = None;
            for proposal in &blocker.proposals {
                let score = closeness(ticket, proposal);
                if score > best.map_or(0, |(most, _)| most) {
                    best = Some((score, proposal));
                }
            }
            best.map(|(_, proposal)| Endorsement {
                finding_id: blocker.finding.finding_id.clone(),
                proposal_id: proposal.proposal_id.clone(),
            })
        })
        .collect()
}

/// The ticket a finding is about, by id or by file.
fn ticket_of<'d>(desk: &Desk<'d>, view: &FindingView) -> Option<&'d Ticket> {
    let dossier = desk.dossier;
    match &view.ticket_id {
        Some(id) => dossier.ticket(id),
        None => dossier.tickets().find(|t| t.file == view.location.file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fixture::{dossier, ticket};

    #[test]
    fn the_way_out_that_speaks_of_the_ticket_is_the_closest() {
        let rest = "scope:\n  in_scope:\n  - Store leases in src/lease.rs\n";
        let dossier = dossier(&[ticket(1, "Lease store", rest)], &[]);
        let ticket = dossier.tickets().next().expect("the fixture has a ticket");
        let close = |text: &str| {
            let proposal = ProposalView { proposal_id: "P1".to_owned(), text: text.to_owned() };
            closeness(ticket, &proposal)
        };
        assert_eq!(close("think about it again"), 0);
        assert!(close("rewrite TCK-00001") > 0);
        assert!(close("begin with src/lease.rs in TCK-00001") > close("rewrite TCK-00001"));
    }
}
