//! Seats behind HTTP, against real loopback servers: what is sent, how often, how long it is waited
//! for, and what a person reads when it fails.

use std::io::Write as _;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::server::{
    ANSWER, Act, KEY, Server, ask, at, completion, fails, head, honest, read_request, reply,
    request, seat, status,
};
use crate::support::alone;
use council_review::config::parse_base_url;
use council_review::core::call::CallError;
use council_review::host::http::{HttpSeat, HttpTransport};
use council_review::members::dialect::Dialect;
use council_review::members::transport::{Request, Transport};
use council_review::model::Usage;
use secrecy::SecretString;
use serde_json::json;

#[test]
fn an_honest_server_is_asked_once_and_its_answer_comes_with_what_it_took() {
    let server = Server::new(vec![honest()]);
    let response = ask(at(&server)).expect("an answer");
    assert_eq!(response.bytes, ANSWER.as_bytes());
    assert_eq!(response.receipt.requests, Some(1));
    assert_eq!(response.receipt.model.as_deref(), Some("m-1"));
    let usage = Usage { input_tokens: 10, output_tokens: 5, ..Usage::default() };
    assert_eq!(response.receipt.usage, Some(usage));
    let heard = server.heard();
    assert_eq!(heard.len(), 1);
    let (head, body) = heard[0].split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{head}");
    assert!(head.contains(&format!("authorization: Bearer {KEY}")), "{head}");
    assert!(head.contains("content-type: application/json"), "{head}");
    assert!(!head.to_ascii_lowercase().contains("accept-encoding"), "nothing is to be unpacked");
    assert!(!body.contains("canary"), "{body}");
}

#[test]
fn threats_e2_a_status_is_asked_again_or_not() {
    let quota = json!({"error": {"code": "insufficient_quota", "message": "You exceeded"}});
    let spent = json!({"error": {"message": "Your Credit is used up"}}).to_string();
    let rate = json!({"error": {"message": "You exceeded your current quota, see billing"}});
    let delay = json!({"error": {"message": "quota", "status": "RESOURCE_EXHAUSTED",
        "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.01s"}]}});
    let (quota, rate, delay) = (quota.to_string(), rate.to_string(), delay.to_string());
    for (code, headers, body, requests) in [
        (408, "", "", 3),
        (409, "", "", 3),
        (429, "", "", 3),
        (429, "retry-after: 0\r\n", "{}", 3),
        (429, "retry-after: 0\r\n", rate.as_str(), 3),
        (429, "", delay.as_str(), 3),
        (429, "", rate.as_str(), 1),
        (429, "", spent.as_str(), 1),
        (429, "retry-after: 0\r\n", quota.as_str(), 1),
        (500, "", "", 3),
        (502, "", "<html>", 3),
        (503, "retry-after-ms: 1\r\n", "", 3),
        (504, "", "", 3),
        (529, "", "{\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}", 3),
        (599, "", "", 3),
        (201, "", "", 1),
        (204, "", "", 1),
        (300, "", "", 1),
        (304, "", "", 1),
        (308, "", "", 1),
        (400, "", "", 1),
        (401, "", "", 1),
        (402, "", "", 1),
        (403, "", "", 1),
        (404, "", "", 1),
        (413, "", "", 1),
        (422, "retry-after: 0\r\n", "", 1),
        (418, "", "", 1),
    ] {
        let server = Server::new(vec![status(code, headers, body)]);
        let (line, counted) = fails(at(&server));
        let heard = server.heard().len();
        assert_eq!((counted, heard), (requests, requests as usize), "{code}: {line}");
        assert!(line.contains(&format!("127.0.0.1:{}", server.address.port())), "{line}");
        assert!(line.contains(&format!("answered {code}")), "{line}");
        assert_eq!(line.contains("asked 3 times"), requests == 3, "{line}");
    }
}

