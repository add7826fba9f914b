//! A bundle to the form of its file, and back. Nothing is derived here but what the file leaves out
//! because it says it elsewhere.

use std::collections::BTreeMap;

use super::{
    AgentAssessment, BallotRecord, Bundle, Finding, GateRecord, ImplementabilityRecord,
    Remediation, StanceRecord, TicketAssessment,
};
use crate::evidence::v2::council::Raise;
use crate::evidence::v2::envelope::{Act, CouncilBundle};
use crate::evidence::v2::review::{
    BallotRow, CheckRow, FindingEntry, GateEntry, GateRow, MissedRow, OpenPoint, PROTOCOL,
    PlaceRow, RaiseRow, RaiseWords, RatingRow, Ratings, RelatedRow, RemediationRow, ReviewBody,
    ReviewHead, RfcReview, StanceRow, TicketRow, Votes,
};
use crate::model::opinion::{Assessment, Checklist, ChecklistItem, Citation, GateOpinion, Rating};
use crate::model::{FindingId, GateId, GateStatus, Location, NodePath, Related, TicketId};

impl From<Bundle> for RfcReview {
    fn from(bundle: Bundle) -> Self {
        let Bundle { findings, rulings, mut inputs, .. } = bundle;
        let waivers = std::mem::take(&mut inputs.waivers);
        let command = format!("council-review adjudicate {}", bundle.rfc_id);
        let gates = bundle.gates.into_iter().map(|record| gate(record, &findings)).collect();
        let mut votes = Votes { pairs: bundle.pairs, ..Votes::default() };
        let findings = findings.into_iter().map(|finding| entry(finding, &mut votes)).collect();
        CouncilBundle {
            schema_version: bundle.schema_version,
            protocol: PROTOCOL.to_owned(),
            head: ReviewHead {
                rfc_id: bundle.rfc_id,
                verdict: bundle.verdict,
                verdict_reason: bundle.verdict_reason,
                review_timestamp: bundle.review_timestamp,
                review_depth: bundle.review_depth,
                terminal_state: bundle.terminal_state,
                terminal_reason: bundle.terminal_reason,
                open: bundle
                    .escalation_target
                    .map(|escalation_target| OpenPoint { escalation_target, command }),
            },
            body: ReviewBody {
                findings,
                consensus_findings: bundle.consensus_findings,
                deadlocked_findings: bundle.deadlocked_findings,
                partial_findings: bundle.partial_findings,
                votes,
                gates,
                assessment: ratings(bundle.assessment),
            },
            council_metadata: bundle.council_metadata,
            calls: bundle.calls,
            people: rulings
                .into_iter()
                .map(Act::Ruled)
                .chain(waivers.into_iter().map(Act::Waived))
                .collect(),
            inputs,
            log_digest: bundle.log_digest,
            previous_bundle: bundle.previous_bundle,
            seal: bundle.seal,
        }
    }
}

impl TryFrom<RfcReview> for Bundle {
    type Error = String;

