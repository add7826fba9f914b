//! The queue on disk: a snapshot, and a journal of what happened since.

pub mod journal;
pub mod record;
pub mod snapshot;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use fs2::FileExt;

use crate::error::{Error, Result};
use crate::job::{Job, JobId, JobState};
use journal::Journal;
use record::Record;
use snapshot::{Snapshot, SNAPSHOT_FORMAT};

pub const JOURNAL_FILE: &str = "journal.log";
pub const SNAPSHOT_FILE: &str = "snapshot.json";
pub const LOCK_FILE: &str = "lock";

/// All jobs, as the snapshot and the journal have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub jobs: BTreeMap<JobId, Job>,
    pub next_id: u64,
    pub next_token: u64,
}

impl Default for State {
    fn default() -> Self {
        State {
            jobs: BTreeMap::new(),
            next_id: 1,
            next_token: 1,
        }
    }
}

impl State {
    /// Applying a record that is already part of the state changes nothing in the end: see [`Record`].
    pub fn apply(&mut self, record: &Record) {
        match record {
            Record::Enqueued { id, spec, at } => {
                if id.0 < self.next_id {
                    return; // in the snapshot already, or pruned since
                }
                self.next_id = id.0 + 1;
                let job = Job {
                    id: *id,
                    spec: spec.clone(),
                    enqueued_at: *at,
                    attempts: 0,
                    state: JobState::Ready { since: *at },
                    last_error: None,
                };
                self.jobs.insert(*id, job);
            }
            Record::Leased { id, attempt, lease } => {
                self.next_token = self.next_token.max(lease.token + 1);
                if let Some(job) = self.jobs.get_mut(id) {
                    job.attempts = *attempt;
                    job.state = JobState::Leased(lease.clone());
                }
            }
            Record::Renewed {
                id,
                token,
                expires_at,
            } => {
                if let Some(JobState::Leased(lease)) = self.jobs.get_mut(id).map(|j| &mut j.state) {
                    if lease.token == *token {
                        lease.expires_at = *expires_at;
                    }
                }
            }
            Record::Completed { id, at } => self.set(id, JobState::Done { at: *at }, None),
            Record::Retried { id, until, error } => {
                self.set(id, JobState::Delayed { until: *until }, Some(error));
            }
            Record::Buried { id, at, reason } => {
                let state = JobState::Dead {
                    at: *at,
                    reason: reason.clone(),
                };
                self.set(id, state, Some(reason));
            }
        }
    }

    /// Forgets finished jobs, the oldest first, until `keep` are left. Dead jobs stay: somebody has to look at them.
    pub fn prune_done(&mut self, keep: usize) -> usize {
        let mut done: Vec<_> = self
            .jobs
            .values()
            .filter_map(|j| match j.state {
                JobState::Done { at } => Some((at, j.id)),
                _ => None,
            })
            .collect();
        done.sort_unstable();
        let surplus = done.len().saturating_sub(keep);
        for (_, id) in &done[..surplus] {
            self.jobs.remove(id);
        }
        surplus
    }

    fn set(&mut self, id: &JobId, state: JobState, error: Option<&String>) {
        if let Some(job) = self.jobs.get_mut(id) {
            job.state = state;
            if error.is_some() {
                job.last_error = error.cloned();
            }
        }
    }
}

pub struct Store {
    dir: PathBuf,
    journal: Journal,
    _lock: File,
}

impl Store {
    pub fn open(dir: &Path) -> Result<(Store, State)> {
        fs::create_dir_all(dir).map_err(Error::io(dir))?;
        let lock = take_lock(&dir.join(LOCK_FILE))?;
        let mut state = State::default();
        if let Some(s) = snapshot::read(&dir.join(SNAPSHOT_FILE))? {
            state.next_id = s.next_id;
            state.next_token = s.next_token;
            state.jobs = s.jobs.into_iter().map(|j| (j.id, j)).collect();
        }
        let (journal, records) = Journal::open(&dir.join(JOURNAL_FILE))?;
        for record in &records {
            state.apply(record);
        }
        let store = Store {
            dir: dir.to_path_buf(),
            journal,
            _lock: lock,
        };
        Ok((store, state))
    }

    pub fn append(&mut self, record: &Record) -> Result<()> {
        self.journal.append(record)
    }

    /// Writes the snapshot first. A crash before the reset only makes the next start apply the records once more.
    pub fn compact(&mut self, state: &State) -> Result<()> {
        let snapshot = Snapshot {
            format: SNAPSHOT_FORMAT,
            next_id: state.next_id,
            next_token: state.next_token,
            jobs: state.jobs.values().cloned().collect(),
        };
        snapshot::write(&self.dir.join(SNAPSHOT_FILE), &snapshot)?;
        self.journal.reset()
    }

    pub fn journal_len(&self) -> u64 {
        self.journal.len()
    }
}

fn take_lock(path: &Path) -> Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(Error::io(path))?;
    file.try_lock_exclusive()
        .map_err(|_| Error::Locked(path.to_path_buf()))?;
    Ok(file)
}
