//! Where the steps of a ticket and its lists of files do not agree (L11).

use super::{at, ends_in};
use crate::gates::diagnostic::Spot;
use crate::gates::text::files::{is_added_to, is_companion, is_test};
use crate::gates::text::sentences::{Sentence, sentences};
use crate::gates::text::ticket::{changes, prose};
use crate::gates::text::words::{self, file_stem};
use crate::source::{PathEntry, PathKind, Ticket, Tier};

/// The files that the lists of a ticket create or change.
fn listed(ticket: &Ticket) -> impl Iterator<Item = &PathEntry> {
    ticket.paths.iter().filter(|entry| {
        entry.tier == Tier::Structured && matches!(entry.kind, PathKind::Create | PathKind::Modify)
    })
}

fn plain(raw: &str) -> &str {
    raw.trim().trim_start_matches("./")
}

/// Whether a step says that it changes a file: `Update src/a.rs`, `Add x to src/a.rs`.
fn is_changed(sentence: &Sentence, path: &str) -> bool {
    const VERBS: [&str; 10] = [
        "change", "edit", "extend", "modify", "refactor", "rename", "rewrite", "split", "update",
        "wire",
    ];
    let Some(at) = sentence.said.find(path) else { return false };
    let before = words::words(&sentence.said[..at]);
    let is_object = matches!(before.as_slice(), [verb] if VERBS.contains(&verb.as_str()));
    is_object || is_added_to(&sentence.said, path)
}

/// The files that a step changes and no list of the ticket names, where it has such lists.
pub(super) fn unlisted(ticket: &Ticket) -> Vec<(String, Spot)> {
    let mut found: Vec<(String, Spot)> = Vec::new();
    if listed(ticket).next().is_none() {
        return found;
    }
    let is_named = |path: &str| {
        ticket.paths.iter().any(|entry| {
            let raw = plain(&entry.raw);
            ends_in(raw, path) || ends_in(path, raw) || path.starts_with(&format!("{raw}/"))
        })
    };
    for step in &ticket.steps {
        for sentence in sentences(&step.value) {
            for path in words::paths(&sentence.said) {
                let is_new = words::is_code(&path)
                    && !is_test(&path)
                    && is_changed(&sentence, &path)
                    && !is_named(&path)
                    && !found.iter().any(|(known, _)| *known == path);
                if is_new {
                    let spot = at(ticket, step, &path);
                    found.push((path, spot));
                }
            }
        }
    }
    found
}

/// The listed files that no line of the ticket names, where its steps name the most of them.
pub(super) fn stepless(ticket: &Ticket) -> Vec<(String, Spot)> {
    let said: String =
        prose(ticket).chain(&ticket.title).map(|line| format!("{}\n", line.value)).collect();
    let said = said.to_lowercase();
    let steps: String = ticket.steps.iter().map(|step| format!("{}\n", step.value)).collect();
    let names =
        |text: &str, path: &str| path.rsplit('/').next().is_some_and(|name| text.contains(name));
    let own: Vec<(&str, &PathEntry)> = listed(ticket).map(|e| (plain(&e.raw), e)).collect();
    let named = own.iter().filter(|(path, _)| names(&steps, path)).count();
    if named < 2 || named * 2 <= own.len() {
        return Vec::new();
    }
    let told: Vec<String> =
        changes(ticket).into_iter().map(|text| text.place.yaml_path().to_owned()).collect();
    let is_told = |entry: &PathEntry| {
        let holder = entry.place.yaml_path().trim_end_matches(".path").trim_end_matches(".file");
        told.iter().any(|path| path.starts_with(&format!("{holder}.")))
    };
    // A line may call a file by what is in it: `the store` for `store.rs`.
    let is_meant = |path: &str| {
        let stem = words::words(file_stem(path));
        let parts = path.split('/').flat_map(words::words).chain(stem);
        parts
            .filter(|word| word.len() > 3 && !matches!(word.as_str(), "crates" | "main" | "index"))
            .any(|word| said.contains(&word))
    };
    let silent = own.into_iter().filter(|(path, entry)| {
        words::is_code(path)
            && !is_companion(path)
            && !names(&said, &path.to_lowercase())
            && !is_told(entry)
            && !is_meant(path)
    });
    silent.map(|(path, entry)| (path.to_owned(), Spot::in_ticket(ticket, &entry.place))).collect()
}
