//! What a ticket has that can be run or seen: commands, tests, checks.

use crate::gates::text::files::{is_test, is_test_file, short_names};
use crate::gates::text::lexicon::{self, Words};
use crate::gates::text::ticket::{touched_or_told, work};
use crate::gates::text::words;
use crate::source::{Text, Ticket};

/// Something in the ticket that would fail while its work is not done: a command that picks a test
/// or looks at a result, a test that the ticket brings or names. A build, and a run of all the tests
/// that there are, pass before the work is begun.
pub(crate) fn shown(ticket: &Ticket) -> Option<&Text> {
    let names_test = |text: &str| {
        let is_test_name = |name: &String| is_test(name) || name.to_lowercase().contains("test");
        text.contains("::")
            || words::identifiers(text).iter().any(is_test_name)
            || words::paths(text).iter().any(|path| is_test_file(path))
    };
    let is_check = |text: &&Text| {
        is_telling_run(&text.value)
            || names_test(&text.value)
            || !words::names_command(&text.value) && speaks_of_a_check(&text.value)
    };
    let checks = ticket.verifications.iter().chain(&ticket.criteria).find(is_check);
    let has_test_file = touched_or_told(ticket).iter().any(|file| is_test_file(&file.path));
    let is_work = |text: &&Text| {
        is_run(&text.value) && is_telling_run(&text.value)
            || names_a_test(&text.value)
            || has_test_file && brings_a_test(&text.value)
            || tests_a_criterion(ticket, &text.value)
    };
    let is_noted = |text: &&Text| {
        let is_verification = text.place.yaml_path().to_lowercase().contains("verification");
        is_verification && is_check(text) || names_a_test(&text.value)
    };
    checks.or_else(|| work(ticket).find(is_work)).or_else(|| ticket.notes.iter().find(is_noted))
}

/// Whether a text has a command whose outcome depends on one ticket's work.
fn is_telling_run(text: &str) -> bool {
    let is_general = |part: &str| {
        let tokens = || part.split_whitespace().skip(1);
        // Without a class or a file these run everything.
        let is_bare = (part.starts_with("mvn ") && !part.contains("-Dtest"))
            || (part.starts_with("pytest") && tokens().all(|token| token.starts_with('-')));
        GENERAL.any.iter().any(|command| part.contains(command)) || is_bare || runs_all_tests(part)
    };
    let parts = text.split(['`', ';', '\n', ',', '&', '|']).map(str::trim);
    parts.into_iter().any(|part| words::names_command(part) && !is_general(part))
}

/// Whether a criterion speaks of a check that is there to be run. To validate, to verify and to
/// replay may be what the product does.
fn speaks_of_a_check(criterion: &str) -> bool {
    const CHECKS: &[&str] =
        &["bench", "benchmark", "clippy", "compile", "fuzz", "lint", "proptest", "test"];
    let said = criterion.split_whitespace().filter(|token| !token.contains('/'));
    let found = words::words(&said.collect::<Vec<_>>().join(" "));
    found.iter().any(|word| CHECKS.contains(&words::root(word)) || CHECKS.contains(&word.as_str()))
}

/// Whether a line of the work has something run: a command in code, or after a word that says so.
/// "A section with a curl command" only speaks of one.
fn is_run(line: &str) -> bool {
    let mut spans = line.split('`').skip(1).step_by(2);
    let says = words::words(line).iter().any(|word| matches!(word.as_str(), "run" | "runs"));
    spans.any(words::names_command) || (words::names_command(line) && says)
}

/// Whether a line of the work writes or extends a test. `validate_batch` is a name, and to verify
/// a digest is work.
pub(crate) fn brings_a_test(line: &str) -> bool {
    let said = line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '/' | '.')));
    let is_word = |token: &str| {
        let lower = token.trim_matches('.').to_lowercase();
        ["test", "tests", "tested", "testing", "benchmark", "fuzz", "proptest"]
            .contains(&lower.as_str())
    };
    said.into_iter().any(|token| is_word(token) || is_test(token))
}

