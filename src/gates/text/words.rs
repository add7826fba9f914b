//! Words: how the rules cut prose and identifiers apart, and when two texts say the same. Knows
//! nothing of tickets. Everything is ordered, so that one text always gives one answer.

use std::collections::BTreeSet;

use crate::gates::text::lexicon::{self, Words};

pub(crate) use crate::model::words::{
    Bag, Numbering, code_names, file_stem, folder, is_identifier, root, shared, words,
};

static EMPTY: Words = lexicon::words("empty");
static TOOL: Words = lexicon::words("tool");
static RUNNER: Words = lexicon::words("runner");

/// Whether a word, in lower case, says anything about what a text is about.
pub(crate) fn is_telling(word: &str) -> bool {
    word.len() > 1 && !EMPTY.has(word)
}

/// The words that say what a text is about, without endings.
pub(crate) fn significant(text: &str) -> BTreeSet<String> {
    words(text).iter().filter(|word| is_telling(word)).map(|word| root(word).to_owned()).collect()
}

/// A line as it reads without its marker: lower case, single blanks, no leading "Implement:".
pub(crate) fn plain_line(text: &str) -> String {
    let line = words(text).join(" ");
    line.trim_start_matches("implement ").to_owned()
}

/// Names of code in a text: `CamelCase` with two humps or more, and `snake_case` with two parts or
/// more; without what stands inside a path.
pub(crate) fn identifiers(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '/' | '.' | '-')))
        .filter(|token| !token.contains('/'))
        .flat_map(|token| token.split(['.', '-']))
        .filter(|token| is_identifier(token))
        .map(str::to_owned)
        .collect()
}

/// Endings of files that are longer than most.
const LONG_ENDINGS: &[&str] = &["gradle", "graphql", "properties", "service", "template"];

/// File paths in prose: at least one slash and a file name with an ending.
pub(crate) fn paths(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if !text.contains('/') {
        return found;
    }
    for token in text.split(|c: char| c.is_whitespace() || "()[]{}<>,;:\"'`=|".contains(c)) {
        let token = token.trim_end_matches('.').trim_start_matches("./");
        let Some((folder, name)) = token.rsplit_once('/') else {
            continue;
        };
        let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && ((1..=5).contains(&ending.len()) || LONG_ENDINGS.contains(&ending))
                && ending.chars().all(|c| c.is_ascii_alphanumeric())
        });
        let is_plain = !token.contains(['*', '$', '~', '#', '\\']) && !token.starts_with('/');
        // `RFC-0019/07_test.yaml` is short for a document, not a place to work.
        let is_plain = is_plain && !token.starts_with("RFC-") && !token.starts_with("PRD-");
        let is_folder = !folder.is_empty() && !folder.split('/').any(|part| part.contains(' '));
        // `operator.sock/session.sock` are two names.
        let ending = name.rsplit('.').next().unwrap_or_default();
        let is_pair = folder.ends_with(&format!(".{ending}"));
        if has_ending && is_plain && is_folder && !is_pair && !found.iter().any(|f| f == token) {
            found.push(token.to_owned());
        }
    }
    found
}

/// Ticket ids in prose, in order, each once.
pub(crate) fn ticket_ids(text: &str) -> Vec<crate::model::TicketId> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("TCK-") {
        let is_word = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == ':');
        let rest = &text[at..];
        let end = rest[4..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| n + 4);
        if let Ok(id) = rest[..end].parse()
            && is_word
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

/// Whether the text names something to run.
pub(crate) fn names_command(text: &str) -> bool {
    // Tools that are words, too: commands only where a command begins.
    const WORDS: &[&str] = &["just ", "make ", "node ", "test "];
    let begins = |before: &str| {
        let before = before.trim_end_matches(' ');
        before.is_empty() || before.ends_with(['`', '$', ';', '&', '|'])
    };
    let stands = |tool: &str, behind: &str| {
        text.match_indices(tool).any(|(at, _)| {
            let is_inner = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.');
            !is_inner && text[at + tool.len()..].starts_with(behind)
        })
    };
    let starts = |tool: &&str| text.match_indices(*tool).any(|(at, _)| begins(&text[..at]));
    TOOL.any.iter().any(|tool| stands(tool, " "))
        || RUNNER.any.iter().any(|tool| stands(tool, ""))
        || stands("./", "")
        || WORDS.iter().any(starts)
}

