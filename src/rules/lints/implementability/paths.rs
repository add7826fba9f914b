//! Paths to work on: whether there is exactly one file that each can mean.

use crate::gates::text::files::{is_added_to, is_leant_on, is_made, is_test, short_names};
use crate::model::{GateId, Severity, Subcategory};
use crate::rules::desk::{Desk, changes, touched, touched_or_told, work};
use crate::rules::lints::rule::Hit;
use crate::rules::text::sentences::sentences;
use crate::rules::text::words::{self, file_stem, folder, listed};
use crate::source::{PathKind, Text, Ticket};

const GATE: (GateId, Subcategory) = (GateId::Implementability, Subcategory::BrokenRef);

/// Every text that sends somebody to a file.
fn leads(ticket: &Ticket) -> impl Iterator<Item = Text> {
    work(ticket).cloned().chain(changes(ticket)).chain(notes_of_work(ticket))
}

/// The notes that tell of the work, rather than list paths.
fn notes_of_work(ticket: &Ticket) -> impl Iterator<Item = Text> {
    let tells = |note: &&Text| {
        let path = note.place.yaml_path().to_lowercase();
        path.contains("implementation") || path.contains("approach") || path.contains("plan")
    };
    ticket.notes.iter().filter(tells).cloned()
}

/// The files that a path can mean: itself, or the ends of longer paths.
pub(crate) fn candidates<'d>(desk: &Desk<'d>, path: &str) -> Vec<&'d str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ends = |whole: &&&str| {
        **whole == path || whole.strip_suffix(path).is_some_and(|before| before.ends_with('/'))
    };
    desk.named(name).iter().filter(ends).copied().collect()
}

/// Whether some ticket makes what a path can mean.
pub(crate) fn maker<'d>(desk: &Desk<'d>, path: &str) -> Option<(&'d str, String)> {
    let ending = format!("/{path}");
    let mut promised = desk.promised().iter();
    match promised.find(|(made, _)| *made == path || made.ends_with(&ending)) {
        Some((made, id)) => Some((id.as_str(), made.clone())),
        None => told_maker(desk, path).map(|id| (id, path.to_owned())),
    }
}

/// A ticket of the RFC whose text makes the file.
fn told_maker<'d>(desk: &Desk<'d>, path: &str) -> Option<&'d str> {
    let makes = |ticket: &&&Ticket| is_made_somewhere(ticket, path);
    desk.live.iter().find(makes).map(|ticket| ticket.stem.as_str())
}

/// The existing path that was most likely meant.
pub(crate) fn nearest<'d>(desk: &Desk<'d>, path: &str, sentence: &str) -> Option<&'d str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_common = matches!(
        file_stem(name),
        "mod" | "lib" | "main" | "index" | "__init__" | "error" | "errors"
    );
    let same = desk.named(name);
    if let ([only], false) = (same, is_common) {
        return Some(*only);
    }
    let (near, ending) = (folder(path), name.rsplit('.').next().unwrap_or_default());
    let shares =
        |other: &str| other.split('/').zip(path.split('/')).take_while(|(a, b)| a == b).count();
    if let Some(best) = same.iter().copied().filter(|_| !is_common).max_by_key(|p| shares(p)) {
        return Some(best);
    }
    let siblings = desk.files_below(near);
    let alike = siblings.iter().copied().filter(|p| folder(p) == near && p.ends_with(ending));
    let typo = alike
        .map(|p| (strsim::sorensen_dice(file_stem(p), file_stem(name)), p))
        .filter(|(score, _)| *score >= 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    typo.map(|(_, p)| p).or_else(|| {
        // The file that defines a name of the sentence.
        let names = words::identifiers(sentence);
        let mut defined = desk.index.symbols();
        let (path, _) =
            defined.find(|(_, symbol)| !symbol.is_test && names.contains(&symbol.name))?;
        desk.named(path.rsplit('/').next()?).iter().copied().find(|p| *p == path)
    })
}

/// Whether a path is one of this repository to work on: code, or what a sentence begins with, below
/// a folder that is there.
fn is_ours(desk: &Desk<'_>, path: &str, sentence: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    // What a build puts there is in no tree.
    if matches!(
        first,
        "build" | "coverage" | "dist" | "generated" | "node_modules" | "out" | "target"
    ) {
        return desk.has_folder(first);
    }
    let is_work = words::is_code(path)
        || sentence.trim_start_matches([' ', '`']).starts_with(path)
        || is_added_to(sentence, path);
    is_work
        && (desk.has_folder(first)
            || !desk.named(path.rsplit('/').next().unwrap_or(path)).is_empty())
}

