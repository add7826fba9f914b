//! Evidence files that were made to cost: refused in time that grows with their size and no faster.

use std::time::{Duration, Instant};

use crate::support::bundles::{self, Kind};
use crate::support::edits::paths;
use crate::support::forge::{FOLDER, bundle, newest, put};
use crate::support::{Repo, figure, scale};
use council_review::evidence::read::{self, MOST_FAULTS};
use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::v2::previous_bundle::PreviousBundle;
use council_review::evidence::verify::verify;
use council_review::evidence::{canonical, replay, seal};
use council_review::model::Timestamp;
use serde_json::{Value, json};

/// Bytes of each file; before a release as large as the largest that is read.
fn size() -> usize {
    scale().of(8 << 10, 1 << 20, 16 << 20)
}

/// The most memory that this process had so far, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}

/// The tree with one list or text blown up to about `size` bytes.
fn blown(tree: &Value, path: &str, item: Option<&Value>, size: usize) -> Option<Value> {
    let mut tree = tree.clone();
    let node = tree.pointer_mut(path)?;
    match node {
        Value::Array(items) => {
            let item = item.cloned().or_else(|| items.first().cloned())?;
            let each = canonical::document(&json!({ "x": [item] })).len().max(8);
            let more = size / each;
            items.extend(std::iter::repeat_n(item, more));
        }
        Value::String(text) => text.push_str(&"x".repeat(size)),
        _ => return None,
    }
    Some(tree)
}

/// How a file is refused, and how long that takes.
fn timed(bytes: &[u8], refuse: &dyn Fn(&[u8]) -> Option<Vec<read::EvidenceReadFault>>) -> Duration {
    let began = Instant::now();
    let faults = refuse(bytes);
    let took = began.elapsed();
    if let Some(faults) = faults {
        assert!((1..=MOST_FAULTS + 1).contains(&faults.len()), "{} faults", faults.len());
    }
    took
}

/// Every list and every text of a tree, made as large as can be, each in turn.
fn every_place(
    what: &str,
    tree: &Value,
    refuse: &dyn Fn(&[u8]) -> Option<Vec<read::EvidenceReadFault>>,
) {
    let mut all = Vec::new();
    paths(tree, "", &mut all);
    // One of equal places is enough: findings/0/stances and findings/1/stances.
    let shape = |path: &str| -> String {
        path.split('/').map(|part| if part.parse::<usize>().is_ok() { "*" } else { part }).collect()
    };
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|path| seen.insert(shape(path)));
    // In passing one in eight of them.
    let all: Vec<String> = all.into_iter().step_by(scale().of(8, 1, 1)).collect();
    let (junk, size) = (json!("x"), size());
    let (mut worst, mut count) = ((Duration::ZERO, String::new()), 0);
    for path in &all {
        for (kind, item) in [("of x", Some(&junk)), ("of its own", None)] {
            let Some(tree) = blown(tree, path, item, size) else { continue };
            let text = canonical::document(&tree).into_bytes();
            let took = timed(&text, refuse);
            count += 1;
            if took > worst.0 {
                worst = (took, format!("{path} {kind}, {} KiB", text.len() >> 10));
            }
        }
    }
    figure(&format!(
        "{what}: {count} files; worst {:.2} s: {}; peak {} MiB",
        worst.0.as_secs_f64(),
        worst.1,
        peak()
    ));
    assert!(count > 10 && worst.0 < Duration::from_secs(10), "{worst:?}");
}

fn sealed_again(bytes: &[u8]) -> Vec<u8> {
    match read::bundle(bytes) {
        Ok(bundle) => seal::bytes(&seal::sealed(bundle)),
        Err(_) => bytes.to_vec(),
    }
}

#[test]
fn f13_no_place_of_a_bundle_costs_more_than_its_size() {
    let settled = &bundles::all()[&Kind::Settled];
    let tree = serde_json::to_value(settled).expect("JSON");
    every_place("bundles", &tree, &|bytes| verify(&sealed_again(bytes)).err());
}

