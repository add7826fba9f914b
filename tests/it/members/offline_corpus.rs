//! The offline seats over the real corpus, when it stands beside the repository: every quote is
//! verbatim, the same task gives the same reply, and the counts are printed for whoever tunes the
//! rules (`cargo test --test it members::offline_corpus:: -- --nocapture`).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support;
use crate::support::seat_id::SeatId;
use council_review::council::rfc::answer::{Claim, Reply};
use council_review::council::rfc::ask::{
    Ask, BlockerView, Division, FindingView, OnboardingNote, ProposalView, Task,
};
use council_review::host::snapshot;
use council_review::model::opinion::Vote;
use council_review::model::{
    Digest, FindingId, Layout, Location, NodePath, Place, Severity, Signature, SubjectId, TicketId,
};
use council_review::rules::RuleMember;
use council_review::source::{Dossier, Library};

fn task(rfc: &SubjectId, seat: SeatId, question: Ask) -> Task {
    Task {
        session: format!("COUNCIL-{rfc}-20260208-000000").parse().expect("a session id"),
        rfc: rfc.clone(),
        seat: seat.name(),
        modes: seat.key_modes().to_vec(),
        attempt: 1,
        question,
    }
}

fn note(after_cycle: u8) -> OnboardingNote {
    OnboardingNote {
        after_cycle,
        focus_areas: Vec::new(),
        gate_results: Vec::new(),
        contested_items: Vec::new(),
        convergence_targets: Vec::new(),
        consensus_candidates: Vec::new(),
    }
}

#[derive(Clone)]
struct Merged {
    claim: Claim,
    ticket: Option<TicketId>,
    authors: Vec<SeatId>,
    severities: Vec<Severity>,
}

/// Claims merged by signature, in the order of first appearance.
fn merge(dossier: &Dossier, into: &mut Vec<(Signature, Merged)>, seat: SeatId, claims: Vec<Claim>) {
    for claim in claims {
        let ticket = dossier.tickets().find(|t| t.file == claim.file).map(|t| t.stem.clone());
        let subject = ticket.as_ref().map_or(claim.file.as_str(), TicketId::as_str);
        let signature = Signature::of(
            claim.gate_id,
            claim.subcategory,
            subject,
            &NodePath::yaml(&claim.yaml_path),
        );
        match into.iter_mut().find(|(s, _)| *s == signature) {
            Some((_, merged)) => {
                if !merged.authors.contains(&seat) {
                    merged.authors.push(seat);
                }
                merged.severities.push(claim.severity);
            }
            None => into.push((
                signature,
                Merged { severities: vec![claim.severity], authors: vec![seat], ticket, claim },
            )),
        }
    }
}

fn view(rfc: &SubjectId, number: usize, merged: &Merged) -> FindingView {
    let place = Place { path: NodePath::yaml(&merged.claim.yaml_path), ..Place::whole_file() };
    let location: Location = place.in_file(merged.claim.file.as_str());
    FindingView {
        finding_id: FindingId::numbered(rfc, number + 1),
        digest: Digest::of_parts([merged.claim.description.as_bytes()]),
        rule: None,
        gate_id: merged.claim.gate_id,
        category: merged.claim.subcategory.category(),
        subcategory: merged.claim.subcategory,
        severity: *merged.severities.iter().max().expect("a claim has a severity"),
        location,
        ticket_id: merged.ticket.clone(),
        quote: merged.claim.quote.clone(),
        description: merged.claim.description.clone(),
        cites: Vec::new(),
        your_stance: None,
        copies: Vec::new(),
    }
}

