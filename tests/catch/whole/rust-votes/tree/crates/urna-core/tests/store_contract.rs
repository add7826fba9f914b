//! Every case runs against both stores.

use urna_core::{
    AuditEvent, Ballot, MemberId, MemoryStore, OptionId, PollDraft, PollId, PollState, SqliteStore, Store, StoreError,
};

fn on_both(case: impl Fn(&dyn Store)) {
    case(&MemoryStore::default());
    let folder = tempfile::tempdir().unwrap();
    case(&SqliteStore::open(&folder.path().join("urna.sqlite")).unwrap());
}

fn ballot(poll: PollId, member: MemberId, choice: u16) -> Ballot {
    Ballot { poll, member, choices: vec![OptionId(choice)], cast_at: 10 }
}

#[test]
fn a_poll_reads_back() {
    on_both(|store| {
        let poll = store.insert_poll(PollDraft::yes_no("Budget", 100)).unwrap();
        assert_eq!(store.poll(poll.id).unwrap(), Some(poll.clone()));
        store.set_state(poll.id, PollState::Open).unwrap();
        assert_eq!(store.poll(poll.id).unwrap().unwrap().state, PollState::Open);
    });
}

#[test]
fn the_state_of_no_poll_cannot_be_set() {
    on_both(|store| {
        let err = store.set_state(PollId(99), PollState::Open).unwrap_err();
        assert!(matches!(err, StoreError::NoSuchPoll));
    });
}

#[test]
fn a_second_ballot_replaces_the_first() {
    on_both(|store| {
        let member = store.insert_member("Ada", "ada@example.org").unwrap().id;
        let poll = store.insert_poll(PollDraft::yes_no("Budget", 100)).unwrap().id;
        assert_eq!(store.put_ballot(ballot(poll, member, 1)).unwrap(), None);
        assert_eq!(store.put_ballot(ballot(poll, member, 2)).unwrap(), Some(ballot(poll, member, 1)));
        assert_eq!(store.ballots(poll).unwrap(), [ballot(poll, member, 2)]);
    });
}

#[test]
fn the_audit_log_keeps_its_order() {
    on_both(|store| {
        let opened = AuditEvent::PollOpened { poll: PollId(1), at: 1 };
        let closed = AuditEvent::PollClosed { poll: PollId(1), at: 2 };
        store.append_audit(&opened).unwrap();
        store.append_audit(&closed).unwrap();
        assert_eq!(store.audit().unwrap(), [opened, closed]);
    });
}
