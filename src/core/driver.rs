//! The one driver: carries out what a machine wants, writes each event down before acting on it,
//! and knows no protocol.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::future::{Future, pending, ready};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::Sleep;

use super::apart::{Apart, Work};
use super::budget::COUNTABLE;
use super::call::{CallError, FailedCall};
use super::look::{CallAnswer, LookRequest, Looks, Refusal, ShownPage};
use super::protocol::{CallId, Effect, Event, EventOf, Protocol, TimerId};
use crate::model::{MemberId, Receipt};
use crate::port::StoreFault;

/// What came of a message: the admitted reply, a LOOK or neither, and what it took.
pub type CallResult<R> = Result<(CallAnswer<R>, Receipt), FailedCall>;

/// A call under way.
pub type CallFuture<R> = Work<CallResult<R>>;

/// What a message takes at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Tokens to reserve.
    pub tokens: u64,
    /// What the next message of the task takes before anything is shown in it, where that is less.
    pub again: Option<u64>,
}

impl From<u64> for Estimate {
    fn from(tokens: u64) -> Self {
        Self { tokens, again: None }
    }
}

/// An estimate under way.
pub type Estimating = Work<Estimate>;

/// What is shown, on its way.
pub type Showing = Work<Vec<ShownPage>>;

/// The members of a council, as the driver reaches them.
pub trait Members<P: Protocol> {
    /// Tokens to reserve before the task is sent.
    fn estimate(&self, member: MemberId, task: P::Task, looks: Looks) -> Estimating;

    /// Sends the task and admits the reply.
    fn call(&self, member: MemberId, task: P::Task, looks: Looks) -> CallFuture<P::Reply>;

    /// Looks up what a member asked to see, at most so many characters. Where nothing can be seen,
    /// nothing is there.
    fn show(&self, requests: Vec<LookRequest>, _most: u32) -> Showing {
        Box::pin(ready(none_of(&requests, None)))
    }
}

/// The keeper of the event log.
pub trait Recorder<P: Protocol> {
    /// Writes an event and the state it leads to. Returns once both are safe.
    fn record(&mut self, event: &EventOf<P>, state: &P::State) -> Result<(), StoreFault>;
}

