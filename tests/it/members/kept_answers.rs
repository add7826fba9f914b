//! Answers that were paid for are kept in the user's cache, taken again for the same question to the
//! same model, and for nothing else.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use crate::support::seat_id::SeatId;
use crate::support::simulator::Simulator;
use crate::support::simulator::deed::Deed;
use crate::support::simulator::mind::{HONEST, Mind};
use crate::support::table::{THREE, Table, providers};
use crate::support::{Repo, Run};
use serde_json::{Value, json};

const FIRST: &str = "COUNCIL-RFC-0001-20260126-100000";
const QUESTIONS: [&str; 3] = ["STRUCTURAL", "FEASIBILITY", "CONVERGE"];

/// Models of which one opposes what the others found, so that all three cycles ask.
fn council() -> Simulator {
    Simulator::start(Arc::new(|turn| {
        let doubting = Mind { raises: None, vote: "OPPOSE" };
        let mind = if turn.asked.seat == SeatId::Sa1 { doubting } else { HONEST };
        Deed::reply(turn, &mind.answers(turn.asked))
    }))
}

/// A table with one server for all, whose reviews begin a minute after one another.
struct Sitting {
    table: Table,
    server: Simulator,
    reviews: u64,
}

impl Sitting {
    fn new() -> Self {
        Self { table: Table::new(Repo::example()).with_keys(), server: council(), reviews: 0 }
    }

    fn yaml(&self) -> String {
        let prices = ["anthropic:model-a", "openai:model-o", "gemini:model-g"];
        let prices = prices.map(|holder| format!("  {holder}: {{input: 3, output: 15}}\n"));
        format!("{THREE}{}prices:\n{}", providers([&self.server; 3]), prices.concat())
    }

    /// Reviews, and says how many requests each question took.
    fn review_with(&mut self, yaml: &str, args: &[&str]) -> (Run, [usize; 3]) {
        let second = 1_769_421_600 + 60 * self.reviews;
        self.table.set("SOURCE_DATE_EPOCH", &second.to_string());
        self.reviews += 1;
        let before = self.asked();
        let run = self.table.review(yaml, args);
        assert_eq!((run.code, Table::said(&run)), (1, ""), "{run:?}");
        let after = self.asked();
        assert_eq!(self.server.faults(), [""; 0]);
        (run, [0, 1, 2].map(|n| after[n] - before[n]))
    }

    fn review(&mut self) -> (Run, [usize; 3]) {
        self.review_with(&self.yaml(), &[])
    }

    fn asked(&self) -> [usize; 3] {
        QUESTIONS.map(|question| {
            SeatId::ALL.into_iter().map(|seat| self.server.asked(seat, question)).sum()
        })
    }

    /// The latest bundle, which verifies.
    fn bundle(&self) -> Value {
        let names = self.table.repo.reviews("RFC-0001");
        let latest = names.iter().rfind(|name| name.starts_with("rfc_review_")).expect("one");
        let run = self.table.run(&["verify", &format!("evidence/rfc/RFC-0001/reviews/{latest}")]);
        assert_eq!(run.code, 0, "{run:?}");
        self.table.run(&["show", "RFC-0001", "--format", "json"]).json()
    }

    /// The kept answers: each file, and what it holds.
    fn kept(&self) -> Vec<(PathBuf, Value)> {
        let entries = fs::read_dir(self.table.cache()).expect("a cache").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        let read = |path: PathBuf| {
            let bytes = fs::read(&path).expect("readable");
            (path, serde_json::from_slice(&bytes).expect("JSON"))
        };
        paths.into_iter().map(read).collect()
    }
}

/// Everything below a folder.
fn below(folder: &Path) -> BTreeSet<PathBuf> {
    let mut all = BTreeSet::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().expect("a kind").is_dir() {
            all.extend(below(&path));
        }
        all.insert(path);
    }
    all
}

/// To which question a kept answer is.
fn question(kept: &Value) -> String {
    let answer: Value = serde_json::from_str(kept["answer"].as_str().expect("text")).expect("JSON");
    answer["answer"].as_str().expect("a name").to_owned()
}

