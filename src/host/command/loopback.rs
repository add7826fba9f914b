//! A server on this machine in a vendor's place: it takes what a CLI sends, and answers that the
//! request is wrong, so that the CLI ends.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// The most that is taken of one request, in bytes.
const MOST: usize = 8 << 20;
/// How long a request may pause.
const PATIENCE: Duration = Duration::from_secs(5);
/// What every vendor's client takes for a lasting fault of its request.
const ANSWER: &str = r#"{"type":"error","error":{"type":"invalid_request_error","code":400,"status":"INVALID_ARGUMENT","message":"canary"}}"#;

/// The server, and the requests that it took.
#[derive(Debug)]
pub(super) struct Loopback {
    listener: TcpListener,
    address: SocketAddr,
    taken: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Loopback {
    /// The server at a free port, for this machine alone.
    pub(super) async fn open() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, taken: Arc::default() })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Serves without end. Dropping the future ends it, and every connection.
    pub(super) async fn serve(&self) {
        let mut connections = JoinSet::new();
        loop {
            if let Ok((stream, _)) = self.listener.accept().await {
                connections.spawn(take(stream, Arc::clone(&self.taken)));
            }
        }
    }

    /// What was sent so far, request by request.
    pub(super) fn taken(&self) -> Vec<Vec<u8>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Takes one request and answers it. What was sent counts, whole or not.
async fn take(mut stream: TcpStream, taken: Arc<Mutex<Vec<Vec<u8>>>>) {
    let mut request = Vec::new();
    while request.len() < MOST && !is_whole(&request) {
        match tokio::time::timeout(PATIENCE, stream.read_buf(&mut request)).await {
            Ok(Ok(read)) if read > 0 => {}
            Ok(_) | Err(_) => break,
        }
    }
    let status = match header(&request, "upgrade") {
        // Codex goes on by HTTP when a WebSocket is refused so.
        Some(_) => "426 Upgrade Required",
        None => "400 Bad Request",
    };
    taken.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{ANSWER}",
        ANSWER.len()
    );
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
}

fn is_whole(request: &[u8]) -> bool {
    let Some(end) = memchr::memmem::find(request, b"\r\n\r\n") else { return false };
    let body = &request[end + 4..];
    match header(request, "content-length").and_then(|length| length.parse::<usize>().ok()) {
        Some(length) => body.len() >= length,
        None => header(request, "transfer-encoding").is_none() || body.ends_with(b"0\r\n\r\n"),
    }
}

fn header(request: &[u8], name: &str) -> Option<String> {
    let end = memchr::memmem::find(request, b"\r\n\r\n").unwrap_or(request.len());
    let head = String::from_utf8_lossy(&request[..end]);
    head.lines().find_map(|line| {
        let (own, value) = line.split_once(':')?;
        own.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_is_taken_whole_and_refused() {
        let server = Loopback::open().await.expect("a port");
        let requests: [&[u8]; 3] = [
            b"POST /v1/messages HTTP/1.1\r\nContent-Length: 6\r\n\r\nsecret",
            b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        ];
        let send = async {
            let mut answers = Vec::new();
            for request in requests {
                let mut stream = TcpStream::connect(server.address).await.expect("connected");
                stream.write_all(request).await.expect("sent");
                let mut answer = String::new();
                stream.read_to_string(&mut answer).await.expect("answered");
                answers.push(answer);
            }
            answers
        };
        let answers = tokio::select! {
            answers = send => answers,
            () = server.serve() => unreachable!("it serves without end"),
        };
        let statuses = answers.iter().map(|answer| answer.split(' ').nth(1));
        assert_eq!(statuses.collect::<Vec<_>>(), [Some("400"), Some("400"), Some("426")]);
        assert_eq!(server.taken(), requests);
    }
}
