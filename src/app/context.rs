//! What a session is held with.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Workspace;
use crate::model::SeatId;
use crate::port::{Clock, Store};
use crate::provider::Seat;
use crate::source::Dossier;

/// Who sits where.
pub type Seats = BTreeMap<SeatId, Arc<dyn Seat>>;

/// What a review works with.
pub struct Board<'a> {
    /// The repository, read.
    pub workspace: &'a Workspace,
    /// Where the evidence goes.
    pub store: &'a dyn Store,
    /// The clock of its records.
    pub clock: &'a dyn Clock,
    /// Who sits on the seats, once the dossier is there to be read.
    pub seats: &'a (dyn Fn(&Arc<Dossier>) -> Seats + Sync),
}
