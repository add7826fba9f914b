//! Several RFCs in one table.

use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::gates::{GatesReview, weighing};
use crate::model::{Severity, SubjectId, Verdict};
use crate::report::finding::{Weight, counts};
use crate::report::page::{Page, Style, Tone};
use crate::report::panel::OFFLINE;

/// One RFC in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    rfc: SubjectId,
    state: String,
    /// None while there is no review.
    verdict: Option<Verdict>,
    counts: [usize; 4],
    offline: bool,
}

impl Row {
    /// An RFC that was never reviewed.
    pub fn unreviewed(rfc: &SubjectId) -> Self {
        let (state, counts) = ("-".to_owned(), [0; 4]);
        Self { rfc: rfc.clone(), state, verdict: None, counts, offline: false }
    }
}

impl From<&Bundle> for Row {
    fn from(bundle: &Bundle) -> Self {
        let open = bundle.findings.iter().filter(|f| counts(bundle, f));
        Self {
            rfc: bundle.rfc_id.clone(),
            state: bundle.inputs.rfc_state.clone(),
            verdict: Some(bundle.verdict),
            counts: Weight::of(open.map(|f| f.severity)).counts(),
            offline: bundle.council_metadata.as_ref().is_some_and(|council| council.panel.offline),
        }
    }
}

impl From<&GatesReview> for Row {
    fn from(review: &GatesReview) -> Self {
        Self {
            rfc: review.rfc_id.clone(),
            state: review.state.clone(),
            verdict: Some(review.verdict),
            counts: Weight::of(weighing(&review.findings).map(|f| f.severity)).counts(),
            offline: false,
        }
    }
}

/// The table of RFC, state, verdict and open findings by severity.
pub fn summary(rows: &[Row], style: Style) -> String {
    let mut page = Page::new(style);
    table(&mut page, rows);
    page.finish()
}

/// Where the columns begin.
const STATE: usize = 10;
const VERDICT: usize = 26;
const COUNTS: usize = 53;
/// The longest name of an RFC that fits before the others, and of any subject that widens its column.
const NAME: usize = 9;
const LONGEST: usize = 48;

pub(super) fn table(page: &mut Page, rows: &[Row]) {
    let names = rows.iter().map(|row| row.rfc.name().as_str().len());
    let wider = names.max().unwrap_or(0).min(LONGEST).saturating_sub(NAME);
    page.put(Tone::Strong, "RFC");
    page.indent(STATE + wider);
    page.put(Tone::Strong, "STATE");
    page.indent(VERDICT + wider);
    page.put(Tone::Strong, "VERDICT");
    page.indent(COUNTS + wider);
    let names = Severity::WORST_FIRST.map(Severity::as_str);
    page.put(Tone::Strong, &names.join(" "));
    page.end();
    for row in rows {
        let name = row.rfc.name().as_str();
        let shown: String = name.chars().take(LONGEST).collect();
        page.put(Tone::Plain, &shown);
        page.indent(STATE + wider);
        page.put(Tone::Plain, &row.state);
        page.indent(VERDICT + wider);
        match row.verdict {
            Some(verdict) => page.put(Tone::from(verdict), verdict.as_str()),
            None => page.put(Tone::Quiet, "no review"),
        }
        page.indent(COUNTS + wider);
        for (severity, n) in Severity::WORST_FIRST.into_iter().zip(row.counts) {
            let tone = if n == 0 { Tone::Quiet } else { Tone::from(severity) };
            let name = severity.as_str().len();
            page.put(tone, &format!("{n:>name$}"));
            page.put(Tone::Plain, " ");
        }
        page.end();
    }
    let offline: Vec<&str> =
        rows.iter().filter(|row| row.offline).map(|row| row.rfc.name().as_str()).collect();
    if !offline.is_empty() {
        page.line(0, Tone::Plain, &format!("{OFFLINE}: {}", offline.join(", ")));
    }
}
