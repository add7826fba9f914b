//! A session under way: every event on disk before it is acted on, and at the end its bundle.

use std::future::Future;
use std::io;
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use super::context::{ReviewContext, Seats};
use super::outcome::CompletedReview;
use super::progress::{self, Progress};
use super::space::{self, Space};
use super::{AppFault, ReviewNames, publish};
use crate::core::call::{CallError, FailedCall};
use crate::core::driver::{CallFuture, DriveFault, Estimating, Members, Recorder, drive};
use crate::core::event_log::{self, LogRecord};
use crate::council::rfc::ask::Task;
use crate::council::rfc::{
    Admitted, Completion, Member, RfcCouncil, RfcEvent, SessionState, State, admit,
};
use crate::evidence::replay;
use crate::evidence::session::{self, Setting};
use crate::evidence::v1::session::Session;
use crate::model::{Digest, MemberId, MemberName};
use crate::port::{Clock, Store, StoreFault};
use crate::source::Dossier;

/// From where to where a session is driven.
pub(super) struct SessionRun {
    /// What it began with.
    pub(super) setting: Setting,
    /// What happened so far.
    pub(super) records: Vec<LogRecord>,
    /// Where that leads.
    pub(super) state: State,
    /// What happens next.
    pub(super) events: Vec<RfcEvent>,
    /// How long it may take from here.
    pub(super) limit: Duration,
}

/// Drives a session to its end and publishes the bundle that its records lead to.
pub(super) async fn run_session(
    board: &ReviewContext<'_>,
    panel: &RfcMembers,
    names: &ReviewNames,
    course: SessionRun,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> Result<CompletedReview, AppFault> {
    let &ReviewContext { store, clock, .. } = board;
    let SessionRun { setting, records, state, events, limit } = course;
    let path = names.path(&names.session_file());
    let bytes = session::bytes_of(&records);
    let begun = space::bytes_of(&setting.inputs)
        + space::bytes_of(&setting.gates)
        + events.iter().map(space::bytes_of).sum::<u64>();
    // What was begun is carried to its end, whatever its size; it grows no more.
    if !panel.space.begin(begun + bytes) && records.is_empty() {
        return Err(publish::too_much(&panel.dossier.rfc_id));
    }
    let mut file =
        SessionFile { store, clock, progress, path, setting, root: None, records, bytes };
    let driven = drive::<RfcCouncil>(state, events, panel, &mut file, limit, stop).await;
    let state = driven.map_err(|fault| match fault {
        DriveFault::Record(fault) => AppFault::writing(fault),
        DriveFault::Stuck => AppFault::Internal(fault.to_string()),
    })?;
    let charter = state.charter().filter(|charter| charter.ending.is_some());
    let charter = charter.ok_or_else(|| internal("it has no end"))?;
    // The bundle is made from the record and from nothing else, so that anybody can make it again.
    let played =
        replay::play(file.as_written(charter)).map_err(|fault| internal(&fault.message))?;
    let bundle = played.bundle(&names.session_file()).ok_or_else(|| internal("no bundle"))?;
    publish::publish(bundle, store, names)
}

fn internal(why: &str) -> AppFault {
    AppFault::Internal(format!("the session does not replay: {why}"))
}

/// Writes the session file after each event.
struct SessionFile<'a> {
    store: &'a dyn Store,
    clock: &'a dyn Clock,
    progress: &'a mut dyn Progress,
    path: String,
    setting: Setting,
    /// What the records begin with, once the session is known.
    root: Option<Digest>,
    records: Vec<LogRecord>,
    /// What they take in the file.
    bytes: u64,
}

impl SessionFile<'_> {
    /// The session as it was last written.
    fn as_written(&self, charter: &SessionState) -> Session {
        session::with_bytes(charter, &self.setting, &self.records, self.bytes)
    }
}

impl Recorder<RfcCouncil> for SessionFile<'_> {
    fn record(&mut self, event: &RfcEvent, state: &State) -> Result<(), StoreFault> {
        let Some(charter) = state.charter() else {
            return Ok(());
        };
        let json = serde_json::to_value(event).expect("an event has only text keys");
        let root = self.root.get_or_insert_with(|| self.setting.root(&charter.session));
        event_log::append(&mut self.records, root, self.clock.now(), json);
        self.bytes +=
            self.records.last().map_or(0, |last| session::bytes_of(slice::from_ref(last)));
        let bytes = session::bytes(&self.as_written(charter));
        if self.records.len() > 1 {
            self.store.replace(&self.path, &bytes)?;
        } else if !self.store.create(&self.path, &bytes)? {
            let source = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(StoreFault { path: self.path.clone(), source });
        }
        self.progress.event(&progress::of(event, charter));
        Ok(())
    }
}

/// The seats of one review; their replies are admitted against the dossier.
pub struct RfcMembers {
    pub(super) seats: Seats,
    pub(super) dossier: Arc<Dossier>,
    space: Arc<Space>,
}

impl RfcMembers {
    /// Those who sit, and what their quotes are held against.
    pub fn new(seats: Seats, dossier: Arc<Dossier>) -> Self {
        Self { seats, dossier, space: Arc::default() }
    }

    /// Who answers for a member of that name. The council asks nobody who is not of its roster.
    pub(super) fn named(&self, name: &MemberName) -> &Arc<dyn Member> {
        &self.seats[name]
    }
}

impl Members<RfcCouncil> for RfcMembers {
    fn estimate(&self, _: MemberId, task: Task) -> Estimating {
        let seat = Arc::clone(self.named(&task.seat));
        Box::pin(async move { seat.estimate(&task) })
    }

    fn call(&self, _: MemberId, task: Task) -> CallFuture<Admitted> {
        let seat = Arc::clone(self.named(&task.seat));
        let (dossier, space) = (Arc::clone(&self.dossier), Arc::clone(&self.space));
        Box::pin(async move {
            let Completion { reply, receipt } = seat.complete(&task).await?;
            let admitted = admit(&dossier, reply);
            match admitted.and_then(|admitted| space.take(&admitted).map(|()| admitted)) {
                Ok(admitted) => Ok((admitted, receipt)),
                Err(why) => Err(FailedCall { fault: CallError::Malformed(why), receipt }),
            }
        })
    }
}
