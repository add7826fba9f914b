//! How soon findings come after a keystroke, in the real corpus.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::lsp::Client;
use crate::support::{Repo, figure, scale, shared, skipped};

/// Of a release build; a build for tests is some ten times slower.
const SOON: Duration = Duration::from_millis(150);

#[test]
fn findings_come_soon_after_a_keystroke() {
    let Some(make) = shared("corpus/make-repo") else {
        return skipped("the real corpus is not here");
    };
    let repo = Repo::new();
    let made = Command::new(make).arg(repo.path()).output().expect("it runs");
    if !made.status.success() {
        return skipped("the real corpus cannot be made here");
    }
    let tickets = repo.at("documents/work/tickets");
    let Ok(mut names) = std::fs::read_dir(&tickets) else { return skipped("no tickets there") };
    let name = names.find_map(|entry| {
        let name = entry.ok()?.file_name().into_string().ok()?;
        name.ends_with(".yaml").then_some(name)
    });
    let path = format!("documents/work/tickets/{}", name.expect("a ticket"));
    let text = repo.read(&path);
    let mut client = Client::new(&repo);
    client.open(&path, &format!("{text}\n\tx: 1\n"));
    client.findings(&path);
    let mut times = Vec::new();
    for round in 0..scale().of(5, 40, 40) {
        let tab = if round % 2 == 0 { "" } else { "\tx: 1\n" };
        let begun = Instant::now();
        client.change(&path, &format!("{text}\n{tab}"));
        client.findings(&path);
        times.push(begun.elapsed());
    }
    times.sort();
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    figure(&format!("findings {middle:?} after a keystroke, {worst:?} at worst"));
    let most = if cfg!(debug_assertions) { SOON * 100 } else { SOON };
    assert!(middle < most, "{times:?}");
    assert_eq!(client.shut_down(), 0);
}
