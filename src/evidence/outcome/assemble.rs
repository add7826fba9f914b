//! The outcome of a session, from what its records led to.

use std::collections::BTreeSet;

use super::said;
use super::sat::{Began, calls, metadata};
use super::told::{OutcomeCouncil, ToldCouncil, is_demonstration};
use crate::core::call::CallError;
use crate::council::shared::conflict::{Conflict, ConflictMatter};
use crate::council::shared::ending::Disclaimer;
use crate::evidence::canonical;
use crate::evidence::looks::looked_files;
use crate::evidence::seal;
use crate::evidence::v2::SCHEMA_VERSION;
use crate::evidence::v2::call::Call;
use crate::evidence::v2::council::CallFault;
use crate::evidence::v2::inputs::{FileNumber, FileUse, InputFile};
use crate::evidence::v2::outcome::{
    AgreementRecord, AnswerOrigin, AnswerRecord, ConfidenceRecord, ConflictKind, ConflictRecord,
    DeviationRecord, DisclaimerRecord, DissentRecord, ErrorType, FailureRecord, GroupRecord,
    OpenDecision, Outcome, OutcomeBody, OutcomeHead, OutcomeInputs, PanelRules,
};
use crate::evidence::v2::session::SessionRecord;
use crate::model::{CouncilResult, CouncilState, Digest, MemberId};

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

pub(super) fn head<C: OutcomeCouncil>(told: &ToldCouncil<'_, C>) -> Option<OutcomeHead> {
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
        let replaced = |call: &&Call| {
            call.agent_id == member
                && call.receipt.by_fallback
                && Some(call.question.as_str()) == form
        };
        FailureRecord {
            retried: calls.iter().any(|call| again(&call)),
            fallback_used: calls.iter().any(|call| replaced(&call)),
            member,
            step: failure.step.clone(),
            error_type: error_type(&failure.fault),
            fault: CallFault::from(failure.fault.clone()),
        }
    });
    let agreement = AgreementRecord {
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
    };
    let mut body = OutcomeBody {
        dissent: dissent.collect(),
        confidence: told.confidence.as_ref().map(|sure| ConfidenceRecord {
            stated: sure.stated.into(),
            disclosed: sure.disclosed.into(),
            lowered_by: sure.lowered_by.iter().map(|&cause| cause.into()).collect(),
        }),
        disclaimers: disclaimers(&told, calls),
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
        ..OutcomeBody::new(answer, opening.question.clone(), agreement)
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

/// The fixed texts in their order: those that the machine's state gives, and those of who answered.
fn disclaimers<C: OutcomeCouncil>(
    told: &ToldCouncil<'_, C>,
    calls: &[Call],
) -> Vec<DisclaimerRecord> {
    let is_of_fallback = |call: &Call| call.receipt.by_fallback && call.reply.is_some();
    let replaced = calls.iter().any(is_of_fallback);
    let recorded = is_demonstration(told);
    let of_calls = [(Disclaimer::FallbackHolder, replaced), (Disclaimer::Demonstration, recorded)];
    let of_calls = of_calls.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key);
    let mut keys: Vec<Disclaimer> = told.disclaimers.iter().copied().chain(of_calls).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| disclaimer(key, told)).collect()
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
                "All say the same. Agreement of models may come from shared training data; here are {} models of {} providers.",
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
    let mut rules = PanelRules::new(
        opening.timeout_seconds,
        opening.token_budget,
        opening.looks.clone(),
        opening.least.clone(),
    );
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
