//! How large a ticket is. Three ways of counting, one for each seat, and the words that say what
//! was counted, so that a reader sees why the numbers differ.

use std::collections::{BTreeMap, BTreeSet};

use crate::gates::text::files::is_companion;
use crate::model::TicketId;
use crate::rules::desk::{Desk, TouchedPath, demands, prose, touched, touched_or_told};
use crate::rules::seat::RuleSeat;
use crate::rules::text::sentences::sentences;
use crate::rules::text::words::{self, count, listed};
use crate::source::{PathKind, Ticket, Tier};

/// The files of a ticket as a seat counts them.
pub(crate) fn counted(desk: &Desk<'_>, seat: RuleSeat, ticket: &Ticket) -> Vec<TouchedPath> {
    match seat {
        RuleSeat::Sa1 => touched(ticket).into_iter().filter(|t| t.is_listed).collect(),
        RuleSeat::Sa2 => opened(desk, ticket),
        RuleSeat::Sa3 => {
            let mut files = opened(desk, ticket);
            files.retain(|t| !is_companion(&t.path));
            files
        }
    }
}

/// Every file that has to be opened: those of lists, notes and sentences, those that a note lists
/// without saying what happens to them when nothing else does, and source files that a sentence
/// names without their folder.
fn opened(desk: &Desk<'_>, ticket: &Ticket) -> Vec<TouchedPath> {
    let mut files = touched_or_told(ticket);
    if !files.iter().any(|file| file.is_listed) {
        let context = ticket.paths.iter().filter(|entry| entry.tier == Tier::Context);
        for entry in context {
            let path = entry.raw.trim().trim_start_matches("./");
            if path.contains('/') && !files.iter().any(|file| file.path == path) {
                files.push(TouchedPath {
                    path: path.to_owned(),
                    kind: entry.kind,
                    place: entry.place.clone(),
                    is_listed: false,
                });
            }
        }
    }
    for text in ticket.steps.iter().chain(&ticket.in_scope) {
        for name in bare_names(&text.value) {
            let ends = |path: &str| path.rsplit('/').next() == Some(name.as_str());
            let is_referred = ticket.paths.iter().any(|entry| ends(entry.raw.trim()));
            if !is_referred && !files.iter().any(|file| ends(&file.path)) {
                let path = desk.named(&name).first().map_or(name.clone(), |p| (*p).to_owned());
                let kind = if desk.exists(&path) { PathKind::Modify } else { PathKind::Create };
                files.push(TouchedPath { path, kind, place: text.place.clone(), is_listed: false });
            }
        }
    }
    files.retain(|file| file.is_listed || !is_only_read(ticket, &file.path));
    files
}

/// Whether every line that names a file only reads it, says that it is there, or, in a list of a
/// note, tells what it holds and not what changes.
fn is_only_read(ticket: &Ticket, path: &str) -> bool {
    let texts = prose(ticket).filter(|text| text.value.contains(path));
    let said = texts.flat_map(|text| sentences(&text.value));
    let mut mentions = said.filter(|sentence| sentence.said.contains(path)).peekable();
    mentions.peek().is_some() && mentions.all(|sentence| reads(&sentence.said, path))
}

/// Whether a line that names a path changes nothing there.
fn reads(line: &str, path: &str) -> bool {
    const READS: &[&str] =
        &["audit", "consult", "follow", "inspect", "read", "reuse", "see", "study"];
    const STANDS: &[&str] = &["already", "current", "existing", "exists", "pattern", "reference"];
    const CHANGES: &[&str] = &[
        "add", "adds", "added", "change", "changes", "create", "delete", "edit", "export",
        "extend", "fix", "handle", "modify", "move", "needs", "new", "register", "remove",
        "rename", "replace", "update", "wire", "write",
    ];
    let said = words::words(line);
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    if has(CHANGES) {
        return false;
    }
    let begins = said.first().is_some_and(|verb| READS.contains(&verb.as_str()));
    let bare = line.trim().trim_start_matches(['-', '*', ' ', '`']);
    let remark = bare.strip_prefix(path).map(|rest| rest.trim_start_matches('`').trim_start());
    let is_described = remark.is_some_and(|rest| rest.starts_with('('));
    begins || has(STANDS) || is_described
}

/// Source files that a sentence names without a folder, unless it only compares with them.
fn bare_names(line: &str) -> Vec<String> {
    const COMPARES: &[&str] = &["as", "like", "see", "than", "unlike"];
    let mut found: Vec<String> = Vec::new();
    let mut before = String::new();
    for token in line.split(|c: char| c.is_whitespace() || "()[]{}<>,;:\"'`=|".contains(c)) {
        let token = token.trim_end_matches('.');
        let is_name = words::is_code(token)
            && !token.contains('/')
            && token.rsplit_once('.').is_some_and(|(stem, _)| stem.len() >= 3)
            && token.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'));
        let is_compared = COMPARES.contains(&before.to_lowercase().as_str());
        if is_name && !is_compared && !found.iter().any(|name| name == token) {
            found.push(token.to_owned());
        }
        if !token.is_empty() {
            before = token.to_owned();
        }
    }
    found
}

