//! Members that look: what they may do, and what a step must keep of it, told in other words than
//! `core::calls` does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use council_review::core::call::CallError;
use council_review::core::look::{Exchange, LookRequest, LookStatus, Looks, ShownPage};
use council_review::core::protocol::{CallId, Effect, EffectOf, Event};
use council_review::council::rfc::{
    CallOutcome, RfcCallRecord, RfcCouncil, RfcEvent, SessionState,
};
use council_review::model::{AbortReason, MemberId, TerminalState};

use crate::members::{SA1, asked};
use crate::model::{Act, Explore, Play, Stage, task};
use crate::mutants::Mutant;
use crate::properties as p;
use crate::script::{AGAIN, Line, REQUESTS, receipt, reply};

/// What a member that looks may do with a message.
pub(crate) fn acts(may_fail: bool, (call, stage): (CallId, Stage), acts: &mut Vec<Act>) {
    let Stage::Sent(_, left) = stage else { return };
    if left > 0 {
        acts.push(Act::Look(call, 1));
    }
    if may_fail {
        acts.push(Act::Look(call, if left > 0 { REQUESTS + 1 } else { 1 }));
    }
}

/// What a look takes at the most, of who keeps what it was told.
const A_LOOK: u64 = 4_000;

fn requests(count: u32) -> Vec<LookRequest> {
    (0..count).map(|n| LookRequest::Symbol { name: format!("s{n}") }).collect()
}

pub(crate) fn requested(call: CallId, count: u32, member: MemberId) -> RfcEvent {
    Event::LookRequested { call, requests: requests(count), receipt: receipt(member) }
}

fn pages() -> Vec<ShownPage> {
    vec![ShownPage { status: LookStatus::Shown, ..ShownPage::nothing(1, None) }]
}

pub(crate) fn shown(_: &SessionState, call: CallId) -> RfcEvent {
    Event::Shown { call, pages: pages() }
}

fn record(charter: &SessionState, call: CallId) -> &RfcCallRecord {
    charter.calls.get(call).expect("the call was made")
}

/// Whether what was shown last goes out with the message that is estimated.
pub(crate) fn is_fresh(charter: &SessionState, call: CallId) -> bool {
    record(charter, call).own_looks().last().is_some_and(|last| !last.is_withheld)
}

/// How often each member has looked, after a step.
pub(crate) fn looked(
    play: &Play,
    act: Act,
    effects: &[EffectOf<RfcCouncil>],
) -> BTreeMap<(MemberId, &'static str), u32> {
    let mut looked = play.looked.clone();
    if let (Act::Look(call, _), [Effect::Show { .. }]) = (act, effects) {
        let task = task(play.charter(), call);
        *looked.entry((asked(task), task.question.name())).or_default() += 1;
    }
    looked
}

/// What a message costs whose receipt is the member's.
fn charged(member: MemberId, reserved: u64) -> u64 {
    if member == SA1 { 1_000 } else { reserved }
}

struct Seen<'a> {
    explore: &'a Explore,
    before: &'a Play,
    after: &'a Play,
    act: Act,
    event: &'a RfcEvent,
    effects: &'a [EffectOf<RfcCouncil>],
}

/// The properties that a step broke.
pub(crate) fn broken(
    explore: &Explore,
    before: &Play,
    act: Act,
    event: &RfcEvent,
    after: &Play,
    effects: &[EffectOf<RfcCouncil>],
) -> BTreeSet<&'static str> {
    let seen = Seen { explore, before, after, act, event, effects };
    let holds = [
        (p::ROUNDS, seen.keeps_rounds()),
        (p::NO_ANSWER, seen.takes_no_look_for_an_answer()),
        (p::EXCHANGE, seen.shows_what_was_asked()),
        (p::SHARE, seen.withholds_rather_than_aborts()),
        (p::BUDGET, seen.charges_rightly()),
        (p::ONWARD, seen.goes_on_rightly()),
    ];
    p::lacking(holds).collect()
}

