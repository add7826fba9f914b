//! Replies that are drawn: each is of the form that was asked for and keeps to what its prompt says, and
//! nothing else is known of it.

use std::collections::BTreeSet;

use council_review::core::draw::SplitMix;
use council_review::council::shared::conflict::ConflictView;
use council_review::council::shared::sheet::{PointView, StatementView};
use council_review::council::shared::statement::{
    Argument, ProposedStep, Risk, SourceQuote, StatedLevel, Statement,
};
use council_review::council::shared::synthesis::{
    Conclusion, ConflictSide, Disagreement, MemberQuote, NextAction, Priority, Rested, Synthesis,
    Uncertainty,
};
use council_review::council::{lenses, rounds};
use council_review::model::Choice;

use super::scene::CACHE;

/// A draw of replies.
pub(in crate::councils) struct Drawn(pub SplitMix);

/// What texts are made of.
const PIECES: [&str; 10] = [
    "a",
    "long word ",
    "\"quoted\"",
    "\\",
    "\n",
    "ж",
    "漢",
    "\u{202e}",
    "DATA >>>",
    "{\"answer\":1}",
];

impl Drawn {
    pub(in crate::councils) fn below(&mut self, most: usize) -> usize {
        (self.0.next() % most.max(1) as u64) as usize
    }

    /// How many of at most so many: often none or all.
    fn count(&mut self, least: usize, most: usize) -> usize {
        match self.below(4) {
            0 => least,
            1 => most.max(least),
            _ => least + self.below(most.saturating_sub(least) + 1),
        }
    }

    fn list<T>(
        &mut self,
        least: usize,
        most: usize,
        mut one: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        (0..self.count(least, most)).map(|_| one(self)).collect()
    }

    pub(in crate::councils) fn text(&mut self, most: usize) -> String {
        let long = self.below(20) == 0;
        let pieces = if long { most } else { 1 + self.below(12) };
        let text: String = (0..pieces).map(|_| PIECES[self.below(PIECES.len())]).collect();
        let text: String = text.chars().take(most - 1).collect();
        format!("x{text}")
    }

