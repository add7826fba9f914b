//! What a seat says of findings that stand before it. It supports what the table found at that
//! place, whichever seat's rule it was, and abstains on everything else: rules that read words
//! refute nothing.

pub(crate) mod remedy;

use crate::council::rfc::answer::{Ballot, PairAnswer, Stance};
use crate::council::rfc::ask::{FindingView, PairView};
use crate::model::FindingId;
use crate::model::opinion::{Sameness, Vote};
use crate::rules::desk::Desk;
use crate::rules::lints::Found;

/// A side and the reason for it.
fn side(desk: &Desk<'_>, view: &FindingView, found: &Found) -> (Vote, String) {
    let seen = found.at(view).and_then(|hit| Some(hit.seen(desk.dossier.ticket(&hit.ticket)?)));
    match seen {
        Some(seen) => (Vote::Support, seen),
        None => {
            let nothing = format!("the built-in rules find no {} at this place", view.subcategory);
            (Vote::Abstain, nothing)
        }
    }
}

/// A stance for each finding of a task.
pub(crate) fn stances(desk: &Desk<'_>, views: &[FindingView], found: &Found) -> Vec<Stance> {
    let stance = |view: &FindingView| {
        let (vote, reason) = side(desk, view, found);
        Stance { finding_id: view.finding_id.clone(), vote, severity: view.severity, reason }
    };
    views.iter().map(stance).collect()
}

/// A ballot for each contested finding.
pub(crate) fn ballots(desk: &Desk<'_>, views: &[FindingView], found: &Found) -> Vec<Ballot> {
    let ballot = |view: &FindingView| {
        let (vote, reason) = side(desk, view, found);
        Ballot {
            finding_id: view.finding_id.clone(),
            digest: view.digest.clone(),
            vote,
            severity: view.severity,
            reason,
            missed: None,
        }
    };
    views.iter().map(ballot).collect()
}

/// What the rules say of pairs of which they found both: a kind of defect at a node of a file is
/// one, whichever rule met it there. Of other pairs they say nothing.
pub(crate) fn comparisons(
    pairs: &[PairView],
    views: &[&FindingView],
    found: &Found,
) -> Vec<PairAnswer> {
    let hit = |id: &FindingId| {
        let view = views.iter().find(|view| &view.finding_id == id)?;
        found.at(view)
    };
    let answer = |pair: &PairView| {
        let (one, other) = (hit(&pair.finding_id)?, hit(&pair.other_id)?);
        Some(PairAnswer {
            finding_id: pair.finding_id.clone(),
            other_id: pair.other_id.clone(),
            says: if one.is_same(other) { Sameness::SameAs } else { Sameness::Different },
        })
    };
    pairs.iter().filter_map(answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Digest, GateId, NodePath, Place, Severity, Subcategory};
    use crate::rules::fixture::{dossier, rfc, ticket};
    use crate::symbols::Index;

    /// A finding about TCK-00001.
    fn view(number: usize, path: &str, subcategory: Subcategory, quote: &str) -> FindingView {
        let place = Place { path: NodePath::yaml(path), ..Place::whole_file() };
        FindingView {
            finding_id: FindingId::numbered(&rfc(), number),
            digest: Digest::of(quote.as_bytes()),
            rule: None,
            gate_id: GateId::Implementability,
            category: subcategory.category(),
            subcategory,
            severity: Severity::Minor,
            location: place.in_file("documents/work/tickets/TCK-00001.yaml"),
            ticket_id: "TCK-00001".parse().ok(),
            quote: quote.to_owned(),
            description: "which signal is open".to_owned(),
            cites: Vec::new(),
            your_stance: None,
            copies: Vec::new(),
        }
    }

    const SCOPE: &str = "scope:\n  in_scope:\n  - Stop the child process with the appropriate signal\n  - Retry the stop as often as needed\n";
    const LINES: [&str; 2] = ["ticket_meta.scope.in_scope[0]", "ticket_meta.scope.in_scope[1]"];

    #[test]
    fn what_the_table_found_is_supported_and_nothing_else_is_voted_on() {
        let (file, text) = ticket(1, "One", SCOPE);
        let done = text.replace("title:", "status: DONE\n    title:");
        let open = view(1, LINES[0], Subcategory::AmbiguousScope, "appropriate signal");
        let other_kind = view(1, LINES[0], Subcategory::CousinViolation, "appropriate signal");
        let other_place = view(1, "ticket_meta.ticket.title", Subcategory::AmbiguousScope, "One");
        for (text, view, expected) in [
            (&text, &open, Vote::Support),
            (&text, &other_kind, Vote::Abstain),
            (&text, &other_place, Vote::Abstain),
            (&done, &open, Vote::Abstain),
        ] {
            let dossier = dossier(&[(file.clone(), text.clone())], &[]);
            let index = Index::default();
            let desk = Desk::new(&dossier, &index);
            let found = Found::over(&desk);
            let views = std::slice::from_ref(view);
            assert_eq!(stances(&desk, views, &found)[0].vote, expected, "{view:?}");
            assert_eq!(ballots(&desk, views, &found)[0].vote, expected, "{view:?}");
        }
    }

    #[test]
    fn pairs_of_the_table_are_one_or_two_and_of_others_nothing_is_said() {
        let dossier = dossier(&[ticket(1, "One", SCOPE)], &[]);
        let index = Index::default();
        let found = Found::over(&Desk::new(&dossier, &index));
        let kind = Subcategory::AmbiguousScope;
        let views = [
            view(1, LINES[0], kind, "appropriate signal"),
            view(2, LINES[0], kind, "signal"),
            view(3, LINES[1], kind, "as often as needed"),
            view(4, LINES[1], Subcategory::CousinViolation, "as often as needed"),
        ];
        let pair = |of: usize| PairView {
            finding_id: views[of].finding_id.clone(),
            other_id: views[0].finding_id.clone(),
        };
        let pairs = [pair(1), pair(2), pair(3)];
        let said = comparisons(&pairs, &views.iter().collect::<Vec<_>>(), &found);
        let said: Vec<Sameness> = said.into_iter().map(|answer| answer.says).collect();
        assert_eq!(said, [Sameness::SameAs, Sameness::Different]);
    }
}
