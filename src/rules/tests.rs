//! What the members of the built-in rules answer to each task.

use super::fixture::{dossier, rfc, ticket};
use super::*;
use crate::council::rfc::answer::Endorsement;
use crate::council::rfc::ask::{BlockerView, OnboardingNote, ProposalView};
use crate::model::opinion::{Rating, Vote};
use crate::model::{Digest, FindingId, GateStatus, NodePath, Place, Subcategory};

fn answer(dossier: &Arc<Dossier>, seat: RuleSeat, question: Ask) -> Reply {
    let task = Task {
        session: "COUNCIL-RFC-0001-20260208-000000".parse().expect("a session id"),
        rfc: rfc(),
        seat: seat.member(),
        modes: seat.key_modes().to_vec(),
        attempt: 1,
        question,
    };
    let reply = RuleMember::new(&seat.member(), Arc::clone(dossier)).answer(&task);
    let again = RuleMember::new(&seat.member(), Arc::clone(dossier)).answer(&task);
    assert_eq!(reply, again, "one task over one dossier has one reply");
    reply
}

const BROKEN: &str =
    "scope:\n  in_scope:\n  - Store leases\n  out_of_scope:\n  - Unit tests (TCK-00002)\n";

fn note() -> OnboardingNote {
    OnboardingNote {
        after_cycle: 1,
        focus_areas: Vec::new(),
        gate_results: Vec::new(),
        contested_items: Vec::new(),
        convergence_targets: Vec::new(),
        consensus_candidates: Vec::new(),
    }
}

fn feasibility(
    dossier: &Arc<Dossier>,
    seat: RuleSeat,
    findings: Vec<FindingView>,
) -> FeasibilityReview {
    let question = Ask::Feasibility {
        note: note(),
        of_gates: Vec::new(),
        findings,
        pairs: Vec::new(),
        tickets: dossier.tickets().map(|t| t.stem.clone()).collect(),
    };
    match answer(dossier, seat, question) {
        Reply::Feasibility(review) => review,
        other => panic!("an answer to {}", other.name()),
    }
}

/// The claim of SA-1 that the one ticket of the dossier leaves something broken.
fn blocker(dossier: &Arc<Dossier>) -> FindingView {
    let claims = feasibility(dossier, RuleSeat::Sa2, Vec::new()).findings;
    let claim = claims.first().expect("it says so itself");
    let place = Place { path: NodePath::yaml(&claim.yaml_path), ..Place::whole_file() };
    FindingView {
        finding_id: FindingId::numbered(&rfc(), 1),
        digest: Digest::of(claim.description.as_bytes()),
        rule: None,
        gate_id: claim.gate_id,
        category: claim.subcategory.category(),
        subcategory: claim.subcategory,
        severity: Severity::Major,
        location: place.in_file(claim.file.as_str()),
        ticket_id: "TCK-00001".parse().ok(),
        quote: claim.quote.clone(),
        description: claim.description.clone(),
        cites: Vec::new(),
        your_stance: None,
        copies: Vec::new(),
    }
}

