//! What one step must keep, whichever way led to it.

use std::collections::{BTreeMap, BTreeSet};

use council_review::core::call::CallError;
use council_review::core::calls::CallOutcome;
use council_review::core::protocol::{CallId, Effect, TimerId};
use council_review::council::shared::sheet::StatementView;
use council_review::model::{AbortReason, MemberId};

use super::EffectFor;
use super::kind::{Kind, Seen};
use super::line::tag;
use super::model::{Act, Asked, Explore, Play, Stage, asked_of};
use super::properties as p;
use super::scope::{Loss, secrets};
use crate::properties::lacking;

/// One step: before, the act, after, and what the council wants done.
pub(crate) struct Stepped<'a, C: Kind> {
    pub(crate) before: &'a Play<C::State>,
    pub(crate) act: Act,
    pub(crate) after: &'a Play<C::State>,
    pub(crate) effects: &'a [EffectFor<C>],
}

/// Calls that came to nothing by a fault of their member.
pub(crate) fn faults<C: Kind>(play: &Play<C::State>) -> usize {
    let seen = C::seen(&play.state).expect("it is open");
    let is_fault = |outcome: &CallOutcome| {
        matches!(outcome, CallOutcome::Failed { fault, .. }
            if !fault.is_unwaited() && !matches!(fault, CallError::TimedOut(_)))
    };
    seen.calls.iter().filter(|record| is_fault(&record.outcome)).count()
}

/// The properties that a step broke.
pub(crate) fn broken<C: Kind>(
    explore: &Explore<C>,
    step: &Stepped<'_, C>,
) -> BTreeSet<&'static str> {
    let was_over = C::is_over(&step.before.state);
    let out_of_turn = step.act.is_out_of_turn() || was_over;
    let seen = C::seen(&step.after.state).expect("it is open");
    let holds = [
        (p::ENDS_ONCE, !out_of_turn),
        (p::IN_TIME, step.ends_when_told(&seen)),
        (p::IN_TIME, step.each_message_has_its_time()),
        (p::ASKED_AGAIN, step.asks_again_rightly()),
        (p::BUDGET, step.keeps_to_its_budget(explore, &seen)),
        (p::SHEETS, step.shows_what_it_may(explore)),
        (p::ONWARD, step.goes_on_rightly()),
        (p::LOOKS, step.keeps_to_its_looks()),
        (p::NO_ANSWER, step.takes_no_look_for_an_answer()),
        (p::EXCHANGE, step.shows_what_was_asked(&seen)),
        (p::AFTER_END, seen.ending.is_none() || step.effects.is_empty()),
        (p::SOFT_CLOSE, step.gives_up_rightly(explore)),
    ];
    let mut broken: BTreeSet<&'static str> = lacking(holds).collect();
    broken.extend(step.asks_whom_it_should(explore, &seen));
    broken
}

