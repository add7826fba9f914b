//! What each fuzz target does with its bytes. Every function reads them as the tool does, to the
//! end, and asserts what must hold whatever they are. `tests/it/hostile/fuzz_seeds.rs` runs the same functions
//! over the seeds.

#![allow(unreachable_pub, missing_docs, reason = "a test includes this file as a module")]

mod base;
mod config;
mod documents;
mod evidence;
mod fence;
mod journal;
#[path = "../../tests/it/support/reading/markdown.rs"]
mod markdown;
#[path = "../../tests/it/support/reading/markup.rs"]
mod markup;
mod places;
mod reply;
mod review;
#[path = "../../tests/it/support/reading/runner.rs"]
mod runner;
#[path = "../../tests/it/support/seat_id.rs"]
mod seat_id;
mod sinks;
mod tree;

pub use base::{files, sit};
pub use reply::stages;

/// What a target does with its bytes.
pub type Reader = fn(&[u8]);

/// Every target but `read`, by name.
pub const TARGETS: [(&str, Reader); 20] = [
    ("ticket", documents::ticket),
    ("rfc", documents::rfc),
    ("atlas", documents::atlas),
    ("config", config::config),
    ("session", evidence::session),
    ("bundle", evidence::bundle),
    ("journal", journal::journal),
    ("reply_plain", reply::plain),
    ("reply_anthropic", reply::anthropic),
    ("reply_openai", reply::openai),
    ("reply_gemini", reply::gemini),
    ("reply_claude_cli", reply::claude_cli),
    ("reply_codex_cli", reply::codex_cli),
    ("reply_gemini_cli", reply::gemini_cli),
    ("fence", fence::fence),
    ("review", review::review),
    ("ruling", evidence::ruling),
    ("sinks", sinks::sinks),
    ("tree", tree::tree),
    ("waiver", documents::waiver),
];

/// The target of this name, over these bytes.
pub fn run(target: &str, bytes: &[u8]) {
    let found = TARGETS.iter().find(|(name, _)| *name == target);
    let (_, reader) = found.unwrap_or_else(|| panic!("there is no target {target}"));
    reader(bytes);
}

/// One target for all kinds of foreign bytes: the first byte selects the reader, the rest is its.
pub fn read(bytes: &[u8]) {
    let Some((selector, rest)) = bytes.split_first() else { return };
    let (_, reader) = TARGETS[usize::from(*selector) % 8];
    reader(rest);
}
