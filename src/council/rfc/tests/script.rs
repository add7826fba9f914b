//! Seats that follow a script, and a council played through with them.

use std::collections::{BTreeMap, VecDeque};

use crate::core::call::CallError;
use crate::core::protocol::{CallId, Effect, Event, Protocol};
use crate::council::rfc::answer::{
    Ballot, Claim, Convergence, Endorsements, FeasibilityReview, ModeSelection, Reply, Stance,
    StructuralReview,
};
use crate::council::rfc::ask::{Ask, Division, FindingView, Task};
use crate::council::rfc::ledger::PlacedClaim;
use crate::council::rfc::recorded::Admitted;
use crate::council::rfc::state::{SessionInput, SessionState};
use crate::council::rfc::tally::{self, AgreementLevel, FindingResolution};
use crate::council::rfc::{RfcCouncil, RfcEvent, roster};
use crate::model::opinion::Vote;
use crate::model::policy::CouncilPolicy;
use crate::model::{
    Digest, Finding, GateId, Identity, Location, MemberId, ModeId, NodePath, Receipt, Rule,
    Severity, Subcategory,
};

pub(super) const SA1: MemberId = MemberId(0);
pub(super) const SA2: MemberId = MemberId(1);
pub(super) const SA3: MemberId = MemberId(2);
pub(super) const ALL: [MemberId; 3] = [SA1, SA2, SA3];

/// Whom a task asks.
pub(super) fn asked(task: &Task) -> MemberId {
    roster::member(&task.seat)
}

pub(super) fn key_modes(member: MemberId) -> [ModeId; 5] {
    roster::OFFICES[usize::from(member.0)].key_modes()
}

type Answer = Result<Admitted, CallError>;

pub(super) fn location(line: u32) -> Location {
    Location {
        file: "documents/work/tickets/TCK-00001.yaml".to_owned(),
        path: NodePath::yaml(format!("implementation.files_to_modify[{line}]")),
        line,
        column: 5,
        end_line: line,
        end_column: 9,
    }
}

pub(super) fn blocker_of_a_gate() -> Finding {
    Finding {
        rule: Rule::numbered("R45"),
        gate: GateId::CcpMapping,
        subcategory: Subcategory::CcpMismatch,
        severity: Severity::Blocker,
        location: location(1),
        ticket: Some("TCK-00001".parse().expect("an id")),
        description: "the path is nowhere".to_owned(),
        remediation: "name a path that exists".to_owned(),
        source_line: "- path: nowhere.rs".to_owned(),
        related: Vec::new(),
        because: Vec::new(),
    }
}

pub(super) fn opening() -> SessionInput {
    let identity = || Identity::new("scripted", "none");
    SessionInput {
        least: Vec::new(),
        session: "COUNCIL-RFC-0042-20260126-100000".parse().expect("an id"),
        rfc: "RFC-0042".parse().expect("an id"),
        dossier: Digest::of(b"dossier"),
        policy: CouncilPolicy::default(),
        seed: 7,
        panel: roster::names().into_iter().map(|name| (name, identity())).collect(),
        tickets: vec!["TCK-00001".parse().expect("an id")],
        reading: Division::Whole,
        most: 0,
        gates: Vec::new(),
        findings: vec![blocker_of_a_gate()],
    }
}

/// What came of a call; every answer reports ten tokens.
pub(super) fn ended(call: CallId, answer: Answer) -> RfcEvent {
    match answer {
        Ok(reply) => Event::Answered { call, reply, receipt: Receipt::of_tokens(10) },
        Err(fault) => Event::Failed { call, fault, receipt: Receipt::default() },
    }
}

/// Plays a session to its end; the newest call is answered first when `backwards`.
pub(super) fn play(
    opening: SessionInput,
    backwards: bool,
    mut seat: impl FnMut(&Task) -> Answer,
) -> SessionState {
    let mut state = RfcCouncil::initial();
    let mut events: VecDeque<RfcEvent> = VecDeque::from([Event::Opened { input: opening }]);
    let mut under_way: Vec<(CallId, Task)> = Vec::new();
    for _ in 0..1_000 {
        let event = match events.pop_front() {
            Some(event) => event,
            None => {
                let at = if backwards { under_way.len() - 1 } else { 0 };
                let (call, task) = under_way.remove(at);
                ended(call, seat(&task))
            }
        };
        let (next, effects) = RfcCouncil::step(state, event).expect("in turn");
        state = next;
        for effect in effects {
            if let Effect::Dispatch { call, task, .. } = effect {
                under_way.push((call, task));
            } else if let Effect::Estimate { call, .. } = effect {
                events.push_back(Event::Estimated { call, tokens: 100, again: None });
            }
        }
        if RfcCouncil::is_over(&state) {
            return state.charter().expect("open").clone();
        }
    }
    panic!("the session does not end")
}

