//! The record of a running session: every event on disk before it is acted on.

use std::io;

use crate::council::driver::{Calling, Panel, Recorder};
use crate::council::rfc::{Admitted, Charter, RfcCouncil, RfcEvent, State, admit};
use crate::evidence;
use crate::evidence::session::Setting;
use crate::evidence::v1::session::Session;
use crate::journal::{self, Record};
use crate::model::SeatId;
use crate::model::task::Task;
use crate::port::{Clock, Store, StoreFault};
use crate::provider::{Seat, SeatFault};
use crate::source::Dossier;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a caller may want to show while a session runs.
pub trait Progress {
    /// An event was recorded; `charter` is the session after it.
    fn event(&mut self, event: &RfcEvent, charter: &Charter);
}

/// No progress.
impl Progress for () {
    fn event(&mut self, _: &RfcEvent, _: &Charter) {}
}

/// Writes the session file after each event.
pub(super) struct SessionFile<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) clock: &'a dyn Clock,
    pub(super) progress: &'a mut dyn Progress,
    pub(super) path: String,
    pub(super) setting: Setting,
    pub(super) records: Vec<Record>,
}

impl SessionFile<'_> {
    /// The session as it was last written.
    pub(super) fn last(&self, charter: &Charter) -> Session {
        evidence::session::session(charter, &self.setting, &self.records)
    }
}

impl Recorder<RfcCouncil> for SessionFile<'_> {
    fn record(&mut self, event: &RfcEvent, state: &State) -> Result<(), StoreFault> {
        let Some(charter) = state.charter() else {
            return Ok(());
        };
        let json = serde_json::to_value(event).expect("an event has only text keys");
        let now = self.clock.now();
        journal::append(&mut self.records, charter.session.as_str(), now, json);
        let session = self.last(charter);
        let bytes = evidence::session::bytes(&session);
        if self.records.len() > 1 {
            self.store.replace(&self.path, &bytes)?;
        } else if !self.store.create(&self.path, &bytes)? {
            let source = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(StoreFault { path: self.path.clone(), source });
        }
        self.progress.event(event, charter);
        Ok(())
    }
}

/// The seats of one review; their replies are admitted against the dossier.
pub struct SeatPanel {
    /// Who sits where.
    pub seats: BTreeMap<SeatId, Arc<dyn Seat>>,
    /// What their quotes are held against.
    pub dossier: Arc<Dossier>,
}

impl Panel<RfcCouncil> for SeatPanel {
    fn estimate(&self, seat: SeatId, task: &Task) -> u64 {
        self.seats[&seat].estimate(task)
    }

    fn call(&self, seat: SeatId, task: Task) -> Calling<Admitted> {
        let seat = Arc::clone(&self.seats[&seat]);
        let dossier = Arc::clone(&self.dossier);
        Box::pin(async move {
            let performance = seat.perform(&task).await?;
            let admitted = admit(&dossier, performance.reply).map_err(SeatFault::Malformed)?;
            Ok((admitted, performance.usage))
        })
    }
}
