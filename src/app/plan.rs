//! `plan`: what a council of models would be asked, and what that would cost. Calls nobody, writes
//! nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::context::Seats;
use super::documents::plan::{CallPlan, PlanReport, PlannedCall, PlannedLooks};
use super::foreseen::{offered, tasks};
use super::opening::opening;
use super::session::RfcMembers;
use super::{AppFault, Workspace, budget};
use crate::core::assignment::Rendered;
use crate::core::look::{Looks, MOST_OF_TASK};
use crate::core::protocol::Protocol as _;
use crate::council::rfc::ask::Task;
use crate::council::rfc::render;
use crate::council::rfc::{RfcCouncil, RfcMember};
use crate::evidence::assemble::inputs_of;
use crate::model::policy::LookPolicy;
use crate::model::price::Cost;
use crate::model::{Finding, Identity, MemberName, SessionId, SubjectId};
use crate::prompt;
use crate::rules;
use crate::source::Dossier;
use crate::symbols::Index;

/// Tokens of what one task is shown at most, as code counts.
const SHOWN_TOKENS: u64 = MOST_OF_TASK as u64 / 3;

/// Whether a plan holds the prompts themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompts {
    /// Sizes only.
    Measured,
    /// In full.
    Shown,
}

/// Plans the review of one RFC by those who would sit.
pub fn plan(
    workspace: &Workspace,
    rfc: &SubjectId,
    prompts: Prompts,
    index: &Index,
    seats: &dyn Fn(&Arc<Dossier>) -> Seats,
) -> Result<PlanReport, AppFault> {
    let dossier = Arc::new(workspace.dossier(rfc)?);
    let seats = seats(&dossier);
    let results = workspace.gates.check(&dossier);
    let findings: Vec<Finding> = results.iter().flat_map(|r| r.findings.clone()).collect();
    let inputs = inputs_of(&dossier, &workspace.config.council);
    // No prompt holds the session's name.
    let session = SessionId::at(rfc, "19700101-000000", None);
    let panel: BTreeMap<MemberName, Identity> =
        seats.iter().map(|(name, seat)| (name.clone(), seat.identity())).collect();
    let opening = opening(&dossier, &inputs, &results, findings, session, panel.clone().into());
    let members = RfcMembers::new(seats.clone(), Arc::clone(&dossier));
    let (opening, needed) = budget::divided(opening, &members);
    let policy = &inputs.policy.looks;
    let tasks = tasks(opening);
    let may_look: Vec<bool> = tasks.iter().map(|(_, task)| RfcCouncil::may_look(task)).collect();
    let again: Vec<Option<u64>> = tasks
        .iter()
        .map(|(_, task)| seats[&task.seat].estimate_again(task, &offered(policy, task)))
        .collect();
    let calls: Vec<PlannedCall> = tasks
        .into_iter()
        .map(|(cycle, task)| {
            let looks = offered(policy, &task);
            let seat = seats[&task.seat].as_ref();
            call(cycle, (&task, &looks), (&dossier, index), seat, prompts)
        })
        .collect();
    let is_sent = |call: &&PlannedCall| call.fate == CallPlan::Sent;
    let messages = calls.iter().zip(&may_look).zip(&again);
    let messages = messages.filter(|((call, may), _)| **may && is_sent(call));
    let messages = messages.map(|((call, _), again)| {
        let whole = call.estimated_tokens.saturating_add(call.answer_tokens_at_most);
        again.unwrap_or(whole)
    });
    let looks = looking(&inputs.policy.looks, messages);
    let nobody = calls.iter().all(|call| call.fate == CallPlan::Offline);
    let counted = calls.iter().filter(|call| nobody || is_sent(call));
    Ok(PlanReport {
        rfc_id: rfc.clone(),
        templates: render::versions().collect(),
        estimated_tokens: counted.map(|call| call.estimated_tokens).sum(),
        cost_usd_at_most: together(calls.iter().filter(is_sent), &panel),
        seats: panel,
        calls,
        needed_tokens: needed,
        token_budget: inputs.policy.token_budget,
        looks,
    })
}

fn call(
    cycle: u8,
    (task, looks): (&Task, &Looks),
    (dossier, index): (&Dossier, &Index),
    seat: &RfcMember,
    prompts: Prompts,
) -> PlannedCall {
    let rendered = render::render_first(task, looks, dossier, index);
    let identity = seat.identity();
    let fate = match seat.estimate_next(task, looks) {
        _ if identity.provider == rules::identity().provider => CallPlan::Offline,
        0 => CallPlan::Kept,
        _ => CallPlan::Sent,
    };
    let estimated_tokens = prompt::estimate(&rendered);
    let answer_tokens_at_most = seat.answer_at_most(task);
    let cost = || cost(&identity, estimated_tokens, answer_tokens_at_most);
    let Rendered { rules, shared, own, .. } = rendered;
    let is_shown = prompts == Prompts::Shown;
    PlannedCall {
        cycle,
        seat: task.seat.clone(),
        question: task.question.name(),
        bytes: rules.len() + shared.len() + own.len(),
        estimated_tokens,
        answer_tokens_at_most,
        fate,
        cost_usd_at_most: (fate == CallPlan::Sent)
            .then(|| cost().map_or_else(unknown, |c| c.to_string())),
        rules: is_shown.then_some(rules),
        dossier: is_shown.then_some(shared),
        own: is_shown.then_some(own),
    }
}

/// What looking adds at most to calls whose further messages take so much before anything is shown.
fn looking(policy: &LookPolicy, messages: impl Iterator<Item = u64>) -> Option<PlannedLooks> {
    let &LookPolicy { rounds, requests, .. } = policy;
    let each = |message: u64| message.saturating_add(SHOWN_TOKENS).saturating_mul(rounds.into());
    let (count, tokens) = messages
        .fold((0_u64, 0_u64), |(count, sum), one| (count + 1, sum.saturating_add(each(one))));
    let messages = count * u64::from(rounds);
    (messages > 0).then_some(PlannedLooks {
        rounds,
        requests,
        messages,
        tokens,
        characters: MOST_OF_TASK,
    })
}

fn cost(identity: &Identity, input_tokens: u64, output_tokens: u64) -> Option<Cost> {
    Some(identity.prices.as_ref()?.at_most(input_tokens, output_tokens))
}

fn unknown() -> String {
    "unknown".to_owned()
}

/// What calls cost together at most; none when there are none.
fn together<'c>(
    calls: impl Iterator<Item = &'c PlannedCall>,
    panel: &BTreeMap<MemberName, Identity>,
) -> Option<String> {
    let costs: Vec<Option<Cost>> = calls
        .map(|call| cost(&panel[&call.seat], call.estimated_tokens, call.answer_tokens_at_most))
        .collect();
    if costs.is_empty() {
        return None;
    }
    let all: Option<Vec<Cost>> = costs.into_iter().collect();
    Some(
        all.map_or_else(unknown, |all| {
            all.into_iter().fold(Cost::default(), Cost::plus).to_string()
        }),
    )
}
