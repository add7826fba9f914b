//! What the scripted seats may say: a small alphabet of lines, and the replies they become.

use crate::members::{ALL, SA1, SA2, asked, key_modes};
use council_review::council::rfc::answer::{
    Ballot, Claim, Convergence, Endorsement, Endorsements, FeasibilityReview, ModeSelection,
    Proposal, Reply, Stance, StructuralReview,
};
use council_review::council::rfc::ask::{Ask, BlockerView, Division, FindingView, Task};
use council_review::council::rfc::ledger::PlacedClaim;
use council_review::council::rfc::roster;
use council_review::council::rfc::{Admitted, SessionInput};
use council_review::model::MemberId;
use council_review::model::opinion::{Citation, Vote};
use council_review::model::policy::{CouncilPolicy, LookPolicy};
use council_review::model::{
    Digest, Finding, GateId, Location, ModeId, NodePath, Rule, Severity, Subcategory,
};
use council_review::model::{Identity, Receipt};

use crate::assessing::{Assesses, assessments, ticket};
use crate::model::Scope;
use crate::twice::{Pairing, compared, weighing};

/// Requests that a round of looks may have.
pub(crate) const REQUESTS: u32 = 2;

/// Tokens of an estimate that fits.
pub(crate) const FITS: u64 = 10_000;
/// What a message takes before anything is shown in it, of who keeps what it was told.
pub(crate) const AGAIN: u64 = 8_000;

/// What the deterministic gates found before the council met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gates {
    Clean,
    OneBlocker,
    /// As many MAJOR findings.
    Majors(u32),
}

/// What a seat can find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// What the gate found already.
    Gate,
    /// One contestable finding.
    X,
    /// Another.
    Y,
    /// The first in other words.
    Again,
    /// And in other words once more.
    Third,
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
    /// Against the finding with the lowest id, for the others.
    Against,
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
    /// Two ballots on each finding.
    Twice,
}

/// Which ways out a seat gets behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behind {
    First,
    Last,
    /// One that nobody proposed.
    Unknown,
    /// The first, said twice.
    Twice,
}

