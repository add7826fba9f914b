//! Hostile YAML where a ticket, an RFC, an atlas or the configuration should be, read by the real
//! binary in a real repository: one clear finding or a clean reading, at little cost.
//!
//! `cargo test --release --test it hostile::yaml:: -- --nocapture` prints what each document costs more
//! than the same repository without it, and holds it to 100 ms of processor and 64 MB. Without
//! `--release` the time may be twenty times as long.

mod documents;

use std::process::Command;
use std::time::Duration;

use crate::support::{self, Repo, Run, binary, cost, figure};
use documents::{Content, Hostile};
use serde_json::Value;

/// What the tool should say of a ticket.
#[derive(Clone, Copy)]
pub(crate) enum Says {
    /// That this rule of GATES.md is broken.
    Rule(&'static str),
    /// Nothing of its bytes or its YAML.
    Clean,
    /// Readers may differ; one finding or a clean reading.
    Anything,
}

/// The rules on bytes and YAML.
const READING: [&str; 6] = ["R4", "R5", "R6", "R7", "R8", "R9"];

const MEMORY: u64 = 64 << 20;
const PROCESSOR: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 100 });
/// Runs that a processor time is the mean of.
const RUNS: u32 = if cfg!(debug_assertions) { 1 } else { 5 };

/// Where a document stands, and the lines above its body.
struct Role {
    name: &'static str,
    path: &'static str,
    head: &'static str,
}

const ROLES: [Role; 4] = [
    Role {
        name: "ticket",
        path: "documents/work/tickets/TCK-00099.yaml",
        head: "ticket_meta:\n  ticket:\n    id: TCK-00099\n    title: hostile\n  binds:\n    rfc_id: RFC-0001\n",
    },
    Role {
        name: "RFC",
        path: "documents/rfcs/RFC-0001/01_problem_and_imports.yaml",
        head: "rfc_problem_and_imports:\n",
    },
    Role {
        name: "atlas",
        path: "evidence/prd/PRD-0001/ccp/component_atlas.yaml",
        head: "component_atlas:\n",
    },
    Role { name: "council.yaml", path: "council.yaml", head: "council:\n" },
];

fn bytes(role: &Role, hostile: &Hostile) -> Vec<u8> {
    match &hostile.content {
        Content::Whole(bytes) => bytes.clone(),
        Content::Body(text) => format!("{}{text}", role.head).into_bytes(),
    }
}

fn gates(repo: &Repo, format: &str) -> Command {
    let mut command = binary();
    command.args(["gates", "--all", "--format", format]).current_dir(repo.path());
    command
}

/// What the tool said of a file: the rules on reading it, each with its place.
fn said(run: &Run, file: &str) -> Vec<(String, String)> {
    let report = run.json();
    let of = |findings: &Value| findings.as_array().expect("a list").clone();
    let mut findings = of(&report["repository"]["findings"]);
    for review in report["reviews"].as_array().expect("a list") {
        findings.extend(of(&review["findings"]));
    }
    let ours = findings.iter().filter(|finding| finding["location"]["file"] == file);
    ours.map(|finding| {
        let at = &finding["location"];
        let rule = finding["rule"].as_str().expect("a rule").to_owned();
        (rule, format!("{file}:{}:{}", at["line"], at["column"]))
    })
    .filter(|(rule, _)| READING.contains(&rule.as_str()))
    .collect()
}

