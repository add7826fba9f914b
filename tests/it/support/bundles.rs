//! Bundles of the real machine with scripted seats: every kind of record in a few findings.

use std::collections::BTreeMap;

use super::seat_id::SeatId;
use council_review::core::call::CallError;
use council_review::council::rfc::SessionInput;
use council_review::council::rfc::answer::{
    Ballot, Convergence, FeasibilityReview, Reply, Stance, StructuralReview,
};
use council_review::council::rfc::ask::{Ask, Division, GateSummary, Task};
use council_review::council::rfc::ledger::Ledger;
use council_review::evidence::assemble::{
    AssemblyInput, assemble, gate_of, policy_digest, seed_of,
};
use council_review::evidence::replay::Played;
use council_review::evidence::session::{SessionLog, Setting};
use council_review::evidence::v2::bundle::{Bundle, FileNumber, FileUse, InputFile, Inputs, Tool};
use council_review::evidence::v2::previous_bundle::PreviousBundle;
use council_review::model::opinion::{
    Assessment, Checklist, ChecklistItem, Citation, GateOpinion, Rating, Vote,
};
use council_review::model::policy::CouncilPolicy;
use council_review::model::{
    Digest, Finding, FindingId, GateId, GateResult, GateStatus, SessionId, Severity, SubjectId,
    TicketId, Timestamp,
};
use serde_json::json;

use super::council::{Answer, admitted, claim, identity, of_gate, play, ticket};
use super::rechain::chained;
use SeatId::{Sa1, Sa2, Sa3};
use Severity::{Blocker, Info, Major, Minor};
use Vote::{Oppose, Support};

fn rfc() -> SubjectId {
    "RFC-0042".parse().expect("an id")
}

pub fn id(number: usize) -> FindingId {
    FindingId::numbered(&rfc(), number)
}

pub fn inputs(policy: CouncilPolicy) -> Inputs {
    let file = |number: u32| {
        let path = format!("documents/work/tickets/{}.yaml", ticket(number));
        (path, Digest::of(&number.to_be_bytes()))
    };
    inputs_over(vec![file(1), file(2)], policy)
}

