//! Whether a ticket's checks could fail if the work were not done.

use std::collections::BTreeSet;

use crate::gates::text::files::{is_test, is_test_file, short_names};
use crate::model::{GateId, Severity, Subcategory};
use crate::rules::desk::{Desk, demands, is_title_only, touched, touched_or_told, work};
use crate::rules::lints::atomicity::testing::runs_all_tests;
use crate::rules::lints::implementability::criteria::decides;
use crate::rules::lints::rule::Hit;
use crate::rules::text::words::{self, listed, opening, shortened};
use crate::source::{Text, Ticket};

const GATE: (GateId, Subcategory) = (GateId::Implementability, Subcategory::MissingVerification);

/// Something in the ticket that can be run or observed.
pub(crate) fn proof(ticket: &Ticket) -> Option<&Text> {
    let tells = |text: &&Text| {
        text.place.yaml_path().to_lowercase().contains("verification")
            && words::names_check(&text.value)
    };
    let has_test_file = touched_or_told(ticket).iter().any(|file| is_test_file(&file.path));
    ticket
        .verifications
        .iter()
        .find(|text| decides(&text.value) || words::names_check(&text.value))
        .or_else(|| ticket.criteria.iter().find(|text| words::names_command(&text.value)))
        .or_else(|| work(ticket).find(|text| is_run(&text.value)))
        .or_else(|| ticket.criteria.iter().find(|text| speaks_of_a_check(&text.value)))
        .or_else(|| work(ticket).find(|text| names_a_test(&text.value)))
        .or_else(|| work(ticket).find(|text| tests_a_criterion(ticket, &text.value)))
        .or_else(|| has_test_file.then(|| work(ticket).find(|t| brings_a_test(&t.value))).flatten())
        .or_else(|| ticket.notes.iter().find(tells))
}

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
    const GENERAL: &[&str] = &[
        "cargo build",
        "cargo check",
        "cargo clippy",
        "cargo fmt",
        "git ",
        "go build",
        "go vet",
        "mvn compile",
        "npm ci",
        "npm install",
        "npm run build",
        "npm run lint",
        "npm run typecheck",
        "npx tsc",
    ];
    let is_general = |part: &str| {
        let tokens = || part.split_whitespace().skip(1);
        // Without a class or a file these run everything.
        let is_bare = (part.starts_with("mvn ") && !part.contains("-Dtest"))
            || (part.starts_with("pytest") && tokens().all(|token| token.starts_with('-')));
        GENERAL.iter().any(|command| part.contains(command)) || is_bare || runs_all_tests(part)
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

/// Neither a command nor a test, anywhere. Criteria that can be measured lessen the harm.
pub(crate) fn unproven(ticket: &Ticket) -> Vec<Hit> {
    if shown(ticket).is_some() || is_title_only(ticket) || work(ticket).next().is_none() {
        return Vec::new();
    }
    if ticket.criteria.is_empty() {
        // Cycle 1 says that there is no criterion at all.
        return Vec::new();
    }
    let measurable = ticket.criteria.iter().any(|c| words::is_measurable(&c.value));
    let weak = proof(ticket);
    let severity = if measurable || weak.is_some() { Severity::Minor } else { Severity::Major };
    let plain = ticket.criteria.iter().find(|text| !words::names_command(&text.value));
    let first = plain.unwrap_or(&ticket.criteria[0]);
    let judged = format!(
        "the acceptance criteria of {} (e.g. \"{}\") have",
        ticket.stem,
        shortened(&first.value)
    );
    let lacking = match weak {
        None => "no test, command or measurement".to_owned(),
        Some(text) => format!(
            "no test: \"{}\" passes before the work is begun as well as after it",
            opening(&text.value)
        ),
    };
    Hit::at(
        ticket,
        &first.place,
        "",
        (GATE.0, GATE.1, severity),
        format!("{judged}, {lacking}"),
        "give each criterion the test or command that would fail while it does not hold".to_owned(),
    )
    .into_iter()
    .collect()
}

/// The packages that a command's `-p` or `--package` names.
fn packages(command: &str) -> Vec<&str> {
    let mut tokens = command.split_whitespace();
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            "-p" | "--package" => found.extend(tokens.next()),
            _ => found.extend(token.strip_prefix("--package=")),
        }
    }
    found
}

