use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use crate::audit::AuditEvent;
use crate::ballot::Ballot;
use crate::error::CoreError;
use crate::member::{Member, MemberId};
use crate::poll::{Poll, PollDraft, PollId, PollState};
use crate::store::{Store, StoreError};

#[derive(Default)]
struct Inner {
    members: BTreeMap<MemberId, Member>,
    polls: BTreeMap<PollId, Poll>,
    ballots: BTreeMap<(PollId, MemberId), Ballot>,
    audit: Vec<AuditEvent>,
}

/// For tests. One lock around everything, so each call is atomic.
#[derive(Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

impl MemoryStore {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }
}

impl Store for MemoryStore {
    fn insert_member(&self, name: &str, email: &str) -> Result<Member, StoreError> {
        let mut inner = self.lock();
        let member = Member {
            id: MemberId(inner.members.len() as u64 + 1),
            name: name.into(),
            email: email.into(),
            active: true,
        };
        inner.members.insert(member.id, member.clone());
        Ok(member)
    }

    fn member(&self, id: MemberId) -> Result<Option<Member>, StoreError> {
        Ok(self.lock().members.get(&id).cloned())
    }

    fn members(&self) -> Result<Vec<Member>, StoreError> {
        Ok(self.lock().members.values().cloned().collect())
    }

    fn insert_poll(&self, draft: PollDraft) -> Result<Poll, StoreError> {
        let mut inner = self.lock();
        let id = PollId(inner.polls.len() as u64 + 1);
        let poll = Poll::new(id, draft).map_err(|e| match e {
            CoreError::InvalidPoll(why) => StoreError::Invalid(why),
            _ => StoreError::Invalid("poll"),
        })?;
        inner.polls.insert(id, poll.clone());
        Ok(poll)
    }

    fn poll(&self, id: PollId) -> Result<Option<Poll>, StoreError> {
        Ok(self.lock().polls.get(&id).cloned())
    }

    fn set_state(&self, id: PollId, state: PollState) -> Result<(), StoreError> {
        let mut inner = self.lock();
        let poll = inner.polls.get_mut(&id).ok_or(StoreError::NoSuchPoll)?;
        poll.state = state;
        Ok(())
    }

    fn put_ballot(&self, ballot: Ballot) -> Result<Option<Ballot>, StoreError> {
        let key = (ballot.poll, ballot.member);
        Ok(self.lock().ballots.insert(key, ballot))
    }

    fn ballots(&self, poll: PollId) -> Result<Vec<Ballot>, StoreError> {
        let inner = self.lock();
        Ok(inner.ballots.values().filter(|b| b.poll == poll).cloned().collect())
    }

    fn append_audit(&self, event: &AuditEvent) -> Result<(), StoreError> {
        self.lock().audit.push(event.clone());
        Ok(())
    }

    fn audit(&self) -> Result<Vec<AuditEvent>, StoreError> {
        Ok(self.lock().audit.clone())
    }
}
