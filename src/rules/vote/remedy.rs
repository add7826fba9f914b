//! Ways out: what to change in which ticket, built from what the ticket says; and which of several
//! ways out a seat gets behind.

use crate::council::rfc::answer::{Endorsement, Proposal};
use crate::council::rfc::ask::{BlockerView, FindingView, ProposalView};
use crate::model::opinion::Vote;
use crate::model::{Severity, Subcategory};
use crate::rules::desk::sizing::{counted, spread};
use crate::rules::desk::{Desk, touched_or_told, work};
use crate::rules::lints::Found;
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{self, listed, shortened};
use crate::rules::vote::{look, ticket_of};
use crate::source::Ticket;

/// A way out for each BLOCKER and MAJOR finding that the seat does not oppose.
pub(crate) fn proposals(
    desk: &Desk<'_>,
    seat: RuleSeat,
    views: &[FindingView],
    found: &Found,
) -> Vec<Proposal> {
    views
        .iter()
        .filter(|view| view.severity >= Severity::Major)
        .filter(|view| look(desk, seat, view, found).vote != Vote::Oppose)
        .filter_map(|view| {
            let ticket = ticket_of(desk, view)?;
            Some(Proposal {
                finding_id: view.finding_id.clone(),
                text: way_out(desk, seat, ticket, view, found)?,
            })
        })
        .collect()
}

/// What this seat would change.
fn way_out(
    desk: &Desk<'_>,
    seat: RuleSeat,
    ticket: &Ticket,
    view: &FindingView,
    found: &Found,
) -> Option<String> {
    let mine = found.by(seat).iter().find(|hit| {
        hit.subcategory == view.subcategory
            && hit.file == view.location.file
            && hit.path == view.location.path
    });
    if let Some(hit) = mine {
        return Some(format!("in {}: {}", ticket.stem, hit.remediation));
    }
    let id = &ticket.stem;
    let title = shortened(ticket.name());
    let quote = shortened(&view.quote);
    let other = words::ticket_ids(&view.description).into_iter().find(|other| other != id);
    let files: Vec<String> = touched_or_told(ticket).into_iter().map(|t| t.path).collect();
    let first_step = work(ticket).next().map(|step| shortened(&step.value));
    Some(match view.subcategory {
        Subcategory::PhaseMisordering => {
            format!("in {id}: add {} to the dependencies, because of \"{quote}\"", other?)
        }
        Subcategory::ScopeOverlap | Subcategory::CousinViolation => match other {
            Some(other) => format!("in {id}: cut \"{quote}\" and depend on {other}, which has it"),
            None => {
                format!("in {id}: name the existing file and extend it in place of \"{quote}\"")
            }
        },
        Subcategory::IgnoredExtensionPoint => {
            format!(
                "in {id}: change \"{quote}\" to an addition at the extension point, or give the reason against it"
            )
        }
        Subcategory::ScopeTooLarge | Subcategory::AtomicityViolation => {
            let files = counted(desk, RuleSeat::Sa2, ticket);
            let half = files.get(files.len() / 2)?;
            format!("split {id} before {}: what comes first lands alone, with its tests", half.path)
        }
        Subcategory::MultiComponent => {
            let components = spread(desk, RuleSeat::Sa2, ticket);
            format!("split {id} by component: {}, in this order", listed(&components, 5))
        }
        Subcategory::MergeUnsafe => {
            format!("in {id}: take the tests back in, beginning with one for \"{}\"", first_step?)
        }
        Subcategory::IncompletePlan => match seat {
            RuleSeat::Sa1 => format!(
                "write what is in scope for \"{title}\" in {id}, bind the requirement it serves, and say how one sees that it is done"
            ),
            RuleSeat::Sa2 => format!(
                "write what is in scope for \"{title}\" in {id}, the files it touches and how one sees that it is done"
            ),
            RuleSeat::Sa3 => format!(
                "write in {id} which existing files \"{title}\" extends, and what is in scope"
            ),
        },
        Subcategory::AgentContextGap => match files.first() {
            Some(path) => format!("in {id}: begin the plan with {path}, in place of \"{quote}\""),
            None => format!("in {id}: put the file and the function to change into \"{quote}\""),
        },
        Subcategory::AmbiguousScope => {
            format!("in {id}: decide \"{quote}\" and write the decision there")
        }
        Subcategory::MissingVerification | Subcategory::EvidenceGap => match first_step {
            Some(step) => format!(
                "in {id}: add a test that fails until \"{step}\" is done, and the command that runs it"
            ),
            None => {
                format!("in {id}: replace \"{quote}\" by a check that fails until {title} is done")
            }
        },
        _ => return None,
    })
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

/// The way out that the seat gets behind for each blocker it does not oppose: the one that speaks
/// most closely of the ticket, the first among equals; none, when none speaks of it.
pub(crate) fn endorsements(
    desk: &Desk<'_>,
    seat: RuleSeat,
    blockers: &[BlockerView],
    found: &Found,
) -> Vec<Endorsement> {
    blockers
        .iter()
        .filter(|blocker| look(desk, seat, &blocker.finding, found).vote != Vote::Oppose)
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
