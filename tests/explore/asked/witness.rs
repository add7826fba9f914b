//! What the world knows of a session by itself, told in other words than the councils do.

use council_review::model::Choice;

use super::kind::Kind;
use super::line::Line;
use super::model::{Act, Asked, Explore, Play, Stage};
use super::scope::Loss;

impl<C: Kind> Explore<C> {
    /// What the world knows after an act, before it looks at what the council makes of it.
    pub(super) fn witness(&self, play: &mut Play<C::State>, act: Act) {
        match act {
            Act::Estimate(call, _) | Act::Show(call) => {
                play.under_way.remove(&call);
            }
            Act::Answer(call, line) => {
                let (asked, _) = play.under_way.remove(&call).expect("it was under way");
                // Held against what was said before it came.
                if self.is_fit(play, asked, line) {
                    play.said.insert((asked.member, asked.step), line);
                } else if asked.attempt > 1 {
                    play.lost.insert((asked.member, asked.step), Loss::Malformed);
                }
            }
            Act::Fail(call, loss) => {
                let (asked, _) = play.under_way.remove(&call).expect("it was under way");
                if loss != Loss::Malformed || asked.attempt > 1 {
                    play.lost.insert((asked.member, asked.step), loss);
                }
            }
            Act::Leave(call) => {
                if let Some((asked, Stage::Leaving(loss))) = play.under_way.remove(&call) {
                    play.lost.insert((asked.member, asked.step), loss);
                }
            }
            Act::Look(call) | Act::LookTooMuch(call) => {
                let (asked, stage) = play.under_way.remove(&call).expect("it was under way");
                let may = matches!(stage, Stage::Sent(left) if left > 0);
                if may && matches!(act, Act::Look(_)) {
                    play.under_way.insert(call, (asked, Stage::Looking));
                    *play.looked.entry((asked.member, asked.step)).or_default() += 1;
                } else if asked.attempt > 1 {
                    play.lost.insert((asked.member, asked.step), Loss::Malformed);
                }
            }
            Act::Fire(timer) => {
                play.timers.remove(&timer);
            }
            Act::Crash => {
                play.under_way.clear();
                play.timers.clear();
            }
            Act::Deadline | Act::Interrupt | Act::Late(_) | Act::Forged | Act::Reopen => {}
        }
    }

    /// Whether a line answers what was asked, told in other words than the councils do.
    pub(crate) fn is_fit(&self, play: &Play<C::State>, asked: Asked, line: Line) -> bool {
        if matches!(
            line,
            Line::OtherForm
                | Line::NoChoice
                | Line::CriticisesItself
                | Line::NamesTheUnshown
                | Line::RestsOnNothing(_)
        ) {
            return false;
        }
        if asked.step < 2 {
            return true;
        }
        let truth = self.truth(play);
        let choice = match line {
            Line::Concludes(choice)
            | Line::Embellishes(choice)
            | Line::HidesAConflict(choice)
            | Line::ExplainsTwice(choice)
            | Line::HidesASide(choice) => choice,
            _ => Choice::NeedInfo,
        };
        let all_say_so = truth.choices.values().all(|own| *own == choice);
        C::may_conclude(&truth).contains(&choice)
            && match line {
                Line::HidesAConflict(_) | Line::ExplainsTwice(_) => truth.conflicts == 0,
                Line::HidesASide(_) => all_say_so || choice == Choice::NeedInfo,
                _ => true,
            }
    }
}
