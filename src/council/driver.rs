//! The one driver: carries out what a machine wants, writes each event down before acting on it,
//! and knows no protocol.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::{Pin, pin};
use std::time::Duration;

use tokio::task::JoinSet;

use super::machine::{CallId, Effect, Event, Protocol};
use crate::model::SeatId;
use crate::port::StoreFault;
use crate::provider::SeatFault;

/// What came of a call: the admitted reply and the tokens reported.
pub type Called<R> = Result<(R, Option<u64>), SeatFault>;

/// A call under way.
pub type Calling<R> = Pin<Box<dyn Future<Output = Called<R>> + Send>>;

/// Whoever sits at the table.
pub trait Panel<P: Protocol> {
    /// Tokens to reserve before the task is sent.
    fn estimate(&self, seat: SeatId, task: &P::Task) -> u64;

    /// Sends the task and admits the reply.
    fn call(&self, seat: SeatId, task: P::Task) -> Calling<P::Reply>;
}

/// Whoever keeps the record.
pub trait Recorder<P: Protocol> {
    /// Writes an event and the state it leads to. Returns once both are safe.
    fn record(
        &mut self,
        event: &Event<P::Opening, P::Reply>,
        state: &P::State,
    ) -> Result<(), StoreFault>;
}

/// Why a session could not be carried to its end.
#[derive(Debug, thiserror::Error)]
pub enum DriveFault {
    /// The record could not be written; nothing was acted on that is not in it.
    #[error("could not write the session: {0}")]
    Record(#[from] StoreFault),
    /// The machine waits for nothing and has not ended.
    #[error("the council waits for nothing and has not ended; please report this")]
    Stuck,
}

/// Runs a protocol from its opening to its terminal state. Ends after `limit`, or when `stop`
/// completes, whatever the seats do.
pub async fn drive<P: Protocol>(
    opening: P::Opening,
    panel: &impl Panel<P>,
    recorder: &mut impl Recorder<P>,
    limit: Duration,
    stop: impl Future<Output = ()>,
) -> Result<P::State, DriveFault>
where
    P::Reply: Send + 'static,
{
    let mut deadline = pin!(tokio::time::sleep(limit));
    let mut stop = pin!(stop);
    let mut state = P::initial();
    let mut queue = VecDeque::from([Event::Opened { opening }]);
    let mut calls: JoinSet<(CallId, Called<P::Reply>)> = JoinSet::new();
    let mut names = std::collections::HashMap::new();
    loop {
        while let Some(event) = queue.pop_front() {
            // What is out of turn (an estimate that an abort overtook) changes nothing.
            let Ok((next, effects)) = P::step(state.clone(), event.clone()) else {
                continue;
            };
            recorder.record(&event, &next)?;
            state = next;
            for effect in effects {
                match effect {
                    Effect::Estimate { call, seat, task } => {
                        let tokens = panel.estimate(seat, &task);
                        queue.push_back(Event::Estimated { call, tokens });
                    }
                    Effect::Dispatch { call, seat, task } => {
                        let calling = panel.call(seat, task);
                        let handle = calls.spawn(async move { (call, calling.await) });
                        names.insert(handle.id(), call);
                    }
                }
            }
        }
        if P::is_over(&state) {
            return Ok(state);
        }
        let event = tokio::select! {
            biased;
            () = &mut stop => Event::Interrupted,
            () = &mut deadline => Event::DeadlinePassed,
            done = calls.join_next_with_id() => match done {
                None => return Err(DriveFault::Stuck),
                Some(Ok((_, (call, Ok((reply, usage)))))) => Event::Answered { call, reply, usage },
                Some(Ok((_, (call, Err(fault))))) => Event::Failed { call, fault },
                Some(Err(error)) => {
                    let call = names.get(&error.id()).copied().ok_or(DriveFault::Stuck)?;
                    let fault = SeatFault::Unavailable("the seat broke down".to_owned());
                    Event::Failed { call, fault }
                }
            },
        };
        queue.push_back(event);
    }
}
