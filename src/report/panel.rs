//! What every report says of what was reviewed and of who sat.

use std::collections::BTreeSet;

use super::page::count;
use crate::evidence::v2::bundle::{Bundle, CouncilMetadata, Subagent};

/// What every page about a review without a model says of its panel.
pub(super) const OFFLINE: &str = "built-in rules (no AI model)";

/// Who sat, in one line.
pub(super) fn seats(council: &CouncilMetadata) -> String {
    let who = |s: &Subagent| {
        let others: Vec<&str> =
            s.served_models.iter().filter(|m| **m != s.model).map(String::as_str).collect();
        let answered = match others.as_slice() {
            [] => String::new(),
            others => format!(" (answered by {})", others.join(", ")),
        };
        match s.model.as_str() {
            "" => format!("{}{answered}", s.provider),
            model => format!("{} {model}{answered}", s.provider),
        }
    };
    if council.panel.offline {
        return format!("panel: {OFFLINE} on all {} seats", council.subagents.len());
    }
    let one_mind: BTreeSet<String> = council.subagents.iter().map(who).collect();
    if one_mind.len() == 1 {
        let who = one_mind.into_iter().next().unwrap_or_default();
        return format!("{who} on all {} seats", council.subagents.len());
    }
    let each: Vec<String> =
        council.subagents.iter().map(|s| format!("{} {}", s.agent_id, who(s))).collect();
    each.join(", ")
}

/// `14 files at 1a2b3c4d5e6f, 2 of them not committed`; `5 files, none committed yet`.
pub(super) fn about(bundle: &Bundle) -> String {
    let inputs = &bundle.inputs;
    let read = inputs.dossier().count();
    let files = count(read, "file", "files");
    let commit = match &inputs.commit {
        Some(commit) => format!(" at {}", commit.chars().take(12).collect::<String>()),
        None => " outside of any commit".to_owned(),
    };
    match inputs.uncommitted.len() {
        0 => format!("{files}{commit}"),
        n if n == read => format!("{files}, none committed yet"),
        n => format!("{files}{commit}, {n} of them not committed"),
    }
}

/// How long it took, and what of.
pub(super) fn course(council: &CouncilMetadata) -> String {
    let claims = council.total_findings_generated as usize;
    let resolved = match council.contested_items_resolved {
        0 => String::new(),
        n => format!(", {n} voted on"),
    };
    let down = match council.down_time_seconds {
        0 => String::new(),
        n => format!(" and {n} s down"),
    };
    let seconds = match council.elapsed_time_seconds {
        0 if down.is_empty() => String::new(),
        n => format!(" in {n} s"),
    };
    let merged = match claims {
        0 => String::new(),
        n if n == council.findings_after_dedup as usize => {
            format!("; {}", count(claims, "claim", "claims"))
        }
        _ => {
            let merged = council.findings_after_dedup;
            format!("; {} merged to {merged}", count(claims, "claim", "claims"))
        }
    };
    format!(
        "{}{seconds}{down}, {} of {} tokens{merged}{resolved}",
        count(council.cycles_completed.into(), "cycle", "cycles"),
        grouped(council.tokens.spent),
        grouped(council.tokens.budget),
    )
}

/// What the calls came to, when anything was sent.
pub(super) fn calls(bundle: &Bundle) -> Option<String> {
    let cost = bundle.council_metadata.as_ref()?.cost.as_ref()?;
    let sent = bundle.calls.iter().filter(|call| call.cost_usd.is_some());
    let kept = sent.clone().filter(|call| call.receipt.kept_from.is_some()).count();
    let kept = match kept {
        0 => String::new(),
        n => format!(", {n} of them answered from what was kept"),
    };
    let known = format!("{} USD", cost.known_usd);
    let all = sent.count();
    let cost = match cost.unknown_calls as usize {
        0 => known,
        n if n == all => "cost unknown: `prices` in council.yaml says what tokens cost".to_owned(),
        n => format!("{known}, and {} of unknown cost", count(n, "call", "calls")),
    };
    let looked = looked(bundle).map(|looked| format!("; {looked}")).unwrap_or_default();
    Some(format!("{} to models{kept}; {cost}{looked}", count(all, "call", "calls")))
}

/// How much members asked to see; none when they asked for nothing.
fn looked(bundle: &Bundle) -> Option<String> {
    let looks = || bundle.calls.iter().flat_map(|call| &call.looks);
    let rounds = bundle.calls.iter().map(|call| {
        let turns: BTreeSet<u32> = call.looks.iter().map(|look| look.turn).collect();
        turns.len()
    });
    let rounds: usize = rounds.sum();
    if rounds == 0 {
        return None;
    }
    let files: BTreeSet<_> = looks().filter_map(|look| look.file.as_ref()).collect();
    let refused = looks().filter(|look| look.why.is_some()).count();
    let refused = match refused {
        0 => String::new(),
        n => format!(", {n} refused"),
    };
    let (rounds, files) = (count(rounds, "look", "looks"), count(files.len(), "file", "files"));
    Some(format!("{rounds} at {files}{refused}"))
}

/// How often the seats said the same; one mind on several seats is told.
pub(super) fn agreement(council: &CouncilMetadata) -> Option<String> {
    let panel = &council.panel;
    if panel.offline || panel.agreement.iter().all(|pair| pair.of == 0) {
        return None;
    }
    let pairs = panel.agreement.iter().filter(|pair| pair.of > 0).map(|pair| {
        let [a, b] = &pair.agents;
        format!("{a} and {b} on {} of {}", pair.same, pair.of)
    });
    let pairs: Vec<String> = pairs.collect();
    let minds = match panel.distinct_models {
        1 => "; one model held every seat, so these are no independent opinions",
        _ => "",
    };
    Some(format!("agreed: {}{minds}", pairs.join(", ")))
}

/// `150,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
