//! The real step of a council about a question as a stateright model: its state, the calls under way, and
//! all that a world may do to them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use council_review::core::look::{LookRequest, LookStatus, ShownPage};
use council_review::core::protocol::{CallId, Effect, Event, EventOf, Step, TimerId};
use council_review::council::shared::admitted::AdmittedReply;
use council_review::council::shared::opening::Opening;
use council_review::model::{MemberId, Receipt};
use stateright::{Model, Property};

use super::kind::Kind;
use super::line::Line;
use super::monitor::{self, Stepped};
use super::mutants::Mutant;
use super::properties;
use super::reached::Reached;
use super::scope::{FITS, Loss, Scope, fault, loss};
use super::{EffectFor, truth::Truth};

/// How far a call under way is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    Estimating,
    /// Its tokens are reserved, and it waits for the estimates of others.
    Held,
    /// With the rounds of looks that it was told are left.
    Sent(u32),
    Looking,
    /// Nobody waits for it any more.
    Leaving(Loss),
}

/// Whom a call asks, in which step, for which time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Asked {
    pub(crate) member: MemberId,
    pub(crate) step: usize,
    pub(crate) attempt: u8,
}

/// One state of the exploration: the council's, and what the world knows of it by itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Play<S> {
    pub(crate) state: S,
    pub(crate) under_way: BTreeMap<CallId, (Asked, Stage)>,
    pub(crate) timers: BTreeSet<TimerId>,
    /// Whom a step asks.
    pub(crate) asked: BTreeSet<(MemberId, usize)>,
    /// The replies that are fit, by member and step.
    pub(crate) said: BTreeMap<(MemberId, usize), Line>,
    /// Who gave none, and why.
    pub(crate) lost: BTreeMap<(MemberId, usize), Loss>,
    /// How often each has looked in a step.
    pub(crate) looked: BTreeMap<(MemberId, usize), u32>,
    /// Properties of steps that the way here broke.
    pub(crate) broken: BTreeSet<&'static str>,
}

impl<S> Play<S> {
    /// Whether all that a step asks have answered or are lost.
    pub(crate) fn is_closed(&self, step: usize) -> bool {
        let of_step = |(key, _): &(&(MemberId, usize), &Line)| key.1 == step;
        let answered = self.said.iter().filter(of_step).count();
        let lost = self.lost.keys().filter(|key| key.1 == step).count();
        let asked = self.asked.iter().filter(|key| key.1 == step).count();
        asked > 0 && answered + lost == asked
    }

    /// How many have answered in a step.
    pub(crate) fn count(&self, step: usize) -> usize {
        self.said.keys().filter(|key| key.1 == step).count()
    }
}

/// What the world does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Estimate(CallId, u64),
    Answer(CallId, Line),
    Fail(CallId, Loss),
    /// What the council waits for no longer.
    Leave(CallId),
    Look(CallId),
    /// More requests than are allowed.
    LookTooMuch(CallId),
    Show(CallId),
    Fire(TimerId),
    Crash,
    Deadline,
    Interrupt,
    /// Out of turn: nothing of what follows may change anything.
    Late(CallId),
    Forged,
    Reopen,
}

impl Act {
    pub(crate) fn is_out_of_turn(self) -> bool {
        matches!(self, Act::Late(_) | Act::Forged | Act::Reopen)
    }
}

/// What comes of one set of replies, as a digest, by those replies.
type Outcomes = BTreeMap<String, u64>;

/// The exploration of the real step, or of a corrupted one.
#[derive(Debug)]
pub(crate) struct Explore<C: Kind> {
    pub(crate) scope: Scope,
    pub(crate) mutant: Option<Mutant>,
    pub(crate) reached: Reached<C>,
    pub(crate) outcomes: Mutex<Outcomes>,
    pub(crate) opening: Opening<C::Panel>,
    /// The property that a mutant breaks: no other is looked at then.
    hunted: Option<&'static str>,
}

impl<C: Kind> Explore<C> {
    pub(crate) fn new(scope: Scope) -> Self {
        Self {
            scope,
            mutant: None,
            reached: Reached::default(),
            outcomes: Mutex::default(),
            opening: C::opening(&scope),
            hunted: None,
        }
    }

    /// The exploration of a corrupted step, for the property that it breaks.
    pub(crate) fn hunting(scope: Scope, mutant: Mutant, property: &'static str) -> Self {
        Self { mutant: Some(mutant), hunted: Some(property), ..Self::new(scope) }
    }

    pub(crate) fn truth(&self, play: &Play<C::State>) -> Truth {
        Truth::of(&self.scope, play, C::LATER)
    }

    /// The line that a member may say first, as one that is fit.
    fn good(&self, asked: Asked) -> Line {
        (self.scope.lines)(asked.member, asked.step)[0]
    }

