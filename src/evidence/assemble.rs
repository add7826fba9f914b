//! From a review to its bundle.

use std::collections::BTreeSet;

use serde_json::Value;

use super::derive::{assessed_status, derive};
use super::terms::raise_of;
use super::v2::SCHEMA_VERSION;
use super::v2::bundle::{
    AgentAssessment, BallotRecord, BallotStatus, Bundle, CouncilMetadata, FileNumber, FileUse,
    Finding, GateRecord, ImplementabilityRecord, InputFile, Inputs, Remediation, StanceRecord,
    TicketAssessment, Tokens, Tool,
};
use super::v2::call::Call;
use super::v2::council::{CitedLines, PairRecord};
use super::v2::previous_bundle::PreviousBundle;
use super::{council_metadata, seal, session};
use crate::adjudicate::Word;
use crate::core::roster::Roster;
use crate::council::rfc::assess;
use crate::council::rfc::ledger::{CastBallot, FindingOrigin, Ledger, LedgerEntry, Pair, Weighed};
use crate::council::rfc::tally::{self, AgreementLevel, FindingResolution, Settled};
use crate::council::rfc::{Ending, SessionState};
use crate::model::opinion::{Assessment, Sameness};
use crate::model::policy::{CouncilPolicy, ReviewDepth};
use crate::model::{
    Digest, FindingId, GateId, GateResult, GateStatus, MemberId, MemberName, SubjectId,
    TerminalState, Timestamp,
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
#[derive(Debug, Clone)]
pub struct AssemblyInput<'a> {
    /// The RFC.
    pub rfc: &'a SubjectId,
    /// What was reviewed, by which rules.
    pub inputs: &'a Inputs,
    /// The deterministic gates, in order; of the others only the findings count, which the ledger has.
    pub gates: Vec<GateRecord>,
    /// All findings, and what was said of them.
    pub ledger: &'a Ledger,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The bundle before.
    pub previous: Option<&'a PreviousBundle>,
    /// The council, unless the gates alone were asked.
    pub council: Option<Convened<'a>>,
}

/// A council that sat.
#[derive(Debug, Clone)]
pub struct Convened<'a> {
    /// The session in its terminal state.
    pub charter: &'a SessionState,
    /// The session's file name.
    pub session_file: &'a str,
    /// Digest of the session's file.
    pub log_digest: Digest,
    /// Every call, by number.
    pub calls: Vec<Call>,
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
            .enumerate()
            .filter(|(_, file)| !file.committed)
            .map(|(index, _)| FileNumber::of(index))
            .collect(),
        files: dossier
            .files
            .iter()
            .enumerate()
            .map(|(index, file)| InputFile {
                n: FileNumber::of(index),
                path: file.path.clone(),
                digest: file.digest.clone(),
                bytes: file.bytes,
                read_as: FileUse::Dossier,
            })
            .collect(),
        dossier_digest: dossier.digest.clone(),
        atlas_source: match &dossier.atlas.source {
            AtlasSource::Prd(prd) => format!("the component atlas of {prd}"),
            AtlasSource::Derived(from) => format!("derived from {from}"),
            AtlasSource::Unreadable { folder, why } => format!("unreadable in {folder}: {why}"),
        },
        titles: dossier.titles(),
        waivers: Vec::new(),
        policy: policy.clone(),
        policy_digest: policy_digest(policy),
    }
}

/// The digest of a policy's canonical bytes.
pub fn policy_digest(policy: &CouncilPolicy) -> Digest {
    Digest::of(super::canonical::document(&seal::to_json(policy)).as_bytes())
}

/// A deterministic gate's answer, as the evidence tells it; its findings are in the ledger.
pub fn gate_of(result: &GateResult) -> GateRecord {
    GateRecord {
        gate_id: result.gate,
        gate_type: result.gate.gate_type(),
        status: result.status,
        findings: Vec::new(),
        assessed: None,
        evidence: session::evidence_of(result),
    }
}

