//! A simulator of model providers: one loopback server that speaks three dialects. A script says,
//! for each request, what it answers and how it behaves on the line.

pub mod deed;
pub mod gullible;
pub mod mind;
pub mod models;
pub mod near;
pub mod payloads;
pub mod reading;
pub mod seat;
pub mod wire;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;

use super::seat_id::SeatId;
use deed::Deed;
use models::Model;
use reading::Asked;
use wire::Dialect;

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The bytes of the request line and the headers.
    pub head: Vec<u8>,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub body_json: Option<Value>,
    pub dialect: Option<Dialect>,
    pub model: Model,
    /// As a model reads it, when it is a task.
    pub asked: Option<Asked>,
}

impl Recorded {
    /// A header by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Everything that was sent.
    pub fn bytes(&self) -> Vec<u8> {
        [self.head.as_slice(), self.body.as_slice()].concat()
    }
}

/// One request of a script: what was asked, and the how manieth request of that seat and question
/// it is, from 1.
pub struct Turn<'a> {
    pub request: &'a Recorded,
    pub asked: &'a Asked,
    pub dialect: Dialect,
    pub number: usize,
}

/// What is done on each request.
pub type Script = Arc<dyn Fn(&Turn<'_>) -> Deed + Send + Sync>;

#[derive(Default)]
struct Book {
    requests: Mutex<Vec<Recorded>>,
    turns: Mutex<BTreeMap<(SeatId, String), usize>>,
    /// What no vendor would have taken.
    faults: Mutex<Vec<String>>,
    /// What a model would not have taken, and another would.
    refused: Mutex<Vec<Value>>,
    is_over: AtomicBool,
}

/// A server that runs until it is dropped.
pub struct Simulator {
    address: SocketAddr,
    book: Arc<Book>,
    listener: Option<JoinHandle<()>>,
}

impl Simulator {
    /// Starts a server on a free port of the loopback.
    pub fn start(script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let book = Arc::new(Book::default());
        let kept = Arc::clone(&book);
        let listener = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if kept.is_over.load(Ordering::SeqCst) {
                    return;
                }
                let (Ok(stream), book, script) = (stream, Arc::clone(&kept), Arc::clone(&script))
                else {
                    continue;
                };
                std::thread::spawn(move || serve(stream, &book, &script));
            }
        });
        Self { address, book, listener: Some(listener) }
    }

    /// Where a dialect is spoken, as a configuration names it.
    pub fn base_url(&self, dialect: Dialect) -> String {
        match dialect {
            Dialect::Anthropic | Dialect::Gemini => format!("http://{}", self.address),
            Dialect::OpenAi => format!("http://{}/v1", self.address),
        }
    }

    /// Every request so far.
    pub fn requests(&self) -> Vec<Recorded> {
        self.book.requests.lock().expect("nobody panics with it").clone()
    }

    /// How many requests of a seat there were for a question.
    pub fn asked(&self, seat: SeatId, question: &str) -> usize {
        let turns = self.book.turns.lock().expect("nobody panics with it");
        turns.get(&(seat, question.to_owned())).copied().unwrap_or(0)
    }

    /// What was wrong with requests, by the vendors' words.
    pub fn faults(&self) -> Vec<String> {
        self.book.faults.lock().expect("nobody panics with it").clone()
    }

    /// The bodies with which models refused what others take.
    pub fn refused(&self) -> Vec<Value> {
        self.book.refused.lock().expect("nobody panics with it").clone()
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        self.book.is_over.store(true, Ordering::SeqCst);
        // Wakes the listener up.
        drop(TcpStream::connect(self.address));
        if let Some(listener) = self.listener.take() {
            drop(listener.join());
        }
    }
}

/// Answers the requests of one connection.
fn serve(stream: TcpStream, book: &Book, script: &Script) {
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout that is not zero");
    stream.set_nodelay(true).expect("a socket");
    let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
    while let Some(request) = read(&mut reader) {
        let deed = answer(&request, book, script);
        book.requests.lock().expect("nobody panics with it").push(request);
        if !deed.carry_out(&stream, &mut reader) {
            return;
        }
    }
}

fn answer(request: &Recorded, book: &Book, script: &Script) -> Deed {
    let refusal = request.dialect.zip(request.body_json.as_ref());
    if let Some(refusal) = refusal.and_then(|(dialect, body)| request.model.refusal(dialect, body))
    {
        let deed = Deed::status(400, Vec::new(), refusal.to_string());
        book.refused.lock().expect("nobody panics with it").push(refusal);
        return deed;
    }
    let (Some(dialect), Some(asked)) = (request.dialect, &request.asked) else {
        let what = format!("no task at {}", request.path);
        book.faults.lock().expect("nobody panics with it").push(what);
        return Deed::status(404, Vec::new(), "{}");
    };
    let faults = dialect.faults(request);
    if !faults.is_empty() {
        let what = faults.join(", ");
        let deed = Deed::error(dialect, 400, &what);
        book.faults.lock().expect("nobody panics with it").extend(faults);
        return deed;
    }
    let number = {
        let mut turns = book.turns.lock().expect("nobody panics with it");
        let turn = turns.entry((asked.seat, asked.question.clone())).or_default();
        *turn += 1;
        *turn
    };
    script(&Turn { request, asked, dialect, number })
}

/// Reads one request; none when the other side has gone.
fn read(reader: &mut BufReader<TcpStream>) -> Option<Recorded> {
    let mut head = Vec::new();
    loop {
        let before = head.len();
        if reader.read_until(b'\n', &mut head).ok()? == 0 {
            return None;
        }
        if matches!(&head[before..], b"\r\n" | b"\n") {
            break;
        }
    }
    let text = String::from_utf8_lossy(&head).into_owned();
    let mut lines = text.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let header = |name: &str| headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
    let body = match header("content-length").and_then(|length| length.parse().ok()) {
        Some(length) => {
            let mut body = vec![0; length];
            reader.read_exact(&mut body).ok()?;
            body
        }
        None if header("transfer-encoding").is_some() => chunks(reader)?,
        None => Vec::new(),
    };
    let body_json: Option<Value> = serde_json::from_slice(&body).ok();
    let dialect = Dialect::of(&path);
    let told = dialect.zip(body_json.as_ref());
    let model = Model::of(told.map_or("", |(dialect, json)| dialect.model(&path, json)));
    let asked = told.and_then(|(dialect, json)| Asked::read(dialect.said(json), json));
    Some(Recorded { head, path, headers, body, body_json, dialect, model, asked })
}

fn chunks(reader: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let length = usize::from_str_radix(line.trim(), 16).ok()?;
        let mut chunk = vec![0; length + 2];
        reader.read_exact(&mut chunk).ok()?;
        body.extend_from_slice(&chunk[..length]);
        if length == 0 {
            return Some(body);
        }
    }
}