    fn answered(&self, play: &Play<C::State>, call: CallId, line: Line) -> EventOf<C> {
        let seen = C::seen(&play.state).expect("it is open");
        let record = seen.calls.get(call).expect("the call was made");
        let (reply, stands) = C::reply(&record.task, record.member, line);
        let reply = AdmittedReply { reply, stands, deviations: Vec::new() };
        Event::Answered { call, reply, receipt: Receipt::of_tokens(FITS / 2) }
    }

    fn event(&self, play: &Play<C::State>, act: Act) -> EventOf<C> {
        let receipt = Receipt::default();
        match act {
            Act::Estimate(call, tokens) => Event::Estimated { call, tokens, again: None },
            Act::Answer(call, line) => self.answered(play, call, line),
            Act::Fail(call, loss) => Event::Failed { call, fault: fault(loss), receipt },
            Act::Leave(call) => {
                let Some((_, Stage::Leaving(loss))) = play.under_way.get(&call) else {
                    unreachable!("it is left")
                };
                Event::Failed { call, fault: fault(*loss), receipt }
            }
            Act::Look(call) | Act::LookTooMuch(call) => {
                let count = if matches!(act, Act::Look(_)) { 1 } else { 2 };
                let one = |n| LookRequest::Symbol { name: format!("s{n}") };
                Event::LookRequested { call, requests: (0..count).map(one).collect(), receipt }
            }
            Act::Show(call) => {
                let page = ShownPage { status: LookStatus::Shown, ..ShownPage::nothing(1, None) };
                Event::Shown { call, pages: vec![page] }
            }
            Act::Fire(timer) => Event::TimerFired { timer },
            Act::Crash => Event::Resumed { down_seconds: 1 },
            Act::Deadline => Event::DeadlinePassed,
            Act::Interrupt => Event::Interrupted,
            Act::Late(call) => {
                let line = self.good(asked_of::<C>(play, call));
                self.answered(play, call, line)
            }
            Act::Forged => {
                let first = CallId(1);
                let line = self.good(asked_of::<C>(play, first));
                match self.answered(play, first, line) {
                    Event::Answered { reply, receipt, .. } => {
                        Event::Answered { call: CallId(99), reply, receipt }
                    }
                    _ => unreachable!("it is an answer"),
                }
            }
            Act::Reopen => Event::Opened { input: self.opening.clone() },
        }
    }

    /// One step of the real machine, or of the corrupted one.
    fn step(&self, state: &C::State, event: EventOf<C>) -> Step<C> {
        match self.mutant {
            None => C::step(state.clone(), event),
            Some(mutant) => mutant.step::<C>(&self.scope, state, event),
        }
    }
}

/// Whom a call asks.
pub(crate) fn asked_of<C: Kind>(play: &Play<C::State>, call: CallId) -> Asked {
    let seen = C::seen(&play.state).expect("it is open");
    let record = seen.calls.get(call).expect("the call was made");
    let (step, attempt) = C::asks(&record.task);
    Asked { member: record.member, step, attempt }
}

/// Takes up what a step asks for.
pub(crate) fn take_up<C: Kind>(play: &mut Play<C::State>, effects: &[EffectFor<C>]) {
    for effect in effects {
        match effect {
            Effect::Estimate { call, member, task, .. } => {
                let (step, attempt) = C::asks(task);
                let asked = Asked { member: *member, step, attempt };
                play.asked.insert((*member, step));
                play.under_way.insert(*call, (asked, Stage::Estimating));
            }
            Effect::Dispatch { call, member, task, looks } => {
                let (step, attempt) = C::asks(task);
                let asked = Asked { member: *member, step, attempt };
                play.under_way.insert(*call, (asked, Stage::Sent(looks.left)));
            }
            Effect::Show { call, .. } => {
                if let Some((_, stage)) = play.under_way.get_mut(call) {
                    *stage = Stage::Looking;
                } else {
                    let asked = asked_of::<C>(play, *call);
                    play.under_way.insert(*call, (asked, Stage::Looking));
                }
            }
            Effect::SetTimer { timer, .. } => {
                play.timers.insert(*timer);
            }
            Effect::GiveUp { call, fault } => {
                if let Some((_, stage)) = play.under_way.get_mut(call) {
                    *stage = Stage::Leaving(loss(fault));
                }
            }
            Effect::AwaitPerson(_) => unreachable!("it asks members alone"),
        }
    }
}

impl<C: Kind> Model for Explore<C> {
    type State = Play<C::State>;
    type Action = Act;

    fn init_states(&self) -> Vec<Self::State> {
        let opened = Event::Opened { input: self.opening.clone() };
        let (state, effects) = C::step(C::initial(), opened).expect("it opens");
        let mut play = Play {
            state,
            under_way: BTreeMap::new(),
            timers: BTreeSet::new(),
            asked: BTreeSet::new(),
            said: BTreeMap::new(),
            lost: BTreeMap::new(),
            looked: BTreeMap::new(),
            broken: BTreeSet::new(),
        };
        take_up::<C>(&mut play, &effects);
        vec![play]
    }

