use serde::{Deserialize, Serialize};

use crate::error::CoreError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PollId(pub u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OptionId(pub u16);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PollState {
    Draft,
    Open,
    Closed,
}

impl PollState {
    /// The word in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            PollState::Draft => "draft",
            PollState::Open => "open",
            PollState::Closed => "closed",
        }
    }

    pub fn parse(word: &str) -> Option<PollState> {
        match word {
            "draft" => Some(PollState::Draft),
            "open" => Some(PollState::Open),
            "closed" => Some(PollState::Closed),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PollOption {
    pub id: OptionId,
    pub label: String,
}

/// What the board hands in. `Poll::new` checks it.
#[derive(Clone, Debug)]
pub struct PollDraft {
    pub title: String,
    pub options: Vec<String>,
    pub max_choices: usize,
    pub closes_at: i64,
}

impl PollDraft {
    pub fn yes_no(title: &str, closes_at: i64) -> PollDraft {
        PollDraft {
            title: title.into(),
            options: vec!["Yes".into(), "No".into()],
            max_choices: 1,
            closes_at,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Poll {
    pub id: PollId,
    pub title: String,
    pub options: Vec<PollOption>,
    pub max_choices: usize,
    pub state: PollState,
    pub closes_at: i64,
}

impl Poll {
    pub fn new(id: PollId, draft: PollDraft) -> Result<Poll, CoreError> {
        if draft.title.trim().is_empty() {
            return Err(CoreError::InvalidPoll("title is empty"));
        }
        if draft.options.len() < 2 || draft.options.len() > 50 {
            return Err(CoreError::InvalidPoll("2 to 50 options"));
        }
        if draft.max_choices == 0 || draft.max_choices > draft.options.len() {
            return Err(CoreError::InvalidPoll("max_choices is out of range"));
        }
        let options = draft
            .options
            .into_iter()
            .enumerate()
            .map(|(i, label)| PollOption { id: OptionId(i as u16 + 1), label })
            .collect();
        Ok(Poll {
            id,
            title: draft.title,
            options,
            max_choices: draft.max_choices,
            state: PollState::Draft,
            closes_at: draft.closes_at,
        })
    }

    pub fn accepts_ballots(&self, now: i64) -> bool {
        self.state == PollState::Open && now < self.closes_at
    }

    /// Draft, then open, then closed. There is no way back.
    pub fn require(&self, needed: PollState) -> Result<(), CoreError> {
        if self.state == needed {
            Ok(())
        } else {
            Err(CoreError::WrongState { needed, actual: self.state })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_numbered_from_one() {
        let poll = Poll::new(PollId(7), PollDraft::yes_no("Budget", 100)).unwrap();
        assert_eq!(poll.options[0].id, OptionId(1));
        assert_eq!(poll.state, PollState::Draft);
    }

    #[test]
    fn one_option_is_no_poll() {
        let mut draft = PollDraft::yes_no("Budget", 100);
        draft.options.pop();
        assert!(matches!(Poll::new(PollId(1), draft), Err(CoreError::InvalidPoll(_))));
    }

    #[test]
    fn ballots_are_refused_at_the_second_of_closing() {
        let mut poll = Poll::new(PollId(1), PollDraft::yes_no("Budget", 100)).unwrap();
        poll.state = PollState::Open;
        assert!(poll.accepts_ballots(99));
        assert!(!poll.accepts_ballots(100));
    }
}
