//! Documents that a ticket sends its reader to, and that are not there.

use crate::model::{GateId, Severity, Subcategory};
use crate::rules::desk::{Desk, changes, prose, touched};
use crate::gates::text::files::is_made;
use crate::rules::lints::implementability::paths::{candidates, lost};
use crate::rules::lints::implementability::sections::{absent_rfc, absent_section};
use crate::rules::lints::rule::Hit;
use crate::rules::text::sentences::{Sentence, sentences};
use crate::rules::text::words::{self, shortened};
use crate::source::{PathKind, Text, Ticket};

const GATE: (GateId, Subcategory) = (GateId::Implementability, Subcategory::BrokenRef);

/// The endings of what people write for people.
const ENDINGS: &[&str] = &[
    "adoc", "asciidoc", "doc", "docx", "drawio", "key", "markdown", "md", "mmd", "odt", "org",
    "pdf", "plantuml", "png", "pptx", "puml", "rst", "svg", "vsdx", "xlsx",
];

/// Documents by what they are, in the words that are said for them.
const KINDS: &[&str] = &[
    "adr",
    "architecture document",
    "architecture note",
    "blueprint",
    "confluence page",
    "data dictionary",
    "design doc",
    "design document",
    "design note",
    "design paper",
    "diagram",
    "drawing",
    "figma",
    "flow chart",
    "flowchart",
    "google doc",
    "guideline document",
    "interface description",
    "interface document",
    "mail thread",
    "meeting minutes",
    "meeting notes",
    "memo",
    "minutes",
    "mock-up",
    "mockup",
    "mockups",
    "notion page",
    "protocol document",
    "runbook",
    "screenshot",
    "sequence diagram",
    "sketch",
    "slack thread",
    "slide deck",
    "slides",
    "spec document",
    "specification document",
    "spreadsheet",
    "state chart",
    "style guide",
    "technical note",
    "threat model",
    "white paper",
    "whiteboard",
    "whitepaper",
    "wiki",
    "wiki page",
    "wireframe",
    "wireframes",
];

/// Words that send a reader there.
const CUES: &[&str] = &[
    "according to",
    "agreed in",
    "as agreed",
    "as described",
    "as drawn",
    "as in the",
    "as laid down",
    "as outlined",
    "as per",
    "as set out",
    "as shown",
    "as specified",
    "attached",
    "based on",
    "consult",
    "defined in",
    "described in",
    "documented in",
    "drawn in",
    "explained in",
    "follow",
    "following",
    "follows",
    "from the",
    "given in",
    "in line with",
    "is in the",
    "laid down in",
    "listed in",
    "look up",
    "outlined in",
    "per the",
    "refer to",
    "see",
    "set out in",
    "shown in",
    "specified in",
    "stands in",
    "taken from",
    "the table in",
    "the table of",
    "the tables in",
    "the tables of",
    "written down in",
];

/// Verbs by which a ticket writes the document itself.
const WRITES: &[&str] = &[
    "add", "create", "document", "draw", "extend", "keep", "link", "maintain", "publish", "update",
    "write",
];

/// A document that is referred to, as written, and the sentence that does it.
pub(crate) struct Absent {
    pub(crate) text: Text,
    pub(crate) name: String,
    pub(crate) sentence: String,
}

/// Document files that a text names, with or without a folder.
pub(crate) fn files(text: &str) -> Vec<String> {
    let tokens = text.split(|c: char| c.is_whitespace() || "()[]{}<>,;:\"'`=|#".contains(c));
    let mut found: Vec<String> = Vec::new();
    for token in tokens {
        let token = token.trim_end_matches('.').trim_start_matches("./");
        let name = token.rsplit('/').next().unwrap_or(token);
        let is_document = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            let ending = ending.to_ascii_lowercase();
            let is_data = matches!(ending.as_str(), "json" | "toml" | "yaml" | "yml");
            let is_told = ["doc/", "docs/", "documents/"].iter().any(|top| token.starts_with(top));
            stem.len() > 1 && (ENDINGS.contains(&ending.as_str()) || is_data && is_told)
        });
        let is_plain = !token.contains(['*', '$', '~', '\\', '@', '%']) && !token.starts_with('/');
        let is_web = text.contains("://") && text.contains(&format!("/{token}"));
        if is_document && is_plain && !is_web && !found.iter().any(|f| f == token) {
            found.push(token.to_owned());
        }
    }
    found
}

