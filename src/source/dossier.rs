//! All inputs of one review, immutable, with a digest.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::atlas::Atlas;
use super::formats::FormatSubject;
use super::library::Library;
use super::rfc::Rfc;
use super::rfc_state::RfcState;
use super::source_file::SourceFile;
use super::text::SourceText;
use super::ticket::Ticket;
use crate::model::{Digest, Place, SubjectId, TicketId};
use crate::port::{TreeEntry, has};

/// As many characters of a title are kept.
const LONGEST_TITLE: usize = 120;

/// One RFC's inputs, in the repository they stand in.
#[derive(Debug)]
pub struct Dossier {
    /// Everything that was read of the repository.
    pub library: Arc<Library>,
    /// Every path of the tree of a change's base, which the gates look up beside the tree's own;
    /// empty without a base.
    pub beside: Arc<[TreeEntry]>,
    /// What is under review.
    pub subject: SubjectId,
    /// What there is of it.
    pub state: RfcState,
    /// What it demands, when it is no RFC: those are in the library.
    pub plan: Option<Rfc>,
    /// The subject of another format, as its reader read it.
    pub format: Option<Box<dyn FormatSubject>>,
    /// Indices into [`Library::tickets`] of the tickets that bind it (R3), by id.
    pub tickets: Vec<usize>,
    /// Indices into [`Library::unreadable_tickets`] of those that belong to it (R3).
    pub unreadable: Vec<usize>,
    /// Indices into [`Library::misnamed_tickets`] of those that name it. No ticket of it, but what
    /// explains its gaps.
    pub misnamed: Vec<usize>,
    /// Its atlas.
    pub atlas: Atlas,
    /// The files the review rests on, with digests, by path: the RFC's folder, its tickets, its
    /// PRDs' requirements, its atlas.
    pub files: Vec<SourceFile>,
    /// Digest over `files`.
    pub digest: Digest,
}

impl Dossier {
    /// The RFC's folder, when it has one.
    pub fn rfc(&self) -> Option<&Rfc> {
        self.plan.as_ref().or_else(|| self.library.rfcs.get(self.subject.rfc()?))
    }

    /// The tickets that bind the RFC, by id.
    pub fn tickets(&self) -> impl Iterator<Item = &Ticket> {
        self.tickets.iter().map(|&i| &self.library.tickets[i])
    }

    /// The file at `path`, if it is a file of this dossier that is read: a ticket, or a document of
    /// the RFC, its PRDs or its atlas. Paths are compared as text; nothing is opened.
    pub fn text(&self, path: &str) -> Option<&SourceText> {
        let ticket = self.ticket_in(path).map(|ticket| &*ticket.source);
        ticket.or_else(|| self.library.text(path).filter(|_| self.holds(path)))
    }

    /// The ticket of this dossier whose file is at `path`.
    pub fn ticket_in(&self, path: &str) -> Option<&Ticket> {
        self.tickets().find(|ticket| ticket.file == path)
    }

    /// The ticket that a line of a file belongs to: of a file with one ticket, that; of one with many, the
    /// one in whose lines it stands.
    pub fn ticket_at(&self, path: &str, line: u32) -> Option<&Ticket> {
        if self.format.is_none() {
            return self.ticket_in(path);
        }
        let holds = |ticket: &&Ticket| {
            let parts = ticket.steps.iter().chain(&ticket.criteria).map(|text| &text.place);
            let last = parts.chain([&ticket.header]).map(|place| place.end_line.max(place.line));
            ticket.file == path && (ticket.header.line..=last.max().unwrap_or(0)).contains(&line)
        };
        self.tickets().find(holds)
    }

    /// The place of a node of a file, as somebody wrote its path: of a plan in Markdown a work item or
    /// requirement by its id, else the whole file.
    pub fn node(&self, file: &str, path: &str) -> Option<Place> {
        let source = self.text(file)?;
        if self.format.is_none() {
            return source.node(path);
        }
        let path = path.trim();
        let ticket =
            self.tickets().find(|ticket| ticket.file == file && ticket.stem.as_str() == path);
        let requirement = || {
            let named = self.plan.iter().flat_map(|plan| &plan.requirements);
            let mut named = named.filter(|one| one.file == file && one.id == path);
            named.next().map(|requirement| requirement.place.clone())
        };
        let entity = ticket.map(|ticket| ticket.header.clone()).or_else(requirement);
        entity.or_else(|| source.node(""))
    }

    /// The titles of the RFC and its tickets by id, so that pages can name what they tell about.
    pub fn titles(&self) -> BTreeMap<String, String> {
        let rfc =
            self.rfc().and_then(|rfc| Some((self.subject.name().to_string(), rfc.title.as_ref()?)));
        let tickets = self
            .tickets()
            .filter_map(|ticket| Some((ticket.stem.to_string(), &ticket.title.as_ref()?.value)));
        let short = |title: &str| title.trim().chars().take(LONGEST_TITLE).collect::<String>();
        let titles = rfc.into_iter().chain(tickets).map(|(id, title)| (id, short(title)));
        titles.filter(|(_, title)| !title.is_empty()).collect()
    }

    /// Whether the tree or that of the base has something at a path.
    pub fn has_path(&self, path: &str) -> bool {
        self.library.has_file(path) || has(&self.beside, path)
    }

    /// The same dossier, with the paths of a base's tree beside its own.
    #[must_use]
    pub fn beside(mut self, base: &Arc<[TreeEntry]>) -> Self {
        self.beside = Arc::clone(base);
        self
    }

    /// Whether the review rests on the file at this path. Paths are compared as text.
    pub fn holds(&self, path: &str) -> bool {
        self.files.iter().any(|file| file.path == path)
    }

    /// The ticket with this id, if it binds the RFC.
    pub fn ticket(&self, id: &TicketId) -> Option<&Ticket> {
        if self.format.is_some() {
            // Its work items stand in the order of its documents.
            return self.tickets().find(|ticket| ticket.stem == *id);
        }
        let stem = |&at: &usize| &self.library.tickets[at].stem;
        let at = self.tickets.partition_point(|ticket| stem(ticket) < id);
        self.tickets.get(at).map(|&at| &self.library.tickets[at]).filter(|t| &t.stem == id)
    }
}

/// The digest over a dossier's files: each path and the digest of its bytes, by path.
pub fn digest_of_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a Digest)>) -> Digest {
    let parts = files.into_iter().flat_map(|(path, digest)| [path, digest.as_str()]);
    Digest::of_parts(parts.map(str::as_bytes))
}
