//! Parts of documents, and RFCs, to which a text sends its reader.

use crate::rules::desk::{Desk, changes, prose};
use crate::rules::lints::implementability::documents::{files, reads};
use crate::rules::text::sentences::{Sentence, sentences};
use crate::rules::text::words;
use crate::source::Ticket;

/// A part of a document that a sentence names.
struct Cited {
    title: String,
    document: String,
}

/// Words by which a ticket makes or changes a section itself.
const MAKES: &[&str] = &[
    "add", "adds", "append", "becomes", "begin", "change", "describe", "document", "extend",
    "extends", "gains", "gets", "insert", "mention", "new", "rename", "replace", "rewrite",
    "split", "update", "write", "writes",
];

fn makes(text: &str) -> bool {
    words::words(text).iter().any(|word| MAKES.contains(&word.as_str()))
}

/// What stands in quotation marks or backticks.
fn quoted(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for mark in ['"', '\'', '`'] {
        let at: Vec<usize> = text.match_indices(mark).map(|(at, _)| at).collect();
        for pair in at.chunks_exact(2) {
            found.push((pair[0], &text[pair[0] + 1..pair[1]]));
        }
    }
    found
}

/// `section "Roles" of docs/database.md`, `docs/database.md, section "Roles"`, `the "Roles" section`.
fn cited(sentence: &Sentence) -> Option<Cited> {
    let said = sentence.said.as_str();
    let lower = said.to_lowercase();
    let document = files(said).into_iter().find(|path| path.ends_with(".md"))?;
    let is_section = |at: usize, title: &str| {
        let before = lower.get(..at).unwrap_or_default().trim_end();
        let behind = lower.get(at + title.len() + 2..).unwrap_or_default().trim_start();
        ["section", "chapter", "heading", "paragraph"]
            .iter()
            .any(|word| before.ends_with(word) || behind.starts_with(word))
    };
    let (_, title) = quoted(said).into_iter().find(|(at, title)| is_section(*at, title))?;
    Some(Cited { title: title.to_owned(), document })
}

/// Whether another line of a live ticket writes about the part, and so may bring it.
fn is_brought(desk: &Desk<'_>, cited: &Cited) -> bool {
    let brings = |ticket: &&Ticket| {
        let texts = prose(ticket).cloned().chain(changes(ticket));
        let naming = texts.into_iter().filter(|text| text.value.contains(&cited.title));
        let said: Vec<Sentence> = naming.flat_map(|text| sentences(&text.value)).collect();
        said.iter().any(|s| s.said.contains(&cited.title) && makes(&s.said))
    };
    desk.live.iter().any(brings)
}

/// A section that a sentence sends its reader to, and that the document does not have.
pub(crate) fn absent_section(desk: &Desk<'_>, sentence: &Sentence) -> Option<String> {
    // "docs/a.md: section "Locks"" says where the ticket itself writes.
    let begins: String = sentence.said.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    let is_named = files(&begins).iter().any(|path| path.ends_with(".md"));
    let is_head = is_named || begins.to_lowercase().contains("section");
    let is_reader = !is_head || reads(&sentence.said);
    let cited = cited(sentence).filter(|_| is_reader && !makes(&sentence.said))?;
    let path = desk.indexed(&cited.document).or_else(|| {
        let name = cited.document.rsplit('/').next().unwrap_or(&cited.document);
        desk.named(name).first().copied()
    })?;
    let headings = desk.index.headings(path)?;
    let wanted = words::words(&cited.title);
    let is_it = |heading: &str| {
        let heading = words::words(heading);
        wanted.iter().all(|word| heading.contains(word))
    };
    let is_there = headings.iter().any(|heading| is_it(&heading.name));
    (!is_there && !wanted.is_empty() && !is_brought(desk, &cited))
        .then(|| format!("section \"{}\" of {path}", cited.title))
}

/// An RFC by its number that the repository does not have. Those of other houses do not begin with 0.
pub(crate) fn absent_rfc(desk: &Desk<'_>, sentence: &Sentence) -> Option<String> {
    let folder = &desk.dossier.library.rfcs_folder;
    sentence.said.match_indices("RFC-0").find_map(|(at, _)| {
        let name = sentence.said.get(at..at + 8)?;
        let behind = sentence.said[at + 8..].chars().next();
        let is_whole = name[4..].bytes().all(|b| b.is_ascii_digit())
            && behind.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '/');
        let is_there = desk.has_folder(&format!("{folder}/{name}"));
        (is_whole && !is_there).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found_over, ticket};
    use crate::symbols::{Index, Symbol, SymbolKind};

    fn of(step: &str) -> usize {
        let heading = |name: &str| Symbol {
            name: name.to_owned(),
            kind: SymbolKind::Section,
            line: 1,
            owner: None,
            head: name.to_owned(),
            gist: String::new(),
            is_test: false,
        };
        let headings = ["Locks", "How leases end"].map(heading).to_vec();
        let index = Index::from_files([("docs/format.md".to_owned(), headings)]);
        let (file, text) = ticket(1, "One", &format!("plan:\n  steps:\n  - '{step}'\n"));
        let dossier = dossier(&[(file, text)], &["docs/format.md"]);
        found_over("a document that is not there", &dossier, &index).len()
    }

    #[test]
    fn a_section_that_is_leant_on_is_there() {
        for open in [
            "Bytes stand as docs/format.md, section \"Keys\", has them",
            "Bytes stand as the section \"Keys\" of docs/format.md lays down",
            "Owners are those of RFC-0398, section 2",
        ] {
            assert_eq!(of(open), 1, "{open}");
        }
        for fine in [
            "Bytes stand as docs/format.md, section \"Locks\", has them",
            "Leases end as docs/format.md, section \"Leases end\", has it",
            "docs/format.md: section \"Keys\"",
            "Add a section \"Keys\" to docs/format.md",
            "Owners are those of RFC-0001",
            "Dates follow RFC-5545",
        ] {
            assert_eq!(of(fine), 0, "{fine}");
        }
    }
}