impl Seen<'_> {
    fn old(&self) -> &SessionState {
        self.before.charter()
    }

    fn next(&self) -> &SessionState {
        self.after.charter()
    }

    fn stage(&self, call: CallId) -> Option<Stage> {
        self.before.under_way.get(&call).copied()
    }

    /// K1: what is asked for is looked up only within what the member was told, and from who keeps the
    /// task only what leaves the next message its tokens.
    fn keeps_rounds(&self) -> bool {
        let Act::Look(call, count) = self.act else { return true };
        let Some(Stage::Sent(tokens, left)) = self.stage(call) else { return false };
        let is_shown = matches!(self.effects, [Effect::Show { .. }]);
        let took = charged(asked(task(self.old(), call)), tokens);
        let is_short = !self.explore.scope.keeps || took <= tokens - AGAIN + A_LOOK;
        is_shown == (left > 0 && count <= REQUESTS && is_short)
    }

    /// K2: neither asking nor what is shown is a reply, and nobody goes on for it.
    fn takes_no_look_for_an_answer(&self) -> bool {
        let is_look = matches!(self.event, Event::LookRequested { .. } | Event::Shown { .. });
        let (old, new) = (self.old(), self.next());
        let is_refused = !matches!(self.effects, [Effect::Show { .. } | Effect::Estimate { .. }]);
        !is_look
            || is_refused
            || (old.replies == new.replies
                && old.ledger == new.ledger
                && old.phase == new.phase
                && old.seats == new.seats)
    }

    /// K3: the pages belong to the last request, and the next message carries every exchange.
    fn shows_what_was_asked(&self) -> bool {
        let seen = |looks: &Looks| looks.exchanges.iter().map(|one| one.pages.len()).sum::<usize>();
        let all_shown = |call: CallId, looks: &Looks| {
            looks.exchanges == record(self.next(), call).looks.exchanges
                && seen(looks) == looks.exchanges.len()
        };
        let shows = self.effects.iter().filter(|e| matches!(e, Effect::Show { .. })).count();
        let may_show = usize::from(matches!(self.event, Event::LookRequested { .. }));
        let sound = self.effects.iter().all(|effect| match effect {
            Effect::Estimate { call, looks, .. } | Effect::Dispatch { call, looks, .. } => {
                all_shown(*call, looks)
            }
            Effect::Show { call, requests, .. } => {
                let last = record(self.next(), *call).looks.exchanges.last();
                last.is_some_and(|last| last.requests == *requests)
            }
            Effect::SetTimer { .. } | Effect::GiveUp { .. } | Effect::AwaitPerson(_) => false,
        });
        let answers = match (self.act, self.effects) {
            (Act::Show(call), effects) => {
                matches!(effects, [Effect::Estimate { call: next, .. }] if *next == call)
            }
            _ => true,
        };
        sound && answers && (shows <= may_show || matches!(self.event, Event::Resumed { .. }))
    }

    /// K6: what was looked at is taken back before a session ends for it.
    fn withholds_rather_than_aborts(&self) -> bool {
        let Act::Estimate(call, _) = self.act else { return true };
        let ended = self.next().ending.as_ref().and_then(|ending| ending.abort);
        !is_fresh(self.old(), call) || ended != Some(AbortReason::BudgetExhausted)
    }

    /// A7: each message costs its usage or its reservation, and nothing else costs anything.
    fn charges_rightly(&self) -> bool {
        let (old, new) = (&self.old().calls.budget, &self.next().calls.budget);
        let sent = |stage: Stage| match stage {
            Stage::Sent(tokens, _) | Stage::Held(tokens) => tokens,
            Stage::Estimating | Stage::Looking => 0,
        };
        let cost = match self.event {
            Event::Answered { call, .. } | Event::LookRequested { call, .. } => {
                let tokens = self.stage(*call).map_or(0, sent);
                charged(asked(task(self.old(), *call)), tokens)
            }
            Event::Failed { call, .. } => self.stage(*call).map_or(0, sent),
            Event::Resumed { .. } => self.before.under_way.values().map(|s| sent(*s)).sum(),
            _ => 0,
        };
        let records: u64 = self.next().calls.iter().map(RfcCallRecord::charged).sum();
        new.spent() == old.spent() + cost
            && new.spent() == records
            && new.spent() + new.reserved() <= self.explore.scope.limit
    }

    /// I14: each message under way is sent again with all that was shown, each request is looked up
    /// again, and nothing else is done.
    fn goes_on_rightly(&self) -> bool {
        let Event::Resumed { .. } = self.event else { return true };
        let wanted = self.before.under_way.iter().map(|(&call, stage)| {
            let record = record(self.old(), call);
            let is_show = *stage == Stage::Looking;
            (is_show, record.member, record.task.question.name(), record.looks.exchanges.clone())
        });
        let done = self.effects.iter().map(|effect| {
            let (is_show, call) = match effect {
                Effect::Show { call, .. } => (true, *call),
                Effect::Estimate { call, .. } | Effect::Dispatch { call, .. } => (false, *call),
                Effect::SetTimer { .. } | Effect::GiveUp { .. } | Effect::AwaitPerson(_) => {
                    unreachable!("it asks seats")
                }
            };
            let record = record(self.next(), call);
            let told: Vec<Arc<Exchange>> = match effect {
                Effect::Estimate { looks, .. } => looks.exchanges.clone(),
                _ => record.looks.exchanges.clone(),
            };
            (is_show, record.member, record.task.question.name(), told)
        });
        wanted.eq(done)
    }
}

