//! What the seats said of one finding: raises, stances, ballots, ways out. Nobody speaks twice, out
//! of turn, or after falling out.

use std::collections::{BTreeSet, HashMap};

use super::derivation::DerivationCheck;
use crate::council::rfc::ledger::Weighed;
use crate::council::rfc::sameness::MOST_PAIRS;
use crate::council::rfc::{roster, tally};
use crate::evidence::v2::bundle::{BallotRecord, BallotStatus, Finding};
use crate::evidence::v2::council::PairRecord;
use crate::model::opinion::Vote;
use crate::model::{FindingId, MemberName, TerminalState};

impl DerivationCheck<'_> {
    /// `head` is the finding with what was called the same before the vote; none of a duplicate.
    pub(super) fn spoken(&mut self, part: &str, finding: &Finding, head: Option<&Weighed<'_>>) {
        self.raises(part, finding);
        self.stances(part, finding);
        self.ballots(part, finding, head);
        self.ways(part, finding);
    }

    /// Whether a seat's word of this cycle can be in the record. A seat that fell out in the last
    /// call had voted before.
    pub(super) fn took_part(&self, seat: &MemberName, cycle: u8) -> bool {
        let Some(council) = &self.bundle.council_metadata else {
            return false;
        };
        let failure = council.subagents.iter().find(|s| s.agent_id == *seat);
        let failure = failure.and_then(|s| s.failure.as_ref());
        cycle <= council.cycles_completed.saturating_add(1)
            && failure.is_none_or(|f| f.cycle > cycle || (f.cycle, cycle) == (3, 3))
    }

    /// The pairs that seats were asked about: of findings that are there, each once, by seats that
    /// took part.
    pub(super) fn pairs(&mut self) {
        let bundle = self.bundle;
        let most = 2 * MOST_PAIRS;
        self.expect(bundle.pairs.len() <= most, "votes", || {
            format!("more than {most} pairs of findings, and a session asks about no more")
        });
        let places: HashMap<&FindingId, usize> =
            (0..).zip(&bundle.findings).map(|(at, finding)| (&finding.finding_id, at)).collect();
        let at = |id| places.get(id);
        let mut asked = BTreeSet::new();
        for pair in bundle.pairs.iter().take(most) {
            let PairRecord { finding_id, other_id, cycle, same_as, part_of, contains, different } =
                pair;
            let name = format!("the pair {finding_id}, {other_id}");
            let is_there = at(other_id).zip(at(finding_id)).is_some_and(|(a, b)| a < b);
            self.expect(is_there, "votes", || format!("{name} is not of an earlier and a later"));
            self.expect(matches!(cycle, 2 | 3), "votes", || format!("{name} in cycle {cycle}"));
            self.expect(asked.insert((finding_id, other_id)), "votes", || format!("{name} twice"));
            let all = [same_as, part_of, contains, different];
            for said in all {
                let once = said.windows(2).all(|two| two[0] < two[1]);
                self.expect(once, "votes", || format!("{name}: the seats are not in order"));
            }
            let mut spoke = BTreeSet::new();
            let once = all.into_iter().flatten().all(|seat| spoke.insert(seat));
            self.expect(once, "votes", || format!("{name}: a seat says two things"));
            for seat in spoke {
                self.expect(self.took_part(seat, *cycle), "votes", || {
                    format!("{name}: {seat} had fallen out and says something")
                });
            }
        }
    }

    fn raises(&mut self, part: &str, finding: &Finding) {
        let id = &finding.finding_id;
        let turns = finding.raised_by.iter().map(|raise| (raise.source_cycle, &raise.source_agent));
        self.expect(turns.is_sorted(), part, || {
            format!("{id}: its raises are not in the order of cycle and seat")
        });
        for raise in &finding.raised_by {
            let seat = &raise.source_agent;
            let cycle = raise.source_cycle;
            let happened = matches!(cycle, 1 | 2) && self.took_part(seat, cycle);
            self.expect(happened, part, || {
                format!("{id}: {seat} cannot have raised it in cycle {cycle}")
            });
            let council = self.bundle.council_metadata.as_ref();
            let through = council.is_some_and(|council| {
                let mut seats = council.subagents.iter().filter(|s| s.agent_id == *seat);
                seats.any(|s| s.selected_modes.contains(&raise.source_mode))
            });
            self.expect(through, part, || {
                format!("{id}: {seat} has not selected mode {}", raise.source_mode)
            });
        }
    }

    fn stances(&mut self, part: &str, finding: &Finding) {
        let id = &finding.finding_id;
        let seats: Vec<&MemberName> =
            finding.stances.iter().map(|stance| &stance.agent_id).collect();
        let once = seats.windows(2).all(|pair| pair[0] < pair[1]);
        self.expect(once, part, || format!("{id}: the stances are not one of a seat, in order"));
        let shown = finding.raised_by.iter().any(|r| r.grounded && r.source_cycle == 1);
        self.expect(seats.is_empty() || shown, part, || {
            format!("{id}: a stance on what cycle 2 was not asked about")
        });
        for seat in seats {
            self.expect(self.took_part(seat, 2), part, || {
                format!("{id}: {seat} had fallen out and has a stance")
            });
        }
    }

    fn ballots(&mut self, part: &str, finding: &Finding, head: Option<&Weighed<'_>>) {
        let id = &finding.finding_id;
        let settled = matches!(
            self.bundle.terminal_state,
            TerminalState::Converged | TerminalState::Deadlocked
        );
        let voters: Vec<&MemberName> =
            finding.ballots.iter().map(|ballot| &ballot.agent_id).collect();
        // A session that stopped during the vote has the ballots that were in.
        let complete = match (finding.contested, settled) {
            (false, _) => voters.is_empty(),
            (true, true) => voters.into_iter().eq(&roster::names()),
            (true, false) => voters.windows(2).all(|pair| pair[0] < pair[1]),
        };
        self.expect(complete, part, || {
            format!("{id}: a contested finding has one ballot of each seat, any other has none")
        });
        for ballot in &finding.ballots {
            self.ballot(part, id.as_str(), head, ballot);
        }
    }

    fn ballot(&mut self, part: &str, id: &str, head: Option<&Weighed<'_>>, ballot: &BallotRecord) {
        let seat = &ballot.agent_id;
        let cast = ballot.status == BallotStatus::Cast;
        self.expect(cast == ballot.vote.is_some(), part, || {
            format!("{id}: the ballot of {seat} is {:?} and has a vote or none", ballot.status)
        });
        self.expect(cast || ballot.missed.is_none(), part, || {
            format!("{id}: the ballot of {seat} is {:?} and cites something", ballot.status)
        });
        let missing = ballot.status == BallotStatus::Missing;
        self.expect(!missing || ballot.reason.is_empty(), part, || {
            format!("{id}: the ballot of {seat} is missing and has a reason")
        });
        self.expect(cast == ballot.severity.is_some(), part, || {
            format!("{id}: the ballot of {seat} is {:?} and says a severity or none", ballot.status)
        });
        let before = head.and_then(|head| tally::side(head, roster::member(seat)));
        let changes = matches!(
            (before, ballot.vote),
            (Some(Vote::Support), Some(Vote::Oppose)) | (Some(Vote::Oppose), Some(Vote::Support))
        );
        self.expect(!changes || ballot.missed.is_some(), part, || {
            format!("{id}: {seat} changed sides and cites nothing that it had missed")
        });
        self.expect(missing || self.took_part(seat, 3), part, || {
            format!("{id}: {seat} had fallen out and has a ballot")
        });
    }

    fn ways(&mut self, part: &str, finding: &Finding) {
        let id = &finding.finding_id;
        let mut texts = Vec::new();
        for (index, way) in finding.remediations.iter().enumerate() {
            let name = &way.proposal_id;
            self.expect(*name == format!("P{}", index + 1), part, || {
                format!("{id}: {name} is not fix number {}", index + 1)
            });
            let backers = &way.backed_by;
            let once = backers.windows(2).all(|pair| pair[0] < pair[1]);
            self.expect(once && !backers.is_empty(), part, || {
                format!("{id}: {name} is not backed by one seat or more, in order, each once")
            });
            let present = backers.iter().all(|seat| self.took_part(seat, 1));
            self.expect(present, part, || {
                format!("{id}: {name} is backed by a seat that had fallen out")
            });
            let new = way.text == one_line(&way.text) && !texts.contains(&way.text.as_str());
            self.expect(new && !way.text.is_empty(), part, || {
                format!("{id}: {name} says nothing, or what another fix says")
            });
            texts.push(&way.text);
        }
        let own = one_line(&finding.remediation);
        if let Some(source) = finding.source_agent.as_ref().filter(|_| !own.is_empty()) {
            let proposed = finding.remediations.iter().find(|way| way.text == own);
            let backed = proposed.is_some_and(|way| way.backed_by.contains(source));
            self.expect(backed, part, || {
                format!("{id}: its remediation is not one that {source} proposed")
            });
        }
    }
}

/// A way out as the ledger keeps it.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