/// Puts the bundle together and seals it.
pub fn assemble(review: &AssemblyInput<'_>) -> Bundle {
    let council = review.council.as_ref();
    let charter = council.map(|council| council.charter);
    let ending = charter.and_then(|charter| charter.ending.as_ref());
    let terminal = ending.map_or(TerminalState::NotConvened, |ending| ending.state);
    let word = Word { decisions: None, waivers: &review.inputs.waivers };
    let derived = derive(review.rfc, review.ledger, terminal, &review.inputs.rfc_state, word);
    let assessment = assessment_of(charter);
    let terminal_reason = ending.map_or_else(|| NOT_CONVENED.to_owned(), Ending::line);
    // Without a council, no member said anything.
    let roster = charter.map(|charter| charter.roster.clone()).unwrap_or_default();
    let findings = findings_as(&roster, review.ledger, &derived.outcomes);
    let bundle = Bundle {
        schema_version: SCHEMA_VERSION.to_owned(),
        rfc_id: review.rfc.clone(),
        verdict: derived.verdict,
        verdict_reason: derived.reason,
        review_timestamp: review.ended_at,
        review_depth: charter.map_or(ReviewDepth::Standard, |_| ReviewDepth::Council),
        terminal_state: terminal,
        terminal_reason,
        escalation_target: (terminal == TerminalState::Deadlocked)
            .then(|| ESCALATION_TARGET.to_owned()),
        gates: gates_of(review, charter, &derived.outcomes, &assessment),
        council_metadata: council.map(|c| metadata_of(c, &derived.outcomes, &findings)),
        findings,
        pairs: review.ledger.pairs().iter().map(|pair| pair_of(&roster, pair)).collect(),
        consensus_findings: derived.consensus,
        deadlocked_findings: derived.deadlocked,
        partial_findings: derived.partial,
        assessment,
        calls: council.map(|council| council.calls.clone()).unwrap_or_default(),
        rulings: Vec::new(),
        inputs: review.inputs.clone(),
        log_digest: council.map(|council| council.log_digest.clone()),
        previous_bundle: review.previous.cloned(),
        seal: seal::unsealed(),
    };
    seal::sealed(bundle)
}

fn gates_of(
    review: &AssemblyInput<'_>,
    charter: Option<&SessionState>,
    outcomes: &[Settled],
    assessment: &ImplementabilityRecord,
) -> Vec<GateRecord> {
    let findings = |gate: GateId| {
        let entries = review.ledger.entries().iter();
        entries.filter(|e| e.gate == gate).map(|e| e.id.clone()).collect()
    };
    let by_code = review.gates.iter().filter(|gate| !gate.gate_id.is_assessed());
    let by_code = by_code.cloned();
    let mut gates: Vec<GateRecord> =
        by_code.map(|gate| GateRecord { findings: findings(gate.gate_id), ..gate }).collect();
    let cycles = charter.map_or(0, |charter| charter.cycles_completed);
    let opinions = opinions_of(charter, assessment);
    gates.extend(GateId::ASSESSED.into_iter().map(|gate| GateRecord {
        gate_id: gate,
        gate_type: gate.gate_type(),
        status: assessed_status(gate, cycles, &opinions, review.ledger.entries(), outcomes),
        findings: findings(gate),
        assessed: Some(assessment.tickets.len() as u32),
        evidence: Value::Null,
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

/// The findings of a ledger, with what became of each.
fn findings_as(roster: &Roster, ledger: &Ledger, outcomes: &[Settled]) -> Vec<Finding> {
    let weighed = ledger.weighed();
    let contested: BTreeSet<&FindingId> =
        weighed.iter().filter(|w| tally::is_contested(w)).map(|w| &w.entry.id).collect();
    let findings = ledger.entries().iter().zip(outcomes);
    findings
        .map(|(entry, settled)| finding_of(roster, entry, settled, contested.contains(&entry.id)))
        .collect()
}

fn pair_of(roster: &Roster, pair: &Pair) -> PairRecord {
    let who = |says: Sameness| {
        let said = pair.said.iter().filter(|(_, said)| **said == says);
        said.map(|(&member, _)| roster.name(member).clone()).collect()
    };
    PairRecord {
        finding_id: pair.later.clone(),
        other_id: pair.earlier.clone(),
        cycle: pair.cycle,
        same_as: who(Sameness::SameAs),
        part_of: who(Sameness::PartOf),
        contains: who(Sameness::Contains),
        different: who(Sameness::Different),
    }
}

fn finding_of(roster: &Roster, entry: &LedgerEntry, settled: &Settled, contested: bool) -> Finding {
    let name = |member: MemberId| roster.name(member).clone();
    let first = entry.raises.iter().find(|raise| raise.grounded).or(entry.raises.first());
    let first = first.filter(|_| entry.is_votable());
    Finding {
        finding_id: entry.id.clone(),
        rule: match &entry.origin {
            FindingOrigin::Gate(rule) => Some(rule.clone()),
            FindingOrigin::Seats => None,
        },
        gate_id: entry.gate,
        category: entry.subcategory.category(),
        subcategory: entry.subcategory,
        severity: settled.severity,
        ticket_id: entry.ticket.clone(),
        location: entry.location.clone(),
        source_line: entry.source_line.clone(),
        quote: entry.quote.clone(),
        cites: entry.cites.iter().map(CitedLines::from).collect(),
        related: entry.related.clone(),
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
                severity: said.severity,
                reason: said.reason.clone(),
            })
            .collect(),
        contested,
        ballots: entry
            .ballots
            .iter()
            .map(|(&member, ballot)| ballot_of(name(member), ballot))
            .collect(),
        agreement_status: settled.agreement.into(),
        remediations: entry
            .ways
            .iter()
            .map(|way| Remediation {
                proposal_id: way.id.clone(),
                text: way.text.clone(),
                backed_by: way.backers.iter().copied().map(name).collect(),
            })
            .collect(),
        agreed_remediation: tally::agreed_way(&Weighed::alone(entry)).map(|way| way.id.clone()),
        resolution: settled.resolution.into(),
        duplicate_of: settled.duplicate_of.clone(),
        because: entry.because.clone(),
    }
}

/// What a session found so far and what was said of it, as its bundle would tell it.
pub fn findings_of(charter: &SessionState) -> Vec<Finding> {
    let ledger = &charter.ledger;
    let outcomes = tally::settle(ledger, charter.is_settled());
    findings_as(&charter.roster, ledger, &outcomes)
}

fn ballot_of(agent_id: MemberName, ballot: &CastBallot) -> BallotRecord {
    match ballot {
        CastBallot::Cast { vote, severity, reason, missed } => BallotRecord {
            agent_id,
            status: BallotStatus::Cast,
            vote: Some(*vote),
            severity: Some(*severity),
            reason: reason.clone(),
            missed: missed.clone(),
        },
        CastBallot::Spoilt { why } => BallotRecord {
            agent_id,
            status: BallotStatus::Spoilt,
            vote: None,
            severity: None,
            reason: why.clone(),
            missed: None,
        },
        CastBallot::Missing => BallotRecord {
            agent_id,
            status: BallotStatus::Missing,
            vote: None,
            severity: None,
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
                    assessment: told(&charter.assessments[&ticket.ticket][&member]),
                })
                .collect(),
        })
        .collect();
    ImplementabilityRecord { implementability: assess::of_rfc(&scores), tickets }
}

