//! What the gates cost beside the least that they could: reading the same files and taking their
//! YAML apart (`cargo bench --bench gates [-- TICKETS]`; 10,000 without a number). Processor time of
//! this process, medians of runs in turn. Ends with 1 when a figure is over its bound.
//!
//! Whole processes beside public tools are `benches/compare/compare.py`'s matter.

#[path = "../tests/it/support/aside.rs"]
#[allow(unreachable_pub, reason = "a bench has no outside")]
mod aside;
#[path = "../tests/it/support/say.rs"]
#[allow(unreachable_pub, reason = "as above")]
mod say;
mod shape;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use council_review::gates::Overview;
use council_review::host::snapshot;
use council_review::model::{Layout, SubjectId};
use council_review::port::Snapshot;
use council_review::source::{Dossier, Library};
use council_review::yaml::{self, Limits};
use granit_parser::Parser;
use rustix::time::{ClockId, clock_gettime};
use say::figure;
use tempfile::TempDir;

/// Runs of each kind.
const RUNS: usize = 5;
/// Of the time that the files' events take; more is a step back.
const MOST_OF_EVENTS: f64 = 2.8;
/// The RFC of 66 tickets, in the real corpus and in generated repositories.
const LARGEST: &str = "RFC-0018";

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words = std::env::args().skip(1);
    let count = words.filter_map(|word| word.parse().ok()).next().unwrap_or(10_000);
    let mut is_over = false;
    if let Some(corpus) = aside::corpus() {
        is_over |= row("the real corpus", corpus.path(), 0.55).1;
    }
    let made = |count: usize| {
        let folder = TempDir::new().expect("a temp folder");
        shape::commit(folder.path(), count).expect("generated");
        folder
    };
    // A tenth first, so that the cost of growth is known.
    let (few, many) = (made(count / 10), made(count));
    let (small, _) = row(&format!("{} tickets", count / 10), few.path(), 0.3);
    let (large, over) = row(&format!("{count} tickets"), many.path(), 0.15);
    let exponent = (large.as_secs_f64() / small.as_secs_f64()).log10();
    is_over |= over | judged("cost of ten times as many tickets, exponent", exponent, 1.05);
    ExitCode::from(u8::from(is_over))
}

/// The figures of one repository: the time of all RFCs, and whether a bound is missed.
fn row(name: &str, folder: &Path, most_one: f64) -> (Duration, bool) {
    let paths = yaml_files(folder);
    let one: SubjectId = LARGEST.parse().expect("an id");
    let (mut events, mut trees, mut all, mut alone) = <(Vec<_>, Vec<_>, Vec<_>, Vec<_>)>::default();
    for _ in 0..RUNS {
        events.push(timed(|| paths.iter().map(|path| count_events(folder, path)).sum()));
        trees.push(timed(|| paths.iter().map(|path| count_nodes(folder, path)).sum()));
        all.push(timed(|| gates(folder, None)));
        alone.push(timed(|| gates(folder, Some(&one))));
    }
    let [events, trees, all, alone] = [events, trees, all, alone].map(median);
    figure(&format!(
        "{name}, {} YAML files: events {:.3} s, trees {:.3} s, gates of all RFCs {:.3} s, of {LARGEST} {:.3} s",
        paths.len(),
        events.as_secs_f64(),
        trees.as_secs_f64(),
        all.as_secs_f64(),
        alone.as_secs_f64()
    ));
    let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
    let over_all = judged("  all RFCs, of the events' time", ratio(all, events), MOST_OF_EVENTS);
    let over_one = judged("  one RFC, of the time of all", ratio(alone, all), most_one);
    (all, over_all | over_one)
}

fn judged(what: &str, measured: f64, bound: f64) -> bool {
    let is_over = measured > bound;
    let said = if is_over { "OVER" } else { "ok" };
    figure(&format!("{what:<48} {measured:>7.3} {bound:>7.3} {said}"));
    is_over
}

/// The YAML files that the rules must read.
fn yaml_files(folder: &Path) -> Vec<String> {
    let snapshot = snapshot::open(folder, None).expect("a repository");
    let library = Library::load(&snapshot, Layout::default());
    let is_yaml = |path: &&String| path.ends_with(".yaml") || path.ends_with(".yml");
    library.files.keys().filter(is_yaml).cloned().collect()
}

fn bytes(folder: &Path, path: &str) -> Vec<u8> {
    std::fs::read(folder.join(path)).expect("readable")
}

fn count_events(folder: &Path, path: &str) -> usize {
    let bytes = bytes(folder, path);
    let Ok(text) = std::str::from_utf8(&bytes) else { return 0 };
    Parser::new_from_str(text).take_while(Result::is_ok).count()
}

fn count_nodes(folder: &Path, path: &str) -> usize {
    let read = yaml::read(&bytes(folder, path), Limits::TICKET);
    read.map_or(0, |(document, _)| document.root().entries().count())
}

/// How many findings the gates have.
fn gates(folder: &Path, one: Option<&SubjectId>) -> usize {
    let snapshot: Box<dyn Snapshot> = Box::new(snapshot::open(folder, None).expect("a repository"));
    let named = one.map(std::slice::from_ref);
    let all = Overview::read(snapshot.as_ref(), Layout::default(), named);
    let rfcs = match one {
        Some(one) => vec![one.clone()],
        None => Dossier::known(all.library()),
    };
    let dossiers = rfcs.iter().filter_map(|rfc| Dossier::build(all.library().clone(), rfc));
    let results = dossiers.flat_map(|dossier| all.check(&dossier));
    results.map(|result| result.findings.len()).sum()
}

/// The processor time that a piece of work takes, on all threads.
fn timed(work: impl FnOnce() -> usize) -> Duration {
    let now = || {
        let spent = clock_gettime(ClockId::ProcessCPUTime);
        let seconds = u64::try_from(spent.tv_sec).expect("not before the start");
        Duration::new(seconds, u32::try_from(spent.tv_nsec).expect("below a second"))
    };
    let before = now();
    assert!(work() > 0, "nothing was there to be measured");
    now() - before
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
