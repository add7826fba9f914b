mod common;

use std::fs;
use std::io::Write;

use common::{claim, open, options, spec, word};
use hopper::store::{JOURNAL_FILE, SNAPSHOT_FILE};
use hopper::{Error, ManualClock, Metrics, Queue};

#[test]
fn a_restart_finds_everything_again() {
    let dir = tempfile::tempdir().unwrap();
    {
        let (mut queue, _, _) = open(dir.path());
        queue.enqueue(spec("a")).unwrap();
        queue.enqueue(spec("b")).unwrap();
        let c = claim(&mut queue);
        queue.complete(c.id, c.token).unwrap();
    }
    let (mut queue, _, _) = open(dir.path());
    assert_eq!(queue.counts().done, 1);
    assert_eq!(word(&claim(&mut queue)), "b");
}

#[test]
fn a_torn_tail_is_cut_off() {
    let dir = tempfile::tempdir().unwrap();
    {
        let (mut queue, _, _) = open(dir.path());
        queue.enqueue(spec("a")).unwrap();
    }
    let journal = dir.path().join(JOURNAL_FILE);
    let mut file = fs::OpenOptions::new().append(true).open(&journal).unwrap();
    file.write_all(&[9, 0, 0, 0, 1]).unwrap();
    drop(file);
    let (mut queue, _, _) = open(dir.path());
    assert_eq!(queue.counts().ready, 1);
    queue.enqueue(spec("b")).unwrap();
    drop(queue);
    assert_eq!(open(dir.path()).0.counts().ready, 2);
}

#[test]
fn damage_in_the_middle_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    {
        let (mut queue, _, _) = open(dir.path());
        queue.enqueue(spec("a")).unwrap();
        queue.enqueue(spec("b")).unwrap();
    }
    let journal = dir.path().join(JOURNAL_FILE);
    let mut bytes = fs::read(&journal).unwrap();
    bytes[20] ^= 1;
    fs::write(&journal, bytes).unwrap();
    let result = Queue::open(
        dir.path(),
        options(),
        std::sync::Arc::new(ManualClock::at(0)),
        std::sync::Arc::new(Metrics::default()),
    );
    assert!(matches!(result, Err(Error::Corrupt { .. })));
}

#[test]
fn a_crash_between_snapshot_and_reset_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join(JOURNAL_FILE);
    let before;
    {
        let (mut queue, _, _) = open(dir.path());
        for name in ["a", "b", "c", "d"] {
            queue.enqueue(spec(name)).unwrap();
            let c = claim(&mut queue);
            queue.complete(c.id, c.token).unwrap();
        }
        queue.enqueue(spec("e")).unwrap();
        let records = fs::read(&journal).unwrap();
        assert_eq!(queue.compact().unwrap(), 2);
        before = queue.counts();
        fs::write(&journal, records).unwrap();
    }
    assert!(dir.path().join(SNAPSHOT_FILE).exists());
    let (mut queue, _, _) = open(dir.path());
    assert_eq!(queue.counts(), before);
    assert_eq!(word(&claim(&mut queue)), "e");
}

#[test]
fn only_one_process_owns_the_directory() {
    let dir = tempfile::tempdir().unwrap();
    let (_queue, clock, metrics) = open(dir.path());
    let second = Queue::open(dir.path(), options(), clock, metrics);
    assert!(matches!(second, Err(Error::Locked(_))));
}
