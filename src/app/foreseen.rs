//! What a council will ask, as far as it is known before anybody is asked.

use crate::core::look::Looks;
use crate::core::protocol::{Effect, Event, Protocol as _};
use crate::council::rfc::ask::{Ask, OnboardingNote, Task};
use crate::council::rfc::{RfcCouncil, SessionInput, roster};
use crate::model::policy::{LookPolicy, ModePolicy};

/// The looks that a task is offered, while there are tokens for them.
pub(super) fn offered(policy: &LookPolicy, task: &Task) -> Looks {
    if RfcCouncil::may_look(task) { Looks::offered(policy) } else { Looks::default() }
}

/// The tasks that can be known beforehand, each with its cycle: INIT when the seats select their
/// modes, and the first two cycles as they are when nobody finds anything.
pub(super) fn tasks(mut opening: SessionInput) -> Vec<(u8, Task)> {
    let selects = opening.policy.modes == ModePolicy::Agent;
    if selects {
        // What they will select is unknown: the key modes stand for it.
        opening.policy.modes = ModePolicy::Fixed;
    }
    let mut feasibility = Ask::Feasibility {
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
        pairs: Vec::new(),
        tickets: Vec::new(),
    };
    let (state, effects) =
        RfcCouncil::step(RfcCouncil::initial(), Event::Opened { input: opening })
            .expect("a session can always be opened");
    let first: Vec<Task> = effects.into_iter().filter_map(Effect::into_task).collect();
    let select =
        |task: &Task| Task { question: Ask::SelectModes, modes: Vec::new(), ..task.clone() };
    let init = first.iter().filter(|_| selects).map(|task| (0, select(task)));
    let charter = state.charter().expect("it was opened");
    let second = first.iter().map(|task| {
        if let Ask::Feasibility { tickets, .. } = &mut feasibility {
            *tickets = charter.assessed_by(roster::member(&task.seat)).to_vec();
        }
        (2, Task { question: feasibility.clone(), ..task.clone() })
    });
    let second: Vec<_> = second.collect();
    init.chain(first.iter().cloned().map(|task| (1, task))).chain(second).collect()
}
