//! The calls of one session: reservations, one further asking after a malformed answer, looks, and
//! what a crash left open. The same for every protocol, so that no `step` does it again.

mod record;

use std::sync::Arc;

use super::budget::Budget;
use super::call::CallError;
use super::look::{Exchange, LookRequest, Looks, MOST_OF_ROUND, MOST_OF_TASK};
use super::protocol::{CallId, Effect, EffectOf, Event, EventOf, OutOfTurn, Protocol, TimerId};
use crate::model::policy::LookPolicy;
use crate::model::{Digest, MemberId, PersonId, Receipt};

use record::shown;
pub use record::{CallLooks, CallOutcome, CallRecord};

/// Every call of a session, by number, and what they may use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Calls<T> {
    records: Vec<CallRecord<T>>,
    /// Token accounting.
    pub budget: Budget,
    /// Rounds of a task, and requests of a round.
    looks: (u32, u32),
    /// The least that all that is asked later will need.
    later: u64,
    /// How many times members look later.
    looking_later: u64,
}

/// What an event of a call means to its council, and every other event.
#[derive(Debug)]
pub enum Taken<P: Protocol> {
    /// It goes on by itself.
    Onward(Vec<EffectOf<P>>),
    /// A form came, and is paid: [`Calls::keep`] it, or [`Calls::refuse`] it.
    Form(Form<P::Reply>),
    /// A member gives no usable answer, and is not asked again.
    Out(MemberId, CallError),
    /// What a call may need is not left.
    TooDear(CallId, u64),
    /// The session begins.
    Opened(P::Input),
    /// It goes on after a crash, with what must be done again.
    Resumed(u64, Vec<EffectOf<P>>),
    /// A person said something.
    Said(PersonId, P::Utterance),
    /// A timer ran out.
    TimerFired(TimerId),
    /// The session's time is up.
    DeadlinePassed,
    /// Somebody asked to stop.
    Interrupted,
}

/// A form that came.
#[derive(Debug)]
pub struct Form<R> {
    /// The call that it answers.
    pub call: CallId,
    /// Whose it is.
    pub member: MemberId,
    /// What it says.
    pub reply: R,
    receipt: Receipt,
    charged: u64,
}

impl<'c, T> IntoIterator for &'c Calls<T> {
    type Item = &'c CallRecord<T>;
    type IntoIter = std::slice::Iter<'c, CallRecord<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.records.iter()
    }
}

impl<'c, T> IntoIterator for &'c mut Calls<T> {
    type Item = &'c mut CallRecord<T>;
    type IntoIter = std::slice::IterMut<'c, CallRecord<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.records.iter_mut()
    }
}