/// One reply of the alphabet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// A reply to another question.
    WrongKind,
    /// INIT: the numbers of the modes.
    Chooses(&'static [u8]),
    /// Cycle 1.
    Raises(&'static [Raised]),
    /// Cycle 1: a finding through a mode that the seat does not have.
    Strays,
    /// Cycle 2: a stance, a way out for each blocker or none, and further raises.
    Says(Voice, bool, &'static [Raised]),
    /// Cycle 2: a stance, what each finding weighs if not what was shown, a word on each pair, and
    /// further raises.
    Compares(Voice, Option<Severity>, Pairing, &'static [Raised]),
    /// Cycle 2: a stance and an assessment.
    Looks(Voice, Assesses),
    /// Cycle 3: ballots, and whether the seat endorses the first way out of each blocker.
    Votes(Cast, bool),
    /// Cycle 3: ballots in favour of the first way out of each blocker, what each finding weighs if
    /// not what was shown, and a word on each pair.
    Settles(Cast, Option<Severity>, Pairing),
    /// Cycle 3: ballots, and a further way out for each blocker.
    Proposes(Cast, &'static str),
    /// The last call: whether it endorses the first way out of each blocker.
    Backs(bool),
    /// The last call: another endorsement of each blocker.
    Gets(Behind),
}

impl Line {
    /// Whether it does not answer what was asked: to be asked again once.
    pub(crate) fn is_malformed(self, task: &Task) -> bool {
        let (asked, ways) = match &task.question {
            Ask::Converge { contested, .. } => (contested.len(), 0),
            Ask::Remediation { blockers } => {
                (0, blockers.iter().filter(|blocker| !blocker.proposals.is_empty()).count())
            }
            _ => (0, 0),
        };
        match self {
            Line::WrongKind | Line::Strays => true,
            Line::Looks(_, assesses) => match assesses {
                Assesses::NotRun | Assesses::Another | Assesses::Twice => true,
                Assesses::Passed | Assesses::Failed => false,
            },
            Line::Votes(Cast::Twice, _) | Line::Proposes(Cast::Twice, _) => asked > 0,
            Line::Gets(Behind::Twice) => ways > 0,
            _ => false,
        }
    }
}

fn location(line: u32) -> Location {
    Location {
        file: String::new(),
        path: NodePath::yaml(format!("p[{line}]")),
        line,
        column: 1,
        end_line: line,
        end_column: 2,
    }
}

/// The deterministic blocker.
pub(crate) fn blocker_of_a_gate() -> Finding {
    Finding {
        rule: Rule::parse("R45").expect("a rule"),
        gate: GateId::CcpMapping,
        subcategory: Subcategory::CcpMismatch,
        severity: Severity::Blocker,
        location: location(1),
        ticket: None,
        description: "nowhere".to_owned(),
        remediation: "name it".to_owned(),
        source_line: "q".to_owned(),
        related: Vec::new(),
        because: Vec::new(),
    }
}

impl Gates {
    pub(crate) fn findings(self) -> Vec<Finding> {
        let major = |line| Finding {
            severity: Severity::Major,
            location: location(line),
            ..blocker_of_a_gate()
        };
        match self {
            Gates::Clean => Vec::new(),
            Gates::OneBlocker => vec![blocker_of_a_gate()],
            // The first is where a seat may raise the same.
            Gates::Majors(count) => {
                (0..count).map(|i| major(if i == 0 { 1 } else { 10 + i })).collect()
            }
        }
    }
}

/// The session that is explored.
pub(crate) fn opening(scope: &Scope) -> SessionInput {
    // What nothing here depends on is empty: a state is cloned some twenty times.
    let identity = || Identity::new("", "");
    let modes = scope.modes;
    SessionInput {
        // Three members, three cycles.
        least: vec![3 * FITS; if scope.rounds > 0 { 3 } else { 0 }],
        session: "COUNCIL-RFC-0042-20260126-100000".parse().expect("an id"),
        rfc: "RFC-0042".parse().expect("an id"),
        dossier: Digest::of(b"dossier"),
        policy: CouncilPolicy {
            token_budget: scope.limit,
            modes,
            looks: LookPolicy { rounds: scope.rounds, requests: REQUESTS, ..LookPolicy::off() },
            ..CouncilPolicy::default()
        },
        seed: 7,
        panel: roster::names().map(|name| (name, identity())).into_iter().collect(),
        tickets: scope.tickets.then(ticket).into_iter().collect(),
        reading: Division::Whole,
        most: 0,
        gates: Vec::new(),
        findings: scope.gates.findings(),
    }
}

fn claim(mode: ModeId, raised: &Raised) -> PlacedClaim {
    let &Raised(what, severity, grounded, way) = raised;
    let (gate_id, subcategory, line) = match what {
        What::Gate => (GateId::CcpMapping, Subcategory::CcpMismatch, 1),
        What::X | What::Again | What::Third => (GateId::Atomicity, Subcategory::ScopeTooLarge, 2),
        What::Y => (GateId::Atomicity, Subcategory::ScopeTooLarge, 3),
    };
    let description = match what {
        What::Gate | What::X | What::Y => "too large",
        What::Again => "too much",
        What::Third => "two in one",
    };
    let place = location(line);
    PlacedClaim {
        claim: Claim {
            gate_id,
            subcategory,
            severity,
            source_mode: mode,
            file: String::new(),
            yaml_path: place.path.to_string(),
            quote: String::new(),
            description: description.to_owned(),
            remediation: if way { "split it".to_owned() } else { String::new() },
            cites: Vec::new(),
            related: Vec::new(),
        },
        location: place,
        ticket: None,
        source_line: String::new(),
        grounded,
    }
}

impl Voice {
    fn on(self, views: &[FindingView], view: &FindingView) -> Vote {
        let is_first = views.iter().all(|other| view.finding_id <= other.finding_id);
        match self {
            Voice::All(vote) => vote,
            Voice::Split if is_first => Vote::Support,
            Voice::Against if !is_first => Vote::Support,
            Voice::Split | Voice::Against => Vote::Oppose,
        }
    }
}

fn endorsements(blockers: &[BlockerView], behind: Option<Behind>) -> Vec<Endorsement> {
    let Some(behind) = behind else { return Vec::new() };
    let of = |blocker: &BlockerView| {
        let (first, last) = (blocker.proposals.first(), blocker.proposals.last());
        let way = match behind {
            Behind::First | Behind::Twice => first?.proposal_id.clone(),
            Behind::Last => last?.proposal_id.clone(),
            Behind::Unknown => "P99".to_owned(),
        };
        Some(Endorsement { finding_id: blocker.finding.finding_id.clone(), proposal_id: way })
    };
    let once = blockers.iter().filter_map(of);
    if behind == Behind::Twice { once.clone().chain(once).collect() } else { once.collect() }
}

fn ballots(contested: &[FindingView], cast: Cast) -> Vec<Ballot> {
    let (voice, cites) = match cast {
        Cast::Plain(voice) => (voice, false),
        Cast::Cited(voice) => (voice, true),
        Cast::WrongDigest | Cast::Twice => (Voice::All(Vote::Support), false),
        Cast::Missing => return Vec::new(),
    };
    let citation =
        || Citation { file: String::new(), yaml_path: String::new(), quote: String::new() };
    let once = contested.iter().map(|view| Ballot {
        finding_id: view.finding_id.clone(),
        digest: match cast {
            Cast::WrongDigest => Digest::of(b"another claim"),
            Cast::Plain(_) | Cast::Cited(_) | Cast::Missing | Cast::Twice => view.digest.clone(),
        },
        vote: voice.on(contested, view),
        severity: view.severity,
        reason: String::new(),
        missed: cites.then(citation),
    });
    if cast == Cast::Twice { once.clone().chain(once).collect() } else { once.collect() }
}

fn stances(findings: &[FindingView], voice: Voice) -> Vec<Stance> {
    let stance = |view: &FindingView| Stance {
        finding_id: view.finding_id.clone(),
        vote: voice.on(findings, view),
        severity: view.severity,
        reason: String::new(),
    };
    findings.iter().map(stance).collect()
}

/// The reply that a line becomes, to this task.
pub(crate) fn reply(task: &Task, line: Line) -> Admitted {
    let stray = || ALL.into_iter().find(|seat| *seat != asked(task)).map(key_modes);
    let placed = |raised: &[Raised]| -> Vec<PlacedClaim> {
        raised.iter().map(|raised| claim(task.modes[0], raised)).collect()
    };
    let said = |placed: &[PlacedClaim]| placed.iter().map(|p| p.claim.clone()).collect();
    let only = |reply| Admitted { reply, placed: Vec::new(), cited: Vec::new() };
    let proposals = |views: &mut dyn Iterator<Item = &FindingView>, text: &str| -> Vec<Proposal> {
        let id = |view: &FindingView| view.finding_id.clone();
        views.map(|view| Proposal { finding_id: id(view), text: text.to_owned() }).collect()
    };
    let converges = |ballots: Vec<Ballot>, remediations, endorsements| {
        let cited = ballots.iter().map(|ballot| ballot.missed.is_some()).collect();
        let pairs = Vec::new();
        let reply = Reply::Converge(Convergence { ballots, remediations, endorsements, pairs });
        Admitted { reply, placed: Vec::new(), cited }
    };
    match (line, &task.question) {
        (Line::Chooses(modes), _) => {
            only(Reply::SelectModes(ModeSelection { modes: modes.to_vec(), reason: String::new() }))
        }
        (Line::Raises(raised), _) => {
            let placed = placed(raised);
            let reply = Reply::Structural(StructuralReview { findings: said(&placed) });
            Admitted { reply, placed, cited: Vec::new() }
        }
        (Line::Strays, _) => {
            let mode = stray().expect("there are three seats")[0];
            let placed = vec![claim(mode, &Raised(What::X, Severity::Blocker, true, false))];
            let reply = Reply::Structural(StructuralReview { findings: said(&placed) });
            Admitted { reply, placed, cited: Vec::new() }
        }
        (Line::Says(voice, proposes, raised), Ask::Feasibility { findings, .. }) => {
            let placed = placed(raised);
            let mut blockers = findings.iter().filter(|view| view.severity == Severity::Blocker);
            let review = FeasibilityReview {
                stances: stances(findings, voice),
                assessments: Vec::new(),
                findings: said(&placed),
                remediations: if proposes {
                    proposals(&mut blockers, "split it")
                } else {
                    Vec::new()
                },
                pairs: Vec::new(),
            };
            Admitted { reply: Reply::Feasibility(review), placed, cited: Vec::new() }
        }
        (Line::Compares(voice, weighs, says, raised), Ask::Feasibility { findings, pairs, .. }) => {
            let placed = placed(raised);
            let mut stances = stances(findings, voice);
            weighing(weighs, stances.iter_mut().map(|stance| &mut stance.severity));
            let review = FeasibilityReview {
                stances,
                findings: said(&placed),
                pairs: compared(pairs, says),
                ..FeasibilityReview::default()
            };
            Admitted { reply: Reply::Feasibility(review), placed, cited: Vec::new() }
        }
        (Line::Looks(voice, assesses), Ask::Feasibility { findings, .. }) => {
            only(Reply::Feasibility(FeasibilityReview {
                stances: stances(findings, voice),
                assessments: assessments(assesses),
                ..FeasibilityReview::default()
            }))
        }
        (Line::Votes(cast, backs), Ask::Converge { contested, blockers, .. }) => {
            let endorsements = endorsements(blockers, backs.then_some(Behind::First));
            converges(ballots(contested, cast), Vec::new(), endorsements)
        }
        (Line::Settles(cast, weighs, says), Ask::Converge { contested, blockers, pairs, .. }) => {
            let mut ballots = ballots(contested, cast);
            weighing(weighs, ballots.iter_mut().map(|ballot| &mut ballot.severity));
            let cited = ballots.iter().map(|ballot| ballot.missed.is_some()).collect();
            let endorsements = endorsements(blockers, Some(Behind::First));
            let pairs = compared(pairs, says);
            let given = Convergence { ballots, endorsements, pairs, ..Convergence::default() };
            Admitted { reply: Reply::Converge(given), placed: Vec::new(), cited }
        }
        (Line::Proposes(cast, text), Ask::Converge { contested, blockers, .. }) => {
            let ways = proposals(&mut blockers.iter().map(|blocker| &blocker.finding), text);
            converges(ballots(contested, cast), ways, Vec::new())
        }
        (Line::Backs(backs), Ask::Remediation { blockers }) => {
            let endorsements = endorsements(blockers, backs.then_some(Behind::First));
            only(Reply::Remediation(Endorsements { endorsements }))
        }
        (Line::Gets(behind), Ask::Remediation { blockers }) => {
            let endorsements = endorsements(blockers, Some(behind));
            only(Reply::Remediation(Endorsements { endorsements }))
        }
        (Line::WrongKind, Ask::Remediation { .. }) => {
            only(Reply::Structural(StructuralReview::default()))
        }
        (Line::WrongKind, _) => only(Reply::Remediation(Endorsements::default())),
        (
            Line::Says(..)
            | Line::Compares(..)
            | Line::Looks(..)
            | Line::Votes(..)
            | Line::Settles(..)
            | Line::Proposes(..)
            | Line::Backs(_)
            | Line::Gets(_),
            _,
        ) => unreachable!("the alphabet of a question holds its own lines"),
    }
}

/// What the seat says it used: one is honest, one absurd, one silent.
pub(crate) fn receipt(seat: MemberId) -> Receipt {
    Receipt::of_tokens(match seat {
        SA1 => Some(1_000),
        SA2 => Some(u64::MAX),
        _ => None,
    })
}

/// What that must be charged as (THREATS.md A7).
pub(crate) fn charged(seat: MemberId) -> u64 {
    if seat == SA1 { 1_000 } else { FITS }
}
