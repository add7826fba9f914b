//! What a server does on the line: which bytes it sends, when, and where it stops.

use std::io::{BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Turn;
use super::wire::{Answer, Dialect, Stop, Usage};

/// How the bytes leave.
#[derive(Debug, Clone)]
pub enum Line {
    /// All at once.
    Whole,
    /// All at once, after this long.
    Late(Duration),
    /// Nothing, ever.
    Silent,
    /// So many bytes, and then nothing more, ever.
    SilentAfter(usize),
    /// So many bytes, and the connection ends.
    CutAfter(usize),
    /// A byte each time that this long has passed.
    Drip(Duration),
    /// The connection ends before any byte.
    Reset,
    /// These bytes in place of an answer.
    Instead(Vec<u8>),
}

/// What is done on one request.
#[derive(Debug, Clone)]
pub struct Deed {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub line: Line,
}

impl Deed {
    /// A status with a body.
    pub fn status(status: u16, headers: Vec<(String, String)>, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers, body: body.into(), line: Line::Whole }
    }

    /// An error in the vendor's words.
    pub fn error(dialect: Dialect, status: u16, says: &str) -> Self {
        Self::status(status, Vec::new(), dialect.error(status, says).to_string())
    }

    /// An answer in the vendor's words.
    pub fn says(turn: &Turn<'_>, answer: &Answer) -> Self {
        let json = turn.request.body_json.as_ref().expect("a task is JSON");
        Self::status(
            200,
            Vec::new(),
            turn.dialect.answer(turn.request.model, json, answer).to_string(),
        )
    }

    /// A whole answer with honest usage.
    pub fn text(turn: &Turn<'_>, text: impl Into<String>) -> Self {
        Self::says(turn, &Answer { text: text.into(), stop: Stop::Done, usage: None })
    }

    /// A whole answer.
    pub fn reply(turn: &Turn<'_>, reply: &Value) -> Self {
        Self::text(turn, reply.to_string())
    }

    /// A whole answer of a liar about its usage.
    pub fn lies(turn: &Turn<'_>, reply: &Value, usage: Usage) -> Self {
        let answer = Answer { text: reply.to_string(), stop: Stop::Done, usage: Some(usage) };
        Self::says(turn, &answer)
    }

    /// With a header more.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// On such a line.
    pub fn on(mut self, line: Line) -> Self {
        self.line = line;
        self
    }

    /// With bytes in place of a mark in the body, which no JSON writer would write.
    pub fn replace(mut self, mark: &str, bytes: &[u8]) -> Self {
        let mark = mark.as_bytes();
        let at = self.body.windows(mark.len()).position(|window| window == mark);
        let at = at.expect("the mark is in the body");
        self.body.splice(at..at + mark.len(), bytes.iter().copied());
        self
    }

    /// With bytes in place of every such mark in the body.
    pub fn every(mut self, mark: &str, bytes: &[u8]) -> Self {
        while self.body.windows(mark.len()).any(|window| window == mark.as_bytes()) {
            self = self.replace(mark, bytes);
        }
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} Simulated\r\n", self.status);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let has = |name: &str| self.headers.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
        if !has("content-type") {
            head.push_str("content-type: application/json\r\n");
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", self.body.len()));
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }

    /// Whether the connection can take another request.
    pub(super) fn carry_out(
        &self,
        mut stream: &TcpStream,
        reader: &mut BufReader<TcpStream>,
    ) -> bool {
        let bytes = self.bytes();
        match &self.line {
            Line::Whole => stream.write_all(&bytes).is_ok(),
            Line::Late(after) => !left(reader, *after) && stream.write_all(&bytes).is_ok(),
            Line::Silent => {
                left(reader, FOR_EVER);
                false
            }
            Line::SilentAfter(length) => {
                let part = &bytes[..(*length).min(bytes.len())];
                if stream.write_all(part).is_ok() {
                    left(reader, FOR_EVER);
                }
                false
            }
            Line::CutAfter(length) => {
                drop(stream.write_all(&bytes[..(*length).min(bytes.len())]));
                drop(stream.shutdown(Shutdown::Both));
                false
            }
            Line::Drip(each) => {
                for byte in bytes {
                    if stream.write_all(&[byte]).is_err() || left(reader, *each) {
                        return false;
                    }
                }
                true
            }
            Line::Instead(bytes) => {
                drop(stream.write_all(bytes));
                drop(stream.shutdown(Shutdown::Both));
                false
            }
            Line::Reset => {
                drop(stream.shutdown(Shutdown::Both));
                false
            }
        }
    }

    /// How many bytes it would send.
    pub fn length(&self) -> usize {
        self.bytes().len()
    }
}

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(30);

/// A socket's timeouts come late by up to this: the kernel rounds long ones up.
const ROUGH: Duration = Duration::from_millis(64);

/// Waits exactly this long, and says whether the other side has gone meanwhile.
fn left(reader: &mut BufReader<TcpStream>, at_most: Duration) -> bool {
    let end = Instant::now() + at_most;
    let rough = at_most.saturating_sub(ROUGH).max(Duration::from_millis(1));
    reader.get_ref().set_read_timeout(Some(rough)).expect("a timeout that is not zero");
    let has_left = match reader.get_mut().read(&mut [0]) {
        Ok(0) => true,
        Ok(_) => false,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
    };
    reader.get_ref().set_read_timeout(Some(FOR_EVER)).expect("a timeout that is not zero");
    if !has_left {
        thread::sleep(end.saturating_duration_since(Instant::now()));
    }
    has_left
}
