//! Seats that cannot be asked: one line, what to do, and nothing paid. What is known beforehand ends
//! with 65 before anybody is asked; what only asking shows costs the seat its place.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use crate::support::simulator::Simulator;
use crate::support::simulator::deed::Deed;
use crate::support::simulator::mind::HONEST;
use crate::support::simulator::wire::{DIALECTS, Dialect};
use crate::support::table::{KEYS, Local, THREE, Table, as_it_is, providers, simulator};
use crate::support::{Repo, Run};
use serde_json::Value;

/// It ended with 65 and this one line, before anything was begun.
fn refused(table: &Table, run: &Run, line: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (65, ""), "{run:?}");
    assert_eq!(run.stderr, format!("council-review: {line}\n"));
    assert_eq!(table.repo.reviews("RFC-0001"), [""; 0], "nothing was begun");
}

#[test]
fn a_missing_key_is_told_before_anybody_is_asked() {
    for (n, missing) in KEYS.into_iter().enumerate() {
        for value in [None, Some("")] {
            let mut table = Table::new(Repo::example());
            for name in KEYS.into_iter().filter(|name| *name != missing) {
                table.set(name, "a-key");
            }
            if let Some(value) = value {
                table.set(missing, value);
            }
            let server = simulator(HONEST);
            let run = table.review(&format!("{THREE}{}", providers([&server; 3])), &[]);
            let seat = n + 1;
            let line =
                format!("SA-{seat}: {missing} is not set: export it, or let another hold the seat");
            refused(&table, &run, &line);
            assert_eq!(server.requests().len(), 0, "also those who could be asked are not");
        }
    }
}