/// Every test command names packages, none of which holds a file of the ticket.
pub(crate) fn foreign_package(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let files = touched(ticket);
    let changed: BTreeSet<&str> = files
        .iter()
        .filter_map(|t| desk.component(&t.path))
        .map(|path| path.rsplit('/').next().unwrap_or(path))
        .collect();
    let tests: Vec<&Text> = ticket
        .verifications
        .iter()
        .filter(|text| text.value.contains("cargo test") || text.value.contains("cargo nextest"))
        .collect();
    let run: Vec<&str> = tests.iter().flat_map(|text| packages(&text.value)).collect();
    let everywhere = tests.iter().any(|text| packages(&text.value).is_empty());
    let all_mapped = files.iter().all(|t| desk.component(&t.path).is_some());
    let is_foreign = !run.is_empty() && run.iter().all(|package| !changed.contains(package));
    let (Some(first), false, true) = (tests.first(), everywhere, is_foreign) else {
        return Vec::new();
    };
    if changed.is_empty() || !all_mapped {
        return Vec::new();
    }
    let mut changed: Vec<&str> = changed.into_iter().collect();
    changed.sort_unstable();
    Hit::at(
        ticket,
        &first.place,
        run[0],
        (GATE.0, GATE.1, Severity::Major),
        format!(
            "the tests run in {} while {} changes files only in {}: a filter that matches nothing there passes, whatever was done",
            run[0],
            ticket.stem,
            listed(&changed, 3)
        ),
        format!("run the tests of {}, and name the one that covers {}", changed[0], shortened(ticket.name())),
    )
    .into_iter()
    .collect()
}

/// A check that at least two other tickets with different files carry word for word, beside no
/// check of this ticket's own.
pub(crate) fn shared_command(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let commands: Vec<&Text> =
        ticket.verifications.iter().filter(|text| is_command(ticket, text)).collect();
    let general = |text: &str| {
        let found = words::words(text);
        let whole_tree = ["workspace", "clippy", "fmt", "build", "check", "all"];
        text == "cargo test" || found.iter().any(|w| whole_tree.contains(&w.as_str()))
    };
    let shared = |text: &&&Text| {
        let has = |other: &&Ticket| other.verifications.iter().any(|v| v.value == text.value);
        !general(&text.value) && desk.others(ticket).filter(has).count() >= 2
    };
    let Some(first) = commands.iter().find(shared) else {
        return Vec::new();
    };
    let twins: Vec<String> = desk
        .others(ticket)
        .filter(|other| other.verifications.iter().any(|v| v.value == first.value))
        .map(|other| other.stem.to_string())
        .collect();
    Hit::at(
        ticket,
        &first.place,
        &first.value,
        (GATE.0, GATE.1, Severity::Minor),
        format!(
            "\"{}\" is also the check of {}: it cannot tell whether this ticket or one of those was done",
            shortened(&first.value),
            listed(&twins, 4)
        ),
        format!("replace it with a check that fails before {} and passes after", ticket.stem),
    )
    .into_iter()
    .collect()
}