#[test]
fn nothing_changed_so_nobody_is_asked_and_nothing_is_paid() {
    let mut sitting = Sitting::new();
    let (first, asked) = sitting.review();
    assert_eq!(asked, [3, 3, 3]);
    let before = sitting.bundle();
    let paid = &before["council_metadata"];
    assert!(paid["tokens"]["spent"].as_u64().is_some_and(|spent| spent > 1_000));
    let (second, asked) = sitting.review();
    assert_eq!(asked, [0, 0, 0]);
    let line = "9 calls to models, 9 of them answered from what was kept; 0.0000 USD";
    assert!(second.stdout.contains(line), "{}", second.stdout);
    assert!(!first.stdout.contains("kept"), "{}", first.stdout);
    let bundle = sitting.bundle();
    let calls = bundle["calls"].as_array().expect("calls");
    assert_eq!(calls.len(), 9);
    for (call, before) in calls.iter().zip(before["calls"].as_array().expect("calls")) {
        assert_eq!(call["receipt"]["kept_from"], FIRST);
        assert_eq!(call["receipt"]["prompt"], before["receipt"]["prompt"]);
        assert_eq!(call["reply"], before["reply"], "the same question, the same answer");
        assert_eq!((&call["cost_usd"], &call["charged"]), (&json!("0.0000"), &json!(0)));
        assert!(call["receipt"]["usage"].is_null() && call["receipt"]["requests"].is_null());
    }
    let council = &bundle["council_metadata"];
    assert_eq!(council["cost"], json!({"known_usd": "0.0000", "unknown_calls": 0}));
    assert_eq!(council["tokens"]["spent"], 0);
    let seats = |council: &Value| council["subagents"].clone();
    assert_eq!(seats(council), seats(paid), "who sat is told as before");
    let run = sitting.table.run(&["replay", "COUNCIL-RFC-0001-20260126-100100"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn what_is_changed_back_asks_nobody_again() {
    let mut sitting = Sitting::new();
    sitting.review();
    let ticket = "documents/work/tickets/TCK-00002.yaml";
    sitting.table.repo.edit(ticket, "Add the three messages to", "Put the three messages into");
    let (_, asked) = sitting.review();
    assert_eq!(asked, [3, 3, 3], "each cycle shows the step");
    let bundle = sitting.bundle();
    for call in bundle["calls"].as_array().expect("calls") {
        assert!(call["receipt"]["kept_from"].is_null(), "{call}");
    }
    sitting.table.repo.edit(ticket, "Put the three messages into", "Add the three messages to");
    assert_eq!(sitting.review().1, [0, 0, 0]);
}

#[test]
fn another_model_other_settings_or_fresh_ask_anew() {
    let mut sitting = Sitting::new();
    let yaml = sitting.yaml();
    sitting.review();
    assert_eq!(sitting.review_with(&yaml, &["--fresh"]).1, [3, 3, 3]);
    let other = yaml.replace("openai:model-o", "openai:model-p");
    assert_eq!(sitting.review_with(&other, &[]).1, [1, 1, 1]);
    let warmer = yaml.replace("key_env: OPENAI_API_KEY", "key_env: OPENAI_API_KEY, temperature: 1");
    assert_eq!(sitting.review_with(&warmer, &[]).1, [1, 1, 1]);
    let thinking =
        yaml.replace("key_env: GEMINI_API_KEY", "key_env: GEMINI_API_KEY, thinking_tokens: 1");
    assert_eq!(sitting.review_with(&thinking, &[]).1, [1, 1, 1]);
    // What tokens cost changes no answer.
    let cheaper = yaml.replace("input: 3", "input: 2");
    assert_eq!(sitting.review_with(&cheaper, &[]).1, [0, 0, 0]);
    // Nor does another server answer for this one.
    let elsewhere = council();
    let moved = format!("{THREE}{}", providers([&sitting.server, &elsewhere, &sitting.server]));
    assert_eq!(sitting.review_with(&moved, &[]).1, [0, 0, 0]);
    assert_eq!(elsewhere.requests().len(), 3);
}

#[test]
fn what_is_no_answer_to_the_question_is_not_used() {
    let mut sitting = Sitting::new();
    sitting.review();
    let kept = sitting.kept();
    assert_eq!(kept.len(), 9);
    let of = |name: &str| kept.iter().find(|(_, kept)| question(kept) == name).expect("one");
    let (path, own) = of("STRUCTURAL");
    let (_, other) = of("FEASIBILITY");
    let with = |key: &str, value: Value| {
        let mut changed = own.clone();
        changed[key] = value;
        changed.to_string().into_bytes()
    };
    let answer = own["answer"].as_str().expect("text");
    let forms: [(&str, Vec<u8>); 9] = [
        ("nothing", Vec::new()),
        ("no JSON", b"{\"session\":".to_vec()),
        ("no UTF-8", vec![0xff; 100]),
        ("another question's answer", other.to_string().into_bytes()),
        ("an answer cut short", with("answer", json!(&answer[..answer.len() / 2]))),
        (
            "an answer with a field more",
            with("answer", json!(answer.replacen('{', "{\"a\":1,", 1))),
        ),
        ("a field more", with("verdict", json!("APPROVED"))),
        ("no session", with("session", json!("../../etc"))),
        ("far too much", vec![b' '; 17 << 20]),
    ];
    for (what, bytes) in forms {
        fs::write(path, bytes).expect("written");
        assert_eq!(sitting.review().1, [1, 0, 0], "{what}");
        assert_eq!(
            question(&sitting.kept().iter().find(|k| k.0 == *path).expect("it").1),
            "STRUCTURAL"
        );
    }
    fs::remove_file(path).expect("removed");
    fs::create_dir(path).expect("made");
    assert_eq!(sitting.review().1, [1, 0, 0], "a folder");
    fs::remove_dir(path).expect("removed");
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
    assert_eq!(sitting.review().1, [1, 0, 0], "a pipe, which nobody writes to");
    fs::remove_file(path).expect("removed");
    assert_eq!(sitting.review().1[1..], [0, 0]);
}

#[test]
fn an_answer_that_cannot_be_read_is_never_kept() {
    let table = Table::new(Repo::example()).with_keys();
    let server = Simulator::start(Arc::new(|turn| {
        let good = HONEST.answers(turn.asked).to_string();
        match (turn.asked.again, turn.asked.seat) {
            (true, _) => Deed::text(turn, good),
            (false, SeatId::Sa1) => Deed::text(turn, "BAD-ANSWER of a model"),
            (false, SeatId::Sa2) => Deed::text(turn, good.replacen('{', "{\"BAD-ANSWER\": 1, ", 1)),
            (false, SeatId::Sa3) => Deed::text(turn, &good[..good.len() - 1]),
        }
    }));
    let mut sitting = Sitting { table, server, reviews: 0 };
    assert_eq!(sitting.review().1, [6, 6, 0]);
    let kept = sitting.kept();
    assert_eq!(kept.len(), 6, "those that were asked for again");
    assert!(!kept.iter().any(|(_, kept)| kept.to_string().contains("BAD-ANSWER")));
    assert_eq!(sitting.review().1, [3, 3, 0], "what failed is asked again, the rest is kept");
}

#[test]
fn the_cache_is_for_its_owner_alone_and_nowhere_else() {
    let mut sitting = Sitting::new();
    let before = below(sitting.table.home());
    sitting.review();
    let cache = sitting.table.cache();
    let new: Vec<PathBuf> = below(sitting.table.home()).difference(&before).cloned().collect();
    let allowed = |path: &PathBuf| {
        path.starts_with(&cache) || cache.starts_with(path) || path.ends_with("council.yaml")
    };
    assert!(new.iter().all(allowed), "{new:?}");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&cache), 0o700);
    let kept = sitting.kept();
    assert!(kept.iter().all(|(path, _)| mode(path) == 0o600), "{:o}", mode(&kept[0].0));
    assert!(below(sitting.table.repo.path()).iter().all(|path| !path.ends_with("answers")));
    // Elsewhere when the user says so, and there only.
    let elsewhere = sitting.table.home().join("elsewhere");
    fs::remove_dir_all(sitting.table.home().join(".cache")).expect("removed");
    sitting.table.set("XDG_CACHE_HOME", elsewhere.to_str().expect("UTF-8"));
    assert_eq!(sitting.review().1, [3, 3, 3]);
    assert_eq!(sitting.review().1, [0, 0, 0]);
    assert_eq!(fs::read_dir(elsewhere.join("council-review/answers")).expect("there").count(), 9);
    assert!(!sitting.table.home().join(".cache").exists());
}

#[test]
fn without_a_cache_a_review_goes_on() {
    let mut sitting = Sitting::new();
    fs::write(sitting.table.home().join(".cache"), "a file").expect("written");
    assert_eq!(sitting.review().1, [3, 3, 3]);
    assert_eq!(sitting.review().1, [3, 3, 3]);
    sitting.table.set("HOME", "");
    assert_eq!(sitting.review().1, [3, 3, 3]);
}

#[test]
fn a_repository_brings_no_answers() {
    let mut sitting = Sitting::new();
    sitting.review();
    for (path, _) in sitting.kept() {
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
        let bytes = fs::read(&path).expect("readable");
        for folder in [".cache", "cache", "evidence/rfc/RFC-0001"] {
            sitting.table.repo.write(&format!("{folder}/council-review/answers/{name}"), &bytes);
        }
    }
    sitting.table.repo.commit("bring answers along");
    fs::remove_dir_all(sitting.table.home().join(".cache")).expect("removed");
    for (home, cache) in [("", ""), (".", ".cache"), ("", "./.cache"), ("", "cache")] {
        sitting.table.set("HOME", home);
        sitting.table.set("XDG_CACHE_HOME", cache);
        assert_eq!(sitting.review().1, [3, 3, 3], "HOME={home} XDG_CACHE_HOME={cache}");
    }
}
