use serde::{Deserialize, Serialize};

use crate::error::CoreError;
use crate::member::MemberId;
use crate::poll::{OptionId, Poll, PollId};

/// A ballot with the member's name on it. One for each (poll, member).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ballot {
    pub poll: PollId,
    pub member: MemberId,
    pub choices: Vec<OptionId>,
    pub cast_at: i64,
}

/// Checks the choices against the poll and returns them ascending.
pub fn validate_choices(poll: &Poll, choices: &[OptionId]) -> Result<Vec<OptionId>, CoreError> {
    if choices.is_empty() {
        return Err(CoreError::NoChoice);
    }
    if choices.len() > poll.max_choices {
        return Err(CoreError::TooManyChoices {
            given: choices.len(),
            max: poll.max_choices,
        });
    }
    let mut sorted = choices.to_vec();
    sorted.sort();
    for (i, choice) in sorted.iter().enumerate() {
        let known = poll.options.iter().any(|o| o.id == *choice);
        let twice = i > 0 && sorted[i - 1] == *choice;
        if !known || twice {
            return Err(CoreError::InvalidChoice(*choice));
        }
    }
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poll::PollDraft;

    fn poll(max_choices: usize) -> Poll {
        let mut draft = PollDraft::yes_no("Colour", 100);
        draft.options = vec!["Red".into(), "Green".into(), "Blue".into()];
        draft.max_choices = max_choices;
        Poll::new(PollId(1), draft).unwrap()
    }

    #[test]
    fn choices_come_back_ascending() {
        let got = validate_choices(&poll(2), &[OptionId(3), OptionId(1)]).unwrap();
        assert_eq!(got, [OptionId(1), OptionId(3)]);
    }

    #[test]
    fn a_choice_twice_is_refused() {
        let err = validate_choices(&poll(2), &[OptionId(2), OptionId(2)]).unwrap_err();
        assert!(matches!(err, CoreError::InvalidChoice(OptionId(2))));
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        assert!(matches!(validate_choices(&poll(1), &[]), Err(CoreError::NoChoice)));
        assert!(matches!(
            validate_choices(&poll(1), &[OptionId(1), OptionId(2)]),
            Err(CoreError::TooManyChoices { given: 2, max: 1 })
        ));
    }
}
