//! What the text of a task says that it waits for.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

static WAITS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:depend(?:s|ent|ing)?(?:\s+on)?|blocked\s+by|requires)\b[*:\s]*((?:T\d{3,}[a-z]?)(?:(?:\s*(?:,|&|/|\+|and|to|through|–|—|-|\.\.)\s*(?:and\s+)?)T\d{3,}[a-z]?)*)",
    )
    .expect("a test compiles it")
});

/// One id of such a list, and what joins it to the one before.
static PART: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(to|through|–|—|-|\.\.)?\s*(?:and\s+)?\b(T\d{3,}[a-z]?)")
        .expect("a test compiles it")
});

/// The number and the rest of a task's id, by which ranges count.
pub fn task_number(id: &str) -> (u64, &str) {
    let rest = id.strip_prefix(['T', 't']).unwrap_or(id);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (rest[..end].parse().unwrap_or(u64::MAX), &rest[end..])
}

/// The declared ids, by their numbers.
pub(super) type TaskNumbers<'i> = BTreeMap<(u64, &'i str), &'i str>;

/// The ids that a text waits for, with what of it names each. A range takes the declared ids between
/// its ends, as long as there is room for them.
pub(super) fn waits_for(
    text: &str,
    declared: &TaskNumbers<'_>,
    room: &mut usize,
) -> Vec<(String, Range<usize>)> {
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    for list in WAITS.captures_iter(text).filter_map(|found| found.get(1)) {
        let mut last: Option<String> = None;
        for part in PART.captures_iter(list.as_str()) {
            let Some(named) = part.get(2) else { continue };
            let span = list.start() + named.start()..list.start() + named.end();
            let id = format!("T{}", &named.as_str()[1..]);
            if let Some(from) = last.filter(|_| part.get(1).is_some()) {
                let (start, end) = (task_number(&from), task_number(&id));
                if start < end {
                    let between = declared.range(start..end).skip_while(|(key, _)| **key == start);
                    let before = found.len();
                    let between = between.take(*room);
                    found.extend(between.map(|(_, id)| ((*id).to_owned(), span.clone())));
                    *room -= found.len() - before;
                }
            }
            found.push((id.clone(), span));
            last = Some(id);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        let declared = ["T001", "T002", "T002a", "T003", "T010"];
        let declared = declared.into_iter().map(|id| (task_number(id), id)).collect();
        waits_for(text, &declared, &mut 100).into_iter().map(|(id, _)| id).collect()
    }

    #[test]
    fn lists_and_ranges_of_ids_follow_a_word_of_dependency() {
        for (text, expected) in [
            ("Add a, depends on T001", &["T001"][..]),
            ("(**Depends on**: T001, T002 and T099)", &["T001", "T002", "T099"]),
            ("blocked by T001/T002 & T003", &["T001", "T002", "T003"]),
            ("requires T001–T003", &["T001", "T002", "T002a", "T003"]),
            ("dependent on T001 to T010", &["T001", "T002", "T002a", "T003", "T010"]),
            ("depending on T003..T001", &["T003", "T001"]),
            ("depends T002a", &["T002a"]),
            ("requires a T001, after T001, depends on T01", &[]),
            ("depends on T001, then see T002", &["T001"]),
        ] {
            assert_eq!(ids(text), expected, "{text}");
        }
    }
}
