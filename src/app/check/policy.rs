//! Who sat, and whether a review that is sound passes by policy.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::Objection;
use crate::evidence::v2::OFFLINE;
use crate::evidence::v2::bundle::{Bundle, Subagent};
use crate::evidence::v2::check::{Code, HeldBy, HolderKind};
use crate::evidence::v2::council::Resolution;
use crate::model::policy::{MergePolicy, ReviewDepth, covers};
use crate::model::{GateStatus, MemberName, Severity, Verdict};

/// Providers behind which a person or a harness answers.
const MAILBOXES: [&str; 2] = ["mailbox", "mcp"];

/// What no derivation can prove.
const AS_THEY_STAND: &str = "replies of models and mailboxes are not proven: the seats' words are taken as they stand; all else was derived again";
const NOTHING_TAKEN: &str =
    "policy.models is none: no seat's words are taken, all that counts was derived again";

/// What a report takes as it stands, in one line.
pub(super) fn trust(policy: &MergePolicy) -> &'static str {
    if policy.models { AS_THEY_STAND } else { NOTHING_TAKEN }
}

/// Who held the seats of a review.
pub(super) fn held_by(bundle: &Bundle) -> Vec<HeldBy> {
    let seats = bundle.council_metadata.iter().flat_map(|council| &council.subagents);
    seats
        .map(|seat| HeldBy {
            agent_id: seat.agent_id.clone(),
            kind: kind(seat),
            holder: format!("{}:{}", seat.provider, seat.model),
            to_the_end: seat.failure.is_none(),
        })
        .collect()
}

fn kind(seat: &Subagent) -> HolderKind {
    match seat.provider.as_str() {
        OFFLINE => HolderKind::BuiltIn,
        provider if MAILBOXES.contains(&provider) => HolderKind::Mailbox,
        _ => HolderKind::Model,
    }
}

/// Who sat, in a few words.
pub(super) fn told(bundle: &Bundle) -> String {
    let Some(council) = &bundle.council_metadata else {
        return "by the deterministic gates alone".to_owned();
    };
    let mut by_kind: BTreeMap<u8, BTreeSet<String>> = BTreeMap::new();
    for seat in &council.subagents {
        let (order, name) = match kind(seat) {
            HolderKind::Model => (0, format!("{}:{}", seat.provider, seat.model)),
            HolderKind::Mailbox if seat.served_models.is_empty() => (1, seat.model.clone()),
            HolderKind::Mailbox => (1, Vec::from_iter(seat.served_models.clone()).join(", ")),
            HolderKind::BuiltIn => (2, String::new()),
        };
        by_kind.entry(order).or_default().insert(name);
    }
    let all = |names: BTreeSet<String>| Vec::from_iter(names).join(", ");
    let told = by_kind.into_iter().map(|(order, names)| match order {
        0 => format!("models: {}", all(names)),
        1 => format!("by a mailbox: claims of {}", all(names)),
        _ => "built-in rules (no AI model)".to_owned(),
    });
    Vec::from_iter(told).join("; ")
}

/// Why a review that verifies and is fresh does not pass; empty when it does.
pub(super) fn objections(bundle: &Bundle, policy: &MergePolicy) -> Vec<Objection> {
    let mut found = Vec::new();
    let mut object = |code, line: String| found.push(Objection::new(code, line));
    if !policy.verdicts.contains(&bundle.verdict) {
        let line = format!("{}: {}", bundle.verdict, bundle.verdict_reason);
        let open = bundle.verdict == Verdict::NeedsAdjudication;
        object(if open { Code::Open } else { Code::Verdict }, line);
    }
    if policy.depth == ReviewDepth::Council && bundle.council_metadata.is_none() {
        object(Code::Depth, "no council sat, and the policy asks for one".to_owned());
    }
    if bundle.review_depth == ReviewDepth::Council {
        let idle = bundle.gates.iter().filter(|gate| gate.status == GateStatus::NotRun);
        for gate in idle {
            let line =
                format!("{} is NOT_RUN: fewer than two seats assessed every ticket", gate.gate_id);
            object(Code::NotRun, line);
        }
    }
    let majors = bundle.findings.iter().filter(|finding| {
        finding.severity == Severity::Major && finding.resolution == Resolution::Stands
    });
    let majors = majors.count();
    if !policy.open_majors && majors > 0 {
        let some = if majors == 1 { "finding" } else { "findings" };
        object(
            Code::OpenMajors,
            format!("{majors} MAJOR {some}, and the policy lets none stay open"),
        );
    }
    seats(bundle, policy, &mut object);
    found
}

/// Whether those sat whom the policy admits and asks for.
fn seats(bundle: &Bundle, policy: &MergePolicy, object: &mut impl FnMut(Code, String)) {
    let sat = held_by(bundle);
    let named = |held: &HeldBy| {
        let globs = policy.holders.get(&held.agent_id)?;
        Some(globs.iter().any(|glob| covers(glob, &held.holder)))
    };
    for held in &sat {
        let (seat, holder) = (&held.agent_id, &held.holder);
        if !policy.models && held.kind != HolderKind::BuiltIn {
            object(
                Code::ModelSat,
                format!("{seat} was held by {holder}, and the policy admits built-in rules only"),
            );
        }
        if named(held) == Some(false) {
            let globs = policy.holders[seat].join(", ");
            object(
                Code::Holder,
                format!("{seat} was held by {holder}, and policy.holders asks for {globs}"),
            );
        }
    }
    // A mailbox counts as a model where the policy names it for that very seat.
    let counts = |held: &&HeldBy| match held.kind {
        HolderKind::BuiltIn => false,
        HolderKind::Model => named(held) != Some(false),
        HolderKind::Mailbox => named(held) == Some(true),
    };
    let models: BTreeSet<MemberName> = sat
        .iter()
        .filter(counts)
        .filter(|held| held.to_the_end)
        .map(|held| held.agent_id.clone())
        .collect();
    if !policy.offline && models.is_empty() && !sat.is_empty() {
        object(Code::NoModel, "no model sat, and the policy asks for one".to_owned());
    }
    for seat in policy.seats.iter().filter(|seat| !models.contains(*seat)) {
        object(Code::Seat, format!("no model held {seat} to the end, and the policy asks for one"));
    }
}
