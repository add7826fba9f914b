//! Everything that was read of one snapshot.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::atlas::{Atlas, PrdAtlas};
use super::formats::Formats;
use super::hidden::HiddenText;
use super::prd::Prd;
use super::rfc::Rfc;
use super::roots::Ambiguity;
use super::source_diagnostic::SourceDiagnostic;
use super::source_file::SourceFile;
use super::text::SourceText;
use super::ticket::Ticket;
use crate::model::{Layout, PrdId, RfcId, SubjectId, TicketId};
use crate::port::{TreeEntry, has};

/// A ticket file without a document.
#[derive(Debug)]
pub struct UnreadableTicket {
    /// Its path.
    pub file: String,
    /// The id its name claims.
    pub stem: TicketId,
    /// RFC ids on `rfc_id:` lines of its raw bytes (R3).
    pub mentions: Vec<RfcId>,
    /// Its raw bytes, as far as they were read: what it would say if it could be read (R57).
    pub bytes: Vec<u8>,
}

/// A file that looks like a ticket by its name and is none (GATES.md R2).
#[derive(Debug)]
pub struct MisnamedTicket {
    /// Its path.
    pub file: String,
    /// RFC ids on `rfc_id:` lines of its raw bytes.
    pub mentions: Vec<RfcId>,
    /// Its raw bytes, as far as they were read: what it would say under another name (R57).
    pub bytes: Vec<u8>,
}

/// Everything that was read of one snapshot, once, for all RFCs.
#[derive(Debug)]
pub struct Library {
    /// Where things stand.
    pub layout: Layout,
    /// The folder that holds the tickets: see [`Roots`](super::roots::Roots).
    pub tickets_folder: String,
    /// The folder that holds the RFCs: see [`Roots`](super::roots::Roots).
    pub rfcs_folder: String,
    /// The commit that was read, or that the work tree stands on.
    pub commit: Option<String>,
    /// Every path of the tree.
    pub entries: Arc<[TreeEntry]>,
    /// The ids of all files that are named as tickets, sorted, each once; also of those that were
    /// not read.
    pub ticket_ids: Vec<TicketId>,
    /// By file.
    pub tickets: Vec<Ticket>,
    /// By RFC, the indices of the tickets whose `rfc_id` is its id, in order.
    pub(super) bound: BTreeMap<RfcId, Vec<usize>>,
    /// The indices of the tickets whose `rfc_id` is no RFC's id.
    pub(super) unbound: Vec<usize>,
    /// By file.
    pub unreadable_tickets: Vec<UnreadableTicket>,
    /// The regular files among the tickets whose names R2 refuses, by file.
    pub misnamed_tickets: Vec<MisnamedTicket>,
    /// Names that R2 refuses, with the reason.
    pub unusable_names: Vec<(String, String)>,
    /// Why these folders may not be the ones that people mean (R54).
    pub ambiguities: Vec<Ambiguity>,
    /// The RFCs that have a folder.
    pub rfc_folders: BTreeSet<RfcId>,
    /// The RFC folders that were read.
    pub rfcs: BTreeMap<RfcId, Rfc>,
    /// The PRD folders.
    pub prds: BTreeMap<PrdId, Prd>,
    /// What is broken, by file and line.
    pub flaws: Vec<SourceDiagnostic>,
    /// By file, the values and keys of it that hold hidden characters.
    pub hidden: BTreeMap<String, Vec<HiddenText>>,
    /// Every file that was read, by path.
    pub files: BTreeMap<String, SourceFile>,
    /// The readable files of RFCs, PRDs and atlases, by path; a ticket holds its own.
    pub texts: BTreeMap<String, SourceText>,
    /// What was read of each PRD's atlas.
    pub atlases: BTreeMap<PrdId, PrdAtlas>,
    /// The atlas of an RFC whose PRDs have none.
    pub derived: Atlas,
    /// The documents of a subject of another format, whose own library this is.
    pub(super) documents: BTreeMap<String, Arc<SourceText>>,
    /// The plans of other formats.
    pub formats: Formats,
}

impl Library {
    /// The folder that a subject has, or would have.
    pub fn folder_of(&self, subject: &SubjectId) -> String {
        let of_format = self.formats.folder_of(subject);
        of_format.unwrap_or_else(|| format!("{}/{}", self.rfcs_folder, subject.name()))
    }

    /// The file at `path`, when it was readable: a ticket, or a file of an RFC or PRD.
    pub fn text(&self, path: &str) -> Option<&SourceText> {
        let ticket = || {
            let at = self.tickets.binary_search_by(|ticket| ticket.file.as_str().cmp(path));
            at.ok().map(|at| &*self.tickets[at].source)
        };
        let document = || self.documents.get(path).map(|text| &**text);
        self.texts.get(path).or_else(document).or_else(ticket)
    }

    /// The library of one subject of another format: the same tree, and nothing of RFCs.
    pub(super) fn of_subject(
        &self,
        tickets: Vec<Ticket>,
        files: BTreeMap<String, SourceFile>,
        documents: BTreeMap<String, Arc<SourceText>>,
    ) -> Self {
        let mut ticket_ids: Vec<TicketId> = tickets.iter().map(|t| t.stem.clone()).collect();
        ticket_ids.sort();
        ticket_ids.dedup();
        Self {
            layout: self.layout.clone(),
            tickets_folder: self.tickets_folder.clone(),
            rfcs_folder: self.rfcs_folder.clone(),
            commit: self.commit.clone(),
            entries: Arc::clone(&self.entries),
            ticket_ids,
            tickets,
            bound: BTreeMap::new(),
            unbound: Vec::new(),
            unreadable_tickets: Vec::new(),
            misnamed_tickets: Vec::new(),
            unusable_names: Vec::new(),
            ambiguities: Vec::new(),
            rfc_folders: BTreeSet::new(),
            rfcs: BTreeMap::new(),
            prds: BTreeMap::new(),
            flaws: Vec::new(),
            hidden: BTreeMap::new(),
            files,
            texts: BTreeMap::new(),
            atlases: BTreeMap::new(),
            derived: self.derived.clone(),
            documents,
            formats: Formats::default(),
        }
    }

    /// Notes which RFC each ticket binds.
    pub(super) fn bind(&mut self) {
        (self.bound, self.unbound) = (BTreeMap::new(), Vec::new());
        for (at, ticket) in self.tickets.iter().enumerate() {
            match &ticket.rfc {
                Some(rfc) => self.bound.entry(rfc.clone()).or_default().push(at),
                None => self.unbound.push(at),
            }
        }
    }

    /// Whether the tree has something at a path.
    pub fn has_file(&self, path: &str) -> bool {
        has(&self.entries, path)
    }

    /// What is broken in one file.
    pub fn flaws_of(&self, file: &str) -> &[SourceDiagnostic] {
        let from = self.flaws.partition_point(|flaw| flaw.file.as_str() < file);
        let count = self.flaws[from..].partition_point(|flaw| flaw.file == file);
        &self.flaws[from..from + count]
    }

    /// What is broken in the files below a folder.
    pub fn flaws_below(&self, folder: &str) -> &[SourceDiagnostic] {
        let prefix = format!("{folder}/");
        let from = self.flaws.partition_point(|flaw| flaw.file < prefix);
        let count = self.flaws[from..].partition_point(|flaw| flaw.file.starts_with(&prefix));
        &self.flaws[from..from + count]
    }

    /// The source line of a place as findings quote it, without its line break; empty where there is
    /// none.
    pub fn line(&self, path: &str, number: u32) -> &str {
        self.text(path).map_or("", |text| text.line(number))
    }
}
