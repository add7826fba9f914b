//! What a ticket calls a path, judged as text (GATES.md R42). Never touches a file system: the
//! text was written by a stranger.

use unicode_normalization::UnicodeNormalization;

use crate::model::hidden::is_hidden;

/// Why a text is not a path inside the repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathError {
    /// Nothing is left of it.
    Empty,
    /// It begins at a root that is not the repository's.
    Absolute,
    /// It begins in somebody's home folder.
    Home,
    /// It begins with a drive letter.
    Drive,
    /// It climbs out by `..`.
    Climbing,
    /// It has a backslash.
    Backslash,
    /// It has a control character, or one that reorders or hides text.
    Control,
    /// It is a URL.
    Url,
    /// It is a pattern for several files.
    Glob,
    /// It says `a -> b`.
    Arrow,
    /// It has blanks, as prose has.
    Prose,
}

impl PathError {
    /// Whether it reaches for what must not be touched, rather than being merely vague.
    pub(super) const fn is_hostile(self) -> bool {
        match self {
            PathError::Absolute
            | PathError::Home
            | PathError::Drive
            | PathError::Climbing
            | PathError::Backslash
            | PathError::Control
            | PathError::Url => true,
            PathError::Empty | PathError::Glob | PathError::Arrow | PathError::Prose => false,
        }
    }

    /// What is wrong with the text, after "the path `…`".
    pub(super) const fn says(self) -> &'static str {
        match self {
            PathError::Empty => "names nothing",
            PathError::Absolute => "is absolute",
            PathError::Home => "begins in a home folder",
            PathError::Drive => "begins with a drive letter",
            PathError::Climbing => "climbs with `..`",
            PathError::Backslash => "has a backslash",
            PathError::Control => "has an invisible or control character",
            PathError::Url => "is a URL",
            PathError::Glob => "is a pattern, not a path",
            PathError::Arrow => "names two places at once",
            PathError::Prose => "has blanks, so it reads as prose",
        }
    }

    /// The next act.
    pub(super) const fn act(self) -> &'static str {
        match self {
            PathError::Empty => "write a path, or remove the entry",
            PathError::Absolute | PathError::Home | PathError::Drive | PathError::Climbing => {
                "write the path from the repository's root"
            }
            PathError::Backslash => "separate folders by `/`",
            PathError::Control => "type the path again by hand",
            PathError::Url => "name the file in this repository, and put the link into the notes",
            PathError::Glob => "list the files one by one, or their folder",
            PathError::Arrow => {
                "list the old path under files to delete and the new one under files to create"
            }
            PathError::Prose => {
                "keep the path alone in this entry and move the remark into the notes"
            }
        }
    }
}

/// R42: the path in its one spelling: trimmed, NFC, without `.` and empty parts, without a trailing
/// slash.
pub(super) fn plain(raw: &str) -> Result<String, PathError> {
    // A separator that no reader sees is hidden, whatever stands around it.
    let is_blank =
        |c: char| c.is_whitespace() && (!is_hidden(c) || matches!(c, '\t' | '\n' | '\r'));
    let text = raw.trim_matches(is_blank);
    if text.is_empty() {
        return Err(PathError::Empty);
    }
    if text.chars().any(is_hidden) {
        return Err(PathError::Control);
    }
    if text.contains("://") {
        return Err(PathError::Url);
    }
    if text.starts_with('/') {
        return Err(PathError::Absolute);
    }
    if text.starts_with('~') {
        return Err(PathError::Home);
    }
    let bytes = text.as_bytes();
    if bytes[0].is_ascii_alphabetic() && bytes.get(1) == Some(&b':') {
        return Err(PathError::Drive);
    }
    if text.split(['/', '\\']).any(|part| part.trim() == "..") {
        return Err(PathError::Climbing);
    }
    if text.contains('\\') {
        return Err(PathError::Backslash);
    }
    if text.contains("->") || text.contains('→') {
        return Err(PathError::Arrow);
    }
    if text.contains(['*', '?', '[', ']', '{', '}']) {
        return Err(PathError::Glob);
    }
    if text.contains(char::is_whitespace) {
        return Err(PathError::Prose);
    }
    let parts: Vec<&str> =
        text.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if parts.is_empty() {
        return Err(PathError::Empty);
    }
    let path = parts.join("/");
    // Letters of ASCII have one spelling.
    Ok(if path.is_ascii() { path } else { path.nfc().collect() })
}

/// Whether a path is refused for a character that no reader sees.
pub(super) fn hides(raw: &str) -> bool {
    plain(raw) == Err(PathError::Control)
}

/// The folder that holds a path; `None` at the root.
pub(super) fn folder(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(folder, _)| folder)
}

/// The folders above a path, the nearest first.
pub(super) fn folders(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(folder(path), |path| folder(path))
}

/// Whether a path is this folder, or stands below it.
pub(super) fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_spelling() {
        for (raw, path) in [
            ("src/lib.rs", "src/lib.rs"),
            ("  ./src//lib.rs ", "src/lib.rs"),
            ("src/./a/", "src/a"),
            ("caf\u{65}\u{301}/x.rs", "caf\u{e9}/x.rs"),
            ("a..b/c...d", "a..b/c...d"),
            (".github/ci.yml", ".github/ci.yml"),
            ("Cargo.toml", "Cargo.toml"),
        ] {
            assert_eq!(plain(raw).as_deref(), Ok(path), "{raw:?}");
        }
    }

    #[test]
    fn what_is_no_path_of_the_repository_is_refused() {
        use PathError::*;
        for (raw, refusal) in [
            ("", Empty),
            ("  ", Empty),
            ("./", Empty),
            ("/etc/passwd", Absolute),
            ("//server/share", Absolute),
            ("~/.ssh/id_rsa", Home),
            ("~root/x", Home),
            ("C:\\Windows", Drive),
            ("c:/windows", Drive),
            ("../x", Climbing),
            ("a/../../x", Climbing),
            ("a/..", Climbing),
            ("..\\x", Climbing),
            ("src\\lib.rs", Backslash),
            ("src/a\u{0}b", Control),
            ("src/a\u{1b}[31m", Control),
            ("src/\u{202e}sr.bil", Control),
            ("src/a\nb", Control),
            ("\u{2028}src/a", Control),
            ("src/a\u{85}", Control),
            ("src/a\u{fe01}", Control),
            ("src/\u{e0041}a", Control),
            ("https://example.org/x", Url),
            ("file:///etc/passwd", Url),
            ("src/*.rs", Glob),
            ("src/[ab].rs", Glob),
            ("src/{a,b}.rs", Glob),
            ("a/b -> c/d", Arrow),
            (".husky/pre-push (or equivalent)", Prose),
        ] {
            assert_eq!(plain(raw), Err(refusal), "{raw:?}");
        }
    }
}
