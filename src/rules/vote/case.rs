//! One finding before one seat, and what the seat makes of it.

use std::collections::BTreeMap;

use crate::council::rfc::ask::FindingView;
use crate::model::opinion::{Citation, Vote};
use crate::rules::desk::{Desk, prose};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words;
use crate::source::{Text, Ticket};
/// Why a vague word decides nothing.
pub(crate) const SETTLED: &str = "another line of the ticket settles it";

/// A side and the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Opinion {
    pub(crate) vote: Vote,
    pub(crate) reason: String,
    /// What changed the seat's mind.
    pub(crate) missed: Option<Citation>,
}

impl Opinion {
    pub(crate) fn support(reason: impl Into<String>) -> Self {
        Self::new(Vote::Support, reason.into())
    }

    pub(crate) fn oppose(reason: impl Into<String>) -> Self {
        Self::new(Vote::Oppose, reason.into())
    }

    pub(crate) fn abstain(reason: impl Into<String>) -> Self {
        Self::new(Vote::Abstain, reason.into())
    }

    pub(crate) fn new(vote: Vote, reason: String) -> Self {
        Self { vote, reason, missed: None }
    }
}

/// One finding, before one seat.
pub(crate) struct Case<'a, 'd> {
    pub(crate) desk: &'a Desk<'d>,
    pub(crate) seat: RuleSeat,
    pub(crate) view: &'a FindingView,
    pub(crate) ticket: &'d Ticket,
}

impl<'d> Case<'_, 'd> {
    /// The text at the place of the finding.
    pub(crate) fn line(&self) -> Option<&'d Text> {
        let texts = prose(self.ticket).chain(&self.ticket.out_of_scope).chain(&self.ticket.title);
        texts.into_iter().find(|text| text.place.path == self.view.location.path)
    }

    /// What the finding is about: the text at its place, else the quote.
    pub(crate) fn passage(&self) -> &str {
        self.line().map_or(self.view.quote.as_str(), |text| text.value.as_str())
    }

    /// The first other ticket that the passage or the description names.
    pub(crate) fn other(&self) -> Option<&'d Ticket> {
        let named = words::ticket_ids(&self.view.description);
        let quoted = words::ticket_ids(&self.view.quote);
        named
            .iter()
            .chain(&quoted)
            .filter(|id| **id != self.ticket.stem)
            .find_map(|id| self.desk.ticket(id))
    }

    /// A source file named like a name of code in the text: `session_broker.rs` for `SessionBroker`.
    pub(crate) fn file_named_like(&self, text: &str) -> Option<(String, String)> {
        let names: BTreeMap<String, String> = words::identifiers(text)
            .into_iter()
            .map(|name| (words::words(&name).join("_"), name))
            .collect();
        let entries = self.desk.dossier.library.entries.iter();
        entries
            .map(|entry| entry.path.as_str())
            .filter(|path| words::is_code(path))
            .find_map(|path| Some((names.get(words::file_stem(path))?.clone(), path.to_owned())))
    }
}
