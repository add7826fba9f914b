//! The words of tasks that say what is done with a file: each table in one place.

use std::sync::LazyLock;

use regex::Regex;

/// Words before a path that a task reads and does not write.
static BEFORE_A_READ_PATH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(from|using|use|uses|via|per|following|follow|follows|against|see|based on|like|as in|mirror\w*|reads?|reading|imports?|imported|matching|match|matches|consistent with|same as|defined in|with|copy|copied|than|reference|ref|referenc\w+|covered by|tested by|unlike|calls?|for|of|by|pattern\w*|reuse\w*|reusing|exports?|and)$",
    )
    .expect("a test compiles it")
});

/// First words of tasks that write nothing.
const READS_ONLY: [&str; 32] = [
    "analyze",
    "audit",
    "benchmark",
    "build",
    "check",
    "commit",
    "compare",
    "compile",
    "confirm",
    "double-check",
    "ensure",
    "execute",
    "inspect",
    "investigate",
    "lint",
    "manual",
    "manually",
    "measure",
    "perform",
    "profile",
    "push",
    "re-run",
    "read",
    "rerun",
    "research",
    "review",
    "run",
    "smoke",
    "spot-check",
    "test",
    "validate",
    "verify",
];

/// First words of tasks that change a file that is there.
const CHANGES: [&str; 11] = [
    "update", "modify", "extend", "refactor", "edit", "change", "fix", "adjust", "patch",
    "migrate", "rewrite",
];

/// First words of tasks that make a file.
const MAKES: [&str; 5] = ["create", "write", "implement", "scaffold", "generate"];

/// Bytes before a path that are looked at: more than the longest entry of the table has.
const BEFORE: usize = 64;

/// Whether a path behind this text is read, and not written.
pub(super) fn is_read(before: &str) -> bool {
    let before = before.trim_end_matches(['`', '(', '[']).trim_end();
    let mut from = before.len().saturating_sub(BEFORE);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    BEFORE_A_READ_PATH.is_match(&before[from..])
}

/// The first word of a task: letters, `'` and `-`, behind what makes it bold.
pub fn first_word(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '*' || c == '_');
    let end = text.find(|c: char| !(c.is_alphabetic() || c == '\'' || c == '-'));
    &text[..end.unwrap_or(text.len())]
}

/// Whether the first word of a task says that it writes nothing.
pub fn reads_only(word: &str) -> bool {
    READS_ONLY.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether the first word of a task says that it changes files that are there.
pub fn changes_files(word: &str) -> bool {
    is_form(word, &CHANGES)
}

/// Whether the first word of a task says that it makes files.
pub fn makes_files(word: &str) -> bool {
    is_form(word, &MAKES)
}

/// Whether a word is one of these verbs, as it is or as `he` has it: `fix`, `fixes`.
fn is_form(word: &str, verbs: &[&str]) -> bool {
    let third = |verb: &str| match verb.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if verb.ends_with('x') || verb.ends_with("ch") => format!("{verb}es"),
        None => format!("{verb}s"),
    };
    let is_it =
        |verb: &&str| verb.eq_ignore_ascii_case(word) || third(verb).eq_ignore_ascii_case(word);
    verbs.iter().any(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_path_say_that_it_is_read() {
        for before in [
            "Copy x from ",
            "from `",
            "Add a test for [`",
            "based on ",
            "mirroring (",
            "as in\t",
            "REFERENCES ",
            "and ",
            "same as ",
            "with",
        ] {
            assert!(is_read(before), "{before:?}");
        }
        for before in ["", "Update ", "in `", "from ` ", "therefrom ", "islands ", "based  upon "] {
            assert!(!is_read(before), "{before:?}");
        }
        assert!(is_read(&format!("{}é from  ", "é".repeat(100))));
    }

    #[test]
    fn a_first_word_says_what_a_task_does() {
        assert_eq!(first_word("Re-run the tests"), "Re-run");
        assert_eq!(first_word("**Update** x"), "Update");
        assert_eq!(first_word("`src/a.rs` is made"), "");
        assert!(reads_only("Double-Check") && reads_only("VERIFY") && reads_only("smoke"));
        assert!(!reads_only("verifying") && !reads_only(""));
        for word in ["Update", "modifies", "fixes", "Patches", "changes", "REWRITE", "edits"] {
            assert!(changes_files(word), "{word}");
        }
        for word in ["Add", "updated", "fixe", "updatees", "modifys", ""] {
            assert!(!changes_files(word), "{word}");
        }
        assert!(makes_files("Creates") && makes_files("generate") && !makes_files("Add"));
    }
}
