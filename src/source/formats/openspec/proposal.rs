//! The proposal of a change: the capabilities that it lists, and what is left of the template.

use std::ops::Range;

use super::headers::{section, strip_word, third};
use crate::source::subject::SubjectDocument;

/// What a proposal means to do to a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedAs {
    /// There is none yet.
    New,
    /// Its requirements change.
    Modified,
    /// It goes, or something else happens to it.
    Other,
}

/// A capability that a proposal lists.
#[derive(Debug, Clone)]
pub struct ListedCapability {
    /// Its path below `specs/`.
    pub capability: String,
    /// Under which heading.
    pub listed_as: ListedAs,
    /// Where the path is, in bytes.
    pub at: Range<usize>,
}

/// What is read of a proposal.
#[derive(Debug, Default)]
pub struct ChangeProposal {
    /// The capabilities below `## Capabilities`, in order.
    pub capabilities: Vec<ListedCapability>,
    /// The text of the template that is left, the first of each line, with its bytes.
    pub placeholders: Vec<(Range<usize>, &'static str)>,
}

/// The first words of the headings below which items are capabilities.
const HEADINGS: [(&str, ListedAs); 10] = [
    ("New", ListedAs::New),
    ("Added", ListedAs::New),
    ("Modified", ListedAs::Modified),
    ("Changed", ListedAs::Modified),
    ("Updated", ListedAs::Modified),
    ("Removed", ListedAs::Other),
    ("Deleted", ListedAs::Other),
    ("Deprecated", ListedAs::Other),
    ("Renamed", ListedAs::Other),
    ("Retired", ListedAs::Other),
];

/// What OpenSpec's template of a proposal asks its author to replace.
const PLACEHOLDERS: [&str; 6] = [
    "`<capability-path>`",
    "`<existing-capability-path>`",
    "`<name>`",
    "`<existing-name>`",
    "<brief description of what this capability covers>",
    "<what requirement is changing>",
];

impl ChangeProposal {
    /// Reads a proposal.
    pub fn of(document: &SubjectDocument) -> Self {
        let mut proposal = ChangeProposal::default();
        let (mut is_inside, mut listed_as) = (false, None);
        for line in document.lines() {
            let found = PLACEHOLDERS.iter().filter_map(|text| Some((line.text.find(text)?, *text)));
            if let Some((at, text)) = found.min() {
                let at = line.start + at;
                proposal.placeholders.push((at..at + text.len(), text));
            }
            if let Some(title) = section(line.text) {
                (is_inside, listed_as) = (title.eq_ignore_ascii_case("Capabilities"), None);
            } else if let Some(title) = third(line.text) {
                let its = HEADINGS.iter().find(|(word, _)| strip_word(title, word).is_some());
                listed_as = its.map(|(_, listed_as)| *listed_as);
            } else if let Some(listed_as) = listed_as.filter(|_| is_inside) {
                let found = capability(line.text);
                proposal.capabilities.extend(found.map(|(at, path)| ListedCapability {
                    capability: path.to_owned(),
                    listed_as,
                    at: line.start + at..line.start + at + path.len(),
                }));
            }
        }
        proposal
    }
}

/// The capability that an item begins with, and where it is. What is indented explains an item.
fn capability(line: &str) -> Option<(usize, &str)> {
    let item = line.strip_prefix(' ').unwrap_or(line).strip_prefix(['-', '*', '+'])?;
    let text = item.trim_start();
    if text.len() == item.len() {
        return None;
    }
    let text = text.strip_prefix("**").unwrap_or(text);
    let (at, path) = match text.strip_prefix('`') {
        Some(quoted) => (line.len() - quoted.len(), quoted.split_once('`')?.0),
        None => (line.len() - text.len(), unquoted(text)?),
    };
    let path = path.strip_prefix("openspec/").unwrap_or(path);
    let path = path.strip_prefix("specs/").unwrap_or(path);
    let path = path.strip_suffix("/spec.md").unwrap_or(path).trim_end_matches('/');
    let is_segment = |segment: &str| {
        let is_of_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        !segment.is_empty() && segment.bytes().all(is_of_name)
    };
    let is_one = path.split('/').all(is_segment) && !NOTHING.contains(&path);
    is_one.then_some((at, path))
}

/// What authors write where they have no capability to list.
const NOTHING: [&str; 3] = ["none", "n/a", "na"];

/// A path in kebab-case before a colon or a dash.
fn unquoted(text: &str) -> Option<&str> {
    let is_of_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '.');
    let end = text.find(|c| !is_of_path(c)).unwrap_or(text.len());
    let (path, rest) = text.split_at(end);
    let rest = rest.strip_prefix("**").unwrap_or(rest);
    let is_name = rest.starts_with(':')
        || rest.trim_start().starts_with(['–', '—'])
        || rest.starts_with(" - ");
    let own = path.strip_suffix("/spec.md").unwrap_or(path);
    (is_name && own.split('/').all(is_kebab)).then_some(path)
}

/// Whether a name is words of lower-case letters and digits, joined by single dashes.
pub fn is_kebab(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    name.split('-').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_begins_with_a_path_in_backticks_or_in_kebab_case() {
        for (line, found) in [
            ("- `user-auth`: sign in", Some((3, "user-auth"))),
            ("* `specs/identity/user-auth/spec.md` – sign in", Some((3, "identity/user-auth"))),
            ("- **`user-auth`**: sign in", Some((5, "user-auth"))),
            ("- **user-auth**: sign in", Some((4, "user-auth"))),
            ("- user-auth: sign in", Some((2, "user-auth"))),
            ("- user-auth — sign in", Some((2, "user-auth"))),
            ("- user-auth - sign in", Some((2, "user-auth"))),
            ("- `UserAuth`: sign in", Some((3, "UserAuth"))),
            ("- user-auth signs in", None),
            ("- Users: sign in", None),
            ("- none: nothing new", None),
            ("- `<capability-path>`: words", None),
            ("- `src/main.rs`: words", None),
            ("  - `user-auth`: explains", None),
            ("`user-auth`: sign in", None),
            ("-", None),
            ("- `", None),
        ] {
            assert_eq!(capability(line), found, "{line}");
        }
    }

    #[test]
    fn kebab_case_is_words_of_small_letters() {
        for name in ["a", "add-dark-mode", "2025-fix"] {
            assert!(is_kebab(name), "{name}");
        }
        for name in ["", "a--b", "-a", "a-", "Add", "a_b", "é", "a.b"] {
            assert!(!is_kebab(name), "{name}");
        }
    }
}
