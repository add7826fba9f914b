//! From a review to its bundle.

use serde_json::{Value, json};

use super::derive::{FindingOutcome, assessed_status, derive};
use super::terms::raise_of;
use super::v1::SCHEMA_VERSION;
use super::v1::bundle::{
    AgentAssessment, BallotRecord, BallotStatus, Bundle, CouncilMetadata, FileDigest, Finding,
    GateRecord, ImplementabilityRecord, Inputs, Remediation, StanceRecord, TicketAssessment,
    Tokens, Tool,
};
use super::v1::call::Call;
use super::v1::previous_bundle::PreviousBundle;
use super::{council_metadata, seal};
use crate::adjudicate::Word;
use crate::core::roster::Roster;
use crate::council::rfc::assess;
use crate::council::rfc::ledger::{CastBallot, FindingOrigin, LedgerEntry};
use crate::council::rfc::tally::{self, AgreementLevel};
use crate::council::rfc::{CallOutcome, Ending, SessionState};
use crate::model::policy::{CouncilPolicy, ReviewDepth};
use crate::model::{
    Digest, GateId, GateResult, GateStatus, MemberId, MemberName, RfcId, TerminalState, Timestamp,
};
use crate::source::{AtlasSource, Dossier};

/// Whom a deadlocked review waits for.
pub const ESCALATION_TARGET: &str = "human adjudicator";

/// Why there was no council.
pub(super) const NOT_CONVENED: &str = "the deterministic gates alone were asked for";

/// The seed of a session's draws and shuffles: anyone can tell it from what is reviewed, and the
/// same inputs ask the same questions.
pub fn seed_of(dossier: &Digest) -> u64 {
    Digest::of_parts([b"seed".as_slice(), dossier.as_str().as_bytes()]).seed()
}

/// A review that ended.
#[derive(Debug, Clone, Copy)]
pub struct AssemblyInput<'a> {
    /// The RFC.
    pub rfc: &'a RfcId,
    /// What was reviewed, by which rules.
    pub inputs: &'a Inputs,
    /// The deterministic gates, in order.
    pub gates: &'a [GateResult],
    /// All findings, by id.
    pub entries: &'a [LedgerEntry],
    /// When it ended.
    pub ended_at: Timestamp,
    /// The bundle before.
    pub previous: Option<&'a PreviousBundle>,
    /// The council, unless the gates alone were asked.
    pub council: Option<Convened<'a>>,
}

/// A council that sat.
#[derive(Debug, Clone, Copy)]
pub struct Convened<'a> {
    /// The session in its terminal state.
    pub charter: &'a SessionState,
    /// The session's file name.
    pub session_file: &'a str,
    /// Digest of the session's last record.
    pub session_digest: &'a Digest,
    /// Every call, by number.
    pub calls: &'a [Call],
    /// From INIT to the end.
    pub elapsed_seconds: u64,
}

/// What was reviewed, as the evidence names it.
pub fn inputs_of(dossier: &Dossier, policy: &CouncilPolicy) -> Inputs {
    let library = &dossier.library;
    Inputs {
        tool: Tool {
            name: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
        },
        rfc_state: dossier.state.as_str().to_owned(),
        commit: library.commit.clone(),
        uncommitted: dossier
            .files
            .iter()
            .filter(|file| !file.committed)
            .map(|file| file.path.clone())
            .collect(),
        files: dossier
            .files
            .iter()
            .map(|file| FileDigest { path: file.path.clone(), digest: file.digest.clone() })
            .collect(),
        dossier_digest: dossier.digest.clone(),
        atlas_source: match &dossier.atlas.source {
            AtlasSource::Prd(prd) => format!("the component atlas of {prd}"),
            AtlasSource::Derived(from) => format!("derived from {from}"),
            AtlasSource::Unreadable { folder, why } => format!("unreadable in {folder}: {why}"),
        },
        waivers: Vec::new(),
        policy: policy.clone(),
        policy_digest: policy_digest(policy),
    }
}

/// The digest of a policy's canonical bytes.
pub fn policy_digest(policy: &CouncilPolicy) -> Digest {
    Digest::of(super::canonical::document(&seal::to_json(policy)).as_bytes())
}