/// A path in prose that no file has and no ticket makes.
pub(crate) struct Lost {
    pub(crate) text: Text,
    pub(crate) path: String,
    pub(crate) sentence: String,
}

pub(crate) fn lost(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Lost> {
    let own = touched(ticket);
    let mut found: Vec<Lost> = Vec::new();
    for text in leads(ticket) {
        for sentence in sentences(&text.value) {
            for path in words::paths(&sentence.said) {
                let is_listed =
                    own.iter().any(|t| t.path == path || t.path.ends_with(&format!("/{path}")));
                let is_known = is_listed
                    || !candidates(desk, &path).is_empty()
                    || found.iter().any(|lost| lost.path == path)
                    || (is_test(&path) && !is_leant_on(&sentence.said, &path))
                    || !is_ours(desk, &path, &sentence.said);
                // `src/lib.rs or src/main.rs`: one of them is there.
                let is_either = words::words(&sentence.open).iter().any(|word| word == "or")
                    && short_names(&sentence.said)
                        .iter()
                        .any(|other| *other != path && !candidates(desk, other).is_empty());
                if is_known
                    || is_either
                    || maker(desk, &path).is_some()
                    || is_made_somewhere(ticket, &path)
                {
                    continue;
                }
                let said = sentence.said.trim().to_owned();
                found.push(Lost { text: text.clone(), path, sentence: said });
            }
        }
    }
    found
}

/// Whether any sentence of the ticket makes the file.
fn is_made_somewhere(ticket: &Ticket, path: &str) -> bool {
    leads(ticket).chain(ticket.notes.iter().cloned()).any(|text| {
        text.value.contains(path) && sentences(&text.value).iter().any(|s| is_made(s, path))
    })
}

/// The implementer's test: open each path that the text names.
pub(crate) fn missing_file(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let hits = lost(desk, ticket).into_iter().filter_map(|Lost { text, path, sentence }| {
        let near = nearest(desk, &path, &sentence);
        let (guess, change) = match near {
            Some(near) => (
                format!("; did it mean {near}?"),
                format!("write {near} for {path}, or list {path} among the files to create"),
            ),
            None => (String::new(), format!("name the file that exists, or list {path} among the files to create")),
        };
        let is_note = ticket.notes.iter().any(|note| note.place == text.place);
        let severity = if is_note { Severity::Minor } else { Severity::Major };
        Hit::at(
            ticket,
            &text.place,
            &path,
            (GATE.0, GATE.1, severity),
            format!(
                "{path} is not in the repository and no ticket creates it, so the implementer of {} begins a second file or searches for the first{guess}",
                ticket.stem
            ),
            change,
        )
    });
    hits.collect()
}

/// The files that a short name can mean in this ticket: more than one, when nothing settles it.
pub(crate) fn meanings<'d>(desk: &Desk<'d>, ticket: &Ticket, name: &str) -> Vec<&'d str> {
    let all = candidates(desk, name);
    let ending = format!("/{name}");
    let is_told =
        touched_or_told(ticket).iter().any(|t| t.path.ends_with(&ending) || t.path == *name);
    let context = ticket.paths.iter().any(|p| p.raw.trim().ends_with(&ending));
    if all.len() < 2 || is_told || context || maker(desk, name).is_some() || all.contains(&name) {
        return Vec::new();
    }
    // Files listed beside it say which: one candidate in their folder or component.
    let near: Vec<String> = touched_or_told(ticket)
        .iter()
        .filter(|t| t.kind != PathKind::Delete)
        .map(|t| folder(&t.path).to_owned())
        .collect();
    let beside = all.iter().filter(|path| near.iter().any(|f| f == folder(path))).count();
    let parts: Vec<&str> = touched(ticket).iter().filter_map(|t| desk.component(&t.path)).collect();
    let inside =
        all.iter().filter(|p| desk.component(p).is_some_and(|c| parts.contains(&c))).count();
    if beside == 1 || inside == 1 { Vec::new() } else { all }
}

/// The structurist's test: a name resolves to one file.
pub(crate) fn ambiguous_file(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut said: Vec<String> = Vec::new();
    let mut hits = Vec::new();
    for text in leads(ticket) {
        let open = short_names(&text.value).into_iter().find_map(|name| {
            let all = meanings(desk, ticket, &name);
            let is_told = all.iter().any(|path| names_folder(&text.value, path, &all));
            (!all.is_empty() && !is_told && !said.contains(&name)).then_some((name, all))
        });
        let Some((name, all)) = open else { continue };
        hits.extend(Hit::at(
            ticket,
            &text.place,
            &name,
            (GATE.0, GATE.1, Severity::Minor),
            format!(
                "{name} can be {}, and nothing in {} says which: the change lands in whichever file is found first",
                listed(&all, 4),
                ticket.stem
            ),
            format!("write the whole path, for example {}", all[0]),
        ));
        said.push(name);
    }
    hits
}

