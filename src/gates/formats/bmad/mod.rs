//! The rules of BMAD's plans, B1 to B22: gates 1 to 4 over one plan. One file a family.

mod coverage;
mod epics;
mod example;
mod order;
mod sprint;

use std::collections::HashSet;

use super::FormatRules;
use crate::gates::diagnostic::weighing;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::gates::subject::{Applicable, results, unclosed, unreadable};
use crate::model::{Adapter, GateResult, Severity};
use crate::source::formats::bmad::BmadPlan;

/// BMAD among the formats.
pub(super) const FORMAT: FormatRules = FormatRules {
    adapter: Adapter::Bmad,
    letter: "B",
    rules: RULES,
    check: |_, subject| Some(check(subject.known_as()?)),
    outside: |_| None,
};

const RULES: &[&RuleInfo] = &[
    &epics::B1,
    &epics::B2,
    &epics::B3,
    &epics::B4,
    &epics::B5,
    &sprint::B6,
    &sprint::B7,
    &sprint::B8,
    &sprint::B9,
    &coverage::B10,
    &coverage::B11,
    &coverage::B12,
    &coverage::B13,
    &coverage::B14,
    &sprint::B15,
    &sprint::B16,
    &sprint::B17,
    &coverage::B18,
    &coverage::B19,
    &order::B20,
    &order::B21,
    &order::B22,
];

/// When a rule of this format weighs less.
const DONE: &str = "MINOR, or INFO, in the file of a story that is done";

/// Gates 1 to 4 over a plan.
pub fn check(plan: &BmadPlan) -> Vec<GateResult> {
    let mut out = FindingList::default();
    out.extend(plan.subject.faults.iter().map(unreadable));
    out.extend(plan.epics_file().and_then(|(document, _)| unclosed(document, is_entry)));
    epics::check(plan, &mut out);
    sprint::check(plan, &mut out);
    coverage::check(plan, &mut out);
    order::check(plan, &mut out);
    let done: HashSet<&str> = plan
        .files
        .iter()
        .filter(|file| plan.is_done(&file.number))
        .map(|file| plan.subject.documents[file.document].path())
        .collect();
    let mut findings = out.into_findings();
    for finding in &mut findings {
        if done.contains(finding.location.file.as_str()) {
            // What is done is history: it is told, and fails nobody.
            let severity = match finding.severity {
                Severity::Blocker | Severity::Major => Severity::Minor,
                Severity::Minor | Severity::Info => Severity::Info,
            };
            *finding = weighing(severity, finding.clone());
        }
    }
    let subject = &plan.subject;
    let looked = Applicable {
        order: subject.work_items.iter().any(|story| !story.waits_for.is_empty()),
        coverage: !subject.requirements.is_empty() || !subject.work_items.is_empty(),
        paths: false,
    };
    results(subject, findings, &looked)
}

/// A4: whether a line that a fence hides looks like an entry.
fn is_entry(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("### Story ") || line.starts_with("## Epic ")
}