    fn try_from(review: RfcReview) -> Result<Self, String> {
        let CouncilBundle { head, body, mut inputs, .. } = review;
        if review.protocol != PROTOCOL {
            return Err(format!("it is a bundle of {}, not of {PROTOCOL}", review.protocol));
        }
        let mut rulings = Vec::new();
        for act in review.people {
            match act {
                Act::Ruled(ruling) => rulings.push(ruling),
                Act::Waived(waiver) => inputs.waivers.push(waiver),
                Act::Said(_) => return Err("nobody is asked to say anything here".to_owned()),
            }
        }
        let mut spoken: BTreeMap<FindingId, (Vec<StanceRecord>, Vec<BallotRecord>)> =
            BTreeMap::new();
        for row in body.votes.stances {
            let StanceRow { finding_id, agent_id, vote, severity, reason } = row;
            let stance = StanceRecord { agent_id, vote, severity, reason };
            spoken.entry(finding_id).or_default().0.push(stance);
        }
        for row in body.votes.ballots {
            let BallotRow { finding_id, agent_id, status, vote, severity, reason, missed } = row;
            let missed = missed.map(citation);
            let ballot = BallotRecord { agent_id, status, vote, severity, reason, missed };
            spoken.entry(finding_id).or_default().1.push(ballot);
        }
        let findings: Vec<Finding> = body
            .findings
            .into_iter()
            .map(|entry| {
                let (stances, ballots) = spoken.remove(&entry.finding_id).unwrap_or_default();
                finding(entry, stances, ballots)
            })
            .collect::<Result<_, _>>()?;
        if let Some((id, _)) = spoken.pop_first() {
            return Err(format!("votes on {id}, which is not there"));
        }
        Ok(Self {
            gates: body.gates.into_iter().map(|gate| record(gate, &findings)).collect(),
            schema_version: review.schema_version,
            rfc_id: head.rfc_id,
            verdict: head.verdict,
            verdict_reason: head.verdict_reason,
            review_timestamp: head.review_timestamp,
            review_depth: head.review_depth,
            terminal_state: head.terminal_state,
            terminal_reason: head.terminal_reason,
            escalation_target: head.open.map(|open| open.escalation_target),
            findings,
            pairs: body.votes.pairs,
            consensus_findings: body.consensus_findings,
            deadlocked_findings: body.deadlocked_findings,
            partial_findings: body.partial_findings,
            assessment: assessment(body.assessment)?,
            council_metadata: review.council_metadata,
            calls: review.calls,
            rulings,
            inputs,
            log_digest: review.log_digest,
            previous_bundle: review.previous_bundle,
            seal: review.seal,
        })
    }
}

/// A finding; what was said of it goes to the votes.
fn entry(finding: Finding, votes: &mut Votes) -> FindingEntry {
    let finding_id = &finding.finding_id;
    votes.stances.extend(finding.stances.into_iter().map(|stance| StanceRow {
        finding_id: finding_id.clone(),
        agent_id: stance.agent_id,
        vote: stance.vote,
        severity: stance.severity,
        reason: stance.reason,
    }));
    votes.ballots.extend(finding.ballots.into_iter().map(|ballot| BallotRow {
        finding_id: finding_id.clone(),
        agent_id: ballot.agent_id,
        status: ballot.status,
        vote: ballot.vote,
        severity: ballot.severity,
        reason: ballot.reason,
        missed: ballot.missed.map(missed),
    }));
    let own = finding.remediation.clone();
    let raises = finding.raised_by.into_iter().map(|raise| {
        let is_own = raise.quote == finding.quote && raise.description == finding.description;
        RaiseRow {
            source_agent: raise.source_agent,
            source_cycle: raise.source_cycle,
            source_mode: raise.source_mode,
            severity: raise.severity,
            grounded: raise.grounded,
            words: (!is_own)
                .then_some(RaiseWords { quote: raise.quote, description: raise.description }),
        }
    });
    let ways = finding.remediations.into_iter().map(|way| RemediationRow {
        proposal_id: way.proposal_id,
        backed_by: way.backed_by,
        text: (way.text != own).then_some(way.text),
    });
    FindingEntry {
        raised_by: raises.collect(),
        remediations: ways.collect(),
        finding_id: finding.finding_id,
        rule: finding.rule,
        gate_id: finding.gate_id,
        category: finding.category,
        subcategory: finding.subcategory,
        severity: finding.severity,
        resolution: finding.resolution,
        agreement_status: finding.agreement_status,
        contested: finding.contested,
        ticket_id: finding.ticket_id,
        location: place(finding.location),
        source_line: finding.source_line,
        quote: finding.quote,
        cites: finding.cites,
        related: finding.related.into_iter().map(row).collect(),
        description: finding.description,
        remediation: finding.remediation,
        source_agent: finding.source_agent,
        source_cycle: finding.source_cycle,
        source_mode: finding.source_mode,
        agreed_remediation: finding.agreed_remediation,
        duplicate_of: finding.duplicate_of,
        because: finding.because,
        signature: finding.signature,
    }
}

