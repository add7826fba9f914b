//! The real step as a stateright model: its state and the calls under way, and all that a world
//! may do to them.

use std::collections::{BTreeMap, BTreeSet};

use crate::members::asked;
use council_review::core::call::CallError;
use council_review::core::protocol::{CallId, Effect, EffectOf, Event, Protocol};
use council_review::council::rfc::ask::Task;
use council_review::council::rfc::{
    CallOutcome, Phase, RfcCouncil, RfcEvent, SessionInput, SessionState, State,
};
use council_review::model::MemberId;
use council_review::model::Receipt;
use council_review::model::policy::ModePolicy;
use council_review::model::{Finding, Signature};
use stateright::{Model, Property};

use crate::looks;
use crate::monitor;
use crate::mutants::Mutant;
use crate::properties;
use crate::reached::Reached;
use crate::script::{AGAIN, FITS, Gates, Line, opening, receipt, reply};

/// How far a call under way is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    Estimating,
    /// Its tokens are reserved, and it waits for the estimates of others.
    Held(u64),
    /// With the tokens reserved, and the rounds of looks that it was told are left.
    Sent(u64, u32),
    /// What it asked to see is looked up.
    Looking,
}

/// One state of the exploration.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Play {
    pub(crate) state: State,
    /// As its effects say, not as its records do.
    pub(crate) under_way: BTreeMap<CallId, Stage>,
    /// Properties of steps that the way here broke.
    pub(crate) broken: BTreeSet<&'static str>,
    /// How often each member has looked at each question.
    pub(crate) looked: BTreeMap<(MemberId, &'static str), u32>,
}

impl Play {
    pub(crate) fn charter(&self) -> &SessionState {
        self.state.charter().expect("every state explored is open")
    }
}

/// How a call comes to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Malformed,
    Unavailable,
    Refused,
    Truncated,
}

impl Fault {
    fn of_seat(self) -> CallError {
        match self {
            Fault::Malformed => CallError::Malformed(String::new()),
            Fault::Unavailable => CallError::Unavailable(String::new()),
            Fault::Refused => CallError::Refused(String::new()),
            Fault::Truncated => CallError::Truncated(String::new()),
        }
    }
}

/// What the world does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Estimate(CallId, u64),
    Answer(CallId, Line),
    /// With so many requests.
    Look(CallId, u32),
    Show(CallId),
    Fail(CallId, Fault),
    /// Whoever drives the session is gone, and another goes on.
    Crash,
    Deadline,
    Interrupt,
    /// Out of turn: nothing of what follows may change anything.
    Late(CallId),
    LateFailure(CallId),
    Forged,
    Again(CallId),
    Reopen,
}

impl Act {
    pub(crate) fn is_out_of_turn(self) -> bool {
        matches!(
            self,
            Act::Late(_) | Act::LateFailure(_) | Act::Forged | Act::Again(_) | Act::Reopen
        )
    }
}

/// What is explored: how the session opens, the lines of each seat in each phase, and how much goes
/// wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope {
    pub(crate) gates: Gates,
    pub(crate) modes: ModePolicy,
    /// Whether there is a ticket to assess.
    pub(crate) tickets: bool,
    pub(crate) limit: u64,
    /// Calls that may fail or be malformed along one way.
    pub(crate) faults: usize,
    /// How they may fail.
    pub(crate) kinds: &'static [Fault],
    /// Crashes along one way.
    pub(crate) crashes: u64,
    /// Whether estimates may come after answers of the same question.
    pub(crate) interleaved: bool,
    /// Rounds of looks; 0 for none.
    pub(crate) rounds: u32,
    /// Who looks.
    pub(crate) lookers: &'static [MemberId],
    /// In which phases.
    pub(crate) look_in: &'static [Phase],
    /// Whether no estimate of a form is more than it needs.
    pub(crate) is_honest: bool,
    /// Whether members keep what they were told, so that a message after a look takes less.
    pub(crate) keeps: bool,
    pub(crate) lines: fn(MemberId, Phase) -> &'static [Line],
}

/// The exploration of the real step, or of a corrupted one.
#[derive(Debug)]
pub(crate) struct Explore {
    pub(crate) scope: Scope,
    pub(crate) mutant: Option<Mutant>,
    pub(crate) opening: SessionInput,
    /// What the gates found, with what it is merged by.
    pub(crate) gates: Vec<(Finding, Signature)>,
    pub(crate) reached: Reached,
    /// The property that a mutant breaks: no other is looked at then.
    hunted: Option<&'static str>,
}

