//! Everything that was read of one snapshot.

use std::collections::BTreeMap;

use super::flaw::Flaw;
use super::prd::Prd;
use super::rfc::Rfc;
use super::ticket::Ticket;
use crate::model::{Digest, Layout, PrdId, RfcId, TicketId};
use crate::port::Entry;

/// A file that was read, with its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Path from the repository's root.
    pub path: String,
    /// Digest of its bytes.
    pub digest: Digest,
    /// Whether the commit holds the same bytes there.
    pub committed: bool,
}

/// A ticket file without a document.
#[derive(Debug)]
pub struct UnreadableTicket {
    /// Its path.
    pub file: String,
    /// The id its name claims.
    pub stem: TicketId,
    /// RFC ids on `rfc_id:` lines of its raw bytes (R3).
    pub mentions: Vec<RfcId>,
}

/// Everything that was read of one snapshot, once, for all RFCs.
#[derive(Debug)]
pub struct Library {
    /// Where things stand.
    pub layout: Layout,
    /// The folder that holds the tickets; the first of the layout that exists.
    pub tickets_folder: String,
    /// The folder that holds the RFCs; the first of the layout that exists.
    pub rfcs_folder: String,
    /// The commit that was read, or that the work tree stands on.
    pub commit: Option<String>,
    /// Every path of the tree.
    pub entries: Vec<Entry>,
    /// By file.
    pub tickets: Vec<Ticket>,
    /// By file.
    pub unreadable_tickets: Vec<UnreadableTicket>,
    /// Names that R2 refuses, with the reason.
    pub unusable_names: Vec<(String, String)>,
    /// The RFC folders.
    pub rfcs: BTreeMap<RfcId, Rfc>,
    /// The PRD folders.
    pub prds: BTreeMap<PrdId, Prd>,
    /// What is broken, by file.
    pub flaws: Vec<Flaw>,
    /// Every file that was read, by path.
    pub files: BTreeMap<String, SourceFile>,
}