pub(crate) fn is_any(play: &Play, outcome: &CallOutcome) -> bool {
    play.charter().calls.iter().any(|call| call.outcome == *outcome)
}

pub(crate) fn answered_after(play: &Play, looks: usize) -> bool {
    let answered = |call: &RfcCallRecord| matches!(call.outcome, CallOutcome::Answered { .. });
    play.charter().calls.iter().any(|c| answered(c) && c.looks.exchanges.len() == looks)
}

pub(crate) fn is_too_many(fault: &CallError) -> bool {
    matches!(fault, CallError::Malformed(why) if why.contains("LOOK"))
}

/// After a crash a call that looked goes on in this very state.
pub(crate) fn resumed(play: &Play, outcome: CallOutcome) -> bool {
    let is_so = |call: &RfcCallRecord| call.outcome == outcome && !call.own_looks().is_empty();
    play.charter().down_seconds > 0 && play.charter().calls.iter().any(is_so)
}

pub(crate) fn lost_after_a_look(play: &Play) -> bool {
    let lost = |call: &RfcCallRecord| matches!(call.outcome, CallOutcome::Lost { .. });
    play.charter().calls.iter().any(|call| lost(call) && !call.own_looks().is_empty())
}

pub(crate) fn is_withheld(play: &Play) -> bool {
    let mut all = play.charter().calls.iter().flat_map(|call| &call.looks.exchanges);
    all.any(|exchange| exchange.is_withheld)
}

/// What a corrupted step makes of the real one's result.
pub(crate) fn corrupt(
    mutant: Mutant,
    event: &RfcEvent,
    new: &mut SessionState,
    effects: &mut Vec<EffectOf<RfcCouncil>>,
) {
    match (mutant, event) {
        (Mutant::CountsALookAsAnAnswer, Event::LookRequested { call, .. }) => {
            let record = record(new, *call);
            if record.task.question.name() == "STRUCTURAL" {
                let said = reply(&record.task, Line::Raises(&[]));
                new.replies.insert(record.member, (*call, said));
            }
        }
        (Mutant::CountsRoundsByAttempt, Event::Answered { .. } | Event::LookRequested { .. }) => {
            let again = new.calls.iter_mut().filter(|call| call.task.attempt == 2);
            for call in again.filter(|call| call.outcome == CallOutcome::Estimating) {
                call.looks.exchanges.clear();
                call.looks.inherited = 0;
            }
            for effect in effects {
                if let Effect::Estimate { task, looks, .. } = effect
                    && task.attempt == 2
                {
                    looks.exchanges.clear();
                }
            }
        }
        (Mutant::LosesWhatWasShown, Event::Shown { .. }) => {
            if let [Effect::Estimate { looks, .. }] = effects.as_mut_slice() {
                looks.exchanges.pop();
            }
        }
        (Mutant::ShowsWhatNobodyAskedFor, Event::Shown { call, .. }) => {
            effects.push(Effect::Show { call: *call, requests: requests(1), most: 1 });
        }
        (Mutant::AbortsForALook, Event::Estimated { call, .. })
            if record(new, *call).looks.exchanges.last().is_some_and(|last| last.is_withheld) =>
        {
            effects.clear();
            let ending = council_review::council::rfc::Ending {
                state: TerminalState::Aborted,
                abort: Some(AbortReason::BudgetExhausted),
                reason: "a look".to_owned(),
            };
            new.ending = Some(ending);
        }
        (Mutant::PaysALookTwice, Event::Resumed { .. }) => {
            for effect in effects {
                if let Effect::Show { call, .. } = effect {
                    let (member, task, looks) = {
                        let record = record(new, *call);
                        (record.member, record.task.as_ref().clone(), Looks::default())
                    };
                    *effect = Effect::Estimate { call: *call, member, task, looks };
                }
            }
        }
        (Mutant::LosesAnExchange, Event::Resumed { .. }) => {
            for effect in effects {
                if let Effect::Estimate { looks, .. } = effect {
                    looks.exchanges.pop();
                }
            }
        }
        (Mutant::ForgetsALook, Event::Resumed { .. }) => {
            effects.retain(|effect| !matches!(effect, Effect::Show { .. }));
        }
        _ => {}
    }
}
