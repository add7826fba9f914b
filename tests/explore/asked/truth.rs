//! What follows from what members said, told in other words than the councils do.

use std::collections::{BTreeMap, BTreeSet};

use council_review::council::shared::statement::StatedLevel;
use council_review::model::{Choice, MemberId};

use super::line::{Brings, Line};
use super::model::Play;
use super::scope::Scope;

/// What members said in the steps that have closed, and what follows from it.
#[derive(Debug)]
pub(crate) struct Truth {
    /// What each voice stated.
    pub(crate) stated: BTreeMap<MemberId, (Choice, StatedLevel, Brings)>,
    /// What each chooses in the end.
    pub(crate) choices: BTreeMap<MemberId, Choice>,
    /// How sure each is in the end.
    pub(crate) sure: BTreeMap<MemberId, StatedLevel>,
    /// One choice for each mind.
    pub(crate) minds: Vec<Choice>,
    /// The choice of more than half of the minds.
    pub(crate) majority: Option<Choice>,
    /// Whether a voice shows a flaw.
    pub(crate) flaw: bool,
    /// How many conflicts there are.
    pub(crate) conflicts: usize,
}

/// The choices of minds: all that the rules hold are one, which says FLAWED when one of them does.
fn minds(scope: &Scope, choices: &BTreeMap<MemberId, Choice>) -> Vec<Choice> {
    let of = |rules: bool| {
        let own = choices.iter().filter(move |(member, _)| scope.is_of_rules(**member) == rules);
        own.map(|(_, choice)| *choice).collect::<Vec<_>>()
    };
    let rules = of(true);
    let mut minds = of(false);
    if rules.contains(&Choice::Flawed) {
        minds.push(Choice::Flawed);
    } else {
        minds.extend(rules.first());
    }
    minds
}

fn majority(minds: &[Choice]) -> Option<Choice> {
    let all: BTreeSet<Choice> = minds.iter().copied().collect();
    all.into_iter()
        .find(|choice| minds.iter().filter(|mind| *mind == choice).count() > minds.len() / 2)
}

impl Truth {
    /// Of the steps that have closed.
    pub(crate) fn of<S>(scope: &Scope, play: &Play<S>, later: StatedLevel) -> Self {
        let mut truth = Self {
            stated: BTreeMap::new(),
            choices: BTreeMap::new(),
            sure: BTreeMap::new(),
            minds: Vec::new(),
            majority: None,
            flaw: false,
            conflicts: 0,
        };
        if !play.is_closed(0) {
            return truth;
        }
        for (&(member, step), line) in &play.said {
            if let (0, Line::States(choice, level, brings)) = (step, line) {
                truth.stated.insert(member, (*choice, *level, *brings));
                truth.choices.insert(member, *choice);
                truth.sure.insert(member, *level);
            }
        }
        let mut heavy = 0;
        if play.is_closed(1) {
            for (&(member, _), line) in play.said.iter().filter(|((_, step), _)| *step == 1) {
                if let Line::Shifts(choice) = line {
                    truth.choices.insert(member, *choice);
                }
                heavy += usize::from(*line == Line::Challenges && scope.is_weighed);
                truth.sure.insert(member, later);
            }
        }
        truth.minds = minds(scope, &truth.choices);
        truth.majority = majority(&truth.minds);
        truth.flaw = truth.stated.iter().any(|(member, (_, _, brings))| {
            *brings == Brings::Flaw && truth.choices[member] == Choice::Flawed
        });
        let groups: BTreeSet<Choice> = truth.choices.values().copied().collect();
        truth.conflicts = groups.len().saturating_sub(1) + heavy;
        truth
    }

    /// Whether all minds, and more than one, choose alike.
    pub(crate) fn is_unanimous(&self) -> bool {
        self.minds.len() > 1 && self.minds.iter().all(|mind| *mind == self.minds[0])
    }

    /// Whether all stated one choice at first.
    pub(crate) fn was_unanimous(&self, scope: &Scope) -> bool {
        let first = self.stated.iter().map(|(&member, (choice, ..))| (member, *choice)).collect();
        let minds = minds(scope, &first);
        minds.len() > 1 && minds.iter().all(|mind| *mind == minds[0])
    }

    /// The choice of the most voices; of equal groups that with the first voice.
    pub(crate) fn largest(&self) -> Option<Choice> {
        let count = |of: Choice| self.choices.values().filter(|choice| **choice == of).count();
        let mut best: Option<Choice> = None;
        for &choice in self.choices.values() {
            if best.is_none_or(|best| count(choice) > count(best)) {
                best = Some(choice);
            }
        }
        best
    }

    /// Those against an answer; the rules are of one mind about it.
    pub(crate) fn dissent(&self, scope: &Scope, answer: Choice) -> BTreeSet<MemberId> {
        let of_rules: BTreeMap<_, _> = self
            .choices
            .iter()
            .filter(|(member, _)| scope.is_of_rules(**member))
            .map(|(member, choice)| (*member, *choice))
            .collect();
        let rules_say = minds(scope, &of_rules).first().copied();
        let against = self.choices.iter().filter(|(member, choice)| {
            **choice != answer && !(scope.is_of_rules(**member) && rules_say == Some(answer))
        });
        against.map(|(member, _)| *member).collect()
    }

    /// The lower median of how sure those on a side are.
    pub(crate) fn median(&self, side: Choice) -> StatedLevel {
        let of_side = self.choices.iter().filter(|(_, choice)| **choice == side);
        let mut levels: Vec<StatedLevel> = of_side.map(|(member, _)| self.sure[member]).collect();
        levels.sort_unstable();
        match levels.len() {
            0 => StatedLevel::Low,
            count => levels[(count - 1) / 2],
        }
    }

    /// How complete what a voice stated is, of the scripted statements.
    pub(crate) fn completeness(&self, member: MemberId) -> u32 {
        // A position 2, an argument 1, a next step 1; a risk 1; a quote that stands 2; fixes for all risks,
        // assumptions and questions 1 each.
        match self.stated[&member].2 {
            Brings::Little => 4,
            Brings::Claim => 5,
            Brings::Flaw => 7,
            Brings::Much => 10,
        }
    }
}
