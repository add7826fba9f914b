//! The outcome of a session, from what its records led to.

use std::collections::{BTreeMap, BTreeSet};

use super::said;
use super::told::{OutcomeCouncil, ToldCouncil};
use crate::core::call::CallError;
use crate::core::calls::{CallOutcome, CallRecord};
use crate::council::shared::conflict::{Conflict, ConflictMatter};
use crate::council::shared::ending::Disclaimer;
use crate::evidence::canonical;
use crate::evidence::council_metadata::{call_costs, cost_told, served_models};
use crate::evidence::looks::{Numbers, looked_files};
use crate::evidence::seal;
use crate::evidence::v2::call::Call;
use crate::evidence::v2::council::CallFault;
use crate::evidence::v2::inputs::{FileNumber, FileUse, InputFile};
use crate::evidence::v2::outcome::{
    AgreementRecord, AnswerOrigin, AnswerRecord, ConfidenceRecord, ConflictKind, ConflictRecord,
    DeviationRecord, DisclaimerRecord, DissentRecord, ErrorType, FailureRecord, GroupRecord,
    MemberFailureRecord, MemberRecord, OfficeWord, OpenDecision, Outcome, OutcomeBody, OutcomeHead,
    OutcomeInputs, OutcomeMetadata, OutcomeTokens, PackWord, PanelRules, StepRecord,
    TransparencyRecord,
};
use crate::evidence::v2::session::SessionRecord;
use crate::evidence::v2::{OFFLINE, SCHEMA_VERSION};
use crate::model::{CouncilResult, CouncilState, Digest, MemberId, Receipt, Timestamp};

/// The version of the protocols, as every outcome names it.
const COUNCIL_PROTOCOL_VERSION: &str = "1.0";

/// What is asked and what is read, as the session's head has it.
pub struct Began<'a> {
    pub(super) inputs: &'a OutcomeInputs,
    pub(super) started_at: Timestamp,
    pub(super) log_digest: Digest,
}

/// The outcome of a session that has ended.
pub fn assemble<C: OutcomeCouncil>(
    state: &C::State,
    records: &[SessionRecord],
    began: &Began<'_>,
) -> Option<Outcome> {
    let has_looked = C::told(state, false)?.calls.iter().any(|call| call.is_looking());
    let told = C::told(state, has_looked)?;
    let inputs = with_looked::<C>(&told, began.inputs);
    let calls = calls::<C>(&told, records, &inputs);
    let ended_at = records.last().map_or(began.started_at, |record| record.at);
    let outcome = Outcome {
        schema_version: SCHEMA_VERSION.to_owned(),
        protocol: C::WORD.to_owned(),
        head: head(&told)?,
        body: body::<C>(state, &calls)?,
        council_metadata: Some(metadata(&told, &calls, &inputs, records, began, ended_at)),
        calls,
        people: Vec::new(),
        inputs,
        log_digest: Some(began.log_digest.clone()),
        previous_bundle: None,
        seal: seal::unsealed(),
    };
    Some(seal::sealed(outcome))
}

fn head<C: OutcomeCouncil>(told: &ToldCouncil<'_, C>) -> Option<OutcomeHead> {
    let ending = told.ending?;
    let terminal_state = ending.result.terminal_state();
    let decide = match ending.result {
        CouncilResult::Of(_) => "What is missing must be found out before this can be decided.",
        CouncilResult::Split => "The voices are split: somebody must decide.",
        CouncilResult::Contested => {
            "The synthesis goes against what others show: somebody must decide."
        }
        CouncilResult::Fallback => "One opinion stands in for a synthesis: somebody must judge it.",
        CouncilResult::Raw => "There is no synthesis: somebody must read the statements.",
        CouncilResult::Aborted => "",
    };
    let open = (terminal_state == CouncilState::Undecided).then(|| OpenDecision {
        decide: decide.to_owned(),
        command: format!("council-review show {} --verbose", told.council()),
    });
    Some(OutcomeHead {
        council_id: told.council().clone(),
        result: ending.result,
        terminal_state,
        terminal_reason: ending.reason.clone(),
        open,
    })
}

