//! Where a seat stands on a finding, by looking at the evidence again. A seat's own rules come
//! first; what they do not cover is tried by the counter-checks of `recheck`. A second look goes
//! wider, and a side that it changes is changed for a passage that can be cited.

pub(crate) mod case;
pub(crate) mod recheck;
pub(crate) mod remedy;

use crate::council::rfc::answer::{Ballot, PairAnswer, Stance};
use crate::council::rfc::ask::{FindingView, PairView};
use crate::gates::text::checks::proof;
use crate::model::hidden::find_quoted;
use crate::model::opinion::{Citation, Sameness, Vote};
use crate::model::{FindingId, Subcategory};
use crate::rules::desk::Desk;
use crate::rules::lints::Found;
use crate::rules::lints::atomicity::testing::changes_code;
use crate::rules::lints::implementability::criteria::unmeasured;
use crate::rules::lints::implementability::verification::proven_later;
use crate::rules::lints::rule::Hit;
use crate::rules::seat::RuleSeat;
use crate::rules::text::lines::passage;
use crate::rules::text::words::{self, opening, shortened};
use crate::rules::vote::case::{Case, Opinion, SETTLED};
use crate::source::{Text, Ticket};

/// The ticket a finding is about, by id or by file.
pub(crate) fn ticket_of<'d>(desk: &Desk<'d>, view: &FindingView) -> Option<&'d Ticket> {
    let dossier = desk.dossier;
    match &view.ticket_id {
        Some(id) => dossier.ticket(id),
        None => dossier.tickets().find(|t| t.file == view.location.file),
    }
}

/// Whether the quote stands in the file, blanks aside.
fn is_quoted(ticket: &Ticket, quote: &str) -> bool {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    find_quoted(ticket.source.text(), quote.trim()).is_some()
        || flat(ticket.source.text()).contains(&flat(quote))
}

/// The first look: cycle 2.
pub(crate) fn look(desk: &Desk<'_>, seat: RuleSeat, view: &FindingView, found: &Found) -> Opinion {
    let Some(ticket) = ticket_of(desk, view) else {
        return Opinion::abstain(format!(
            "{} is not a ticket of this RFC, and the rules of this seat read tickets",
            view.location.file
        ));
    };
    if let Some(status) = ticket.known_status.filter(|_| !ticket.is_live()) {
        return Opinion::oppose(format!(
            "{} is {}: nobody will implement it again",
            ticket.stem,
            status.as_str()
        ));
    }
    if view.quote.trim().is_empty() || !is_quoted(ticket, &view.quote) {
        return Opinion::abstain(format!(
            "the passage it rests on, \"{}\", is not in {}",
            shortened(&view.quote),
            ticket.file
        ));
    }
    let same_kind = |hit: &&Hit| {
        hit.gate == view.gate_id && hit.subcategory == view.subcategory && hit.ticket == ticket.stem
    };
    let here = |hit: &&Hit| hit.path == view.location.path;
    let own = found.by(seat);
    if let Some(hit) = own.iter().filter(same_kind).find(here) {
        return Opinion::support(hit.seen(ticket));
    }
    let case = Case { desk, seat, view, ticket };
    let counter = match found.kind_of(view) {
        Some(kind) => (kind.recheck)(&case),
        None => recheck::counter(&case),
    };
    if let Some(opinion) = counter {
        return opinion;
    }
    match own.iter().find(same_kind) {
        Some(hit) => Opinion::support(format!(
            "{}, at another place of the ticket: \"{}\"",
            hit.finds,
            shortened(&hit.quote)
        )),
        None => Opinion::abstain(format!(
            "this seat has no test of {} that \"{}\" would pass or fail",
            view.subcategory,
            shortened(&view.quote)
        )),
    }
}

/// Whether a finding is about a criterion that nobody can measure.
fn is_impression(ticket: &Ticket, view: &FindingView) -> bool {
    let mut criteria = ticket.criteria.iter();
    criteria
        .find(|text| text.place.path == view.location.path)
        .is_some_and(|criterion| unmeasured(ticket, criterion).is_some())
}

/// The second look: cycle 3. Goes beyond the quoted place, to the rest of the ticket and to those
/// that wait for it.
pub(crate) fn look_again(
    desk: &Desk<'_>,
    seat: RuleSeat,
    view: &FindingView,
    found: &Found,
) -> Opinion {
    let first = look(desk, seat, view, found);
    let Some(ticket) = ticket_of(desk, view).filter(|_| first.vote != Vote::Oppose) else {
        return first;
    };
    let settling: Option<(&Ticket, &Text, &str, String)> = match view.subcategory {
        // No test of anybody's decides an impression.
        Subcategory::EvidenceGap if is_impression(ticket, view) => None,
        Subcategory::MissingVerification | Subcategory::EvidenceGap => proven_later(desk, ticket)
            .filter(|(_, line)| {
                // Code that lands with no check at all is not shown by what later tests pass through.
                let is_bare = proof(ticket).is_none() && changes_code(ticket);
                !is_bare || words::ticket_ids(&line.value).contains(&ticket.stem)
            })
            .map(|(other, line)| {
                let why =
                    format!("{}, which waits for this ticket, tests what it makes", other.stem);
                (other, line, line.value.as_str(), why)
            }),
        Subcategory::AmbiguousScope => {
            let case = Case { desk, seat, view, ticket };
            recheck::settled_elsewhere(&case)
                .map(|(text, line)| (ticket, text, line, SETTLED.to_owned()))
        }
        _ => None,
    };
    let Some((source, text, line, why)) = settling else {
        return first;
    };
    let quote = passage(source, &text.place, line);
    let changed = Opinion::oppose(format!("{why}: \"{}\"", opening(line)));
    if quote.is_empty() {
        return first;
    }
    Opinion {
        missed: Some(Citation {
            file: source.file.clone(),
            yaml_path: text.place.path.to_string(),
            quote,
        }),
        ..changed
    }
}

