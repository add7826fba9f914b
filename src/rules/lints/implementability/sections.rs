//! Parts of documents to which a text sends its reader, and that are not there.

use crate::gates::text::documents::{files, reads};
use crate::model::Severity;
use crate::rules::desk::{Desk, changes, prose};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::rule::Hit;
use crate::rules::message::{Arg, Message};
use crate::rules::text::sentences::{Sentence, sentences};
use crate::rules::text::words;
use crate::source::{Text, Ticket};

/// A part of a document that a sentence names.
struct Cited {
    title: String,
    document: String,
}

static MAKES: Words = lexicon::words("writes-section");

fn makes(text: &str) -> bool {
    MAKES.has_any(&words::words(text))
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

/// A section that a sentence sends its reader to, and the document that does not have it.
fn absent_section<'d>(desk: &Desk<'d>, sentence: &Sentence) -> Option<(String, &'d str)> {
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
    (!is_there && !wanted.is_empty() && !is_brought(desk, &cited)).then_some((cited.title, path))
}

static ABSENT: Message = Message {
    defect: "the line rests on section {section} of {document}, which is not there",
    harm: "its content has to be guessed",
    act: "name the section that is meant, or write what it says into {ticket}",
};

/// Each section that a line rests on and that its document does not have.
pub(crate) fn missing_section(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let texts: Vec<Text> = prose(ticket).cloned().chain(changes(ticket)).collect();
    let mut found: Vec<Hit> = Vec::new();
    let mut known: Vec<(String, &str)> = Vec::new();
    for text in &texts {
        let cut = sentences(&text.value);
        let named = cut.iter().find_map(|sentence| absent_section(desk, sentence));
        let is_new = |name: &(String, &str)| !known.contains(name);
        let Some((title, path)) = named.filter(is_new) else { continue };
        let is_note = ticket.notes.iter().any(|note| note.place == text.place);
        let severity = if is_note { Severity::Minor } else { Severity::Major };
        found.extend(
            Hit::at(
                ticket,
                &text.place,
                &title,
                &ABSENT,
                vec![("section", Arg::quote(&title)), ("document", Arg::file(path))],
            )
            .map(|hit| hit.weighing(severity)),
        );
        known.push((title, path));
    }
    found
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
        found_over("a section that is not there", &dossier, &index).len()
    }

    #[test]
    fn a_section_that_is_leant_on_is_there() {
        for open in [
            "Bytes stand as docs/format.md, section \"Keys\", has them",
            "Bytes stand as the section \"Keys\" of docs/format.md lays down",
        ] {
            assert_eq!(of(open), 1, "{open}");
        }
        for fine in [
            "Bytes stand as docs/format.md, section \"Locks\", has them",
            "Leases end as docs/format.md, section \"Leases end\", has it",
            "docs/format.md: section \"Keys\"",
            "Add a section \"Keys\" to docs/format.md",
        ] {
            assert_eq!(of(fine), 0, "{fine}");
        }
    }
}
