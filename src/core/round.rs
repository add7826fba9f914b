//! A council that asks in rounds: all of a round are asked at once, each message within its time,
//! and nothing is absorbed before the round has closed, so that the order of arrival decides nothing
//! (COUNCILS.md §1.2). The same for every such protocol.

use std::collections::{BTreeMap, BTreeSet};

use super::budget::Budget;
use super::call::CallError;
use super::calls::{Calls, Taken};
use super::protocol::{CallId, Effect, EffectOf, EventOf, OutOfTurn, Protocol, TimerId};
use crate::model::policy::LookPolicy;
use crate::model::{Digest, MemberId, PersonId};

/// The timer that closes a round early.
const COLLECT: TimerId = TimerId(0);

/// What a member gave in a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GivenReply<R> {
    /// Its reply, and the call that brought it.
    Reply(CallId, R),
    /// Nothing usable: it sits out from now on.
    Missing(CallError),
    /// Nothing before the round closed; no fault of its own.
    Late,
}

/// How long a round waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RoundLimit {
    /// Seconds that each message of it has.
    pub seconds: u32,
    /// After so many seconds the round closes once `enough` have answered; 0: it waits for all.
    pub collect_after: u32,
    /// How many answers are enough then.
    pub enough: usize,
}

/// What an event means to a council that asks in rounds.
#[derive(Debug)]
pub enum RoundStep<P: Protocol> {
    /// It goes on by itself.
    Waiting(Vec<EffectOf<P>>),
    /// Everybody who was asked has answered, failed or was given up.
    Closed(BTreeMap<MemberId, GivenReply<P::Reply>>),
    /// What a call may need is not left.
    TooDear(CallId, u64),
    /// The session begins.
    Opened(P::Input),
    /// A person said something.
    Said(PersonId, P::Utterance),
    /// The session's time is up.
    DeadlinePassed,
    /// Somebody asked to stop.
    Interrupted,
}

/// The calls of a session in rounds, who sits out of it, and the round under way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rounds<T, R> {
    /// Every call, and what they may use.
    pub calls: Calls<T>,
    /// Seconds that the session was down.
    pub down_seconds: u64,
    out: BTreeMap<MemberId, CallError>,
    asked: BTreeSet<MemberId>,
    given: BTreeMap<MemberId, GivenReply<R>>,
    limit: RoundLimit,
    /// Whether the round is to close as soon as enough have answered.
    is_collected: bool,
}

impl<T: Clone, R: Clone> Rounds<T, R> {
    /// Nobody was asked yet.
    pub fn new(budget: Budget, looks: &LookPolicy) -> Self {
        Self {
            calls: Calls::new(budget, looks),
            down_seconds: 0,
            out: BTreeMap::new(),
            asked: BTreeSet::new(),
            given: BTreeMap::new(),
            limit: RoundLimit::default(),
            is_collected: false,
        }
    }

    /// Why a member sits out, once it does.
    pub fn fault_of(&self, member: MemberId) -> Option<&CallError> {
        self.out.get(&member)
    }

    /// Everybody who sits out, and why.
    pub fn out(&self) -> &BTreeMap<MemberId, CallError> {
        &self.out
    }

    /// Asks all of a round at once. Nobody is asked before the round before has closed.
    pub fn ask<P>(&mut self, tasks: Vec<(MemberId, T)>, limit: RoundLimit) -> Vec<EffectOf<P>>
    where
        P: Protocol<Task = T, Reply = R>,
    {
        self.limit = limit;
        self.is_collected = false;
        self.given.clear();
        self.asked = tasks.iter().map(|(member, _)| *member).collect();
        let mut effects: Vec<EffectOf<P>> = self.collecting::<P>().into_iter().collect();
        for (member, task) in tasks {
            effects.push(self.calls.send::<P>(member, task));
        }
        effects
    }

    /// The timer that closes the round early, where it has one that has not run out.
    fn collecting<P: Protocol>(&self) -> Option<EffectOf<P>> {
        let waits = self.limit.collect_after > 0 && !self.is_collected && !self.asked.is_empty();
        waits.then_some(Effect::SetTimer { timer: COLLECT, seconds: self.limit.collect_after })
    }

    /// Takes an event. `fault` holds a reply against its task; `digest` names it in the evidence.
    pub fn take<P>(
        &mut self,
        event: EventOf<P>,
        fault: impl Fn(&T, &R) -> Option<String>,
        digest: impl Fn(&R) -> Digest,
    ) -> Result<RoundStep<P>, OutOfTurn>
    where
        P: Protocol<Task = T, Reply = R>,
    {
        let taken = self.calls.take::<P>(event)?;
        self.carry_out(taken, &fault, &digest)
    }

