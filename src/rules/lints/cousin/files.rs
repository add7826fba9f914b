//! Files that a ticket creates, compared with those that stand near.

use std::collections::BTreeSet;

use crate::rules::desk::files::{is_mentioned, is_of_entry, neighbours, new_files};
use crate::rules::desk::vocabulary::stems;
use crate::rules::desk::{Desk, TouchedPath, changes, prose};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{self, file_stem, folder};
use crate::source::Ticket;
use crate::symbols::meanings;

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a new file beside one of the same role",
    kind: &kind::COUSIN_FILE,
    finds: "the names of the new file and of an existing one say the same role",
    seat: RuleSeat::Sa3,
    modes: [14, 79],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Likely,
    check: twin_files,
}];

static GENERAL: Words = lexicon::words("general-file");
/// Words by which helpers are named.
const HELPERS: &[&str] = &["common", "helper", "helpers", "misc", "shared", "util", "utils"];

/// Words by which files of one role are named; the first stands for all.
const ROLES: &[&[&str]] = &[
    &["client", "api", "http"],
    &[
        "codec",
        "converter",
        "encoder",
        "encoding",
        "mapper",
        "mapping",
        "marshal",
        "representation",
        "serializer",
    ],
    &["constant", "const", "default"],
    &["entity", "dto", "model"],
    &["error", "exception", "fault"],
    &["file", "fs", "fsutil", "io"],
    &["format", "display", "formatter", "formatting", "output", "printer", "render", "renderer"],
    &["persistence", "dao", "repo", "repository", "storage"],
    &["setting", "config", "configuration", "environment", "option", "preference"],
    &["text", "copy", "i18n", "label", "locale", "message", "string", "translation"],
    &["time", "clock", "date"],
    &["validation", "check", "validate", "validator"],
];

/// A role, by a word of a file's name.
fn role(word: &str) -> Option<&'static str> {
    ROLES.iter().find(|words| words.contains(&word)).map(|words| words[0])
}

/// The existing file of the same folder that has the new one's role under another word, when what
/// is said of the new one speaks of all else that the old one is for.
fn same_role<'d>(desk: &Desk<'d>, ticket: &Ticket, file: &TouchedPath) -> Option<&'d str> {
    let name = name_words(&file.path);
    let roles: BTreeSet<&str> = name.iter().filter_map(|word| role(word)).collect();
    if roles.is_empty() {
        return None;
    }
    let told = about(ticket, &file.path);
    neighbours(desk, ticket, file).into_iter().find(|path| {
        let other = name_words(path);
        let others: BTreeSet<&str> = other.iter().filter_map(|word| role(word)).collect();
        let has_role = !others.is_empty() && others.is_subset(&roles);
        let is_other = other.intersection(&name).next().is_none();
        let rest: String =
            other.iter().filter(|w| role(w).is_none()).map(|w| format!("{w} ")).collect();
        let is_spoken = meanings(&rest).is_subset(&told);
        folder(path) == folder(&file.path) && has_role && is_other && is_spoken
    })
}

/// What the ticket says where it names a file, and as its purpose.
fn about(ticket: &Ticket, path: &str) -> BTreeSet<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = file_stem(path);
    let noted = changes(ticket);
    let purposes = noted.iter().filter(|text| is_of_entry(ticket, text, name));
    let lines = prose(ticket).chain(ticket.title.as_ref());
    let spoken = lines.filter(|text| text.value.contains(name) || text.value.contains(stem));
    purposes.chain(spoken).flat_map(|text| meanings(&text.value)).collect()
}

/// The words of a file's name, without endings.
fn name_words(path: &str) -> BTreeSet<String> {
    words::words(file_stem(path))
        .iter()
        .map(|word| match word.as_str() {
            "utils" | "helpers" | "helper" | "misc" => "util".to_owned(),
            other => other.strip_suffix('s').filter(|w| w.len() > 3).unwrap_or(other).to_owned(),
        })
        .collect()
}

