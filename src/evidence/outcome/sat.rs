//! Who sat, what each call took, and step by step how long.

use std::collections::{BTreeMap, BTreeSet};

use super::told::{OutcomeCouncil, ToldCouncil, is_demonstration};
use crate::core::calls::{CallOutcome, CallRecord};
use crate::evidence::council_metadata::{call_costs, cost_told, served_models};
use crate::evidence::looks::Numbers;
use crate::evidence::v2::OFFLINE;
use crate::evidence::v2::call::Call;
use crate::evidence::v2::council::CallFault;
use crate::evidence::v2::outcome::{
    MemberFailureRecord, MemberRecord, OfficeWord, OutcomeInputs, OutcomeMetadata, OutcomeTokens,
    PackWord, StepRecord, TransparencyRecord,
};
use crate::evidence::v2::session::SessionRecord;
use crate::model::Digest;
use crate::model::{MemberId, Receipt, Timestamp};

/// What is asked and what is read, as the session's head has it.
pub struct Began<'a> {
    pub(super) inputs: &'a OutcomeInputs,
    pub(super) started_at: Timestamp,
    pub(super) log_digest: Digest,
}

/// The version of the protocols, as every outcome names it.
const COUNCIL_PROTOCOL_VERSION: &str = "1.0";

pub(super) fn calls<C: OutcomeCouncil>(
    told: &ToldCouncil<'_, C>,
    records: &[SessionRecord],
    inputs: &OutcomeInputs,
) -> Vec<Call> {
    let numbers = Numbers::of_files(&inputs.files);
    let at = times(records);
    let row = |record: &CallRecord<C::Task>| {
        let sitter = told.opening.sitter(record.member);
        let task = C::task(&record.task);
        let (mut reply, mut cause) = (None, None);
        match &record.outcome {
            CallOutcome::Answered { reply: digest, .. } => reply = Some(digest.clone()),
            CallOutcome::Failed { fault, .. } => {
                cause = Some(CallFault::from(fault.clone()).to_string());
            }
            CallOutcome::Lost { .. }
            | CallOutcome::Looking
            | CallOutcome::Estimating
            | CallOutcome::Dispatched => {}
        }
        let receipt = record.receipt().unwrap_or_default();
        let is_sent = sitter.identity.provider != OFFLINE && record.is_sent();
        Call {
            call: record.id.0,
            agent_id: sitter.name.clone(),
            question: task.form.to_owned(),
            attempt: task.attempt,
            task: task.digest,
            outcome: record.outcome_name().to_owned(),
            reply,
            fault: cause,
            cost_usd: is_sent.then(|| cost_told(&receipt, sitter.identity.prices.as_ref())),
            receipt,
            charged: record.charged(),
            seconds: seconds(&at, record.id.0.into()),
            looks: numbers.rows(record),
        }
    };
    told.calls.iter().map(row).collect()
}

/// When each call was sent and when it ended.
type Times = (BTreeMap<u64, Timestamp>, BTreeMap<u64, Timestamp>);

fn times(records: &[SessionRecord]) -> Times {
    let of = |names: &[&str]| -> BTreeMap<u64, Timestamp> {
        let is_of =
            |record: &&SessionRecord| names.iter().any(|name| record.event["event"] == **name);
        let named = |record: &SessionRecord| Some((record.event["call"].as_u64()?, record.at));
        records.iter().filter(is_of).filter_map(named).collect()
    };
    (of(&["ESTIMATED"]), of(&["ANSWERED", "FAILED"]))
}

fn seconds((sent, ended): &Times, call: u64) -> Option<u64> {
    let seconds = ended.get(&call)?.unix() - sent.get(&call)?.unix();
    // A clock that was set back in between must not give a negative time.
    Some(u64::try_from(seconds).unwrap_or(0))
}

/// What is counted of those who sit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Counted {
    degraded: bool,
    offline: bool,
    demonstration: bool,
    providers: u32,
    models: u32,
    minds: u32,
}

impl Counted {
    /// As an outcome says it.
    pub(super) fn said(meta: &OutcomeMetadata) -> Self {
        Self {
            degraded: meta.degraded,
            offline: meta.offline,
            demonstration: meta.demonstration,
            providers: meta.distinct_providers,
            models: meta.distinct_models,
            minds: meta.distinct_minds,
        }
    }
}

/// The same, counted.
pub(super) fn counted<C: OutcomeCouncil>(told: &ToldCouncil<'_, C>) -> Counted {
    let voices = || told.voices.keys().map(|&voice| &told.opening.sitter(voice).identity);
    let providers: BTreeSet<&str> = voices().map(|who| who.provider.as_str()).collect();
    let models: BTreeSet<(&str, &str)> =
        voices().map(|who| (who.provider.as_str(), who.model.as_str())).collect();
    Counted {
        degraded: told.opening.voices().any(|voice| !told.voices.contains_key(&voice)),
        offline: told.sitters().all(|(_, sitter)| sitter.identity.provider == OFFLINE),
        demonstration: is_demonstration(told),
        providers: providers.len() as u32,
        models: models.len() as u32,
        minds: told.agreement.minds as u32,
    }
}

