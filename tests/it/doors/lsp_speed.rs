//! How soon findings come after a keystroke, in the real corpus.

use std::time::{Duration, Instant};

use crate::support::lsp::Client;
use crate::support::{Repo, corpus, figure, scale};

/// Of a release build.
const SOON: Duration = Duration::from_millis(150);
/// A build for tests is that much slower, and tests run beside it.
const SLOWER: u32 = 100;

#[test]
fn findings_come_soon_after_a_keystroke() {
    let Some(repo) = corpus().map(Repo::from) else { return };
    let tickets = std::fs::read_dir(repo.at("documents/work/tickets")).expect("tickets");
    let names = tickets.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let name = names.filter(|name| name.ends_with(".yaml")).min().expect("a ticket");
    let path = format!("documents/work/tickets/{name}");
    let text = repo.read(&path);
    let tab = format!("{text}\n# \t\n");
    let mut client = Client::new(&repo);
    client.open(&path, &tab);
    client.findings(&path);
    let mut times = Vec::new();
    for round in 0..scale().of(5, 40, 40) {
        let begun = Instant::now();
        client.change(&path, if round % 2 == 0 { &text } else { &tab });
        client.findings(&path);
        times.push(begun.elapsed());
    }
    times.sort();
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    figure(&format!("findings {middle:?} after a keystroke, {worst:?} at worst"));
    let most = if cfg!(debug_assertions) { SOON * SLOWER } else { SOON };
    assert!(middle < most, "{times:?}");
    assert_eq!(client.shut_down(), 0);
}