/// A stance for each finding of a task.
pub(crate) fn stances(
    desk: &Desk<'_>,
    seat: RuleSeat,
    views: &[FindingView],
    found: &Found,
) -> Vec<Stance> {
    views
        .iter()
        .map(|view| {
            let opinion = look(desk, seat, view, found);
            Stance {
                finding_id: view.finding_id.clone(),
                vote: opinion.vote,
                severity: view.severity,
                reason: opinion.reason,
            }
        })
        .collect()
}

/// A ballot for each contested finding.
pub(crate) fn ballots(
    desk: &Desk<'_>,
    seat: RuleSeat,
    views: &[FindingView],
    found: &Found,
) -> Vec<Ballot> {
    views
        .iter()
        .map(|view| {
            let opinion = look_again(desk, seat, view, found);
            Ballot {
                finding_id: view.finding_id.clone(),
                digest: view.digest.clone(),
                vote: opinion.vote,
                severity: view.severity,
                reason: opinion.reason,
                missed: opinion.missed,
            }
        })
        .collect()
}

/// What the rules say of each pair: a kind of defect at a node of a file is one, whichever rule
/// met it there.
pub(crate) fn comparisons(pairs: &[PairView], views: &[&FindingView]) -> Vec<PairAnswer> {
    let place = |id: &FindingId| {
        let view = views.iter().find(|view| &view.finding_id == id)?;
        Some((view.gate_id, view.subcategory, &view.location.file, &view.location.path))
    };
    let says = |pair: &PairView| match (place(&pair.finding_id), place(&pair.other_id)) {
        (Some(one), Some(other)) if one == other => Sameness::SameAs,
        _ => Sameness::Different,
    };
    pairs
        .iter()
        .map(|pair| PairAnswer {
            finding_id: pair.finding_id.clone(),
            other_id: pair.other_id.clone(),
            says: says(pair),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Digest, FindingId, GateId, NodePath, Place, Severity};
    use crate::rules::fixture::{dossier, rfc, ticket};
    use crate::symbols::Index;

    fn view(
        number: u32,
        path: &str,
        subcategory: Subcategory,
        quote: &str,
        said: &str,
    ) -> FindingView {
        let place = Place { path: NodePath::yaml(path), ..Place::whole_file() };
        FindingView {
            finding_id: FindingId::numbered(&rfc(), 1),
            digest: Digest::of(said.as_bytes()),
            stated_by: "Reviewer A".to_owned(),
            gate_id: GateId::Implementability,
            category: subcategory.category(),
            subcategory,
            severity: Severity::Major,
            location: place.in_file(format!("documents/work/tickets/TCK-{number:05}.yaml")),
            ticket_id: format!("TCK-{number:05}").parse().ok(),
            quote: quote.to_owned(),
            description: said.to_owned(),
            cites: Vec::new(),
            your_stance: None,
            copies: Vec::new(),
        }
    }

    /// The three votes at the first look and at the second.
    fn votes(files: &[(String, String)], view: &FindingView) -> [[Vote; 3]; 2] {
        let dossier = dossier(files, &[]);
        let index = Index::default();
        let desk = Desk::new(&dossier, &index);
        [look, look_again]
            .map(|look| RuleSeat::ALL.map(|seat| look(&desk, seat, view, &Found::over(&desk)).vote))
    }

    use Vote::{Abstain as A, Oppose as O, Support as S};

    #[test]
    fn a_claim_that_the_ticket_refutes_is_opposed() {
        let scope =
            "scope:\n  in_scope:\n  - Exit with the appropriate code, 0=success and 1=failure\n";
        let claim = view(
            1,
            "ticket_meta.scope.in_scope[0]",
            Subcategory::AmbiguousScope,
            "appropriate code",
            "which code is open",
        );
        assert_eq!(votes(&[ticket(1, "One", scope)], &claim), [[O, S, S]; 2]);
    }

    #[test]
    fn a_second_look_changes_sides_for_a_passage() {
        let scope = "scope:\n  in_scope:\n  - Stop the child process with the appropriate signal\n  - Stop the child process with signal SIGTERM and wait 5 s\n";
        let claim = view(
            1,
            "ticket_meta.scope.in_scope[0]",
            Subcategory::AmbiguousScope,
            "appropriate signal",
            "which signal is open",
        );
        let files = [ticket(1, "One", scope)];
        assert_eq!(votes(&files, &claim), [[S, S, O], [O, O, O]]);
        let dossier = dossier(&files, &[]);
        let index = Index::default();
        let desk = Desk::new(&dossier, &index);
        let found = Found::over(&desk);
        assert_eq!(
            look_again(&desk, RuleSeat::Sa2, &claim, &found).missed,
            Some(Citation {
                file: "documents/work/tickets/TCK-00001.yaml".to_owned(),
                yaml_path: "ticket_meta.scope.in_scope[1]".to_owned(),
                quote: "Stop the child process with signal SIGTERM and wait 5 s".to_owned(),
            })
        );
    }

    #[test]
    fn a_claim_about_finished_work_is_opposed_and_an_unquoted_one_left_alone() {
        let (file, text) = ticket(1, "One", "");
        let done = text.replace("title:", "status: DONE\n    title:");
        let claim = view(1, "", Subcategory::IncompletePlan, "One", "a title");
        assert_eq!(votes(&[(file.clone(), done)], &claim), [[O, O, O]; 2]);
        let invented = view(1, "", Subcategory::IncompletePlan, "Two", "a title");
        assert_eq!(votes(&[(file, text)], &invented), [[A, A, A]; 2]);
    }
}
