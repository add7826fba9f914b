//! The paths that a ticket names (R40, R41) and those that it justifies (R49). Paths are text
//! here: nothing is normalised, looked up or opened.

use super::keys::first_of;
use super::ticket::{PathEntry, PathKind, Tier};
use super::ticket_shape::TicketShape;
use crate::yaml::NodeRef;

/// Every path, in the order of the file.
pub(super) fn read(shape: &TicketShape<'_>) -> Vec<PathEntry> {
    let mut found = Vec::new();
    for (kind, list) in shape.path_lists() {
        found.extend(list.items().filter_map(|entry| structured(kind, entry)));
    }
    for notes in shape.notes() {
        for key in ["affected_file", "affected_files"] {
            found.extend(noted(notes.get(key), Some(PathKind::Modify)));
        }
        found.extend(noted(notes.get("files"), None));
    }
    found.sort_by_key(|entry| (entry.place.line, entry.place.column));
    found
}

fn structured(kind: PathKind, entry: NodeRef<'_>) -> Option<PathEntry> {
    let path = match entry.as_str() {
        Some(_) => entry,
        None => first_of(entry, &["path", "file"])?,
    };
    Some(PathEntry {
        kind,
        raw: path.as_str()?.to_owned(),
        tier: Tier::Structured,
        place: path.place(),
    })
}

/// The paths of one note. Where `unmarked` is `None`, a line without a prefix is only context.
fn noted(note: Option<NodeRef<'_>>, unmarked: Option<PathKind>) -> Vec<PathEntry> {
    let Some(note) = note else { return Vec::new() };
    let mut found = Vec::new();
    for scalar in note.scalars() {
        if scalar.as_str().is_none() {
            continue;
        }
        let mut heading = None;
        for (line, place) in scalar.lines() {
            let line = line.trim();
            let bullet = line.strip_prefix(['-', '*', '•']).map(str::trim_start);
            let (marked, rest) = match prefix(bullet.unwrap_or(line)) {
                Some((kind, rest)) => (Some(kind), rest),
                None => (None, bullet.unwrap_or(line)),
            };
            if marked.is_some() && rest.is_empty() {
                heading = marked;
                continue;
            }
            if bullet.is_none() && marked.is_none() {
                heading = None;
            }
            let kind = marked.or(heading).or(unmarked);
            for raw in paths_of_line(rest) {
                found.push(PathEntry {
                    kind: kind.unwrap_or(PathKind::Reference),
                    raw: raw.to_owned(),
                    tier: if kind.is_some() { Tier::Notes } else { Tier::Context },
                    place: place.clone(),
                });
            }
        }
    }
    found
}

/// `New: …`, `Modified files: …`.
fn prefix(line: &str) -> Option<(PathKind, &str)> {
    let (word, rest) = line.split_once(':')?;
    let word = word.trim().to_ascii_lowercase();
    let word = word.strip_suffix("files").or_else(|| word.strip_suffix("file")).unwrap_or(&word);
    let kind = match word.trim() {
        "new" | "create" | "created" | "add" | "added" => PathKind::Create,
        "modified" | "modify" | "update" | "updated" | "change" | "changed" | "extend" => {
            PathKind::Modify
        }
        "delete" | "deleted" | "remove" | "removed" => PathKind::Delete,
        "existing" | "reference" | "see" | "unchanged" => PathKind::Reference,
        _ => return None,
    };
    Some((kind, rest.trim()))
}

/// The paths that a line lists: the first word of each part between commas, when it looks like a
/// path and nothing but a remark follows. Prose names no path (R41).
fn paths_of_line(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for part in without_remarks(line) {
        let mut words = part.split_whitespace();
        let Some(first) = words.next() else { continue };
        let explained = first.ends_with(':');
        let first = first.trim_end_matches([':', ';', '.']).trim_matches(['`', '"', '\'']);
        let remark = words.next().is_none_or(|next| {
            let remarks = ["line", "lines", "-", "--", "–", "—", "->", "and"];
            explained || remarks.contains(&next.trim_end_matches(':'))
        });
        if remark && looks_like_path(first) {
            found.push(first);
        }
    }
    found
}

