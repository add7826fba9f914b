//! How long the answer to a question may be.

use crate::council::rfc::ask::Ask;

/// Tokens that a full answer to a question over a plan of so many live tickets may need. Offline
/// seats, who say more than most on every ticket and finding, stay below it over a real repository's
/// RFCs.
pub fn answer_allowance(question: &Ask, plan: usize) -> u64 {
    let many = |count: usize, each: u64| (count as u64).saturating_mul(each);
    match question {
        Ask::SelectModes => 600,
        Ask::Structural { most: 0, .. } => raised(plan).0 * FINDING,
        Ask::Structural { most, .. } => u64::from(*most) * FINDING,
        Ask::Feasibility { findings, tickets, pairs, .. } => {
            2_000
                + AGAIN * FINDING
                + many(tickets.len(), 450)
                + many(findings.len(), 150)
                + many(pairs.len(), 40)
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

/// How many findings a second reading has room for.
const AGAIN: u64 = 15;

/// How many findings a member may raise in cycle 1 over a plan of so many live tickets: at the least,
/// and where the budget covers what follows from them. Three models that knew no such number raised 22
/// over 3 tickets, 70 over 11 and 138 over 8, nine of ten of them useful; five of six with the lower
/// number left out true ones.
pub fn raised(plan: usize) -> (u64, u64) {
    let plan = plan as u64;
    ((15 + 3 * plan).min(40), (20 + 5 * plan).min(60))
}
