//! A finding that waits for a person, as a council is shown it: the finding, its quote in context, what
//! the gate asks, and both sides' reasons; no name, no ballot, no tally (COUNCILS.md §7).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{AskInputs, AskWish};
use crate::app::AppFault;
use crate::app::adjudicate::{self, Waiting};
use crate::evidence::v2::bundle::{BallotStatus, Finding};
use crate::gates;
use crate::model::opinion::Vote;
use crate::model::slip::did_you_mean;
use crate::model::{FindingId, LinedText, SubjectId};
use crate::source::exclusion::text_of;

/// Lines around the quote.
const AROUND: u32 = 10;

/// One wish for each finding that a wish is about: each is a council of its own. A wish without
/// `--escalation` is one.
///
/// # Errors
/// No review waits, or not for such a finding.
pub fn each(wish: &AskWish, from: &AskInputs<'_>) -> Result<Vec<AskWish>, AppFault> {
    let Some(rfc) = &wish.escalation else { return Ok(vec![wish.clone()]) };
    let waiting = adjudicate::ready(from.workspace, from.archive, rfc)?;
    let open: Vec<&FindingId> = waiting.open().map(|finding| &finding.finding_id).collect();
    let findings: Vec<FindingId> = match wish.findings.is_empty() {
        true => open.into_iter().cloned().collect(),
        false => {
            let odd = wish.findings.iter().find(|finding| !open.contains(finding));
            if let Some(odd) = odd {
                return Err(not_open(odd, rfc, &waiting));
            }
            let mut seen = BTreeSet::new();
            wish.findings.iter().filter(|finding| seen.insert(*finding)).cloned().collect()
        }
    };
    let one = |finding| AskWish { findings: vec![finding], ..wish.clone() };
    Ok(findings.into_iter().map(one).collect())
}

/// The one finding of a wish, and what members are shown of it.
///
/// # Errors
/// It waits for nobody, or the wish names none or several.
pub(super) fn told(
    rfc: &SubjectId,
    findings: &[FindingId],
    from: &AskInputs<'_>,
) -> Result<(FindingId, String), AppFault> {
    let [id] = findings else {
        return Err(AppFault::Usage(format!(
            "a council decides on one finding of {rfc}: name it with --finding"
        )));
    };
    let waiting = adjudicate::ready(from.workspace, from.archive, rfc)?;
    let finding = waiting.open().find(|finding| finding.finding_id == *id);
    let finding = finding.ok_or_else(|| not_open(id, rfc, &waiting))?;
    Ok((id.clone(), page(finding, from)))
}

fn not_open(id: &FindingId, rfc: &SubjectId, waiting: &Waiting) -> AppFault {
    let open: Vec<&str> = waiting.open().map(|open| open.finding_id.as_str()).collect();
    let named = match open.is_empty() {
        true => "; nothing of it is open".to_owned(),
        false => did_you_mean(&open),
    };
    AppFault::BadInput(format!("{id} is not open in the review of {rfc}{named}"))
}

/// What is shown of a finding.
fn page(finding: &Finding, from: &AskInputs<'_>) -> String {
    let mut out = String::new();
    let mut say = |line: String| {
        out.push_str(&line);
        out.push('\n');
    };
    let subject =
        finding.ticket_id.as_ref().map_or(String::new(), |ticket| format!(" of {ticket}"));
    say(format!("FINDING {}{subject}", finding.finding_id));
    say(format!("{} {}: {}", finding.severity, finding.subcategory, finding.subcategory.meaning()));
    say(format!("at {}", finding.location));
    say(finding.description.clone());
    if !finding.quote.is_empty() {
        say(format!("quote: {}", finding.quote));
    }
    say(format!("gate {}: {}", finding.gate_id, gates::meta(finding.gate_id).asks));
    if let Some(context) = context(finding, from) {
        say(format!("\nIN CONTEXT\n{context}"));
    }
    for (side, vote) in [("FOR IT", Vote::Support), ("AGAINST IT", Vote::Oppose)] {
        let reasons = reasons(finding, vote);
        say(format!("\n{side}"));
        match reasons.is_empty() {
            true => say("nobody gave a reason".to_owned()),
            false => reasons.iter().for_each(|reason| say(format!("- {reason}"))),
        }
    }
    if !finding.remediations.is_empty() {
        say("\nWHAT COULD BE DONE".to_owned());
        finding.remediations.iter().for_each(|way| say(format!("- {}", way.text)));
    }
    out
}

/// The lines around the finding's place, numbered.
fn context(finding: &Finding, from: &AskInputs<'_>) -> Option<String> {
    let (text, _) = text_of(from.files, &finding.location.file).ok()?;
    let text = LinedText::of(text);
    let at = finding.location.line;
    let last = u32::try_from(text.lines().count()).ok()?;
    let range = at.saturating_sub(AROUND).max(1)..=at.saturating_add(AROUND).min(last);
    let mut out = String::new();
    for number in range {
        let _ = writeln!(out, "{number:>5} {}", text.line(number));
    }
    (!out.is_empty()).then_some(out)
}

/// The reasons of one side, each once and in the order of their text, so that no order tells whose
/// they are.
fn reasons(finding: &Finding, side: Vote) -> BTreeSet<&str> {
    let raised = finding.raised_by.iter().map(|raise| raise.description.as_str());
    let raised = raised.filter(|said| side == Vote::Support && *said != finding.description);
    let stances = finding.stances.iter().filter(|stance| stance.vote == side);
    let ballots = finding
        .ballots
        .iter()
        .filter(|ballot| ballot.status == BallotStatus::Cast && ballot.vote == Some(side));
    let all = raised
        .chain(stances.map(|stance| stance.reason.as_str()))
        .chain(ballots.map(|ballot| ballot.reason.as_str()));
    all.map(str::trim).filter(|reason| !reason.is_empty()).collect()
}
