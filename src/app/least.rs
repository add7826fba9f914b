//! The least that a council uses, known before anybody is asked: what cannot fit is refused then,
//! and not half-way (DESIGN.md §7).

use super::AppFault;
use super::session::SeatPanel;
use crate::council::rfc::Opening;
use crate::model::policy::ModePolicy;
use crate::model::task::{OnboardingNote, Question, Task};

/// Refuses a council that would be aborted for want of tokens although nobody finds anything.
pub(super) fn must_fit(opening: &Opening, panel: &SeatPanel) -> Result<(), AppFault> {
    let (least, budget) = (tokens(opening, panel), opening.policy.token_budget);
    if least <= budget {
        return Ok(());
    }
    Err(AppFault::BadInput(format!(
        "a council over {} may need {least} tokens before anybody objects, and the budget is {budget}: raise council.token_budget in council.yaml, or leave seats offline",
        opening.rfc
    )))
}

/// INIT, if the seats choose their modes, and the first two cycles, when nobody finds anything.
fn tokens(opening: &Opening, panel: &SeatPanel) -> u64 {
    let structural = Question::Structural { gates: opening.gates.clone(), findings: Vec::new() };
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
    let chooses = opening.policy.modes == ModePolicy::Agent;
    let questions = chooses.then_some(Question::SelectModes).into_iter();
    let questions: Vec<Question> = questions.chain([structural, feasibility]).collect();
    let tasks = panel.seats.iter().flat_map(|(&seat, holder)| {
        questions.iter().map(move |question| {
            holder.estimate(&Task {
                session: opening.session.clone(),
                rfc: opening.rfc.clone(),
                seat,
                modes: seat.key_modes().to_vec(),
                attempt: 1,
                question: question.clone(),
            })
        })
    });
    tasks.fold(0, u64::saturating_add)
}
