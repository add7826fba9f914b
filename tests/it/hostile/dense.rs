//! Replies of 4 MiB that hold as many values as fit: each is refused at once, whatever carries it.
//! `cargo test --release --test it hostile::dense:: -- --nocapture` says what the worst of them takes.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::cost::watch;
use crate::support::table::Table;
use crate::support::{self, Repo, figure};
use serde_json::json;

const BYTES: usize = 4 << 20;

/// The seconds that a session may take.
const LIMIT: u64 = 10;

/// So many times a part that the whole has just less than 4 MiB, between a beginning and an end.
fn filled(begin: &str, part: &str, end: &str) -> String {
    let count = (BYTES - begin.len() - end.len() - 8) / part.len();
    let parts = part.repeat(count);
    format!("{begin}{}{end}", parts.trim_end_matches(','))
}

/// Every dense shape of a reply to the first question.
fn shapes() -> Vec<(&'static str, String)> {
    let findings = |part: &str| filled(r#"{"answer":"STRUCTURAL","findings":["#, part, "]}");
    let nested = format!("{}{},", "[".repeat(60), "]".repeat(60));
    let keys: String = (0..300_000).map(|n| format!("\"k{n}\":{n},")).collect();
    let keys = format!("{{\"answer\":\"STRUCTURAL\",{}}}", keys.trim_end_matches(','));
    let claim = json!({
        "gate_id": "GATE-TCK-SCHEMA", "subcategory": "SCOPE_GAP", "severity": "INFO",
        "source_mode": 1, "file": "documents/work/tickets/TCK-00001.yaml", "yaml_path": "",
        "quote": "Greet", "description": "x", "remediation": "",
    });
    vec![
        ("lists", findings("[],")),
        ("objects", findings("{},")),
        ("integers", findings("1,")),
        ("strings", findings("\"\",")),
        ("nested lists", findings(&nested)),
        ("lists without end", filled("", "[", "")),
        ("keys", keys),
        ("a text", filled(r#"{"answer":""#, "\\u0041,[", r#""}"#)),
        ("findings", findings(&format!("{claim},"))),
    ]
}

/// A server that sends these bytes as JSON to whoever asks.
fn serve(body: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("bound");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut asked = [0; 1 << 16];
            let _ = stream.read(&mut asked);
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _ =
                stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        }
    });
    format!("http://{address}/v1")
}

/// The reply where a mailbox looks for it, both times that it asks.
fn put(mailbox: &Path, reply: &str) {
    let folder = mailbox.join("COUNCIL-RFC-0001-20260126-100000");
    fs::create_dir_all(&folder).expect("made");
    for attempt in ["", ".2"] {
        fs::write(folder.join(format!("SA-2.CYCLE_1{attempt}.reply.json")), reply)
            .expect("written");
    }
}

#[test]
fn f11_every_dense_reply_is_refused_in_little_memory_and_in_time() {
    let (mut worst, mut longest) = ((0, ""), (Duration::ZERO, ""));
    for (at, (name, reply)) in shapes().into_iter().enumerate() {
        let mut table = Table::new(Repo::example());
        table.set("DENSE_KEY", "sk-canary-0123456789");
        let file = table.home().join("reply.json");
        fs::write(&file, &reply).expect("written");
        table.program("dense", &format!("cat > /dev/null; cat {}", file.display()));
        let mailbox = table.home().join("box");
        put(&mailbox, &reply);
        // As the text of an answer, and as the answer of the server itself.
        let body = match at % 2 {
            0 => json!({"choices": [{"message": {"content": reply}, "finish_reason": "stop"}]})
                .to_string(),
            _ => reply.clone(),
        };
        let url = serve(body.chars().take(BYTES).collect());
        let config = table.config(&format!(
            "council: {{timeout_seconds: {LIMIT}}}\n\
             seats:\n  SA-1: command:dense\n  SA-3: openai:m\n\
             commands:\n  dense: {{argv: [dense]}}\n\
             providers:\n  openai: {{base_url: \"{url}\", key_env: DENSE_KEY}}\n"
        ));
        let seat = format!("SA-2=mailbox:{}", mailbox.display());
        let binary = env!("CARGO_BIN_EXE_council-review");
        let mut command =
            table.command(binary, &["RFC-0001", "-q", "--config", &config, "--seat", &seat]);
        let begun = Instant::now();
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let held = watch(&mut child).expect("Linux says it");
        let took = begun.elapsed();
        let run: support::Run = child.wait_with_output().expect("it ended").into();
        assert_eq!(run.code, 3, "{name}: {run:?}");
        assert!(run.stdout.contains("fewer than two seats are left"), "{name}: {run:?}");
        assert!(held < 256 << 20, "{name}: {} MB", held >> 20);
        assert!(took < Duration::from_secs(LIMIT + 1), "{name}: {took:?}");
        worst = worst.max((held, name));
        longest = longest.max((took, name));
        let evidence = table.repo.reviews("RFC-0001");
        assert_eq!(evidence.len(), 2, "{name}: session and bundle are written");
    }
    figure(&format!(
        "replies of 4 MiB: at most {} MB ({}), {:.1} s ({})",
        worst.0 >> 20,
        worst.1,
        longest.0.as_secs_f64(),
        longest.1
    ));
}