impl Explore {
    pub(crate) fn new(scope: Scope) -> Self {
        let opening = opening(&scope);
        let signed = |finding: &Finding| (finding.clone(), finding.signature());
        let gates = opening.findings.iter().map(signed).collect();
        Self { scope, mutant: None, opening, gates, reached: Reached::default(), hunted: None }
    }

    /// The exploration of a corrupted step, for the property that it breaks.
    pub(crate) fn hunting(scope: Scope, mutant: Mutant, property: &'static str) -> Self {
        Self { mutant: Some(mutant), hunted: Some(property), ..Self::new(scope) }
    }
}

/// The task of a call.
pub(crate) fn task(charter: &SessionState, call: CallId) -> &Task {
    let record = charter.calls.iter().find(|record| record.id == call);
    &record.expect("the call was made").task
}

fn faults(charter: &SessionState) -> usize {
    let failed = |outcome: &CallOutcome| matches!(outcome, CallOutcome::Failed { .. });
    charter.calls.iter().filter(|record| failed(&record.outcome)).count()
}

impl Explore {
    fn event(&self, charter: &SessionState, act: Act) -> RfcEvent {
        let answered = |call: CallId, line: Line| {
            let task = task(charter, call);
            Event::Answered { call, reply: reply(task, line), receipt: receipt(asked(task)) }
        };
        // A late answer is a good one: the first line that the seat may say to its question.
        let good = |call: CallId| {
            let task = task(charter, call);
            (self.scope.lines)(asked(task), phase_of(task))[0]
        };
        match act {
            Act::Estimate(call, tokens) => {
                let again = self.scope.keeps.then_some(AGAIN);
                Event::Estimated { call, tokens, again }
            }
            Act::Again(call) => Event::Estimated { call, tokens: FITS, again: None },
            Act::Answer(call, line) => answered(call, line),
            Act::Look(call, count) => looks::requested(call, count, asked(task(charter, call))),
            Act::Show(call) => looks::shown(charter, call),
            Act::Late(call) => answered(call, good(call)),
            Act::Forged => {
                let Event::Answered { reply, receipt, .. } = answered(CallId(1), good(CallId(1)))
                else {
                    unreachable!("it is an answer")
                };
                Event::Answered { call: CallId(99), reply, receipt }
            }
            Act::Fail(call, fault) => {
                Event::Failed { call, fault: fault.of_seat(), receipt: Receipt::default() }
            }
            Act::LateFailure(call) => {
                Event::Failed { call, fault: Fault::Refused.of_seat(), receipt: Receipt::default() }
            }
            Act::Crash => Event::Resumed { down_seconds: 1 },
            Act::Deadline => Event::DeadlinePassed,
            Act::Interrupt => Event::Interrupted,
            Act::Reopen => Event::Opened { input: self.opening.clone() },
        }
    }
}

fn phase_of(task: &Task) -> Phase {
    match task.question.name() {
        "STRUCTURAL" => Phase::Cycle1,
        "FEASIBILITY" => Phase::Cycle2,
        "CONVERGE" => Phase::Cycle3,
        "REMEDIATION" => Phase::LastCall,
        _ => Phase::Init,
    }
}

/// Takes up the calls that a step asks for.
fn take_up(
    under_way: &mut BTreeMap<CallId, Stage>,
    effects: &[EffectOf<RfcCouncil>],
    charter: &SessionState,
) {
    for effect in effects {
        match effect {
            Effect::Estimate { call, .. } => under_way.insert(*call, Stage::Estimating),
            Effect::Dispatch { call, looks, .. } => {
                let tokens = charter.calls.budget.reserved_for(*call);
                under_way.insert(*call, Stage::Sent(tokens, looks.left))
            }
            Effect::Show { call, .. } => under_way.insert(*call, Stage::Looking),
            Effect::SetTimer { .. } | Effect::GiveUp { .. } | Effect::AwaitPerson(_) => {
                unreachable!("it asks seats alone")
            }
        };
    }
}

impl Model for Explore {
    type State = Play;
    type Action = Act;

    fn init_states(&self) -> Vec<Play> {
        let opened = Event::Opened { input: self.opening.clone() };
        let (state, effects) = RfcCouncil::step(RfcCouncil::initial(), opened).expect("it opens");
        let mut under_way = BTreeMap::new();
        take_up(&mut under_way, &effects, state.charter().expect("it is open"));
        vec![Play { state, under_way, broken: BTreeSet::new(), looked: BTreeMap::new() }]
    }