#[test]
fn a_key_that_is_none_is_told_without_showing_it() {
    let mut table = Table::new(Repo::example()).with_keys();
    table.set("OPENAI_API_KEY", "sk-canary\nx-evil: 1");
    let server = simulator(HONEST);
    let run = table.review(&format!("{THREE}{}", providers([&server; 3])), &[]);
    let line = "SA-2: OPENAI_API_KEY holds characters that no key has: export it anew, or let another hold the seat";
    refused(&table, &run, line);
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn a_program_that_is_not_there_is_told_before_anybody_is_asked() {
    let mut table = Table::new(Repo::example()).with_keys();
    let server = simulator(HONEST);
    let not_there = "is not on PATH: install it, or let another hold the seat";
    let with = |seat: &str, commands: &str| {
        let seats = "seats:\n  SA-1: anthropic:model-a\n  SA-2: ";
        format!("{seats}{seat}\n{commands}{}", providers([&server; 3]))
    };
    let none = table.home().join("none");
    let mine = |argv: &str| format!("commands:\n  mine: {{argv: [{argv}]}}\n");
    let no_path = none.display().to_string();
    for (seat, commands, line) in [
        ("command:codex", String::new(), format!("SA-2: codex {not_there}")),
        ("command:mine", mine("my-agent"), format!("SA-2: my-agent {not_there}")),
        (
            "command:mine",
            mine(&no_path),
            format!("SA-2: there is no program {no_path}: correct its path"),
        ),
        (
            "command:mine",
            mine("./my-agent"),
            "SA-2: ./my-agent is a relative path: name it by its absolute path, or put it on PATH"
                .to_owned(),
        ),
        (
            "command:mine",
            "commands:\n  mine: {argv: [cat], env: [NOT_SET]}\n".to_owned(),
            "SA-2: NOT_SET is not set: set it, or take it from mine's `env`".to_owned(),
        ),
    ] {
        // One of that name in the repository is not on PATH.
        table.repo.write("my-agent", "#!/bin/sh\n");
        let run = table.review(&with(seat, &commands), &[]);
        refused(&table, &run, &line);
    }
    table.set("PATH", ".");
    let run = table.review(&with("command:claude", ""), &[]);
    refused(&table, &run, &format!("SA-2: claude {not_there}"));
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn a_mailbox_that_is_gone_is_told_before_anybody_is_asked() {
    let table = Table::new(Repo::example()).with_keys();
    let server = simulator(HONEST);
    let yaml = format!("seats:\n  SA-1: anthropic:model-a\n{}", providers([&server; 3]));
    let folder = table.home().join("gone");
    let seat = format!("SA-3=mailbox:{}", folder.display());
    let run = table.review(&yaml, &["--seat", &seat]);
    let shown = folder.display();
    refused(
        &table,
        &run,
        &format!("SA-3: there is no mailbox {shown}: make it with `mkdir -p {shown}`"),
    );
    fs::write(&folder, "").expect("written");
    let run = table.review(&yaml, &["--seat", &seat]);
    refused(&table, &run, &format!("SA-3: the mailbox {shown} is no folder: name one that is"));
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn what_cannot_be_asked_is_known_to_resume_too() {
    let table = Table::new(Repo::example());
    let run = table.run(&["resume", "COUNCIL-RFC-0001-20260126-100000", "--seat", "SA-1=gemini:m"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
}

#[test]
fn words_that_name_nobody_are_usage() {
    let table = Table::new(Repo::example());
    for (word, told) in [
        (
            "SA-1=nobody:m",
            "there is no provider nobody: name it under providers, or take one of anthropic, openai, gemini",
        ),
        (
            "SA-1=command:nobody",
            "there is no command nobody: name it under commands, or take one of claude, codex, gemini",
        ),
    ] {
        let run = table.run(&["RFC-0001", "--seat", word]);
        let line = format!("council-review: --seat {word}: {told}\n");
        assert_eq!((run.code, run.stderr), (64, line));
    }
}

/// The faults of a bundle's seats, by seat.
fn failures(table: &Table) -> [String; 3] {
    let bundle = table.run(&["show", "RFC-0001", "--format", "json"]).json();
    let seats = &bundle["council_metadata"]["subagents"];
    let fault = |seat: &Value| match &seat["failure"] {
        Value::Null => String::new(),
        failure => failure["fault"].to_string(),
    };
    [0, 1, 2].map(|n| fault(&seats[n]))
}

/// A provider that knows no model of that name, in its own words.
fn knows_nobody() -> Simulator {
    Simulator::start(Arc::new(|turn| {
        let says = match turn.dialect {
            Dialect::Anthropic => "model: model-a",
            Dialect::OpenAi => {
                "The model `model-o` does not exist or you do not have access to it."
            }
            Dialect::Gemini => "models/model-g is not found for API version v1beta",
        };
        Deed::error(turn.dialect, 404, says)
    }))
}

#[test]
fn a_wrong_model_costs_its_seat_and_no_more_than_one_request() {
    let lines = [
        "not_found_error: model: model-a: check the model's name and the base URL",
        "The model `model-o` does not exist or you do not have access to it.: check the model's name",
        "models/model-g is not found for API version v1beta: check the model's name",
    ];
    for n in 0..DIALECTS.len() {
        let table = Table::new(Repo::example()).with_keys();
        let (good, bad) = (simulator(HONEST), knows_nobody());
        let mut servers = [&good; 3];
        servers[n] = &bad;
        let run = table.review(&format!("{THREE}{}", providers(servers)), &[]);
        assert_eq!(run.code, 1, "{run:?}");
        assert_eq!(bad.requests().len(), 1);
        let told = failures(&table);
        assert!(told[n].contains(" answered 404: ") && told[n].contains(lines[n]), "{told:?}");
        assert_eq!(told.iter().filter(|line| line.is_empty()).count(), 2);
        assert!(run.stdout.contains(&format!("degraded: SA-{} fell out in cycle 1", n + 1)));
    }
    // Two of them: no quorum.
    let table = Table::new(Repo::example()).with_keys();
    let (good, bad) = (simulator(HONEST), knows_nobody());
    let run = table.review(&format!("{THREE}{}", providers([&bad, &good, &bad])), &[]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.stdout.starts_with("ABORTED"), "{}", run.stdout);
    assert!(run.stdout.contains("QUORUM_LOST"), "{}", run.stdout);
    assert!(run.stdout.contains("check the model's name"), "the reason is told: {}", run.stdout);
}

/// A server that answers whatever it is told with a plain 400.
fn speaks_no_tls() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("it is bound");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
        }
    });
    address
}

#[test]
fn hosts_that_cannot_be_reached_cost_their_seats() {
    let table = Table::new(Repo::example()).with_keys();
    let good = simulator(HONEST);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let mut yaml = format!("{THREE}{}", providers([&good; 3]));
    let of = |dialect| good.base_url(dialect);
    // Nobody listens there; no TLS is spoken there.
    let tls = format!("https://{}/v1", speaks_no_tls());
    yaml = yaml.replacen(&of(Dialect::Anthropic), &format!("http://127.0.0.1:{port}"), 1);
    let one = table.review(&yaml, &[]);
    assert_eq!(one.code, 1, "{one:?}");
    let told = failures(&table);
    assert!(
        told[0].contains(&format!(
            "could not connect to 127.0.0.1:{port}: connection refused: is the server up? (asked 3 times)"
        )),
        "{told:?}"
    );
    let table = Table::new(Repo::example()).with_keys();
    let run = table.review(&yaml.replacen(&of(Dialect::OpenAi), &tls, 1), &[]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.stdout.contains("QUORUM_LOST"), "{}", run.stdout);
    let told = failures(&table);
    assert!(told[0].contains("connection refused"), "{told:?}");
    assert!(
        told[1].contains("it does not speak TLS there: should the base URL begin with http://?"),
        "{told:?}"
    );
}

#[test]
fn a_plain_host_elsewhere_is_refused_with_its_place() {
    let table = Table::new(Repo::example()).with_keys();
    let yaml = "seats: {SA-1: 'far:m'}\nproviders:\n  far: {dialect: openai, base_url: 'http://models.example/v1'}\n";
    let run = table.review(yaml, &[]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(
        run.stderr.contains(":3:36: models.example would be asked without encryption: write https, or use a server on this machine"),
        "{run:?}"
    );
}

#[test]
fn an_agent_that_fails_costs_its_seat() {
    let table = Table::new(Repo::example());
    table.program(
        "claude",
        "cat > /dev/null; echo 'Invalid API key · Please run /login' >&2; exit 1",
    );
    table.repo.write("council.yaml", "commands: {claude: {home: keep}}\n");
    let run = table.run(&["RFC-0001", "--seat", "SA-2=command:claude"]);
    assert_eq!(run.code, 1, "{run:?}");
    let told = failures(&table);
    assert!(told[1].contains("claude: ended with exit status: 1: Invalid API key"), "{told:?}");
    // One that is there and does nothing wrong sits to the end.
    let table = Table::new(Repo::example());
    table.agent("my-agent", HONEST, as_it_is);
    let yaml = "seats: {SA-2: 'command:mine'}\ncommands: {mine: {argv: [my-agent]}}\n";
    assert_ne!(table.review(yaml, &[]).code, 65);
    assert_eq!(failures(&table), ["", "", ""]);
}

#[test]
fn a_server_that_cuts_the_prompt_costs_its_seat() {
    let table = Table::new(Repo::example());
    let server = Local::start(HONEST);
    let yaml = |model: &str| {
        let url = server.base_url();
        format!(
            "seats: {{SA-2: 'local:{model}'}}\nproviders: {{local: {{dialect: openai, base_url: '{url}'}}}}\n"
        )
    };
    table.review(&yaml("small:1b"), &[]);
    let told = failures(&table);
    assert!(told[1].contains("cut the prompt and read 102"), "{told:?}");
    assert!(told[1].contains("tokens: raise its context length"), "{told:?}");
    let table = Table::new(Repo::example());
    table.review(&yaml("large:1b"), &[]);
    assert_eq!(failures(&table), ["", "", ""]);
}

#[test]
fn a_model_that_thinks_longer_than_it_may_costs_its_seat() {
    for (thinking, said) in [(", thinking_tokens: 1000", "raise its `thinking_tokens`"), ("", "")] {
        let table = Table::new(Repo::example()).with_keys();
        let server = simulator(HONEST);
        let vendors = providers([&server; 3]).replace("}\n", &format!("{thinking}}}\n"));
        table.review(&format!("seats: {{SA-1: 'anthropic:claude-sonnet-5-5'}}\n{vendors}"), &[]);
        let told = failures(&table);
        assert!(told[0].contains(said) && told[0].is_empty() == said.is_empty(), "{told:?}");
    }
}
