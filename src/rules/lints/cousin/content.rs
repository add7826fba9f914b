//! Files that a ticket creates for what a file beside them is for: by what the ticket says of the
//! new one and by what the old one defines, or has as its headings, whatever the two are called.

use crate::gates::text::files::{is_named_test, is_numbered};
use crate::rules::desk::vocabulary::{Stems, stems};
use crate::rules::desk::{Desk, TouchedPath, changes, prose};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Args, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::sentences::sentences;
use crate::rules::text::words::{self, file_stem, folder, listed};
use crate::source::{Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a new file for what one beside it is for",
    kind: &kind::COUSIN_FILE,
    finds: "what is said of the new file is what a file beside it holds",
    seat: RuleSeat::Sa1,
    modes: [6, 43],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Likely,
    check: beside,
}];

/// So much of what is said of a new file, in percent, stands in the one that it doubles.
const ALIKE: u64 = 28;
/// What that tells, at least.
const TELLING: u64 = 12;

/// Whether a note belongs to the entry of a file list whose path has this name.
fn is_of_entry(ticket: &Ticket, note: &Text, name: &str) -> bool {
    let parent = note.place.yaml_path().rsplit_once('.').map_or("", |(parent, _)| parent);
    let entry = ticket.source.yaml_at(parent).and_then(|node| node.get("path"));
    entry.and_then(|node| node.as_scalar()).is_some_and(|path| path.contains(name))
}

/// Whether the ticket shows that it knows the file.
fn is_mentioned(desk: &Desk<'_>, ticket: &Ticket, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    prose(ticket).any(|text| text.value.contains(name))
        || desk.facts(ticket).changes.iter().any(|text| text.value.contains(name))
}

/// An existing file, and what it has of what is said of a new one.
pub(crate) struct Double<'d> {
    pub(crate) new: TouchedPath,
    pub(crate) old: &'d str,
    /// In the ticket's words, what tells most first.
    pub(crate) shared: Vec<String>,
}

/// Whether a file is a test itself, by its name or its folder, rather than something that tests share.
fn is_called_test(path: &str) -> bool {
    let holder = folder(path).rsplit('/').next().unwrap_or_default();
    is_named_test(path)
        || matches!(holder, "test" | "tests" | "__tests__" | "spec" | "specs" | "benches")
}

/// What the ticket says of a file: its name, the sentences that name it, and the purpose of its entry.
fn said_of(ticket: &Ticket, path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let noted = changes(ticket);
    let lines = prose(ticket).chain(&noted).filter(|text| text.value.contains(name));
    let naming = lines.flat_map(|text| sentences(&text.value)).filter(|s| s.said.contains(name));
    let mut said: Vec<String> = naming.map(|sentence| sentence.said).collect();
    let purposes = noted.iter().filter(|text| is_of_entry(ticket, text, name));
    said.extend(purposes.map(|text| text.value.clone()));
    said.push(file_stem(path).to_owned());
    said.join("\n")
}

/// What a file of the tree is about: its name, its definitions and what is said of them, its headings.
fn held_by(desk: &Desk<'_>, path: &str) -> Stems {
    let symbols = desk.index.in_file(path).iter();
    let all = symbols.chain(desk.index.headings(path).unwrap_or_default());
    let mut held: Stems =
        all.flat_map(|symbol| stems(&format!("{} {}", symbol.name, symbol.gist))).collect();
    held.extend(stems(file_stem(path)));
    held
}

/// The heading of a document under which a new document would say the same.
fn heading<'d>(desk: &Desk<'d>, new: &str, old: &str) -> Option<&'d str> {
    let wanted = words::significant(file_stem(new));
    let mut headings = desk.index.headings(old)?.iter();
    let found = headings.find(|heading| {
        !wanted.is_empty() && wanted.is_subset(&words::significant(&heading.name))
    })?;
    Some(found.name.as_str())
}

