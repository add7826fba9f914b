//! Pages for a terminal: the review, the gates alone, and the table of several.

mod check;
mod council;
mod envelope;
mod findings;
mod gates;
mod history;
mod item;
mod next;
mod one;
mod session;
mod summary;
mod waiting;

#[cfg(test)]
mod tests;

use self::item::Item;
use super::because::Explains;
use super::finding::{answer, counts};
use super::page::{Detail, Page, Style, Tone};
use super::panel::{OFFLINE, about};
use super::reason;
use super::suppression;
use super::titles::Titles;
use crate::evidence::v2::bundle::{Bundle, GateRecord};
use crate::model::{GateStatus, Severity};

pub use check::check;
pub use envelope::envelope;
pub use gates::{change, gates, repository};
pub use history::{since_last, trends};
pub(super) use next::NextStep;
pub use next::escalation_file;
pub use one::finding;
pub use session::session;
pub use summary::{Row, summary};
pub use waiting::{WaitingReview, escalations, point};

/// A review's bundle as a page; `file` is where the bundle stands, `config` the configuration that its
/// commands are to name, as a word of a command line.
pub fn bundle(bundle: &Bundle, file: Option<&str>, config: Option<&str>, style: Style) -> String {
    let mut page = Page::new(style);
    head(&mut page, bundle);
    if style.detail > Detail::Quiet {
        let titles = Titles::of(bundle);
        let explains = Explains::in_bundle(&bundle.findings);
        findings::worst(&mut page, bundle, &titles, &explains);
        page.heading("gates");
        for gate in &bundle.gates {
            gate_line(&mut page, gate, bundle);
        }
        let items = open(bundle, &explains);
        findings::show(&mut page, &items, &titles);
        findings::set_aside(&mut page, bundle);
        waiting::settled(&mut page, &bundle.rulings);
        council::show(&mut page, bundle);
        findings::hints(&mut page, bundle);
        next::after_review(&mut page, bundle, &items, file, config);
        page.gap();
    }
    if let Some(file) = file {
        page.put(Tone::Quiet, "bundle: ");
        page.put(Tone::Plain, file);
        page.end();
    }
    page.finish()
}

/// What to do after a review, and the commands that do it.
pub(super) fn steps(bundle: &Bundle, file: Option<&str>) -> Vec<NextStep> {
    next::steps(bundle, &open(bundle, &Explains::default()), file)
}

fn open<'a>(bundle: &'a Bundle, explains: &'a Explains<'_>) -> Vec<Item<'a>> {
    let open = bundle.findings.iter().filter(|finding| counts(bundle, finding));
    open.map(|finding| Item::of(bundle, finding).explaining(explains)).collect()
}

/// The verdict and what it is about; why, in one line; what else has to be known before reading on.
fn head(page: &mut Page, bundle: &Bundle) {
    page.put(Tone::from(bundle.verdict), bundle.verdict.as_str());
    page.put(Tone::Plain, "  ");
    page.put(Tone::Strong, bundle.rfc_id.name().as_str());
    page.put(Tone::Strong, &Titles::of(bundle).after(bundle.rfc_id.name().as_str()));
    page.end();
    if let Some(settled) = reason::settled(bundle) {
        page.line(2, Tone::Plain, &settled);
    }
    page.line(2, Tone::Plain, &reason::reason(bundle));
    if next::says_more(bundle) {
        let text = format!("{}: {}", bundle.terminal_state, bundle.terminal_reason);
        page.line(2, Tone::Plain, &text);
    }
    let council = bundle.council_metadata.as_ref();
    if council.is_some_and(|council| council.panel.offline) {
        page.line(2, Tone::Plain, &format!("panel: {OFFLINE}"));
    }
    page.line(2, Tone::Quiet, &about(bundle));
}

fn gate_line(page: &mut Page, gate: &GateRecord, bundle: &Bundle) {
    let own = || bundle.findings.iter().filter(|f| f.gate_id == gate.gate_id);
    let open: Vec<Severity> = own().filter(|f| counts(bundle, f)).map(|f| f.severity).collect();
    status_line(page, gate.gate_id.as_str(), gate.status, &open, suppression::tally(own()));
}

/// A gate in one line, in the colour of the gravest of its findings.
fn status_line(
    page: &mut Page,
    gate: &str,
    status: GateStatus,
    open: &[Severity],
    aside: Option<String>,
) {
    page.indent(2);
    page.put(Tone::Plain, gate);
    page.indent(34);
    let tone = match (open.iter().max(), status) {
        (Some(gravest), _) => Tone::from(*gravest),
        (None, GateStatus::Passed) => Tone::Good,
        (None, GateStatus::Failed) => Tone::Bad,
        (None, GateStatus::NotApplicable | GateStatus::NotRun) => Tone::Quiet,
    };
    page.flow(tone, 34, &answer(status, open));
    if let Some(aside) = aside {
        page.flow(Tone::Quiet, 34, &format!(", {aside}"));
    }
    page.end();
}
