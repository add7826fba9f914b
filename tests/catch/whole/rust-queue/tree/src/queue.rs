use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::clock::{Clock, Millis};
use crate::error::{Error, Result};
use crate::job::{Job, JobId, JobSpec, JobState};
use crate::lease::Lease;
use crate::metrics::{Event, Metrics};
use crate::retry::{RetryPolicy, Verdict};
use crate::store::record::Record;
use crate::store::{State, Store};

#[derive(Debug, Clone)]
pub struct QueueOptions {
    pub retry: RetryPolicy,
    pub lease_ms: Millis,
    /// How many finished jobs a compaction leaves.
    pub keep_done: usize,
}

/// A job that was handed to a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub id: JobId,
    pub spec: JobSpec,
    pub attempt: u32,
    pub token: u64,
    pub expires_at: Millis,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub ready: usize,
    pub delayed: usize,
    pub leased: usize,
    pub done: usize,
    pub dead: usize,
}

/// The queue of one data directory.
///
/// Invariant: `ready` holds exactly the jobs whose state is `Ready`, in the order in which they will be claimed, and
/// `delayed` exactly those whose state is `Delayed`. Both are rebuilt from the state at start and are never on disk.
pub struct Queue {
    store: Store,
    state: State,
    ready: VecDeque<JobId>,
    delayed: BTreeSet<(Millis, JobId)>,
    options: QueueOptions,
    clock: Arc<dyn Clock>,
    metrics: Arc<Metrics>,
}

impl Queue {
    pub fn open(
        dir: &Path,
        options: QueueOptions,
        clock: Arc<dyn Clock>,
        metrics: Arc<Metrics>,
    ) -> Result<Queue> {
        let (store, state) = Store::open(dir)?;
        let mut ready = Vec::new();
        let mut delayed = BTreeSet::new();
        for job in state.jobs.values() {
            match job.state {
                JobState::Ready { since } => ready.push((since, job.id)),
                JobState::Delayed { until } => {
                    delayed.insert((until, job.id));
                }
                _ => {}
            }
        }
        ready.sort_unstable();
        Ok(Queue {
            store,
            state,
            ready: ready.into_iter().map(|(_, id)| id).collect(),
            delayed,
            options,
            clock,
            metrics,
        })
    }

    pub fn enqueue(&mut self, spec: JobSpec) -> Result<JobId> {
        spec.validate()?;
        let id = JobId(self.state.next_id);
        let at = self.clock.now();
        self.commit(Record::Enqueued { id, spec, at })?;
        self.ready.push_back(id);
        self.metrics.bump(Event::Enqueued);
        Ok(id)
    }

    /// Leases the next job to `worker`, or says that there is none. When the journal cannot be written, the job stays
    /// where it was.
    pub fn claim(&mut self, worker: &str) -> Result<Option<Claim>> {
        self.promote_due();
        let Some(&id) = self.ready.front() else {
            return Ok(None);
        };
        let now = self.clock.now();
        let job = &self.state.jobs[&id];
        let lease = Lease {
            token: self.state.next_token,
            worker: worker.to_owned(),
            taken_at: now,
            expires_at: now + self.options.lease_ms,
        };
        let claim = Claim {
            id,
            spec: job.spec.clone(),
            attempt: job.attempts + 1,
            token: lease.token,
            expires_at: lease.expires_at,
        };
        self.commit(Record::Leased {
            id,
            attempt: claim.attempt,
            lease,
        })?;
        self.ready.pop_front();
        self.metrics.bump(Event::Claimed);
        Ok(Some(claim))
    }

    /// Extends a lease that is still held, and says until when.
    pub fn renew(&mut self, id: JobId, token: u64) -> Result<Millis> {
        self.held(id, token)?;
        let expires_at = self.clock.now() + self.options.lease_ms;
        self.commit(Record::Renewed {
            id,
            token,
            expires_at,
        })?;
        Ok(expires_at)
    }

    pub fn complete(&mut self, id: JobId, token: u64) -> Result<()> {
        self.held(id, token)?;
        let at = self.clock.now();
        self.commit(Record::Completed { id, at })?;
        self.metrics.bump(Event::Completed);
        Ok(())
    }

    pub fn fail(&mut self, id: JobId, token: u64, error: &str) -> Result<Verdict> {
        let now = self.clock.now();
        let verdict = self.options.retry.decide(self.held(id, token)?, now);
        self.settle(id, verdict, error, now)?;
        Ok(verdict)
    }

    /// Takes the jobs back whose lease has run out, as failed attempts.
    pub fn expire_leases(&mut self) -> Result<Vec<JobId>> {
        let now = self.clock.now();
        let expired: Vec<_> = self
            .state
            .jobs
            .values()
            .filter(|j| matches!(&j.state, JobState::Leased(l) if l.is_expired(now)))
            .map(|j| (j.id, self.options.retry.decide(j, now)))
            .collect();
        for (id, verdict) in &expired {
            self.settle(*id, *verdict, "the lease ran out", now)?;
            self.metrics.bump(Event::Expired);
        }
        Ok(expired.into_iter().map(|(id, _)| id).collect())
    }

    /// Moves delayed jobs whose time has come to the ready ones. Not journaled: the next start does it again.
    pub fn promote_due(&mut self) -> usize {
        let now = self.clock.now();
        let mut promoted = 0;
        while let Some(&(until, id)) = self.delayed.first() {
            if until > now {
                break;
            }
            self.delayed.pop_first();
            if let Some(job) = self.state.jobs.get_mut(&id) {
                job.state = JobState::Ready { since: until };
                self.ready.push_back(id);
                promoted += 1;
            }
        }
        promoted
    }

    pub fn compact(&mut self) -> Result<usize> {
        let pruned = self.state.prune_done(self.options.keep_done);
        self.store.compact(&self.state)?;
        Ok(pruned)
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for job in self.jobs() {
            match job.state {
                JobState::Ready { .. } => counts.ready += 1,
                JobState::Delayed { .. } => counts.delayed += 1,
                JobState::Leased(_) => counts.leased += 1,
                JobState::Done { .. } => counts.done += 1,
                JobState::Dead { .. } => counts.dead += 1,
            }
        }
        counts
    }

    pub fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.state.jobs.values()
    }

    pub fn job(&self, id: JobId) -> Option<&Job> {
        self.state.jobs.get(&id)
    }

    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// On disk first, then in memory. After an error memory is as it was.
    fn commit(&mut self, record: Record) -> Result<()> {
        self.store.append(&record)?;
        self.state.apply(&record);
        Ok(())
    }

    fn held(&self, id: JobId, token: u64) -> Result<&Job> {
        let job = self.state.jobs.get(&id).ok_or(Error::UnknownJob(id))?;
        match &job.state {
            JobState::Leased(lease) if lease.token == token => Ok(job),
            _ => Err(Error::LeaseLost { id, token }),
        }
    }

    fn settle(&mut self, id: JobId, verdict: Verdict, error: &str, now: Millis) -> Result<()> {
        match verdict {
            Verdict::RetryAt(until) => {
                let error = error.to_owned();
                self.commit(Record::Retried { id, until, error })?;
                self.delayed.insert((until, id));
                self.metrics.bump(Event::Retried);
            }
            Verdict::Bury => {
                let reason = error.to_owned();
                self.commit(Record::Buried { id, at: now, reason })?;
                self.metrics.bump(Event::Buried);
            }
        }
        Ok(())
    }
}