/// An assessment as the bundle tells it: what is PASSED needs no reason, and what is MET no quote.
/// The session has every word.
fn told(said: &Assessment) -> Assessment {
    let mut told = said.clone();
    for opinion in [&mut told.atomicity, &mut told.implementability, &mut told.anti_cousin] {
        if opinion.status == GateStatus::Passed {
            opinion.reason.clear();
        }
    }
    told.checklist.forget_quotes_of_met();
    told
}

/// Token accounting.
fn tokens_of(charter: &SessionState) -> Tokens {
    Tokens {
        budget: charter.policy.token_budget,
        spent: charter.calls.budget.spent(),
        calls: charter.calls.iter().filter(|call| call.is_sent()).count() as u32,
    }
}

fn metadata_of(
    council: &Convened<'_>,
    outcomes: &[Settled],
    findings: &[Finding],
) -> CouncilMetadata {
    let charter = council.charter;
    let subagents = council_metadata::subagents(charter);
    let resolved = findings.iter().zip(outcomes).filter(|(finding, settled)| {
        let quorum = [AgreementLevel::QuorumSupport, AgreementLevel::QuorumOppose];
        finding.contested && quorum.contains(&settled.agreement)
    });
    let weighs = |settled: &&Settled| settled.resolution != FindingResolution::Duplicate;
    CouncilMetadata {
        session_id: charter.session.clone(),
        session_file: council.session_file.to_owned(),
        seed: charter.seed,
        cycles_completed: charter.cycles_completed,
        total_findings_generated: charter.ledger.raised(),
        findings_after_dedup: outcomes.iter().filter(weighs).count() as u32,
        contested_items_resolved: resolved.count() as u32,
        quorum_achieved: charter.is_settled()
            && !outcomes
                .iter()
                .filter(weighs)
                .any(|settled| settled.agreement == AgreementLevel::Deadlocked),
        degraded: charter.is_degraded(),
        elapsed_time_seconds: council.elapsed_seconds,
        down_time_seconds: charter.down_seconds,
        tokens: tokens_of(charter),
        cost: council_metadata::cost(&council.calls, &subagents),
        panel: council_metadata::panel(&subagents, findings),
        subagents,
    }
}
