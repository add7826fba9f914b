//! How far voices agree, over minds: each voice is one, but all that the built-in rules hold are one
//! together (COUNCILS.md §1.1, §1.8).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::opening::Opening;
use super::said::Voices;
use crate::model::{Choice, MemberId};

/// The provider of the built-in rules.
pub const BUILT_IN: &str = "offline";

/// How far they agree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MindAgreement {
    /// In one word.
    pub word: AgreementWord,
    /// Who chose what: the largest group first, of equal ones that with the first voice.
    pub groups: Vec<Group>,
    /// The choice of a strict majority of minds; of a sole mind, its own.
    pub majority: Option<Choice>,
    /// How many minds there are.
    pub minds: usize,
}

/// Who chose what.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    /// The choice.
    pub choice: Choice,
    /// Who.
    pub members: Vec<MemberId>,
}

/// How far voices agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AgreementWord {
    /// All minds choose alike.
    Unanimous,
    /// More than half of the minds do.
    Majority,
    /// No choice has more than half of the minds.
    Split,
    /// There are fewer than two minds.
    TooFew,
}

impl AgreementWord {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            AgreementWord::Unanimous => "UNANIMOUS",
            AgreementWord::Majority => "MAJORITY",
            AgreementWord::Split => "SPLIT",
            AgreementWord::TooFew => "TOO_FEW",
        }
    }
}

/// How far choices agree; `is_built_in` says of a voice whether the built-in rules hold it.
pub fn agreement(
    choices: &BTreeMap<MemberId, Choice>,
    is_built_in: impl Fn(MemberId) -> bool,
) -> MindAgreement {
    let mut groups: Vec<Group> = Vec::new();
    for (&member, &choice) in choices {
        match groups.iter_mut().find(|group| group.choice == choice) {
            Some(group) => group.members.push(member),
            None => groups.push(Group { choice, members: vec![member] }),
        }
    }
    groups.sort_by_key(|group| (usize::MAX - group.members.len(), group.members[0]));
    let (rules, others): (Vec<_>, Vec<_>) =
        choices.iter().partition(|(member, _)| is_built_in(**member));
    let mut minds: Vec<Choice> = others.into_iter().map(|(_, choice)| *choice).collect();
    minds.extend(of_rules(rules.into_iter().map(|(_, choice)| *choice)));
    let backed = |choice: Choice| minds.iter().filter(|mind| **mind == choice).count();
    let majority = minds.iter().copied().find(|&choice| backed(choice) * 2 > minds.len());
    let word = match (minds.len(), majority) {
        (0 | 1, _) => AgreementWord::TooFew,
        (all, Some(choice)) if backed(choice) == all => AgreementWord::Unanimous,
        (_, Some(_)) => AgreementWord::Majority,
        (_, None) => AgreementWord::Split,
    };
    MindAgreement { word, groups, majority, minds: minds.len() }
}

/// What the built-in rules say, whatever the number of voices that they hold: FLAWED when one does.
fn of_rules(choices: impl Iterator<Item = Choice>) -> Option<Choice> {
    let choices: Vec<Choice> = choices.collect();
    let flawed = choices.iter().copied().find(|&choice| choice == Choice::Flawed);
    flawed.or(choices.first().copied())
}

/// The agreement of what voices choose now.
pub fn of_voices<P>(opening: &Opening<P>, voices: &Voices) -> MindAgreement {
    let choices = voices.iter().map(|(&member, voice)| (member, voice.choice)).collect();
    agreement(&choices, |member| is_built_in(opening, member))
}

/// The agreement of what voices stated at first.
pub fn of_statements<P>(opening: &Opening<P>, voices: &Voices) -> MindAgreement {
    let choices = voices.iter().map(|(&member, voice)| (member, voice.statement.choice)).collect();
    agreement(&choices, |member| is_built_in(opening, member))
}

/// Whether the built-in rules hold a member.
pub fn is_built_in<P>(opening: &Opening<P>, member: MemberId) -> bool {
    opening.sitter(member).identity.provider == BUILT_IN
}

/// Those whose final choice is not that of the answer; voices of the built-in rules do not dissent
/// from what these say together (COUNCILS.md §1.8).
pub fn dissent<P>(opening: &Opening<P>, voices: &Voices, answer: Choice) -> Vec<MemberId> {
    let rules = voices.iter().filter(|(member, _)| is_built_in(opening, **member));
    let rules_say = of_rules(rules.map(|(_, voice)| voice.choice));
    let differs = |(&member, voice): (&MemberId, &super::said::Voice)| {
        let is_of_rules = is_built_in(opening, member) && rules_say == Some(answer);
        (voice.choice != answer && !is_of_rules).then_some(member)
    };
    voices.iter().filter_map(differs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(choices: &[Choice], rules: usize) -> MindAgreement {
        let choices = (0..).map(MemberId).zip(choices.iter().copied()).collect();
        agreement(&choices, |member| usize::from(member.0) < rules)
    }

    #[test]
    fn minds_are_counted_and_not_voices() {
        use AgreementWord::{Majority, Split, TooFew, Unanimous};
        use Choice::{Adopt, Flawed, NeedInfo, Reject, Sound};
        for (choices, rules, word, majority) in [
            (&[Adopt, Adopt, Adopt][..], 0, Unanimous, Some(Adopt)),
            (&[Adopt, Adopt, Reject], 0, Majority, Some(Adopt)),
            (&[Adopt, Reject], 0, Split, None),
            (&[Adopt, Reject, NeedInfo], 0, Split, None),
            (&[Adopt], 0, TooFew, Some(Adopt)),
            (&[], 0, TooFew, None),
            // Four built-in voices are one mind, which says FLAWED when one of them does.
            (&[Sound, Sound, Flawed, Sound], 4, TooFew, Some(Flawed)),
            (&[Sound, Sound, Sound, Flawed], 3, Split, None),
            (&[Sound, Sound, Sound, Sound], 3, Unanimous, Some(Sound)),
            (&[Sound, Flawed, Sound, Sound], 2, Majority, Some(Sound)),
        ] {
            let found = of(choices, rules);
            assert_eq!((found.word, found.majority), (word, majority), "{choices:?} {rules}");
        }
    }

    #[test]
    fn of_equal_groups_the_one_with_the_first_voice_is_the_largest() {
        use Choice::{Adopt, Reject};
        let groups = of(&[Reject, Adopt, Adopt, Reject], 0).groups;
        let told: Vec<(Choice, usize)> =
            groups.iter().map(|group| (group.choice, group.members.len())).collect();
        assert_eq!(told, [(Reject, 2), (Adopt, 2)]);
        assert_eq!(of(&[Reject, Adopt, Adopt], 0).groups[0].choice, Adopt);
    }
}
