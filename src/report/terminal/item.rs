//! One finding as a terminal shows it, whether it comes from a bundle or from the gates alone.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use crate::evidence::v1::bundle::{BallotStatus, Finding};
use crate::evidence::v1::council::{AgreementStatus, Resolution};
use crate::evidence::v1::gates::{Change, GateFinding};
use crate::model::reply::Vote;
use crate::model::{FindingId, Location, Severity, Subcategory, TicketId};
use crate::report::because::{Explains, because};
use crate::report::escape;
use crate::report::page::{Detail, Page, Tone};

/// A finding, ready to be shown.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub(super) id: Option<&'a FindingId>,
    pub(super) severity: Severity,
    pub(super) subcategory: Subcategory,
    /// `R12`, or `SA-2 via mode 47`.
    pub(super) source: String,
    /// What many similar findings have in common: the rule, or the kind.
    pub(super) likeness: &'a str,
    /// The ticket, else the file.
    pub(super) subject: String,
    pub(super) location: &'a Location,
    source_line: &'a str,
    description: &'a str,
    help: Option<(&'static str, String)>,
    agreement: Option<String>,
    because: Option<String>,
    /// Lines on the findings that it explains.
    explains: Vec<&'a str>,
    change: Option<Change>,
}

impl<'a> Item<'a> {
    /// The same with the lines on what it explains.
    pub(super) fn explaining(self, explains: &'a Explains<'_>) -> Self {
        let lines = self.id.map_or(&[][..], |id| explains.by(id));
        Self { explains: lines.iter().map(|line| line.text.as_str()).collect(), ..self }
    }
}

impl<'a> From<&'a GateFinding> for Item<'a> {
    fn from(finding: &'a GateFinding) -> Self {
        Self {
            id: finding.finding_id.as_ref(),
            severity: finding.severity,
            subcategory: finding.subcategory,
            source: finding.rule.clone(),
            likeness: &finding.rule,
            subject: subject(None, &finding.location),
            location: &finding.location,
            source_line: &finding.source_line,
            description: &finding.description,
            help: Some(("help", finding.remediation.clone())).filter(|help| !help.1.is_empty()),
            agreement: None,
            because: because(&finding.because),
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
            likeness: match &finding.rule {
                Some(rule) => rule,
                None => finding.subcategory.as_str(),
            },
            subject: subject(finding.ticket_id.as_ref(), &finding.location),
            location: &finding.location,
            source_line: &finding.source_line,
            description: &finding.description,
            help: help(finding),
            agreement: agreement(finding),
            because: because(&finding.because),
            explains: Vec::new(),
            change: None,
        }
    }
}

/// `R12`, or `SA-2 via mode 47`.
pub(in crate::report) fn source(finding: &Finding) -> String {
    match (&finding.rule, finding.source_agent, finding.source_mode) {
        (Some(rule), ..) => rule.clone(),
        (None, Some(seat), Some(mode)) => format!("{seat} via mode {}", mode.number()),
        (None, Some(seat), None) => seat.to_string(),
        (None, None, _) => finding.gate_id.to_string(),
    }
}

/// The ticket that a finding is about, else its file.
pub(in crate::report) fn subject(ticket: Option<&TicketId>, location: &Location) -> String {
    let by_name = || {
        let name = location.file.rsplit('/').next()?;
        let stem = name.strip_suffix(".yaml").or(name.strip_suffix(".yml"))?;
        stem.parse::<TicketId>().ok()
    };
    match ticket.cloned().or_else(by_name) {
        Some(ticket) => ticket.to_string(),
        None => location.file.clone(),
    }
}

/// What stands below a finding, by name: what explains it, how far it is agreed, and the fix.
pub(in crate::report) fn notes(finding: &Finding) -> Vec<(&'static str, String)> {
    let agreement = agreement(finding).map(|agreement| ("council", agreement));
    let because = because(&finding.because).map(|causes| ("because of", causes));
    because.into_iter().chain(agreement).chain(help(finding)).collect()
}

