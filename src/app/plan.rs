//! `plan`: what a council of models would be asked, and what that would cost. Calls nobody, writes
//! nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::context::Seats;
use super::documents::plan::{CallPlan, PlanReport, PlannedCall};
use super::opening::opening;
use super::{AppFault, Workspace};
use crate::core::assignment::Rendered;
use crate::core::protocol::{Effect, Event, Protocol as _};
use crate::council::rfc::ask::{Ask, OnboardingNote, Task};
use crate::council::rfc::render;
use crate::council::rfc::{Member, RfcCouncil, SessionInput};
use crate::evidence::assemble::inputs_of;
use crate::model::policy::ModePolicy;
use crate::model::price::Cost;
use crate::model::{Finding, Identity, MemberName, RfcId, SessionId, Usage};
use crate::prompt;
use crate::rules;
use crate::source::Dossier;
use crate::symbols::Index;

/// Whether a plan holds the prompts themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompts {
    /// Sizes only.
    Measured,
    /// In full.
    Shown,
}

/// The tasks that can be known beforehand, each with its cycle: INIT when the seats select their
/// modes, and the first two cycles as they are when nobody finds anything.
pub(super) fn tasks(mut opening: SessionInput) -> Vec<(u8, Task)> {
    let selects = opening.policy.modes == ModePolicy::Agent;
    if selects {
        // What they will select is unknown: the key modes stand for it.
        opening.policy.modes = ModePolicy::Fixed;
    }
    let feasibility = Ask::Feasibility {
        note: OnboardingNote {
            after_cycle: 1,
            focus_areas: Vec::new(),
            gate_results: opening.gates.clone(),
            contested_items: Vec::new(),
            convergence_targets: Vec::new(),
            consensus_candidates: Vec::new(),
        },
        of_gates: Vec::new(),
        findings: Vec::new(),
        tickets: opening.tickets.clone(),
    };
    let (_, effects) = RfcCouncil::step(RfcCouncil::initial(), Event::Opened { input: opening })
        .expect("a session can always be opened");
    let first: Vec<Task> = effects.into_iter().filter_map(Effect::into_task).collect();
    let select =
        |task: &Task| Task { question: Ask::SelectModes, modes: Vec::new(), ..task.clone() };
    let init = first.iter().filter(|_| selects).map(|task| (0, select(task)));
    let second = first.iter().map(|task| Task { question: feasibility.clone(), ..task.clone() });
    let second: Vec<_> = second.map(|task| (2, task)).collect();
    init.chain(first.iter().cloned().map(|task| (1, task))).chain(second).collect()
}

/// Plans the review of one RFC by those who would sit.
pub fn plan(
    workspace: &Workspace,
    rfc: &RfcId,
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
    let session: SessionId =
        format!("COUNCIL-{rfc}-19700101-000000").parse().expect("an id of the known form");
    let panel: BTreeMap<MemberName, Identity> =
        seats.iter().map(|(name, seat)| (name.clone(), seat.identity())).collect();
    let opening = opening(&dossier, &inputs, &results, findings, session, panel.clone().into());
    let calls: Vec<PlannedCall> = tasks(opening)
        .into_iter()
        .map(|(cycle, task)| {
            call(cycle, &task, (&dossier, index), seats[&task.seat].as_ref(), prompts)
        })
        .collect();
    let is_sent = |call: &&PlannedCall| call.fate == CallPlan::Sent;
    let nobody = calls.iter().all(|call| call.fate == CallPlan::Offline);
    let counted = calls.iter().filter(|call| nobody || is_sent(call));
    Ok(PlanReport {
        rfc_id: rfc.clone(),
        templates: render::versions().collect(),
        estimated_tokens: counted.map(|call| call.estimated_tokens).sum(),
        cost_usd_at_most: together(calls.iter().filter(is_sent), &panel),
        seats: panel,
        calls,
        token_budget: inputs.policy.token_budget,
    })
}

fn call(
    cycle: u8,
    task: &Task,
    (dossier, index): (&Dossier, &Index),
    seat: &dyn Member,
    prompts: Prompts,
) -> PlannedCall {
    let rendered = render::render(task, dossier, index);
    let identity = seat.identity();
    let fate = match seat.estimate(task) {
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

fn cost(identity: &Identity, input_tokens: u64, output_tokens: u64) -> Option<Cost> {
    let usage = Usage { input_tokens, cached_tokens: 0, output_tokens };
    Some(identity.prices.as_ref()?.cost(usage))
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
