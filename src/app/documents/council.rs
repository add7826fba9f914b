//! `ask`, `show COUNCIL` and `councils`: a projection of outcomes (COUNCILS.md §1.9).

use serde::Serialize;

use crate::app::councils::CouncilRow;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::call::CallCosts;
use crate::evidence::v2::outcome::{
    AgreementRecord, AnswerRecord, ConfidenceRecord, DisclaimerRecord, DissentRecord, OpenDecision,
    Outcome, OutcomeTokens,
};
use crate::model::{CouncilId, CouncilResult, CouncilState, Digest, Question, Timestamp};

/// Councils that were held.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CouncilReport {
    /// `1.0.0`.
    pub schema_version: String,
    /// `1.0`.
    #[serde(rename = "councilProtocolVersion")]
    pub council_protocol_version: String,
    /// Each, in the order in which it was held.
    pub councils: Vec<HeldCouncilDocument>,
}

/// One council.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HeldCouncilDocument {
    /// The session.
    pub council_id: CouncilId,
    /// `ROUNDS` or `LENSES`.
    pub protocol: String,
    /// The name of the panel.
    pub panel: String,
    /// How it ended.
    pub terminal_state: CouncilState,
    /// What came of it, in one word.
    pub result: CouncilResult,
    /// Why, in one line.
    pub reason: String,
    /// What a person must decide.
    pub open: Option<OpenDecision>,
    /// The answer.
    pub answer: AnswerRecord,
    /// What was asked.
    pub question: Question,
    /// How far the voices agree.
    pub agreement: AgreementRecord,
    /// The voices whose final choice is not that of the answer.
    pub dissent: Vec<DissentRecord>,
    /// How sure the answer is; none without one.
    pub confidence: Option<ConfidenceRecord>,
    /// Fixed texts that are told with the answer.
    pub disclaimers: Vec<DisclaimerRecord>,
    /// Whether it is a recorded example.
    pub demonstration: bool,
    /// Where it stands; none of a demonstration that nobody keeps.
    pub evidence: Option<EvidencePlace>,
    /// Token accounting.
    pub tokens: OutcomeTokens,
    /// What it cost; none when nothing was sent to anybody.
    pub cost: Option<CallCosts>,
    /// How long it took.
    pub elapsed_time_seconds: u64,
}

/// Where an outcome stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EvidencePlace {
    /// The outcome.
    pub outcome: String,
    /// Its session.
    pub session: String,
    /// Digest of all that the outcome says.
    pub seal: Digest,
}

impl CouncilReport {
    /// Of outcomes and where they stand.
    pub fn new(held: &[(Outcome, String)]) -> Self {
        Self {
            schema_version: DOCUMENT_VERSION.to_owned(),
            council_protocol_version: "1.0".to_owned(),
            councils: held.iter().map(|(outcome, path)| of(outcome, path)).collect(),
        }
    }
}

fn of(outcome: &Outcome, path: &str) -> HeldCouncilDocument {
    let (head, body) = (&outcome.head, &outcome.body);
    let meta = outcome.council_metadata.as_ref();
    HeldCouncilDocument {
        council_id: head.council_id.clone(),
        protocol: outcome.protocol.clone(),
        panel: meta.map(|meta| meta.panel.clone()).unwrap_or_default(),
        terminal_state: head.terminal_state,
        result: head.result,
        reason: head.terminal_reason.clone(),
        open: head.open.clone(),
        answer: body.answer.clone(),
        question: body.question.clone(),
        agreement: body.agreement.clone(),
        dissent: body.dissent.clone(),
        confidence: body.confidence.clone(),
        disclaimers: body.disclaimers.clone(),
        demonstration: meta.is_some_and(|meta| meta.demonstration),
        evidence: (!path.is_empty()).then(|| EvidencePlace {
            outcome: path.to_owned(),
            session: path.replace("outcome.yaml", "session.yaml"),
            seal: outcome.seal.digest.clone(),
        }),
        tokens: meta.map_or(OutcomeTokens { budget: 0, spent: 0 }, |meta| meta.tokens.clone()),
        cost: meta.and_then(|meta| meta.cost.clone()),
        elapsed_time_seconds: meta.map_or(0, |meta| meta.elapsed_time_seconds),
    }
}

/// The councils of a repository.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CouncilsReport {
    /// `1.0.0`.
    pub schema_version: String,
    /// `1.0`.
    #[serde(rename = "councilProtocolVersion")]
    pub council_protocol_version: String,
    /// The newest first.
    pub councils: Vec<CouncilLine>,
}

/// A council in one line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CouncilLine {
    /// The session.
    pub council_id: CouncilId,
    /// The question, in full.
    pub question: String,
    /// What came of it.
    pub result: CouncilResult,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Materials that have changed since.
    pub changed: Vec<String>,
    /// Whether it is a recorded example.
    pub demonstration: bool,
}

impl CouncilsReport {
    /// Of what was found.
    pub fn new(rows: &[CouncilRow]) -> Self {
        let line = |row: &CouncilRow| CouncilLine {
            council_id: row.outcome.head.council_id.clone(),
            question: row.outcome.body.question.text.clone(),
            result: row.outcome.head.result,
            ended_at: row.outcome.council_metadata.as_ref().map(|meta| meta.ended_at),
            changed: row.changed.clone(),
            demonstration: row.outcome.council_metadata.as_ref().is_some_and(|m| m.demonstration),
        };
        Self {
            schema_version: DOCUMENT_VERSION.to_owned(),
            council_protocol_version: "1.0".to_owned(),
            councils: rows.iter().map(line).collect(),
        }
    }
}