/// Whether a text names the folder that tells one candidate from the others: the crate, the package.
fn names_folder(text: &str, path: &str, all: &[&str]) -> bool {
    let own = folder(path).split('/').filter(|part| part.len() > 2);
    let tells = |part: &&str| !all.iter().all(|other| other.split('/').any(|p| p == *part));
    let lower = text.to_lowercase();
    own.filter(tells).any(|part| {
        let part = part.to_lowercase();
        lower.match_indices(&part).any(|(at, _)| {
            let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            edge(lower[..at].chars().next_back()) && edge(lower[at + part.len()..].chars().next())
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found, ticket};

    const TREE: &[&str] = &[
        "src/runtime/config.rs",
        "src/alarm/error.rs",
        "src/store/error.rs",
        "src/cli/commands.py",
    ];

    fn of(name: &str, step: &str) -> Vec<String> {
        let rest = format!("scope:\n  in_scope:\n  - Series\nplan:\n  steps:\n  - '{step}'\n");
        found(name, &dossier(&[ticket(1, "One", &rest)], TREE))
    }

    #[test]
    fn a_path_leads_to_a_file() {
        let name = "a path that leads nowhere";
        for open in [
            "src/config.rs: `keep_days: Option<u64>`; zero is refused",
            "Add the flag to the arguments in src/cli/ingest.py",
            "Read by `parse_name` in src/store/naming.rs, which has to become public",
            "Two books from `backed_up` in src/tests/support/mod.rs",
            "Extend src/store/book_test.rs by a torn line",
        ] {
            assert_eq!(of(name, open).len(), 1, "{open}");
        }
        for fine in [
            "runtime/config.rs: `keep_days: Option<u64>`",
            "Write src/alarm/book.rs with AlarmBook",
            "src/alarm/quiet.rs: `struct QuietSink { from: u8 }`",
            "Add the class OccurrenceExpander in src/store/OccurrenceExpander.java",
            "The lock is the object locks/writer.json",
            "Cover it in src/store/book_test.rs",
            "src/alarm/lamp.rs, declared in src/alarm/error.rs: a sink that lights a lamp",
            "Add mod aat to src/cli/lib.rs or src/alarm/error.rs",
            "Add mod aat to src/cli/lib.rs (or commands.py if no lib.rs exists)",
            "Served from https://example.org/src/app.js as before",
        ] {
            assert!(of(name, fine).is_empty(), "{fine}");
        }
    }

    #[test]
    fn another_ticket_may_make_the_file() {
        let of = |step: &str| {
            let rest = format!("plan:\n  steps:\n  - '{step}'\n");
            ticket(2, "Two", &rest)
        };
        let one = ticket(1, "One", "scope:\n  in_scope:\n  - An option for src/cli/report.py\n");
        let alone = dossier(&[one.clone(), of("Write it")], TREE);
        assert_eq!(found("a path that leads nowhere", &alone).len(), 1);
        for step in ["Write src/cli/report.py: it prints a table", "src/cli/report.py (new)"] {
            let both = dossier(&[one.clone(), of(step)], TREE);
            assert!(found("a path that leads nowhere", &both).is_empty(), "{step}");
        }
    }

    #[test]
    fn the_near_path_is_the_hint() {
        let dossier = dossier(
            &[ticket(1, "One", "plan:\n  steps:\n  - 'src/config.rs: `keep_days: u64`'\n")],
            TREE,
        );
        let index = crate::symbols::Index::default();
        let desk = crate::rules::desk::Desk::new(&dossier, &index);
        let near = super::nearest(&desk, "src/config.rs", "");
        assert_eq!(near, Some("src/runtime/config.rs"));
        assert_eq!(super::nearest(&desk, "src/cli/command.py", ""), Some("src/cli/commands.py"));
    }

    #[test]
    fn a_bare_name_means_one_file() {
        let name = "a file name that several files have";
        assert_eq!(of(name, "Add the variant `Late` to error.rs").len(), 1);
        assert!(of(name, "Add the variant `Late` to alarm/error.rs").is_empty());
        assert!(of(name, "In the alarm module add the variant `Late` to error.rs").is_empty());
        assert!(of(name, "Add a key to config.rs").is_empty());
    }
}
