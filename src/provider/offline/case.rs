//! One finding before one seat, and what the seat makes of it.

use std::collections::BTreeMap;

use super::desk::{Desk, prose};
use super::words;
use crate::model::SeatId;
use crate::model::reply::{Citation, Vote};
use crate::model::task::FindingView;
use crate::source::{Text, Ticket};
/// Why a vague word decides nothing.
pub(super) const SETTLED: &str = "another line of the ticket settles it";

/// A side and the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Opinion {
    pub(super) vote: Vote,
    pub(super) reason: String,
    /// What changed the seat's mind.
    pub(super) missed: Option<Citation>,
}

impl Opinion {
    pub(super) fn support(reason: impl Into<String>) -> Self {
        Self::new(Vote::Support, reason.into())
    }

    pub(super) fn oppose(reason: impl Into<String>) -> Self {
        Self::new(Vote::Oppose, reason.into())
    }

    pub(super) fn abstain(reason: impl Into<String>) -> Self {
        Self::new(Vote::Abstain, reason.into())
    }

    pub(super) fn new(vote: Vote, reason: String) -> Self {
        Self { vote, reason, missed: None }
    }
}

/// One finding, before one seat.
pub(super) struct Case<'a, 'd> {
    pub(super) desk: &'a Desk<'d>,
    pub(super) seat: SeatId,
    pub(super) view: &'a FindingView,
    pub(super) ticket: &'d Ticket,
}

impl<'d> Case<'_, 'd> {
    /// The text at the place of the finding.
    pub(super) fn line(&self) -> Option<&'d Text> {
        let texts = prose(self.ticket).chain(&self.ticket.out_of_scope).chain(&self.ticket.title);
        texts.into_iter().find(|text| text.place.yaml_path == self.view.location.yaml_path)
    }

    /// What the finding is about: the text at its place, else the quote.
    pub(super) fn passage(&self) -> &str {
        self.line().map_or(self.view.quote.as_str(), |text| text.value.as_str())
    }

    /// The first other ticket that the passage or the description names.
    pub(super) fn other(&self) -> Option<&'d Ticket> {
        let named = words::ticket_ids(&self.view.description);
        let quoted = words::ticket_ids(&self.view.quote);
        named
            .iter()
            .chain(&quoted)
            .filter(|id| **id != self.ticket.stem)
            .find_map(|id| self.desk.ticket(id))
    }

    /// A source file named like a name of code in the text: `session_broker.rs` for `SessionBroker`.
    pub(super) fn file_named_like(&self, text: &str) -> Option<(String, String)> {
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