impl<T: Clone> Calls<T> {
    /// No call yet.
    pub fn new(budget: Budget, looks: &LookPolicy) -> Self {
        Self {
            records: Vec::new(),
            budget,
            looks: (looks.rounds, looks.requests),
            later: 0,
            looking_later: 0,
        }
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, CallRecord<T>> {
        self.records.iter()
    }

    /// All of them, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, CallRecord<T>> {
        self.records.iter_mut()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The call with a number.
    pub fn get(&self, call: CallId) -> Option<&CallRecord<T>> {
        self.records.iter().find(|record| record.id == call)
    }

    /// Keeps tokens for what is asked later: no look takes them. Of the rest half as much as now is
    /// kept for each of so many `rounds` in which members look later: the first reading needs them most.
    pub fn set_aside(&mut self, later: u64, rounds: u64) {
        (self.later, self.looking_later) = (later, rounds);
    }

    /// A new call, which begins with its estimate.
    pub fn send<P: Protocol<Task = T>>(&mut self, member: MemberId, task: T) -> EffectOf<P> {
        self.enter::<P>(member, Arc::new(task), CallLooks::default())
    }

    fn enter<P: Protocol<Task = T>>(
        &mut self,
        member: MemberId,
        task: Arc<T>,
        looks: CallLooks,
    ) -> EffectOf<P> {
        let id = CallId(self.records.len() as u32 + 1);
        let outcome = CallOutcome::Estimating;
        self.records.push(CallRecord { id, member, task, outcome, looks });
        self.estimate::<P>(id)
    }

    /// Whether an event is in turn for the call that it speaks of: asked before anything is changed, so
    /// that what is refused costs no copy of a state.
    pub fn check<P: Protocol<Task = T>>(&self, event: &EventOf<P>) -> Result<(), OutOfTurn> {
        let Some(call) = event.call() else { return Ok(()) };
        let record = self.get(call);
        let record = record.ok_or_else(|| OutOfTurn(format!("call {call} was never made")))?;
        let outcome = &record.outcome;
        let fits = match event {
            Event::Estimated { .. } => matches!(outcome, CallOutcome::Estimating),
            Event::Shown { .. } => matches!(outcome, CallOutcome::Looking),
            // What nobody waits for any more fails wherever it stands.
            Event::Failed { fault, .. } if fault.is_unwaited() => outcome.is_under_way(),
            _ => outcome.is_dispatched(),
        };
        if fits { Ok(()) } else { Err(OutOfTurn(format!("call {call} does not wait for this"))) }
    }

    fn known(&mut self, call: CallId) -> &mut CallRecord<T> {
        self.records.iter_mut().find(|record| record.id == call).expect("the call was made")
    }

    /// Takes an event: what is about calls is done here.
    pub fn take<P: Protocol<Task = T>>(
        &mut self,
        event: EventOf<P>,
    ) -> Result<Taken<P>, OutOfTurn> {
        self.check::<P>(&event)?;
        Ok(match event {
            Event::Estimated { call, tokens, again } => {
                self.known(call).looks.again = again;
                self.estimated::<P>(call, tokens)
            }
            Event::Answered { call, reply, receipt } => {
                let member = self.known(call).member;
                let charged = self.settle(call, &receipt);
                Taken::Form(Form { call, member, reply, receipt, charged })
            }
            Event::Failed { call, fault, receipt } => {
                let charged = self.settle(call, &receipt);
                self.failed::<P>(call, fault, receipt, charged)
            }
            Event::LookRequested { call, requests, receipt } => {
                let charged = self.settle(call, &receipt);
                self.looked::<P>(call, requests, receipt, charged)
            }
            Event::Shown { call, pages } => {
                shown(self.known(call), pages)?;
                Taken::Onward(vec![self.estimate::<P>(call)])
            }
            Event::Resumed { down_seconds } => Taken::Resumed(down_seconds, self.resume::<P>()),
            Event::Opened { input } => Taken::Opened(input),
            Event::Said { by, what } => Taken::Said(by, what),
            Event::TimerFired { timer } => Taken::TimerFired(timer),
            Event::DeadlinePassed => Taken::DeadlinePassed,
            Event::Interrupted => Taken::Interrupted,
        })
    }

    /// Pays a message. One that was answered before costs nothing: what was reserved for it stood for
    /// an answer that is not kept, since only what is left for looks decides how it is worded.
    fn settle(&mut self, call: CallId, receipt: &Receipt) -> u64 {
        let charged = match receipt.kept_from {
            Some(_) => {
                self.budget.release(call);
                0
            }
            None => self.budget.settle(call, receipt.usage),
        };
        let left = &mut self.known(call).looks.left;
        *left = left.map(|left| left.saturating_sub(charged));
        charged
    }

    /// Takes a form.
    pub fn keep<R>(&mut self, form: Form<R>, reply: Digest) -> (MemberId, CallId, R) {
        let Form { call, member, reply: given, receipt, charged } = form;
        self.known(call).outcome = CallOutcome::Answered { receipt, charged, reply };
        (member, call, given)
    }

    /// Refuses a form: it counts as malformed.
    pub fn refuse<P: Protocol<Task = T>>(&mut self, form: Form<P::Reply>, why: String) -> Taken<P> {
        self.failed::<P>(form.call, CallError::Malformed(why), form.receipt, form.charged)
    }

    /// A malformed answer is asked again once, never repaired, and with what was looked at.
    fn failed<P: Protocol<Task = T>>(
        &mut self,
        call: CallId,
        fault: CallError,
        receipt: Receipt,
        charged: u64,
    ) -> Taken<P> {
        let record = self.known(call);
        record.outcome = CallOutcome::Failed { fault: fault.clone(), receipt, charged };
        let (member, looks) = (record.member, record.looks.passed_on());
        let again = match &fault {
            CallError::Malformed(_) => P::again(&record.task),
            CallError::Unavailable(_)
            | CallError::Refused(_)
            | CallError::Truncated(_)
            | CallError::TimedOut(_)
            | CallError::Unauthorised(_)
            | CallError::RateLimited(_)
            | CallError::Late(_)
            | CallError::GivenUp(_) => None,
        };
        match again {
            Some(task) => Taken::Onward(vec![self.enter::<P>(member, Arc::new(task), looks)]),
            None => Taken::Out(member, fault),
        }
    }

    /// What was awaited when the session went down is asked for again; what was recorded is not.
    fn resume<P: Protocol<Task = T>>(&mut self) -> Vec<EffectOf<P>> {
        let mut effects = Vec::new();
        for at in 0..self.records.len() {
            let CallRecord { id, member, task, outcome, looks } = &self.records[at];
            let (id, member) = (*id, *member);
            match outcome {
                CallOutcome::Estimating => effects.push(self.estimate::<P>(id)),
                CallOutcome::Looking => effects.push(self.show::<P>(id)),
                CallOutcome::Dispatched => {
                    let (task, looks) = (Arc::clone(task), looks.passed_on());
                    let charged = self.settle(id, &Receipt::default());
                    self.known(id).outcome = CallOutcome::Lost { charged };
                    let left = looks.left.map(|left| left.saturating_sub(charged));
                    effects.push(self.enter::<P>(member, task, CallLooks { left, ..looks }));
                }
                CallOutcome::Answered { .. }
                | CallOutcome::Failed { .. }
                | CallOutcome::Lost { .. } => {}
            }
        }
        effects
    }
}

/// Looks. A task's share is what is left above all that is asked at once and the least of what is
/// asked later, divided evenly: so the order in which members look decides nothing.
impl<T: Clone> Calls<T> {
    fn may_look<P: Protocol<Task = T>>(&self, task: &T) -> bool {
        self.looks.0 > 0 && P::may_look(task)
    }