/// Puts the bundle together and seals it.
pub fn assemble(review: &AssemblyInput<'_>) -> Bundle {
    let charter = review.council.map(|council| council.charter);
    let ending = charter.and_then(|charter| charter.ending.as_ref());
    let terminal = ending.map_or(TerminalState::NotConvened, |ending| ending.state);
    let word = Word { decisions: None, waivers: &review.inputs.waivers };
    let derived = derive(review.rfc, review.entries, terminal, &review.inputs.rfc_state, word);
    let assessment = assessment_of(charter);
    let terminal_reason = ending.map_or_else(|| NOT_CONVENED.to_owned(), Ending::line);
    // Without a council, no member said anything.
    let roster = charter.map(|charter| charter.roster.clone()).unwrap_or_default();
    let findings: Vec<Finding> = review
        .entries
        .iter()
        .zip(&derived.outcomes)
        .map(|(entry, &outcome)| finding_of(&roster, entry, outcome))
        .collect();
    let council = review.council.map(|c| metadata_of(&c, &derived.outcomes, &findings));
    let bundle = Bundle {
        schema_version: SCHEMA_VERSION.to_owned(),
        rfc_id: review.rfc.clone(),
        review_timestamp: review.ended_at,
        review_depth: charter.map_or(ReviewDepth::Standard, |_| ReviewDepth::Council),
        terminal_state: terminal,
        terminal_reason,
        previous_bundle: review.previous.cloned(),
        inputs: review.inputs.clone(),
        gates: gates_of(review, charter, &derived.outcomes, &assessment),
        findings,
        consensus_findings: derived.consensus,
        deadlocked_findings: derived.deadlocked,
        partial_findings: derived.partial,
        rulings: Vec::new(),
        verdict: derived.verdict,
        verdict_reason: derived.reason,
        assessment,
        escalation_target: (terminal == TerminalState::Deadlocked)
            .then(|| ESCALATION_TARGET.to_owned()),
        council_metadata: council,
        seal: seal::unsealed(),
    };
    seal::sealed(bundle)
}

fn gates_of(
    review: &AssemblyInput<'_>,
    charter: Option<&SessionState>,
    outcomes: &[FindingOutcome],
    assessment: &ImplementabilityRecord,
) -> Vec<GateRecord> {
    let findings = |gate: GateId| {
        review.entries.iter().filter(|e| e.gate == gate).map(|e| e.id.clone()).collect()
    };
    let mut gates: Vec<GateRecord> = review
        .gates
        .iter()
        .map(|result| GateRecord {
            gate_id: result.gate,
            gate_type: result.gate.gate_type(),
            status: result.status,
            findings: findings(result.gate),
            evidence: result.evidence.clone(),
        })
        .collect();
    let cycles = charter.map_or(0, |charter| charter.cycles_completed);
    let opinions = opinions_of(charter, assessment);
    gates.extend(GateId::ASSESSED.into_iter().map(|gate| GateRecord {
        gate_id: gate,
        gate_type: gate.gate_type(),
        status: assessed_status(gate, cycles, &opinions, review.entries, outcomes),
        findings: findings(gate),
        evidence: opinions_evidence(gate, assessment),
    }));
    gates
}

/// How many seats assessed each ticket that was to be assessed.
fn opinions_of(charter: Option<&SessionState>, assessment: &ImplementabilityRecord) -> Vec<usize> {
    let tickets = charter.map_or(&[][..], |charter| &charter.tickets);
    let seats = |ticket| {
        let assessed = assessment.tickets.iter().find(|a| &a.ticket_id == ticket);
        assessed.map_or(0, |a| a.by_agent.len())
    };
    tickets.iter().map(seats).collect()
}

/// What the seats thought of each ticket, gate by gate.
pub(super) fn opinions_evidence(gate: GateId, assessment: &ImplementabilityRecord) -> Value {
    let tickets: Vec<Value> = assessment
        .tickets
        .iter()
        .map(|ticket| {
            let with = |status: GateStatus| -> Vec<MemberName> {
                let holds = |agent: &&AgentAssessment| {
                    let a = &agent.assessment;
                    let opinion = match gate {
                        GateId::Atomicity => &a.atomicity,
                        GateId::AntiCousin => &a.anti_cousin,
                        _ => &a.implementability,
                    };
                    opinion.status == status
                };
                ticket.by_agent.iter().filter(holds).map(|agent| agent.agent_id.clone()).collect()
            };
            json!({
                "ticket_id": ticket.ticket_id,
                "passed": with(GateStatus::Passed),
                "failed": with(GateStatus::Failed),
            })
        })
        .collect();
    json!({ "tickets": tickets })
}