    fn actions(&self, play: &Play, acts: &mut Vec<Act>) {
        if self.mutant.is_none() {
            self.reached.note(self, play);
        }
        if !play.broken.is_empty() {
            return;
        }
        let charter = play.charter();
        let over = |id: &CallId| !play.under_way.contains_key(id);
        let last_over = charter.calls.iter().rev().map(|record| record.id).find(over);
        acts.push(Act::Forged);
        let sent = |&(_, stage): &(&CallId, &Stage)| matches!(stage, Stage::Sent(..));
        let first_sent = play.under_way.iter().find(sent).map(|(&call, _)| call);
        acts.extend(first_sent.map(Act::Again));
        acts.extend([Act::Deadline, Act::Interrupt]);
        if RfcCouncil::is_over(&play.state) {
            // What was under way comes to an end too late; without any, what had ended does again.
            let late = first_sent.or(last_over);
            acts.extend(
                late.into_iter().flat_map(|call| [Act::Late(call), Act::LateFailure(call)]),
            );
            acts.push(Act::Reopen);
            return;
        }
        acts.extend(
            last_over.into_iter().flat_map(|call| [Act::Late(call), Act::LateFailure(call)]),
        );
        if charter.down_seconds < self.scope.crashes {
            acts.push(Act::Crash);
        }
        // Estimates come in the order of the calls: seats do not differ in them.
        let estimating = play.under_way.iter().find(|(_, stage)| **stage == Stage::Estimating);
        if let Some((&call, _)) = estimating {
            let is_fresh = looks::is_fresh(charter, call);
            acts.push(Act::Estimate(call, FITS));
            if is_fresh || !self.scope.is_honest {
                acts.push(Act::Estimate(call, self.scope.limit + 1));
            }
            if is_fresh && self.scope.faults == 0 && self.scope.crashes == 0 {
                acts.push(Act::Estimate(call, 3 * FITS));
            }
            if !self.scope.interleaved {
                return;
            }
        }
        let may_fail = faults(charter) < self.scope.faults;
        let looking = play.under_way.iter().filter(|(_, stage)| **stage == Stage::Looking);
        acts.extend(looking.map(|(&call, _)| Act::Show(call)));
        for (&call, &stage) in play.under_way.iter().filter(sent) {
            let task = task(charter, call);
            if self.scope.lookers.contains(&asked(task))
                && self.scope.look_in.contains(&charter.phase)
            {
                looks::acts(may_fail, (call, stage), acts);
            }
            if may_fail {
                acts.extend(self.scope.kinds.iter().map(|&fault| Act::Fail(call, fault)));
                acts.push(Act::Answer(call, Line::WrongKind));
            }
            let lines = (self.scope.lines)(asked(task), charter.phase).iter();
            let possible = lines.filter(|line| may_fail || !line.is_malformed(task));
            acts.extend(possible.map(|&line| Act::Answer(call, line)));
        }
    }

    fn next_state(&self, play: &Play, act: Act) -> Option<Play> {
        let event = self.event(play.charter(), act);
        let stepped = match self.mutant {
            None => RfcCouncil::step(play.state.clone(), event),
            Some(mutant) => mutant.step(play.state.clone(), event),
        };
        let before = RfcCouncil::is_over(&play.state);
        let (state, effects) = match stepped {
            Err(_) if act.is_out_of_turn() || before => return None,
            Err(_) => {
                let mut broken = play.clone();
                broken.broken.insert(properties::IN_TURN);
                return Some(broken);
            }
            Ok(next) => next,
        };
        // Most events are refused: the one that was taken is told again, rather than each copied.
        let event = self.event(play.charter(), act);
        let mut under_way = play.under_way.clone();
        if let Some(call) = event.call() {
            under_way.remove(&call);
        }
        if act == Act::Crash {
            under_way.clear();
        }
        let charter = state.charter().expect("it is open");
        if let (Act::Estimate(call, _), []) = (act, effects.as_slice())
            && !RfcCouncil::is_over(&state)
        {
            under_way.insert(call, Stage::Held(charter.calls.budget.reserved_for(call)));
        }
        take_up(&mut under_way, &effects, charter);
        let looked = looks::looked(play, act, &effects);
        let mut next = Play { state, under_way, broken: BTreeSet::new(), looked };
        next.broken = monitor::broken(self, play, act, &event, &next, &effects);
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let mut every = properties::every();
        every.retain(|property| self.hunted.is_none_or(|hunted| property.name == hunted));
        every
    }
}