/// What was asked, answered and said. `calls` are those of the outcome.
pub fn body<C: OutcomeCouncil>(state: &C::State, calls: &[Call]) -> Option<OutcomeBody> {
    let has_looked = calls.iter().any(|call| !call.looks.is_empty());
    let told = C::told(state, has_looked)?;
    let name = |member| told.name(member);
    let opening = told.opening;
    let answer = AnswerRecord {
        text: told.answer.text.clone(),
        by: told.answer.by.map(name),
        how: told.answer.how.unwrap_or(AnswerOrigin::None),
        choice: told.answer.choice,
        next_actions: told.answer.next.clone(),
    };
    let dissent = told.dissent.iter().map(|member| DissentRecord {
        member: name(*member),
        choice: told.voices[member].choice,
        position: told.voices[member].statement.position.clone(),
    });
    let failures = told.failures.iter().map(|failure| {
        let member = name(failure.member);
        let own = told.calls.iter().map(|call| C::task(&call.task));
        let form = own.into_iter().find(|task| task.step == failure.step).map(|task| task.form);
        let again = |call: &&Call| {
            call.agent_id == member && call.attempt > 1 && Some(call.question.as_str()) == form
        };
        FailureRecord {
            retried: calls.iter().any(|call| again(&call)),
            member,
            step: failure.step.clone(),
            error_type: error_type(&failure.fault),
            fault: CallFault::from(failure.fault.clone()),
        }
    });
    let mut body = OutcomeBody {
        answer,
        question: opening.question.clone(),
        agreement: AgreementRecord {
            word: told.agreement.word.into(),
            groups: told
                .agreement
                .groups
                .iter()
                .map(|group| GroupRecord {
                    choice: group.choice,
                    members: group.members.iter().copied().map(name).collect(),
                })
                .collect(),
        },
        dissent: dissent.collect(),
        confidence: told.confidence.as_ref().map(|sure| ConfidenceRecord {
            stated: sure.stated.into(),
            disclosed: sure.disclosed.into(),
            lowered_by: sure.lowered_by.iter().map(|&cause| cause.into()).collect(),
        }),
        disclaimers: told.disclaimers.iter().map(|&key| disclaimer(key, &told)).collect(),
        conflicts: told.conflicts.iter().map(|one| conflict(one, &name)).collect(),
        synthesis: told
            .synthesis
            .zip(opening.chair())
            .map(|(checked, chair)| said::synthesis(checked, name(chair), &name)),
        statements: told
            .voices
            .iter()
            .map(|(&member, voice)| said::statement(voice, name(member), told.first_step))
            .collect(),
        rounds: None,
        lenses: None,
        failures: failures.collect(),
        deviations: told
            .deviations
            .iter()
            .map(|one| DeviationRecord {
                member: name(one.member),
                step: one.step.clone(),
                kind: one.deviation.kind.into(),
                detail: one.deviation.detail.clone(),
            })
            .collect(),
    };
    C::section(state, &mut body);
    Some(body)
}

const fn error_type(fault: &CallError) -> Option<ErrorType> {
    Some(match fault {
        CallError::Malformed(_) => ErrorType::Parse,
        CallError::Unavailable(_) => ErrorType::Network,
        CallError::Refused(_) => ErrorType::Refused,
        CallError::Truncated(_) => ErrorType::Truncated,
        CallError::TimedOut(_) => ErrorType::Timeout,
        CallError::Unauthorised(_) => ErrorType::Auth,
        CallError::RateLimited(_) => ErrorType::RateLimit,
        CallError::Late(_) | CallError::GivenUp(_) => return None,
    })
}

fn conflict(
    conflict: &Conflict,
    name: &dyn Fn(MemberId) -> crate::model::MemberName,
) -> ConflictRecord {
    let mut record = ConflictRecord {
        id: conflict.id(),
        on: ConflictKind::Choice,
        most: None,
        choice: None,
        members: Vec::new(),
        critique: None,
        by: None,
        against: None,
        left_open: !conflict.is_asked,
    };
    match &conflict.matter {
        ConflictMatter::Choice { most, choice, members } => {
            (record.most, record.choice) = (Some(*most), Some(*choice));
            record.members = members.iter().map(|&member| name(member)).collect();
        }
        ConflictMatter::Critique { critique, by, against } => {
            record.on = ConflictKind::Critique;
            record.critique = Some(critique.to_string());
            (record.by, record.against) = (Some(name(*by)), Some(name(*against)));
        }
    }
    record
}