    fn actions(&self, play: &Self::State, acts: &mut Vec<Act>) {
        if !play.broken.is_empty() {
            return;
        }
        let seen = C::seen(&play.state).expect("it is open");
        let is_over = |call: &CallId| !play.under_way.contains_key(call);
        let last = seen.calls.iter().rev().map(|record| record.id).find(is_over);
        acts.extend(last.map(Act::Late));
        if seen.ending.is_some() {
            acts.extend(play.under_way.keys().next().map(|&call| Act::Late(call)));
            acts.extend([Act::Deadline, Act::Reopen]);
            return;
        }
        if !seen.calls.is_empty() {
            acts.push(Act::Forged);
        }
        acts.extend([Act::Deadline, Act::Interrupt]);
        if seen.down < self.scope.crashes {
            acts.push(Act::Crash);
        }
        let leaving = play.under_way.iter().find(|(_, (_, s))| matches!(s, Stage::Leaving(_)));
        if let Some((&call, _)) = leaving {
            acts.push(Act::Leave(call));
            return;
        }
        if self.scope.timers {
            acts.extend(play.timers.iter().map(|&timer| Act::Fire(timer)));
        }
        // Estimates come in the order of the calls: members do not differ in them.
        let estimating = play.under_way.iter().find(|(_, (_, s))| *s == Stage::Estimating);
        if let Some((&call, _)) = estimating {
            acts.push(Act::Estimate(call, FITS));
            if self.scope.dear {
                acts.push(Act::Estimate(call, self.scope.limit + 1));
            }
            return;
        }
        let may_fail = monitor::faults::<C>(play) < self.scope.faults;
        for (&call, &(asked, stage)) in &play.under_way {
            match stage {
                Stage::Looking => acts.push(Act::Show(call)),
                Stage::Sent(left) => {
                    if self.scope.look_in.contains(&asked.step) {
                        acts.extend((left > 0 || may_fail).then_some(Act::Look(call)));
                        acts.extend(may_fail.then_some(Act::LookTooMuch(call)));
                    }
                    if may_fail {
                        acts.extend(self.scope.kinds.iter().map(|&loss| Act::Fail(call, loss)));
                    }
                    let lines = (self.scope.lines)(asked.member, asked.step).iter();
                    let possible =
                        lines.filter(|line| may_fail || self.is_fit(play, asked, **line));
                    acts.extend(possible.map(|&line| Act::Answer(call, line)));
                }
                Stage::Estimating | Stage::Held | Stage::Leaving(_) => {}
            }
        }
    }

    fn next_state(&self, play: &Self::State, act: Act) -> Option<Self::State> {
        let was_over = C::is_over(&play.state);
        let stepped = self.step(&play.state, self.event(play, act));
        let (state, effects) = match stepped {
            Err(_) if act.is_out_of_turn() || was_over => return None,
            Err(_) => {
                let broken = BTreeSet::from([properties::IN_TURN]);
                return Some(Play { broken, ..play.clone() });
            }
            Ok(stepped) => stepped,
        };
        let mut next = Play { state, broken: BTreeSet::new(), ..play.clone() };
        self.witness(&mut next, act);
        // What a round or a call waited for is over with it.
        if (0..3).any(|step| next.is_closed(step) && !play.is_closed(step)) {
            next.timers.remove(&TimerId(0));
        }
        let waits = |timer: &TimerId| {
            let call = next.under_way.get(&CallId(timer.0.into()));
            timer.0 == 0 || call.is_some_and(|(_, s)| matches!(s, Stage::Sent(_) | Stage::Held))
        };
        next.timers = next.timers.iter().copied().filter(waits).collect();
        take_up::<C>(&mut next, &effects);
        if let (Act::Estimate(call, _), true) = (act, !C::is_over(&next.state)) {
            let (asked, _) = play.under_way[&call];
            next.under_way.entry(call).or_insert((asked, Stage::Held));
        }
        let stepped = Stepped { before: play, act, after: &next, effects: &effects };
        let mut broken = monitor::broken(self, &stepped);
        // C14: the same event leads to the same state, whenever it comes.
        if !effects.is_empty() || C::is_over(&next.state) {
            let again = self.step(&play.state, self.event(play, act));
            if again.is_ok_and(|(state, other)| state != next.state || other != effects) {
                broken.insert(properties::REPLAY);
            }
        }
        // What stands is as good as it was.
        if !act.is_out_of_turn() || next.state != play.state {
            broken.extend(properties::broken(self, &next));
        }
        next.broken = broken;
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let mut every = properties::every::<C>();
        every.retain(|property| self.hunted.is_none_or(|hunted| property.name == hunted));
        every
    }
}
