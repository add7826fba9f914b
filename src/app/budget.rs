//! The least that a council uses, known before anybody is asked: what cannot fit is refused then,
//! and not half-way (DESIGN.md §7).

use super::AppFault;
use super::foreseen::{offered, tasks};
use super::session::RfcMembers;
use crate::council::rfc::SessionInput;
use crate::council::rfc::ask::Division;
use crate::council::rfc::render::{FINDING, answer_allowance, raised};

/// Tokens that a stance on a finding takes, and a pair that it stands in.
const STANCE: u64 = 150;

/// The opening with the reading that the budget allows, and the tokens that its council needs: the
/// fullest that fits with what seats may find, or the least that there is. What is left lets seats raise
/// more; where they may look, half of it.
pub(super) fn divided(opening: SessionInput, panel: &RfcMembers) -> (SessionInput, u64) {
    let budget = opening.policy.token_budget;
    let (least, most) = raised(opening.tickets.len());
    for reading in [Division::Whole, Division::Divided] {
        let with = |most: u64| {
            let most = u32::try_from(most).unwrap_or(u32::MAX);
            let mut opening = SessionInput { reading, most, ..opening.clone() };
            let needed = needed(&mut opening, panel);
            (opening, needed)
        };
        let few = with(least);
        if few.1 == 0 || few.1 > budget {
            if few.1 == 0 {
                return (SessionInput { reading, ..opening }, 0);
            }
            continue;
        }
        let looks = opening.policy.looks.rounds > 0;
        let room = (budget - few.1) / if looks { 2 } else { 1 };
        // What a finding takes in all cycles is the same for each.
        let each = with(least + 1).1.saturating_sub(few.1).max(1);
        let more = with(most.min(least + room / each));
        return if more.1 <= budget { more } else { few };
    }
    let most = u32::try_from(least).unwrap_or(u32::MAX);
    let mut opening = SessionInput { reading: Division::Outlined, most, ..opening };
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
    let enough = needed.next_multiple_of(1_000);
    Err(AppFault::BadInput(format!(
        "a council over {} needs about {needed} tokens to come to its end, and the budget is {budget}: set council.token_budget in council.yaml to {enough}, or leave seats offline",
        opening.rfc
    )))
}

/// Tokens that a council needs to come to its end: the questions of each cycle with room for their
/// answers, and for what findings add to cycles 2 and 3 when seats use all of the room that cycle 1
/// gives them. What each cycle needs goes into the opening, so that no look takes it.
fn needed(opening: &mut SessionInput, panel: &RfcMembers) -> u64 {
    let (mut first, mut least) = (0_u64, vec![0_u64; 3]);
    let mut found = 0_u64;
    for (cycle, task) in tasks(opening.clone()) {
        let seat = panel.named(&task.seat);
        let looks = offered(&opening.policy.looks, &task);
        let all = seat.estimate_next(&task, &looks);
        let Some(at) = usize::from(cycle).checked_sub(1) else {
            first = first.saturating_add(all);
            continue;
        };
        if at == 0 {
            found += answer_allowance(&task.question, opening.tickets.len());
        }
        // Whoever is asked nothing by message takes no tokens for what others find either.
        let grows = at > 0 && all > 0;
        let more = if grows { found.saturating_add(found / FINDING * STANCE) } else { 0 };
        least[at] = least[at].saturating_add(all).saturating_add(more);
    }
    // Cycle 3 asks about what is contested alone. Where three models raised 138 findings, it took half
    // of what cycle 2 took.
    least[2] = least[1] / 10 * 6;
    let needed = least.iter().fold(first, |sum, &tokens| sum.saturating_add(tokens));
    if needed > 0 {
        opening.least = least;
    }
    needed
}
