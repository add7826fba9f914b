//! What can be quoted: the lines of a ticket's file as they are written, without the marks that
//! only YAML needs. Values are folded and unescaped, source lines are not, so a quote is always
//! taken from a line.

use crate::model::Place;
use crate::source::{Text, Ticket};
use crate::yaml::NodeRef;

/// What a quote may have at most, in characters.
const LONGEST: usize = 200;

/// The source lines of a text that say something, in order, each without key, bullet and quotation
/// marks. Ids and numbers of entries say nothing.
pub(crate) fn lines(ticket: &Ticket, text: &Text) -> Vec<String> {
    at(ticket, &text.place, |value| text.value.contains(value))
}

/// A verbatim passage of one source line inside `place`: the line that holds `needle`, else the
/// first one; at most 200 characters.
pub(crate) fn passage(ticket: &Ticket, place: &Place, needle: &str) -> String {
    let lines = at(ticket, place, |_| true);
    let needle = needle.lines().next().unwrap_or_default();
    let lower = needle.to_ascii_lowercase();
    let holds = |line: &&String| !needle.is_empty() && line.to_ascii_lowercase().contains(&lower);
    let line = lines.iter().find(holds).or(lines.first());
    line.map_or(String::new(), |line| cut(line, &lower))
}

/// At most 200 characters of a line, from near what it is quoted for, in whole words where it has any.
pub(crate) fn cut(line: &str, lower: &str) -> String {
    if line.chars().count() <= LONGEST {
        return line.trim().to_owned();
    }
    let start = line.to_ascii_lowercase().find(lower).map_or(0, |at| {
        let near = at.saturating_sub(80);
        let near = (0..=near).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
        let is_whole = near == 0 || line[..near].ends_with(char::is_whitespace);
        let next = line[near..at].find(char::is_whitespace).map(|blank| near + blank);
        if is_whole { near } else { next.unwrap_or(near) }
    });
    let rest = &line[start..];
    let end = rest.char_indices().nth(LONGEST).map_or(rest.len(), |(at, _)| at);
    let is_whole = end == rest.len() || rest[end..].starts_with(char::is_whitespace);
    let whole = rest[..end].rfind(char::is_whitespace).filter(|at| *at > end / 2 && !is_whole);
    rest[..whole.unwrap_or(end)].trim().to_owned()
}

/// The lines at a place; of an entry with several keys, those of the values that `is_asked` for.
fn at(ticket: &Ticket, place: &Place, is_asked: impl Fn(&str) -> bool) -> Vec<String> {
    let node = ticket.source.yaml_at(place.yaml_path());
    let leaves: Vec<NodeRef<'_>> = match node.filter(|node| node.as_scalar().is_none()) {
        Some(node) => node.scalars().collect(),
        None => return written(ticket, place),
    };
    let of = |leaf: &NodeRef<'_>| written(ticket, &leaf.place());
    let telling: Vec<String> = leaves
        .iter()
        .filter(|leaf| {
            let value = leaf.as_scalar().map_or("", str::trim);
            !is_label(value) && is_asked(value)
        })
        .flat_map(of)
        .collect();
    if telling.is_empty() { leaves.iter().flat_map(of).collect() } else { telling }
}

/// Whether a value only tells its entry from others: `1`, `UT-00001-01`.
fn is_label(value: &str) -> bool {
    let is_number = value.chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_id = value.contains('-')
        && value.contains(|c: char| c.is_ascii_digit())
        && !value.contains(|c: char| c.is_lowercase() || c.is_whitespace());
    is_number || is_id
}

/// The lines of one scalar, as written.
fn written(ticket: &Ticket, place: &Place) -> Vec<String> {
    let last = place.end_line.max(place.line);
    let mut found: Vec<String> = (place.line..=last)
        .map(|number| {
            let from = match number == place.line {
                true => place.column.max(1) as usize - 1,
                false => 0,
            };
            let to = match number == place.end_line && place.end_column > 0 {
                true => place.end_column as usize - 1,
                false => usize::MAX,
            };
            let line = ticket.source.text().line(number).chars();
            line.take(to).skip(from).collect::<String>()
        })
        .collect();
    if found.len() > 1 && found[0].starts_with(['|', '>']) {
        found.remove(0);
    }
    let quote = found[0].chars().next().filter(|c| matches!(c, '"' | '\''));
    if let Some(quote) = quote {
        found[0].remove(0);
        if let Some(end) = found.last_mut().filter(|end| end.ends_with(quote)) {
            end.pop();
        }
    }
    let is_escaped = quote == Some('"');
    let pieces = found.iter().flat_map(|line| {
        // `\n` ends a line of the value, and a backslash joins two lines of the source.
        let parts: Vec<&str> = if is_escaped {
            let line = line.trim().trim_start_matches("\\ ");
            line.split("\\n").collect()
        } else {
            vec![line.as_str()]
        };
        parts.into_iter().map(move |part| {
            let part = part.trim();
            let part = if is_escaped { part.trim_end_matches('\\') } else { part };
            let bullets = ["- ", "* ", "• "];
            bullets.iter().find_map(|bullet| part.strip_prefix(bullet)).unwrap_or(part).trim()
        })
    });
    pieces.filter(|line| line.contains(char::is_alphanumeric)).map(str::to_owned).collect()
}

/// The sentences of a text, so that a cue counts only beside the id that it governs.
pub(crate) fn clauses(text: &str) -> Vec<String> {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.split(". ").flat_map(|part| part.split("; ")).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fixture::{dossier, ticket};

    #[test]
    fn a_line_is_quoted_without_key_mark_and_bullet() {
        let (file, text) = ticket(1, "One", "");
        let text = format!(
            "{text}implementation:\n  implementation_steps:\n  - step: 1\n    action: \"Write `a.sh`\"\n    details: |\n      - `f(name: string)`: prints it\n\n      -> Then stop.\n  - \"read\\n- stop \\\n    \\ there\"\ntest_requirements:\n- test_id: UT-00001-01\n  verification_command: \"sh a.sh | grep -x 'Hello'\"\n"
        );
        let dossier = dossier(&[(file, text)], &[]);
        let ticket = dossier.tickets().next().expect("the fixture has a ticket");
        assert_eq!(
            lines(ticket, &ticket.steps[0]),
            ["Write `a.sh`", "`f(name: string)`: prints it", "-> Then stop."]
        );
        assert_eq!(lines(ticket, &ticket.steps[1]), ["read", "stop", "there"]);
        let check = &ticket.verifications[0];
        assert_eq!(lines(ticket, check), ["sh a.sh | grep -x 'Hello'"]);
        assert_eq!(passage(ticket, &ticket.steps[0].place, "STOP"), "-> Then stop.");
    }

    #[test]
    fn a_long_line_is_quoted_in_whole_words() {
        let line = format!("{} the needle {}", "before ".repeat(30), "after ".repeat(60));
        let quote = cut(&line, "needle");
        assert!(quote.starts_with("before ") && quote.ends_with(" after"), "{quote}");
        assert!(quote.contains("the needle") && line.contains(&quote), "{quote}");
        assert!(quote.chars().count() <= LONGEST);
        assert_eq!(cut(&"x".repeat(500), "none").len(), LONGEST);
        assert_eq!(cut(" short ", "none"), "short");
    }

    #[test]
    fn a_long_line_is_quoted_from_near_its_point() {
        let line = format!("{}needle{}", "ä ".repeat(150), " b".repeat(150));
        let cut = cut(&line, "needle");
        assert_eq!(cut.chars().count(), LONGEST);
        assert!(cut.contains("needle") && line.contains(&cut));
    }
}