/// Whether a criterion can be measured: a number, a command, a name of code, a path or a quoted
/// value stands in it.
pub(crate) fn is_measurable(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
        || text.contains(['`', '='])
        || names_command(text)
        || !identifiers(text).is_empty()
        || !paths(text).is_empty()
}

/// Whether a path is code: a program, a script, a schema that programs are made from.
pub(crate) fn is_code(path: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "bash", "c", "cc", "cpp", "cs", "ex", "go", "java", "js", "jsx", "kt", "lua", "php", "pl",
        "proto", "py", "rb", "rs", "scala", "sh", "sql", "swift", "ts", "tsx",
    ];
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Whether a path is code, and no test of code.
pub(crate) fn is_source(path: &str) -> bool {
    let is_test =
        path.split('/').any(|part| matches!(part, "tests" | "test" | "benches" | "fixtures"));
    is_code(path) && !is_test
}

/// A text cut to what fits into a sentence.
pub(crate) fn shortened(text: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match flat.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", flat[..at].trim_end()),
        None => flat,
    }
}

/// Stems as a text writes them, for people: the first word of the text that `cut` makes each of.
pub(crate) fn as_written(
    stems: &[String],
    text: &str,
    cut: impl Fn(&str) -> BTreeSet<String>,
) -> Vec<String> {
    let said: Vec<(BTreeSet<String>, String)> =
        words(text).into_iter().map(|word| (cut(&word), word)).collect();
    let written = |stem: &String| {
        let word = said.iter().find(|(cut, _)| cut.contains(stem));
        word.map_or(stem, |(_, word)| word).clone()
    };
    let mut found: Vec<String> = Vec::new();
    for word in stems.iter().map(written) {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// `1 file`, `2 files`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// `a`, `a and b`, `a, b and c`; past `most`, `a, b and 4 more`.
pub(crate) fn listed<S: AsRef<str>>(items: &[S], most: usize) -> String {
    let shown: Vec<&str> = items.iter().take(most).map(AsRef::as_ref).collect();
    match (shown.split_last(), items.len().saturating_sub(most)) {
        (None, _) => String::new(),
        (Some(_), more) if more > 0 => format!("{} and {more} more", shown.join(", ")),
        (Some((only, [])), _) => (*only).to_owned(),
        (Some((last, first)), _) => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_fall_apart_at_humps_and_underscores() {
        assert_eq!(words("HTTPServer_config v1"), ["http", "server", "config", "v1"]);
        assert_eq!(
            significant("Implement the SessionBrokers"),
            BTreeSet::from(["session".to_owned(), "broker".to_owned()])
        );
    }

    #[test]
    fn names_of_code_are_told_from_prose_and_paths() {
        let found =
            identifiers("Wire LeaseValidator into crates/a_b/src/c_d.rs via lease_ref; IDs, CAS");
        assert_eq!(found, BTreeSet::from(["LeaseValidator".to_owned(), "lease_ref".to_owned()]));
        assert_eq!(
            paths(
                "Create xtask/src/lint.rs (see https://x.y/z.html, and src/*.rs), .github/ci.yml."
            ),
            ["xtask/src/lint.rs", ".github/ci.yml"]
        );
    }

    #[test]
    fn ticket_ids_in_prose_are_whole_words() {
        let ids = ticket_ids("UT-TCK-00009, TCK-00001 then TCK-000022 and (TCK-00002)");
        let texts: Vec<&str> = ids.iter().map(|id| id.as_str()).collect();
        assert_eq!(texts, ["TCK-00001", "TCK-00002"]);
    }

    #[test]
    fn stems_are_told_as_they_were_written() {
        let stems = ["lease", "expir"].map(str::to_owned);
        let cut = |word: &str| {
            BTreeSet::from([word.trim_end_matches("ation").trim_end_matches('s').to_owned()])
        };
        assert_eq!(as_written(&stems, "Expiration of leases", cut), ["leases", "expiration"]);
        assert_eq!(as_written(&stems, "Owners", cut), stems, "what is not there stays");
    }

    #[test]
    fn a_list_reads_as_a_sentence() {
        assert_eq!(listed(&["a"], 3), "a");
        assert_eq!(listed(&["a", "b", "c"], 3), "a, b and c");
        assert_eq!(listed(&["a", "b", "c", "d"], 2), "a, b and 2 more");
    }
}
