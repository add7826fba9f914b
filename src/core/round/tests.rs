//! A round through the real driver, under the virtual clock: all answer, one is too slow, one is left
//! out because enough are there.

use std::future::pending;
use std::time::Duration;

use super::*;
use crate::core::driver::{CallFuture, Estimating, Members, Recorder, drive};
use crate::core::look::{CallAnswer, Looks};
use crate::core::protocol::{Event, Never, Step};
use crate::model::Receipt;
use crate::port::StoreFault;

/// One round of three members.
#[derive(Debug)]
struct Once;

#[derive(Debug, Clone, PartialEq)]
struct State {
    rounds: Rounds<&'static str, String>,
    given: Option<BTreeMap<MemberId, GivenReply<String>>>,
}

impl Protocol for Once {
    type Input = RoundLimit;
    type Task = &'static str;
    type Reply = String;
    type Utterance = Never;
    type Prompt = Never;
    type State = State;

    fn initial() -> State {
        State { rounds: Rounds::new(Budget::new(1_000), &LookPolicy::off()), given: None }
    }

    fn is_over(state: &State) -> bool {
        state.given.is_some()
    }

    fn step(mut state: State, event: EventOf<Self>) -> Step<Self> {
        let is_empty = |_: &&str, reply: &String| reply.is_empty().then(|| "empty".to_owned());
        let digest = |reply: &String| Digest::of(reply.as_bytes());
        let effects = match state.rounds.take::<Once>(event, is_empty, digest)? {
            RoundStep::Opened(limit) => {
                let tasks = (0..3).map(|n| (MemberId(n), "say")).collect();
                state.rounds.ask::<Once>(tasks, limit)
            }
            RoundStep::Waiting(effects) => effects,
            RoundStep::Closed(given) => {
                state.given = Some(given);
                Vec::new()
            }
            _ => return Err(OutOfTurn("not now".to_owned())),
        };
        Ok((state, effects))
    }
}

/// Members that answer after so many seconds, or never.
struct Slow([Option<u64>; 3]);

impl Members<Once> for Slow {
    fn estimate(&self, _: MemberId, _: &'static str, _: Looks) -> Estimating {
        Box::pin(std::future::ready(100.into()))
    }

    fn call(&self, member: MemberId, _: &'static str, _: Looks) -> CallFuture<String> {
        let seconds = self.0[usize::from(member.0)];
        Box::pin(async move {
            match seconds {
                None => pending().await,
                Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds)).await,
            }
            Ok((CallAnswer::Form(format!("after {seconds:?}")), Receipt::default()))
        })
    }
}

struct Events(Vec<String>);

impl Recorder<Once> for Events {
    fn record(&mut self, event: &EventOf<Once>, _: &State) -> Result<(), StoreFault> {
        let told = match event {
            Event::TimerFired { timer } => format!("timer {}", timer.0),
            Event::Failed { call, fault, .. } => format!("{call} {fault}"),
            Event::Answered { call, .. } => format!("{call} answered"),
            _ => return Ok(()),
        };
        self.0.push(told);
        Ok(())
    }
}

fn held(members: [Option<u64>; 3], limit: RoundLimit) -> (State, Vec<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let mut events = Events(Vec::new());
    let driven = runtime.block_on(drive::<Once>(
        Once::initial(),
        vec![Event::Opened { input: limit }],
        &Slow(members),
        &mut events,
        Duration::from_secs(3_600),
        pending(),
    ));
    (driven.expect("it ends"), events.0)
}

fn told(state: &State) -> Vec<&'static str> {
    let given = state.given.iter().flat_map(BTreeMap::values);
    given
        .map(|given| match given {
            GivenReply::Reply(..) => "reply",
            GivenReply::Missing(CallError::TimedOut(_)) => "timed out",
            GivenReply::Missing(_) => "missing",
            GivenReply::Late => "late",
        })
        .collect()
}

#[test]
fn a_message_has_its_time_and_then_counts_as_its_reservation() {
    let limit = RoundLimit { seconds: 60, ..RoundLimit::default() };
    let (state, events) = held([Some(1), None, Some(59)], limit);
    assert_eq!(told(&state), ["reply", "timed out", "reply"], "{events:?}");
    assert_eq!(state.rounds.calls.budget.spent(), 300);
    assert!(events.contains(&"#2 timed out: no answer within 60 s".to_owned()), "{events:?}");
    assert!(state.rounds.fault_of(MemberId(1)).is_some());
}

#[test]
fn a_round_closes_once_enough_are_there_and_its_time_is_up() {
    let limit = RoundLimit { seconds: 60, collect_after: 10, enough: 2 };
    let (state, events) = held([Some(1), None, Some(2)], limit);
    assert_eq!(told(&state), ["reply", "late", "reply"]);
    assert_eq!(
        events,
        ["#1 answered", "#3 answered", "timer 0", "#2 late: the round closed after 10 s"]
    );
    // Below what is enough it waits, and closes with the answer that makes it so.
    let (state, events) = held([Some(30), None, Some(2)], limit);
    assert_eq!(told(&state), ["reply", "late", "reply"]);
    assert_eq!(
        events,
        ["#3 answered", "timer 0", "#1 answered", "#2 late: the round closed after 10 s"]
    );
    let (state, _) = held([None, None, Some(2)], limit);
    assert_eq!(told(&state), ["timed out", "timed out", "reply"]);
}

#[test]
fn a_resumed_round_asks_again_and_sets_its_timers_anew() {
    let limit = RoundLimit { seconds: 60, collect_after: 10, enough: 2 };
    let opened = Event::Opened { input: limit };
    let mut state = Once::initial();
    let mut play = |event| {
        let (next, effects) = Once::step(state.clone(), event).expect("in turn");
        state = next;
        effects
    };
    let timers = |effects: &[EffectOf<Once>]| -> Vec<u16> {
        let timers = effects.iter().filter_map(|effect| match effect {
            Effect::SetTimer { timer, .. } => Some(timer.0),
            _ => None,
        });
        timers.collect()
    };
    assert_eq!(timers(&play(opened)), [0]);
    for call in 1..=3 {
        let sent = play(Event::Estimated { call: CallId(call), tokens: 1, again: None });
        assert_eq!(timers(&sent), [call as u16]);
    }
    let resumed = play(Event::Resumed { down_seconds: 5 });
    assert_eq!(timers(&resumed), [0]);
    let again = resumed.iter().filter(|e| matches!(e, Effect::Estimate { .. })).count();
    assert_eq!(again, 3);
    let sent = play(Event::Estimated { call: CallId(4), tokens: 1, again: None });
    assert_eq!(timers(&sent), [4]);
    // The timer of a call that was lost means nothing any more.
    assert!(Once::step(state.clone(), Event::TimerFired { timer: TimerId(1) }).is_err());
}