/// The fix that two seats back, else what was proposed with the finding.
pub(in crate::report) fn help(finding: &Finding) -> Option<(&'static str, String)> {
    let agreed = finding.agreed_remediation.as_ref().and_then(|id| {
        let mut ways = finding.remediations.iter();
        ways.find(|way| &way.proposal_id == id)
    });
    let (name, text) = match agreed {
        Some(way) => ("help", &way.text),
        None if finding.resolution == Resolution::Deadlocked => ("proposed", &finding.remediation),
        None => ("help", &finding.remediation),
    };
    (!text.trim().is_empty()).then(|| (name, text.clone()))
}

/// `upheld 2 of 3`; none for what code decided.
pub(in crate::report) fn agreement(finding: &Finding) -> Option<String> {
    let agreed = match finding.agreement_status {
        AgreementStatus::NotVotable => return None,
        AgreementStatus::Pending => "raised by 1 of 3".to_owned(),
        AgreementStatus::Majority => "agreed 2 of 3".to_owned(),
        AgreementStatus::Unanimous => "agreed 3 of 3".to_owned(),
        AgreementStatus::QuorumSupport => {
            format!("upheld {} of {}", votes(finding, Vote::Support), finding.ballots.len())
        }
        AgreementStatus::QuorumOppose => {
            format!("dismissed {} of {}", votes(finding, Vote::Oppose), finding.ballots.len())
        }
        AgreementStatus::Deadlocked => format!("no quorum, {}", ballots(finding)),
    };
    let by_vote = finding.agreement_status != AgreementStatus::Deadlocked;
    Some(match finding.resolution {
        Resolution::Stands | Resolution::Dismissed if by_vote => agreed,
        Resolution::Stands => format!("{agreed}; upheld by a person"),
        Resolution::Dismissed => format!("{agreed}; dismissed by a person"),
        Resolution::Open => format!("{agreed}, not settled when the review ended"),
        Resolution::Ungrounded | Resolution::Waived | Resolution::Consequence => {
            format!("{agreed}, without weight")
        }
        Resolution::Deadlocked if finding.agreement_status == AgreementStatus::Deadlocked => {
            format!("needs a person: {agreed}")
        }
        Resolution::Deadlocked => format!("needs a person: {agreed}, without an agreed fix"),
    })
}

fn votes(finding: &Finding, vote: Vote) -> usize {
    let same = |ballot: &&_| counts(ballot) == Some(vote);
    finding.ballots.iter().filter(same).count()
}

fn counts(ballot: &crate::evidence::v1::bundle::Ballot) -> Option<Vote> {
    ballot.vote.filter(|_| ballot.status == BallotStatus::Cast)
}

/// `1 for, 1 against, 1 spoilt`.
pub(in crate::report) fn ballots(finding: &Finding) -> String {
    let with = |status| {
        let same = |b: &&crate::evidence::v1::bundle::Ballot| b.status == status;
        finding.ballots.iter().filter(same).count()
    };
    let parts = [
        (votes(finding, Vote::Support), "for"),
        (votes(finding, Vote::Oppose), "against"),
        (votes(finding, Vote::Abstain), "abstaining"),
        (with(BallotStatus::Spoilt), "spoilt"),
        (with(BallotStatus::Missing), "missing"),
    ];
    let said: Vec<String> = parts
        .iter()
        .filter(|(n, what)| *n > 0 || matches!(*what, "for" | "against"))
        .map(|(n, what)| format!("{n} {what}"))
        .collect();
    said.join(", ")
}

impl Item<'_> {
    /// The finding in full: what, where, how far it is agreed, and the fix.
    pub(super) fn show(&self, page: &mut Page) {
        const INDENT: usize = 2;
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
        let shown = if is_full { self.explains.len() } else { EXPLAINED };
        for line in self.explains.iter().take(shown) {
            note("explains", line);
        }
        if self.explains.len() > shown {
            let more = self.explains.len() - shown;
            note("explains", &format!("{more} more; --verbose shows all of them"));
        }
        if let Some(id) = self.id {
            note("id", &format!("{id}, {}", self.subcategory));
        }
    }

    /// The source line with the place underlined; nothing when the finding is about a whole file.
    fn draw(&self, page: &mut Page, indent: usize) {
        let width = page.style().width;
        let renderer = page.renderer();
        let drawing = drawing(self, width.saturating_sub(indent), renderer);
        page.drawing(indent, &drawing);
    }
}