    fn is_held_back<P: Protocol<Task = T>>(&self, record: &CallRecord<T>) -> bool {
        record.outcome.is_dispatched()
            && record.looks.left.is_none()
            && self.may_look::<P>(&record.task)
    }

    fn estimated<P: Protocol<Task = T>>(&mut self, call: CallId, tokens: u64) -> Taken<P> {
        let record = self.known(call);
        let is_covered = record.looks.left.is_none_or(|left| tokens <= left);
        let is_fresh = record.looks.is_fresh;
        let fits = (is_covered || !is_fresh) && self.budget.reserve(call, tokens);
        if !fits && is_fresh && self.known(call).looks.withhold() {
            return Taken::Onward(vec![self.estimate::<P>(call)]);
        }
        if !fits && !is_fresh {
            return Taken::TooDear(call, tokens);
        }
        // That nothing is shown is told from what the session has left.
        if !fits && !self.budget.reserve(call, tokens) {
            let why = "it looked, and the budget covers no further message".to_owned();
            let (fault, receipt) = (CallError::Unavailable(why), Receipt::default());
            return self.failed::<P>(call, fault, receipt, 0);
        }
        let record = self.known(call);
        record.outcome = CallOutcome::Dispatched;
        record.looks.is_fresh = false;
        record.looks.sends(tokens);
        let (task, is_shared) = (Arc::clone(&record.task), record.looks.left.is_some());
        if is_shared || !self.may_look::<P>(&task) {
            return Taken::Onward(vec![self.dispatch::<P>(call)]);
        }
        let waits = |record: &&CallRecord<T>| {
            record.outcome == CallOutcome::Estimating && record.looks.left.is_none()
        };
        if self.records.iter().any(|record| waits(&record)) {
            return Taken::Onward(Vec::new());
        }
        let held = self.records.iter().filter(|record| self.is_held_back::<P>(record));
        let held: Vec<CallId> = held.map(|record| record.id).collect();
        let committed = self.budget.spent().saturating_add(self.budget.reserved());
        let free = self.budget.limit().saturating_sub(committed).saturating_sub(self.later);
        let share = free / (held.len() as u64 * (2 + self.looking_later)) * 2;
        let dispatched = held.into_iter().map(|call| {
            let form = self.budget.reserved_for(call);
            let looks = &mut self.known(call).looks;
            looks.left = Some(form.saturating_add(share));
            looks.sends(form);
            self.dispatch::<P>(call)
        });
        Taken::Onward(dispatched.collect())
    }

