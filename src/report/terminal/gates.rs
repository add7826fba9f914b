//! The page of `gates`: the deterministic gates alone.

use std::collections::BTreeSet;

use super::findings;
use super::item::Item;
use super::summary::{Row, table};
use super::{next, status_line};
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::gates::{
    Base, Change, GateFinding, GatesReport, GatesReview, Leaving, RepositoryFindings, weighing,
};
use crate::model::{GateStatus, Severity, Verdict};
use crate::report::because::Explains;
use crate::report::finding::Weight;
use crate::report::page::{Detail, Page, Style, Tone, cut};
use crate::report::titles::Titles;

/// What the gates say of each RFC, then of the repository, then the table of all. Commands name
/// `config`, a word of a command line.
pub fn gates(report: &GatesReport, config: Option<&str>, style: Style) -> String {
    let mut page = Page::new(style);
    if let Some(base) = &report.base {
        against(&mut page, base);
        if report.reviews.is_empty() && report.leaving.is_empty() {
            page.line(0, Tone::Plain, "this change touches no RFC");
        }
    }
    for one in &report.leaving {
        leaving(&mut page, one);
    }
    for (i, review) in report.reviews.iter().enumerate() {
        if i > 0 {
            page.gap();
            page.end();
        }
        one(&mut page, review, config);
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
            findings::show(&mut page, &outside, &Titles::default());
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

/// An RFC that a change takes out of view, in a few lines.
fn leaving(page: &mut Page, one: &Leaving) {
    let (tone, word) = match one.is_allowed {
        true => (Tone::Quiet, "REMOVED"),
        false => (Tone::Warning, "NEEDS_ADJUDICATION"),
    };
    page.put(tone, word);
    page.put(Tone::Plain, "  ");
    page.put(Tone::Strong, one.rfc_id.name().as_str());
    page.end();
    for reason in &one.reasons {
        page.line(2, Tone::Plain, reason);
    }
    because(page, &one.because);
}

/// What belongs to no RFC, after the reviews of a repository or a change.
pub fn repository(found: &RepositoryFindings, style: Style) -> String {
    let mut page = Page::new(style);
    let items: Vec<Item<'_>> = found.findings.iter().map(Item::from).collect();
    if !items.is_empty() {
        page.gap();
        page.end();
        page.put(Tone::Strong, "REPOSITORY");
        page.put(Tone::Plain, "  what belongs to no RFC");
        page.end();
        findings::show(&mut page, &items, &Titles::default());
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

fn one(page: &mut Page, review: &GatesReview, config: Option<&str>) {
    page.put(Tone::from(review.verdict), review.verdict.as_str());
    page.put(Tone::Plain, "  ");
    page.put(Tone::Strong, review.rfc_id.name().as_str());
    page.put(Tone::Quiet, "  ");
    page.flow(Tone::Quiet, 2, "by the deterministic gates alone");
    page.end();
    let weight = Weight::of(weighing(&review.findings).map(|f| f.severity));
    let mut why = match state(&review.state) {
        Some(state) => format!("{state}; {weight}"),
        None => weight.to_string(),
    };
    for part in light(&review.findings, |_| true) {
        why.push_str(&format!(", {part}"));
    }
    let severities: Vec<Severity> = weighing(&review.findings).map(|f| f.severity).collect();
    let by_number = review.verdict == Verdict::Rejected && !severities.contains(&Severity::Blocker);
    if by_number {
        let majors = severities.iter().filter(|severity| **severity == Severity::Major).count();
        why.push_str(&format!("; {}", Verdict::rejected_by_number(majors)));
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
        let open = weighing(&review.findings).filter(|f| f.gate_id == gate.gate_id);
        let severities: Vec<Severity> = open.map(|f| f.severity).collect();
        let light = light(&review.findings, |f| f.gate_id == gate.gate_id);
        let light = (!light.is_empty()).then(|| light.join(", "));
        status_line(page, gate.gate_id.as_str(), gate.status, &severities, light);
    }
    let explains = Explains::in_review(&review.findings);
    let items: Vec<Item<'_>> =
        weighing(&review.findings).map(|f| Item::from(f).explaining(&explains)).collect();
    waived(page, &review.findings, &explains);
    let Some(fixed) = &review.fixed else {
        findings::show(page, &items, &Titles::default());
        return next::after_gates(page, review, &items, config);
    };
    changes(page, &review.findings, fixed);
    let introduced: Vec<Item<'_>> = of_change(&review.findings).map(Item::from).collect();
    let first = if introduced.is_empty() { &items } else { &introduced };
    next::after_gates(page, review, first, config);
}

/// `1 explained`, `2 waived`: what of some findings does not weigh.
fn light(findings: &[GateFinding], is_meant: impl Fn(&GateFinding) -> bool) -> Vec<String> {
    let all = findings.iter().filter(|finding| is_meant(finding));
    let (waived, others): (Vec<_>, Vec<_>) = all.partition(|finding| finding.waiver.is_some());
    let weigh = weighing(findings).filter(|finding| is_meant(finding)).count();
    let explained = others.len() - weigh;
    let mut parts = Vec::new();
    if explained > 0 {
        parts.push(format!("{explained} explained"));
    }
    if !waived.is_empty() {
        parts.push(format!("{} waived", waived.len()));
    }
    parts
}

/// A line for each finding that a waiver holds back, and for what it explains.
fn waived(page: &mut Page, findings: &[GateFinding], explains: &Explains<'_>) {
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
        let explained = finding.finding_id.iter().flat_map(|id| explains.by(id));
        for line in explained {
            page.line(6, Tone::Quiet, &format!("explains: {}", line.text));
        }
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

/// What a change did to the gates' findings of one RFC whose page stands above: a line for each.
pub fn change(review: &GatesReview, bundle: &Bundle, style: Style) -> String {
    let mut page = Page::new(style);
    let (findings, fixed) = (&review.findings, review.fixed.as_deref().unwrap_or_default());
    page.heading(CHANGED);
    page.line(2, Tone::Plain, &tally(findings, fixed));
    let everything = style.detail == Detail::Full;
    for finding in findings {
        match finding.change {
            Some(Change::Introduced) => {
                in_a_line(&mut page, Tone::Plain, "introduced", &known(finding, bundle));
            }
            _ if everything => {
                in_a_line(&mut page, Tone::Quiet, "there before", &known(finding, bundle));
            }
            _ => {}
        }
    }
    for finding in fixed {
        in_a_line(&mut page, Tone::Good, "fixed", &told(finding));
    }
    because(&mut page, &review.because);
    page.finish()
}

const CHANGED: &str = "what the change did to the gates' findings";
/// As much of a description is told in one line.
const TOLD: usize = 100;

fn in_a_line(page: &mut Page, tone: Tone, what: &str, text: &str) {
    page.indent(2);
    page.put(tone, what);
    page.put(Tone::Plain, " ");
    page.flow(Tone::Plain, 6, text);
    page.end();
}

/// A finding of the page above: its id there says enough to find it.
fn known(finding: &GateFinding, bundle: &Bundle) -> String {
    let same =
        |of: &&Finding| of.rule.as_ref() == Some(&finding.rule) && of.location == finding.location;
    match bundle.findings.iter().find(same) {
        Some(same) => format!("{} {}", same.finding_id, told(finding)),
        None => told(finding),
    }
}

fn told(finding: &GateFinding) -> String {
    let (severity, rule, text) = (finding.severity, &finding.rule, cut(&finding.description, TOLD));
    format!("{severity}[{rule}]: {text}")
}

/// What a change did: what it introduced in full, what it fixed in a line each, and how much was
/// there before.
fn changes(page: &mut Page, findings: &[GateFinding], fixed: &[GateFinding]) {
    page.heading(CHANGED);
    page.line(2, Tone::Plain, &tally(findings, fixed));
    let everything = page.style().detail == Detail::Full;
    let is_shown =
        |finding: &&GateFinding| everything || finding.change == Some(Change::Introduced);
    let weigh: BTreeSet<_> = weighing(findings).map(|finding| &finding.finding_id).collect();
    let ids: BTreeSet<_> = findings.iter().filter(is_shown).map(|f| &f.finding_id).collect();
    // What is explained is told below its cause; alone, where that is not shown.
    let is_told = |finding: &&GateFinding| {
        let mut causes = finding.because.iter();
        !weigh.contains(&finding.finding_id)
            && causes.any(|cause| ids.contains(&Some(cause.clone())))
    };
    let explains = Explains::in_review(findings);
    let shown: Vec<Item<'_>> = findings
        .iter()
        .filter(|finding| is_shown(finding) && !is_told(finding))
        .map(|finding| Item::from(finding).explaining(&explains))
        .collect();
    findings::show(page, &shown, &Titles::default());
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
    if !everything && findings.iter().any(|finding| finding.change == Some(Change::Existing)) {
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
    let with = |change| findings.iter().filter(move |finding| finding.change == Some(change));
    let there = with(Change::Existing).count();
    let is_light = |finding: &&GateFinding| !finding.because.is_empty();
    let introduced = of_change(findings).count();
    let explained = match with(Change::Introduced).filter(is_light).count() {
        0 => String::new(),
        n => format!(" with {n} explained"),
    };
    format!("{introduced} introduced{explained}, {there} there before, {} fixed", fixed.len())
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
