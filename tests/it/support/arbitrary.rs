//! Three seats that may say anything, from a seed.

use super::seat_id::SeatId;
use council_review::core::call::CallError;
use council_review::core::draw::SplitMix;
use council_review::council::rfc::answer::{
    Ballot, Convergence, Endorsement, Endorsements, FeasibilityReview, ModeSelection, PairAnswer,
    Proposal, Reply, Stance, StructuralReview,
};
use council_review::council::rfc::ask::{Ask, Division, FindingView, Task};
use council_review::council::rfc::ledger::PlacedClaim;
use council_review::council::rfc::{Admitted, SessionInput};
use council_review::evidence::v2::bundle::Inputs;
use council_review::model::opinion::{
    Assessment, Checklist, ChecklistItem, Citation, GateOpinion, Rating, Sameness, Vote,
};
use council_review::model::policy::{CouncilPolicy, MAX_FINDINGS, MAX_TEXT, ModePolicy};
use council_review::model::{
    Digest, Finding, FindingId, GateId, GateStatus, ModeId, NodePath, Severity, Subcategory,
    SubjectId, TicketId,
};

use super::bundles::{gates, inputs_over, summaries};
use super::council::{claim, identity, location, of_gate, ticket};

static SEVERITIES: [Severity; 4] = Severity::WORST_FIRST;
const VOTES: [Vote; 3] = [Vote::Support, Vote::Oppose, Vote::Abstain];

/// The files of the dossier, of every kind, by path.
pub const FILES: [&str; 12] = [
    "Cargo.toml",
    "documents/prds/PRD-0001/requirements/REQ-0001.yaml",
    "documents/rfcs/RFC-0042/00_meta.yaml",
    "documents/rfcs/RFC-0042/01_problem_and_imports.yaml",
    "documents/rfcs/RFC-0042/02_design_decisions.yaml",
    "documents/rfcs/RFC-0042/05_contracts.yaml",
    "documents/rfcs/RFC-0042/06_ticket_decomposition.yaml",
    "documents/rfcs/RFC-0042/requirements/REQ-0002.yaml",
    "documents/work/tickets/TCK-00001.yaml",
    "documents/work/tickets/TCK-00002.yaml",
    "documents/work/tickets/TCK-00003.yaml",
    "evidence/prd/PRD-0001/ccp/component_atlas.yaml",
];

/// The inputs of a review of these files.
pub fn inputs(policy: CouncilPolicy) -> Inputs {
    let file = |path: &&str| ((*path).to_owned(), Digest::of(path.as_bytes()));
    inputs_over(FILES.iter().map(file).collect(), policy)
}

/// What the gates found before the seats are asked.
pub fn openings() -> [Vec<Finding>; 5] {
    let major = |step| of_gate("R33", Severity::Major, step);
    // Four that the first explains, and that do not count.
    let explained = |step| Finding {
        because: vec![FindingId::numbered(&rfc(), 1)],
        ..of_gate("R37", Severity::Major, step)
    };
    let one_cause = [of_gate("R36", Severity::Major, 0)].into_iter().chain((1..5).map(explained));
    [
        Vec::new(),
        vec![major(0)],
        (0..4).map(major).collect(),
        vec![of_gate("R45", Severity::Blocker, 0)],
        one_cause.collect(),
    ]
}

pub fn rfc() -> SubjectId {
    "RFC-0042".parse().expect("an id")
}

pub fn opening(findings: Vec<Finding>, modes: ModePolicy) -> SessionInput {
    SessionInput {
        least: Vec::new(),
        session: "COUNCIL-RFC-0042-20260126-100000".parse().expect("an id"),
        rfc: rfc(),
        dossier: Digest::of(b"dossier"),
        policy: CouncilPolicy { modes, ..CouncilPolicy::default() },
        seed: 7,
        panel: SeatId::each(|_| identity()),
        tickets: vec![ticket(1), ticket(2)],
        reading: Division::Whole,
        most: 0,
        gates: summaries(&gates(&inputs(CouncilPolicy::default()), &findings)),
        findings,
    }
}

