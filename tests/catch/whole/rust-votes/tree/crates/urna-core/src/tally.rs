use std::collections::BTreeMap;

use serde::Serialize;

use crate::ballot::Ballot;
use crate::poll::{OptionId, Poll, PollId};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub poll: PollId,
    pub ballots: usize,
    pub eligible: usize,
    /// Every option of the poll, also those that nobody chose.
    pub counts: BTreeMap<OptionId, usize>,
}

impl Tally {
    pub fn count(poll: &Poll, eligible: usize, ballots: &[Ballot]) -> Tally {
        let mut counts: BTreeMap<OptionId, usize> =
            poll.options.iter().map(|o| (o.id, 0)).collect();
        for ballot in ballots {
            for choice in &ballot.choices {
                *counts.entry(*choice).or_insert(0) += 1;
            }
        }
        Tally {
            poll: poll.id,
            ballots: ballots.len(),
            eligible,
            counts,
        }
    }

    /// The options with the most votes; several in a tie, none when nobody voted.
    pub fn winners(&self) -> Vec<OptionId> {
        let most = self.counts.values().copied().max().unwrap_or(0);
        if most == 0 {
            return Vec::new();
        }
        self.counts
            .iter()
            .filter(|(_, n)| **n == most)
            .map(|(id, _)| *id)
            .collect()
    }

    pub fn turnout_percent(&self) -> usize {
        if self.eligible == 0 {
            return 0;
        }
        self.ballots * 100 / self.eligible
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::member::MemberId;
    use crate::poll::PollDraft;

    fn ballot(member: u64, choice: u16) -> Ballot {
        Ballot {
            poll: PollId(1),
            member: MemberId(member),
            choices: vec![OptionId(choice)],
            cast_at: 10,
        }
    }

    #[test]
    fn options_without_votes_are_listed() {
        let poll = Poll::new(PollId(1), PollDraft::yes_no("Budget", 100)).unwrap();
        let tally = Tally::count(&poll, 4, &[ballot(1, 1), ballot(2, 1)]);
        assert_eq!(tally.counts[&OptionId(2)], 0);
        assert_eq!(tally.winners(), [OptionId(1)]);
        assert_eq!(tally.turnout_percent(), 50);
    }

    #[test]
    fn a_tie_has_two_winners_and_silence_has_none() {
        let poll = Poll::new(PollId(1), PollDraft::yes_no("Budget", 100)).unwrap();
        let tie = Tally::count(&poll, 2, &[ballot(1, 1), ballot(2, 2)]);
        assert_eq!(tie.winners().len(), 2);
        assert!(Tally::count(&poll, 0, &[]).winners().is_empty());
    }
}
