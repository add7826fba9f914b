mod common;

use std::sync::Mutex;

use common::{claim, open, spec};
use hopper::status::{collect, respond};

#[test]
fn the_view_shows_what_runs_and_what_waits() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, clock, _) = open(dir.path());
    queue.enqueue(spec("a")).unwrap();
    queue.enqueue(spec("b")).unwrap();
    claim(&mut queue);
    clock.advance(5_000);
    let view = collect(&queue);
    assert_eq!(view.counts.ready, 1);
    assert_eq!(view.oldest_ready_ms, Some(5_000));
    assert_eq!(view.running.len(), 1);
    assert_eq!(view.running[0].command, "echo a");
    assert_eq!(view.running[0].held_ms, 5_000);
}

#[test]
fn three_paths_are_served() {
    let dir = tempfile::tempdir().unwrap();
    let (mut queue, _, metrics) = open(dir.path());
    queue.enqueue(spec("<i>")).unwrap();
    claim(&mut queue);
    let queue = Mutex::new(queue);

    let html = respond("/", &queue, &metrics);
    assert!(html.body.contains("echo &lt;i&gt;"));
    let json = respond("/status.json", &queue, &metrics);
    let value: serde_json::Value = serde_json::from_str(&json.body).unwrap();
    assert_eq!(value["counts"]["leased"], 1);
    let text = respond("/metrics", &queue, &metrics);
    assert!(text.body.contains("hopper_jobs_total{event=\"enqueued\"} 1"));
    assert!(respond("/etc", &queue, &metrics).status.starts_with("404"));
}
