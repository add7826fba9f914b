//! What the scripted seats may say: a small alphabet of lines, and the replies they become.

use council_review::council::ledger::PlacedClaim;
use council_review::council::rfc::{Admitted, Opening};
use council_review::model::policy::CouncilPolicy;
use council_review::model::reply::{
    Ballot, Citation, Claim, Convergence, Endorsement, Endorsements, FeasibilityReview, Proposal,
    Reply, Stance, StructuralReview, Vote,
};
use council_review::model::task::{BlockerView, FindingView, Question, Task};
use council_review::model::{
    Digest, Finding, GateId, Location, Rule, SeatId, Severity, Subcategory,
};
use council_review::provider::Identity;

/// Tokens of an estimate that fits.
pub(crate) const FITS: u64 = 100;

/// What a seat can find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// What the gate found already.
    Gate,
    /// One contestable finding.
    X,
    /// Another.
    Y,
}

/// One raise: what, how heavy, grounded or not, with a way out or without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raised(pub(crate) What, pub(crate) Severity, pub(crate) bool, pub(crate) bool);

/// How a seat speaks of all the findings of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Voice {
    All(Vote),
    /// For the finding with the lowest id, against the others.
    Split,
}

/// What a seat does with its ballots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cast {
    Plain(Voice),
    /// With a citation that stands in the dossier.
    Cited(Voice),
    /// In favour, on the digest of another claim.
    WrongDigest,
    Missing,
}

