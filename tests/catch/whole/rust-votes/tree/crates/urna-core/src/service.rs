use std::collections::BTreeSet;
use std::sync::Arc;

use crate::audit::AuditEvent;
use crate::ballot::{validate_choices, Ballot};
use crate::error::CoreError;
use crate::export;
use crate::invitation::InvitationKey;
use crate::mail::{closing_message, invitation_message, reminder_message, Mailer};
use crate::member::{eligible, Member, MemberId};
use crate::poll::{OptionId, Poll, PollDraft, PollId, PollState};
use crate::store::{Store, StoreError};
use crate::tally::Tally;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CastOutcome {
    Accepted,
    Replaced,
}

impl CastOutcome {
    /// The word in the HTTP answer.
    pub fn label(&self) -> &'static str {
        match self {
            CastOutcome::Accepted => "accepted",
            CastOutcome::Replaced => "replaced",
        }
    }
}

pub struct VotingService {
    store: Arc<dyn Store>,
    mailer: Arc<dyn Mailer>,
    key: InvitationKey,
    base_url: String,
}

impl VotingService {
    pub fn new(store: Arc<dyn Store>, mailer: Arc<dyn Mailer>, key: InvitationKey, base_url: &str) -> VotingService {
        VotingService {
            store,
            mailer,
            key,
            base_url: base_url.trim_end_matches('/').into(),
        }
    }

    fn require_poll(&self, id: PollId) -> Result<Poll, CoreError> {
        self.store.poll(id)?.ok_or(CoreError::PollNotFound)
    }

    fn vote_link(&self, poll: PollId, member: MemberId) -> String {
        format!("{}/vote#{}", self.base_url, self.key.mint(poll, member))
    }

    pub fn create_poll(&self, draft: PollDraft) -> Result<Poll, CoreError> {
        self.store.insert_poll(draft).map_err(|e| match e {
            StoreError::Invalid(why) => CoreError::InvalidPoll(why),
            other => CoreError::Store(other),
        })
    }

    /// Opens the poll and mails a link to every active member. Returns the number of mails.
    pub fn open_poll(&self, id: PollId, now: i64) -> Result<usize, CoreError> {
        let poll = self.require_poll(id)?;
        poll.require(PollState::Draft)?;
        self.store.set_state(id, PollState::Open)?;
        self.store.append_audit(&AuditEvent::PollOpened { poll: id, at: now })?;
        let members = self.store.members()?;
        let list = eligible(&members);
        for member in &list {
            let link = self.vote_link(id, member.id);
            self.mailer.send(invitation_message(member, &poll, &link))?;
        }
        Ok(list.len())
    }

    /// Casts the ballot of the member whom the token names.
    pub fn cast(&self, token: &str, choices: &[OptionId], now: i64) -> Result<CastOutcome, CoreError> {
        let (poll_id, member_id) = self.key.verify(token)?;
        let poll = self.require_poll(poll_id)?;
        if !poll.accepts_ballots(now) {
            return Err(CoreError::PollNotOpen);
        }
        match self.store.member(member_id)? {
            Some(member) if member.active => {}
            _ => return Err(CoreError::NotEligible),
        }
        let choices = validate_choices(&poll, choices)?;
        let before = self.store.put_ballot(Ballot {
            poll: poll_id,
            member: member_id,
            choices: choices.clone(),
            cast_at: now,
        })?;
        let (poll, member, at) = (poll_id, member_id, now);
        if before.is_some() {
            self.store.append_audit(&AuditEvent::BallotReplaced { poll, member, choices, at })?;
            Ok(CastOutcome::Replaced)
        } else {
            self.store.append_audit(&AuditEvent::BallotCast { poll, member, choices, at })?;
            Ok(CastOutcome::Accepted)
        }
    }

    /// Mails those active members again who have not voted. Returns the number of mails.
    pub fn remind(&self, id: PollId, now: i64) -> Result<usize, CoreError> {
        let poll = self.require_poll(id)?;
        if !poll.accepts_ballots(now) {
            return Err(CoreError::PollNotOpen);
        }
        let voted: BTreeSet<MemberId> = self.store.ballots(id)?.iter().map(|b| b.member).collect();
        let members = self.store.members()?;
        let missing: Vec<&Member> = eligible(&members)
            .into_iter()
            .filter(|m| !voted.contains(&m.id))
            .collect();
        for member in &missing {
            let link = self.vote_link(id, member.id);
            self.mailer.send(reminder_message(member, &poll, &link))?;
        }
        Ok(missing.len())
    }

    pub fn close_poll(&self, id: PollId, now: i64) -> Result<usize, CoreError> {
        let poll = self.require_poll(id)?;
        poll.require(PollState::Open)?;
        self.store.set_state(id, PollState::Closed)?;
        self.store.append_audit(&AuditEvent::PollClosed { poll: id, at: now })?;
        let members = self.store.members()?;
        let list = eligible(&members);
        let link = format!("{}/polls/{}/tally", self.base_url, id.0);
        for member in &list {
            self.mailer.send(closing_message(member, &poll, &link))?;
        }
        Ok(list.len())
    }

    pub fn tally(&self, id: PollId) -> Result<Tally, CoreError> {
        let poll = self.require_poll(id)?;
        let members = self.store.members()?;
        let ballots = self.store.ballots(id)?;
        Ok(Tally::count(&poll, eligible(&members).len(), &ballots))
    }

    pub fn export_csv(&self, id: PollId) -> Result<String, CoreError> {
        let poll = self.require_poll(id)?;
        let members = self.store.members()?;
        let ballots = self.store.ballots(id)?;
        Ok(export::ballots_csv(&poll, &members, &ballots))
    }
}