fn finding(
    entry: FindingEntry,
    stances: Vec<StanceRecord>,
    ballots: Vec<BallotRecord>,
) -> Result<Finding, String> {
    let own = RaiseWords { quote: entry.quote.clone(), description: entry.description.clone() };
    let raises = entry.raised_by.into_iter().map(|row| {
        let RaiseWords { quote, description } = row.words.unwrap_or_else(|| own.clone());
        Raise {
            source_agent: row.source_agent,
            source_cycle: row.source_cycle,
            source_mode: row.source_mode,
            severity: row.severity,
            quote,
            description,
            grounded: row.grounded,
        }
    });
    let ways = entry.remediations.into_iter().map(|row| Remediation {
        proposal_id: row.proposal_id,
        text: row.text.unwrap_or_else(|| entry.remediation.clone()),
        backed_by: row.backed_by,
    });
    Ok(Finding {
        raised_by: raises.collect(),
        remediations: ways.collect(),
        finding_id: entry.finding_id,
        rule: entry.rule,
        gate_id: entry.gate_id,
        category: entry.category,
        subcategory: entry.subcategory,
        severity: entry.severity,
        ticket_id: entry.ticket_id,
        location: location(entry.location)?,
        source_line: entry.source_line,
        quote: entry.quote,
        cites: entry.cites,
        related: entry.related.into_iter().map(related).collect::<Result<_, _>>()?,
        description: entry.description,
        remediation: entry.remediation,
        signature: entry.signature,
        source_agent: entry.source_agent,
        source_cycle: entry.source_cycle,
        source_mode: entry.source_mode,
        stances,
        contested: entry.contested,
        ballots,
        agreement_status: entry.agreement_status,
        agreed_remediation: entry.agreed_remediation,
        resolution: entry.resolution,
        duplicate_of: entry.duplicate_of,
        because: entry.because,
    })
}

fn place(at: Location) -> PlaceRow {
    let Location { file, path, line, column, end_line, end_column } = at;
    let yaml_path = path.as_yaml().to_owned();
    let (anchor, path) = (path.anchor().map(str::to_owned), path.beside());
    PlaceRow { file, yaml_path, path, anchor, line, column, end_line, end_column }
}

fn location(at: PlaceRow) -> Result<Location, String> {
    let PlaceRow { file, yaml_path, path, anchor, line, column, end_line, end_column } = at;
    let path = NodePath::written(yaml_path, path.as_deref(), anchor).map_err(|e| e.to_string())?;
    Ok(Location { file, path, line, column, end_line, end_column })
}

fn row(one: Related) -> RelatedRow {
    let Related { kind, name, location } = one;
    RelatedRow { kind, name, location: place(location) }
}

fn related(row: RelatedRow) -> Result<Related, String> {
    let RelatedRow { kind, name, location: at } = row;
    Ok(Related { kind, name, location: location(at)? })
}

fn missed(missed: Citation) -> MissedRow {
    let Citation { file, yaml_path, quote } = missed;
    MissedRow { file, yaml_path, quote }
}

fn citation(missed: MissedRow) -> Citation {
    let MissedRow { file, yaml_path, quote } = missed;
    Citation { file, yaml_path, quote }
}

fn gate(gate: GateRecord, findings: &[Finding]) -> GateEntry {
    GateEntry {
        gate_id: gate.gate_id,
        gate_type: gate.gate_type,
        status: gate.status,
        findings: own(gate.gate_id, findings).count() as u32,
        assessed: gate.assessed,
        evidence: gate.evidence,
    }
}

/// A gate with its findings; a number that is another one is none that this tool would write.
fn record(gate: GateEntry, findings: &[Finding]) -> GateRecord {
    GateRecord {
        gate_id: gate.gate_id,
        gate_type: gate.gate_type,
        status: gate.status,
        findings: own(gate.gate_id, findings).map(|own| own.finding_id.clone()).collect(),
        assessed: gate.assessed,
        evidence: gate.evidence,
    }
}

