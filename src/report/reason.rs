//! Why a review came to its verdict, in one line: of a rejection, whose findings reject.

use std::collections::BTreeMap;

use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::council::Resolution;
use crate::model::{Severity, Verdict};

/// `rejected by 2 BLOCKER of the gate SCOPE-COVERAGE and 1 of SA-2; 5 MAJOR besides`; the bundle's own
/// reason for every other verdict, and where MAJOR findings alone reject.
pub(super) fn reason(bundle: &Bundle) -> String {
    let own = || bundle.verdict_reason.clone();
    match (bundle.verdict, blockers(bundle)) {
        (Verdict::Rejected, Some(blockers)) => {
            let majors = standing(bundle).filter(|f| f.severity == Severity::Major).count();
            let besides = match majors {
                0 => String::new(),
                n => format!("; {n} MAJOR besides"),
            };
            format!("rejected by {blockers}{besides}")
        }
        _ => own(),
    }
}

/// What a page says first of a review whose verdict no ruling can change.
pub(super) fn settled(bundle: &Bundle) -> Option<String> {
    let verdict = bundle.foregone_verdict()?;
    let by = blockers(bundle).map(|by| format!("; rejected by {by}")).unwrap_or_default();
    Some(match verdict {
        Verdict::Rejected => format!("every ruling gives REJECTED, so rulings are optional{by}"),
        other => format!("every ruling gives {other}, and it needs one on each open finding"),
    })
}

/// `2 BLOCKER of the gate SCOPE-COVERAGE and 1 of SA-2`: those that stand, by who found them.
fn blockers(bundle: &Bundle) -> Option<String> {
    let mut by: BTreeMap<(bool, String), usize> = BTreeMap::new();
    for finding in standing(bundle).filter(|f| f.severity == Severity::Blocker) {
        let who = match &finding.source_agent {
            Some(seat) => (true, seat.to_string()),
            None => (false, format!("the gate {}", finding.gate_id.short())),
        };
        *by.entry(who).or_default() += 1;
    }
    let parts: Vec<String> = by
        .iter()
        .enumerate()
        .map(|(i, ((_, who), n))| {
            let severity = if i == 0 { " BLOCKER" } else { "" };
            format!("{n}{severity} of {who}")
        })
        .collect();
    match parts.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        [first @ .., last] => Some(format!("{} and {last}", first.join(", "))),
    }
}

fn standing(bundle: &Bundle) -> impl Iterator<Item = &Finding> {
    bundle.findings.iter().filter(|finding| finding.resolution == Resolution::Stands)
}