/// Whether the tree or a ticket has the document.
fn is_there(desk: &Desk<'_>, ticket: &Ticket, path: &str) -> bool {
    let ending = format!("/{path}");
    let is_it = |other: &str| other == path || other.ends_with(&ending);
    let own = touched(ticket);
    !candidates(desk, path).is_empty()
        || desk.promised().iter().any(|(other, id)| {
            is_it(other) && desk.ticket(id).is_some_and(|maker| makes_document(maker, path))
        })
        || desk.live.iter().any(|other| makes_document(other, path))
        || own.iter().any(|t| is_it(&t.path) && t.is_listed)
}

/// Whether a ticket writes a document: by a list of files, or in a sentence that makes it. One that
/// a step only reads, beside what it makes, is not written by it.
fn makes_document(ticket: &Ticket, path: &str) -> bool {
    let ending = format!("/{path}");
    let is_listed = touched(ticket).iter().any(|file| {
        file.is_listed
            && file.kind == PathKind::Create
            && (file.path == path || file.path.ends_with(&ending))
    });
    is_listed
        || prose(ticket).any(|text| {
            text.value.contains(path) && sentences(&text.value).iter().any(|s| makes(s, path))
        })
}

/// A sentence in which the ticket writes the document.
fn writes(sentence: &Sentence, at: usize) -> bool {
    let before = words::words(&sentence.said[..at]);
    before.iter().any(|word| WRITES.contains(&word.as_str()))
}

pub(crate) fn reads(text: &str) -> bool {
    let lower = text.to_lowercase();
    CUES.iter().any(|cue| {
        lower.match_indices(cue).any(|(at, _)| {
            let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            edge(lower[..at].chars().next_back()) && edge(lower[at + cue.len()..].chars().next())
        })
    })
}

/// Whether a sentence makes a document. "Write them as the table in docs/a.md has them" reads it.
fn makes(sentence: &Sentence, path: &str) -> bool {
    let before = sentence.said.find(path).map_or("", |at| &sentence.said[..at]);
    let from = before.char_indices().rev().nth(40).map_or(0, |(from, _)| from);
    is_made(sentence, path) && !reads(&before[from..])
}

/// A file that the sentence names and nobody has.
fn absent_file(desk: &Desk<'_>, ticket: &Ticket, sentence: &Sentence) -> Option<String> {
    files(&sentence.said).into_iter().find(|path| {
        let at = sentence.said.find(path.as_str()).unwrap_or_default();
        let first = path.split('/').next().unwrap_or_default();
        // A bare name may be a file that the program makes; one in a folder of the tree is not.
        let is_ours = match path.contains('/') {
            true => {
                desk.has_folder(first)
                    || matches!(first, "doc" | "docs" | "documentation" | "design" | "specs")
            }
            false => reads(&sentence.said),
        };
        let is_written = makes(sentence, path) || (writes(sentence, at) && !reads(&sentence.said));
        is_ours && !is_written && !is_there(desk, ticket, path)
    })
}

/// A document that the sentence calls by what it is, when no file of the tree is called so.
fn absent_kind(desk: &Desk<'_>, sentence: &Sentence) -> Option<String> {
    let lower = sentence.open.to_lowercase();
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let (at, kind) = KINDS
        .iter()
        .flat_map(|kind| lower.match_indices(kind))
        .filter(|(at, kind)| {
            edge(lower[..*at].chars().next_back()) && edge(lower[at + kind.len()..].chars().next())
        })
        .max_by_key(|(_, kind)| kind.len())?;
    let is_cue_before = reads(&lower[..at]) || lower[..at].trim_end().ends_with("attached");
    if !is_cue_before || !files(&sentence.said).is_empty() || sentence.said.contains("://") {
        return None;
    }
    // The words that tell the document: those before its kind.
    let before: Vec<String> = words::words(&lower[..at]).into_iter().rev().take(3).collect();
    let telling: Vec<String> =
        words::words(kind).into_iter().chain(before).filter(|word| word.len() > 2).collect();
    let is_document =
        |path: &&str| path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending));
    let mut documents =
        desk.dossier.library.entries.iter().map(|e| e.path.as_str()).filter(is_document);
    let is_called = |path: &str| {
        let stem = words::words(path);
        telling.iter().any(|word| {
            let is_plain =
                ["the", "see", "from", "page", "document", "described", "our", "and", "shown"]
                    .contains(&word.as_str());
            !is_plain && stem.iter().any(|part| part == word)
        })
    };
    let known = documents.any(is_called);
    (!known).then(|| sentence.said[at..at + kind.len()].to_owned())
}

