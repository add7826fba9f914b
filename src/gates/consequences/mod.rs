//! What follows from what (GATES.md R57). One defect shows in several places; once all gates have
//! spoken, what another finding explains is marked with its causes, so that each defect weighs once.
//!
//! `scene` knows which findings may explain which, `bytes` what stands in tickets that cannot be read.

mod bytes;
mod scene;

use std::collections::{BTreeMap, BTreeSet};

use self::scene::ConsequenceContext;
use super::Overview;
use crate::model::{Finding, FindingId, GateResult};
use crate::source::Dossier;

/// A row of R57's table.
#[derive(Debug)]
pub struct Consequence {
    /// The rule whose findings others may explain.
    pub rule: &'static str,
    /// The rules of these others.
    pub of: &'static [&'static str],
    /// Whether both stand in one file.
    in_one_file: bool,
    /// The condition, for people.
    pub when: &'static str,
}

const fn row(
    rule: &'static str,
    of: &'static [&'static str],
    in_one_file: bool,
    when: &'static str,
) -> Consequence {
    Consequence { rule, of, in_one_file, when }
}

/// Stands at repository level, in no review: it explains in words only.
const OUTSIDE: &str = "R2";

/// R57's table. What explains others and may be explained itself stands above them.
pub static CONSEQUENCES: &[Consequence] = &[
    row("R16", &["R11"], true, "in the same file, whose id is not its name"),
    row("R18", &["R17", "R33"], false, "where the RFC's own binding cannot be read"),
    row("R36", &["R35"], true, "at the same entry"),
    row(
        "R38",
        &["R2", "R4", "R5", "R6"],
        false,
        "of a ticket of the RFC whose bytes have the requirement's id. R2 explains in words only.",
    ),
    row(
        "R45",
        &["R2", "R4", "R5", "R6"],
        false,
        "of a ticket of the RFC whose bytes have the path. R2 explains in words only.",
    ),
    row(
        "R28",
        &["R21", "R22", "R9", "R15", "R52"],
        false,
        "of the same ticket, at its dependencies or where the missed id is offered",
    ),
    row(
        "R47",
        &["R21", "R22", "R9", "R15", "R52"],
        true,
        "of the same ticket, at its dependencies or where a creator's id is offered",
    ),
    row("R37", &["R36", "R9", "R15", "R52"], true, "of the same ticket, at its requirements"),
    row("R37", &["R38"], false, "where the RFC has no requirement that a ticket covers"),
    row(
        "R3A",
        &["R36", "R9", "R15", "R52"],
        false,
        "of the same ticket, at its requirements or where the missed id is offered",
    ),
    row("R3D", &["R52"], false, "at the criteria of each ticket that it names"),
];

/// Whether findings of one rule may be because of findings of another; where both must stand in one
/// file, `is_one_file` says whether they do.
pub fn may_follow(rule: &str, cause: &str, is_one_file: bool) -> bool {
    CONSEQUENCES
        .iter()
        .any(|row| row.rule == rule && row.of.contains(&cause) && (is_one_file || !row.in_one_file))
}

/// What a finding says of one ticket, path or requirement.
struct Part {
    /// In a few words.
    says: String,
    /// The findings that may explain it, by index, the likeliest first; beyond the last of them the
    /// misnamed files of the dossier.
    causes: Vec<usize>,
}

/// The file of a ticket that is not named as one.
fn misnamed(dossier: &Dossier, nth: usize) -> &str {
    let file = dossier.misnamed.get(nth).map(|&at| &dossier.library.misnamed_tickets[at].file);
    file.map_or("", String::as_str)
}

/// Marks the findings of one review that others explain. The order of the findings, by which they
/// have their ids, is that of the results.
pub(super) fn mark(dossier: &Dossier, all: &Overview, results: &mut [GateResult]) {
    let findings: Vec<&Finding> = results.iter().flat_map(|result| &result.findings).collect();
    let is_there = |rule: &str| {
        findings.iter().any(|finding| finding.rule.as_str() == rule)
            || (rule == OUTSIDE && !dossier.misnamed.is_empty())
    };
    let may_be =
        |row: &Consequence| is_there(row.rule) && row.of.iter().any(|cause| is_there(cause));
    if !CONSEQUENCES.iter().any(may_be) {
        return;
    }
    let id = |at: usize| FindingId::numbered(&dossier.subject, at + 1);
    // Beyond the findings stand the files outside of every review.
    let named = |at: usize| match at.checked_sub(findings.len()) {
        Some(outside) => format!("`{}` ({OUTSIDE})", misnamed(dossier, outside)),
        None => id(at).to_string(),
    };
    let scene = ConsequenceContext::of(dossier, all, &findings);
    let mut explained: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut words: BTreeMap<usize, String> = BTreeMap::new();
    let mut rules: Vec<&str> = CONSEQUENCES.iter().map(|row| row.rule).collect();
    rules.dedup();
    for rule in rules {
        let of_rule = (0..findings.len()).filter(|&at| findings[at].rule.as_str() == rule);
        for at in of_rule {
            let parts = scene.parts(at);
            let is_cause = |cause: &usize| *cause != at && !explained.contains_key(cause);
            let weighs = |cause: &usize| {
                findings.get(*cause).is_some_and(|cause| cause.severity >= findings[at].severity)
            };
            let heavy = |part: &Part| {
                part.causes.iter().copied().find(|cause| is_cause(cause) && weighs(cause))
            };
            let whole: Option<BTreeSet<usize>> = parts.iter().map(heavy).collect();
            if let Some(causes) = whole.filter(|causes| !causes.is_empty()) {
                explained.insert(at, causes);
                continue;
            }
            // What is explained in part, or by what weighs less, counts; only its text says so.
            let mut told: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
            for part in &parts {
                if let Some(cause) = part.causes.iter().copied().find(is_cause) {
                    told.entry(cause).or_default().push(&part.says);
                }
            }
            let told = told
                .into_iter()
                .map(|(cause, says)| format!("; {} explains {}", named(cause), says.join(", ")));
            words.insert(at, told.collect());
        }
    }
    let findings = results.iter_mut().flat_map(|result| &mut result.findings);
    for (at, finding) in findings.enumerate() {
        finding.because = explained.remove(&at).into_iter().flatten().map(id).collect();
        finding.description.push_str(words.get(&at).map_or("", String::as_str));
    }
}
