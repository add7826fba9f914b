//! A session under way: every event on disk before it is acted on, and at the end its bundle.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::context::{ReviewContext, Seats};
use super::look::Looker;
use super::outcome::CompletedReview;
use super::progress::{self, Progress};
use super::space::{self, Space};
use super::{AppFault, ReviewNames, publish};
use crate::core::call::{CallError, FailedCall};
use crate::core::driver::{
    CallFuture, DriveFault, Estimate, Estimating, Members, Recorder, Showing, drive,
};
use crate::core::look::{CallAnswer, Exchange, LookRequest, LookStatus, Looks, Refusal, ShownPage};
use crate::council::rfc::ask::Task;
use crate::council::rfc::{
    Admitted, RfcCouncil, RfcEvent, RfcMember, SessionState, State, admit_on,
};
use crate::evidence::replay;
use crate::evidence::session::{self, SessionLog};
use crate::model::{MemberId, MemberName};
use crate::port::{Clock, Store, StoreFault};
use crate::source::{Dossier, Ground, Listed, ShownLines};

/// From where to where a session is driven.
pub(super) struct SessionRun {
    /// What it began with, and what happened so far.
    pub(super) log: SessionLog,
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
    let SessionRun { log, state, events, limit } = course;
    let path = names.path(&names.session_file());
    let begun = space::bytes_of(&log.setting().inputs)
        + space::bytes_of(&log.setting().gates)
        + log.records().iter().map(space::bytes_of).sum::<u64>()
        + events.iter().map(space::bytes_of).sum::<u64>();
    // What was begun is carried to its end, whatever its size; it grows no more.
    if !panel.space.begin(begun) && log.records().is_empty() {
        return Err(publish::too_much(&panel.dossier.subject));
    }
    let mut file = SessionFile { store, clock, progress, path, log, length: None };
    let driven = drive::<RfcCouncil>(state, events, panel, &mut file, limit, stop).await;
    let state = driven.map_err(|fault| match fault {
        DriveFault::Record(fault) => AppFault::writing(fault),
        DriveFault::Stuck => AppFault::Internal(fault.to_string()),
    })?;
    let charter = state.charter().filter(|charter| charter.ending.is_some());
    let charter = charter.ok_or_else(|| internal("it has no end"))?;
    // The bundle is made from the record and from nothing else, so that anybody can make it again.
    let played =
        replay::play(file.log.session(charter)).map_err(|fault| internal(&fault.message))?;
    let bundle = played.bundle(&names.session_file()).ok_or_else(|| internal("no bundle"))?;
    publish::publish(bundle, store, names)
}

fn internal(why: &str) -> AppFault {
    AppFault::Internal(format!("the session does not replay: {why}"))
}

/// Writes the session file: whole with its first event, whatever a crash left of it, and after that
/// a line for each.
struct SessionFile<'a> {
    store: &'a dyn Store,
    clock: &'a dyn Clock,
    progress: &'a mut dyn Progress,
    path: String,
    log: SessionLog,
    /// How many bytes of it are safe, once it was written.
    length: Option<u64>,
}

impl SessionFile<'_> {
    /// Writes the last record; gives how long the file is then.
    fn write(&self, charter: &SessionState) -> Result<u64, StoreFault> {
        if let (Some(length), Some(record)) = (self.length, self.log.records().last()) {
            let line = session::line(record);
            self.store.append(&self.path, length, &line)?;
            return Ok(length + line.len() as u64);
        }
        let bytes = session::bytes(&self.log.session(charter));
        if self.log.records().len() > 1 {
            self.store.replace(&self.path, &bytes)?;
        } else if !self.store.create(&self.path, &bytes)? {
            let source = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(StoreFault { path: self.path.clone(), source });
        }
        Ok(bytes.len() as u64)
    }
}

impl Recorder<RfcCouncil> for SessionFile<'_> {
    fn record(&mut self, event: &RfcEvent, state: &State) -> Result<(), StoreFault> {
        let Some(charter) = state.charter() else {
            return Ok(());
        };
        let json = serde_json::to_value(event).expect("an event has only text keys");
        self.log.append(self.clock.now(), json, charter);
        self.length = Some(self.write(charter)?);
        self.progress.event(&progress::of(event, charter));
        Ok(())
    }
}