fn is_grounded(dossier: &Dossier, file: &str, yaml_path: &str, quote: &str) -> bool {
    let Some(ticket) = dossier.library.tickets.iter().find(|t| t.file == file) else {
        return false;
    };
    if quote.is_empty() || quote.chars().count() > 200 || !ticket.source.text().contains(quote) {
        return false;
    }
    // The node's lines hold the quote, too.
    let holds = |place: Place| {
        let mut lines = (place.line..=place.end_line).map(|line| ticket.source.text().line(line));
        lines.any(|line| line.contains(quote))
    };
    yaml_path.is_empty() || ticket.source.yaml_at(yaml_path).is_some_and(|node| holds(node.place()))
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what the test is run for by hand")]
fn every_claim_about_the_real_corpus_is_grounded_and_repeatable() {
    let Some(repo) = support::corpus() else {
        return;
    };
    let tree = snapshot::open(repo.path(), None).expect("a repository");
    let library = Arc::new(Library::load(&tree, Layout::default()));
    let mut counts: BTreeMap<(Severity, String), usize> = BTreeMap::new();
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut live, mut heavy) = (0, 0);
    for rfc in Dossier::known(&library) {
        let Some(dossier) = Dossier::build(Arc::clone(&library), &rfc) else {
            continue;
        };
        let dossier = Arc::new(dossier);
        let tickets: Vec<TicketId> = dossier.tickets().map(|t| t.stem.clone()).collect();
        live += dossier.tickets().filter(|t| t.is_live()).count();
        // A seat works out what its rules find once, for all that it is asked.
        let seats = SeatId::ALL.map(|id| (id, RuleMember::new(&id.name(), Arc::clone(&dossier))));
        let ask = |id: SeatId, question: Ask| {
            let task = task(&rfc, id, question);
            let (_, seat) = seats.iter().find(|(seat, _)| *seat == id).expect("all three sit");
            let reply = seat.answer(&task);
            assert_eq!(reply, seat.answer(&task), "{rfc}: the reply changes");
            reply
        };
        let mut merged = Vec::new();
        for seat in SeatId::ALL {
            let question = Ask::Structural {
                gates: Vec::new(),
                findings: Vec::new(),
                reading: Division::Whole,
                most: 0,
            };
            let Reply::Structural(review) = ask(seat, question) else {
                panic!("an answer of another kind");
            };
            merge(&dossier, &mut merged, seat, review.findings);
        }
        let views = |merged: &[(Signature, Merged)]| -> Vec<FindingView> {
            let of = |(i, (_, m)): (usize, &(Signature, Merged))| view(&rfc, i, m);
            merged.iter().enumerate().map(of).collect()
        };
        let first = views(&merged);
        let mut votes: BTreeMap<FindingId, Vec<(SeatId, Vote, String)>> = BTreeMap::new();
        let mut proposals: BTreeMap<FindingId, Vec<String>> = BTreeMap::new();
        for seat in SeatId::ALL {
            let question = Ask::Feasibility {
                note: note(1),
                of_gates: Vec::new(),
                findings: first.clone(),
                pairs: Vec::new(),
                tickets: tickets.clone(),
            };
            let Reply::Feasibility(review) = ask(seat, question) else {
                panic!("an answer of another kind");
            };
            assert_eq!(review.assessments.len(), tickets.len());
            assert_eq!(review.stances.len(), first.len());
            for assessment in &review.assessments {
                let ticket = dossier.ticket(&assessment.ticket_id).expect("it was asked about");
                for (name, check) in assessment.checklist.items() {
                    assert!(
                        check.quote.is_empty()
                            || is_grounded(&dossier, &ticket.file, "", &check.quote),
                        "{}: {name}: {:?}",
                        ticket.stem,
                        check.quote
                    );
                }
            }
            for proposal in review.remediations {
                proposals.entry(proposal.finding_id).or_default().push(proposal.text);
            }
            merge(&dossier, &mut merged, seat, review.findings);
        }
        let all = views(&merged);
        let blockers: Vec<BlockerView> = all
            .iter()
            .filter(|view| view.severity == Severity::Blocker)
            .map(|finding| BlockerView {
                finding: finding.clone(),
                proposals: proposals
                    .get(&finding.finding_id)
                    .into_iter()
                    .flatten()
                    .enumerate()
                    .map(|(i, text)| ProposalView {
                        proposal_id: format!("P{}", i + 1),
                        text: text.clone(),
                    })
                    .collect(),
            })
            .collect();
        for seat in SeatId::ALL {
            let question = Ask::Converge {
                note: note(2),
                contested: all.clone(),
                blockers: blockers.clone(),
                agreed: Vec::new(),
                pairs: Vec::new(),
            };
            let Reply::Converge(convergence) = ask(seat, question) else {
                panic!("an answer of another kind");
            };
            for ballot in convergence.ballots {
                if let Some(missed) = &ballot.missed {
                    assert!(is_grounded(&dossier, &missed.file, &missed.yaml_path, &missed.quote));
                }
                votes.entry(ballot.finding_id).or_default().push((
                    seat,
                    ballot.vote,
                    ballot.reason,
                ));
            }
        }
        for ((_, merged), view) in merged.iter().zip(&all) {
            let claim = &merged.claim;
            assert!(
                is_grounded(&dossier, &claim.file, &claim.yaml_path, &claim.quote),
                "{claim:#?}"
            );
            let key = (view.severity, claim.subcategory.to_string());
            *counts.entry(key).or_default() += 1;
            heavy += usize::from(view.severity >= Severity::Major);
            let cast = &votes[&view.finding_id];
            let count = |vote| cast.iter().filter(|(_, v, _)| *v == vote).count();
            let outcome = match (count(Vote::Support), count(Vote::Oppose)) {
                (2.., _) => "stands",
                (_, 2..) => "dismissed",
                _ => "deadlocked",
            };
            *outcomes.entry(outcome).or_default() += 1;
            println!(
                "\n{} {} {} [{}] {:?} by {:?}\n  at {} {}\n  “{}”\n  {}\n  -> {}",
                rfc,
                view.severity,
                claim.subcategory,
                outcome,
                merged.severities,
                merged.authors,
                claim.file.rsplit('/').next().unwrap_or_default(),
                claim.yaml_path,
                claim.quote,
                claim.description,
                claim.remediation
            );
            for (seat, vote, reason) in cast {
                println!("    {seat} {} {reason}", vote.as_str());
            }
        }
    }
    println!("\n{live} live tickets, {heavy} findings of MAJOR or worse; {outcomes:?}");
    for ((severity, subcategory), count) in counts.iter().rev() {
        println!("{severity:8} {subcategory:24} {count}");
    }
}