/// The existing file whose name has the same words as the new one's.
fn closest<'d>(desk: &Desk<'d>, ticket: &Ticket, file: &TouchedPath) -> Option<&'d str> {
    let stem = file_stem(&file.path);
    let name = name_words(&file.path);
    if GENERAL.has(stem) {
        return None;
    }
    let is_helper = HELPERS.iter().any(|h| words::words(stem).iter().any(|w| w == h));
    let here = folder(&file.path);
    neighbours(desk, ticket, file).into_iter().find(|path| {
        let other = name_words(path);
        let is_same =
            (other == name || is_synonym(stem, file_stem(path))) && !GENERAL.has(file_stem(path));
        let is_near = folder(path) == here
            && name.len() >= 2
            && other.len() >= 2
            && words::likeness(&name, &other) >= 66;
        let both_help = is_helper
            && folder(path) == here
            && HELPERS.iter().any(|h| words::words(file_stem(path)).iter().any(|w| w == h));
        is_same || is_near || both_help
    })
}

/// Whether two names say the same in other words: `problems` and `errors`, `show_list` and
/// `listDisplay`.
fn is_synonym(a: &str, b: &str) -> bool {
    let (one, other) = (meanings(a), meanings(b));
    let (first, second) = (stems(a), stems(b));
    (!one.is_empty() && one == other) || (!first.is_empty() && first == second)
}

static NEAR: Message = Message {
    defect: "{new} is to be created beside {old}, which has nearly the same name",
    harm: "{ticket} does not say how they differ, and one thing gets two places",
    act: "extend {old}, or say in {ticket} what it cannot do and why a second file is needed",
};

fn twin_files(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for file in new_files(desk, ticket) {
        let twin = closest(desk, ticket, &file).or_else(|| same_role(desk, ticket, &file));
        let Some(existing) = twin else { continue };
        if is_mentioned(desk, ticket, existing) {
            continue;
        }
        let hit = Hit::at(
            ticket,
            &file.place,
            &file.path,
            &NEAR,
            vec![("new", file.path.as_str().into()), ("old", Arg::file(existing))],
        );
        // In another folder, the name is all that they share.
        let is_beside = folder(existing) == folder(&file.path);
        let confidence = if is_beside { Confidence::Likely } else { Confidence::Hint };
        hits.extend(hit.map(|hit| hit.at_most(confidence)));
    }
    hits
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found, ticket};

    fn creating(path: &str, notes: &str) -> (String, String) {
        let rest =
            format!("scope:\n  in_scope:\n  - Store leases\nnotes:\n  general: \"{notes}\"\n");
        let (file, text) = ticket(1, "One", &rest);
        (file, format!("{text}implementation:\n  files_to_create:\n  - path: {path}\n"))
    }

    const TREE: &[&str] = &[
        "Cargo.toml",
        "crates/core/Cargo.toml",
        "crates/core/src/lease/lease_store.rs",
        "crates/core/src/lease/error.rs",
        "crates/core/src/util.rs",
    ];

    #[test]
    fn a_second_file_for_one_role_is_a_cousin() {
        let name = "a new file beside one of the same role";
        let of = |path, notes| found(name, &dossier(&[creating(path, notes)], TREE));
        let quoted = |severity: &str, path: &str| {
            vec![format!("TCK-00001 {severity} COUSIN_VIOLATION: {path}")]
        };
        let beside = "crates/core/src/lease/store_lease.rs";
        assert_eq!(of(beside, ""), quoted("MINOR", beside));
        let helpers = "crates/core/src/helpers.rs";
        assert_eq!(of(helpers, ""), quoted("MINOR", helpers));
        let far = "crates/core/src/cache/lease_store.rs";
        assert_eq!(of(far, ""), quoted("INFO", far));
        assert!(of(beside, "lease_store.rs keeps the old format").is_empty());
        assert!(of("crates/core/src/cache/error.rs", "").is_empty(), "a general name");
        assert!(of("crates/core/src/lease/clock.rs", "").is_empty());
    }
}