/// The seats of one review; their replies are admitted against the dossier.
pub struct RfcMembers {
    pub(super) seats: Seats,
    pub(super) dossier: Arc<Dossier>,
    space: Arc<Space>,
    looker: Option<Arc<Looker>>,
}

impl RfcMembers {
    /// Those who sit, and what their quotes are held against.
    pub fn new(seats: Seats, dossier: Arc<Dossier>) -> Self {
        Self { seats, dossier, space: Arc::default(), looker: None }
    }

    /// The same, who are shown what they ask to see.
    #[must_use]
    pub fn looking(self, looker: Option<Arc<Looker>>) -> Self {
        Self { looker, ..self }
    }

    /// Who answers for a member of that name. The council asks nobody who is not of its roster.
    pub(super) fn named(&self, name: &MemberName) -> &Arc<RfcMember> {
        &self.seats[name]
    }
}

impl Members<RfcCouncil> for RfcMembers {
    fn estimate(&self, _: MemberId, task: Task, looks: Looks) -> Estimating {
        let seat = Arc::clone(self.named(&task.seat));
        Box::pin(async move {
            let tokens = seat.estimate_next(&task, &looks);
            Estimate { tokens, again: seat.estimate_again(&task, &looks) }
        })
    }

    fn call(&self, _: MemberId, task: Task, looks: Looks) -> CallFuture<Admitted> {
        let seat = Arc::clone(self.named(&task.seat));
        let (dossier, space) = (Arc::clone(&self.dossier), Arc::clone(&self.space));
        Box::pin(async move {
            let (reply, receipt) = match seat.next(&task, &looks).await? {
                (CallAnswer::Form(reply), receipt) => (reply, receipt),
                (CallAnswer::Look(requests), receipt) => {
                    return Ok((CallAnswer::Look(requests), receipt));
                }
            };
            let admitted = admit_on(&ground(&dossier, looks.known()), reply);
            match admitted.and_then(|admitted| space.take(&admitted).map(|()| admitted)) {
                Ok(admitted) => Ok((CallAnswer::Form(admitted), receipt)),
                Err(why) => Err(FailedCall { fault: CallError::Malformed(why), receipt }),
            }
        })
    }

    fn show(&self, requests: Vec<LookRequest>, most: u32) -> Showing {
        let (looker, space) = (self.looker.clone(), Arc::clone(&self.space));
        Box::pin(async move {
            let refused = |why| {
                (1..=requests.len() as u32).map(move |n| ShownPage::nothing(n, Some(why))).collect()
            };
            let Some(looker) = looker else { return refused(Refusal::NotAllowed) };
            let pages = looker.answer(&requests, most as usize);
            if space.take(&pages).is_ok() { pages } else { refused(Refusal::Budget) }
        })
    }
}

/// What a member's quotes are looked up in: the dossier, and what it was shown or told is not there.
pub(super) fn ground<'g>(
    dossier: &'g Dossier,
    exchanges: impl Iterator<Item = &'g Exchange> + Clone,
) -> Ground<'g> {
    let seen = exchanges.clone().flat_map(Exchange::seen);
    let lines = seen.clone().filter(|page| page.from > 0).filter_map(|page| {
        Some(ShownLines { path: page.path.as_deref()?, from: page.from, text: &page.text })
    });
    let answered = exchanges.flat_map(|exchange| {
        let asked = |page: &ShownPage| exchange.requests.get(page.request as usize - 1);
        exchange.seen().iter().filter_map(move |page| Some((asked(page)?, page)))
    });
    let listed = answered.clone().filter_map(|(request, page)| match request {
        LookRequest::List { .. } => Some(Listed {
            folder: page.path.as_deref()?,
            text: &page.text,
            is_whole: page.status == LookStatus::Shown,
        }),
        _ => None,
    });
    let nothing = answered.filter(|(_, page)| page.status == LookStatus::None);
    let nothing = nothing.filter_map(|(request, _)| request.nothing());
    Ground::with(dossier, lines).and(listed, nothing)
}
