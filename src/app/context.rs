//! What a session is held with.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Workspace;
use crate::council::rfc::Member;
use crate::model::MemberName;
use crate::port::{Clock, Store};
use crate::source::Dossier;

/// Who sits where.
pub type Seats = BTreeMap<MemberName, Arc<dyn Member>>;

/// What a review works with.
pub struct ReviewContext<'a> {
    /// The repository, read.
    pub workspace: &'a Workspace,
    /// Where the evidence goes.
    pub store: &'a dyn Store,
    /// The clock of its records.
    pub clock: &'a dyn Clock,
    /// Who sits on the seats, once the dossier is there to be read.
    pub seats: &'a (dyn Fn(&Arc<Dossier>) -> Seats + Sync),
}