/// The three seats: a sequence of numbers and how often, of 64 times, they leave all rules aside.
pub struct Seats<'f> {
    random: SplitMix,
    chaos: u64,
    /// How often, of 64 times, they side with what is asked.
    agreeable: u64,
    /// How much they have to say at most, and how grave it is.
    claims: usize,
    severities: &'static [Severity],
    assesses: bool,
    findings: &'f [Finding],
}

impl<'f> Seats<'f> {
    /// Seats of a seed over what the gates found, and the policy by which they take their modes.
    pub fn new(seed: u64, findings: &'f [Finding]) -> (Self, ModePolicy) {
        let mut random = SplitMix(seed);
        let chaos = [0, 1, 8][(random.next() % 3) as usize];
        let agreeable = [0, 48, 64][(random.next() % 3) as usize];
        // A draw of modes takes as long as the rest of a session.
        let modes = match random.next() % 32 {
            0 => ModePolicy::Anchored,
            1..=6 => ModePolicy::Agent,
            _ => ModePolicy::Fixed,
        };
        let claims = [0, 1, 1, 3][(random.next() % 4) as usize];
        let graver = (random.next() % 4) as usize;
        let severities = &SEVERITIES[graver.saturating_sub(1)..];
        let assesses = random.next().is_multiple_of(8);
        (Self { random, chaos, agreeable, claims, severities, assesses, findings }, modes)
    }
}

