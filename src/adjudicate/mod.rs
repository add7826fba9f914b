//! Floor 5: what people decide. A ruling settles what the council left open, a dated waiver holds back
//! what code decided, and neither does anything else: seats that agreed are not overruled.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::council::rfc::ledger::{FindingOrigin, LedgerEntry};
use crate::council::rfc::tally::FindingResolution;
use crate::model::{
    Day, FindingId, GateResult, GateStatus, Severity, SubjectId, Waivable, Waiver, WaiverId,
};

/// What a person decided on an open finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Decision {
    /// It stands.
    Uphold,
    /// It does not count.
    Dismiss,
}

impl Decision {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Decision::Uphold => "UPHOLD",
            Decision::Dismiss => "DISMISS",
        }
    }

    /// What became of the finding: `upheld`, `dismissed`.
    pub const fn done(self) -> &'static str {
        match self {
            Decision::Uphold => "upheld",
            Decision::Dismiss => "dismissed",
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The decisions on the findings of one bundle.
pub type Decisions = BTreeMap<FindingId, Decision>;

/// What people said that bears on a verdict.
#[derive(Debug, Clone, Copy, Default)]
pub struct Word<'a> {
    /// Rulings on what the council left open.
    pub decisions: Option<&'a Decisions>,
    /// Waivers of what code decided.
    pub waivers: &'a [Waiver],
}

impl Word<'_> {
    /// What becomes of a finding of which code's or the council's own word is `resolution`. A ruling
    /// reaches only what is open, a waiver only what a rule found.
    pub fn on(
        &self,
        rfc: &SubjectId,
        entry: &LedgerEntry,
        resolution: FindingResolution,
    ) -> FindingResolution {
        let decision = self.decisions.and_then(|decisions| decisions.get(&entry.id));
        match (&entry.origin, resolution, decision) {
            (FindingOrigin::Gate(rule), FindingResolution::Stands, _) => {
                let asked = Waivable {
                    rfc,
                    rule,
                    gate: entry.gate,
                    signature: &entry.signature,
                    file: &entry.location.file,
                };
                match self.waivers.iter().any(|waiver| waiver.covers(asked)) {
                    true => FindingResolution::Waived,
                    false => FindingResolution::Stands,
                }
            }
            (FindingOrigin::Seats, FindingResolution::Deadlocked, Some(Decision::Uphold)) => {
                FindingResolution::Stands
            }
            (FindingOrigin::Seats, FindingResolution::Deadlocked, Some(Decision::Dismiss)) => {
                FindingResolution::Dismissed
            }
            (_, resolution, _) => resolution,
        }
    }
}

/// The waivers that hold on a day and reach some of these gates' findings, by id; the gates that fail
/// by such findings alone pass.
pub fn waive(
    rfc: &SubjectId,
    results: &mut [GateResult],
    waivers: &[Waiver],
    on: Day,
) -> Vec<Waiver> {
    let mut applied: BTreeMap<&WaiverId, &Waiver> = BTreeMap::new();
    for result in results {
        let mut is_blocked = false;
        for finding in &result.findings {
            let signature = finding.signature();
            let asked = Waivable::of(rfc, finding, &signature);
            let mut holding = waivers
                .iter()
                .filter(|waiver| !waiver.is_over(on) && waiver.covers(asked))
                .peekable();
            is_blocked |= holding.peek().is_none() && finding.severity == Severity::Blocker;
            applied.extend(holding.map(|waiver| (&waiver.waiver_id, waiver)));
        }
        if result.status == GateStatus::Failed && !is_blocked {
            result.status = GateStatus::Passed;
        }
    }
    applied.into_values().cloned().collect()
}

/// Why a review ends that people brought to its end, in one line.
pub fn reason(decisions: impl IntoIterator<Item = Decision>) -> String {
    let (upheld, dismissed): (Vec<_>, Vec<_>) =
        decisions.into_iter().partition(|decision| *decision == Decision::Uphold);
    format!(
        "people settled what the council could not: {} upheld, {} dismissed",
        upheld.len(),
        dismissed.len()
    )
}
