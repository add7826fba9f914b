//! The HTTP side of the daemon. `route` knows nothing of sockets, so that tests need none.

use std::io::Read;

use serde::Deserialize;
use serde_json::{json, Value};

use super::Daemon;

const MAX_BODY: u64 = 64 * 1024;

pub struct Request<'a> {
    pub method: &'a str,
    /// Without the query.
    pub path: &'a str,
    /// Header `X-Gelatin-Token`.
    pub token: Option<&'a str>,
    pub body: &'a str,
}

#[derive(Debug, PartialEq)]
pub struct Reply {
    pub status: u16,
    pub body: Value,
}

impl Reply {
    fn ok(body: Value) -> Reply {
        Reply { status: 200, body }
    }

    fn error(status: u16, message: impl ToString) -> Reply {
        Reply {
            status,
            body: json!({ "error": message.to_string() }),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SyncBody {
    #[serde(default)]
    albums: Vec<String>,
}

/// Every POST needs the token, whatever its path.
pub fn route(daemon: &mut Daemon, request: &Request<'_>) -> Reply {
    if request.method == "POST" && !authorised(daemon, request.token) {
        return Reply::error(403, "wrong or missing X-Gelatin-Token");
    }
    match (request.method, request.path) {
        ("GET", "/health") => Reply::ok(json!({ "ok": true })),
        ("GET", "/status") => Reply::ok(json!({ "last": daemon.last() })),
        ("POST", "/sync") => post_sync(daemon, request.body),
        _ => Reply::error(404, "no such thing"),
    }
}

fn authorised(daemon: &Daemon, given: Option<&str>) -> bool {
    match &daemon.config().daemon.token {
        Some(token) => given == Some(token.as_str()),
        None => false,
    }
}

fn post_sync(daemon: &mut Daemon, body: &str) -> Reply {
    let body: SyncBody = if body.is_empty() {
        SyncBody::default()
    } else {
        match serde_json::from_str(body) {
            Ok(body) => body,
            Err(e) => return Reply::error(400, e),
        }
    };
    let last = daemon.tick(&body.albums);
    match &last.error {
        None => Reply::ok(json!({ "last": last })),
        Some(e) => Reply::error(500, e),
    }
}

pub(super) fn handle(daemon: &mut Daemon, mut request: tiny_http::Request) {
    let method = request.method().to_string();
    let url = request.url().to_string();
    let token = request
        .headers()
        .iter()
        .find(|h| h.field.equiv("X-Gelatin-Token"))
        .map(|h| h.value.to_string());
    let mut body = String::new();
    let read = request.as_reader().take(MAX_BODY).read_to_string(&mut body);
    let reply = match read {
        Err(e) => Reply::error(400, e),
        Ok(_) => route(
            daemon,
            &Request {
                method: &method,
                path: url.split('?').next().unwrap_or(&url),
                token: token.as_deref(),
                body: &body,
            },
        ),
    };
    let response = tiny_http::Response::from_string(reply.body.to_string())
        .with_status_code(reply.status)
        .with_header(
            "Content-Type: application/json"
                .parse::<tiny_http::Header>()
                .expect("a constant header"),
        );
    if let Err(e) = request.respond(response) {
        log::warn!("{method} {url}: {e}");
    }
}
