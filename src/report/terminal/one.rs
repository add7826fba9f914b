//! One finding of a bundle, whole: what, where, the passage, who said what, and what became of it.

use super::item::Item;
use super::{findings, waiting};
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::model::NodePath;
use crate::report::page::{Detail, Page, Style, Tone};
use crate::report::suppression::aside;

/// A finding with everything that its bundle, which stands at `file`, says of it.
pub fn finding(bundle: &Bundle, finding: &Finding, file: &str, style: Style) -> String {
    let mut page = Page::new(Style { detail: Detail::Full, ..style });
    findings::show(&mut page, &[Item::from(finding)]);
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
    };
    entry(name, &finding.location.path.to_string());
    if finding.quote.trim() != finding.source_line.trim() {
        entry("passage", &finding.quote);
    }
    let became = match aside(bundle, finding) {
        Some(aside) if aside.why.is_empty() => aside.how,
        Some(aside) => format!("{}: {}", aside.how, aside.why),
        None => finding.resolution.as_str().to_owned(),
    };
    entry("resolution", &became);
    entry("signature", &finding.signature.0);
    if finding.source_agent.is_some() {
        waiting::sides(&mut page, finding);
    }
    page.gap();
    page.put(Tone::Quiet, "bundle: ");
    page.put(Tone::Plain, file);
    page.end();
    page.finish()
}
