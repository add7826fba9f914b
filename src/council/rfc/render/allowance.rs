//! How long the answer to a question may be.

use crate::council::rfc::ask::Ask;

/// Tokens that a full answer to a question over a plan of so many live tickets may need. Offline
/// seats, who say more than most on every ticket and finding, stay below it over a real repository's
/// RFCs.
pub fn answer_allowance(question: &Ask, plan: usize) -> u64 {
    let many = |count: usize, each: u64| (count as u64).saturating_mul(each);
    match question {
        Ask::SelectModes => 600,
        // A finding takes some 300 tokens, and a reader of 11 tickets raised up to 25.
        Ask::Structural { .. } => (3_000 + many(plan, 400)).min(16_000),
        Ask::Feasibility { findings, tickets, .. } => {
            2_000 + many(tickets.len(), 450) + many(findings.len(), 150)
        }
        Ask::Converge { contested, blockers, .. } => {
            1_000 + many(contested.len(), 350) + many(blockers.len(), 300)
        }
        Ask::Remediation { blockers } => 500 + many(blockers.len(), 120),
    }
}
