//! The least that a council uses, known before anybody is asked: what cannot fit is refused then,
//! and not half-way (DESIGN.md §7).

use super::AppFault;
use super::plan::tasks;
use super::session::SeatPanel;
use crate::council::rfc::Opening;

/// Refuses a council that would be aborted for want of tokens although nobody finds anything.
pub(super) fn must_fit(opening: &Opening, panel: &SeatPanel) -> Result<(), AppFault> {
    let known = tasks(opening.clone()).into_iter();
    let estimates = known.map(|(_, task)| panel.seats[&task.seat].estimate(&task));
    let (least, budget) = (estimates.fold(0, u64::saturating_add), opening.policy.token_budget);
    if least <= budget {
        return Ok(());
    }
    Err(AppFault::BadInput(format!(
        "a council over {} may need {least} tokens before anybody objects, and the budget is {budget}: raise council.token_budget in council.yaml, or leave seats offline",
        opening.rfc
    )))
}
