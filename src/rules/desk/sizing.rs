//! What a ticket works on, in words: how many files, in which components, and what happens to each.

use std::collections::{BTreeMap, BTreeSet};

use crate::gates::text::files::is_companion;
use crate::model::TicketId;
use crate::rules::desk::{Desk, TouchedPath};
use crate::rules::text::words::{count, listed};
use crate::source::{PathKind, Ticket};

/// How many files and components: `2 files in 1 component (crates/core)`. Tests, documents and
/// manifests come along with any change.
pub(crate) fn size(desk: &Desk<'_>, files: &[TouchedPath]) -> String {
    let own: Vec<&str> =
        files.iter().map(|file| file.path.as_str()).filter(|path| !is_companion(path)).collect();
    let held = own.iter().filter_map(|path| desk.component(path));
    let held: BTreeSet<&str> = held.filter(|path| !matches!(*path, "" | ".")).collect();
    let names: Vec<&str> = held.iter().copied().collect();
    let size = match own.len() {
        0 => format!("{}, all tests, documents or manifests", count(files.len(), "file", "files")),
        number => {
            format!("{} beside tests, documents and manifests", count(number, "file", "files"))
        }
    };
    match names.len() {
        0 => size,
        number => {
            format!(
                "{size}, in {} ({})",
                count(number, "component", "components"),
                listed(&names, 4)
            )
        }
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
    use crate::rules::desk::touched_or_told;
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

    /// How large the second of two tickets is, and what it does.
    fn told(second: (String, String)) -> (String, String) {
        let first = with_lists(1, &["documents/greet.sh"], &[], "Write it");
        let dossier = dossier(&[first, second], &["documents/old.sh"]);
        let index = Index::default();
        let desk = Desk::new(&dossier, &index);
        let id = "TCK-00002".parse().expect("a well-formed id");
        let ticket = dossier.ticket(&id).expect("the fixture has it");
        let files = touched_or_told(ticket);
        (size(&desk, &files), deeds(&desk, ticket, &files))
    }

    #[test]
    fn each_count_says_what_was_counted() {
        let step = "Add to documents/greet.md";
        let (size, _) = told(with_lists(2, &[], &["documents/greet.sh"], step));
        let one = "1 file beside tests, documents and manifests, in 1 component (documents)";
        assert_eq!(size, one);
        let (size, _) = told(with_lists(2, &[], &[], step));
        assert_eq!(size, "1 file, all tests, documents or manifests");
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