impl Seats<'_> {
    fn below(&mut self, n: usize) -> usize {
        (self.random.next() % n as u64) as usize
    }

    fn of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// `times` of 64.
    fn happens(&mut self, times: u64) -> bool {
        self.random.next() % 64 < times
    }

    fn wild(&mut self) -> bool {
        self.happens(self.chaos)
    }

    fn severity(&mut self) -> Severity {
        self.of(self.severities)
    }

    fn vote(&mut self) -> Vote {
        if self.happens(self.agreeable) { Vote::Support } else { self.of(&VOTES) }
    }

    pub fn answer(&mut self, task: &Task) -> Result<Admitted, CallError> {
        if self.wild() && self.below(4) == 0 {
            let why = "no".to_owned();
            return Err(match self.below(4) {
                0 => CallError::Malformed(why),
                1 => CallError::Unavailable(why),
                2 => CallError::Refused(why),
                _ => CallError::Truncated(why),
            });
        }
        let asked = match &task.question {
            Ask::SelectModes => 0,
            Ask::Structural { .. } => 1,
            Ask::Feasibility { .. } => 2,
            Ask::Converge { .. } => 3,
            Ask::Remediation { .. } => 4,
        };
        let kind = if self.wild() { self.below(5) } else { asked };
        let placed: Vec<PlacedClaim> = match kind {
            1 | 2 => (0..self.count()).map(|_| self.claim(task)).collect(),
            _ => Vec::new(),
        };
        let placed: Vec<PlacedClaim> = match placed.last().cloned() {
            Some(again) if self.below(8) == 0 => placed.into_iter().chain([again]).collect(),
            _ => placed,
        };
        let findings = placed.iter().map(|placed| placed.claim.clone()).collect();
        let reply = match kind {
            0 => Reply::SelectModes(self.modes(task)),
            1 => Reply::Structural(StructuralReview { findings }),
            2 => Reply::Feasibility(FeasibilityReview {
                findings,
                stances: self.stances(task),
                assessments: self.assessments(task),
                remediations: self.proposals(task),
                pairs: self.comparisons(task),
            }),
            3 => Reply::Converge(Convergence {
                ballots: self.ballots(task),
                remediations: self.proposals(task),
                endorsements: self.endorsements(task),
                pairs: self.comparisons(task),
            }),
            _ => Reply::Remediation(Endorsements { endorsements: self.endorsements(task) }),
        };
        let cited = match &reply {
            Reply::Converge(c) => c.ballots.iter().map(|_| self.below(2) == 0).collect(),
            _ => Vec::new(),
        };
        Ok(Admitted { reply, placed, cited })
    }

    fn modes(&mut self, task: &Task) -> ModeSelection {
        let modes = match self.below(3) {
            0 => (0..self.below(7)).map(|_| self.below(82) as u8).collect(),
            _ => SeatId::of(&task.seat).key_modes().iter().map(|mode| mode.number()).collect(),
        };
        ModeSelection { modes, reason: String::new() }
    }

    /// How many findings it raises at once: hardly ever as many as may be, or more.
    fn count(&mut self) -> usize {
        match self.below(2_000) {
            0 => MAX_FINDINGS + 1,
            1 => MAX_FINDINGS,
            _ => self.below(self.claims + 1),
        }
    }

    /// A text of a finding: of any length that may be, and now and then of one that may not.
    fn text(&mut self) -> String {
        match self.below(64) {
            0 if self.chaos > 0 => "x".repeat(MAX_TEXT + 1),
            1 if self.chaos > 0 => " ".to_owned(),
            2 => "é".repeat(MAX_TEXT),
            3 => "- a: 'b'\n\n# c\t\u{202e}\u{0}\n".repeat(40),
            4 => "漢".to_owned(),
            _ => "nothing says who decides".to_owned(),
        }
    }

    /// Of any gate, kind and weight, at any file; now and then the very finding of a gate.
    fn claim(&mut self, task: &Task) -> PlacedClaim {
        let severity = self.of(self.severities);
        let remediation = self.of(&["", "split it", "drop it"]);
        let mut placed = claim(SeatId::of(&task.seat), self.below(3) as u32, severity, remediation);
        if self.below(4) == 0 {
            placed.claim.gate_id = self.of(&GateId::ALL);
            placed.claim.subcategory = self.of(Subcategory::ALL);
            placed.location = location(1 + self.below(2) as u32, self.below(3) as u32);
            placed.ticket = None;
        }
        if self.below(3) == 0 {
            placed.location.file = self.of(&FILES).to_owned();
            placed.location.path = NodePath::yaml(self.of(&["", "a[0].b", "$.a.b"]));
            placed.ticket = None;
        }
        if placed.ticket.is_none() {
            let name = placed.location.file.rsplit('/').next().unwrap_or_default();
            placed.ticket = name.strip_suffix(".yaml").and_then(|stem| stem.parse().ok());
        }
        if self.below(8) == 0 {
            placed.claim.description = self.text();
            placed.claim.quote = self.of(&["", "step 1", "\u{2028}", "'\n"]).to_owned();
        }
        if !self.findings.is_empty() && self.below(3) == 0 {
            let echoed = self.of(self.findings);
            placed.claim.gate_id = echoed.gate;
            placed.claim.subcategory = echoed.subcategory;
            placed.location = echoed.location;
            placed.ticket = echoed.ticket;
        }
        placed.claim.file.clone_from(&placed.location.file);
        placed.claim.yaml_path = placed.location.path.to_string();
        placed.claim.source_mode = match task.modes.as_slice() {
            modes if !self.wild() && !modes.is_empty() => self.of(modes),
            _ => ModeId::new(1 + self.below(80) as u8).expect("1 to 80"),
        };
        placed.grounded = self.below(8) > 0;
        placed
    }

    /// A finding that was asked about, or any other, those of the gates included.
    fn id(&mut self, asked: &FindingId) -> FindingId {
        if self.wild() { FindingId::numbered(&rfc(), 1 + self.below(12)) } else { asked.clone() }
    }

    fn shown(task: &Task) -> Vec<FindingView> {
        match &task.question {
            Ask::SelectModes => Vec::new(),
            Ask::Structural { findings, .. } | Ask::Feasibility { findings, .. } => {
                findings.clone()
            }
            Ask::Converge { contested, .. } => contested.clone(),
            Ask::Remediation { blockers } => {
                blockers.iter().map(|blocker| blocker.finding.clone()).collect()
            }
        }
    }

    fn blockers(task: &Task) -> Vec<FindingView> {
        match &task.question {
            Ask::Converge { blockers, .. } | Ask::Remediation { blockers } => {
                blockers.iter().map(|blocker| blocker.finding.clone()).collect()
            }
            _ => Self::shown(task),
        }
    }

    fn stances(&mut self, task: &Task) -> Vec<Stance> {
        let mut stances = Vec::new();
        for view in Self::shown(task) {
            if self.below(8) > 0 {
                let (finding_id, vote) = (self.id(&view.finding_id), self.vote());
                let severity = self.severity();
                stances.push(Stance { finding_id, vote, severity, reason: String::new() });
            }
        }
        if self.wild() {
            let (finding_id, vote) = (FindingId::numbered(&rfc(), 1), Vote::Oppose);
            let severity = self.severity();
            stances.push(Stance { finding_id, vote, severity, reason: String::new() });
        }
        stances
    }

    fn ballots(&mut self, task: &Task) -> Vec<Ballot> {
        let mut ballots = Vec::new();
        for view in Self::shown(task) {
            if self.below(12) == 0 {
                continue;
            }
            let citation = Citation {
                file: view.location.file.clone(),
                yaml_path: String::new(),
                quote: view.quote.clone(),
            };
            ballots.push(Ballot {
                finding_id: self.id(&view.finding_id),
                digest: if self.wild() { Digest::of(b"another") } else { view.digest.clone() },
                vote: self.vote(),
                severity: self.severity(),
                reason: String::new(),
                missed: (self.below(2) == 0).then_some(citation),
            });
        }
        if self.wild() {
            let finding_id = FindingId::numbered(&rfc(), 1);
            let digest = Digest::of(b"the gate's");
            let (vote, reason) = (Vote::Oppose, String::new());
            let severity = self.severity();
            ballots.push(Ballot { finding_id, digest, vote, severity, reason, missed: None });
        }
        ballots
    }

    /// Of each pair of the task something, or nothing; now and then of a pair that is none.
    fn comparisons(&mut self, task: &Task) -> Vec<PairAnswer> {
        let asked = match &task.question {
            Ask::Feasibility { pairs, .. } | Ask::Converge { pairs, .. } => pairs.as_slice(),
            _ => &[],
        };
        let mut said = Vec::new();
        for pair in asked {
            if self.below(8) == 0 {
                continue;
            }
            let says = match self.below(6) {
                0 | 1 => Sameness::Different,
                2 => Sameness::PartOf,
                3 => Sameness::Contains,
                _ => Sameness::SameAs,
            };
            let other_id = pair.other_id.clone();
            said.push(PairAnswer { finding_id: self.id(&pair.finding_id), other_id, says });
        }
        said
    }

    fn proposals(&mut self, task: &Task) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        for view in Self::blockers(task) {
            if self.below(3) == 0 {
                let text = self.of(&["split it", "drop it", " ", "rename  it"]).to_owned();
                proposals.push(Proposal { finding_id: self.id(&view.finding_id), text });
            }
        }
        proposals
    }

    fn endorsements(&mut self, task: &Task) -> Vec<Endorsement> {
        let mut endorsements = Vec::new();
        for view in Self::blockers(task) {
            if self.below(4) > 0 {
                let proposal_id = self.of(&["P1", "P1", "P1", "P2", "P9", ""]).to_owned();
                let finding_id = self.id(&view.finding_id);
                endorsements.push(Endorsement { finding_id, proposal_id });
            }
        }
        endorsements
    }

    fn assessments(&mut self, task: &Task) -> Vec<Assessment> {
        let Ask::Feasibility { tickets, .. } = &task.question else {
            return Vec::new();
        };
        let mut assessments = Vec::new();
        for id in tickets {
            if self.assesses && self.below(6) > 0 {
                let id = if self.wild() { ticket(9) } else { id.clone() };
                assessments.push(self.assessment(id));
            }
        }
        assessments
    }

    fn assessment(&mut self, ticket_id: TicketId) -> Assessment {
        let mut opinion = || {
            let wild = self.wild();
            let statuses = [GateStatus::Passed, GateStatus::Failed, GateStatus::NotApplicable];
            let status = if wild { GateStatus::NotRun } else { self.of(&statuses) };
            GateOpinion { status, reason: String::new() }
        };
        let (atomicity, implementability, anti_cousin) = (opinion(), opinion(), opinion());
        let mut check = || ChecklistItem {
            rating: self.of(&[Rating::Met, Rating::Partly, Rating::NotMet]),
            quote: String::new(),
        };
        let checklist = Checklist {
            steps: check(),
            paths: check(),
            signatures: check(),
            types: check(),
            edge_cases: check(),
            success_criteria: check(),
            verification: check(),
        };
        Assessment { ticket_id, atomicity, implementability, anti_cousin, checklist }
    }
}
