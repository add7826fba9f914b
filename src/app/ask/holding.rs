//! A council under way: every event on disk before it is acted on, and at the end its outcome.

use std::future::Future;
use std::io;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::kinds::QuestionCouncil;
use super::members::CouncilMembers;
use crate::app::AppFault;
use crate::app::progress::Progress;
use crate::app::space;
use crate::core::driver::{DriveFault, Recorder, drive};
use crate::core::protocol::{Event, EventOf};
use crate::council::shared::opening::Opening;
use crate::evidence::outcome::{self, CouncilLog, CouncilPlayed, CouncilSetting, OutcomeCouncil};
use crate::evidence::read::LIMITS;
use crate::evidence::seal;
use crate::evidence::v2::outcome::{CouncilRecord, Outcome};
use crate::model::layout::COUNCILS;
use crate::model::{CouncilId, Timestamp};
use crate::port::{Archive, Clock, NameClaim, Store, StoreFault, TEMPORARY};

/// The files of one council.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouncilNames {
    /// `evidence/council/COUNCIL-ROUNDS-20260126-100000`.
    pub folder: String,
}

impl CouncilNames {
    /// Those of a council.
    pub fn of(council: &CouncilId) -> Self {
        Self { folder: format!("{COUNCILS}/{council}") }
    }

    /// Its session.
    pub fn session(&self) -> String {
        format!("{}/session.yaml", self.folder)
    }

    /// Its outcome.
    pub fn outcome(&self) -> String {
        format!("{}/outcome.yaml", self.folder)
    }
}

/// A name that no council has, held against every other process for as long as the last value lives.
///
/// # Errors
/// The folder cannot be written, or that second has 9,999 councils.
pub fn claim(
    store: &dyn Store,
    protocol: &str,
    at: Timestamp,
) -> Result<(CouncilId, Box<dyn Send>), AppFault> {
    let suffixes = std::iter::once(String::new()).chain((2..=9_999).map(|n| format!("-{n}")));
    for suffix in suffixes {
        let id = format!("COUNCIL-{protocol}-{}{suffix}", at.dashed());
        let id: CouncilId = id.parse().expect("a protocol and a second make one");
        let folder = CouncilNames::of(&id).folder;
        if !store.list(&folder).map_err(AppFault::reading)?.is_empty() {
            continue;
        }
        if let NameClaim::Ours(hold) = store.claim(&folder, "session").map_err(AppFault::writing)? {
            // Whoever had it before may have written since.
            if store.list(&folder).map_err(AppFault::reading)?.iter().all(|f| !f.ends_with(".yaml"))
            {
                return Ok((id, hold));
            }
        }
    }
    Err(AppFault::BadInput("every name of this second is taken: ask again".to_owned()))
}

/// Takes up a council that began before, against every other process for as long as the value lives. What
/// a killed holder left half-written is taken away: nobody else writes in its folder.
///
/// # Errors
/// Somebody holds it, or the folder cannot be written.
pub fn take_up(store: &dyn Store, names: &CouncilNames) -> Result<Box<dyn Send>, AppFault> {
    let hold = match store.claim(&names.folder, "session").map_err(AppFault::writing)? {
        NameClaim::Ours(hold) => hold,
        NameClaim::Theirs(who) => {
            let session = names.session();
            return Err(AppFault::BadInput(format!(
                "{session} is held by {who}: wait until that ends, or stop it"
            )));
        }
    };
    let files = store.list(&names.folder).map_err(AppFault::reading)?;
    for file in files.iter().filter(|file| file.starts_with(TEMPORARY)) {
        store.remove(&format!("{}/{file}", names.folder)).map_err(AppFault::writing)?;
    }
    Ok(hold)
}

/// A council that came to its end.
#[derive(Debug)]
pub struct HeldCouncil {
    /// Its outcome.
    pub outcome: Outcome,
    /// Where that stands.
    pub path: String,
    /// Whether it had ended before, so that at most its files were missing.
    pub was_over: bool,
    /// The line, from 1, after which the session's file was cut short.
    pub cut_after: Option<u32>,
}

