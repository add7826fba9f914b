//! One finding of a bundle, whole: what, where, the passage, who said what, and what became of it.

use super::item::Item;
use super::{findings, waiting};
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::council::Resolution;
use crate::model::NodePath;
use crate::model::pointing::{LISTED, NOTHING};
use crate::report::because::Explains;
use crate::report::escalation::votes;
use crate::report::finding::{ballots, source};
use crate::report::page::{Detail, Page, Style, Tone};
use crate::report::suppression::aside;
use crate::report::titles::Titles;

/// A finding with everything that its bundle, which stands at `file`, says of it.
pub fn finding(bundle: &Bundle, finding: &Finding, file: &str, style: Style) -> String {
    let mut page = Page::new(Style { detail: Detail::Full, ..style });
    let explains = Explains::in_bundle(&bundle.findings);
    findings::show(
        &mut page,
        &[Item::of(bundle, finding).explaining(&explains)],
        &Titles::of(bundle),
    );
    let id = &finding.finding_id;
    page.heading("in full");
    let mut entry = |name: &str, text: &str| {
        if text.trim().is_empty() {
            return;
        }
        page.indent(2);
        page.put(Tone::Quiet, name);
        page.indent(14);
        page.flow(Tone::Plain, 14, text);
        page.end();
    };
    entry("family", finding.category.as_str());
    entry("gate", finding.gate_id.as_str());
    entry("ticket", finding.ticket_id.as_ref().map_or("", |ticket| ticket.as_str()));
    let name = match finding.location.path {
        NodePath::Line | NodePath::Yaml(_) => "yaml path",
        NodePath::Heading(_) | NodePath::Item(_) => "path",
        NodePath::Entity(_) => "anchor",
    };
    entry(name, &finding.location.path.to_string());
    let became = match aside(bundle, finding) {
        Some(aside) if aside.why.is_empty() => aside.how,
        Some(aside) => format!("{}: {}", aside.how, aside.why),
        None => finding.resolution.as_str().to_owned(),
    };
    let by_vote = match finding.resolution {
        Resolution::Deadlocked => votes(finding),
        _ if finding.ballots.is_empty() || bundle.is_of_rules(finding) => String::new(),
        _ => ballots(finding),
    };
    entry("votes", &by_vote);
    entry("resolution", &became);
    entry("signature", &finding.signature.0);
    waiting::passage(&mut page, finding);
    cites(&mut page, finding);
    if finding.source_agent.is_some() {
        waiting::sides(&mut page, finding, bundle.is_of_rules(finding));
    }
    let again: Vec<&Finding> =
        bundle.findings.iter().filter(|f| f.duplicate_of.as_ref() == Some(id)).collect();
    if !again.is_empty() {
        page.heading("the same or a part of it, said again");
    }
    for other in again {
        page.indent(2);
        page.put(Tone::Strong, &format!("{} ", other.finding_id));
        let (source, place) = (source(other), &other.location);
        page.flow(Tone::Plain, 6, &format!("by {source} at {place}: {}", other.description));
        page.end();
    }
    page.gap();
    page.put(Tone::Quiet, "bundle: ");
    page.put(Tone::Plain, file);
    page.end();
    page.finish()
}

/// Lines of other files that a finding rests on, each looked up by code when it was raised.
fn cites(page: &mut Page, finding: &Finding) {
    if !finding.cites.is_empty() {
        page.heading("rests on");
    }
    for cite in &finding.cites {
        let place = match cite.lines.as_str() {
            NOTHING => format!("nothing at {}", cite.path),
            LISTED => format!("the list of {}", cite.path),
            lines => format!("{}:{lines}", cite.path),
        };
        page.line(2, Tone::Strong, &place);
        for line in cite.quote.lines() {
            // Code keeps its blanks.
            page.indent(4);
            page.put(Tone::Plain, line);
            page.end();
        }
    }
}
