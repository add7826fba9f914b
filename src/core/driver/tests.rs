//! The driver over a toy of its own: order, deadline, stop, faults of seats and of the record.

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
                        looks: Looks::default(),
                    });
                }
            }
            Event::Estimated { call, tokens: 99, .. } => {
                return Err(OutOfTurn(format!("{call} is refused")));
            }
            Event::Estimated { call, .. } => {
                let member = if call.0 == 1 { FIRST } else { SECOND };
                effects.push(Effect::Dispatch {
                    call,
                    member,
                    task: "task",
                    looks: Looks::default(),
                });
            }
            Event::Answered { call, reply, .. } => log.done(format!("{call} {reply}")),
            Event::Failed { call, fault, .. } => log.done(format!("{call} {fault}")),
            Event::Said { what, .. } => match what {},
            Event::LookRequested { .. }
            | Event::Shown { .. }
            | Event::Resumed { .. }
            | Event::TimerFired { .. } => {}
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
    fn estimate(&self, _: MemberId, _: &'static str, _: Looks) -> Estimating {
        Box::pin(ready(self.1.into()))
    }

    fn call(&self, member: MemberId, _: &'static str, _: Looks) -> CallFuture<&'static str> {
        let does = self.0[usize::from(member.0)];
        Box::pin(async move {
            match does {
                Does::Answers => Ok((CallAnswer::Form("answers"), Receipt::default())),
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
        self.0.push(format!("{event:?}").split([' ', '{']).next().unwrap_or_default().to_owned());
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
    fn estimate(&self, _: MemberId, _: &'static str, _: Looks) -> Estimating {
        Box::pin(ready(1.into()))
    }

    fn call(&self, member: MemberId, _: &'static str, _: Looks) -> CallFuture<&'static str> {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(60)).await;
            let begun = Instant::now();
            while member == FIRST && begun.elapsed() < Duration::from_millis(20) {
                std::hint::spin_loop();
            }
            Ok((CallAnswer::Form("answers"), Receipt::default()))
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
    fn estimate(&self, _: MemberId, _: &'static str, _: Looks) -> Estimating {
        let works = self.works();
        let is_busy = self.estimates;
        Box::pin(async move {
            if is_busy {
                works.await;
            }
            1.into()
        })
    }

    fn call(&self, _: MemberId, _: &'static str, _: Looks) -> CallFuture<&'static str> {
        let works = self.works();
        Box::pin(async move {
            tokio::task::yield_now().await;
            works.await;
            Ok((CallAnswer::Form("answers"), Receipt::default()))
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
            drive::<Twice>(Log::default(), opened(), &seats, &mut records, HOUR, pending()).await;
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