#[test]
fn what_passes_is_waited_out() {
    for first in [status(503, "", ""), status(429, "retry-after: 0.05\r\n", ""), Act::Close] {
        let server = Server::new(vec![first.clone(), first, honest()]);
        let response = ask(at(&server)).expect("an answer");
        assert_eq!(response.receipt.requests, Some(3));
    }
}

#[test]
fn threats_e1_a_wait_never_goes_past_the_end() {
    let server = Server::new(vec![status(429, "retry-after: 30\r\n", "")]);
    let begun = Instant::now();
    let (line, requests) = fails(at(&server));
    assert_eq!(requests, 1, "{line}");
    assert!(begun.elapsed() < Duration::from_secs(1), "it is known at once");
}

#[test]
fn a_request_that_is_made_again_is_the_same() {
    let server = Server::new(vec![status(500, "", ""), Act::Close, honest()]);
    ask(at(&server)).expect("an answer");
    let heard = server.heard();
    assert!(heard.iter().all(|request| *request == heard[0]), "{heard:?}");
}

#[test]
fn threats_e3_every_silence_ends_in_time() {
    let beginning = || head(200, "", 500);
    let chunks = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{".to_vec();
    let every = Duration::from_millis;
    for (name, act, limit, says) in [
        ("no headers", Act::Hold(Vec::new()), 1_000, "did not begin to answer"),
        ("half a header", Act::Hold(b"HTTP/1.1 200 O".to_vec()), 1_000, "did not begin"),
        (
            "headers only drip",
            Act::Drip(b"HTTP/1.1 200 OK\r\n".to_vec(), b"x: y\r\n", every(50)),
            1_000,
            "did not begin",
        ),
        (
            "interim replies only",
            Act::Drip(Vec::new(), b"HTTP/1.1 102 Wait\r\n\r\n", every(50)),
            1_000,
            "did not begin",
        ),
        ("silence at once", Act::Hold(beginning()), 300, "fell silent"),
        ("silence within", Act::Hold([beginning(), b"{".to_vec()].concat()), 300, "fell silent"),
        ("a chunk that never ends", Act::Hold(chunks), 300, "fell silent"),
        ("a slow drip", Act::Drip(beginning(), b" ", every(800)), 300, "fell silent"),
        ("a drip", Act::Drip(head(200, "", 100_000), b" ", every(50)), 3_000, "within 3 s"),
    ] {
        let server = Server::new(vec![act]);
        let begun = Instant::now();
        let (line, requests) = fails(at(&server));
        let (took, limit) = (begun.elapsed(), Duration::from_millis(limit));
        assert!(took >= limit.mul_f64(0.9), "{name}: {took:?}");
        assert!(took < limit + Duration::from_millis(500), "{name}: {took:?}");
        assert!(line.contains(says), "{name}: {line}");
        assert_eq!(requests, 1, "{name}: it may have been paid for");
    }
}

#[test]
fn what_cannot_be_reached_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    assert_eq!(
        fails(seat(&format!("http://127.0.0.1:{port}"))),
        (
            format!(
                "could not connect to 127.0.0.1:{port}: connection refused: is the server up? (asked 3 times)"
            ),
            3
        )
    );
    let plain = Server::new(vec![status(400, "", "")]);
    let line = fails(seat(&format!("https://{}/v1", plain.address)));
    assert_eq!(
        line,
        (
            format!(
                "could not connect to {}: it does not speak TLS there: should the base URL begin with http://?",
                plain.address
            ),
            1
        )
    );
    let (line, _) = fails(seat("https://nobody.invalid/v1"));
    assert!(line.starts_with("could not connect to nobody.invalid:443: "), "{line}");
    let other = Server::new(vec![Act::Send(b"SSH-2.0-OpenSSH_9.6\r\n".to_vec())]);
    let (line, requests) = fails(at(&other));
    assert!(line.ends_with("did not answer in HTTP: is the base URL right?"), "{line}");
    assert_eq!(requests, 1);
}