/// The inputs of a review of these files, in their order.
pub fn inputs_over(files: Vec<(String, Digest)>, policy: CouncilPolicy) -> Inputs {
    let numbered = |(n, (path, digest))| InputFile {
        n: FileNumber::of(n),
        path,
        digest,
        bytes: 1_000,
        read_as: FileUse::Dossier,
    };
    let files: Vec<InputFile> = files.into_iter().enumerate().map(numbered).collect();
    let digest = council_review::source::digest_of_files(
        files.iter().map(|file| (file.path.as_str(), &file.digest)),
    );
    Inputs {
        tool: Tool {
            name: "council-review".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        rfc_state: "OK".to_owned(),
        commit: Some("0123456789abcdef0123456789abcdef01234567".to_owned()),
        uncommitted: vec![FileNumber::of(1)],
        files,
        dossier_digest: digest,
        atlas_source: "derived from top-level folders".to_owned(),
        titles: [("TCK-00001".to_owned(), "The first".to_owned())].into(),
        policy_digest: policy_digest(&policy),
        waivers: Vec::new(),
        policy,
    }
}

/// 1 and 2 of the bundle.
fn of_gates() -> Vec<Finding> {
    vec![of_gate("R33", Major, 0), of_gate("R33", Major, 1)]
}

/// The gates, which found this.
pub fn gates(inputs: &Inputs, found: &[Finding]) -> Vec<GateResult> {
    GateId::ALL[..4]
        .iter()
        .map(|&gate| {
            let findings = found.iter().filter(|f| f.gate == gate).cloned().collect();
            let evidence = json!({"files": inputs.files, "looked": [gate], "incomplete": false});
            GateResult::new(gate, true, findings, evidence)
        })
        .collect()
}

/// What a session that opens with this is told of the gates.
pub fn summaries(results: &[GateResult]) -> Vec<GateSummary> {
    let summary = |result: &GateResult| GateSummary {
        gate_id: result.gate,
        status: result.status,
        finding_count: result.findings.len() as u32,
    };
    results.iter().map(summary).collect()
}

/// 1 and 2 are the gate's, 1 was raised by SA-2 as well; 3 is dismissed; 4 stands although SA-2
/// changed sides; 5 is a blocker of all three with a way out; 6 is not grounded; 7 came in cycle 2
/// and has a spoilt ballot.
fn answer(task: &Task) -> Answer {
    let seat = SeatId::of(&task.seat);
    match &task.question {
        Ask::SelectModes => unreachable!("the modes are fixed"),
        Ask::Structural { .. } => {
            let mut placed = Vec::new();
            match seat {
                Sa1 => {
                    placed.push(claim(seat, 0, Major, "split it"));
                    placed.push(claim(seat, 1, Major, ""));
                    placed.push(claim(seat, 2, Blocker, "split it"));
                }
                Sa2 => {
                    placed.push(claim(seat, 1, Minor, ""));
                    placed.push(claim(seat, 2, Blocker, "split it"));
                    placed.push(claim(seat, 4, Major, ""));
                    placed[2].grounded = false;
                }
                Sa3 => placed.push(claim(seat, 2, Blocker, "drop it")),
            }
            let findings = placed.iter().map(|placed| placed.claim.clone()).collect();
            admitted(Reply::Structural(StructuralReview { findings }), placed)
        }
        Ask::Feasibility { findings, tickets, .. } => {
            let stances = findings.iter().map(|view| Stance {
                finding_id: view.finding_id.clone(),
                vote: if view.finding_id == id(3) && seat != Sa1 { Oppose } else { Support },
                severity: match seat {
                    Sa1 if view.finding_id == id(4) => Major,
                    Sa2 if view.finding_id == id(4) => Minor,
                    Sa3 if view.finding_id == id(4) => Info,
                    Sa1 | Sa2 | Sa3 => view.severity,
                },
                reason: "because".to_owned(),
            });
            let placed = if seat == Sa3 { vec![claim(seat, 6, Minor, "")] } else { Vec::new() };
            let review = FeasibilityReview {
                stances: stances.collect(),
                assessments: tickets.iter().map(|ticket| assessment(seat, ticket)).collect(),
                findings: placed.iter().map(|placed| placed.claim.clone()).collect(),
                remediations: Vec::new(),
                pairs: Vec::new(),
            };
            admitted(Reply::Feasibility(review), placed)
        }
        Ask::Converge { contested, .. } => {
            let ballots = contested.iter().map(|view| {
                let changes = view.finding_id == id(4) && seat == Sa2;
                let spoils = view.finding_id == id(7) && seat == Sa1;
                let against = changes || (view.finding_id == id(3) && seat != Sa1);
                let (file, yaml_path) = (view.location.file.clone(), String::new());
                let missed = Citation { file, yaml_path, quote: "a passage".to_owned() };
                Ballot {
                    finding_id: view.finding_id.clone(),
                    digest: if spoils { Digest::of(b"other") } else { view.digest.clone() },
                    vote: if against { Oppose } else { Support },
                    severity: view.severity,
                    reason: "because".to_owned(),
                    missed: changes.then_some(missed),
                }
            });
            let ballots = ballots.collect();
            admitted(Reply::Converge(Convergence { ballots, ..Convergence::default() }), Vec::new())
        }
        Ask::Remediation { .. } => unreachable!("every blocker has a way out"),
    }
}

fn assessment(seat: SeatId, ticket: &TicketId) -> Assessment {
    let opinion = || GateOpinion { status: GateStatus::Passed, reason: "read it".to_owned() };
    let check = |rating| ChecklistItem { rating, quote: "a passage".to_owned() };
    let types = if seat == Sa3 { Rating::Partly } else { Rating::Met };
    Assessment {
        ticket_id: ticket.clone(),
        atomicity: opinion(),
        implementability: opinion(),
        anti_cousin: opinion(),
        checklist: Checklist {
            steps: check(Rating::Met),
            paths: check(Rating::Met),
            signatures: check(Rating::Met),
            types: check(types),
            edge_cases: check(Rating::NotMet),
            success_criteria: check(Rating::Met),
            verification: check(Rating::Met),
        },
    }
}

/// A session of the two tickets, played to its end; `lost` fall out in cycle 2.
fn played(inputs: &Inputs, lost: &[SeatId]) -> Played {
    let id: SessionId = "COUNCIL-RFC-0042-20260126-100000-2".parse().expect("an id");
    let opening = SessionInput {
        least: Vec::new(),
        seed: seed_of(&inputs.dossier_digest),
        session: id.clone(),
        rfc: rfc(),
        dossier: inputs.dossier_digest.clone(),
        policy: inputs.policy.clone(),
        panel: SeatId::each(|_| identity()),
        tickets: vec![ticket(1), ticket(2)],
        reading: Division::Whole,
        most: 0,
        gates: summaries(&gates(inputs, &of_gates())),
        findings: of_gates(),
    };
    let (charter, events) = play(opening, |task| match &task.question {
        Ask::Feasibility { .. } if lost.contains(&SeatId::of(&task.seat)) => {
            Err(CallError::Unavailable("gone".to_owned()))
        }
        _ => answer(task),
    });
    let second = |n: usize| Timestamp::from_unix(1_769_421_600 + n as i64).expect("a time");
    let setting =
        Setting::new(inputs.clone(), &gates(inputs, &of_gates()), Some(previous()), second(0));
    let event = |(n, event)| (second(n * 2), serde_json::to_value(event).expect("JSON"));
    let events = events.iter().enumerate().map(event).collect();
    let begun = SessionLog::new(setting).session(&charter);
    chained(&begun, events).expect("what was played")
}

fn previous() -> PreviousBundle {
    PreviousBundle {
        file: "rfc_review_20260126T100000Z.yaml".to_owned(),
        seal: Digest::of(b"the one before"),
    }
}

fn standard(inputs: &Inputs) -> Bundle {
    assemble(&AssemblyInput {
        rfc: &rfc(),
        inputs,
        gates: gates(inputs, &of_gates()).iter().map(gate_of).collect(),
        ledger: &Ledger::opened(&rfc(), &of_gates()),
        ended_at: Timestamp::from_unix(1_769_421_660).expect("a time"),
        previous: Some(&previous()),
        council: None,
    })
}

/// The name of the sessions' file.
pub const SESSION_FILE: &str = "council_session_20260126T100000Z-2.yaml";

/// A bundle of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// CONVERGED, REJECTED.
    Settled,
    /// DEADLOCKED on 3 and 4; SA-3 fell out in cycle 2.
    Degraded,
    /// ABORTED, QUORUM_LOST in cycle 2.
    Aborted,
    /// The gates alone.
    Standard,
}

/// The session of each kind that has one.
pub fn sessions() -> BTreeMap<Kind, Played> {
    let inputs = inputs(CouncilPolicy::default());
    BTreeMap::from([
        (Kind::Settled, played(&inputs, &[])),
        (Kind::Degraded, played(&inputs, &[Sa3])),
        (Kind::Aborted, played(&inputs, &[Sa2, Sa3])),
    ])
}

/// One of each kind.
pub fn all() -> BTreeMap<Kind, Bundle> {
    let bundle =
        |(kind, played): (Kind, Played)| (kind, played.bundle(SESSION_FILE).expect("it has ended"));
    let standard = (Kind::Standard, standard(&inputs(CouncilPolicy::default())));
    sessions().into_iter().map(bundle).chain([standard]).collect()
}
