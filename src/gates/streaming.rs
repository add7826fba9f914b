//! What the gates ask of a ticket's own text. Asked while the ticket is read, its text need not be
//! kept: a repository of any size is judged in the memory of its ids, references and paths.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use super::mapping::claims;
use super::outline::TicketOutline;
use super::schema::violations;
use crate::model::{Finding, Layout, RfcId, SubjectId};
use crate::port::Snapshot;
use crate::source::{Keep, Library, Ticket};

/// What was found in the texts of tickets that are no longer there.
#[derive(Debug, Default)]
pub(super) struct StreamedFacts {
    /// R10 to R15: what is wrong with the shape of a file; files without such a fault are not there.
    pub(super) violations: HashMap<String, Vec<Finding>>,
    /// R44: by file, the paths that its sentences say will be created; files without one are not
    /// there.
    pub(super) claims: HashMap<String, BTreeSet<String>>,
    /// What the advisory rules ask, by file.
    pub(super) outlines: HashMap<String, TicketOutline>,
}

/// Reads a snapshot for the gates alone, and for these subjects of it, or for all.
pub(super) fn sift(
    snapshot: &dyn Snapshot,
    layout: Layout,
    named: Option<&[SubjectId]>,
) -> (Library, StreamedFacts) {
    let sifted = Mutex::new(StreamedFacts::default());
    let look = |ticket: &Ticket| {
        let violations = violations(ticket);
        let claims = claims(ticket);
        let outline = TicketOutline::of(ticket);
        let mut sifted = sifted.lock().unwrap_or_else(PoisonError::into_inner);
        sifted.outlines.insert(ticket.file.clone(), outline);
        if !claims.is_empty() {
            sifted.claims.insert(ticket.file.clone(), claims);
        }
        if !violations.is_empty() {
            sifted.violations.insert(ticket.file.clone(), violations);
        }
    };
    let rfcs: Option<Vec<RfcId>> =
        named.map(|named| named.iter().filter_map(SubjectId::rfc).cloned().collect());
    let keep = Keep::Facts { look: &look, rfcs: rfcs.as_deref(), subjects: named };
    let library = Library::load_keeping(snapshot, layout, &keep);
    (library, sifted.into_inner().unwrap_or_else(PoisonError::into_inner))
}