/// What a session is written and timed with.
pub struct CouncilDesk<'a> {
    /// Where the evidence goes.
    pub store: &'a dyn Store,
    /// The clock of its records.
    pub clock: &'a dyn Clock,
}

/// Holds a council from its opening to its outcome. `stop` ends it as CANCELLED.
///
/// # Errors
/// The evidence cannot be written.
pub async fn hold<C>(
    desk: &CouncilDesk<'_>,
    opening: Opening<C::Panel>,
    members: &CouncilMembers<C>,
    setting: CouncilSetting,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> Result<HeldCouncil, AppFault>
where
    C: QuestionCouncil,
    EventOf<C>: Serialize + DeserializeOwned,
{
    let names = CouncilNames::of(&opening.council);
    let limit = Duration::from_secs(opening.timeout_seconds);
    let log = CouncilLog::new::<C>(&opening.council, setting);
    let events = vec![Event::Opened { input: opening }];
    run::<C>(desk, &names, (log, C::initial(), events), limit, members, progress, stop).await
}

/// Goes on with a council from where a crash left it; what is recorded is not asked again.
///
/// # Errors
/// The evidence cannot be written.
pub async fn resume<C>(
    desk: &CouncilDesk<'_>,
    played: CouncilPlayed<C>,
    members: &CouncilMembers<C>,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> Result<HeldCouncil, AppFault>
where
    C: QuestionCouncil,
    EventOf<C>: Serialize + DeserializeOwned,
{
    let names = CouncilNames::of(&played.session.council_id);
    let cut_after = played.cut_after;
    let CouncilPlayed { session, state, .. } = played;
    let (began, limit) = (session.started_at, limit_of::<C>(&state));
    let down_before = C::told(&state, false).map_or(0, |told| told.down_seconds());
    let log = CouncilLog::of(session);
    let last = log.records().last().map_or(began, |record| record.at);
    let down = u64::try_from(desk.clock.now().unix() - last.unix()).unwrap_or(0);
    // What lay between a crash and an earlier resumption was nobody's time.
    let used = u64::try_from(last.unix() - began.unix()).unwrap_or(0).saturating_sub(down_before);
    let left = Duration::from_secs(limit.saturating_sub(used).max(1));
    let events = vec![Event::Resumed { down_seconds: down }];
    let held = run::<C>(desk, &names, (log, state, events), left, members, progress, stop).await?;
    Ok(HeldCouncil { cut_after, ..held })
}

fn limit_of<C: OutcomeCouncil>(state: &C::State) -> u64 {
    C::told(state, false).map_or(0, |told| told.timeout_seconds())
}

async fn run<C>(
    desk: &CouncilDesk<'_>,
    names: &CouncilNames,
    (log, state, events): (CouncilLog, C::State, Vec<EventOf<C>>),
    limit: Duration,
    members: &CouncilMembers<C>,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> Result<HeldCouncil, AppFault>
where
    C: QuestionCouncil,
    EventOf<C>: Serialize + DeserializeOwned,
{
    let begun = log.records().iter().map(space::bytes_of).sum::<u64>();
    members.space.begin(begun);
    let mut file = SessionFile::<C> {
        desk,
        progress,
        path: names.session(),
        log,
        length: None,
        council: std::marker::PhantomData,
    };
    let driven = drive::<C>(state, events, members, &mut file, limit, stop).await;
    driven.map_err(|fault| match fault {
        DriveFault::Record(fault) => AppFault::writing(fault),
        DriveFault::Stuck => AppFault::Internal(fault.to_string()),
    })?;
    // The outcome is made from the record and from nothing else, so that anybody can make it again.
    publish::<C>(desk.store, file.log.session(), names)
}

/// Writes the outcome that a session leads to; what stands there already and says the same is left.
///
/// # Errors
/// It does not verify, or another one stands there.
pub fn publish<C>(
    store: &dyn Store,
    session: CouncilRecord,
    names: &CouncilNames,
) -> Result<HeldCouncil, AppFault>
where
    C: OutcomeCouncil,
    EventOf<C>: DeserializeOwned,
{
    let internal = |why: String| {
        let path = names.session();
        AppFault::Internal(format!(
            "{why}\nThe session is kept: {path}. After an update, make its outcome: council-review resume {}",
            names.folder.rsplit('/').next().unwrap_or_default()
        ))
    };
    let played = outcome::play::<C>(session)
        .map_err(|fault| internal(format!("the session does not replay: {}", fault.message)))?;
    let outcome = played.outcome().ok_or_else(|| internal("it has no end".to_owned()))?;
    let bytes = seal::bytes(&outcome);
    if let Err(faults) = outcome::verify(&bytes) {
        let first = faults.first().map(ToString::to_string).unwrap_or_default();
        return Err(internal(format!("the outcome does not verify: {first}")));
    }
    let path = names.outcome();
    if !store.create(&path, &bytes).map_err(AppFault::writing)?
        && store.read(&path, LIMITS.bytes).map_err(AppFault::reading)? != Some(bytes)
    {
        let line = format!(
            "{path} exists already and differs from its session; see which is true: council-review verify {path}"
        );
        return Err(AppFault::BadInput(line));
    }
    Ok(HeldCouncil { outcome, path, was_over: false, cut_after: None })
}

/// The bytes of a council's session.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn session_bytes(archive: &dyn Archive, names: &CouncilNames) -> Result<Vec<u8>, AppFault> {
    let path = names.session();
    let bytes = archive.read(&path, LIMITS.bytes).map_err(AppFault::reading)?;
    bytes.ok_or_else(|| {
        AppFault::BadInput(format!(
            "there is no session {path}; what there is: council-review councils"
        ))
    })
}

/// Writes the session file: whole with its first event, whatever a crash left of it, and after that a line
/// for each.
struct SessionFile<'a, C> {
    desk: &'a CouncilDesk<'a>,
    progress: &'a mut dyn Progress,
    path: String,
    log: CouncilLog,
    /// How many bytes of it are safe, once it was written.
    length: Option<u64>,
    council: std::marker::PhantomData<C>,
}

impl<C> SessionFile<'_, C> {
    fn write(&self) -> Result<u64, StoreFault> {
        let store = self.desk.store;
        if let (Some(length), Some(record)) = (self.length, self.log.records().last()) {
            let line = outcome::line(record);
            store.append(&self.path, length, &line)?;
            return Ok(length + line.len() as u64);
        }
        let bytes = outcome::bytes(&self.log.session());
        if self.log.records().len() > 1 {
            store.replace(&self.path, &bytes)?;
        } else if !store.create(&self.path, &bytes)? {
            let source = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(StoreFault { path: self.path.clone(), source });
        }
        Ok(bytes.len() as u64)
    }
}

impl<C> Recorder<C> for SessionFile<'_, C>
where
    C: OutcomeCouncil,
    EventOf<C>: Serialize,
{
    fn record(&mut self, event: &EventOf<C>, state: &C::State) -> Result<(), StoreFault> {
        let Some(told) = C::told(state, false) else { return Ok(()) };
        let json = serde_json::to_value(event).expect("an event has only text keys");
        self.log.append(self.desk.clock.now(), json, told.state_name());
        self.length = Some(self.write()?);
        if let Some(line) = told.progress(event) {
            self.progress.notice(&line);
        }
        Ok(())
    }
}

/// Faults of a session, each at its place in the file.
pub fn told(names: &CouncilNames, faults: &[crate::evidence::read::EvidenceReadFault]) -> String {
    let path = names.session();
    let lines: Vec<String> = faults.iter().map(|fault| format!("{path}:{fault}")).collect();
    lines.join("\n")
}
