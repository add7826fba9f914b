//! Floor 9: the real ports. The one folder that touches files and git; everything above it asks
//! through [`crate::port`].

pub mod answer_cache;
mod beneath;
mod cache;
pub mod clock;
#[cfg(unix)]
pub mod command;
pub mod commit;
mod commit_tree;
pub mod disk;
pub mod fallback;
pub mod file;
mod git_files;
pub mod history;
pub mod http;
mod ignored;
pub mod limits;
pub mod mailbox;
mod open_fault;
pub mod patch;
pub mod repo_status;
mod secret;
pub mod signals;
pub mod snapshot;
pub mod stdout;
pub mod store;
pub mod symbols;
pub mod transports;
pub mod watch;
mod work_tree;
pub mod write_probe;

/// A path of git as text: bytes that are not UTF-8 become `\xNN`. The second value says whether
/// any did, so that nobody takes the text for a path that can be opened.
fn shown(bytes: &[u8]) -> (String, bool) {
    let mut text = String::with_capacity(bytes.len());
    let mut is_escaped = false;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
            is_escaped = true;
        }
    }
    (text, is_escaped)
}
