//! The least that a council uses, known before anybody is asked: what cannot fit is refused then,
//! and not half-way (DESIGN.md §7).

use super::AppFault;
use super::foreseen::{offered, tasks};
use super::session::RfcMembers;
use crate::council::rfc::SessionInput;
use crate::council::rfc::ask::Division;

/// Room that is kept for what findings add to cycles 2 and 3, in hundredths of what a council needs
/// before anybody objects. Chosen, not measured: how much members find is not known before.
const GROWTH: u64 = 40;

/// The opening with the reading that the budget allows, and the tokens that its council needs at the
/// least: the fullest that leaves room for what seats may find, or the least that there is.
pub(super) fn divided(opening: SessionInput, panel: &RfcMembers) -> (SessionInput, u64) {
    let budget = opening.policy.token_budget;
    for reading in [Division::Whole, Division::Divided] {
        let mut opening = SessionInput { reading, ..opening.clone() };
        let needed = needed(&mut opening, panel);
        if needed.saturating_add(needed / 100 * GROWTH) <= budget {
            return (opening, needed);
        }
    }
    let mut opening = SessionInput { reading: Division::Outlined, ..opening };
    let needed = needed(&mut opening, panel);
    (opening, needed)
}

/// The same.
///
/// # Errors
/// Not even the least fits.
pub(super) fn fitted(
    opening: SessionInput,
    panel: &RfcMembers,
) -> Result<(SessionInput, u64), AppFault> {
    let (opening, needed) = divided(opening, panel);
    let budget = opening.policy.token_budget;
    if needed <= budget {
        return Ok((opening, needed));
    }
    let enough = needed.saturating_add(needed / 100 * GROWTH).next_multiple_of(1_000);
    Err(AppFault::BadInput(format!(
        "a council over {} needs {needed} tokens before anybody objects, and the budget is {budget}: set council.token_budget in council.yaml to {enough}, or leave seats offline",
        opening.rfc
    )))
}

/// Tokens that a council needs at the least: the questions of each cycle with room for its answers,
/// after those of the cycles before it. How long answers are nobody knows. What the cycles need goes
/// into the opening, so that no look takes it.
fn needed(opening: &mut SessionInput, panel: &RfcMembers) -> u64 {
    let (mut asked, mut needed, mut cycle) = (0_u64, 0, 0);
    let (mut prompts, mut answers) = (0_u64, 0_u64);
    let mut least = vec![0_u64; 3];
    for (of, task) in tasks(opening.clone()) {
        if of != cycle {
            asked = asked.saturating_add(prompts);
            (prompts, answers, cycle) = (0, 0, of);
        }
        let seat = panel.named(&task.seat);
        let looks = offered(&opening.policy.looks, &task);
        let (all, answer) = (seat.estimate_next(&task, &looks), seat.answer_at_most(&task));
        if let Some(sum) = usize::from(of).checked_sub(1).and_then(|at| least.get_mut(at)) {
            *sum = sum.saturating_add(all);
        }
        prompts = prompts.saturating_add(all.saturating_sub(answer));
        answers = answers.saturating_add(answer);
        needed = asked.saturating_add(prompts).saturating_add(answers).max(needed);
    }
    // What cycle 3 will ask is unknown; it is no more than cycle 2 asks.
    least[2] = least[1];
    if needed > 0 {
        opening.least = least;
    }
    needed
}
