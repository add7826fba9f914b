//! The rules of spec-kit's features (S1 to S40), one file a family, and the gates over one feature. Knows
//! what was read of a feature and which files are tracked, and opens nothing.

mod citations;
mod documents;
mod example;
mod numbers;
mod parallel;
mod paths;
mod placeholders;
mod sections;
mod specification;
mod stories;
mod tasks;
mod waits;

pub use numbers::repository_findings;

use super::FormatRules;
use crate::gates::diagnostic::weighing;
use crate::gates::rule_info::RuleInfo;
use crate::gates::subject::{Applicable, results, unclosed, unreadable};
use crate::model::{Adapter, Finding, GateResult};
use crate::source::formats::spec_kit::{Feature, SpecKit, is_spec_entry, is_task};
use crate::source::subject::{TrackedFiles, WorkStatus};

/// spec-kit among the formats.
pub(super) const FORMAT: FormatRules = FormatRules {
    adapter: Adapter::SpecKit,
    letter: "S",
    rules: RULES,
    check: |sight, subject| Some(check(subject.known_as()?, sight.tracked)),
    outside: |sight| {
        let SpecKit { root, folders } = sight.plans()?;
        Some(repository_findings(folders, &sight.overview.library().entries, root))
    },
};

const RULES: &[&RuleInfo] = &[
    &documents::S1,
    &documents::S2,
    &tasks::S3,
    &tasks::S4,
    &tasks::S5,
    &specification::S6,
    &specification::S7,
    &placeholders::S8,
    &placeholders::S9,
    &tasks::S10,
    &waits::S11,
    &waits::S12,
    &waits::S13,
    &parallel::S15,
    &sections::S16,
    &waits::S17,
    &stories::S20,
    &stories::S21,
    &citations::S23,
    &specification::S24,
    &specification::S25,
    &citations::S26,
    &stories::S27,
    &paths::S30,
    &paths::S31,
    &paths::S32,
    &numbers::S40,
];

/// When a rule of this format weighs less.
const FINISHED: &str = "one step less in a feature whose tasks are all done";

/// Gates 1 to 4 over one feature, in their fixed order; `tracked` are the files of its tree. Of a
/// feature without a task file there is nothing to judge yet. What is wrong with one of which all
/// tasks are done weighs less: it is history.
pub fn check(feature: &Feature, tracked: &TrackedFiles) -> Vec<GateResult> {
    let subject = &feature.subject;
    let mut found: Vec<Finding> = subject.faults.iter().map(unreadable).collect();
    found.extend(feature.spec().and_then(|document| unclosed(document, is_spec_entry)));
    found.extend(feature.task_list().and_then(|document| unclosed(document, is_task)));
    documents::check(feature, &mut found);
    tasks::check(feature, &mut found);
    specification::check(feature, &mut found);
    placeholders::check(feature, &mut found);
    waits::check(feature, &mut found);
    parallel::check(feature, &mut found);
    sections::check(feature, &mut found);
    stories::check(feature, &mut found);
    citations::check(feature, &mut found);
    paths::check(feature, tracked, &mut found);
    if subject.is_finished() {
        found = found.into_iter().map(|f| weighing(f.severity.lowered(), f)).collect();
    }
    let is_live = |status: WorkStatus| status != WorkStatus::Dead;
    let mut live = subject.work_items.iter().filter(|item| is_live(item.status));
    let looked = Applicable {
        order: !subject.work_items.is_empty(),
        coverage: !subject.requirements.is_empty(),
        paths: live.any(|item| !item.names.is_empty()),
    };
    results(subject, found, &looked)
}