pub(super) fn metadata<C: OutcomeCouncil>(
    told: &ToldCouncil<'_, C>,
    calls: &[Call],
    inputs: &OutcomeInputs,
    records: &[SessionRecord],
    began: &Began<'_>,
    ended_at: Timestamp,
) -> OutcomeMetadata {
    let opening = told.opening;
    let members: Vec<MemberRecord> = told.sitters().map(|(id, _)| member(told, id)).collect();
    let seconds = u64::try_from(ended_at.unix() - began.started_at.unix()).unwrap_or(0);
    let counted = counted(told);
    let prices = |call: &Call| {
        members.iter().find(|member| member.name == call.agent_id).and_then(|member| member.prices)
    };
    OutcomeMetadata {
        council_protocol_version: COUNCIL_PROTOCOL_VERSION.to_owned(),
        panel: opening.panel.clone(),
        started_at: began.started_at,
        ended_at,
        elapsed_time_seconds: seconds.saturating_sub(told.down_seconds),
        down_time_seconds: told.down_seconds,
        seed: opening.seed,
        steps: steps(told, records),
        transparency: transparency(told, inputs),
        tokens: OutcomeTokens { budget: opening.token_budget, spent: told.calls.budget.spent() },
        cost: call_costs(calls, prices),
        degraded: counted.degraded,
        offline: counted.offline,
        demonstration: counted.demonstration,
        distinct_providers: counted.providers,
        distinct_models: counted.models,
        distinct_minds: counted.minds,
        members,
    }
}

fn member<C: OutcomeCouncil>(told: &ToldCouncil<'_, C>, id: MemberId) -> MemberRecord {
    let sitter = told.opening.sitter(id);
    let receipts = || told.calls.iter().filter_map(|call| Some((call.member, call.receipt()?)));
    let failure = told.failures.iter().find(|failure| failure.member == id);
    MemberRecord {
        name: sitter.name.clone(),
        office: match (sitter.is_voice, sitter.is_chair) {
            (true, true) => Some(OfficeWord::ChairAndVoice),
            (false, true) => Some(OfficeWord::Chair),
            (true, false) => Some(OfficeWord::Voice),
            (false, false) => None,
        },
        lens: sitter.lens.clone(),
        brief: sitter.brief.clone(),
        provider: sitter.identity.provider.clone(),
        model: sitter.identity.model.clone(),
        parameters: sitter.identity.parameters.clone(),
        prices: sitter.identity.prices,
        served_models: served_models(&id, receipts()),
        failure: failure.map(|failure| MemberFailureRecord {
            step: failure.step.clone(),
            fault: CallFault::from(failure.fault.clone()),
        }),
    }
}

/// Step by step, in the order in which they were asked.
fn steps<C: OutcomeCouncil>(
    told: &ToldCouncil<'_, C>,
    records: &[SessionRecord],
) -> Vec<StepRecord> {
    let (sent, ended) = times(records);
    let mut steps: Vec<StepRecord> = Vec::new();
    for call in told.calls.iter() {
        let name = C::task(&call.task).step;
        let id = u64::from(call.id.0);
        let Some(&from) = sent.get(&id) else { continue };
        let to = ended.get(&id).copied().or(records.last().map(|last| last.at)).unwrap_or(from);
        let usage = call.receipt().and_then(|receipt: Receipt| receipt.usage).unwrap_or_default();
        if steps.last().is_none_or(|last| last.step != name) {
            steps.push(StepRecord {
                step: name.to_owned(),
                started_at: from,
                ended_at: to,
                seconds: 0,
                attempted: 0,
                succeeded: 0,
                failed: 0,
                tokens_in: 0,
                tokens_out: 0,
            });
        }
        let step = steps.last_mut().expect("one was pushed");
        step.started_at = step.started_at.min(from);
        step.ended_at = step.ended_at.max(to);
        let is_first = C::task(&call.task).attempt == 1;
        step.attempted += u32::from(is_first && !matches!(call.outcome, CallOutcome::Lost { .. }));
        step.succeeded += u32::from(matches!(call.outcome, CallOutcome::Answered { .. }));
        step.tokens_in += usage.input_tokens;
        step.tokens_out += usage.output_tokens;
    }
    for step in &mut steps {
        let seconds = step.ended_at.unix() - step.started_at.unix();
        step.seconds = u64::try_from(seconds).unwrap_or(0);
        step.failed = told.failures.iter().filter(|f| f.step == step.step).count() as u32;
    }
    steps
}

/// What each member was shown of the materials in each step.
fn transparency<C: OutcomeCouncil>(
    told: &ToldCouncil<'_, C>,
    inputs: &OutcomeInputs,
) -> Vec<TransparencyRecord> {
    let Some(first) = inputs.pack else { return Vec::new() };
    let mut seen = BTreeSet::new();
    let mut rows = Vec::new();
    for call in told.calls.iter().filter(|call| call.is_sent()) {
        let step = C::task(&call.task).step;
        if told.opening.sitter(call.member).identity.provider == OFFLINE
            || !seen.insert((call.member, step))
        {
            continue;
        }
        let shown = if step == told.first_step { first } else { PackWord::Summary };
        rows.push(TransparencyRecord {
            member: told.name(call.member),
            step: step.to_owned(),
            shown,
        });
    }
    rows
}
