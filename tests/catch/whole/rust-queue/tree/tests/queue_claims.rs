mod common;

use common::{claim, open, spec, word, LEASE_MS};
use hopper::{Error, Event, JobState, Verdict};

#[test]
fn jobs_are_claimed_in_the_order_they_came() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, _, _) = open(dir.path());
    for name in ["a", "b", "c"] {
        queue.enqueue(spec(name)).unwrap();
    }
    let order: Vec<String> = (0..3).map(|_| word(&claim(&mut queue)).to_string()).collect();
    assert_eq!(order, ["a", "b", "c"]);
    assert!(queue.claim("w0").unwrap().is_none());
}

#[test]
fn a_failed_job_waits_before_it_is_ready_again() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, clock, metrics) = open(dir.path());
    queue.enqueue(spec("a")).unwrap();
    let first = claim(&mut queue);
    let Verdict::RetryAt(until) = queue.fail(first.id, first.token, "exit 1").unwrap() else {
        panic!("buried");
    };
    assert!(queue.claim("w0").unwrap().is_none());
    clock.advance(until - 1_000);
    let second = claim(&mut queue);
    assert_eq!(second.attempt, 2);
    assert_eq!(metrics.get(Event::Retried), 1);
}

#[test]
fn the_last_failure_buries() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, _, _) = open(dir.path());
    let mut once = spec("a");
    once.max_attempts = Some(1);
    let id = queue.enqueue(once).unwrap();
    let c = claim(&mut queue);
    assert_eq!(queue.fail(c.id, c.token, "exit 1").unwrap(), Verdict::Bury);
    assert!(matches!(&queue.job(id).unwrap().state, JobState::Dead { reason, .. } if reason == "exit 1"));
}

#[test]
fn a_lost_lease_settles_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, clock, metrics) = open(dir.path());
    let id = queue.enqueue(spec("a")).unwrap();
    let slow = claim(&mut queue);
    clock.advance(LEASE_MS);
    assert_eq!(queue.expire_leases().unwrap(), [id]);
    assert_eq!(metrics.get(Event::Expired), 1);
    assert!(matches!(
        queue.complete(id, slow.token),
        Err(Error::LeaseLost { .. })
    ));
    clock.advance(LEASE_MS);
    let again = claim(&mut queue);
    assert_ne!(again.token, slow.token);
    queue.complete(id, again.token).unwrap();
}

#[test]
fn renewing_keeps_a_lease() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, clock, _) = open(dir.path());
    queue.enqueue(spec("a")).unwrap();
    let c = claim(&mut queue);
    clock.advance(LEASE_MS - 1);
    queue.renew(c.id, c.token).unwrap();
    clock.advance(LEASE_MS - 1);
    assert!(queue.expire_leases().unwrap().is_empty());
}
