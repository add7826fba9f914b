//! The status page: `/` for people, `/status.json` for scripts, `/metrics` for Prometheus.

pub mod page;

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Serialize;

use crate::clock::Millis;
use crate::error::Result;
use crate::job::JobState;
use crate::metrics::Metrics;
use crate::queue::{Counts, Queue};

/// What the page shows, copied out of the queue so that it is not locked while the page is rendered and sent.
#[derive(Debug, Clone, Serialize)]
pub struct StatusView {
    pub counts: Counts,
    /// How long the oldest ready job has waited.
    pub oldest_ready_ms: Option<Millis>,
    pub running: Vec<RunningRow>,
    pub dead: Vec<DeadRow>,
}

#[derive(Debug, Clone, Serialize)]
pub struct RunningRow {
    pub id: String,
    pub command: String,
    pub worker: String,
    pub attempt: u32,
    pub held_ms: Millis,
}

#[derive(Debug, Clone, Serialize)]
pub struct DeadRow {
    pub id: String,
    pub command: String,
    pub reason: String,
}

pub fn collect(queue: &Queue) -> StatusView {
    let now = queue.now();
    let mut view = StatusView {
        counts: queue.counts(),
        oldest_ready_ms: None,
        running: Vec::new(),
        dead: Vec::new(),
    };
    for job in queue.jobs() {
        match &job.state {
            JobState::Ready { since } => {
                let waited = now.saturating_sub(*since);
                view.oldest_ready_ms = view.oldest_ready_ms.max(Some(waited));
            }
            JobState::Leased(lease) => view.running.push(RunningRow {
                id: job.id.to_string(),
                command: job.spec.command.join(" "),
                worker: lease.worker.clone(),
                attempt: job.attempts,
                held_ms: lease.held_for(now),
            }),
            JobState::Dead { reason, .. } => view.dead.push(DeadRow {
                id: job.id.to_string(),
                command: job.spec.command.join(" "),
                reason: reason.clone(),
            }),
            _ => {}
        }
    }
    view
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    pub status: &'static str,
    pub content_type: &'static str,
    pub body: String,
}

pub fn respond(path: &str, queue: &Mutex<Queue>, metrics: &Metrics) -> Response {
    let view = || collect(&queue.lock().expect("no thread panics with the queue"));
    let (status, content_type, body) = match path {
        "/" => ("200 OK", "text/html; charset=utf-8", page::render(&view())),
        "/status.json" => {
            let json = serde_json::to_string_pretty(&view()).expect("views are plain data");
            ("200 OK", "application/json", json)
        }
        "/metrics" => ("200 OK", "text/plain; version=0.0.4", metrics.render()),
        _ => ("404 Not Found", "text/plain", "not found\n".to_string()),
    };
    Response {
        status,
        content_type,
        body,
    }
}

/// Serves one request after another, for ever. Good enough for a page that a few people and one scraper look at.
pub fn serve(listener: TcpListener, queue: Arc<Mutex<Queue>>, metrics: Arc<Metrics>) -> Result<()> {
    for stream in listener.incoming().flatten() {
        if let Err(e) = answer(stream, &queue, &metrics) {
            eprintln!("status: {e}");
        }
    }
    Ok(())
}

fn answer(mut stream: TcpStream, queue: &Mutex<Queue>, metrics: &Metrics) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(2)))?;
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let path = match (words.next(), words.next()) {
        (Some("GET"), Some(path)) => path,
        _ => "",
    };
    let response = respond(path, queue, metrics);
    write!(
        stream,
        "HTTP/1.0 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}",
        response.status,
        response.content_type,
        response.body.len(),
        response.body
    )
}