#[test]
fn threats_e7_no_more_is_read_than_an_answer_can_have() {
    let server = Server::new(vec![Act::Flood(head(200, "", 1 << 30), 1 << 30)]);
    let (line, requests) = fails(at(&server));
    assert!(line.contains("more than 4 MiB") && requests == 1, "{line}");
    let endless = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_vec();
    let server = Server::new(vec![Act::Flood(endless, 1 << 30)]);
    assert!(fails(at(&server)).0.contains("more than 4 MiB"));
    let server = Server::new(vec![Act::Flood(b"HTTP/1.1 200 OK\r\nx-long: ".to_vec(), 1 << 30)]);
    let (line, requests) = fails(at(&server));
    assert!(line.contains("more headers") && requests == 1, "{line}");
    let many = "x-many: y\r\n".repeat(50_000);
    for headers in [many, format!("x-long: {}\r\n", "y".repeat(70_000))] {
        let server = Server::new(vec![status(200, &headers, &completion(ANSWER))]);
        let (line, requests) = fails(at(&server));
        assert!(line.contains("more headers") && requests == 1, "{line}");
    }
    let server = Server::new(vec![Act::Flood(head(400, "", 1 << 40), 1 << 40)]);
    assert!(fails(at(&server)).0.contains("answered 400: "));
}

#[test]
fn threats_e8_a_redirect_is_not_followed_and_the_key_goes_nowhere() {
    let second = Server::new(vec![honest()]);
    for code in [301, 302, 303, 307, 308] {
        let location = format!("location: http://{}/v1/chat/completions\r\n", second.address);
        let first = Server::new(vec![status(code, &location, "")]);
        let (line, requests) = fails(at(&first));
        assert!(line.contains("redirects are not followed") && requests == 1, "{line}");
        assert!(!line.contains(&second.address.to_string()), "{line}");
    }
    assert!(second.heard().is_empty());
}

#[test]
fn an_answer_that_breaks_off_is_asked_for_again() {
    let cut = Act::Send([head(200, "", 500), b"{\"model\":".to_vec()].concat());
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n";
    for first in [cut.clone(), Act::Send(chunked.to_vec())] {
        let server = Server::new(vec![first, honest()]);
        let response = ask(at(&server)).expect("an answer");
        assert_eq!((response.receipt.requests, server.heard().len()), (Some(2), 2));
    }
    let (line, requests) = fails(at(&Server::new(vec![cut])));
    assert!(line.contains("cut the connection before its answer was whole"), "{line}");
    assert_eq!(requests, 3);
}

#[test]
fn threats_e5_an_answer_that_does_not_count_is_not_asked_for_again() {
    let truncated = json!({
        "model": "m-1",
        "choices": [{ "finish_reason": "length", "message": { "content": ANSWER } }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 100 },
    });
    let server = Server::new(vec![status(200, "", &truncated.to_string()), honest()]);
    let failure = ask(at(&server)).expect_err("truncated");
    assert!(matches!(failure.fault, CallError::Truncated(_)), "{failure:?}");
    assert_eq!(failure.receipt.requests, Some(1));
    assert_eq!(failure.receipt.usage.map(Usage::total), Some(110));
}

#[test]
fn threats_h8_a_server_that_says_the_key_does_not_make_us_show_it() {
    let told = format!("{{\"error\":{{\"message\":\"bad key {KEY} {}\"}}}}", "x".repeat(180));
    let (line, _) = fails(at(&Server::new(vec![status(401, "", &told)])));
    assert!(line.contains("bad key [key] x") && line.ends_with("check LOCAL_KEY"), "{line}");
    let server = Server::new(vec![status(200, "", &completion(&format!("your key is {KEY}")))]);
    assert_eq!(ask(at(&server)).expect("an answer").bytes, b"your key is [key]");
}