/// The components of the files that a seat counts, by folder.
pub(crate) fn of_files(desk: &Desk<'_>, seat: RuleSeat, ticket: &Ticket) -> BTreeSet<String> {
    let files = counted(desk, seat, ticket);
    let held = files.iter().filter_map(|t| {
        let component = desk.component(&t.path)?;
        Some(if component.is_empty() || component == "." {
            top_folder(&t.path)?
        } else {
            component
        })
    });
    let mut found: BTreeSet<String> = held.map(str::to_owned).collect();
    // What holds the others is where they meet, and no place of its own, unless code of the ticket
    // lies in that very folder.
    let all = found.clone();
    found.retain(|outer| {
        let inside = format!("{outer}/");
        let is_own = |path: &str| words::folder(path) == outer && !is_companion(path);
        !all.iter().any(|component| component.starts_with(&inside))
            || files.iter().any(|file| is_own(&file.path))
    });
    found
}

/// Where a repository is one component, its folders are what can go wrong apart; documents and
/// tests come along with any of them.
fn top_folder(path: &str) -> Option<&str> {
    let (top, _) = path.split_once('/')?;
    (!is_companion(path)).then_some(top)
}

/// The components that a ticket's sentences name.
fn named(desk: &Desk<'_>, ticket: &Ticket) -> BTreeSet<String> {
    let said: Vec<&str> = demands(ticket).map(|text| text.value.as_str()).collect();
    let is_named = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        // A one-word folder like `xtask` also occurs in commands, which touch nothing.
        let is_telling = name.contains(['-', '_']) && name.len() >= 6;
        let names = |text: &&str| text.contains(name) && !words::names_command(text);
        is_telling && said.iter().any(names)
    };
    let all = desk.dossier.atlas.components.iter().map(|component| component.path.clone());
    all.filter(|path| is_named(path)).collect()
}

/// The components a ticket reaches, by folder, as a seat sees them: for the structurist, those
/// that its sentences name, too.
pub(crate) fn spread(desk: &Desk<'_>, seat: RuleSeat, ticket: &Ticket) -> Vec<String> {
    let mut found = of_files(desk, seat, ticket);
    if seat == RuleSeat::Sa1 {
        found.extend(named(desk, ticket));
    }
    found.into_iter().collect()
}

/// How many files, and where they were looked for: `2 files in the ticket's file lists`.
pub(crate) fn files_counted(seat: RuleSeat, number: usize) -> String {
    let files = count(number, "file", "files");
    match seat {
        RuleSeat::Sa1 => format!("{files} in the ticket's file lists"),
        RuleSeat::Sa2 => format!("{files} in its lists, notes, scope and steps together"),
        RuleSeat::Sa3 => format!("{files} beside tests, documents and manifests"),
    }
}

/// How many components, which, and by what: `2 components (crates/a and crates/b), of which only
/// its sentences name crates/b`.
pub(crate) fn components_counted(desk: &Desk<'_>, seat: RuleSeat, ticket: &Ticket) -> String {
    let all = spread(desk, seat, ticket);
    let held = of_files(desk, seat, ticket);
    let names = |folders: &[&String]| {
        let names: Vec<&str> = folders.iter().map(|folder| folder_name(folder)).collect();
        listed(&names, 4)
    };
    let told: Vec<&String> = all.iter().filter(|folder| !held.contains(*folder)).collect();
    let number = count(all.len(), "component", "components");
    let shown = names(&all.iter().collect::<Vec<_>>());
    match (all.len(), told.len()) {
        (0, _) => "no component that the atlas knows".to_owned(),
        (_, 0) => format!("{number} ({shown})"),
        (all, told) if all == told => format!("{number} that its sentences name ({shown})"),
        _ => format!("{number} ({shown}), of which only its sentences name {}", names(&told)),
    }
}

fn folder_name(folder: &str) -> &str {
    if folder.is_empty() { "the repository's root" } else { folder }
}

/// Why a seat has nothing to count.
pub(crate) fn nothing_counted(seat: RuleSeat, ticket: &Ticket) -> String {
    let all: Vec<String> = touched_or_told(ticket).into_iter().map(|file| file.path).collect();
    match (seat, all.as_slice()) {
        (_, []) => "the ticket names no file, in a list, a note, its scope or a step".to_owned(),
        (RuleSeat::Sa3, files) => format!(
            "all that it names ({}) is tests, documents or manifests, which come along with any change and are not counted",
            listed(files, 3)
        ),
        (RuleSeat::Sa1 | RuleSeat::Sa2, files) => format!(
            "no file list of the ticket has an entry, and only lists are counted here; its notes and sentences name {}",
            listed(files, 3)
        ),
    }
}