#[test]
fn f13_no_place_of_a_session_costs_more_than_its_size() {
    let played = &bundles::sessions()[&Kind::Settled];
    let tree = serde_json::to_value(&played.session).expect("JSON");
    every_place("sessions", &tree, &|bytes| replay::read(bytes).err());
}

#[test]
fn f13_shapes_of_yaml_cost_no_more_than_their_size() {
    let size = size();
    let times = |text: &str| text.repeat(size / text.len());
    let shapes = [
        ("a list", times("- x\n")),
        ("a flow list", format!("[{}]", times("1,"))),
        ("a list of lists", times("- - - x\n")),
        ("empty maps", times("- {}\n")),
        ("keys", (0..size / 12).map(|n| format!("k{n:07}: 1\n")).collect()),
        ("deep", format!("{}1{}", "[".repeat(60), "]".repeat(60))),
        ("aliases", format!("- &a [{}]\n{}", "1,".repeat(1_000), times("- *a\n"))),
        ("quotes", times("- \"\\u0041\\u0041\"\n")),
        ("one text", format!("a: {}", times("x"))),
        ("a block", format!("a: |\n{}", times("  x\n"))),
        ("comments", times("# x\n")),
        ("empty lines", times("\n")),
        ("tabs", times("\t")),
        ("invalid bytes", times("\u{fffd}\u{0}")),
        ("findings", format!("consensus_findings:\n{}", times("- x\n"))),
    ];
    for (name, text) in shapes {
        let took = timed(text.as_bytes(), &|bytes| verify(bytes).err());
        figure(&format!("{name}, {} KiB: {:.2} s", text.len() >> 10, took.as_secs_f64()));
        assert!(verify(text.as_bytes()).is_err(), "{name}");
        assert!(took < Duration::from_secs(10), "{name}: {took:?}");
    }
    figure(&format!("peak {} MiB", peak()));
    // What is larger than evidence can be is not even looked at.
    let began = Instant::now();
    assert!(verify(&vec![b'-'; 64 << 20]).is_err());
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn f13_a_long_chain_is_read_by_its_links() {
    let length = scale().of(50, 1_000, 10_000);
    let repo = Repo::mended();
    repo.write("council.yaml", "policy: {depth: standard}\n");
    assert_eq!(repo.run(&["RFC-0001", "--depth", "standard", "-q"]).code, 0);
    let mut last: Bundle = bundle(&repo, &newest(&repo, "rfc_review_"));
    let mut name = newest(&repo, "rfc_review_").rsplit('/').next().expect("a name").to_owned();
    for n in 1..length {
        let at = last.review_timestamp.unix() + 1;
        let mut next = last.clone();
        next.review_timestamp = Timestamp::from_unix(at).expect("a time");
        next.previous_bundle = Some(PreviousBundle { file: name, seal: last.seal.digest.clone() });
        name = format!("rfc_review_20260126T1000{n:05}Z.yaml");
        let next = seal::sealed(next);
        put(&repo, &format!("{FOLDER}/{name}"), next.clone());
        last = next;
    }
    for args in [&["check"][..], &["check", "--rev", "HEAD"]] {
        repo.commit("a long history");
        let began = Instant::now();
        let run = repo.run(args);
        let took = began.elapsed().as_secs_f64();
        figure(&format!("{args:?} over {length} bundles: {took:.2} s"));
        assert_eq!((run.code, run.stdout.contains("PASSED")), (0, true), "{run:?}");
        assert!(took < 5.0 + length as f64 / 500.0, "{took}");
    }
}

#[test]
fn f13_what_is_too_large_is_refused_by_its_size() {
    let repo = Repo::mended();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let large = format!("{FOLDER}/rfc_review_20990101T000000Z.yaml");
    repo.write(&large, vec![b'#'; (16 << 20) + 1]);
    for rev in [&[][..], &["--rev", "HEAD"]] {
        repo.commit("too large");
        let run = repo.run(&[&["check", "--base", "main", "--format", "json"], rev].concat());
        let check = &run.json()["checks"][0];
        assert_eq!((run.code, &check["codes"]), (1, &json!(["UNSOUND"])), "{run:?}");
        let line = format!("{large} is empty, or has more than 16 MiB");
        assert_eq!(check["reasons"], json!([line]));
    }
}
