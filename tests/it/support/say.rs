//! What a test says to whoever runs it by hand.

use std::io::Write as _;

/// Says why a test looked at nothing. Past the harness's capture, which hides what passing tests
/// print: who counts passes must see what they rest on.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Says what a test measured.
#[expect(clippy::print_stdout, reason = "figures, for who runs it with --nocapture")]
pub fn figure(what: &str) {
    println!("{what}");
}
