//! Whatever stands in the files: no panic, no hang, nothing shown raw.

#![expect(clippy::print_stdout, reason = "a figure, or why there is none")]

use std::sync::Arc;
use std::thread;

use crate::support::seat_id::SeatId;
use crate::support::{aside, scale};
use council_review::app::init::EXAMPLE;
use council_review::core::draw::SplitMix;
use council_review::council::rfc::ask::{Ask, Division, Task};
use council_review::evidence::v2::SCHEMA_VERSION;
use council_review::evidence::v2::bundle::Tool;
use council_review::evidence::v2::gates::{GatesReport, GatesReview, RepositoryFindings};
use council_review::gates;
use council_review::model::{Layout, SubjectId};
use council_review::report::{Style, terminal};
use council_review::rules::RuleMember;
use council_review::source::memory::MemorySnapshot;
use council_review::source::{Dossier, Library};
use council_review::yaml;

/// Loads, gates, seats and page over these files; returns the page.
fn everything(files: &[(&str, Vec<u8>)]) -> String {
    let snapshot = files
        .iter()
        .fold(MemorySnapshot::new(), |snapshot, (path, bytes)| snapshot.file(*path, bytes));
    let library = Arc::new(Library::load(&snapshot, Layout::default()));
    let rfc: SubjectId = "RFC-0001".parse().expect("an id");
    let mut reviews = Vec::new();
    if let Some(dossier) = Dossier::build(Arc::clone(&library), &rfc) {
        let dossier = Arc::new(dossier);
        let results = gates::check_all(&dossier);
        let reviewable = dossier.state.is_reviewable();
        reviews.push(GatesReview::new(&rfc, dossier.state.as_str(), reviewable, &results, &[]));
        // The seats of one panel read and apply their rules once.
        let panel = RuleMember::panel(&dossier, &Arc::default());
        for (seat, offline) in SeatId::ALL.into_iter().zip(&panel) {
            let task = Task {
                session: "COUNCIL-RFC-0001-20260126-100000".parse().expect("an id"),
                rfc: rfc.clone(),
                seat: seat.name(),
                modes: seat.key_modes().to_vec(),
                attempt: 1,
                question: Ask::Structural {
                    gates: Vec::new(),
                    findings: Vec::new(),
                    reading: Division::Whole,
                    most: 0,
                },
            };
            offline.answer(&task);
        }
    }
    let _ = gates::repository_findings(&library);
    let report = GatesReport {
        base: None,
        schema_version: SCHEMA_VERSION.to_owned(),
        tool: Tool { name: String::new(), version: String::new() },
        reviews,
        repository: RepositoryFindings::default(),
        leaving: Default::default(),
    };
    terminal::gates(&report, None, Style::default())
}

/// A small change of the kind that editors, merges and attackers make.
fn mutate(bytes: &mut Vec<u8>, random: &mut SplitMix) {
    const SCRAPS: [&[u8]; 16] = [
        b"\t",
        b"\0",
        b"\xff",
        b"- ",
        b": ",
        b"&a ",
        b"*a",
        b"!!x ",
        b"|",
        b"[",
        b"}",
        b"\n---\n",
        b"\r",
        b"'",
        b"\xe2\x80\xae",
        b"~",
    ];
    if bytes.is_empty() {
        return;
    }
    let at = (random.next() % bytes.len() as u64) as usize;
    match random.next() % 5 {
        0 => bytes[at] = random.next() as u8,
        1 => {
            bytes.remove(at);
        }
        2 => {
            let scrap = SCRAPS[(random.next() % SCRAPS.len() as u64) as usize];
            bytes.splice(at..at, scrap.iter().copied());
        }
        3 => {
            let line = bytes.iter().skip(at).position(|&b| b == b'\n').unwrap_or(0);
            bytes.drain(at..at + line);
        }
        _ => {
            let end = (at + 60).min(bytes.len());
            let copy = bytes[at..end].to_vec();
            bytes.extend(copy);
        }
    }
}

/// The repositories are made in so many shares, each by a generator of its own, on all cores.
const SHARES: usize = 60;

#[test]
fn damaged_repositories_are_read_to_the_end() {
    let count = scale().of(900, 3_000, 3_000) / SHARES;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            let shares = (first..SHARES).step_by(threads);
            scope.spawn(move || shares.for_each(|n| damaged_repositories(n as u64, count)));
        }
    });
}

fn damaged_repositories(seed: u64, count: usize) {
    let mut random = SplitMix(42 + seed);
    for _ in 0..count {
        let mut files: Vec<(&str, Vec<u8>)> =
            EXAMPLE.iter().map(|(path, text)| (*path, text.as_bytes().to_vec())).collect();
        for _ in 0..=random.next() % 4 {
            let which = (random.next() % files.len() as u64) as usize;
            mutate(&mut files[which].1, &mut random);
        }
        everything(&files);
    }
}

#[test]
fn a_hundred_thousand_damaged_documents_are_read_or_refused() {
    let mut random = SplitMix(7);
    let mut read = 0;
    for _ in 0..20_000 {
        let (_, text) = EXAMPLE[(random.next() % EXAMPLE.len() as u64) as usize];
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..5 {
            mutate(&mut bytes, &mut random);
            read += u32::from(yaml::read(&bytes, yaml::Limits::TICKET).is_ok());
        }
    }
    println!("{read} of 100000 were read");
    assert!((1_000..99_000).contains(&read), "{read}");
}

#[test]
fn naughty_strings_are_shown_escaped() {
    let Some(path) = aside::shared("corpora/naughty-strings/blns.json") else { return };
    let text = std::fs::read_to_string(&path).expect("a list of strings");
    let strings: Vec<String> = serde_json::from_str(&text).expect("a list of strings");
    for naughty in &strings {
        // In the title, and as a dependency that does not exist, so that it is quoted in a finding.
        let quoted = serde_json::to_string(naughty).expect("JSON is YAML");
        let ticket = format!(
            "ticket_meta:\n  ticket:\n    id: TCK-00001\n    title: {quoted}\n  binds:\n    rfc_id: RFC-0001\n  \
             dependencies:\n    tickets:\n    - {quoted}\n"
        );
        let mut files: Vec<(&str, Vec<u8>)> =
            EXAMPLE.iter().map(|(path, text)| (*path, text.as_bytes().to_vec())).collect();
        files[3].1 = ticket.into_bytes();
        let page = everything(&files);
        let raw = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}');
        assert!(!page.chars().any(raw), "{naughty:?} in {page:?}");
        assert!(!page.lines().any(|line| line.trim_start().starts_with("::")), "{naughty:?}");
    }
    assert!(strings.len() > 400);
}
