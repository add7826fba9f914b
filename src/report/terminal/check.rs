//! The page of `check`: each RFC in question in a line or two, then what the gates find of those
//! that do not pass.

use super::findings;
use super::gates::{against, because, idle_waivers};
use super::item::Item;
use crate::evidence::v2::check::{Check, CheckReport, CheckStatus, EvidenceFault};
use crate::evidence::v2::gates::{Change, weighing};
use crate::model::Severity;
use crate::report::because::Explains;
use crate::report::page::{Detail, Page, Style, Tone};
use crate::report::titles::Titles;

/// Where the RFC stands in a line.
const RFC: usize = 20;
/// Where the reason stands.
const REASON: usize = 30;
/// As many reasons are given.
const REASONS: usize = 8;

/// What `check` says.
pub fn check(report: &CheckReport, style: Style) -> String {
    let mut page = Page::new(style);
    if let Some(base) = &report.base {
        against(&mut page, base);
    }
    if report.checks.is_empty() {
        page.line(
            0,
            Tone::Plain,
            match report.base {
                Some(_) => "this change touches no RFC",
                None => "there is no RFC to check",
            },
        );
    }
    for check in &report.checks {
        line(&mut page, check);
    }
    touched(&mut page, &report.evidence);
    let outside: Vec<Item<'_>> = report.repository.findings.iter().map(Item::from).collect();
    if style.detail > Detail::Quiet {
        for check in &report.checks {
            found(&mut page, check);
        }
        if !outside.is_empty() {
            page.heading("what belongs to no RFC");
            findings::show(&mut page, &outside, &Titles::default());
        }
    }
    idle_waivers(&mut page, &report.repository.waivers);
    let failed = report.checks.iter().filter(|check| !check.status.passes()).count();
    if report.checks.len() > 1 {
        page.gap();
        let rest = report.checks.len() - failed;
        let text = match failed {
            0 => format!("all {rest} pass"),
            _ => format!("{} of {} do not pass", failed, report.checks.len()),
        };
        page.line(0, Tone::Strong, &text);
    }
    page.gap();
    if let Some(line) = &report.no_base {
        page.line(0, Tone::Quiet, line);
    }
    page.line(0, Tone::Quiet, &report.trust);
    page.finish()
}

/// What the change does to evidence that no change may do.
fn touched(page: &mut Page, faults: &[EvidenceFault]) {
    for fault in faults.iter().take(REASONS) {
        page.put(Tone::Bad, "BLOCKER");
        page.put(Tone::Plain, "  ");
        page.flow(Tone::Plain, RFC, &format!("{}: {}", fault.code.as_str(), fault.line));
        page.end();
        page.advise(&fault.next);
    }
    let more = faults.len().saturating_sub(REASONS);
    if more > 0 {
        page.line(2, Tone::Quiet, &format!("and {more} more evidence files"));
    }
}

fn tone(status: CheckStatus) -> Tone {
    match status {
        CheckStatus::Passed => Tone::Good,
        CheckStatus::NotApplicable | CheckStatus::Removed => Tone::Quiet,
        CheckStatus::NeedsAdjudication => Tone::Warning,
        CheckStatus::Missing | CheckStatus::Refused | CheckStatus::Stale | CheckStatus::Failed => {
            Tone::Bad
        }
    }
}

fn line(page: &mut Page, check: &Check) {
    page.put(tone(check.status), check.status.as_str());
    page.put(Tone::Plain, "  ");
    page.indent(RFC);
    page.put(Tone::Strong, check.rfc_id.name().as_str());
    page.put(Tone::Plain, "  ");
    page.indent(REASON);
    let mut reasons = check.coded();
    if let Some(first) = reasons.next() {
        page.flow(Tone::Plain, REASON, &first);
    }
    page.end();
    for reason in reasons.by_ref().take(REASONS - 1) {
        page.line(REASON, Tone::Plain, &reason);
    }
    match reasons.count() {
        0 => {}
        more => page.line(REASON, Tone::Quiet, &format!("and {more} more")),
    }
    let is_news = check.because.iter().any(|reason| !check.reasons.contains(reason));
    if page.style().detail > Detail::Quiet && is_news {
        because(page, &check.because);
    }
    for line in check.changed_since.iter().take(REASONS) {
        page.indent(2);
        page.flow(Tone::Quiet, 4, line);
        page.end();
    }
    if let Some(next) = &check.next {
        page.advise(next);
    }
}

/// What the gates find of an RFC that does not pass: with a base what the change introduced, and
/// else what weighs.
fn found(page: &mut Page, check: &Check) {
    let everything = page.style().detail == Detail::Full;
    let is_shown = |change, severity| match change {
        _ if everything => true,
        Some(change) => change == Change::Introduced,
        None => severity >= Severity::Major,
    };
    let explains = Explains::in_review(&check.findings);
    let shown: Vec<Item<'_>> = weighing(&check.findings)
        .filter(|finding| is_shown(finding.change, finding.severity))
        .map(|finding| Item::from(finding).explaining(&explains))
        .collect();
    if shown.is_empty() {
        return;
    }
    page.heading(&format!("what the gates find of {}", check.rfc_id));
    findings::show(page, &shown, &Titles::default());
}