#[test]
fn every_rule_has_a_name_of_its_own_and_modes_of_its_seat() {
    let mut names: Vec<&str> = lints::all().map(|rule| rule.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for rule in lints::all() {
        let held = rule.seat.key_modes().map(ModeId::number);
        assert!(rule.modes.iter().all(|mode| held.contains(mode)), "{}", rule.name);
    }
}

#[test]
fn the_key_modes_are_taken_and_the_reason_says_why() {
    let dossier = dossier(&[ticket(1, "One", "")], &[]);
    let Reply::SelectModes(selection) = answer(&dossier, RuleSeat::Sa3, Ask::SelectModes) else {
        panic!("an answer of another kind");
    };
    assert_eq!(selection.modes, [14, 15, 32, 33, 79]);
    assert!(selection.reason.contains("do not change with the mode"), "{}", selection.reason);
}

#[test]
fn what_the_task_says_already_is_supported_and_not_raised_again() {
    let dossier = dossier(&[ticket(1, "Store the leases", BROKEN)], &[]);
    let finding = blocker(&dossier);
    assert_eq!(finding.subcategory, Subcategory::MergeUnsafe);
    for seat in RuleSeat::ALL {
        let review = feasibility(&dossier, seat, vec![finding.clone()]);
        assert_eq!(review.findings, [], "{seat:?}");
        assert_eq!(review.stances[0].vote, Vote::Support, "{seat:?}");
        assert_eq!(review.remediations.len(), 1, "{seat:?}");
        assert!(review.remediations[0].text.starts_with("in TCK-00001: move the tests"));
    }
}

#[test]
fn the_seats_meet_behind_one_way_out() {
    let dossier = dossier(&[ticket(1, "Store the leases", BROKEN)], &[]);
    let finding = blocker(&dossier);
    let proposal =
        |id: &str, text: &str| ProposalView { proposal_id: id.to_owned(), text: text.to_owned() };
    let blockers = vec![BlockerView {
        finding: finding.clone(),
        proposals: vec![
            proposal("P1", "improve the ticket"),
            proposal("P2", "write the scope of \"Store the leases\" into TCK-00001"),
        ],
    }];
    let expected =
        [Endorsement { finding_id: finding.finding_id.clone(), proposal_id: "P2".to_owned() }];
    for seat in RuleSeat::ALL {
        let last_call = Ask::Remediation { blockers: blockers.clone() };
        let Reply::Remediation(reply) = answer(&dossier, seat, last_call) else {
            panic!("an answer of another kind");
        };
        assert_eq!(reply.endorsements, expected);
        let question = Ask::Converge {
            note: note(),
            contested: vec![finding.clone()],
            blockers: blockers.clone(),
            agreed: Vec::new(),
            pairs: Vec::new(),
        };
        let Reply::Converge(reply) = answer(&dossier, seat, question) else {
            panic!("an answer of another kind");
        };
        assert_eq!(reply.endorsements, expected);
        assert_eq!(reply.ballots[0].digest, finding.digest);
        assert_eq!(reply.ballots[0].vote, Vote::Support);
    }
}

#[test]
fn finished_tickets_get_no_findings_and_nothing_to_assess() {
    let (file, text) = ticket(1, "Store the leases", "");
    let done = text.replace("title:", "status: MERGED\n    title:");
    let dossier = dossier(&[(file, done)], &[]);
    for seat in RuleSeat::ALL {
        let review = feasibility(&dossier, seat, Vec::new());
        assert_eq!(review.findings, []);
        let assessment = &review.assessments[0];
        assert_eq!(assessment.implementability.status, GateStatus::NotApplicable);
        assert_eq!(assessment.checklist.steps.rating, Rating::NotMet);
    }
}

#[test]
fn a_gate_s_finding_is_not_said_again() {
    let scope = "scope:\n  in_scope:\n  - Keep the format of TCK-00009\n";
    let dossier = dossier(&[ticket(1, "One", scope)], &[]);
    let ask = |findings| match answer(
        &dossier,
        RuleSeat::Sa1,
        Ask::Structural {
            gates: Vec::new(),
            findings,
            reading: crate::council::rfc::ask::Division::Whole,
            most: 0,
        },
    ) {
        Reply::Structural(review) => review.findings,
        other => panic!("an answer to {}", other.name()),
    };
    let is_reference =
        |claim: &crate::council::rfc::answer::Claim| claim.subcategory == Subcategory::BrokenRef;
    let fresh = ask(Vec::new());
    assert!(fresh.iter().any(is_reference));
    let mut said = blocker(&self::broken());
    said.subcategory = Subcategory::BrokenRef;
    said.severity = Severity::Blocker;
    assert!(!ask(vec![said]).iter().any(is_reference));
}

fn broken() -> Arc<Dossier> {
    dossier(&[ticket(1, "Store the leases", BROKEN)], &[])
}
