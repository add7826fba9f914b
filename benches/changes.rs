//! What the gates cost over a thousand live OpenSpec changes of real size with a hundred main specs
//! (`cargo bench --bench changes [-- CHANGES]`): time on the clock of all and of one, median of runs,
//! and the most memory. Ends with 1 when a figure is over its bound.

#[path = "../tests/it/support/say.rs"]
#[allow(unreachable_pub, dead_code, reason = "a bench has no outside, and skips nothing")]
mod say;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use council_review::gates::formats::openspec::OpenSpecGates;
use council_review::host::snapshot;
use council_review::model::SubjectName;
use council_review::port::Snapshot;
use council_review::source::formats::openspec::{OpenSpec, OpenSpecTree, ROOT};
use council_review::source::subject::TrackedFiles;
use say::figure;
use tempfile::TempDir;

const RUNS: usize = 5;
const SPECS: usize = 100;
/// Requirements of a main spec, of some 200 bytes each.
const REQUIREMENTS: usize = 60;
/// Bounds: seconds for all, for one, and megabytes.
const BOUNDS: [f64; 3] = [1.0, 0.15, 100.0];

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let count = words.next().unwrap_or(1_000);
    let folder = TempDir::new().expect("a temp folder");
    let bytes = generate(folder.path(), count);
    let one: SubjectName = "change-7".parse().expect("an id");
    let (mut all, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        all.push(timed(|| gates(folder.path(), None)));
        alone.push(timed(|| gates(folder.path(), Some(&one))));
    }
    figure(&format!("{count} changes, {SPECS} main specs, {} kB a change", bytes / count / 1000));
    let rows = [
        ("gates of all, s", median(all), BOUNDS[0]),
        ("gates of one, s", median(alone), BOUNDS[1]),
        ("most memory, MB", most_memory(), BOUNDS[2]),
    ];
    let mut is_over = false;
    for (what, measured, bound) in rows {
        is_over |= measured > bound;
        let said = if measured > bound { "OVER" } else { "ok" };
        figure(&format!("{what:<24} {measured:>8.3} {bound:>8.3} {said}"));
    }
    ExitCode::from(u8::from(is_over))
}

fn requirement(text: &mut String, name: &str, words: &str) {
    // A string takes whatever is written to it.
    let _ = write!(
        text,
        "### Requirement: {name}\n\nThe application SHALL {words} whenever it is asked to do so.\n\n#### Scenario: {name} holds\n\n- **WHEN** somebody asks\n- **THEN** it answers\n\n"
    );
}

/// Writes the repository; the bytes of all changes.
fn generate(root: &Path, count: usize) -> usize {
    let mut bytes = 0;
    let put = |path: String, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
        text.len()
    };
    for spec in 0..SPECS {
        let mut text =
            format!("# spec-{spec}\n\n## Purpose\n\nIt is there.\n\n## Requirements\n\n");
        (0..REQUIREMENTS)
            .for_each(|number| requirement(&mut text, &format!("Old {number}"), "hold"));
        put(format!("{ROOT}/specs/spec-{spec}/spec.md"), &text);
        put(format!("src/part_{spec}.rs"), "");
    }
    let prose = "What is said here is said at some length, as real proposals do it.\n".repeat(80);
    for change in 0..count {
        let folder = format!("{ROOT}/changes/change-{change}");
        let (one, two) = (change % SPECS, (change * 7 + 1) % SPECS);
        let proposal = format!(
            "## Why\n\n{prose}\n## Capabilities\n\n### Modified Capabilities\n\n- `spec-{one}`: more\n- `spec-{two}`: more\n"
        );
        bytes += put(format!("{folder}/proposal.md"), &proposal);
        bytes += put(format!("{folder}/design.md"), &prose.repeat(2));
        let tasks = (0..60).map(|task| {
            format!("- [ ] 1.{task} Update `src/part_{}.rs` so that it does more\n", task % SPECS)
        });
        bytes += put(
            format!("{folder}/tasks.md"),
            &format!("## 1. Work\n\n{}", tasks.collect::<String>()),
        );
        bytes +=
            put(format!("{folder}/.openspec.yaml"), "schema: spec-driven\ncreated: 2026-08-17\n");
        for spec in [one, two] {
            let mut text = "## ADDED Requirements\n\n".to_owned();
            (0..14).for_each(|number| {
                requirement(&mut text, &format!("New {change} {number}"), "grow")
            });
            text.push_str("## MODIFIED Requirements\n\n");
            requirement(&mut text, &format!("Old {}", change % REQUIREMENTS), "change");
            bytes += put(format!("{folder}/specs/spec-{spec}/spec.md"), &text);
        }
    }
    let git = |words: &[&str]| {
        let done = Command::new("git").arg("-C").arg(root).args(words).status().expect("git runs");
        assert!(done.success(), "git {words:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["-c", "user.name=b", "-c", "user.email=b@example.invalid", "commit", "-qm", "b"]);
    bytes
}

/// How many findings the gates have.
fn gates(folder: &Path, one: Option<&SubjectName>) -> usize {
    let tree = snapshot::open(folder, None).expect("a repository");
    let all = OpenSpec::read(&tree, OpenSpecTree::of(tree.entries(), ROOT));
    let tracked = TrackedFiles::of(tree.entries());
    let gates = OpenSpecGates::of(&all, &tracked);
    let ids: Vec<&SubjectName> = match one {
        Some(one) => vec![one],
        None => all.tree.changes.keys().collect(),
    };
    let results = gates.check_all(&tree, &ids);
    let findings = results.iter().flatten().map(|result| result.findings.len()).sum::<usize>();
    findings + gates.repository(&tree).len()
}

fn timed(work: impl FnOnce() -> usize) -> Duration {
    let begun = Instant::now();
    assert!(work() > 0, "nothing was there to be measured");
    begun.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

/// The most memory that this process had, in megabytes.
fn most_memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1000.0
}