fn finding_of(roster: &Roster, entry: &LedgerEntry, outcome: FindingOutcome) -> Finding {
    let name = |member: MemberId| roster.name(member).clone();
    let first = entry.raises.iter().find(|raise| raise.grounded).or(entry.raises.first());
    let first = first.filter(|_| entry.is_votable());
    let (agreement_status, resolution) = outcome;
    Finding {
        finding_id: entry.id.clone(),
        rule: match &entry.origin {
            FindingOrigin::Gate(rule) => Some(rule.clone()),
            FindingOrigin::Seats => None,
        },
        gate_id: entry.gate,
        category: entry.subcategory.category(),
        subcategory: entry.subcategory,
        severity: entry.severity,
        ticket_id: entry.ticket.clone(),
        location: entry.location.clone(),
        source_line: entry.source_line.clone(),
        quote: entry.quote.clone(),
        description: entry.description.clone(),
        remediation: entry.remediation.clone(),
        signature: entry.signature.clone(),
        source_agent: first.map(|raise| name(raise.member)),
        source_cycle: first.map_or(1, |raise| raise.cycle),
        source_mode: first.map(|raise| raise.mode),
        raised_by: entry.raises.iter().map(|raise| raise_of(roster, raise)).collect(),
        stances: entry
            .said
            .iter()
            .map(|(&member, said)| StanceRecord {
                agent_id: name(member),
                vote: said.vote,
                reason: said.reason.clone(),
            })
            .collect(),
        contested: tally::is_contested(entry),
        ballots: entry
            .ballots
            .iter()
            .map(|(&member, ballot)| ballot_of(name(member), ballot))
            .collect(),
        agreement_status: agreement_status.into(),
        remediations: entry
            .ways
            .iter()
            .map(|way| Remediation {
                proposal_id: way.id.clone(),
                text: way.text.clone(),
                backed_by: way.backers.iter().copied().map(name).collect(),
            })
            .collect(),
        agreed_remediation: tally::agreed_way(entry).map(|way| way.id.clone()),
        resolution: resolution.into(),
        because: entry.because.clone(),
    }
}

/// What a session found so far and what was said of it, as its bundle would tell it.
pub fn findings_of(charter: &SessionState) -> Vec<Finding> {
    let outcome = |entry| tally::outcome(entry, charter.is_settled());
    charter
        .ledger
        .entries()
        .iter()
        .map(|entry| finding_of(&charter.roster, entry, outcome(entry)))
        .collect()
}

fn ballot_of(agent_id: MemberName, ballot: &CastBallot) -> BallotRecord {
    match ballot {
        CastBallot::Cast { vote, reason, missed } => BallotRecord {
            agent_id,
            status: BallotStatus::Cast,
            vote: Some(*vote),
            reason: reason.clone(),
            missed: missed.clone(),
        },
        CastBallot::Spoilt { why } => BallotRecord {
            agent_id,
            status: BallotStatus::Spoilt,
            vote: None,
            reason: why.clone(),
            missed: None,
        },
        CastBallot::Missing => BallotRecord {
            agent_id,
            status: BallotStatus::Missing,
            vote: None,
            reason: String::new(),
            missed: None,
        },
    }
}

fn assessment_of(charter: Option<&SessionState>) -> ImplementabilityRecord {
    let Some(charter) = charter else {
        return ImplementabilityRecord { implementability: None, tickets: Vec::new() };
    };
    let scores = assess::by_ticket(&charter.assessments);
    let tickets = scores
        .iter()
        .map(|ticket| TicketAssessment {
            ticket_id: ticket.ticket.clone(),
            implementability: ticket.median,
            spread: ticket.spread,
            by_agent: ticket
                .by_seat
                .iter()
                .map(|(&member, &score)| AgentAssessment {
                    agent_id: charter.roster.name(member).clone(),
                    score,
                    assessment: charter.assessments[&ticket.ticket][&member].clone(),
                })
                .collect(),
        })
        .collect();
    ImplementabilityRecord { implementability: assess::of_rfc(&scores), tickets }
}

/// Token accounting, as both files name it.
pub(super) fn tokens_of(charter: &SessionState) -> Tokens {
    let sent = |outcome: &CallOutcome| !matches!(outcome, CallOutcome::Estimating);
    Tokens {
        budget: charter.policy.token_budget,
        spent: charter.budget.spent(),
        calls: charter.calls.iter().filter(|call| sent(&call.outcome)).count() as u32,
    }
}

fn metadata_of(
    council: &Convened<'_>,
    outcomes: &[FindingOutcome],
    findings: &[Finding],
) -> CouncilMetadata {
    let charter = council.charter;
    let entries = charter.ledger.entries();
    let subagents = council_metadata::subagents(charter);
    let resolved = outcomes.iter().filter(|(status, _)| {
        matches!(status, AgreementLevel::QuorumSupport | AgreementLevel::QuorumOppose)
    });
    CouncilMetadata {
        session_id: charter.session.clone(),
        session_file: council.session_file.to_owned(),
        session_digest: council.session_digest.clone(),
        seed: charter.seed,
        cycles_completed: charter.cycles_completed,
        total_findings_generated: charter.ledger.raised(),
        findings_after_dedup: entries.len() as u32,
        contested_items_resolved: resolved.count() as u32,
        quorum_achieved: charter.is_settled()
            && !outcomes.iter().any(|(status, _)| *status == AgreementLevel::Deadlocked),
        degraded: charter.is_degraded(),
        elapsed_time_seconds: council.elapsed_seconds,
        down_time_seconds: charter.down_seconds,
        tokens: tokens_of(charter),
        cost: council_metadata::cost(council.calls, &subagents),
        panel: council_metadata::panel(&subagents, findings),
        calls: council.calls.to_vec(),
        subagents,
    }
}