    fn maybe(&mut self) -> String {
        if self.below(2) == 0 { String::new() } else { self.text(2_000) }
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn level(&mut self) -> StatedLevel {
        self.of(&[StatedLevel::Low, StatedLevel::Medium, StatedLevel::High])
    }

    fn cites(&mut self) -> Vec<SourceQuote> {
        self.list(0, 4, |draw| {
            let file = if draw.below(2) == 0 { CACHE.to_owned() } else { draw.text(300) };
            let quote = match draw.below(2) {
                0 => "A restart loses them; users sign in again.".to_owned(),
                _ => draw.text(200).replace('\n', " "),
            };
            SourceQuote { file, quote }
        })
    }

    pub(in crate::councils) fn statement(
        &mut self,
        choices: &[Choice],
        least_steps: usize,
    ) -> Statement {
        Statement {
            understanding: self.text(2_000),
            choice: self.of(choices),
            position: self.text(2_000),
            arguments: self
                .list(1, 8, |draw| Argument { text: draw.text(2_000), cites: draw.cites() }),
            risks: self.list(0, 8, |draw| Risk {
                text: draw.text(2_000),
                severity: draw.level(),
                mitigation: draw.maybe(),
                cites: draw.cites(),
            }),
            assumptions: self.list(0, 8, |draw| draw.text(2_000)),
            questions: self.list(0, 5, |draw| draw.text(2_000)),
            next_steps: self.list(least_steps, 3, |draw| ProposedStep {
                action: draw.text(2_000),
                effort: draw.text(2_000),
            }),
            confidence: self.level(),
            confidence_reason: self.text(2_000),
        }
    }

    /// A point of another's, or the letter of a statement.
    fn target(&mut self, peers: &[StatementView]) -> Option<String> {
        let letters = peers.iter().filter_map(|peer| peer.letter).map(String::from);
        let all: Vec<String> = ids(peers).into_iter().chain(letters).collect();
        (!all.is_empty()).then(|| all[self.below(all.len())].clone())
    }

    fn some(&mut self, ids: &[String], least: usize, most: usize) -> Vec<String> {
        match ids.is_empty() {
            true => Vec::new(),
            false => self.list(least, most, |draw| ids[draw.below(ids.len())].clone()),
        }
    }

    fn critiques(
        &mut self,
        peers: &[StatementView],
        confirms: bool,
    ) -> Vec<rounds::answer::Critique> {
        use rounds::answer::CritiqueVerdict::{Challenged, Confirmed};
        self.list(0, 8, |draw| rounds::answer::Critique {
            target: draw.target(peers).expect("a review has peers"),
            verdict: if confirms { draw.of(&[Challenged, Confirmed]) } else { Challenged },
            severity: draw.level(),
            text: draw.text(2_000),
            correction: draw.maybe(),
            cites: draw.cites(),
        })
    }

    pub(in crate::councils) fn of_rounds(
        &mut self,
        task: &rounds::ask::RoundsTask,
        least: usize,
    ) -> rounds::answer::RoundsReply {
        use rounds::answer::{Chair, Opinion, Review, RoundsReply};
        use rounds::ask::RoundsAsk;
        match &task.ask {
            RoundsAsk::Opinion => {
                RoundsReply::Opinion(Opinion { statement: self.statement(&task.choices, least) })
            }
            RoundsAsk::Review { own, peers } => {
                let others = ids(peers);
                let all: Vec<String> = others.iter().cloned().chain(ids(&[*own.clone()])).collect();
                RoundsReply::Review(Review {
                    errors: self.critiques(peers, false),
                    omissions: self.critiques(peers, false),
                    risky_proposals: self.critiques(peers, false),
                    counter_arguments: self.critiques(peers, false),
                    assumptions: self.critiques(peers, true),
                    agreements: self.some(&others, 0, 32),
                    choice: self.of(&task.choices),
                    because: self.some(&all, 0, 16),
                    confidence: self.level(),
                    confidence_reason: self.text(2_000),
                })
            }
            RoundsAsk::Chair { opinions, critiques, conflicts } => {
                let given: BTreeSet<Choice> = opinions.iter().map(|o| o.choice).collect();
                let choices: Vec<Choice> = given.into_iter().chain([Choice::NeedInfo]).collect();
                let choice = self.of(&choices);
                let synthesis = self.synthesis(choice, opinions, critiques, conflicts);
                RoundsReply::Chair(Chair { synthesis })
            }
        }
    }

    pub(in crate::councils) fn of_lenses(
        &mut self,
        task: &lenses::ask::LensesTask,
        least: usize,
    ) -> lenses::answer::LensesReply {
        use lenses::answer::{
            DebateMove, LensOpinion, LensesReply, PointAnswer, Rebuttal, Synthesised,
        };
        use lenses::ask::LensesAsk;
        match &task.ask {
            LensesAsk::Lens => {
                LensesReply::Lens(LensOpinion { statement: self.statement(&task.choices, least) })
            }
            LensesAsk::Rebuttal { own, peers } => {
                let all: Vec<String> = ids(peers).into_iter().chain(ids(&[*own.clone()])).collect();
                let moves = [DebateMove::Rebut, DebateMove::Strengthen, DebateMove::Keep];
                let revises = self.below(3) == 0;
                LensesReply::Rebuttal(Rebuttal {
                    action: if revises { DebateMove::Revise } else { self.of(&moves) },
                    changed: self.maybe(),
                    why: self.text(2_000),
                    because: self.some(&all, usize::from(revises), 16),
                    answers: self.list(0, 8, |draw| PointAnswer {
                        target: draw.target(peers).expect("a debate has peers"),
                        text: draw.text(2_000),
                        cites: draw.cites(),
                    }),
                    choice: self.of(&task.choices),
                    position: self.text(2_000),
                    confidence: self.level(),
                    confidence_reason: self.text(2_000),
                })
            }
            LensesAsk::Synthesis { result, statements, answers, conflicts, .. } => {
                let choice = result.unwrap_or(Choice::NeedInfo);
                let synthesis = self.synthesis(choice, statements, answers, conflicts);
                LensesReply::Synthesis(Synthesised { synthesis })
            }
        }
    }

    fn synthesis(
        &mut self,
        choice: Choice,
        statements: &[StatementView],
        remarks: &[PointView],
        conflicts: &[ConflictView],
    ) -> Synthesis {
        let remarks = remarks.iter().map(|remark| remark.id.to_string());
        let ids: Vec<String> = ids(statements).into_iter().chain(remarks).collect();
        let letter = |view: &StatementView| view.letter.expect("it has a letter").to_string();
        let letters: Vec<String> = statements.iter().map(letter).collect();
        let others = statements.iter().filter(|view| view.choice != choice).map(letter);
        let mut others: Vec<String> = others.collect();
        if choice == Choice::NeedInfo {
            others.clear();
        }
        let mut disagreements: Vec<Disagreement> = Vec::new();
        for conflict in conflicts {
            let mut sides = std::mem::take(&mut others);
            sides.extend(self.some(&letters, 0, 2));
            let side = |of: String| ConflictSide { of, text: self.text(2_000) };
            disagreements.push(Disagreement {
                conflict: conflict.id.clone(),
                sides: sides.into_iter().map(side).collect(),
                topic: self.text(2_000),
                resolution: self.text(2_000),
                why: self.text(2_000),
            });
        }
        disagreements.reverse();
        let missing = usize::from(choice == Choice::NeedInfo);
        Synthesis {
            conclusion: Conclusion {
                choice,
                text: self.text(2_000),
                missing: self.list(missing, 8 * missing, |draw| draw.text(2_000)),
            },
            rationale: self.list(1, 8, |draw| Rested {
                text: draw.text(2_000),
                rests_on: draw.some(&ids, 1, 16),
            }),
            consensus: self.list(0, 8, |draw| Rested {
                text: draw.text(2_000),
                rests_on: draw.some(&ids, 2, 16),
            }),
            disagreements,
            uncertainties: self.list(0, 8, |draw| Uncertainty {
                area: draw.text(2_000),
                why: draw.text(2_000),
                verify: draw.text(2_000),
            }),
            quotes: self.list(0, 8, |draw| MemberQuote {
                of: letters[draw.below(letters.len())].clone(),
                quote: draw.text(2_000),
            }),
            next_actions: self.list(0, 5, |draw| NextAction {
                action: draw.text(2_000),
                priority: draw.of(&[Priority::Now, Priority::Soon, Priority::Later]),
                effort: draw.text(2_000),
                done_when: draw.text(2_000),
            }),
            confidence: self.level(),
            confidence_reason: self.text(2_000),
        }
    }
}

/// The ids of what was stated.
pub(in crate::councils) fn ids(statements: &[StatementView]) -> Vec<String> {
    let points = statements.iter().flat_map(|statement| &statement.points);
    points.map(|point| point.id.to_string()).collect()
}