/// The fixed texts (COUNCILS.md §1.8).
fn disclaimer<C: OutcomeCouncil>(key: Disclaimer, told: &ToldCouncil<'_, C>) -> DisclaimerRecord {
    let text = match key {
        Disclaimer::ChairFailed => {
            "Chair synthesis failed; showing best individual opinion.".to_owned()
        }
        Disclaimer::SynthesisFailed => {
            "Synthesis failed; showing every statement as given.".to_owned()
        }
        Disclaimer::DualRole => "Whoever words the synthesis is also a voice.".to_owned(),
        Disclaimer::Degraded => "A member was lost; the answer rests on the others.".to_owned(),
        Disclaimer::AllAgree => {
            let voices = told.voices.keys().map(|&voice| &told.opening.sitter(voice).identity);
            let models: BTreeSet<_> =
                voices.map(|who| (who.provider.as_str(), who.model.as_str())).collect();
            let providers: BTreeSet<&str> = models.iter().map(|(provider, _)| *provider).collect();
            format!(
                "All say the same. MindAgreement of models may come from shared training data; here are {} models of {} providers.",
                models.len(),
                providers.len()
            )
        }
        Disclaimer::ShortCircuit => "A round was skipped by the panel's policy.".to_owned(),
        Disclaimer::FallbackHolder => "A replacement answered for a member.".to_owned(),
        Disclaimer::Offline => {
            "Built-in rules (no AI model) hold a voice; however many they hold, they are one mind."
                .to_owned()
        }
        Disclaimer::Demonstration => "A recorded example, no advice.".to_owned(),
    };
    DisclaimerRecord { key: key.into(), text }
}

/// The rules that code carried out.
pub(super) fn rules<C: OutcomeCouncil>(told: &ToldCouncil<'_, C>) -> PanelRules {
    let opening = told.opening;
    let mut rules = PanelRules {
        timeout_seconds: opening.timeout_seconds,
        token_budget: opening.token_budget,
        looks: opening.looks.clone(),
        least: opening.least.clone(),
        rounds: None,
        lenses: None,
    };
    C::rules(&opening.policy, &mut rules);
    rules
}

/// The inputs with the rules, and with the files that members asked to see.
fn with_looked<C: OutcomeCouncil>(
    told: &ToldCouncil<'_, C>,
    inputs: &OutcomeInputs,
) -> OutcomeInputs {
    let mut inputs = inputs.clone();
    let known = |path: &str, digest: &Digest| {
        inputs.files.iter().any(|file| file.path == path && file.digest == *digest)
    };
    let first = inputs.files.len();
    let looked = looked_files(told.calls.iter(), known);
    let files: Vec<InputFile> = (first..)
        .zip(looked)
        .map(|(at, ((path, digest), bytes))| InputFile {
            n: FileNumber::of(at),
            path: path.to_owned(),
            digest: digest.clone(),
            bytes,
            read_as: FileUse::Looked,
        })
        .collect();
    inputs.files.extend(files);
    let rules = rules(told);
    let digest = Digest::of(canonical::row(&serde_json::json!(rules)).as_bytes());
    (inputs.policy, inputs.policy_digest) = (Some(rules), Some(digest));
    inputs
}

fn calls<C: OutcomeCouncil>(
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

fn metadata<C: OutcomeCouncil>(
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
    let voices = || told.voices.keys().map(|&voice| &opening.sitter(voice).identity);
    let providers: BTreeSet<&str> = voices().map(|who| who.provider.as_str()).collect();
    let models: BTreeSet<(&str, &str)> =
        voices().map(|who| (who.provider.as_str(), who.model.as_str())).collect();
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
        degraded: opening.voices().any(|voice| !told.voices.contains_key(&voice)),
        offline: members.iter().all(|member| member.provider == OFFLINE),
        demonstration: false,
        distinct_providers: providers.len() as u32,
        distinct_models: models.len() as u32,
        distinct_minds: told.agreement.minds as u32,
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
