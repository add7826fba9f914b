//! One finding as a terminal shows it, whether it comes from a bundle or from the gates alone.

use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::gates::{Change, GateFinding};
use crate::model::{FindingId, Location, Related, Severity, Subcategory};
use crate::report::because::{Explains, because};
use crate::report::drawing::drawing;
use crate::report::finding::{agreement, help, kind, related, source, subject};
use crate::report::fold::{Likeness, marked};
use crate::report::page::{Detail, Page, Tone, cut};

/// A finding, ready to be shown.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub(super) id: Option<&'a FindingId>,
    pub(super) severity: Severity,
    pub(super) subcategory: Subcategory,
    /// `R12`, or `SA-2 via mode 47`.
    pub(super) source: String,
    /// The rule, or the kind.
    pub(super) kind: &'a str,
    /// What equal findings have in common.
    pub(super) likeness: Option<Likeness>,
    /// The ticket, else the file.
    pub(super) subject: String,
    pub(super) location: &'a Location,
    source_line: &'a str,
    description: &'a str,
    help: Option<(&'static str, String)>,
    agreement: Option<String>,
    because: Option<String>,
    related: &'a [Related],
    /// Lines on the findings that it explains.
    explains: Vec<&'a str>,
    change: Option<Change>,
}

impl<'a> Item<'a> {
    /// A finding of a bundle.
    pub(super) fn of(bundle: &Bundle, finding: &'a Finding) -> Self {
        let agreement = agreement(finding, bundle.is_of_rules(finding));
        Self { agreement, ..Self::from(finding) }
    }

    /// The same with the lines on what it explains.
    pub(super) fn explaining(self, explains: &'a Explains<'_>) -> Self {
        let lines = self.id.map_or(&[][..], |id| explains.by(id));
        // One that explains others is read by itself.
        let likeness = self.likeness.filter(|_| lines.is_empty());
        Self { explains: lines.iter().map(|line| line.text.as_str()).collect(), likeness, ..self }
    }
}

impl<'a> From<&'a GateFinding> for Item<'a> {
    fn from(finding: &'a GateFinding) -> Self {
        Self {
            id: finding.finding_id.as_ref(),
            severity: finding.severity,
            subcategory: finding.subcategory,
            source: finding.rule.clone(),
            kind: &finding.rule,
            likeness: Likeness::of_gate(finding),
            subject: subject(None, &finding.location),
            location: &finding.location,
            source_line: &finding.source_line,
            description: &finding.description,
            help: Some(("help", finding.remediation.clone())).filter(|help| !help.1.is_empty()),
            agreement: None,
            because: because(&finding.because),
            related: &finding.related,
            explains: Vec::new(),
            change: finding.change,
        }
    }
}

impl<'a> From<&'a Finding> for Item<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self {
            id: Some(&finding.finding_id),
            severity: finding.severity,
            subcategory: finding.subcategory,
            source: source(finding),
            kind: kind(finding),
            likeness: Likeness::of(finding, &Explains::default()),
            subject: subject(finding.ticket_id.as_ref(), &finding.location),
            location: &finding.location,
            source_line: &finding.source_line,
            description: &finding.description,
            help: help(finding),
            agreement: agreement(finding, false),
            because: because(&finding.because),
            related: &finding.related,
            explains: Vec::new(),
            change: None,
        }
    }
}

impl Item<'_> {
    /// The finding in full: what, where, how far it is agreed, and the fix; and the places of which
    /// `more` say the same.
    pub(super) fn show(&self, page: &mut Page, more: &[&Self]) {
        const INDENT: usize = 2;
        /// As many other places are named, each with as much of what stands there.
        const PLACES: usize = 12;
        const MARKED: usize = 60;
        /// As many of the findings that it explains are named.
        const EXPLAINED: usize = 5;
        page.gap();
        page.indent(INDENT);
        page.put(Tone::from(self.severity), &format!("{}[{}]", self.severity, self.source));
        page.put(Tone::Strong, ": ");
        page.flow(Tone::Strong, INDENT + 4, self.description);
        page.end();
        let gutter = INDENT + self.location.line.to_string().len();
        page.indent(gutter);
        page.put(Tone::Quiet, "--> ");
        page.put(Tone::Plain, &self.location.to_string());
        page.end();
        self.draw(page, INDENT);
        let is_full = page.style().detail == Detail::Full;
        let mut note = |name: &str, text: &str| {
            page.indent(gutter + 1);
            page.put(Tone::Quiet, "= ");
            page.put(Tone::Strong, name);
            page.put(Tone::Plain, ": ");
            page.flow(Tone::Plain, gutter + 5 + name.len(), text);
            page.end();
        };
        match self.change {
            Some(Change::Existing) => note("change", "was there before"),
            Some(Change::Introduced) | None => {}
        }
        if let Some(causes) = &self.because {
            note("because of", causes);
        }
        if let Some(agreement) = &self.agreement {
            note("council", agreement);
        }
        if let Some((name, help)) = &self.help {
            note(name, help);
        }
        for place in related(self.related) {
            note("see also", &place);
        }
        let shown = if is_full { self.explains.len() } else { EXPLAINED };
        for line in self.explains.iter().take(shown) {
            note("explains", line);
        }
        if self.explains.len() > shown {
            let more = self.explains.len() - shown;
            note("explains", &format!("{more} more; --verbose shows all of them"));
        }
        let here = marked(self.location, self.source_line);
        for other in more.iter().take(PLACES) {
            let there = marked(other.location, other.source_line);
            let there = if there == here { "" } else { there.trim() };
            note("also at", &format!("{} {}", other.location, cut(there, MARKED)));
        }
        if more.len() > PLACES {
            let left = more.len() - PLACES;
            note("also at", &format!("{left} more places; --verbose shows all of them"));
        }
        if let Some(id) = self.id {
            note("id", &format!("{id}, {}", self.subcategory));
        }
    }

    /// The source line with the place underlined; nothing when the finding is about a whole file.
    fn draw(&self, page: &mut Page, indent: usize) {
        let width = page.style().width;
        let renderer = page.renderer();
        let Self { location, source_line, severity, .. } = self;
        let width = width.saturating_sub(indent);
        let drawing = drawing(location, source_line, *severity, width, renderer);
        page.drawing(indent, &drawing);
    }
}
