//! A loopback server that follows a script, and a seat that asks it.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::seat_id::SeatId;
use council_review::config::parse_base_url;
use council_review::core::assignment::{Assignment, Rendered};
use council_review::core::call::{CallError, FailedCall};
use council_review::council::rfc::ask::Ask;
use council_review::council::rfc::read;
use council_review::host::http::{HttpSeat, HttpTimeouts, HttpTransport};
use council_review::members::dialect::Dialect;
use council_review::members::transport::{Request, Response, Transport};
use secrecy::SecretString;
use serde_json::json;

pub(super) const KEY: &str = "sk-canary-0123456789";
pub(super) const ANSWER: &str = "{\"answer\":\"SELECT_MODES\"}";

/// What a server does with one connection, after it has read the request.
#[derive(Clone)]
pub(super) enum Act {
    /// Sends these bytes and closes.
    Send(Vec<u8>),
    /// Sends these bytes, then nothing, until the client goes away.
    Hold(Vec<u8>),
    /// Sends a beginning, then a piece each so often, until the client goes away.
    Drip(Vec<u8>, &'static [u8], Duration),
    /// Closes without a word.
    Close,
    /// Sends a beginning, then as many bytes.
    Flood(Vec<u8>, usize),
}

/// A server that follows a script, one act a connection; the last act is repeated.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(super) fn new(script: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let heard = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&heard);
        std::thread::spawn(move || {
            for (n, stream) in listener.incoming().enumerate() {
                let Ok(mut stream) = stream else { return };
                let act = script[n.min(script.len() - 1)].clone();
                let request = read_request(&mut stream);
                all.lock().expect("not poisoned").push(request);
                std::thread::spawn(move || play(stream, act));
            }
        });
        Self { address, heard }
    }

    pub(super) fn heard(&self) -> Vec<String> {
        self.heard.lock().expect("not poisoned").clone()
    }
}

pub(super) fn read_request(stream: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let n = stream.read(&mut piece).unwrap_or(0);
        bytes.extend_from_slice(&piece[..n]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let whole = text.split_once("\r\n\r\n").is_some_and(|(head, body)| {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            body.len() >= length.and_then(|length| length.parse().ok()).unwrap_or(0)
        });
        let is_tls = bytes.first() == Some(&0x16);
        if n == 0 || whole || is_tls {
            return text;
        }
    }
}

fn play(mut stream: TcpStream, act: Act) {
    let until_gone = |stream: &mut TcpStream| while stream.read(&mut [0; 64]).unwrap_or(0) > 0 {};
    match act {
        Act::Send(bytes) => {
            let _ = stream.write_all(&bytes);
        }
        Act::Hold(bytes) => {
            let _ = stream.write_all(&bytes);
            until_gone(&mut stream);
        }
        Act::Drip(bytes, piece, every) => {
            let _ = stream.write_all(&bytes);
            while stream.write_all(piece).is_ok() {
                std::thread::sleep(every);
            }
        }
        Act::Close => {}
        Act::Flood(bytes, mut left) => {
            let _ = stream.write_all(&bytes);
            let piece = vec![b'x'; 1 << 16];
            while left > 0 && stream.write_all(&piece[..left.min(piece.len())]).is_ok() {
                left -= left.min(piece.len());
            }
        }
    }
}

pub(super) fn head(status: u16, headers: &str, length: usize) -> Vec<u8> {
    format!("HTTP/1.1 {status} Status\r\ncontent-length: {length}\r\n{headers}\r\n").into_bytes()
}

pub(super) fn reply(status: u16, headers: &str, body: &str) -> Vec<u8> {
    [head(status, headers, body.len()), body.as_bytes().to_vec()].concat()
}

pub(super) fn completion(answer: &str) -> String {
    json!({
        "model": "m-1",
        "choices": [{ "finish_reason": "stop", "message": { "content": answer } }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 5 },
    })
    .to_string()
}

pub(super) fn honest() -> Act {
    Act::Send(reply(200, "", &completion(ANSWER)))
}

pub(super) fn status(status: u16, headers: &str, body: &str) -> Act {
    Act::Send(reply(status, headers, body))
}

pub(super) fn request() -> Request {
    Request {
        assignment: Assignment {
            session: "COUNCIL-RFC-0001-20260126-100000".parse().expect("an id"),
            member: SeatId::Sa1.name(),
            step: "SELECT_MODES",
            state: "INIT",
            attempt: 1,
            look: 0,
        },
        rendered: Rendered {
            rules: "Rules.".to_owned(),
            shared: "Dossier.".to_owned(),
            own: "Own.".to_owned(),
            turns: Vec::new(),
            schema: read::schema(&Ask::SelectModes),
            max_output_tokens: 100,
        },
    }
}

pub(super) fn timers() -> HttpTimeouts {
    HttpTimeouts {
        connect: Duration::from_millis(1_000),
        first_byte: Duration::from_millis(1_000),
        silence: Duration::from_millis(300),
        total: Duration::from_millis(3_000),
        backoff: Duration::from_millis(4),
    }
}

pub(super) fn seat(base_url: &str) -> HttpSeat {
    HttpSeat {
        provider: "local".to_owned(),
        model: "m".to_owned(),
        dialect: Dialect::OpenAi,
        base_url: parse_base_url(base_url).expect("a base URL"),
        key: Some(SecretString::from(KEY)),
        key_env: Some("LOCAL_KEY".to_owned()),
        temperature: None,
        thinking_tokens: 0,
        effort: None,
        extra_body: BTreeMap::new(),
        prices: None,
        timers: timers(),
    }
}

pub(super) fn at(server: &Server) -> HttpSeat {
    seat(&format!("http://{}/v1", server.address))
}

pub(super) fn ask(seat: HttpSeat) -> Result<Response, FailedCall> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let transport = HttpTransport::new(seat);
    assert_eq!(transport.obstacle(), None);
    let result = runtime.block_on(async { transport.send(&request()).await });
    assert!(!format!("{transport:?}{result:?}").contains("canary"), "{transport:?}{result:?}");
    result
}

/// The line of a failure, and the requests that it took.
pub(super) fn fails(seat: HttpSeat) -> (String, u32) {
    let failure = ask(seat).expect_err("no answer");
    let requests = failure.receipt.requests.expect("counted");
    match failure.fault {
        CallError::Unavailable(why) => (why, requests),
        other => panic!("{other:?}"),
    }
}
