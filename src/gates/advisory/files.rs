//! L1: a ticket that touches more files than one change may.

use std::collections::BTreeSet;

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::diagnostic::Spot;
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::path;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::{PathEntry, PathKind, Tier};

pub(super) static L1: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L1"),
        gate: GateId::Atomicity,
        subcategory: Subcategory::ScopeTooLarge,
        severity: Severity::Major,
        varies: "MINOR below twice the limit, when only notes or sentences name that many files, and in closed tickets",
        title: "more files than one change may touch",
        why: "Nobody reviews so many files as one change, and one fault in it takes all of it back.",
        act: "Split the ticket so that each part can be reviewed and reverted alone, or raise `policy.ticket_limits.files`.",
        fix: None,
        example: in_one(
            NEW,
            ticket!(
                "implementation:\n  files_to_create:\n  - path: crates/core/src/a.rs\n  - path: crates/core/src/b.rs\n  - path: crates/core/src/c.rs\n  - path: crates/core/src/d.rs\n  - path: crates/core/src/e.rs\n  - path: crates/core/src/f.rs\n  - path: crates/core/src/g.rs\n  - path: crates/core/src/h.rs\n  - path: crates/core/src/i.rs\n  - path: crates/core/src/j.rs\n  - path: crates/core/src/k.rs"
            ),
            ticket!(
                "implementation:\n  files_to_create:\n  - path: crates/core/src/a.rs\n  - path: crates/core/src/b.rs"
            ),
        ),
    },
    check,
};

/// The files that a ticket creates or changes, each once, in order: those of its lists, or those of
/// its notes, too.
pub(super) fn touched<'t>(
    member: &RfcTicket<'t>,
    with_notes: bool,
) -> Vec<(String, &'t PathEntry)> {
    let mut seen = BTreeSet::new();
    let entries = member.ticket.paths.iter().filter(|entry| {
        matches!(entry.kind, PathKind::Create | PathKind::Modify)
            && (entry.tier == Tier::Structured || (with_notes && entry.tier == Tier::Notes))
    });
    let paths = entries.filter_map(|entry| Some((path::plain(&entry.raw).ok()?, entry)));
    paths.filter(|(path, _)| seen.insert(path.clone())).collect()
}

/// What a number above its limit weighs: a limit is a custom, and a little above it is no harm.
pub(super) fn weight(number: usize, limit: usize, most: Severity) -> Severity {
    if number < 2 * limit { most.min(Severity::Minor) } else { most }
}

fn check(scene: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let most = scene.limits().files as usize;
    let counted = [(false, Severity::Major), (true, Severity::Minor)];
    let over = counted.into_iter().find_map(|(with_notes, severity)| {
        let files = touched(member, with_notes);
        let (_, entry) = files.get(most)?;
        Some((files.len(), *entry, weight(files.len(), most, severity)))
    });
    let says = |number: usize| {
        let id = &member.ticket.stem;
        format!("{id} creates or changes {number} files; the limit is {most}")
    };
    const ACT: &str = "split the ticket by what can be reviewed and reverted alone";
    if let Some((number, entry, severity)) = over {
        let spot = Spot::in_ticket(member.ticket, &entry.place);
        return vec![Hit::new(&spot, severity, says(number), ACT)];
    }
    // What sentences make is told of the whole ticket.
    let listed = touched(member, true).into_iter().map(|(path, _)| path);
    let all: BTreeSet<String> = listed.chain(member.outline.makes.iter().cloned()).collect();
    if all.len() <= most {
        return Vec::new();
    }
    vec![Hit::new(&member.outline.whole, Severity::Minor, says(all.len()), ACT)]
}
