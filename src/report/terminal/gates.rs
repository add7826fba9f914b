//! The page of `gates`: the deterministic gates alone.

use super::findings::{self, Weight};
use super::item::Item;
use super::summary::{Row, table};
use super::{next, status_line};
use crate::evidence::v1::gates::{Base, Change, GateFinding, GatesReport, GatesReview, weighing};
use crate::model::GateStatus;
use crate::report::page::{Detail, Page, Style, Tone};

/// What the gates say of each RFC, then of the repository, then the table of all.
pub fn gates(report: &GatesReport, style: Style) -> String {
    let mut page = Page::new(style);
    if let Some(base) = &report.base {
        against(&mut page, base);
        if report.reviews.is_empty() {
            page.line(0, Tone::Plain, "it concerns no RFC");
        }
    }
    for (i, review) in report.reviews.iter().enumerate() {
        if i > 0 {
            page.gap();
            page.end();
        }
        one(&mut page, review);
    }
    let outside: Vec<Item<'_>> = report.repository.findings.iter().map(Item::from).collect();
    if !outside.is_empty() {
        if !report.reviews.is_empty() {
            page.gap();
            page.end();
        }
        page.put(Tone::Strong, "REPOSITORY");
        page.put(Tone::Plain, "  what belongs to no RFC");
        page.end();
        if style.detail > Detail::Quiet {
            findings::show(&mut page, &outside);
        }
    }
    if style.detail > Detail::Quiet {
        idle_waivers(&mut page, &report.repository.waivers);
    }
    if report.reviews.len() > 1 {
        page.gap();
        page.end();
        let rows: Vec<Row> = report.reviews.iter().map(Row::from).collect();
        table(&mut page, &rows);
    }
    if report.reviews.is_empty() && outside.is_empty() && report.base.is_none() {
        page.line(0, Tone::Plain, "there is no RFC to look at");
    }
    page.finish()
}

/// What a change is held against, and what of the policy it would alter.
pub(super) fn against(page: &mut Page, base: &Base) {
    let short = |commit: &str| commit.chars().take(12).collect::<String>();
    let fork = match short(&base.merge_base) {
        fork if base.merge_base == base.commit => fork,
        fork => format!("{fork}, where it was left; the policy is that of {}", short(&base.commit)),
    };
    page.line(0, Tone::Quiet, &format!("the change since {} ({fork})", base.name));
    for line in &base.policy_changes {
        page.line(0, Tone::Warning, line);
    }
}

/// As many reasons are named for which an RFC is in question.
const REASONS: usize = 4;

/// Why a change put an RFC in question.
pub(super) fn because(page: &mut Page, reasons: &[String]) {
    if reasons.is_empty() {
        return;
    }
    let mut named: Vec<&str> = reasons.iter().take(REASONS).map(String::as_str).collect();
    let more = format!("{} more", reasons.len().saturating_sub(REASONS));
    if reasons.len() > REASONS {
        named.push(&more);
    }
    page.line(2, Tone::Quiet, &format!("in question: {}", named.join("; ")));
}

fn one(page: &mut Page, review: &GatesReview) {
    page.put(Tone::from(review.verdict), review.verdict.as_str());
    page.put(Tone::Plain, "  ");
    page.put(Tone::Strong, review.rfc_id.as_str());
    page.put(Tone::Quiet, "  ");
    page.flow(Tone::Quiet, 2, "by the deterministic gates alone");
    page.end();
    let weight = Weight::of(weighing(&review.findings).map(|f| f.severity));
    let mut why = match state(&review.state) {
        Some(state) => format!("{state}; {weight}"),
        None => weight.to_string(),
    };
    let held_back = review.findings.len() - weighing(&review.findings).count();
    if held_back > 0 {
        why.push_str(&format!(", {held_back} waived"));
    }
    let clean = review.findings.is_empty();
    let passed = review.gates.iter().all(|g| g.status == GateStatus::Passed);
    if clean && passed {
        why.push_str(", all gates passed");
    }
    page.line(2, Tone::Plain, &why);
    because(page, &review.because);
    let is_all = clean && passed && review.fixed.as_ref().is_none_or(Vec::is_empty);
    if page.style().detail == Detail::Quiet || is_all {
        return;
    }
    page.heading("gates");
    for gate in &review.gates {
        let own = || review.findings.iter().filter(|f| f.gate_id == gate.gate_id);
        let open = weighing(&review.findings).filter(|f| f.gate_id == gate.gate_id);
        let mut parts: Vec<String> = Weight::of(open.map(|f| f.severity)).parts().collect();
        let waived = own().filter(|finding| finding.waiver.is_some()).count();
        if waived > 0 {
            parts.push(format!("{waived} waived"));
        }
        status_line(page, gate.gate_id.as_str(), gate.status, &parts.join(", "));
    }
    let items: Vec<Item<'_>> = weighing(&review.findings).map(Item::from).collect();
    waived(page, &review.findings);
    let Some(fixed) = &review.fixed else {
        findings::show(page, &items);
        return next::after_gates(page, &review.rfc_id, review.verdict, &items);
    };
    changes(page, &review.findings, fixed);
    let introduced: Vec<Item<'_>> = of_change(&review.findings).map(Item::from).collect();
    let first = if introduced.is_empty() { &items } else { &introduced };
    next::after_gates(page, &review.rfc_id, review.verdict, first);
}