pub(super) fn admitted(reply: Reply) -> Answer {
    let cited = match &reply {
        Reply::Converge(c) => c.ballots.iter().map(|b| b.missed.is_some()).collect(),
        _ => Vec::new(),
    };
    Ok(Admitted { reply, placed: Vec::new(), cited })
}

/// A claim about one line, through the first key mode of the seat.
pub(super) fn claim(seat: MemberId, line: u32, severity: Severity, grounded: bool) -> PlacedClaim {
    let place = location(line);
    PlacedClaim {
        claim: Claim {
            gate_id: GateId::Atomicity,
            subcategory: Subcategory::ScopeTooLarge,
            severity,
            source_mode: key_modes(seat)[0],
            file: place.file.clone(),
            yaml_path: place.path.to_string(),
            quote: "a quote".to_owned(),
            description: format!("line {line} is too large"),
            remediation: String::new(),
            cites: Vec::new(),
            related: Vec::new(),
        },
        location: place,
        ticket: Some("TCK-00001".parse().expect("an id")),
        source_line: "- path: a quote".to_owned(),
        grounded,
    }
}

pub(super) fn structural(placed: Vec<PlacedClaim>) -> Answer {
    let findings = placed.iter().map(|placed| placed.claim.clone()).collect();
    let reply = Reply::Structural(StructuralReview { findings });
    Ok(Admitted { reply, placed, cited: Vec::new() })
}

pub(super) fn stances(
    views: &[FindingView],
    vote: impl Fn(&FindingView) -> Vote,
) -> FeasibilityReview {
    let stances = views
        .iter()
        .map(|view| Stance {
            finding_id: view.finding_id.clone(),
            vote: vote(view),
            severity: view.severity,
            reason: "because".to_owned(),
        })
        .collect();
    FeasibilityReview { stances, ..FeasibilityReview::default() }
}

pub(super) fn ballots(views: &[FindingView], vote: Vote) -> Vec<Ballot> {
    views
        .iter()
        .map(|view| Ballot {
            finding_id: view.finding_id.clone(),
            digest: view.digest.clone(),
            vote,
            severity: view.severity,
            reason: "because".to_owned(),
            missed: None,
        })
        .collect()
}

/// A seat that raises `raised` in cycle 1, says `stance` in cycle 2 and votes `vote` in cycle 3.
pub(super) struct Script {
    raised: Vec<(MemberId, u32, Severity, bool)>,
    stance: BTreeMap<MemberId, Vote>,
    vote: BTreeMap<MemberId, Vote>,
}

impl Script {
    pub(super) fn new(raised: &[(MemberId, u32, Severity, bool)]) -> Self {
        Self { raised: raised.to_vec(), stance: BTreeMap::new(), vote: BTreeMap::new() }
    }

    pub(super) fn stance(mut self, votes: [Vote; 3]) -> Self {
        self.stance = ALL.into_iter().zip(votes).collect();
        self
    }

    pub(super) fn vote(mut self, votes: [Vote; 3]) -> Self {
        self.vote = ALL.into_iter().zip(votes).collect();
        self
    }

    pub(super) fn answer(&self, task: &Task) -> Answer {
        let of = |votes: &BTreeMap<MemberId, Vote>| {
            votes.get(&asked(task)).copied().unwrap_or(Vote::Abstain)
        };
        match &task.question {
            Ask::SelectModes => admitted(Reply::SelectModes(ModeSelection {
                modes: key_modes(asked(task)).iter().map(|mode| mode.number()).collect(),
                reason: "suits".to_owned(),
            })),
            Ask::Structural { .. } => structural(
                self.raised
                    .iter()
                    .filter(|(seat, ..)| *seat == asked(task))
                    .map(|&(seat, line, severity, grounded)| claim(seat, line, severity, grounded))
                    .collect(),
            ),
            Ask::Feasibility { findings, .. } => {
                admitted(Reply::Feasibility(stances(findings, |_| of(&self.stance))))
            }
            Ask::Converge { contested, .. } => admitted(Reply::Converge(Convergence {
                ballots: ballots(contested, of(&self.vote)),
                ..Convergence::default()
            })),
            Ask::Remediation { .. } => admitted(Reply::Remediation(Endorsements::default())),
        }
    }
}

pub(super) fn outcome(
    charter: &SessionState,
    number: usize,
) -> (AgreementLevel, FindingResolution) {
    let settled = tally::settle(&charter.ledger, charter.is_settled());
    let of_it = &settled[number - 1];
    (of_it.agreement, of_it.resolution)
}
