//! The text of a file of the dossier, for looking up places and quotes.

use super::dossier::Dossier;
use crate::model::hidden::find_quoted;
use crate::model::{Place, TicketId};
use crate::yaml::Document;

/// One readable file of the dossier.
#[derive(Debug, Clone, Copy)]
pub struct SourceText<'d> {
    document: &'d Document,
    ticket: Option<&'d TicketId>,
}

impl Dossier {
    /// The file at `path`, if it is a file of this dossier that is read as YAML: a ticket, or a
    /// document of the RFC, its PRDs or its atlas. Paths are compared as text; nothing is opened.
    pub fn text(&self, path: &str) -> Option<SourceText<'_>> {
        if let Some(ticket) = self.tickets().find(|ticket| ticket.file == path) {
            return Some(SourceText { document: &ticket.document, ticket: Some(&ticket.stem) });
        }
        let document = self.library.documents.get(path).filter(|_| self.holds(path))?;
        Some(SourceText { document, ticket: None })
    }
}

impl<'d> SourceText<'d> {
    /// The ticket whose file it is.
    pub fn ticket(&self) -> Option<&'d TicketId> {
        self.ticket
    }

    /// The line with this 1-based number as findings quote it, without its break.
    pub fn line(&self, number: u32) -> &'d str {
        self.document.quoted_line(number)
    }

    /// The place of the node at a yaml path; of the whole text for the empty path.
    pub fn node(&self, yaml_path: &str) -> Option<Place> {
        if yaml_path.trim().is_empty() {
            let lines = self.document.text().lines().count().max(1) as u32;
            let mut whole = Place::whole_file();
            whole.end_line = lines;
            return Some(whole);
        }
        self.document.at_path(yaml_path).map(|node| node.place())
    }

    /// Where `quote` stands on the lines of `within`, verbatim or as prompts show it; the first time.
    /// An empty quote stands nowhere.
    pub fn find(&self, within: &Place, quote: &str) -> Option<Place> {
        let range = self.document.lines_range(within.line, within.end_line);
        let quote = quote.trim();
        if quote.is_empty() {
            return None;
        }
        let found = find_quoted(self.document.text().get(range.clone())?, quote)?;
        let found = range.start + found.start..range.start + found.end;
        Some(self.document.place_at(found, within.yaml_path.clone()))
    }
}
