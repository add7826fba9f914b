//! From a place to a finding. Gates say what is wrong and what to do; file, line, quote, gate,
//! kind and weight are filled in here, in one way for all of them.

use super::rule_info::RuleInfo;
use crate::model::hidden::is_hidden;
use crate::model::{Finding, Location, Place, Related, Severity, TicketId};
use crate::source::subject::SubjectDocument;
use crate::source::{Library, SourceDiagnostic, Ticket};

/// A place that a finding can point at.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    location: Location,
    ticket: Option<TicketId>,
    source_line: String,
}

impl Spot {
    /// A place inside a ticket.
    pub(super) fn in_ticket(ticket: &Ticket, place: &Place) -> Self {
        Self {
            location: place.in_file(&ticket.file),
            ticket: Some(ticket.stem.clone()),
            source_line: ticket.source.line(place.line).to_owned(),
        }
    }

    /// A place inside a file that is not a ticket.
    pub(super) fn in_file(library: &Library, file: &str, place: &Place) -> Self {
        Self {
            location: place.in_file(file),
            ticket: None,
            source_line: library.line(file, place.line).to_owned(),
        }
    }

    /// A place inside a document of another format.
    pub(super) fn in_document(document: &SubjectDocument, place: &Place) -> Self {
        Self {
            location: place.in_file(document.path()),
            ticket: None,
            source_line: document.source.line(place.line).to_owned(),
        }
    }

    /// A whole file or folder.
    pub(super) fn whole(file: &str) -> Self {
        Self {
            location: Place::whole_file().in_file(file),
            ticket: None,
            source_line: String::new(),
        }
    }

    /// Where a flaw was found.
    pub(super) fn of_flaw(flaw: &SourceDiagnostic, ticket: Option<&TicketId>) -> Self {
        Self {
            location: flaw.place.in_file(&flaw.file),
            ticket: ticket.cloned(),
            source_line: flaw.source_line.clone(),
        }
    }

    /// Where it is.
    pub(super) fn location(&self) -> &Location {
        &self.location
    }

    /// The claim that `rule` is broken here.
    pub(super) fn says(
        self,
        rule: &'static RuleInfo,
        description: impl Into<String>,
        remediation: impl Into<String>,
    ) -> Finding {
        Finding {
            rule: rule.id,
            gate: rule.gate,
            subcategory: rule.subcategory,
            severity: rule.severity,
            location: self.location,
            ticket: self.ticket,
            description: description.into(),
            remediation: remediation.into(),
            source_line: self.source_line,
            related: Vec::new(),
            because: Vec::new(),
        }
    }
}

/// The same claim with another weight.
pub(super) fn weighing(severity: Severity, finding: Finding) -> Finding {
    Finding { severity, ..finding }
}

/// The same claim with the other places that it names.
pub(super) fn beside(related: Vec<Related>, finding: Finding) -> Finding {
    Finding { related, ..finding }
}

/// `1 ticket`, `3 tickets`.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// Whether an id can stand in a command as it is.
pub(super) fn is_word(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_uppercase())
        && id.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-')
}

/// Text of a file inside a sentence: in backticks, on one line, and not endless.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 160;
    let mut shown = String::new();
    for c in text.chars().take(LONGEST) {
        if is_hidden(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_stays_on_one_line_that_ends() {
        assert_eq!(quoted("a b"), "`a b`");
        assert_eq!(quoted("a\nb"), "`a\\u{a}b`");
        assert_eq!(quoted("a\u{202e}b"), "`a\\u{202e}b`");
        assert_eq!(quoted(&"x".repeat(500)).chars().count(), 163);
    }
}
