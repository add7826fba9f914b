//! The least that a council uses, known before anybody is asked: what cannot fit is refused then,
//! and not half-way (DESIGN.md §7).

use super::AppFault;
use super::plan::tasks;
use super::session::RfcMembers;
use crate::council::rfc::SessionInput;

/// Tokens that a council needs at the least: the questions of each cycle with room for its answers,
/// after those of the cycles before it. How long answers are nobody knows.
///
/// # Errors
/// They do not fit.
pub(super) fn preflight(opening: &SessionInput, panel: &RfcMembers) -> Result<u64, AppFault> {
    let (mut asked, mut needed, mut cycle) = (0_u64, 0, 0);
    let (mut prompts, mut answers) = (0_u64, 0_u64);
    for (of, task) in tasks(opening.clone()) {
        if of != cycle {
            asked = asked.saturating_add(prompts);
            (prompts, answers, cycle) = (0, 0, of);
        }
        let seat = panel.named(&task.seat);
        let (all, answer) = (seat.estimate(&task), seat.answer_at_most(&task));
        prompts = prompts.saturating_add(all.saturating_sub(answer));
        answers = answers.saturating_add(answer);
        needed = asked.saturating_add(prompts).saturating_add(answers).max(needed);
    }
    let budget = opening.policy.token_budget;
    if needed <= budget {
        return Ok(needed);
    }
    Err(AppFault::BadInput(format!(
        "a council over {} needs {needed} tokens before anybody objects, and the budget is {budget}: raise council.token_budget in council.yaml, or leave seats offline",
        opening.rfc
    )))
}
