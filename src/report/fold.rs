//! Findings that say the same of several places: the first of them speaks for all.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::because::Explains;
use super::finding::{counts, help, kind};
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::council::Resolution;
use crate::evidence::v2::gates::GateFinding;
use crate::model::{GateId, Location, Severity};

/// More findings of one rule than this are folded, whatever their fixes say.
const MANY: usize = 8;
/// As many findings are named before all others.
const FIRST: usize = 3;

/// What equal findings have in common: who says it of which gate, and the same fix.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Likeness {
    severity: Reverse<Severity>,
    /// The rule, or the kind.
    source: String,
    is_rule: bool,
    gate: GateId,
    fix: String,
}

impl Likeness {
    /// That of a finding of a bundle; none for one that has to be read by itself: a person decides
    /// it, it explains others, or it proposes no fix.
    pub(super) fn of(finding: &Finding, explains: &Explains<'_>) -> Option<Self> {
        let is_alone = finding.resolution == Resolution::Deadlocked
            || !explains.by(&finding.finding_id).is_empty();
        let (_, fix) = help(finding).filter(|_| !is_alone)?;
        Some(Self {
            severity: Reverse(finding.severity),
            source: kind(finding).to_owned(),
            is_rule: finding.rule.is_some(),
            gate: finding.gate_id,
            fix,
        })
    }

    /// That of a finding of the gates alone.
    pub(super) fn of_gate(finding: &GateFinding) -> Option<Self> {
        (!finding.remediation.is_empty()).then(|| Self {
            severity: Reverse(finding.severity),
            source: finding.rule.clone(),
            is_rule: true,
            gate: finding.gate_id,
            fix: finding.remediation.clone(),
        })
    }

    fn without_fix(&self) -> Self {
        Self { fix: String::new(), ..self.clone() }
    }
}

/// A finding, and those that say the same of other places.
#[derive(Debug)]
pub(super) struct Fold<T> {
    pub(super) first: T,
    pub(super) more: Vec<T>,
}

/// Findings in their order, equal ones behind the first of them.
pub(super) fn folded<T>(items: Vec<T>, likeness: impl Fn(&T) -> Option<Likeness>) -> Vec<Fold<T>> {
    let mut of_rule: BTreeMap<Likeness, usize> = BTreeMap::new();
    for one in items.iter().filter_map(&likeness).filter(|one| one.is_rule) {
        *of_rule.entry(one.without_fix()).or_default() += 1;
    }
    let mut folds: Vec<Fold<T>> = Vec::new();
    let mut known: BTreeMap<Likeness, usize> = BTreeMap::new();
    for item in items {
        let own = likeness(&item).map(|own| {
            let rough = own.without_fix();
            if of_rule.get(&rough).is_some_and(|n| *n > MANY) { rough } else { own }
        });
        match own.as_ref().and_then(|own| known.get(own)) {
            Some(&at) => folds[at].more.push(item),
            None => {
                known.extend(own.map(|own| (own, folds.len())));
                folds.push(Fold { first: item, more: Vec::new() });
            }
        }
    }
    folds
}

/// The findings that a reader sees first: the worst, each for its equals. With them, whether so many
/// others follow that they have to be named before.
pub(super) fn worst<T>(
    mut items: Vec<T>,
    severity: impl Fn(&T) -> Severity,
    likeness: impl Fn(&T) -> Option<Likeness>,
) -> (Vec<Fold<T>>, bool) {
    items.sort_by_key(|item| Reverse(severity(item)));
    let mut folds = folded(items, likeness);
    let are_many = folds.len() > FIRST;
    folds.truncate(FIRST);
    // Beside what decides, nothing lighter.
    let decides = |fold: &Fold<T>| severity(&fold.first) >= Severity::Major;
    if folds.first().is_some_and(decides) {
        folds.retain(decides);
    }
    (folds, are_many)
}

/// Those of a bundle.
pub(super) fn worst_of<'b>(
    bundle: &'b Bundle,
    explains: &Explains<'_>,
) -> (Vec<Fold<&'b Finding>>, bool) {
    let open: Vec<&Finding> = bundle.findings.iter().filter(|f| counts(bundle, f)).collect();
    worst(open, |f| f.severity, |f| Likeness::of(f, explains))
}

/// What stands at a place, as far as one line shows it.
pub(super) fn marked(at: &Location, line: &str) -> String {
    if at.is_whole_file() || at.end_line != at.line {
        return String::new();
    }
    let from = at.column.max(1) as usize - 1;
    let most = (at.end_column.max(1) as usize - 1).saturating_sub(from);
    line.chars().skip(from).take(most).collect()
}
