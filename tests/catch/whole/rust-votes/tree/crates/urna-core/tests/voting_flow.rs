use std::sync::Arc;

use urna_core::{
    CastOutcome, CoreError, InvitationKey, MemoryStore, OptionId, PollDraft, PollId, RecordingMailer, Store,
    VotingService,
};

struct Fixture {
    service: VotingService,
    mailer: Arc<RecordingMailer>,
    key: InvitationKey,
    poll: PollId,
}

/// Three members (ids 1 to 3) and an open yes/no poll that closes at 100.
fn fixture() -> Fixture {
    let store = Arc::new(MemoryStore::default());
    for name in ["ada", "bob", "cyd"] {
        store.insert_member(name, &format!("{name}@example.org")).unwrap();
    }
    let mailer = Arc::new(RecordingMailer::default());
    let key = InvitationKey::new([1; 32]);
    let service = VotingService::new(store, mailer.clone(), key.clone(), "https://vote.example.org/");
    let poll = service.create_poll(PollDraft::yes_no("Budget", 100)).unwrap().id;
    service.open_poll(poll, 1).unwrap();
    Fixture { service, mailer, key, poll }
}

impl Fixture {
    fn token(&self, member: u64) -> String {
        self.key.mint(self.poll, urna_core::MemberId(member))
    }
}

#[test]
fn opening_mails_every_member_a_link() {
    let f = fixture();
    let sent = f.mailer.sent();
    assert_eq!(sent.len(), 3);
    assert!(sent[0].body.contains(&f.token(1)));
}

#[test]
fn a_member_may_change_the_ballot() {
    let f = fixture();
    assert_eq!(f.service.cast(&f.token(1), &[OptionId(1)], 2).unwrap(), CastOutcome::Accepted);
    assert_eq!(f.service.cast(&f.token(1), &[OptionId(2)], 3).unwrap(), CastOutcome::Replaced);
    let tally = f.service.tally(f.poll).unwrap();
    assert_eq!(tally.ballots, 1);
    assert_eq!(tally.winners(), [OptionId(2)]);
}

#[test]
fn reminders_go_to_those_who_have_not_voted() {
    let f = fixture();
    f.service.cast(&f.token(2), &[OptionId(1)], 2).unwrap();
    assert_eq!(f.service.remind(f.poll, 3).unwrap(), 2);
    let sent = f.mailer.sent();
    assert!(sent[3..].iter().all(|m| !m.to.contains("bob@")));
}

#[test]
fn a_closed_poll_takes_no_ballot() {
    let f = fixture();
    f.service.close_poll(f.poll, 5).unwrap();
    let err = f.service.cast(&f.token(1), &[OptionId(1)], 6).unwrap_err();
    assert!(matches!(err, CoreError::PollNotOpen));
}

#[test]
fn the_export_names_the_member() {
    let f = fixture();
    f.service.cast(&f.token(3), &[OptionId(2)], 2).unwrap();
    let csv = f.service.export_csv(f.poll).unwrap();
    assert!(csv.contains("\"cyd\",\"cyd@example.org\",\"No\",2"));
}