/// A line for each finding that a waiver holds back.
fn waived(page: &mut Page, findings: &[GateFinding]) {
    let held = || findings.iter().filter_map(|finding| Some((finding, finding.waiver.as_ref()?)));
    if held().next().is_none() {
        return;
    }
    page.heading("waived");
    for (finding, waiver) in held() {
        page.indent(2);
        page.put(Tone::Quiet, &format!("{waiver}: "));
        let (severity, rule, place) = (finding.severity, &finding.rule, &finding.location);
        page.flow(Tone::Plain, 6, &format!("{severity}[{rule}] {} ({place})", finding.description));
        page.end();
    }
}

/// Waivers that hold nothing back.
pub(super) fn idle_waivers(page: &mut Page, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    page.heading("waivers that hold nothing back");
    for line in lines {
        page.line(2, Tone::Warning, line);
    }
}

/// What a change did to the gates' findings of one RFC.
pub fn change(review: &GatesReview, style: Style) -> String {
    let mut page = Page::new(style);
    changes(&mut page, &review.findings, review.fixed.as_deref().unwrap_or_default());
    because(&mut page, &review.because);
    page.finish()
}

/// What a change did: what it introduced in full, what it fixed in a line each, and how much was
/// there before.
fn changes(page: &mut Page, findings: &[GateFinding], fixed: &[GateFinding]) {
    page.heading("what the change did to the gates' findings");
    page.line(2, Tone::Plain, &tally(findings, fixed));
    let everything = page.style().detail == Detail::Full;
    let shown: Vec<Item<'_>> = findings
        .iter()
        .filter(|finding| everything || finding.change == Some(Change::Introduced))
        .map(Item::from)
        .collect();
    findings::show(page, &shown);
    if !fixed.is_empty() {
        page.heading("fixed");
    }
    for finding in fixed {
        let place = &finding.location;
        page.indent(2);
        page.put(Tone::Good, &format!("{}[{}]", finding.severity, finding.rule));
        page.flow(Tone::Plain, 6, &format!(": {} ({place})", finding.description));
        page.end();
    }
    if shown.len() < findings.len() {
        page.gap();
        page.line(2, Tone::Quiet, "--verbose shows also what was there before");
    }
}

/// The findings that the change introduced.
fn of_change(findings: &[GateFinding]) -> impl Iterator<Item = &GateFinding> {
    weighing(findings).filter(|finding| finding.change == Some(Change::Introduced))
}

/// `2 introduced, 14 were there before, 1 fixed`.
fn tally(findings: &[GateFinding], fixed: &[GateFinding]) -> String {
    let introduced = of_change(findings).count();
    let there = findings.len() - introduced;
    format!("{introduced} introduced, {there} there before, {} fixed", fixed.len())
}

/// What a state other than OK means to a reader.
fn state(state: &str) -> Option<&str> {
    Some(match state {
        "OK" => return None,
        "NOT_DECOMPOSED" => "it has requirements and no ticket yet",
        "SEED_ONLY" => "its folder holds no YAML yet",
        "MISSING_FOLDER" => "tickets bind it, and it has no folder",
        "RETIRED" => "every ticket that binds it is cancelled or superseded",
        "NO_RFC_YAML" => "its folder holds none of the RFC's own YAML files",
        other => other,
    })
}
