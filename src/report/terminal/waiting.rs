//! What waits for a person: the list of all, and one point with both sides.

use std::collections::BTreeMap;

use super::findings;
use super::item::Item;
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::ruling::Ruling;
use crate::model::opinion::Vote;
use crate::model::{FindingId, Timestamp};
use crate::report::drawing;
use crate::report::escalation::votes;
use crate::report::page::{Detail, Page, Style, Tone, count, cut};
use crate::report::reason;
use crate::report::titles::Titles;
use crate::report::votes::{SaidVote, voices};

/// A review that waits for a person.
#[derive(Debug, Clone, Copy)]
pub struct WaitingReview<'a> {
    /// Its bundle.
    pub bundle: &'a Bundle,
    /// The bundle's path.
    pub path: &'a str,
    /// The escalation page's path, when it is there.
    pub page: Option<&'a str>,
    /// What was decided so far.
    pub rulings: &'a BTreeMap<FindingId, Ruling>,
    /// Files that pass for rulings and cannot be read.
    pub damaged: &'a [String],
}

/// What waits, how long, and on whom.
pub fn escalations(cases: &[WaitingReview<'_>], now: Timestamp, style: Style) -> String {
    let mut page = Page::new(style);
    if cases.is_empty() {
        page.line(0, Tone::Plain, "nothing waits for a person");
    }
    for case in cases {
        page.gap();
        one(&mut page, case, now);
    }
    page.finish()
}

fn one(page: &mut Page, case: &WaitingReview<'_>, now: Timestamp) {
    let bundle = case.bundle;
    let points = bundle.deadlocked_findings.len();
    let open = points - case.rulings.len();
    page.put(Tone::Strong, bundle.rfc_id.name().as_str());
    page.put(Tone::Plain, &Titles::of(bundle).after(bundle.rfc_id.name().as_str()));
    let who = bundle.escalation_target.as_deref().unwrap_or("a person");
    let since = waited(bundle.review_timestamp, now);
    page.end();
    page.indent(2);
    page.put(Tone::Warning, &format!("{open} of {} open", count(points, "point", "points")));
    page.flow(Tone::Plain, 2, &format!(", waiting {since} for {who}"));
    page.end();
    if let Some(settled) = reason::settled(bundle) {
        page.line(2, Tone::Plain, &settled);
    }
    for finding in &bundle.findings {
        if !bundle.deadlocked_findings.contains(&finding.finding_id) {
            continue;
        }
        page.indent(2);
        page.put(Tone::from(finding.severity), finding.finding_id.as_str());
        page.put(Tone::Plain, "  ");
        match case.rulings.get(&finding.finding_id) {
            Some(ruling) => {
                let (done, by) = (ruling.decision.done(), &ruling.by);
                let said = format!("{done} by {by} on {}: {}", ruling.ruled_at, ruling.reason);
                page.flow(Tone::Quiet, 6, &said);
            }
            None => {
                let what = format!("{} {}", finding.severity, finding.subcategory);
                let text = cut(&finding.description, 160);
                page.flow(Tone::Plain, 6, &format!("{what} at {}: {text}", finding.location));
            }
        }
        page.end();
    }
    for line in case.damaged {
        page.line(2, Tone::Warning, &format!("not a ruling: {line}"));
    }
    if page.style().detail > Detail::Quiet {
        page.line(2, Tone::Quiet, &format!("both sides: {}", case.page.unwrap_or(case.path)));
        page.indent(2);
        page.put(Tone::Quiet, "decide: ");
        page.put(Tone::Act, &format!("council-review adjudicate {}", bundle.rfc_id));
        page.end();
    }
}

/// `3 days`, `5 hours`, `12 minutes`.
fn waited(since: Timestamp, now: Timestamp) -> String {
    let seconds = usize::try_from(now.unix() - since.unix()).unwrap_or(0);
    match seconds {
        0..60 => "less than a minute".to_owned(),
        60..3_600 => count(seconds / 60, "minute", "minutes"),
        3_600..86_400 => count(seconds / 3_600, "hour", "hours"),
        _ => count(seconds / 86_400, "day", "days"),
    }
}

/// One open point with both sides, for the person who decides it.
pub fn point(finding: &Finding, style: Style) -> String {
    let mut page = Page::new(Style { detail: Detail::Full, ..style });
    findings::show(&mut page, &[Item::from(finding)], &Titles::default());
    passage(&mut page, finding);
    sides(&mut page, finding, false);
    page.gap();
    page.line(0, Tone::Quiet, &votes(finding));
    page.finish()
}

/// The passage that a finding rests on, where the drawing above does not hold it whole.
pub(super) fn passage(page: &mut Page, finding: &Finding) {
    let quote = finding.quote.trim();
    let width = page.style().width.saturating_sub(2);
    if drawing::underlined(finding, width).contains(quote) {
        return;
    }
    page.heading("the passage");
    for line in quote.lines() {
        page.line(2, Tone::Plain, line);
    }
}

/// Who said what for and against a finding, and the ways out that were proposed.
pub(super) fn sides(page: &mut Page, finding: &Finding, is_of_rules: bool) {
    let mut side = |name: &str, voices: &[SaidVote]| {
        page.heading(name);
        if voices.is_empty() {
            page.line(2, Tone::Quiet, "nobody");
        }
        for voice in voices {
            page.indent(2);
            page.put(Tone::Strong, voice.seat.as_str());
            page.put(Tone::Plain, &voice.how);
            page.flow(Tone::Plain, 4, &format!(": {}", voice.reason));
            page.end();
            if !voice.missed.is_empty() {
                page.line(4, Tone::Quiet, &format!("had missed {}", voice.missed));
            }
        }
    };
    side("for", &voices(finding, Some(Vote::Support), is_of_rules));
    side("against", &voices(finding, Some(Vote::Oppose), is_of_rules));
    side("neither", &voices(finding, None, is_of_rules));
    page.heading("proposed fixes");
    for way in &finding.remediations {
        let backers: Vec<&str> = way.backed_by.iter().map(|seat| seat.as_str()).collect();
        page.line(
            2,
            Tone::Plain,
            &format!("{} ({}): {}", way.proposal_id, backers.join(", "), way.text),
        );
    }
    if finding.remediations.is_empty() {
        page.line(2, Tone::Quiet, "none was proposed");
    }
}

/// What people decided, in a review that they brought to its end.
pub(super) fn settled(page: &mut Page, rulings: &[Ruling]) {
    if rulings.is_empty() {
        return;
    }
    page.heading("decided by people");
    for ruling in rulings {
        page.indent(2);
        page.put(Tone::Strong, ruling.finding_id.as_str());
        page.put(Tone::Plain, "  ");
        let (done, by) = (ruling.decision.done(), &ruling.by);
        let said = format!("{done} by {by} on {}: {}", ruling.ruled_at, ruling.reason);
        page.flow(Tone::Plain, 6, &said);
        page.end();
    }
}