/// A later ticket of the RFC that waits for this one and tests what it makes.
pub(crate) fn proven_later<'d>(desk: &Desk<'d>, ticket: &Ticket) -> Option<(&'d Ticket, &'d Text)> {
    let title = words::significant(ticket.name());
    desk.live
        .iter()
        .copied()
        .filter(|other| other.stem != ticket.stem && desk.waits_for(&other.stem, &ticket.stem))
        .find_map(|other| {
            let line = demands(other).find(|text| {
                let said = words::significant(&text.value);
                words::names_check(&text.value)
                    && (words::ticket_ids(&text.value).contains(&ticket.stem)
                        || (title.len() >= 3
                            && words::shared(&said, &title) * 3 >= title.len() * 2))
            })?;
            Some((other, line))
        })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found, found_in, ticket};

    #[test]
    fn a_criterion_needs_a_check() {
        let name = "nothing to run and nothing to measure";
        let done = |criterion: &str| {
            let rest = format!(
                "scope:\n  in_scope:\n  - Store leases\ndefinition_of_done:\n  criteria:\n  - \"{criterion}\"\n"
            );
            [ticket(1, "One", &rest)]
        };
        assert_eq!(
            found_in(name, &done("Leases are stored well")),
            ["TCK-00001 MAJOR MISSING_VERIFICATION: Leases are stored well"]
        );
        assert_eq!(
            found_in(name, &done("Leases expire after 5 s")),
            ["TCK-00001 MINOR MISSING_VERIFICATION: Leases expire after 5 s"]
        );
        assert!(found_in(name, &done("cargo test leases passes")).is_empty());
    }

    #[test]
    fn a_test_is_one_that_can_be_found_again() {
        let name = "nothing to run and nothing to measure";
        let of = |step: &str| {
            let rest = format!(
                "plan:\n  steps:\n  - \"{step}\"\ndefinition_of_done:\n  criteria:\n  - Leases are stored well\n"
            );
            found_in(name, &[ticket(1, "One", &rest)]).len()
        };
        assert_eq!(of("Tests as a table: no lease, two leases"), 1);
        assert_eq!(of("Tests at the foot of src/lease.rs: no lease, two leases"), 0);
        assert_eq!(of("Write the test test_two_leases"), 0);
        assert_eq!(of("Export it in src/lib.rs; unit tests for no lease and two"), 1);
    }

    #[test]
    fn a_criterion_is_shown_by_a_test_in_its_words() {
        let name = "nothing to run and nothing to measure";
        let of = |step: &str| {
            let rest = format!(
                "plan:\n  steps:\n  - \"{step}\"\ndefinition_of_done:\n  criteria:\n  - Expired leases of unknown owners are refused\n"
            );
            found_in(name, &[ticket(1, "One", &rest)]).len()
        };
        assert_eq!(of("Add unit tests for expired leases of unknown owners"), 0);
        assert_eq!(of("Add unit tests for the parser"), 1);
    }

    #[test]
    fn what_the_product_checks_is_no_check_of_the_ticket() {
        let name = "nothing to run and nothing to measure";
        let of = |criterion: &str| {
            let rest = format!(
                "scope:\n  in_scope:\n  - Store leases\ndefinition_of_done:\n  criteria:\n  - {criterion}\n"
            );
            found_in(name, &[ticket(1, "One", &rest)]).len()
        };
        assert_eq!(of("Owners are validated before a lease is kept"), 1);
        assert_eq!(of("Unit tests of the owner pass"), 0);
    }

    #[test]
    fn what_passes_anyway_shows_nothing() {
        let name = "nothing to run and nothing to measure";
        let of = |criterion: &str| {
            let rest = format!(
                "scope:\n  in_scope:\n  - Store leases\ndefinition_of_done:\n  criteria:\n  - Leases are stored well\n  - {criterion}\n"
            );
            found_in(name, &[ticket(1, "One", &rest)])
        };
        for weak in
            ["cargo build", "go test -race ./store", "npm run typecheck", "mvn -q -pl store test"]
        {
            let said = "TCK-00001 MINOR MISSING_VERIFICATION: Leases are stored well";
            assert_eq!(of(weak), [said], "{weak}");
        }
        for telling in [
            "cargo test -p store lease_",
            "grep -c lease docs/store.md",
            "mvn test -Dtest=LeaseTest",
        ] {
            assert!(of(telling).is_empty(), "{telling}");
        }
    }

    fn tested(number: u32, command: &str) -> (String, String) {
        let (path, text) = ticket(number, "One", "");
        let text = format!(
            "{text}implementation:\n  files_to_modify:\n  - path: crates/part-a/src/f{number}.rs\ntest_requirements:\n- test_id: UT\n  verification_command: {command}\n"
        );
        (path, text)
    }

    #[test]
    fn a_check_runs_where_the_work_is() {
        let name = "a check that runs where nothing changes";
        let crates = ["Cargo.toml", "crates/part-a/Cargo.toml", "crates/part-b/Cargo.toml"];
        let of = |command| found(name, &dossier(&[tested(1, command)], &crates));
        let hits = of("cargo test -p part-b lease");
        assert_eq!(hits.len(), 1, "{hits:?}");
        assert!(hits[0].starts_with("TCK-00001 MAJOR MISSING_VERIFICATION: "));
        assert!(of("cargo test -p part-a lease").is_empty());
        assert!(of("cargo test lease").is_empty());
    }

    #[test]
    fn a_check_is_for_one_ticket() {
        let name = "a check that is the same for other work";
        let same: Vec<_> = (1..=3).map(|n| tested(n, "cargo run -- emit --rfc RFC-0001")).collect();
        let own: Vec<_> = (1..=3).map(|n| tested(n, &format!("cargo test lease_{n}"))).collect();
        assert_eq!(found_in(name, &same).len(), 1, "a habit is said once");
        assert!(found_in(name, &own).is_empty());
    }
}
