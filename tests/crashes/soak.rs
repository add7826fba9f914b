//! Many councils in a row in one process, and eight processes at once: no growth, nothing left over,
//! and evidence that verifies.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use crate::support::{Repo, binary, figure, scale, skipped};
use council_review::app::init::EXAMPLE;
use council_review::port::TEMPORARY;
use walkdir::WalkDir;

/// How many councils sit in a row.
fn councils() -> usize {
    scale().of(24, 200, 1_000)
}

/// A repository in which the example stands so many times, under ids of its own each time.
fn many(count: usize) -> Repo {
    let repo = Repo::new();
    for number in 1..=count {
        let own = |text: &str| {
            text.replace("RFC-0001", &format!("RFC-{number:04}"))
                .replace("TCK-00001", &format!("TCK-{:05}", 2 * number))
                .replace("TCK-00002", &format!("TCK-{:05}", 2 * number + 1))
        };
        for (path, text) in EXAMPLE {
            repo.write(&own(path), own(text));
        }
    }
    repo.commit("many");
    repo
}

/// Megabytes that a process holds, and its open files.
fn held(process: u32) -> Option<(usize, usize)> {
    let memory = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: usize = memory.split_whitespace().nth(1)?.parse().ok()?;
    let files = std::fs::read_dir(format!("/proc/{process}/fd")).ok()?.count();
    Some((pages * 4 / 1024, files))
}

/// Every bundle verifies, and no temporary file is there.
fn is_clean(repo: &Repo, bundles: usize) {
    let evidence = WalkDir::new(repo.at("evidence")).into_iter();
    let files: Vec<String> = evidence
        .map(|entry| entry.expect("readable"))
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| entry.path().display().to_string())
        .collect();
    let left: Vec<_> = files.iter().filter(|file| file.contains(TEMPORARY)).collect();
    assert!(left.is_empty(), "{left:?}");
    let is_bundle = |file: &&String| file.contains("rfc_review_") && file.ends_with(".yaml");
    let found: Vec<&str> = files.iter().filter(is_bundle).map(String::as_str).collect();
    assert_eq!(found.len(), bundles);
    for some in found.chunks(100) {
        let mut arguments = vec!["verify"];
        arguments.extend(some);
        let run = repo.run(&arguments);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

#[test]
fn many_councils_in_a_row_leave_nothing_and_hold_no_more() {
    let count = councils();
    let repo = many(count);
    let mut process = binary()
        .args(["--all", "--repo"])
        .arg(repo.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let lines = BufReader::new(process.stdout.take().expect("piped")).lines();
    // The path of its bundle is the last that is told of a review.
    let ends = lines.map(|line| line.expect("text")).filter(|line| line.contains("rfc_review_"));
    let samples: Vec<_> = ends.filter_map(|_| held(process.id())).collect();
    let status = process.wait().expect("it ends");
    assert_eq!(status.code(), Some(1), "the example has a fault that a gate rejects");
    is_clean(&repo, count);
    // A file may be open just when somebody looks: what is held is the least of several looks.
    let least = |looks: &[(usize, usize)]| {
        let (memory, files) = (looks.iter().map(|look| look.0), looks.iter().map(|look| look.1));
        memory.min().zip(files.min())
    };
    let quarter = samples.len() / 4;
    let (early, late) = (&samples[quarter..2 * quarter], &samples[samples.len() - quarter..]);
    let (Some(early), Some(late)) = (least(early), least(late)) else {
        return skipped("there is no /proc to ask");
    };
    figure(&format!(
        "{count} councils in one process: {} MB and {} files in the second quarter, {} MB and {} in the last",
        early.0, early.1, late.0, late.1
    ));
    // One file a council would be a dozen.
    assert!(late.1 <= early.1 + 3, "open files grow from {} to {}", early.1, late.1);
    assert!(late.0 <= early.0 + 16, "memory grows from {} MB to {} MB", early.0, late.0);
}

#[test]
fn eight_councils_at_once_keep_out_of_each_others_way() {
    let repo = many(8);
    for _ in 0..councils().div_ceil(100) {
        let start = |number: usize| {
            let mut command = binary();
            command.arg(format!("RFC-{number:04}")).arg("-q").arg("--repo").arg(repo.path());
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
        };
        // Four RFCs, each by two processes.
        let running: Vec<_> = (0..8).map(|at| start(at % 4 + 1)).collect();
        for mut process in running {
            assert_eq!(process.wait().expect("it ends").code(), Some(1));
        }
    }
    is_clean(&repo, 8 * councils().div_ceil(100));
}