/// A server behind TLS whose certificate is a fixture's; what it was told.
fn tls_server(certificate: &str) -> (u16, Arc<Mutex<Vec<String>>>) {
    use rustls::pki_types::pem::PemObject;
    let fixture = |name: &str| format!("{}/tests/fixtures/http/{name}", env!("CARGO_MANIFEST_DIR"));
    let _ = rustls::crypto::ring::default_provider().install_default();
    let own = rustls::pki_types::CertificateDer::from_pem_file(fixture(certificate));
    let key = rustls::pki_types::PrivateKeyDer::from_pem_file(fixture("key.pem")).expect("a key");
    let config = rustls::ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![own.expect("a certificate")], key)
        .expect("they belong together");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&heard);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let tls = rustls::ServerConnection::new(Arc::clone(&config)).expect("a connection");
            let mut stream = rustls::StreamOwned::new(tls, stream);
            let request = read_request(&mut stream);
            if !request.is_empty() {
                let _ = stream.write_all(&reply(200, "", &completion(ANSWER)));
                stream.conn.send_close_notify();
                let _ = stream.flush();
            }
            all.lock().expect("not poisoned").push(request);
        }
    });
    (port, heard)
}

/// Runs one test of this file again as a process of its own, with variables.
fn again(test: &str, variables: &[(&str, String)]) {
    let mut again = alone(module_path!(), test);
    again.envs(variables.iter().map(|(name, value)| (*name, value)));
    let output = again.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("test result: ok. 1 passed"), "no test is called {test}: {said}");
}

#[test]
fn a_certificate_is_believed_when_this_machine_trusts_it() {
    if let Some(certificate) = std::env::var_os("COUNCIL_TEST_TLS") {
        let (port, heard) = tls_server(certificate.to_str().expect("text"));
        let heard = move || heard.lock().expect("not poisoned").concat();
        let named = seat(&format!("https://localhost:{port}/v1"));
        match certificate.to_str() {
            Some("localhost.pem") => {
                assert_eq!(ask(named).expect("an answer").bytes, ANSWER.as_bytes());
                assert_eq!(heard().matches(KEY).count(), 1);
                let (line, requests) = fails(seat(&format!("https://127.0.0.1:{port}/v1")));
                assert!(line.contains("is of another host") && requests == 1, "{line}");
                assert_eq!(heard().matches(KEY).count(), 1);
            }
            _ => {
                let (line, requests) = fails(named);
                assert!(line.contains("is not valid today") && requests == 1, "{line}");
                assert_eq!(heard(), "");
            }
        }
        return;
    }
    for certificate in ["localhost.pem", "expired.pem"] {
        let file = format!("{}/tests/fixtures/http/{certificate}", env!("CARGO_MANIFEST_DIR"));
        let variables = [("COUNCIL_TEST_TLS", certificate.to_owned()), ("SSL_CERT_FILE", file)];
        again("a_certificate_is_believed_when_this_machine_trusts_it", &variables);
    }
}

#[test]
fn a_certificate_of_a_stranger_ends_it_before_the_key_is_said() {
    let (port, heard) = tls_server("localhost.pem");
    let transport = HttpTransport::new(seat(&format!("https://localhost:{port}/v1")));
    if let Some(why) = transport.obstacle() {
        assert!(why.starts_with("this machine has no root certificates: install"), "{why}");
        return;
    }
    let (line, requests) = fails(seat(&format!("https://localhost:{port}/v1")));
    assert!(line.contains("by an issuer that this machine does not trust"), "{line}");
    assert_eq!((requests, heard.lock().expect("not poisoned").concat().as_str()), (1, ""));
}

#[test]
fn a_machine_without_root_certificates_is_told_what_to_do() {
    if std::env::var_os("SSL_CERT_FILE").is_some_and(|file| file == "/dev/null") {
        let why = HttpTransport::new(seat("https://localhost:1/v1")).obstacle();
        let expected =
            "this machine has no root certificates: install ca-certificates, or set SSL_CERT_FILE";
        assert_eq!(why.as_deref(), Some(expected));
        let server = Server::new(vec![honest()]);
        ask(at(&server)).expect("none are needed without encryption");
        return;
    }
    let nowhere = [("SSL_CERT_FILE", "/dev/null".to_owned()), ("SSL_CERT_DIR", String::new())];
    again("a_machine_without_root_certificates_is_told_what_to_do", &nowhere);
}