/// The parts of a line between commas outside parentheses, without what stands in parentheses.
fn without_remarks(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut end) = (0_usize, 0, None);
    for (at, letter) in line.char_indices() {
        match letter {
            '(' => {
                depth += 1;
                end = end.or(Some(at));
            }
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&line[start..end.take().unwrap_or(at)]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&line[start..end.unwrap_or(line.len())]);
    parts
}

fn looks_like_path(word: &str) -> bool {
    let safe = |c: char| c.is_alphanumeric() || "/._-*+@~\\{}[]".contains(c);
    let dotted = word.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=8).contains(&extension.len())
            && extension.bytes().all(|b| b.is_ascii_alphanumeric())
            && extension.bytes().any(|b| b.is_ascii_alphabetic())
    });
    !word.is_empty() && word.chars().all(safe) && (word.contains('/') || dotted)
}

/// The `file_path`s of complete justifications, wherever in the ticket they stand.
pub(super) fn justified(root: NodeRef<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        for (key, value) in node.entries() {
            match key.key_text() {
                Some("cousin_justification" | "cousin_justifications") => {
                    if value.is_sequence() {
                        found.extend(value.items().filter_map(complete));
                    } else {
                        found.extend(complete(value));
                    }
                }
                _ => open.push(value),
            }
        }
        open.extend(node.items());
    }
    found.sort();
    found.dedup();
    found
}

/// R49: all five parts say something.
fn complete(justification: NodeRef<'_>) -> Option<String> {
    let said = |key: &str| {
        let text = justification.get(key)?.as_scalar()?.trim();
        (!text.is_empty()).then_some(text)
    };
    for part in ["existing_component", "capability_gap", "decision", "decision_rationale"] {
        said(part)?;
    }
    said("file_path").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Document, Limits};

    fn document(text: &str) -> Document {
        let (document, _) =
            crate::yaml::read(text.as_bytes(), Limits::TICKET).expect("readable YAML");
        document
    }

    #[test]
    fn notes_name_paths_by_prefix_heading_and_list() {
        let document = document(
            r"ticket_meta:
  notes:
    affected_files: |
      New: src/a.rs
      Modified: src/b.rs (why, and how), src/c.rs
      Existing: docs/x.md (verify)
      We also think about src/prose.rs in general
      Deleted files:
        - src/d.rs
        - `src/e.rs` - old
      src/f.rs line 104 (clippy) and lines 107-108 (tip)
      crates/*.rs
    files: |
      - src/g.rs (stubs to replace)
      - New: src/h.rs
",
        );
        let found = read(&TicketShape::of(&document));
        let found: Vec<_> = found.iter().map(|p| (p.kind, p.tier, p.raw.as_str())).collect();
        assert_eq!(
            found,
            [
                (PathKind::Create, Tier::Notes, "src/a.rs"),
                (PathKind::Modify, Tier::Notes, "src/b.rs"),
                (PathKind::Modify, Tier::Notes, "src/c.rs"),
                (PathKind::Reference, Tier::Notes, "docs/x.md"),
                (PathKind::Delete, Tier::Notes, "src/d.rs"),
                (PathKind::Delete, Tier::Notes, "src/e.rs"),
                (PathKind::Modify, Tier::Notes, "src/f.rs"),
                (PathKind::Modify, Tier::Notes, "crates/*.rs"),
                (PathKind::Reference, Tier::Context, "src/g.rs"),
                (PathKind::Create, Tier::Notes, "src/h.rs"),
            ]
        );
    }

    #[test]
    fn only_a_complete_justification_counts() {
        let document = document(
            r"ticket: {id: TCK-00017}
implementation:
  files_to_create:
  - path: src/a.rs
    cousin_justification:
      file_path: src/a.rs
      existing_component: src/b.rs
      capability_gap: it cannot stream
      decision: NEW
      decision_rationale: measured
cousin_justification:
- {file_path: src/c.rs, existing_component: src/b.rs, decision: NEW}
",
        );
        assert_eq!(justified(document.root()), ["src/a.rs"]);
    }
}
