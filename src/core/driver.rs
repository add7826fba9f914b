//! The one driver: carries out what a machine wants, writes each event down before acting on it,
//! and knows no protocol.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::future::{Future, pending};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::Sleep;

use super::apart::{Apart, Work};
use super::budget::COUNTABLE;
use super::call::{CallError, FailedCall};
use super::protocol::{CallId, Effect, Event, EventOf, Protocol, TimerId};
use crate::model::{MemberId, Receipt};
use crate::port::StoreFault;

/// What came of a call: the admitted reply or none, and what it took.
pub type CallResult<R> = Result<(R, Receipt), FailedCall>;

/// A call under way.
pub type CallFuture<R> = Work<CallResult<R>>;

/// An estimate under way.
pub type Estimating = Work<u64>;

/// The members of a council, as the driver reaches them.
pub trait Members<P: Protocol> {
    /// Tokens to reserve before the task is sent.
    fn estimate(&self, member: MemberId, task: P::Task) -> Estimating;

    /// Sends the task and admits the reply.
    fn call(&self, member: MemberId, task: P::Task) -> CallFuture<P::Reply>;
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
    P::Reply: Send + 'static,
{
    let mut deadline = pin!(tokio::time::sleep(limit));
    let mut stop = pin!(stop);
    let mut queue = VecDeque::from(events);
    let mut calls: JoinSet<(CallId, CallResult<P::Reply>)> = JoinSet::new();
    let mut names = HashMap::new();
    let mut estimates: VecDeque<(CallId, Apart<u64>)> = VecDeque::new();
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
                    Effect::Estimate { call, member, task } => {
                        let estimate = members.estimate(member, task);
                        estimates.push_back((call, Apart::new(estimate, &turns)));
                    }
                    Effect::Dispatch { call, member, task } => {
                        waiting.push((call, members.call(member, task)));
                    }
                    Effect::SetTimer { timer, seconds } => {
                        let wait = tokio::time::sleep(Duration::from_secs(seconds.into()));
                        timers.insert(timer, Box::pin(wait));
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
            let handle = calls.spawn(async move { (call, called.await) });
            names.insert(handle.id(), call);
        }
        let event = tokio::select! {
            biased;
            () = &mut stop => Event::Interrupted,
            () = &mut deadline => Event::DeadlinePassed,
            (call, tokens) = first(&mut estimates) => Event::Estimated { call, tokens },
            Some(done) = calls.join_next_with_id(), if estimates.is_empty() => match done {
                Ok((_, (call, Ok((reply, receipt))))) => {
                    Event::Answered { call, reply, receipt: countable(receipt) }
                }
                Ok((_, (call, Err(FailedCall { fault, receipt })))) => {
                    Event::Failed { call, fault, receipt: countable(receipt) }
                }
                Err(error) => {
                    let call = names.get(&error.id()).copied().ok_or(DriveFault::Stuck)?;
                    let fault = CallError::Unavailable("the seat broke down".to_owned());
                    Event::Failed { call, fault, receipt: Receipt::default() }
                }
            },
            // Last: what is answered when a timer runs out counts as answered in time.
            timer = next(&mut timers) => Event::TimerFired { timer },
        };
        queue.push_back(event);
    }
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
async fn first(estimates: &mut VecDeque<(CallId, Apart<u64>)>) -> (CallId, u64) {
    let Some((call, estimate)) = estimates.front_mut() else {
        return pending().await;
    };
    let (call, tokens) = (*call, estimate.await.min(COUNTABLE));
    estimates.pop_front();
    (call, tokens)
}

fn countable(receipt: Receipt) -> Receipt {
    Receipt { usage: receipt.usage.map(|usage| usage.at_most(COUNTABLE)), ..receipt }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Instant;

    use super::*;
    use crate::core::protocol::{Never, OutOfTurn, Step};

    /// Asks two seats once each, and ends when both calls are over.
    #[derive(Debug)]
    struct Twice;

    const FIRST: MemberId = MemberId(0);
    const SECOND: MemberId = MemberId(1);

    #[derive(Debug, Clone, Default, PartialEq)]
    struct Log {
        lines: Vec<String>,
        open: u32,
        is_over: bool,
    }

    impl Protocol for Twice {
        type Input = ();
        type Task = &'static str;
        type Reply = &'static str;
        type Utterance = Never;
        type Prompt = Never;
        type State = Log;

        fn initial() -> Log {
            Log::default()
        }

        fn is_over(state: &Log) -> bool {
            state.is_over
        }

        fn step(mut log: Log, event: EventOf<Twice>) -> Step<Self> {
            let mut effects = Vec::new();
            match event {
                Event::Opened { .. } => {
                    log.open = 2;
                    for (number, member) in [(1, FIRST), (2, SECOND)] {
                        effects.push(Effect::Estimate {
                            call: CallId(number),
                            member,
                            task: "task",
                        });
                    }
                }
                Event::Estimated { call, tokens: 99 } => {
                    return Err(OutOfTurn(format!("{call} is refused")));
                }
                Event::Estimated { call, .. } => {
                    let member = if call.0 == 1 { FIRST } else { SECOND };
                    effects.push(Effect::Dispatch { call, member, task: "task" });
                }
                Event::Answered { call, reply, .. } => log.done(format!("{call} {reply}")),
                Event::Failed { call, fault, .. } => log.done(format!("{call} {fault}")),
                Event::Said { what, .. } => match what {},
                Event::Resumed { .. } | Event::TimerFired { .. } => {}
                Event::DeadlinePassed => log.end("deadline"),
                Event::Interrupted => log.end("interrupted"),
            }
            Ok((log, effects))
        }
    }

    impl Log {
        fn done(&mut self, line: String) {
            self.lines.push(line);
            self.open -= 1;
            self.is_over = self.open == 0;
        }

        fn end(&mut self, line: &str) {
            self.lines.push(line.to_owned());
            self.is_over = true;
        }
    }

    /// What each of the two seats does.
    #[derive(Clone, Copy)]
    enum Does {
        Answers,
        Hangs,
        Breaks,
    }

    struct Seats([Does; 2], u64);

    impl Members<Twice> for Seats {
        fn estimate(&self, _: MemberId, _: &'static str) -> Estimating {
            Box::pin(ready(self.1))
        }

        fn call(&self, member: MemberId, _: &'static str) -> CallFuture<&'static str> {
            let does = self.0[usize::from(member.0)];
            Box::pin(async move {
                match does {
                    Does::Answers => Ok(("answers", Receipt::default())),
                    Does::Hangs => pending().await,
                    Does::Breaks => panic!("a seat that breaks down"),
                }
            })
        }
    }

    /// Keeps what was recorded; fails at the record with this number.
    struct Records(Vec<String>, usize);

    impl Recorder<Twice> for Records {
        fn record(&mut self, event: &EventOf<Twice>, _: &Log) -> Result<(), StoreFault> {
            self.0
                .push(format!("{event:?}").split([' ', '{']).next().unwrap_or_default().to_owned());
            if self.0.len() == self.1 {
                let source = io::Error::from(io::ErrorKind::StorageFull);
                return Err(StoreFault { path: "session".to_owned(), source });
            }
            Ok(())
        }
    }

    const HOUR: Duration = Duration::from_secs(3_600);

    fn opened() -> Vec<EventOf<Twice>> {
        vec![Event::Opened { input: () }]
    }

    async fn run(seats: Seats, stop: impl Future<Output = ()>) -> Vec<String> {
        let mut records = Records(Vec::new(), usize::MAX);
        let log = drive::<Twice>(Log::default(), opened(), &seats, &mut records, HOUR, stop).await;
        log.expect("it ends").lines
    }

    #[tokio::test(start_paused = true)]
    async fn answers_arrive_in_the_order_of_the_calls_when_nobody_waits() {
        let lines = run(Seats([Does::Answers, Does::Answers], 1), pending()).await;
        assert_eq!(lines, ["#1 answers", "#2 answers"]);
    }

    #[tokio::test(start_paused = true)]
    async fn seats_that_hang_end_at_the_limit() {
        let started = tokio::time::Instant::now();
        let lines = run(Seats([Does::Answers, Does::Hangs], 1), pending()).await;
        assert_eq!(lines, ["#1 answers", "deadline"]);
        let late = started.elapsed() - HOUR;
        assert!(late < Duration::from_secs(1), "{late:?} after the limit");
    }

    /// Seats that wait equally long; the first then takes longer to say what it knows.
    struct Together;

    impl Members<Twice> for Together {
        fn estimate(&self, _: MemberId, _: &'static str) -> Estimating {
            Box::pin(ready(1))
        }

        fn call(&self, member: MemberId, _: &'static str) -> CallFuture<&'static str> {
            Box::pin(async move {
                tokio::time::sleep(Duration::from_secs(60)).await;
                let begun = Instant::now();
                while member == FIRST && begun.elapsed() < Duration::from_millis(20) {
                    std::hint::spin_loop();
                }
                Ok(("answers", Receipt::default()))
            })
        }
    }

    #[tokio::test(start_paused = true)]
    async fn answers_of_one_moment_come_in_the_order_of_the_calls() {
        let mut records = Records(Vec::new(), usize::MAX);
        let begin = Log::default();
        let log = drive::<Twice>(begin, opened(), &Together, &mut records, HOUR, pending()).await;
        assert_eq!(log.expect("it ends").lines, ["#1 answers", "#2 answers"]);
    }

    /// Seats that work without a pause until they are told to stop, at the latest after 5 s.
    struct Busy {
        estimates: bool,
        stop: Arc<AtomicBool>,
    }

    impl Busy {
        fn works(&self) -> impl Future<Output = ()> + Send + 'static {
            let stop = Arc::clone(&self.stop);
            async move {
                let begun = Instant::now();
                while !stop.load(Ordering::Relaxed) && begun.elapsed() < Duration::from_secs(5) {
                    std::hint::spin_loop();
                }
            }
        }
    }

    impl Members<Twice> for Busy {
        fn estimate(&self, _: MemberId, _: &'static str) -> Estimating {
            let works = self.works();
            let is_busy = self.estimates;
            Box::pin(async move {
                if is_busy {
                    works.await;
                }
                1
            })
        }

        fn call(&self, _: MemberId, _: &'static str) -> CallFuture<&'static str> {
            let works = self.works();
            Box::pin(async move {
                tokio::task::yield_now().await;
                works.await;
                Ok(("answers", Receipt::default()))
            })
        }
    }

    /// In real time: a clock that stands still while somebody works would show nothing.
    #[test]
    fn f12_seats_that_work_end_at_the_limit_as_those_that_hang() {
        let limit = Duration::from_millis(40);
        for estimates in [false, true] {
            let stop = Arc::new(AtomicBool::new(false));
            let seats = Busy { estimates, stop: Arc::clone(&stop) };
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.expect("a runtime");
            let mut records = Records(Vec::new(), usize::MAX);
            let begun = Instant::now();
            let begin = Log::default();
            let drive = drive::<Twice>(begin, opened(), &seats, &mut records, limit, pending());
            let log = runtime.block_on(drive).expect("it ends");
            let late = begun.elapsed() - limit;
            stop.store(true, Ordering::Relaxed);
            assert_eq!(log.lines, ["deadline"]);
            assert!(late < Duration::from_secs(1), "{late:?} after the limit");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_person_who_stops_it_comes_before_everything_that_waits() {
        let lines = run(Seats([Does::Answers, Does::Hangs], 1), ready(())).await;
        assert_eq!(lines, ["interrupted"]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_seat_that_breaks_down_has_failed_and_the_other_goes_on() {
        let lines = run(Seats([Does::Breaks, Does::Answers], 1), pending()).await;
        assert_eq!(lines, ["#1 unavailable: the seat broke down", "#2 answers"]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_cannot_be_recorded_is_not_acted_on() {
        for at in 1..=5 {
            let mut records = Records(Vec::new(), at);
            let seats = Seats([Does::Answers, Does::Answers], 1);
            let fault =
                drive::<Twice>(Log::default(), opened(), &seats, &mut records, HOUR, pending())
                    .await;
            assert!(matches!(fault, Err(DriveFault::Record(_))), "record {at}");
            assert_eq!(records.0.len(), at, "nothing follows a record that failed");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_machine_that_waits_for_nothing_is_told() {
        let mut records = Records(Vec::new(), usize::MAX);
        let seats = Seats([Does::Answers, Does::Answers], 99);
        let fault =
            drive::<Twice>(Log::default(), opened(), &seats, &mut records, HOUR, pending()).await;
        assert!(matches!(fault, Err(DriveFault::Stuck)));
    }
}
