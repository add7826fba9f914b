//! A server that speaks enough of the three vendors' streaming APIs for their CLIs to end well, and
//! keeps what they send.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

type Taken = Arc<Mutex<Vec<Vec<u8>>>>;

/// The server; its threads end with the test's process.
pub(crate) struct Vendors {
    address: SocketAddr,
    taken: Taken,
}

impl Vendors {
    /// A server whose every answer is this text.
    pub(crate) fn start(answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let taken = Taken::default();
        let own = Arc::clone(&taken);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let taken = Arc::clone(&own);
                std::thread::spawn(move || serve(stream, answer, &taken));
            }
        });
        Self { address, taken }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn requests(&self) -> Vec<Vec<u8>> {
        self.taken.lock().expect("not poisoned").clone()
    }
}

/// What a request says of tools, as JSON.
pub(crate) fn tools(request: &[u8]) -> String {
    let text = String::from_utf8_lossy(request);
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let value: Value = serde_json::from_str(body).unwrap_or_default();
    value.get("tools").map(Value::to_string).unwrap_or_default()
}

fn serve(mut stream: TcpStream, answer: &str, taken: &Taken) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
    let Some((head, body)) = read(&mut stream) else { return };
    let whole = [head.as_bytes(), b"\r\n\r\n", &body].concat();
    taken.lock().expect("not poisoned").push(whole);
    let first = head.lines().next().unwrap_or_default().to_owned();
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    let (status, kind, text) = if head.to_ascii_lowercase().contains("\nupgrade:") {
        ("426 Upgrade Required", "application/json", "{}".to_owned())
    } else if !first.starts_with("POST") {
        ("200 OK", "application/json", "{}".to_owned())
    } else if first.contains("/messages") {
        ("200 OK", "text/event-stream", anthropic(&asked, answer))
    } else if first.contains("/responses") {
        ("200 OK", "text/event-stream", openai(answer))
    } else if first.contains("streamGenerateContent") {
        ("200 OK", "text/event-stream", format!("data: {}\r\n\r\n", gemini(answer)))
    } else {
        ("200 OK", "application/json", gemini(answer).to_string())
    };
    let text = if first.starts_with("HEAD") { String::new() } else { text };
    let reply = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}",
        text.len()
    );
    let _ = stream.write_all(reply.as_bytes());
}

/// The head and the body of a request.
fn read(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut block = [0; 1 << 16];
    loop {
        if let Some(end) = all.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&all[..end]).into_owned();
            let field = |name: &str| {
                let lower = head.to_ascii_lowercase();
                let line = lower.lines().find(|line| line.starts_with(name))?;
                Some(line.split_once(':')?.1.trim().to_owned())
            };
            let body = &all[end + 4..];
            let length = field("content-length").and_then(|n| n.parse::<usize>().ok());
            match (length, field("transfer-encoding")) {
                (Some(length), _) if body.len() >= length => {
                    return Some((head, body[..length].to_vec()));
                }
                (None, None) => return Some((head, Vec::new())),
                (None, Some(_)) if body.ends_with(b"0\r\n\r\n") => {
                    return Some((head, unchunked(body)));
                }
                _ => {}
            }
        }
        match stream.read(&mut block) {
            Ok(read) if read > 0 => all.extend_from_slice(&block[..read]),
            _ => return None,
        }
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).unwrap_or_default();
        let Ok(size) = usize::from_str_radix(size.trim(), 16) else { break };
        let Some(chunk) = body.get(end + 2..end + 2 + size).filter(|_| size > 0) else { break };
        whole.extend_from_slice(chunk);
        body = body.get(end + 4 + size..).unwrap_or_default();
    }
    whole
}

fn events(all: &[(&str, Value)]) -> String {
    let one = |(kind, value): &(&str, Value)| {
        let mut value = value.clone();
        value["type"] = json!(kind);
        format!("event: {kind}\ndata: {value}\n\n")
    };
    all.iter().map(one).collect()
}

fn anthropic(asked: &Value, answer: &str) -> String {
    let takes_tool = asked["tools"].to_string().contains("StructuredOutput");
    let (block, delta, stop) = match takes_tool {
        true => (
            json!({"type": "tool_use", "id": "toolu_1", "name": "StructuredOutput", "input": {}}),
            json!({"type": "input_json_delta", "partial_json": answer}),
            "tool_use",
        ),
        false => (
            json!({"type": "text", "text": ""}),
            json!({"type": "text_delta", "text": answer}),
            "end_turn",
        ),
    };
    let usage = json!({"input_tokens": 10, "output_tokens": 1});
    let message = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": asked["model"],
        "content": [], "stop_reason": null, "stop_sequence": null, "usage": usage,
    });
    events(&[
        ("message_start", json!({"message": message})),
        ("content_block_start", json!({"index": 0, "content_block": block})),
        ("content_block_delta", json!({"index": 0, "delta": delta})),
        ("content_block_stop", json!({"index": 0})),
        (
            "message_delta",
            json!({"delta": {"stop_reason": stop, "stop_sequence": null}, "usage": {"output_tokens": 5}}),
        ),
        ("message_stop", json!({})),
    ])
}

fn openai(answer: &str) -> String {
    let item = json!({
        "type": "message", "role": "assistant", "id": "m1",
        "content": [{"type": "output_text", "text": answer}],
    });
    let usage = json!({
        "input_tokens": 1, "input_tokens_details": null, "output_tokens": 1,
        "output_tokens_details": null, "total_tokens": 2,
    });
    events(&[
        ("response.created", json!({"response": {"id": "resp_1"}})),
        ("response.output_item.done", json!({"output_index": 0, "item": item})),
        ("response.completed", json!({"response": {"id": "resp_1", "usage": usage}})),
    ])
}

fn gemini(answer: &str) -> Value {
    json!({
        "candidates": [{
            "content": {"role": "model", "parts": [{"text": answer}]},
            "finishReason": "STOP", "index": 0,
        }],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
        "modelVersion": "gemini-x",
    })
}