/// One reply of the alphabet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// A reply to another question.
    WrongKind,
    /// Cycle 1.
    Raises(&'static [Raised]),
    /// Cycle 2: a stance, a way out for each blocker or none, and further raises.
    Says(Voice, bool, &'static [Raised]),
    /// Cycle 3: ballots, and whether the seat endorses the first way out of each blocker.
    Votes(Cast, bool),
    /// The last call: whether it endorses the first way out of each blocker.
    Backs(bool),
}

fn location(line: u32) -> Location {
    Location {
        file: "t.yaml".to_owned(),
        yaml_path: format!("p[{line}]"),
        line,
        column: 1,
        end_line: line,
        end_column: 2,
    }
}

/// The deterministic blocker.
pub(crate) fn blocker_of_a_gate() -> Finding {
    Finding {
        rule: Rule("R45"),
        gate: GateId::CcpMapping,
        subcategory: Subcategory::CcpMismatch,
        severity: Severity::Blocker,
        location: location(1),
        ticket: None,
        description: "nowhere".to_owned(),
        remediation: "name it".to_owned(),
        source_line: "q".to_owned(),
    }
}

/// The session that is explored.
pub(crate) fn opening(limit: u64) -> Opening {
    let identity = || Identity { provider: "s".to_owned(), model: "n".to_owned() };
    Opening {
        session: "COUNCIL-RFC-0042-20260126-100000".parse().expect("an id"),
        rfc: "RFC-0042".parse().expect("an id"),
        dossier: Digest::of(b"dossier"),
        policy: CouncilPolicy { token_budget: limit, ..CouncilPolicy::default() },
        seed: 7,
        panel: SeatId::ALL.map(|seat| (seat, identity())).into(),
        tickets: Vec::new(),
        gates: Vec::new(),
        findings: vec![blocker_of_a_gate()],
    }
}

fn claim(seat: SeatId, raised: &Raised) -> PlacedClaim {
    let &Raised(what, severity, grounded, way) = raised;
    let (gate_id, subcategory, line) = match what {
        What::Gate => (GateId::CcpMapping, Subcategory::CcpMismatch, 1),
        What::X => (GateId::Atomicity, Subcategory::ScopeTooLarge, 2),
        What::Y => (GateId::Atomicity, Subcategory::ScopeTooLarge, 3),
    };
    let place = location(line);
    PlacedClaim {
        claim: Claim {
            gate_id,
            subcategory,
            severity,
            source_mode: seat.key_modes()[0],
            file: place.file.clone(),
            yaml_path: place.yaml_path.clone(),
            quote: "q".to_owned(),
            description: "too large".to_owned(),
            remediation: if way { "split it".to_owned() } else { String::new() },
        },
        location: place,
        ticket: None,
        source_line: "q".to_owned(),
        grounded,
    }
}

impl Voice {
    fn on(self, views: &[FindingView], view: &FindingView) -> Vote {
        let is_first = views.iter().all(|other| view.finding_id <= other.finding_id);
        match self {
            Voice::All(vote) => vote,
            Voice::Split if is_first => Vote::Support,
            Voice::Split => Vote::Oppose,
        }
    }
}

fn endorsements(blockers: &[BlockerView], backs: bool) -> Vec<Endorsement> {
    let backed = blockers.iter().filter(|_| backs);
    backed
        .filter_map(|blocker| {
            Some(Endorsement {
                finding_id: blocker.finding.finding_id.clone(),
                proposal_id: blocker.proposals.first()?.proposal_id.clone(),
            })
        })
        .collect()
}

fn ballots(contested: &[FindingView], cast: Cast) -> Vec<Ballot> {
    let (voice, cites) = match cast {
        Cast::Plain(voice) => (voice, false),
        Cast::Cited(voice) => (voice, true),
        Cast::WrongDigest => (Voice::All(Vote::Support), false),
        Cast::Missing => return Vec::new(),
    };
    let citation =
        || Citation { file: "t.yaml".to_owned(), yaml_path: String::new(), quote: "q".to_owned() };
    contested
        .iter()
        .map(|view| Ballot {
            finding_id: view.finding_id.clone(),
            digest: match cast {
                Cast::WrongDigest => Digest::of(b"another claim"),
                Cast::Plain(_) | Cast::Cited(_) | Cast::Missing => view.digest.clone(),
            },
            vote: voice.on(contested, view),
            reason: String::new(),
            missed: cites.then(citation),
        })
        .collect()
}

/// The reply that a line becomes, to this task.
pub(crate) fn reply(task: &Task, line: Line) -> Admitted {
    let placed = |raised: &[Raised]| -> Vec<PlacedClaim> {
        raised.iter().map(|raised| claim(task.seat, raised)).collect()
    };
    let said = |placed: &[PlacedClaim]| placed.iter().map(|p| p.claim.clone()).collect();
    let only = |reply| Admitted { reply, placed: Vec::new(), cited: Vec::new() };
    match (line, &task.question) {
        (Line::Raises(raised), _) => {
            let placed = placed(raised);
            let reply = Reply::Structural(StructuralReview { findings: said(&placed) });
            Admitted { reply, placed, cited: Vec::new() }
        }
        (Line::Says(voice, proposes, raised), Question::Feasibility { findings, .. }) => {
            let placed = placed(raised);
            let stances = findings.iter().map(|view| Stance {
                finding_id: view.finding_id.clone(),
                vote: voice.on(findings, view),
                reason: String::new(),
            });
            let blockers = findings.iter().filter(|view| view.severity == Severity::Blocker);
            let remediations = blockers.filter(|_| proposes).map(|view| Proposal {
                finding_id: view.finding_id.clone(),
                text: "split it".to_owned(),
            });
            let review = FeasibilityReview {
                stances: stances.collect(),
                assessments: Vec::new(),
                findings: said(&placed),
                remediations: remediations.collect(),
            };
            Admitted { reply: Reply::Feasibility(review), placed, cited: Vec::new() }
        }
        (Line::Votes(cast, backs), Question::Converge { contested, blockers, .. }) => {
            let ballots = ballots(contested, cast);
            let cited = ballots.iter().map(|ballot| ballot.missed.is_some()).collect();
            let endorsements = endorsements(blockers, backs);
            let remediations = Vec::new();
            let reply = Reply::Converge(Convergence { ballots, remediations, endorsements });
            Admitted { reply, placed: Vec::new(), cited }
        }
        (Line::Backs(backs), Question::Remediation { blockers }) => {
            let endorsements = endorsements(blockers, backs);
            only(Reply::Remediation(Endorsements { endorsements }))
        }
        (Line::WrongKind, Question::Remediation { .. }) => {
            only(Reply::Structural(StructuralReview::default()))
        }
        (Line::WrongKind, _) => only(Reply::Remediation(Endorsements::default())),
        (Line::Says(..) | Line::Votes(..) | Line::Backs(_), _) => {
            unreachable!("the alphabet of a question holds its own lines")
        }
    }
}

/// What the seat says it used: one is honest, one absurd, one silent.
pub(crate) fn usage(seat: SeatId) -> Option<u64> {
    match seat {
        SeatId::Sa1 => Some(10),
        SeatId::Sa2 => Some(u64::MAX),
        SeatId::Sa3 => None,
    }
}

/// What that must be charged as (THREATS.md A7).
pub(crate) fn charged(seat: SeatId) -> u64 {
    if seat == SeatId::Sa1 { 10 } else { FITS }
}