/// What the ticket does to files: `it changes src/a.rs, which TCK-00001 creates, and adds no new
/// file`. Empty for no files.
pub(crate) fn deeds(desk: &Desk<'_>, ticket: &Ticket, files: &[TouchedPath]) -> String {
    let mut creates = Vec::new();
    let mut doubles = Vec::new();
    let mut changes = Vec::new();
    let mut deletes = Vec::new();
    let mut awaited: BTreeMap<&TicketId, Vec<&str>> = BTreeMap::new();
    let mut unknown = Vec::new();
    for file in files {
        let path = file.path.as_str();
        // A pattern or a folder stands for files that nobody has to name.
        let is_there = desk.exists(path)
            || path.contains('*')
            || !desk.files_below(path.trim_end_matches('/')).is_empty();
        match file.kind {
            PathKind::Create if !is_there => creates.push(path),
            PathKind::Create if file.is_listed => doubles.push(path),
            PathKind::Delete => deletes.push(path),
            _ if is_there => changes.push(path),
            _ => match desk.maker(ticket, path) {
                Some(maker) => awaited.entry(maker).or_default().push(path),
                None => unknown.push(path),
            },
        }
    }
    let mut parts = Vec::new();
    let mut say = |verb: &str, paths: &[&str], remark: [&str; 2]| {
        let remark = remark[usize::from(paths.len() > 1)];
        if !paths.is_empty() {
            parts.push(format!("{verb} {}{remark}", listed(paths, 1)));
        }
    };
    say("creates", &creates, ["", ""]);
    let there = [", which is there already", ", which are there already"];
    say("is to create", &doubles, there);
    say("changes", &changes, ["", ""]);
    for (maker, paths) in &awaited {
        let made = format!(", which {maker} creates");
        say("changes", paths, [&made, &made]);
    }
    let absent = [", which does not exist yet", ", which do not exist yet"];
    say("changes", &unknown, absent);
    say("deletes", &deletes, ["", ""]);
    if !parts.is_empty() && creates.is_empty() && doubles.is_empty() {
        parts.push("adds no new file".to_owned());
    }
    if parts.is_empty() {
        return String::new();
    }
    let has_remark = parts.iter().any(|part| part.contains(", which "));
    match (parts.split_last(), has_remark) {
        (Some((last, [first])), true) => format!("it {first}, and {last}"),
        (Some((last, more @ [_, ..])), true) => format!("it {}; and it {last}", more.join("; it ")),
        _ => format!("it {}", listed(&parts, usize::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fixture::{dossier, ticket};
    use crate::symbols::Index;

    fn with_lists(number: u32, create: &[&str], modify: &[&str], step: &str) -> (String, String) {
        let (file, text) = ticket(number, "One", "");
        let list = |paths: &[&str]| -> String {
            let items = paths.iter().map(|path| format!("  - path: {path}\n"));
            items.collect()
        };
        let (create, modify) = (list(create), list(modify));
        let text = format!(
            "{text}implementation:\n  files_to_create:\n{create}  files_to_modify:\n{modify}  implementation_steps:\n  - step: 1\n    action: {step}\n"
        );
        (file, text)
    }

    /// What the three seats count in the second of two tickets, and what it does.
    fn told(second: (String, String)) -> ([String; 3], String) {
        let first = with_lists(1, &["documents/greet.sh"], &[], "Write it");
        let dossier = dossier(&[first, second], &["documents/old.sh"]);
        let index = Index::default();
        let desk = Desk::new(&dossier, &index);
        let id = "TCK-00002".parse().expect("a well-formed id");
        let ticket = dossier.ticket(&id).expect("the fixture has it");
        let counts = RuleSeat::ALL.map(|seat| match counted(&desk, seat, ticket).len() {
            0 => nothing_counted(seat, ticket),
            number => files_counted(seat, number),
        });
        (counts, deeds(&desk, ticket, &touched_or_told(ticket)))
    }

    #[test]
    fn each_count_says_what_was_counted() {
        let awaits = with_lists(2, &[], &["documents/greet.sh"], "Add to documents/greet.md");
        let (counts, _) = told(awaits);
        assert_eq!(
            counts,
            [
                "1 file in the ticket's file lists",
                "2 files in its lists, notes, scope and steps together",
                "1 file beside tests, documents and manifests",
            ]
        );
        let (counts, _) = told(with_lists(2, &[], &[], "Add to documents/greet.md"));
        assert_eq!(
            counts[0],
            "no file list of the ticket has an entry, and only lists are counted here; its notes and sentences name documents/greet.md"
        );
        assert!(
            counts[2].starts_with("all that it names (documents/greet.md) is tests, documents")
        );
    }

    #[test]
    fn deeds_are_told_as_they_are() {
        let deeds = |create: &[&str], modify: &[&str]| told(with_lists(2, create, modify, "Do")).1;
        assert_eq!(
            deeds(&[], &["documents/greet.sh"]),
            "it changes documents/greet.sh, which TCK-00001 creates, and adds no new file"
        );
        assert_eq!(deeds(&["a/b.sh", "a/c.sh"], &[]), "it creates a/b.sh and 1 more");
        assert_eq!(
            deeds(&["a/b.sh"], &["documents/old.sh"]),
            "it creates a/b.sh and changes documents/old.sh"
        );
        assert_eq!(
            deeds(&["documents/old.sh"], &["a/x.sh", "a/y.sh"]),
            "it is to create documents/old.sh, which is there already, and changes a/x.sh and 1 more, which do not exist yet"
        );
        assert_eq!(deeds(&[], &[]), "");
    }
}
