//! The rules of OpenSpec's changes, O1 to O42: gates 1 to 4 over one change, in sight of all others, and
//! what belongs to none. One file a family.

mod between;
mod capabilities;
mod deltas;
mod example;
mod files;
mod in_force;
mod repository;
mod requirements;
mod scene;
mod tasks;

use std::borrow::Cow;

use serde_json::json;

use self::scene::ChangeScene;
use super::{FormatRules, Sight};
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::gates::subject::{Applicable, circles, results, unclosed, unreadable};
use crate::model::{Adapter, Finding, GateResult, SubjectName};
use crate::port::{Snapshot, par_map, threads};
use crate::source::formats::openspec::{OpenSpec, OpenSpecChange};
use crate::source::subject::TrackedFiles;

/// OpenSpec among the formats.
pub(super) const FORMAT: FormatRules = FormatRules {
    adapter: Adapter::OpenSpec,
    letter: "O",
    rules: RULES,
    check: |sight, subject| Some(of_sight(sight)?.check(subject.known_as()?)),
    outside: |sight| {
        Some(of_sight(sight)?.repository(sight.overview.library().formats.documents()))
    },
};

fn of_sight<'a>(sight: &Sight<'a>) -> Option<OpenSpecGates<'a>> {
    let all: &OpenSpec = sight.plans()?;
    let circles = sight.overview.subject_cycles(|| circles_of(all));
    Some(OpenSpecGates::knowing(all, circles, sight.tracked))
}

const RULES: &[&RuleInfo] = &[
    &files::O1,
    &files::O2,
    &files::O3,
    &files::O4,
    &files::O5,
    &deltas::O6,
    &deltas::O7,
    &deltas::O8,
    &deltas::O9,
    &requirements::O10,
    &requirements::O11,
    &requirements::O12,
    &requirements::O13,
    &tasks::O14,
    &tasks::O15,
    &tasks::O16,
    &capabilities::O20,
    &capabilities::O21,
    &capabilities::O22,
    &in_force::O23,
    &in_force::O24,
    &in_force::O25,
    &in_force::O26,
    &in_force::O27,
    &between::O28,
    &between::O29,
    &tasks::O30,
    &tasks::O31,
    &repository::O40,
    &repository::O41,
    &repository::O42,
];

/// The live changes of a tree, ready to be judged one by one.
pub struct OpenSpecGates<'a> {
    all: &'a OpenSpec,
    tracked: &'a TrackedFiles,
    circles: Cow<'a, [Vec<usize>]>,
}

impl<'a> OpenSpecGates<'a> {
    /// Those of a tree with these files.
    pub fn of(all: &'a OpenSpec, tracked: &'a TrackedFiles) -> Self {
        Self { all, tracked, circles: Cow::Owned(circles_of(all)) }
    }

    /// The same where it is known which changes wait for each other: see [`circles_of`].
    pub fn knowing(
        all: &'a OpenSpec,
        circles: &'a [Vec<usize>],
        tracked: &'a TrackedFiles,
    ) -> Self {
        Self { all, tracked, circles: Cow::Borrowed(circles) }
    }

    /// Gates 1 to 4 over one change.
    pub fn check(&self, change: &OpenSpecChange) -> Vec<GateResult> {
        let scene = ChangeScene {
            change,
            all: self.all,
            tracked: self.tracked,
            circles: &self.circles,
            index: self.all.overlaps.index(change.subject.id.name()),
        };
        let mut out = FindingList::default();
        out.extend(change.subject.faults.iter().map(unreadable));
        out.extend(
            change
                .subject
                .documents
                .iter()
                .filter_map(|document| unclosed(document, |line| is_entry(document.path(), line))),
        );
        files::check(&scene, &mut out);
        deltas::check(&scene, &mut out);
        requirements::check(&scene, &mut out);
        tasks::check(&scene, &mut out);
        capabilities::check(&scene, &mut out);
        in_force::check(&scene, &mut out);
        between::check(&scene, &mut out);
        let has_entries = change.deltas.iter().any(|delta| !delta.read.entries.is_empty());
        let lists =
            change.proposal.as_ref().is_some_and(|proposal| !proposal.capabilities.is_empty());
        let looked = Applicable {
            order: has_entries && self.all.overlaps.changes.len() > 1,
            coverage: has_entries || lists,
            paths: change.subject.work_items.iter().any(|item| !item.names.is_empty()),
        };
        let mut results = results(&change.subject, out.into_findings(), &looked);
        if let Some(schema) = &change.other_schema {
            // What follows from the files of another schema, nobody here can tell.
            results[0].evidence["schema"] = schema.as_str().into();
            results[0].evidence["withheld"] = json!(["O2", "O4", "O31"]);
        }
        results
    }

    /// Gates 1 to 4 over these live changes, in their order: each is read whole, judged and let go.
    pub fn check_all(&self, snapshot: &dyn Snapshot, ids: &[&SubjectName]) -> Vec<Vec<GateResult>> {
        let judge = |id: &&SubjectName| {
            let change = self.all.change(snapshot, id, false);
            Some(change.map(|change| self.check(&change)).unwrap_or_default())
        };
        par_map(threads(), ids, || (), |(), id| judge(id)).unwrap_or_default()
    }

    /// What belongs to no live change.
    pub fn repository(&self, snapshot: &dyn Snapshot) -> Vec<Finding> {
        repository::check(self.all, snapshot)
    }
}

/// O29: the groups of live changes that wait for each other.
pub fn circles_of(all: &OpenSpec) -> Vec<Vec<usize>> {
    let waits = all.overlaps.waits.iter().enumerate();
    let edges: Vec<(usize, usize)> =
        waits.flat_map(|(from, on)| on.iter().map(move |to| (from, *to))).collect();
    circles(all.overlaps.changes.len(), &edges)
}

/// A4: whether a line that a fence hides looks like an entry.
fn is_entry(path: &str, line: &str) -> bool {
    let begins = |starts: &[&str]| starts.iter().any(|start| line.trim_start().starts_with(start));
    match path.rsplit('/').next() {
        Some("tasks.md") => begins(&["- [ ]", "- [x]", "- [X]", "* [ ]", "* [x]", "* [X]"]),
        Some("spec.md") => begins(&["## ", "### ", "#### "]),
        _ => false,
    }
}