/// The files that a ticket brings and that double one in their folder of which it does not speak.
pub(crate) fn doubles<'d>(desk: &Desk<'d>, ticket: &Ticket) -> Vec<Double<'d>> {
    let files = &desk.facts(ticket).files;
    let subject = stems(ticket.name());
    // A file that is called after what the ticket is about is for that.
    let is_of_subject = |path: &str| !stems(file_stem(path)).is_disjoint(&subject);
    let is_new = |file: &&TouchedPath| {
        !desk.exists(&file.path)
            && !is_called_test(&file.path)
            && !is_numbered(&file.path)
            && !is_of_subject(&file.path)
            && !folder(&file.path).is_empty()
            && desk.maker(ticket, &file.path).is_none()
            && !ticket.justified_paths.contains(&file.path)
    };
    let double = |new: &TouchedPath| {
        let told = said_of(ticket, &new.path);
        let said = stems(&told);
        let ending = new.path.rsplit('.').next();
        let here = folder(&new.path);
        let neighbours = desk.files_below(here).into_iter().filter(|path| {
            folder(path) == here && path.rsplit('.').next() == ending && !is_called_test(path)
        });
        let scored = neighbours.map(|path| {
            let held = held_by(desk, path);
            let shared: Stems = said.intersection(&held).cloned().collect();
            let is_headed = heading(desk, &new.path, path).is_some();
            (is_headed, desk.weight_of(&shared), path, shared)
        });
        let (is_headed, weight, old, shared) = scored.max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)))?;
        let percent = desk.covered(&said, &shared);
        let is_alike = is_headed || (weight >= TELLING && percent >= ALIKE);
        let is_known = is_mentioned(desk, ticket, old) || files.iter().any(|file| file.path == old);
        let mut shared: Vec<String> = shared.into_iter().collect();
        shared.sort_by_key(|stem| std::cmp::Reverse(desk.weight(stem)));
        let shared = words::as_written(&shared, &told, stems);
        (is_alike && !is_known).then(|| Double { new: new.clone(), old, shared })
    };
    files.iter().filter(is_new).filter_map(double).collect()
}

const TWO_PLACES: &str = "{ticket} does not say how they differ, and one thing gets two places";
const EXTEND: &str = "extend {old}, or say in {ticket} why a second file is needed";
static HEADED: Message = Message {
    defect: "{new} is to be created while {old} beside it has {what} already",
    harm: TWO_PLACES,
    act: EXTEND,
};
static ABOUT: Message = Message {
    defect: "{new} is to be created while {old} beside it is about {what} already",
    harm: TWO_PLACES,
    act: EXTEND,
};

fn beside(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let hits = doubles(desk, ticket).into_iter().filter_map(|double| {
        let Double { new, old, shared } = double;
        let heading = heading(desk, &new.path, old);
        let (message, confidence) = match heading {
            Some(_) => (&HEADED, Confidence::Likely),
            None => (&ABOUT, Confidence::Hint),
        };
        let what = heading.map_or_else(|| listed(&shared, 4).into(), Arg::quote);
        let args: Args =
            vec![("new", new.path.as_str().into()), ("old", Arg::file(old)), ("what", what)];
        let hit = Hit::at(ticket, &new.place, &new.path, message, args);
        hit.map(|hit| hit.at_most(confidence))
    });
    hits.collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found_over, ticket};
    use crate::symbols::{Index, Symbol, SymbolKind};

    fn symbol(name: &str, gist: &str, kind: SymbolKind) -> Symbol {
        Symbol {
            name: name.to_owned(),
            kind,
            line: 1,
            owner: None,
            head: name.to_owned(),
            gist: gist.to_owned(),
            is_test: false,
        }
    }

    fn of(path: &str, purpose: &str) -> Vec<String> {
        let answers =
            symbol("write_status", "json status message of a response", SymbolKind::Function);
        let heading = symbol("Exit codes", "", SymbolKind::Section);
        let lease = symbol("lease", "owner expiry ledger", SymbolKind::Function);
        let index = Index::from_files([
            ("src/respond.rs".to_owned(), vec![answers]),
            ("src/lease.rs".to_owned(), vec![lease]),
            ("docs/manual.md".to_owned(), vec![heading]),
        ]);
        let (file, text) = ticket(1, "Refuse a second lease", "");
        let text = format!(
            "{text}implementation:\n  files_to_create:\n  - path: {path}\n    purpose: \"{purpose}\"\n"
        );
        let tree = ["src/respond.rs", "src/lease.rs", "docs/manual.md"];
        found_over(
            "a new file for what one beside it is for",
            &dossier(&[(file, text)], &tree),
            &index,
        )
    }

    #[test]
    fn a_new_file_holds_what_no_other_holds() {
        let said = |severity: &str, path: &str| {
            vec![format!("TCK-00001 {severity} COUSIN_VIOLATION: {path}")]
        };
        let told = "json status and message of a response";
        assert_eq!(of("src/problems.rs", told), said("INFO", "src/problems.rs"));
        assert!(
            of("src/problems.rs", "how a lease that is held is told from a free one").is_empty()
        );
        assert!(of("src/problems.rs", "what src/respond.rs cannot do: json status").is_empty());
        assert!(of("src/second_lease.rs", told).is_empty(), "called after the ticket's subject");
        assert_eq!(of("docs/exit-codes.md", "A table"), said("MINOR", "docs/exit-codes.md"));
        assert!(of("docs/ledgers.md", "A table").is_empty());
    }
}
