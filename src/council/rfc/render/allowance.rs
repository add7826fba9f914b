//! How long the answer to a question may be.

use crate::council::rfc::ask::Ask;

/// Tokens that a full answer to a question over a plan of so many live tickets may need. Offline
/// seats, who say more than most on every ticket and finding, stay below it over a real repository's
/// RFCs.
pub fn answer_allowance(question: &Ask, plan: usize) -> u64 {
    let many = |count: usize, each: u64| (count as u64).saturating_mul(each);
    match question {
        Ask::SelectModes => 600,
        Ask::Structural { .. } => findings_at_most(plan) * FINDING,
        Ask::Feasibility { findings, tickets, pairs, .. } => {
            2_000 + many(tickets.len(), 450) + many(findings.len(), 150) + many(pairs.len(), 40)
        }
        Ask::Converge { contested, blockers, pairs, .. } => {
            1_000 + many(contested.len(), 350) + many(blockers.len(), 300) + many(pairs.len(), 40)
        }
        Ask::Remediation { blockers } => 500 + many(blockers.len(), 120),
    }
}

/// Tokens that a finding takes in an answer, with its remediation and what it cites: 229 of three
/// models over 22 tickets had 857 bytes at the median, and 1,093 at the ninth decile.
pub const FINDING: u64 = 300;

/// How many findings a member raises at most in cycle 1, over a plan of so many live tickets. Three
/// models that knew no such number raised 22 over 3 tickets, 70 over 11 and 138 over 8, nine of ten of
/// them useful; what cycle 2 can weigh within the budget sets the number.
pub(super) fn findings_at_most(plan: usize) -> u64 {
    (15 + 3 * plan as u64).min(40)
}
