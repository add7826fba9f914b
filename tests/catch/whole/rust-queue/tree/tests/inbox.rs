mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{claim, open, spec, word};
use hopper::inbox::{self, Drained};
use hopper::Event;

fn hopperctl(args: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_hopperctl"))
        .args(args)
        .output()
        .unwrap()
}

fn rejected_reasons(inbox: &Path) -> Vec<String> {
    fs::read_dir(inbox.join(inbox::REJECTED))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|x| x == "reason"))
        .map(|p| fs::read_to_string(p).unwrap())
        .collect()
}

#[test]
fn a_submitted_job_is_enqueued_once() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, _, metrics) = open(dir.path());
    let inbox = dir.path().join(inbox::DIR);
    inbox::submit(&inbox, &spec("a")).unwrap();
    let one = Drained {
        accepted: 1,
        rejected: 0,
    };
    assert_eq!(inbox::drain(&inbox, &mut queue, &metrics).unwrap(), one);
    assert_eq!(
        inbox::drain(&inbox, &mut queue, &metrics).unwrap(),
        Drained::default()
    );
    assert_eq!(word(&claim(&mut queue)), "a");
}

#[test]
fn what_is_not_a_job_is_put_aside_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, _, metrics) = open(dir.path());
    let inbox = dir.path().join(inbox::DIR);
    fs::create_dir_all(&inbox).unwrap();
    fs::write(inbox.join("1.job.json"), r#"{"command":[]}"#).unwrap();
    fs::write(inbox.join("2.job.json"), "{").unwrap();
    let drained = inbox::drain(&inbox, &mut queue, &metrics).unwrap();
    assert_eq!(
        drained,
        Drained {
            accepted: 0,
            rejected: 2
        }
    );
    assert_eq!(metrics.get(Event::Rejected), 2);
    assert!(rejected_reasons(&inbox).contains(&"command is empty\n".to_string()));
}

#[test]
fn the_command_line_fills_the_inbox() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, _, metrics) = open(dir.path());
    let data = dir.path().to_str().unwrap();
    let out = hopperctl(&["enqueue", "--dir", data, "--timeout", "5", "--", "echo", "hi"]);
    assert!(out.status.success());
    inbox::drain(&dir.path().join(inbox::DIR), &mut queue, &metrics).unwrap();
    let claim = claim(&mut queue);
    assert_eq!(word(&claim), "hi");
    assert_eq!(claim.spec.timeout_secs, 5);
}

#[test]
fn the_command_line_refuses_what_it_does_not_know() {
    let out = hopperctl(&["enqueue", "--dir", "/tmp", "--nice", "5", "--", "true"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).starts_with("--nice: unknown option"));
}