#[test]
fn proxy_variables_are_not_looked_at() {
    let child = std::env::var_os("COUNCIL_TEST_BASE");
    if let Some(base) = child {
        ask(seat(base.to_str().expect("text"))).expect("an answer");
        return;
    }
    let (server, proxy) = (Server::new(vec![honest()]), Server::new(vec![honest()]));
    let base = ("COUNCIL_TEST_BASE", format!("http://{}/v1", server.address));
    let names =
        ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
    let proxies = names.map(|name| (name, format!("http://{}", proxy.address)));
    again("proxy_variables_are_not_looked_at", &[&[base][..], &proxies].concat());
    assert_eq!((server.heard().len(), proxy.heard().len()), (1, 0));
}

#[test]
fn a_seat_says_who_sits_there_and_what_stands_in_the_way() {
    let mut seat = seat("http://127.0.0.1:1/v1");
    seat.temperature = Some(0.2);
    let parameters = HttpTransport::new(seat.clone()).identity().parameters;
    let said: Vec<(&str, &str)> =
        parameters.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let all = [
        ("base_url", "http://127.0.0.1:1/v1"),
        ("dialect", "openai"),
        ("temperature", "0.2"),
        ("thinking_tokens", "0"),
    ];
    assert_eq!(said, all);
    for dialect in Dialect::ALL {
        let vendor = HttpSeat {
            provider: dialect.as_str().to_owned(),
            dialect,
            base_url: parse_base_url(dialect.base_url()).expect("a base URL"),
            key: None,
            key_env: Some(dialect.key_env().to_owned()),
            temperature: None,
            thinking_tokens: 0,
            ..seat.clone()
        };
        let transport = HttpTransport::new(vendor);
        assert_eq!(transport.identity().parameters.len(), 1, "its thinking tokens alone");
        let expected =
            format!("{} is not set: export it, or let another hold the seat", dialect.key_env());
        assert_eq!(transport.obstacle(), Some(expected));
    }
    let newline = HttpSeat { key: Some(SecretString::from("a\nb")), ..seat.clone() };
    let why = HttpTransport::new(newline).obstacle().expect("an obstacle");
    assert!(why.starts_with("LOCAL_KEY holds characters that no key has"), "{why}");
    let nobody = HttpSeat { model: " ".to_owned(), ..seat };
    assert!(HttpTransport::new(nobody).obstacle().expect("an obstacle").contains("no model"));
}

#[test]
fn a_ping_is_small_and_shows_nothing() {
    let ping = Request::ping(request().assignment.member, 0);
    let all = format!("{}{}{}", ping.rendered.rules, ping.rendered.shared, ping.rendered.own);
    assert!(all.len() < 200 && !all.contains("Dossier"), "{all}");
    for dialect in Dialect::ALL {
        let server = Server::new(vec![status(401, "", "")]);
        let transport = HttpTransport::new(HttpSeat { dialect, ..at(&server) });
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(transport.send(&ping)).expect_err("401");
        let heard = server.heard();
        assert!(heard.len() == 1 && heard[0].len() < 1_300, "{dialect}: {}", heard[0].len());
        assert!(!heard[0].lines().next().expect("a line").contains("canary"), "{dialect}");
        assert_eq!(heard[0].matches("canary").count(), 1, "{dialect}: in one header");
    }
}

#[test]
fn dropping_a_call_ends_it() {
    let server = Server::new(vec![Act::Hold(Vec::new())]);
    let transport = HttpTransport::new(at(&server));
    let request = request();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let begun = Instant::now();
    runtime.block_on(async {
        let call = transport.send(&request);
        assert!(tokio::time::timeout(Duration::from_millis(100), call).await.is_err());
    });
    drop(runtime);
    assert!(begun.elapsed() < Duration::from_millis(600));
}