/// Whether a line of the work brings a test that can be found again: it has a name, or stands in a
/// file that the line names.
fn names_a_test(line: &str) -> bool {
    let is_test_name = |name: &String| is_test(name) || name.to_lowercase().contains("test");
    let is_found_again = |part: &str| {
        let names_file = !words::paths(part).is_empty() || !short_names(part).is_empty();
        brings_a_test(part) && (names_file || words::identifiers(part).iter().any(is_test_name))
    };
    // `Export in index.ts; unit tests at 0 and 1`: the file is another part's.
    line.split("; ").any(is_found_again)
}

/// Whether a line of the work brings a test of what a criterion says, in its words.
fn tests_a_criterion(ticket: &Ticket, line: &str) -> bool {
    let said = words::significant(line);
    brings_a_test(line)
        && ticket.criteria.iter().any(|criterion| {
            let asked = words::significant(&criterion.value);
            let shared = words::shared(&said, &asked);
            shared >= 4 && shared * 3 >= asked.len() * 2
        })
}

/// Whether a verification is something to run: by its key, or by how it reads.
pub(crate) fn is_command(ticket: &Ticket, text: &Text) -> bool {
    let keys = ["verification_command", "command"];
    let node = ticket.source.yaml_at(text.place.yaml_path());
    let has_key = node.is_some_and(|node| keys.iter().any(|key| node.get(key).is_some()));
    let is_value = keys.iter().any(|key| text.place.yaml_path().ends_with(key));
    has_key || is_value || words::names_command(&text.value)
}

pub(crate) static TESTS: Words = lexicon::words("test");
static GENERAL: Words = lexicon::words("general-command");

pub(crate) fn speaks_of_tests(text: &str) -> bool {
    TESTS.has_any(&words::words(text))
}

/// Whether a check speaks of some tests, rather than running all that there are anyway: `go test
/// ./worker` passes with none that is new.
pub(crate) fn chooses_tests(check: &str) -> bool {
    let is_choice = |command: &str| {
        let mut tokens = command.split_whitespace();
        while let Some(token) = tokens.next() {
            match token {
                "-p" | "--package" | "-w" | "--workspace" | "-pl" => drop(tokens.next()),
                _ if token.starts_with('-') || token.starts_with('.') => {}
                _ => return true,
            }
        }
        false
    };
    let mut runs = RUNS.iter().filter_map(|run| check.split_once(run));
    match runs.next() {
        None => speaks_of_tests(check),
        Some((before, behind)) => {
            let end = behind.find(['\n', ',', ';', '&', '`', '(']).unwrap_or(behind.len());
            let (command, rest) = behind.split_at(end);
            is_choice(command) || speaks_of_tests(before) || speaks_of_tests(rest)
        }
    }
}

/// Whether a command runs all the tests that there are, of a package or of everything.
pub(crate) fn runs_all_tests(command: &str) -> bool {
    RUNS.iter().any(|run| command.contains(run)) && !chooses_tests(command)
}

/// Commands that run whatever tests there are.
pub(crate) const RUNS: &[&str] = &[
    "cargo nextest run",
    "cargo nextest",
    "cargo test",
    "go test",
    "make test",
    "mvn test",
    "npm run test",
    "npm test",
];

/// Whether a check can be carried out by anybody with the same result: a command or a named test.
pub(crate) fn decides(check: &str) -> bool {
    words::names_command(check)
        || !words::identifiers(check).is_empty()
        || !words::paths(check).is_empty()
        || check.contains(['#', '`'])
        || check.contains("::")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_run_of_all_tests_brings_none() {
        for (check, chooses) in [
            ("go test -race ./worker", false),
            ("cargo test -p store", false),
            ("npm test -w packages/web", false),
            ("go test -race ./worker, which must go on passing as it is", false),
            ("cargo test -p store lease_", true),
            ("npm test -w packages/web -- text", true),
            ("cargo test --test leases", true),
            ("Unit tests of the store", true),
            ("cargo build", false),
        ] {
            assert_eq!(super::chooses_tests(check), chooses, "{check}");
        }
    }
}