fn own(gate: GateId, findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings.iter().filter(move |finding| finding.gate_id == gate)
}

fn ratings(record: ImplementabilityRecord) -> Ratings {
    let mut ratings = Ratings { implementability: record.implementability, ..Ratings::default() };
    for ticket in record.tickets {
        let TicketAssessment { ticket_id, implementability, spread, by_agent } = ticket;
        ratings.ratings.extend(by_agent.into_iter().map(|agent| rating(&ticket_id, agent)));
        ratings.tickets.push(TicketRow { ticket_id, implementability, spread });
    }
    ratings
}

fn rating(ticket_id: &TicketId, agent: AgentAssessment) -> RatingRow {
    let said = &agent.assessment;
    let opinions = [
        (GateId::Atomicity, &said.atomicity),
        (GateId::Implementability, &said.implementability),
        (GateId::AntiCousin, &said.anti_cousin),
    ];
    let gates = opinions.into_iter().filter(|(_, said)| said.status != GateStatus::Passed);
    let lines = said.checklist.items();
    let lines = lines.into_iter().filter(|(_, line)| line.rating != Rating::Met);
    RatingRow {
        ticket_id: ticket_id.clone(),
        gates: gates
            .map(|(gate_id, said)| GateRow {
                gate_id,
                status: said.status,
                reason: said.reason.clone(),
            })
            .collect(),
        checklist: lines
            .map(|(item, line)| CheckRow {
                item: item.to_owned(),
                rating: line.rating,
                quote: line.quote.clone(),
            })
            .collect(),
        agent_id: agent.agent_id,
        score: agent.score,
    }
}

fn assessment(ratings: Ratings) -> Result<ImplementabilityRecord, String> {
    let mut by_ticket: BTreeMap<_, Vec<AgentAssessment>> = BTreeMap::new();
    for row in ratings.ratings {
        let ticket = row.ticket_id.clone();
        by_ticket.entry(ticket).or_default().push(rated(row)?);
    }
    let tickets = ratings.tickets.into_iter().map(|row| TicketAssessment {
        by_agent: by_ticket.remove(&row.ticket_id).unwrap_or_default(),
        ticket_id: row.ticket_id,
        implementability: row.implementability,
        spread: row.spread,
    });
    let tickets = tickets.collect();
    if let Some((id, _)) = by_ticket.pop_first() {
        return Err(format!("ratings of {id}, which has no score"));
    }
    Ok(ImplementabilityRecord { implementability: ratings.implementability, tickets })
}

fn rated(row: RatingRow) -> Result<AgentAssessment, String> {
    let opinion = |gate: GateId| {
        let said = row.gates.iter().find(|said| said.gate_id == gate);
        said.map_or(GateOpinion { status: GateStatus::Passed, reason: String::new() }, |said| {
            GateOpinion { status: said.status, reason: said.reason.clone() }
        })
    };
    let line = |item: &str| {
        let said = row.checklist.iter().find(|said| said.item == item);
        said.map_or(ChecklistItem { rating: Rating::Met, quote: String::new() }, |said| {
            ChecklistItem { rating: said.rating, quote: said.quote.clone() }
        })
    };
    let checklist = Checklist {
        steps: line("steps"),
        paths: line("paths"),
        signatures: line("signatures"),
        types: line("types"),
        edge_cases: line("edge_cases"),
        success_criteria: line("success_criteria"),
        verification: line("verification"),
    };
    let known = |said: &CheckRow| checklist.items().iter().any(|(item, _)| *item == said.item);
    if let Some(said) = row.checklist.iter().find(|said| !known(said)) {
        return Err(format!("{}: {:?} is no line of the checklist", row.ticket_id, said.item));
    }
    Ok(AgentAssessment {
        assessment: Assessment {
            ticket_id: row.ticket_id.clone(),
            atomicity: opinion(GateId::Atomicity),
            implementability: opinion(GateId::Implementability),
            anti_cousin: opinion(GateId::AntiCousin),
            checklist,
        },
        agent_id: row.agent_id,
        score: row.score,
    })
}
