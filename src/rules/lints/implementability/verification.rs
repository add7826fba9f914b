//! Whether a ticket's checks could fail if the work were not done.

use std::collections::BTreeSet;

use crate::model::Severity;
use crate::rules::desk::{Desk, touched};
use crate::rules::lints::rule::Hit;
use crate::rules::message::Message;
use crate::rules::text::words::listed;
use crate::source::{Text, Ticket};

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

static FOREIGN: Message = Message {
    defect: "the tests run in {run} while {ticket} changes files only in {changed}",
    harm: "a filter that matches nothing there passes, whatever was done",
    act: "run the tests of {first}, and name the one that covers the change",
};

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
        &FOREIGN,
        vec![
            ("run", run[0].into()),
            ("changed", listed(&changed, 3).into()),
            ("first", changed[0].into()),
        ],
    )
    .map(|hit| hit.weighing(Severity::Major))
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found, ticket};

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
}