/// Why a session could not be carried to its end.
#[derive(Debug, thiserror::Error)]
pub enum DriveFault {
    /// The record could not be written; nothing was acted on that is not in it.
    #[error("could not write the session: {0}")]
    Record(#[from] StoreFault),
    /// The machine waits for nothing, or goes on when its time is up.
    #[error("the council waits for nothing and has not ended; please report this")]
    Stuck,
}

/// Runs a protocol from a state, through `events` (its opening, or what resumes it), to its
/// terminal state, or to one in which it waits for a person alone. Ends after `limit`, or when `stop`
/// completes, whatever the members do: they work on threads of their own, one step at a time in the
/// order in which they can go on, so that answers which are there at one moment come in the same
/// order whenever it is played.
pub async fn drive<P: Protocol>(
    mut state: P::State,
    events: Vec<EventOf<P>>,
    members: &impl Members<P>,
    recorder: &mut impl Recorder<P>,
    limit: Duration,
    stop: impl Future<Output = ()>,
) -> Result<P::State, DriveFault>
where
    P::Input: Send + 'static,
    P::Reply: Send + 'static,
    P::Utterance: Send + 'static,
{
    let mut deadline = pin!(tokio::time::sleep(limit));
    let mut stop = pin!(stop);
    let mut queue = VecDeque::from(events);
    let mut calls: JoinSet<EventOf<P>> = JoinSet::new();
    let mut broken = HashMap::new();
    let mut under_way: HashMap<CallId, AbortHandle> = HashMap::new();
    let mut estimates: VecDeque<(CallId, Apart<Estimate>)> = VecDeque::new();
    let mut waiting: Vec<(CallId, CallFuture<P::Reply>)> = Vec::new();
    let mut timers: BTreeMap<TimerId, Pin<Box<Sleep>>> = BTreeMap::new();
    let turns = Arc::new(Mutex::new(()));
    loop {
        while let Some(event) = queue.pop_front() {
            let is_last = matches!(event, Event::DeadlinePassed | Event::Interrupted);
            let Ok((next, effects)) = P::step(state.clone(), event.clone()) else {
                if is_last {
                    return Err(DriveFault::Stuck);
                }
                // What is out of turn (an estimate that an abort overtook) changes nothing.
                continue;
            };
            recorder.record(&event, &next)?;
            state = next;
            for effect in effects {
                match effect {
                    Effect::Estimate { call, member, task, looks } => {
                        let estimate = members.estimate(member, task, looks);
                        estimates.push_back((call, Apart::new(estimate, &turns)));
                    }
                    Effect::Dispatch { call, member, task, looks } => {
                        waiting.push((call, members.call(member, task, looks)));
                    }
                    Effect::Show { call, requests, most } => {
                        let unread = none_of(&requests, Some(Refusal::Unreadable));
                        let shown = Apart::new(members.show(requests, most), &turns);
                        let handle =
                            calls.spawn(async move { Event::Shown { call, pages: shown.await } });
                        broken.insert(handle.id(), Event::Shown { call, pages: unread });
                        under_way.insert(call, handle);
                    }
                    Effect::SetTimer { timer, seconds } => {
                        let wait = tokio::time::sleep(Duration::from_secs(seconds.into()));
                        timers.insert(timer, Box::pin(wait));
                    }
                    Effect::GiveUp { call, fault } => {
                        waiting.retain(|(waits, _)| *waits != call);
                        estimates.retain(|(waits, _)| *waits != call);
                        under_way.remove(&call).inspect(AbortHandle::abort);
                        queue.push_back(Event::Failed { call, fault, receipt: Receipt::default() });
                    }
                    // It rests once nothing else is to be waited for.
                    Effect::AwaitPerson(_) => {}
                }
            }
        }
        // What is still under way then is waited for by nobody.
        if P::is_over(&state) || P::rests(&state) {
            return Ok(state);
        }
        let is_asking = !(calls.is_empty() && estimates.is_empty() && waiting.is_empty());
        if !is_asking && timers.is_empty() {
            return Err(DriveFault::Stuck);
        }
        // Nobody is asked before all that is asked at once is estimated and written down.
        let begin = if estimates.is_empty() { waiting.len() } else { 0 };
        for (call, calling) in waiting.drain(..begin) {
            let called = Apart::new(calling, &turns);
            let handle = calls.spawn(async move { told::<P>(call, called.await) });
            let fault = CallError::Unavailable("the seat broke down".to_owned());
            let receipt = Receipt::default();
            broken.insert(handle.id(), Event::Failed { call, fault, receipt });
            under_way.insert(call, handle);
        }
        let event = tokio::select! {
            biased;
            () = &mut stop => Event::Interrupted,
            () = &mut deadline => Event::DeadlinePassed,
            (call, Estimate { tokens, again }) = first(&mut estimates) => {
                Event::Estimated { call, tokens, again }
            }
            Some(done) = calls.join_next_with_id(), if estimates.is_empty() => match done {
                Ok((_, event)) => event,
                // What was given up has said so already.
                Err(error) if error.is_cancelled() => continue,
                Err(error) => broken.remove(&error.id()).ok_or(DriveFault::Stuck)?,
            },
            // Last: what is answered when a timer runs out counts as answered in time.
            timer = next(&mut timers) => Event::TimerFired { timer },
        };
        queue.push_back(event);
    }
}

/// What came of a message, as the machine is told.
fn told<P: Protocol>(call: CallId, came: CallResult<P::Reply>) -> EventOf<P> {
    match came {
        Ok((CallAnswer::Form(reply), receipt)) => {
            Event::Answered { call, reply, receipt: countable(receipt) }
        }
        Ok((CallAnswer::Look(requests), receipt)) => {
            Event::LookRequested { call, requests, receipt: countable(receipt) }
        }
        Err(FailedCall { fault, receipt }) => {
            Event::Failed { call, fault, receipt: countable(receipt) }
        }
    }
}

/// A page for each request that shows nothing.
fn none_of(requests: &[LookRequest], why: Option<Refusal>) -> Vec<ShownPage> {
    (1..=requests.len() as u32).map(|request| ShownPage::nothing(request, why)).collect()
}

/// The timer that runs out first, once it has.
async fn next(timers: &mut BTreeMap<TimerId, Pin<Box<Sleep>>>) -> TimerId {
    let first = timers.iter_mut().min_by_key(|(timer, wait)| (wait.deadline(), **timer));
    let Some((&timer, wait)) = first else {
        return pending().await;
    };
    wait.await;
    timers.remove(&timer);
    timer
}

/// The first of the estimates, which the others wait for.
async fn first(estimates: &mut VecDeque<(CallId, Apart<Estimate>)>) -> (CallId, Estimate) {
    let Some((call, estimate)) = estimates.front_mut() else {
        return pending().await;
    };
    let (call, Estimate { tokens, again }) = (*call, estimate.await);
    estimates.pop_front();
    let estimate =
        Estimate { tokens: tokens.min(COUNTABLE), again: again.map(|again| again.min(COUNTABLE)) };
    (call, estimate)
}

fn countable(receipt: Receipt) -> Receipt {
    Receipt { usage: receipt.usage.map(|usage| usage.at_most(COUNTABLE)), ..receipt }
}

#[cfg(test)]
mod tests;