impl<C: Kind> Stepped<'_, C> {
    fn asked(&self, call: CallId) -> Option<(Asked, Stage)> {
        self.before.under_way.get(&call).copied()
    }

    /// Who is asked by this step, and for which time.
    fn asking(&self) -> Vec<(CallId, Asked)> {
        let asked = self.effects.iter().filter_map(|effect| match effect {
            Effect::Estimate { call, member, task, .. } => {
                let (step, attempt) = C::asks(task);
                Some((*call, Asked { member: *member, step, attempt }))
            }
            _ => None,
        });
        asked.collect()
    }

    /// C2: time ends a session, and so does a person.
    fn ends_when_told(&self, seen: &Seen<'_, C>) -> bool {
        let reason = match self.act {
            Act::Deadline => AbortReason::Timeout,
            Act::Interrupt => AbortReason::Cancelled,
            _ => return true,
        };
        seen.ending.is_some_and(|ending| ending.abort == Some(reason))
    }

    /// C2: no message goes out without its timer.
    fn each_message_has_its_time(&self) -> bool {
        let timed: BTreeSet<TimerId> = self
            .effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::SetTimer { timer, seconds } if *seconds > 0 => Some(*timer),
                _ => None,
            })
            .collect();
        self.effects.iter().all(|effect| match effect {
            Effect::Dispatch { call, .. } => timed.contains(&TimerId(call.0 as u16)),
            _ => true,
        })
    }

    /// C6: after what is malformed once more, after anything else never.
    fn asks_again_rightly(&self) -> bool {
        let again: Vec<Asked> =
            self.asking().into_iter().map(|(_, asked)| asked).filter(|a| a.attempt > 1).collect();
        let (call, malformed) = match self.act {
            Act::Answer(call, _) => {
                let (asked, _) = self.asked(call).expect("it was under way");
                (call, !self.after.said.contains_key(&(asked.member, asked.step)))
            }
            Act::Fail(call, loss) => (call, loss == Loss::Malformed),
            Act::LookTooMuch(call) => (call, true),
            Act::Look(call) => {
                let stage = self.asked(call).map(|(_, stage)| stage);
                (call, stage == Some(Stage::Sent(0)))
            }
            // A second asking goes on here, and none begins.
            Act::Crash | Act::Show(_) | Act::Estimate(..) => return true,
            _ => return again.is_empty(),
        };
        let (asked, _) = self.asked(call).expect("it was under way");
        let wanted = malformed && asked.attempt == 1;
        let once = [Asked { attempt: 2, ..asked }];
        if wanted { again == once } else { again.is_empty() }
    }

    /// C7: what cannot be paid is not sent.
    fn keeps_to_its_budget(&self, explore: &Explore<C>, seen: &Seen<'_, C>) -> bool {
        let budget = &seen.calls.budget;
        let within = budget.spent() + budget.reserved() <= explore.scope.limit;
        let Act::Estimate(_, tokens) = self.act else { return within };
        let left = |play: &Play<C::State>| {
            let seen = C::seen(&play.state).expect("it is open");
            explore.scope.limit - seen.calls.budget.spent() - seen.calls.budget.reserved()
        };
        let fits = tokens <= left(self.before);
        let withheld = self.effects.iter().any(|effect| matches!(effect, Effect::Estimate { .. }));
        within && (fits || seen.ending.is_some() || withheld)
    }

    /// C8: a reader never finds its own words on a sheet, a name, or a gap where its own were.
    fn shows_what_it_may(&self, explore: &Explore<C>) -> bool {
        self.effects.iter().all(|effect| {
            let Effect::Estimate { member, task, .. } = effect else { return true };
            let (step, _) = C::asks(task);
            let sheet = C::sheet(task);
            let is_apart = match sheet.own {
                Some(own) => own.letter.is_none() && own.position.starts_with(&tag(*member)),
                None => step != 1,
            };
            let letters: Vec<_> = sheet.others.iter().filter_map(|one| one.letter).collect();
            let wanted: Vec<char> = ('A'..).take(sheet.others.len()).collect();
            let others = self.after.count(0).saturating_sub(usize::from(step == 1));
            let is_whole = step == 0 || sheet.others.len() == others;
            let told = serde_json::to_string(&(sheet.others, sheet.remarks, sheet.conflicts));
            let told = told.expect("text keys");
            let names_nobody =
                explore.scope.labelled || secrets().iter().all(|name| !told.contains(name));
            let is_own = |view: &StatementView| view.position.starts_with(&tag(*member));
            let withheld = step != 1 || !sheet.others.iter().any(is_own);
            is_apart && letters == wanted && is_whole && names_nobody && withheld
        })
    }

    /// C11: what was under way is asked again, and nothing else; the round's timer is set as it was.
    fn goes_on_rightly(&self) -> bool {
        let Act::Crash = self.act else { return true };
        let key = |asked: Asked| (asked.member, asked.step, asked.attempt);
        let wanted: BTreeMap<_, bool> = self
            .before
            .under_way
            .values()
            .map(|&(asked, stage)| (key(asked), stage == Stage::Looking))
            .collect();
        let mut done = BTreeMap::new();
        for effect in self.effects {
            let (call, is_show) = match effect {
                Effect::Estimate { call, .. } => (*call, false),
                Effect::Show { call, .. } => (*call, true),
                _ => continue,
            };
            if done.insert(key(asked_of::<C>(self.after, call)), is_show).is_some() {
                return false;
            }
        }
        let round = TimerId(0);
        let is_set = self
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::SetTimer { timer, .. } if *timer == round));
        wanted == done && is_set == self.before.timers.contains(&round)
    }

    /// K1: a look within the rounds is looked up, any other is refused.
    fn keeps_to_its_looks(&self) -> bool {
        let shows = self.effects.iter().any(|effect| matches!(effect, Effect::Show { .. }));
        match self.act {
            Act::Look(call) => {
                let left = matches!(self.asked(call), Some((_, Stage::Sent(left))) if left > 0);
                shows == left
            }
            Act::Crash => true,
            _ => !shows,
        }
    }

    /// K2: neither asking nor what is shown is a reply.
    fn takes_no_look_for_an_answer(&self) -> bool {
        if !matches!(self.act, Act::Look(_) | Act::Show(_)) {
            return true;
        }
        let (before, after) = (C::seen(&self.before.state), C::seen(&self.after.state));
        let (Some(before), Some(after)) = (before, after) else { return false };
        let refused = matches!(self.act, Act::Look(_)) && self.after.lost != self.before.lost;
        let is_next = self
            .effects
            .iter()
            .all(|effect| matches!(effect, Effect::Show { .. } | Effect::Estimate { .. }));
        refused
            || before.voices == after.voices
                && before.step == after.step
                && is_next
                && !self.effects.is_empty()
    }

    /// K3: the next message carries every exchange.
    fn shows_what_was_asked(&self, seen: &Seen<'_, C>) -> bool {
        self.effects.iter().all(|effect| match effect {
            Effect::Estimate { call, looks, .. } | Effect::Dispatch { call, looks, .. } => {
                let record = seen.calls.get(*call);
                record.is_none_or(|record| record.looks.exchanges == looks.exchanges)
            }
            _ => true,
        })
    }

    /// L6: whoever is given up early is so when the time is up and enough have answered.
    fn gives_up_rightly(&self, explore: &Explore<C>) -> bool {
        self.effects.iter().all(|effect| match effect {
            Effect::GiveUp { call, fault: CallError::Late(_) } => {
                let step = asked_of::<C>(self.before, *call).step;
                let seated = explore.scope.voices().count();
                let mut enough = explore.scope.profile.quorum(seated);
                if step == 1 {
                    enough = enough.min(self.after.count(0));
                }
                let is_up = !self.after.timers.contains(&TimerId(0));
                is_up && self.after.count(step) >= enough
            }
            Effect::GiveUp { call, .. } => self.act == Act::Fire(TimerId(call.0 as u16)),
            _ => true,
        })
    }

    /// Q1, L1, L2, C12, C13: a step is asked when the one before has closed with enough, of exactly those who
    /// may speak in it.
    fn asks_whom_it_should(
        &self,
        explore: &Explore<C>,
        seen: &Seen<'_, C>,
    ) -> BTreeSet<&'static str> {
        let (scope, play) = (&explore.scope, self.after);
        let mut broken = BTreeSet::new();
        let asking = self.asking();
        let fresh = |step: usize| -> BTreeSet<MemberId> {
            let new = asking.iter().map(|(_, asked)| *asked);
            let new = new.filter(|asked| asked.step == step && asked.attempt == 1);
            let mut new: BTreeSet<_> = new.map(|asked| asked.member).collect();
            if self.act == Act::Crash || matches!(self.act, Act::Show(_) | Act::Estimate(..)) {
                // What goes on is not asked anew.
                new.retain(|&member| !self.before.asked.contains(&(member, step)));
            }
            new
        };
        let [least_first, least_second] = C::least(scope);
        let few = play.is_closed(0) && play.count(0) < least_first
            || play.is_closed(1) && play.count(1) < least_second;
        let lost = seen.ending.is_some_and(|e| e.abort == Some(AbortReason::QuorumLost));
        let just_closed = |step| play.is_closed(step) && !self.before.is_closed(step);
        if (just_closed(0) || just_closed(1)) && few != lost {
            broken.insert(p::QUORUM);
        }
        let skips = C::skips_second(scope, play);
        let debates = just_closed(0) && !few && !skips;
        let second = fresh(1);
        let voices = play.said.keys().filter(|key| key.1 == 0).map(|key| key.0);
        let wanted: BTreeSet<MemberId> = if debates { voices.collect() } else { BTreeSet::new() };
        if second != wanted {
            let skipped = just_closed(0) && !few && second.is_empty();
            broken.insert(if skipped { p::SKIPS } else { p::ORDER });
        }
        let after_first = just_closed(0) && skips;
        let after_second = just_closed(1) && !C::skips_third(scope, play);
        let words = !few && (after_first || after_second) && scope.chair().is_some();
        let wanted: BTreeSet<MemberId> = scope.chair().filter(|_| words).into_iter().collect();
        let third = fresh(2);
        if third != wanted {
            let skipped = third.is_empty() || !just_closed(1);
            broken.insert(if skipped { p::SKIPS } else { p::ORDER });
        }
        let out = asking.iter().any(|(_, asked)| {
            let key = (asked.member, asked.step);
            asked.step < 2
                && asked.attempt == 1
                && (1..=asked.step).any(|step| play.lost.contains_key(&(key.0, step - 1)))
        });
        if out {
            broken.insert(p::AFTER_END);
        }
        broken
    }
}