    /// Sends the next message.
    fn dispatch<P: Protocol<Task = T>>(&mut self, call: CallId) -> EffectOf<P> {
        let record = self.get(call).expect("the call was made");
        let looks = self.told::<P>(record);
        Effect::Dispatch { call, member: record.member, task: T::clone(&record.task), looks }
    }

    fn estimate<P: Protocol<Task = T>>(&self, call: CallId) -> EffectOf<P> {
        let record = self.get(call).expect("the call was made");
        let looks = self.told::<P>(record);
        Effect::Estimate { call, member: record.member, task: T::clone(&record.task), looks }
    }

    /// What the member of a call was shown in its earlier calls.
    pub fn shown_before(
        &self,
        record: &CallRecord<T>,
    ) -> impl Iterator<Item = &Arc<Exchange>> + Clone {
        let (member, id) = (record.member, record.id);
        let earlier =
            self.records.iter().filter(move |other| other.member == member && other.id < id);
        earlier.flat_map(CallRecord::own_looks)
    }

    /// What a message says of looks: what the policy and the task offer, while what is left covers
    /// one; no word of it where the first could not be paid.
    fn told<P: Protocol<Task = T>>(&self, record: &CallRecord<T>) -> Looks {
        let (rounds, requests) = self.looks;
        let CallLooks { exchanges, is_over, .. } = &record.looks;
        let is_offered = P::may_look(&record.task) && !(*is_over && exchanges.is_empty());
        let rounds = if is_offered { rounds } else { 0 };
        let left = if *is_over { 0 } else { rounds.saturating_sub(exchanges.len() as u32) };
        let before = self.shown_before(record).cloned().collect();
        Looks { rounds, requests, left, exchanges: exchanges.clone(), before }
    }

    fn looked<P: Protocol<Task = T>>(
        &mut self,
        call: CallId,
        requests: Vec<LookRequest>,
        receipt: Receipt,
        charged: u64,
    ) -> Taken<P> {
        let told = self.told::<P>(self.get(call).expect("the call was made"));
        if let Some(why) = told.fault(requests.len()) {
            return self.failed::<P>(call, CallError::Malformed(why), receipt, charged);
        }
        if self.known(call).looks.is_too_long(charged) {
            let why = "a LOOK that is longer than eight requests can be".to_owned();
            return self.failed::<P>(call, CallError::Malformed(why), receipt, charged);
        }
        let exchange =
            Exchange { requests, pages: Vec::new(), receipt, charged, is_withheld: false };
        let record = self.known(call);
        record.looks.exchanges.push(Arc::new(exchange));
        record.outcome = CallOutcome::Looking;
        Taken::Onward(vec![self.show::<P>(call)])
    }

    fn show<P: Protocol<Task = T>>(&self, call: CallId) -> EffectOf<P> {
        let record = self.get(call).expect("the call was made");
        let (last, before) = record.looks.exchanges.split_last().expect("it asked to see");
        let seen: usize = before.iter().map(|exchange| exchange.characters()).sum();
        let most = MOST_OF_TASK.saturating_sub(seen).min(MOST_OF_ROUND).min(record.looks.room());
        let most = most as u32;
        Effect::Show { call, requests: last.requests.clone(), most }
    }
}
