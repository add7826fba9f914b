//! The page of `gates`: the deterministic gates alone.

use super::findings::{self, Weight};
use super::item::Item;
use super::summary::{Row, table};
use super::{next, status_line};
use crate::evidence::v1::gates::{GatesReport, GatesReview};
use crate::model::GateStatus;
use crate::report::page::{Detail, Page, Style, Tone};

/// What the gates say of each RFC, then of the repository, then the table of all.
pub fn gates(report: &GatesReport, style: Style) -> String {
    let mut page = Page::new(style);
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
    if report.reviews.len() > 1 {
        page.gap();
        page.end();
        let rows: Vec<Row> = report.reviews.iter().map(Row::from).collect();
        table(&mut page, &rows);
    }
    if report.reviews.is_empty() && outside.is_empty() {
        page.line(0, Tone::Plain, "there is no RFC to look at");
    }
    page.finish()
}

fn one(page: &mut Page, review: &GatesReview) {
    page.put(Tone::from(review.verdict), review.verdict.as_str());
    page.put(Tone::Plain, "  ");
    page.put(Tone::Strong, review.rfc_id.as_str());
    page.put(Tone::Quiet, "  ");
    page.flow(Tone::Quiet, 2, "by the deterministic gates alone");
    page.end();
    let weight = Weight::of(review.findings.iter().map(|f| f.severity));
    let mut why = match state(&review.state) {
        Some(state) => format!("{state}; {weight}"),
        None => weight.to_string(),
    };
    let clean = review.findings.is_empty();
    let passed = review.gates.iter().all(|g| g.status == GateStatus::Passed);
    if clean && passed {
        why.push_str(", all gates passed");
    }
    page.line(2, Tone::Plain, &why);
    if page.style().detail == Detail::Quiet || (clean && passed) {
        return;
    }
    page.heading("gates");
    for gate in &review.gates {
        let own = || review.findings.iter().filter(|f| f.gate_id == gate.gate_id);
        let parts: Vec<String> = Weight::of(own().map(|f| f.severity)).parts().collect();
        status_line(page, gate.gate_id.as_str(), gate.status, &parts.join(", "));
    }
    let items: Vec<Item<'_>> = review.findings.iter().map(Item::from).collect();
    findings::show(page, &items);
    next::after_gates(page, &review.rfc_id, review.verdict, &items);
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
