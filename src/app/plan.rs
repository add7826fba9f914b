//! `plan`: what a council of models would be asked, and what that would cost. Calls nobody, writes
//! nothing.

use std::collections::BTreeMap;

use serde::Serialize;

use super::review::opening;
use super::{AppFault, Workspace};
use crate::council::machine::{Effect, Event, Protocol as _};
use crate::council::rfc::{Opening, RfcCouncil};
use crate::evidence::assemble::inputs_of;
use crate::gates;
use crate::model::policy::ModePolicy;
use crate::model::task::{OnboardingNote, Question, Task};
use crate::model::{Finding, RfcId, SeatId, SessionId};
use crate::prompt::{self, Prompt};
use crate::provider::Identity;

/// What would be asked of whom.
#[derive(Debug, Serialize)]
pub struct Plan {
    /// The RFC.
    pub rfc_id: RfcId,
    /// Versions of the templates, by name.
    pub templates: BTreeMap<&'static str, u32>,
    /// The calls that can be known beforehand, in order.
    pub calls: Vec<PlannedCall>,
    /// Their estimates, added up; cycle 3 depends on what cycle 2 finds.
    pub estimated_tokens: u64,
    /// What the policy lets a session use.
    pub token_budget: u64,
}

/// One call.
#[derive(Debug, Serialize)]
pub struct PlannedCall {
    /// 0 for INIT.
    pub cycle: u8,
    /// Whose.
    pub seat: SeatId,
    /// The question's name.
    pub question: &'static str,
    /// Bytes of the prompt's parts.
    pub bytes: usize,
    /// Tokens to reserve for them and for the schema.
    pub estimated_tokens: u64,
    /// The rules that all seats are told, when prompts are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The slice that all seats of the cycle get, when prompts are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dossier: Option<String>,
    /// The seat's own part, when prompts are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
}

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
pub(super) fn tasks(mut opening: Opening) -> Vec<(u8, Task)> {
    let selects = opening.policy.modes == ModePolicy::Agent;
    if selects {
        // What they will select is unknown: the key modes stand for it.
        opening.policy.modes = ModePolicy::Fixed;
    }
    let feasibility = Question::Feasibility {
        note: OnboardingNote {
            after_cycle: 1,
            focus_areas: Vec::new(),
            gate_results: opening.gates.clone(),
            contested_items: Vec::new(),
            convergence_targets: Vec::new(),
            consensus_candidates: Vec::new(),
        },
        findings: Vec::new(),
        tickets: opening.tickets.clone(),
    };
    let (_, effects) = RfcCouncil::step(RfcCouncil::initial(), Event::Opened { opening })
        .expect("a session can always be opened");
    let first: Vec<Task> = effects
        .into_iter()
        .map(|effect| match effect {
            Effect::Estimate { task, .. } | Effect::Dispatch { task, .. } => task,
        })
        .collect();
    let select =
        |task: &Task| Task { question: Question::SelectModes, modes: Vec::new(), ..task.clone() };
    let init = first.iter().filter(|_| selects).map(|task| (0, select(task)));
    let second = first.iter().map(|task| Task { question: feasibility.clone(), ..task.clone() });
    let second: Vec<_> = second.map(|task| (2, task)).collect();
    init.chain(first.iter().cloned().map(|task| (1, task))).chain(second).collect()
}

/// Plans the review of one RFC.
pub fn plan(workspace: &Workspace, rfc: &RfcId, prompts: Prompts) -> Result<Plan, AppFault> {
    let dossier = workspace.dossier(rfc)?;
    let results = gates::check_all(&dossier);
    let findings: Vec<Finding> = results.iter().flat_map(|r| r.findings.clone()).collect();
    let inputs = inputs_of(&dossier, &workspace.config.policy);
    // No prompt holds the session's name; the anchored draw depends on it.
    let session: SessionId =
        format!("COUNCIL-{rfc}-19700101-000000").parse().expect("an id of the known form");
    let nobody = Identity::new("plan", "none");
    let panel = SeatId::ALL.into_iter().map(|seat| (seat, nobody.clone())).collect();
    let opening = opening(&dossier, &inputs, &results, findings, session, panel);
    let calls: Vec<PlannedCall> = tasks(opening)
        .into_iter()
        .map(|(cycle, task)| {
            let prompt = prompt::render(&task, &dossier);
            let estimated_tokens = prompt::estimate(&prompt);
            let Prompt { rules, dossier, own, .. } = prompt;
            let bytes = rules.len() + dossier.len() + own.len();
            let is_shown = prompts == Prompts::Shown;
            PlannedCall {
                cycle,
                seat: task.seat,
                question: task.question.name(),
                bytes,
                estimated_tokens,
                rules: is_shown.then_some(rules),
                dossier: is_shown.then_some(dossier),
                own: is_shown.then_some(own),
            }
        })
        .collect();
    Ok(Plan {
        rfc_id: rfc.clone(),
        templates: prompt::versions().collect(),
        estimated_tokens: calls.iter().map(|call| call.estimated_tokens).sum(),
        calls,
        token_budget: inputs.policy.token_budget,
    })
}
