//! A session for people: who sat, what was found, who said what of it. For sessions of which no
//! bundle came, or none yet.

use super::findings;
use super::item::Item;
use super::waiting::point;
use crate::evidence::v2::bundle::{Finding, Subagent};
use crate::evidence::v2::session::SessionSummary;
use crate::report::page::{Detail, Page, Style, Tone};
use crate::report::titles::Titles;

/// The page of a session. `bundle` is the line on its bundle, `next` the command to run next, if
/// there is one.
pub fn session(
    session: &SessionSummary,
    findings: &[Finding],
    bundle: &str,
    next: Option<&str>,
    style: Style,
) -> String {
    let mut page = Page::new(style);
    page.put(Tone::Strong, session.session_id.as_str());
    page.put(Tone::Plain, &format!("  {}", session.state));
    page.end();
    if let Some(reason) = &session.terminal_reason {
        page.line(2, Tone::Plain, reason);
    }
    page.line(2, Tone::Plain, bundle);
    page.heading("seats");
    for seat in &session.subagents {
        sat(&mut page, seat);
    }
    let (by_gates, by_seats): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| finding.rule.is_some());
    if findings.is_empty() {
        page.heading("findings");
        page.line(2, Tone::Plain, "none so far");
    }
    let items: Vec<Item<'_>> = by_gates.into_iter().map(Item::from).collect();
    findings::show(&mut page, &items, &Titles::default());
    let mut text = page.finish();
    for finding in by_seats {
        text.push('\n');
        text.push_str(&point(finding, style));
    }
    let mut page = Page::new(style);
    if let Some(command) = next.filter(|_| style.detail > Detail::Quiet) {
        page.heading("next");
        page.indent(2);
        page.put(Tone::Act, command);
        page.end();
    }
    text + &page.finish()
}

fn sat(page: &mut Page, seat: &Subagent) {
    let modes: Vec<String> =
        seat.selected_modes.iter().map(|mode| mode.number().to_string()).collect();
    page.indent(2);
    page.put(Tone::Strong, seat.agent_id.as_str());
    let held = match seat.provider.as_str() {
        "offline" => "offline".to_owned(),
        provider => format!("{provider} {}", seat.model),
    };
    let mut text = format!("{held}, modes {}", modes.join(" "));
    if modes.is_empty() {
        text = format!("{held}, no modes yet");
    }
    if let Some(failure) = &seat.failure {
        text.push_str(&format!("; out since cycle {}: {}", failure.cycle, failure.fault));
    }
    page.put(Tone::Plain, "  ");
    page.flow(Tone::Plain, 4, &text);
    page.end();
}
