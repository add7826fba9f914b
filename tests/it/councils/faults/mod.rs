//! Faults of providers, in whole councils (THREATS.md A7, D8, E1 to E9). A seat is held by a
//! simulated model over HTTP; every fault at every seat, cycle and dialect must end as the table
//! says, which is written from DESIGN.md §7 and §8.

mod script;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::support::scale::Scale;
use crate::support::seat_id::SeatId;
use crate::support::simulator::wire::DIALECTS;
use crate::support::{self, scale};
use council_review::council::rfc::ask::{Ask, Division};
use council_review::council::rfc::render::render;
use council_review::model::{GateId, Severity, Subcategory};
use council_review::symbols::Index;
use script::{Scene, Script, Strike};
use table::{Comes, Fault, faults};

/// More than there are processors: the scripts wait most of the time.
const THREADS: usize = 10;

/// Whether more than a sample is played.
fn is_all() -> bool {
    scale() > Scale::Short
}

/// Plays scripts side by side, and says which of them ended wrongly.
fn play(what: &str, scripts: &[Script<'_>]) {
    let begun = std::time::Instant::now();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let endings: Mutex<BTreeMap<String, usize>> = Mutex::default();
    let scenes = [Scene::new("fixed"), Scene::new("agent")];
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(script) = scripts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match catch_unwind(AssertUnwindSafe(|| script.play(&scenes))) {
                        Ok(Ok(ending)) => {
                            let mut endings = endings.lock().expect("nobody panics with it");
                            *endings.entry(ending).or_default() += 1;
                        }
                        Ok(Err(why)) => {
                            wrong.lock().expect("as above").push(format!("{script}: {why}"))
                        }
                        Err(_) => wrong.lock().expect("as above").push(format!("{script}: panic")),
                    }
                }
            });
        }
    });
    let (wrong, endings) = (wrong.into_inner().expect("done"), endings.into_inner().expect("done"));
    support::figure(&format!(
        "{what}: {} of {} scripts ended as the table says: {endings:?}; {:.1} s",
        scripts.len() - wrong.len(),
        scripts.len(),
        begun.elapsed().as_secs_f64()
    ));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the findings of these councils are drawn from: all that a task of cycle 1 allows.
#[test]
fn f00_the_minds_draw_from_all_that_the_task_allows() {
    let scene = Scene::new("fixed");
    let question = Ask::Structural {
        gates: Vec::new(),
        findings: Vec::new(),
        reading: Division::Whole,
        most: 0,
    };
    let task = support::asked::task(SeatId::Sa1, question);
    let prompt = render(&task, &scene.dossier, &Index::default());
    let text = [prompt.rules, prompt.shared, prompt.own].join("\n\n");
    let mut drawn: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for seed in 0..400 {
        let finding = script::finding(&text, &scene.dossier, seed, &Arc::default());
        for field in ["gate_id", "subcategory", "severity", "file"] {
            let value = finding[field].as_str().expect("a text").to_owned();
            drawn.entry(field).or_default().insert(value);
        }
        let is_whole = finding["yaml_path"] == "";
        drawn.entry("yaml_path").or_default().insert(is_whole.to_string());
    }
    let all = |names: &mut dyn Iterator<Item = &str>| names.map(str::to_owned).collect();
    let readable = scene.dossier.files.iter().map(|file| file.path.as_str());
    let mut named = readable.filter(|file| text.contains(file));
    let expected: BTreeMap<&str, BTreeSet<String>> = [
        ("gate_id", all(&mut GateId::ALL.into_iter().map(GateId::as_str))),
        ("subcategory", all(&mut Subcategory::ALL.iter().map(|kind| kind.as_str()))),
        ("severity", all(&mut Severity::WORST_FIRST.into_iter().map(Severity::as_str))),
        ("yaml_path", all(&mut ["true", "false"].into_iter())),
        ("file", all(&mut named)),
    ]
    .into();
    for (field, expected) in expected {
        let missing: Vec<&String> = expected.difference(&drawn[field]).collect();
        assert!(missing.is_empty() && !expected.is_empty(), "{field}: never {missing:?}");
    }
    let tickets = drawn["file"].iter().filter(|file| file.contains("TCK-")).count();
    assert!(tickets < drawn["file"].len() && tickets > 1, "{:?}", drawn["file"]);
}

/// E9, R8, and with them A7, D8, E1 to E7.
#[test]
fn every_fault_ends_as_the_design_says() {
    let faults = faults();
    let names: BTreeSet<&str> = faults.iter().map(|fault| fault.name.as_str()).collect();
    assert_eq!(names.len(), faults.len(), "each fault has a name of its own");
    let mut scripts = Vec::new();
    for (number, fault) in faults.iter().enumerate() {
        for (at, dialect) in DIALECTS.into_iter().enumerate() {
            if fault.only.is_some_and(|only| only != dialect) {
                continue;
            }
            for (seat_at, seat) in SeatId::ALL.into_iter().enumerate() {
                for cycle in 0..=3 {
                    // Each fault meets each dialect, over seats and cycles in turn.
                    let is_sampled = (seat_at * 4 + cycle) == (number * 5 + at * 7) % 12;
                    if is_all() || is_sampled {
                        scripts.push(Script::one(
                            Strike { fault, dialect, seat, cycle },
                            scripts.len(),
                        ));
                    }
                }
            }
        }
    }
    assert!(scripts.len() >= if is_all() { 1_000 } else { 200 }, "{} scripts", scripts.len());
    play("faults", &scripts);
}

/// A fault at a place that a number names.
fn strike(fault: &Fault, turn: usize, seat: usize) -> Strike<'_> {
    let dialect = fault.only.unwrap_or(DIALECTS[turn % DIALECTS.len()]);
    Strike { fault, dialect, seat: SeatId::ALL[seat % 3], cycle: 1 + turn % 3 }
}

/// E9: two seats at once; whoever is left alone is no council.
#[test]
fn every_pair_of_faults_ends_as_the_design_says() {
    let faults = faults();
    let mut scripts = Vec::new();
    let mut number = 0_usize;
    for (one, first) in faults.iter().enumerate() {
        for second in &faults[one..] {
            number += 1;
            if !is_all() && !number.is_multiple_of(67) {
                continue;
            }
            let seat = number % 3;
            let other = seat + 1 + (number / 3) % 2;
            let one = strike(first, number / 6, seat);
            let two = strike(second, number / 18, other);
            scripts.push(Script::two(one, two, scripts.len()));
        }
    }
    play("pairs of faults", &scripts);
    let lost = |fault: &Fault| matches!(fault.comes, Comes::Lost(..));
    assert!(faults.iter().filter(|fault| lost(fault)).count() > 40);
}