    fn carry_out<P>(
        &mut self,
        taken: Taken<P>,
        fault: &impl Fn(&T, &R) -> Option<String>,
        digest: &impl Fn(&R) -> Digest,
    ) -> Result<RoundStep<P>, OutOfTurn>
    where
        P: Protocol<Task = T, Reply = R>,
    {
        Ok(match taken {
            Taken::Onward(effects) => RoundStep::Waiting(self.timed::<P>(effects)),
            Taken::Form(form) => {
                let record = self.calls.get(form.call).expect("the call was made");
                if let Some(why) = fault(&record.task, &form.reply) {
                    let taken = self.calls.refuse(form, why);
                    return self.carry_out(taken, fault, digest);
                }
                let digest = digest(&form.reply);
                let (member, call, reply) = self.calls.keep(form, digest);
                self.gave::<P>(member, GivenReply::Reply(call, reply))
            }
            Taken::Out(member, fault) => {
                let given = match fault {
                    CallError::Late(_) => GivenReply::Late,
                    _ => GivenReply::Missing(fault.clone()),
                };
                self.out.insert(member, fault);
                self.gave::<P>(member, given)
            }
            Taken::TooDear(call, tokens) => RoundStep::TooDear(call, tokens),
            Taken::Opened(input) => RoundStep::Opened(input),
            Taken::Resumed(down_seconds, effects) => {
                self.down_seconds = self.down_seconds.saturating_add(down_seconds);
                let mut effects = self.timed::<P>(effects);
                effects.extend(self.collecting::<P>());
                RoundStep::Waiting(effects)
            }
            Taken::Said(by, what) => RoundStep::Said(by, what),
            Taken::TimerFired(timer) => RoundStep::Waiting(self.fired::<P>(timer)?),
            Taken::DeadlinePassed => RoundStep::DeadlinePassed,
            Taken::Interrupted => RoundStep::Interrupted,
        })
    }

    /// Each message that is sent has the time of its round.
    fn timed<P: Protocol<Task = T>>(&self, effects: Vec<EffectOf<P>>) -> Vec<EffectOf<P>> {
        let seconds = self.limit.seconds;
        let mut timed = Vec::with_capacity(effects.len() * 2);
        for effect in effects {
            let timer = match &effect {
                Effect::Dispatch { call, .. } => Some(timer_of(*call)),
                _ => None,
            };
            timed.push(effect);
            timed.extend(timer.map(|timer| Effect::SetTimer { timer, seconds }));
        }
        timed
    }

    fn gave<P>(&mut self, member: MemberId, given: GivenReply<R>) -> RoundStep<P>
    where
        P: Protocol<Task = T, Reply = R>,
    {
        self.given.insert(member, given);
        if self.asked.iter().all(|member| self.given.contains_key(member)) {
            self.asked.clear();
            return RoundStep::Closed(std::mem::take(&mut self.given));
        }
        RoundStep::Waiting(self.closing::<P>())
    }

    fn fired<P: Protocol<Task = T>>(
        &mut self,
        timer: TimerId,
    ) -> Result<Vec<EffectOf<P>>, OutOfTurn> {
        let out_of_turn = || OutOfTurn(format!("timer {} is not set", timer.0));
        if timer == COLLECT {
            if self.is_collected || self.limit.collect_after == 0 || self.asked.is_empty() {
                return Err(out_of_turn());
            }
            self.is_collected = true;
            return Ok(self.closing::<P>());
        }
        let is_sent = |call: &CallId| timer_of(*call) == timer;
        let dispatched = self.calls.iter().filter(|record| record.outcome.is_dispatched());
        let call = dispatched.map(|record| record.id).find(is_sent).ok_or_else(out_of_turn)?;
        let why = format!("no answer within {} s", self.limit.seconds);
        Ok(vec![Effect::GiveUp { call, fault: CallError::TimedOut(why) }])
    }

    /// Gives up those under way, when the round's time is up and enough have answered.
    fn closing<P: Protocol<Task = T>>(&self) -> Vec<EffectOf<P>> {
        let answered = self.given.values().filter(|given| matches!(given, GivenReply::Reply(..)));
        if !self.is_collected || answered.count() < self.limit.enough {
            return Vec::new();
        }
        let why = format!("the round closed after {} s", self.limit.collect_after);
        let open = self.calls.iter().filter(|record| record.outcome.is_under_way());
        open.map(|record| Effect::GiveUp { call: record.id, fault: CallError::Late(why.clone()) })
            .collect()
    }
}

/// A call's timer: its messages come one after the other.
fn timer_of(call: CallId) -> TimerId {
    TimerId(u16::try_from(call.0).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests;