/// Whether the tool answered as it should.
fn judge(role: &Role, hostile: &Hostile, run: &Run, page: &Run) {
    let name = format!("{} as {}", hostile.name, role.name);
    assert_eq!((run.code, &run.stderr), (page.code, &page.stderr), "{name}");
    assert!([0, 1, 65].contains(&run.code), "{name}: {run:?}");
    if run.code == 65 {
        assert_eq!((role.name, run.stdout.as_str()), ("council.yaml", ""), "{name}");
        assert!(run.stderr.len() < 32 << 10 && !run.stderr.is_empty(), "{name}: {}", run.stderr);
        for line in run.stderr.lines() {
            let says = line.strip_prefix("council-review: ").unwrap_or_default();
            // A file that is too large to be read has no line to point at.
            let is_placed = says.starts_with("council.yaml:");
            assert!(is_placed || says.starts_with("cannot read council.yaml: "), "{name}: {line}");
        }
        return;
    }
    assert_eq!(run.stderr, "", "{name}");
    let said = said(run, role.path);
    if role.name == "ticket" {
        match hostile.says {
            Says::Rule(rule) => assert!(said.iter().any(|(r, _)| r == rule), "{name}: {said:?}"),
            Says::Clean => assert_eq!(said, [], "{name}"),
            Says::Anything => {}
        }
        let fatal = said.iter().filter(|(rule, _)| ["R4", "R6"].contains(&rule.as_str()));
        assert!(fatal.count() <= 1, "{name}: one finding for a file that is not read");
    }
    if let Some((rule, place)) = said.first() {
        assert!(page.stdout.contains(place.as_str()), "{name}: {rule} at {place}\n{}", page.stdout);
    }
    assert!(page.stdout.len() < 64 << 10, "{name}: {} bytes to read", page.stdout.len());
}

#[test]
fn hostile_documents_cost_little_and_are_told_in_one_line() {
    let repo = Repo::example();
    repo.edit("documents/rfcs/RFC-0001/00_meta.yaml", "prd_id: NONE", "prd_id: PRD-0001");
    repo.commit("an RFC of a PRD");
    let calm = cost::processor(&mut gates(&repo, "json"), 4 * RUNS).1;
    let small = cost::memory(&mut gates(&repo, "text")).1;
    let documents = documents::all();
    assert!(documents.len() >= 27);
    figure(&format!("{:<14} {:<48} {:>6} {:>8}", "as", "document", "ms", "MB"));
    let (mut slowest, mut largest) = (Duration::ZERO, 0);
    let mut told = 0;
    for (place, role) in ROLES.iter().enumerate() {
        let before = std::fs::read(repo.at(role.path)).ok();
        // Without optimisation each stands as a ticket, and in one of the other places.
        let others = ROLES.len() - 1;
        let is_tried =
            |at: usize| !cfg!(debug_assertions) || place == 0 || at % others + 1 == place;
        for (_, hostile) in documents.iter().enumerate().filter(|(at, _)| is_tried(*at)) {
            told += 1;
            repo.write(role.path, bytes(role, hostile));
            let (run, busy) = cost::processor(&mut gates(&repo, "json"), RUNS);
            let (page, held) = cost::memory(&mut gates(&repo, "text"));
            judge(role, hostile, &run, &page);
            let busy = busy.zip(calm).map(|(busy, calm)| busy.saturating_sub(calm));
            let held = held.zip(small).map(|(held, small)| held.saturating_sub(small));
            let (Some(busy), Some(held)) = (busy, held) else {
                continue;
            };
            let (ms, mb) = (busy.as_secs_f64() * 1e3, held as f64 / f64::from(1 << 20));
            figure(&format!("{:<14} {:<48} {ms:>6.0} {mb:>8.1}", role.name, hostile.name));
            (slowest, largest) = (slowest.max(busy), largest.max(held));
            assert!(held < MEMORY, "{} as {}: {mb:.1} MB", hostile.name, role.name);
            assert!(busy < PROCESSOR, "{} as {}: {ms:.0} ms", hostile.name, role.name);
        }
        match before {
            Some(bytes) => repo.write(role.path, bytes),
            None => std::fs::remove_file(repo.at(role.path)).expect("it was written"),
        }
    }
    if calm.is_none() || small.is_none() {
        support::skipped("no processor time or memory is told here: only the answers were judged");
    }
    figure(&format!(
        "{} documents, {told} readings in {} places: at most {:.0} ms and {:.1} MB more",
        documents.len(),
        ROLES.len(),
        slowest.as_secs_f64() * 1e3,
        largest as f64 / f64::from(1 << 20)
    ));
}