/// The source line of a finding with the place underlined, without colour.
pub(in crate::report) fn underlined(finding: &Finding) -> String {
    drawing(&Item::from(finding), 100, Renderer::plain())
}

fn drawing(item: &Item<'_>, width: usize, renderer: Renderer) -> String {
    let at = item.location;
    if item.source_line.trim().is_empty() || at.is_whole_file() {
        return String::new();
    }
    let gutter = at.line.to_string().len() + 3;
    let room = width.saturating_sub(gutter).max(20);
    let end = if at.end_line > at.line { u32::MAX } else { at.end_column };
    let (line, span) = window(item.source_line, at.column, end, room);
    let level = match item.severity {
        Severity::Blocker => Level::ERROR,
        Severity::Major => Level::WARNING,
        Severity::Minor => Level::INFO,
        Severity::Info => Level::NOTE,
    };
    let mark: Annotation<'_> = AnnotationKind::Primary.span(span);
    let snippet = Snippet::source(line).line_start(at.line as usize).annotation(mark);
    let group = Group::with_level(level).element(snippet);
    // The line was cut to its width before; the drawing is not to cut it again.
    renderer.term_width(width * 4).render(&[group])
}

/// The part of a line that has room around the columns from `start` to `end` (1-based, exclusive),
/// escaped, and the bytes of it that they cover.
fn window(line: &str, start: u32, end: u32, room: usize) -> (String, std::ops::Range<usize>) {
    // Of a line of a megabyte, only what may be shown is looked at.
    let skipped = (start.max(1) as usize - 1).saturating_sub(room);
    let mut chars = line.chars().skip(skipped);
    let mut seen = String::new();
    let pieces: Vec<String> = chars
        .by_ref()
        .take(2 * room)
        .map(|c| {
            let before = seen.len();
            escape::push(&mut seen, c);
            seen[before..].to_owned()
        })
        .collect();
    let continued = chars.next().is_some();
    let start = (start.max(1) as usize - 1 - skipped).min(pieces.len());
    let end = (end.max(1) as usize - 1 - skipped).clamp(start, pieces.len());
    let width = |range: &[String]| -> usize { range.iter().map(|p| p.chars().count()).sum() };
    let (mut first, mut last) = (0, pieces.len());
    if skipped > 0 || continued || width(&pieces) > room {
        // The marked part stays as far as it fits; what room is left goes around it.
        let most = room.saturating_sub(2);
        last = start;
        while last < end && width(&pieces[start..=last]) <= most {
            last += 1;
        }
        first = start;
        let ahead = most.saturating_sub(width(&pieces[start..last])) / 2;
        while first > 0 && width(&pieces[first - 1..start]) <= ahead {
            first -= 1;
        }
        while last < pieces.len() && width(&pieces[first..=last]) <= most {
            last += 1;
        }
        while first > 0 && width(&pieces[first - 1..last]) <= most {
            first -= 1;
        }
    }
    let mut text = String::new();
    let cut_off = line.chars().take(skipped + first);
    if cut_off.into_iter().any(|c| !c.is_whitespace()) {
        text.push('…');
    }
    let mut span = text.len()..text.len();
    for (i, piece) in pieces.iter().enumerate().take(last).skip(first) {
        if i == start {
            span = text.len()..text.len();
        }
        text.push_str(piece);
        if i < end {
            span.end = text.len();
        }
    }
    if start >= last {
        span = text.len()..text.len();
    }
    if continued || last < pieces.len() {
        text.push('…');
    }
    (text, span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_its_place() {
        let line = format!("{}HERE{}", "a".repeat(100), "b".repeat(100));
        let (text, span) = window(&line, 101, 105, 30);
        assert_eq!(text, "…aaaaaaaaaaaaHEREbbbbbbbbbbbb…");
        assert_eq!(&text[span], "HERE");

        let (text, span) = window(&line, 1, 201, 30);
        assert_eq!(text, format!("{}…", "a".repeat(28)));
        assert_eq!(span, 0..28);

        let (text, span) = window("short", 9, 12, 30);
        assert_eq!((text.as_str(), span), ("short", 5..5));

        let (text, span) = window("a\t\u{1b}[1mb", 2, 4, 30);
        assert_eq!(text, "a^I^[[1mb");
        assert_eq!(&text[span], "^I^[");
    }
}