/// What a ticket refers to and the repository lacks.
pub(crate) fn absent(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Absent> {
    let mut found: Vec<Absent> = Vec::new();
    for text in prose(ticket).cloned().chain(changes(ticket)) {
        if text.place.yaml_path().contains("affected_file") {
            continue;
        }
        for sentence in sentences(&text.value) {
            let name = absent_file(desk, ticket, &sentence)
                .or_else(|| absent_kind(desk, &sentence))
                .or_else(|| absent_section(desk, &sentence))
                .or_else(|| absent_rfc(desk, &sentence));
            let Some(name) = name.filter(|name| !found.iter().any(|other| other.name == *name))
            else {
                continue;
            };
            let is_made_elsewhere = prose(ticket).any(|other| {
                other.value.contains(&name)
                    && sentences(&other.value).iter().any(|s| makes(s, &name))
            });
            if !is_made_elsewhere {
                let said = sentence.said.trim().to_owned();
                found.push(Absent { text: text.clone(), name, sentence: said });
            }
        }
    }
    found
}

/// The implementer's test: look for each document that the text sends one to.
pub(crate) fn missing_document(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    // A line that leads to no file is asked about once.
    let lost = lost(desk, ticket);
    let is_asked = |text: &Text| lost.iter().any(|other| other.text.place == text.place);
    let absent = absent(desk, ticket).into_iter().filter(|absent| !is_asked(&absent.text));
    let hits = absent.filter_map(|Absent { text, name, sentence }| {
        let is_plan = prose(ticket).take_while(|t| !ticket.notes.contains(t)).any(|t| t.place == text.place);
        let severity = if is_plan { Severity::Major } else { Severity::Minor };
        Hit::at(
            ticket,
            &text.place,
            &name,
            (GATE.0, GATE.1, severity),
            format!(
                "\"{}\" leans on {name}, which is not in the repository and which no ticket writes; its content has to be guessed",
                shortened(&sentence)
            ),
            format!("put {name} into the repository, or write what it says on this point into {}", ticket.stem),
        )
    });
    hits.collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found, ticket};

    #[test]
    fn a_document_that_is_leant_on_is_there() {
        let of = |step: &str| {
            let rest = format!("scope:\n  in_scope:\n  - Series\nplan:\n  steps:\n  - '{step}'\n");
            let tree = [
                "docs/format.md",
                "docs/adr/0003-locks.md",
                "README.md",
                "docs/operations-runbook.md",
            ];
            let name = "a document that is not there";
            found(name, &dossier(&[ticket(1, "One", &rest)], &tree)).len()
        };
        for open in [
            "The rule for short months is laid down in docs/notes/recurrence.md, section 3",
            "For all else the table in docs/http-errors.md, rows 4 to 8",
            "Lay out the panel as shown in the attached mockup",
            "Follow the wiki page on retention",
            "The fields are described in PROTOCOL.md",
            "States and transitions are taken from the sequence diagram of the kickoff",
            "Create the key object. Its cost is the row of the table in docs/threats.md",
        ] {
            assert_eq!(of(open), 1, "{open}");
        }
        for fine in [
            "The layout is described in docs/format.md, section 2",
            "Write docs/alarms.md with one section for each kind",
            "A new page docs/alarms.md, linked from README.md",
            "Locks behave as described in the ADR on locks",
            "Restart it as described in the operations runbook",
            "Names follow RFC 5545 and https://example.org/spec/index.md",
            "Draw the diagram of states",
        ] {
            assert_eq!(of(fine), 0, "{fine}");
        }
    }
}
