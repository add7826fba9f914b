//! `callers`: where a name is called, by name and not resolved, each with the line that begins the
//! definition around it.

use super::Sheet;
use super::search::blocks;
use super::tree::{PinnedFile, PinnedTree};
use crate::core::look::Refusal;
use crate::symbols::{Index, NameUse};

/// Uses that one request shows.
const MOST: u32 = 50;

pub(super) fn show(
    tree: &PinnedTree,
    index: &Index,
    name: &str,
    sheet: &mut Sheet,
) -> Result<(), Option<Refusal>> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    if name.is_empty() || name.chars().count() > 200 || !name.chars().all(is_name) {
        return Err(Some(Refusal::Outside));
    }
    let mut seen = 0;
    for path in index.users(name, NameUse::Called) {
        let Ok(held) = tree.read(path) else { continue };
        let defined: Vec<u32> = index.in_file(path).iter().map(|symbol| symbol.line).collect();
        let own = index.in_file(path).iter().filter(|symbol| symbol.name == name);
        let own: Vec<u32> = own.map(|symbol| symbol.line).collect();
        let calls = calls(&held, name);
        let calls: Vec<u32> = calls.into_iter().filter(|line| !own.contains(line)).collect();
        let room = MOST.saturating_sub(seen).min(calls.len() as u32) as usize;
        seen += calls.len() as u32;
        let mut shown = 0;
        let mut head_before = 0;
        for (from, to, hits) in blocks(&calls[..room], 0) {
            let head = defined.iter().rev().find(|line| **line <= from).copied().unwrap_or(from);
            if head < from && head != head_before {
                sheet.lines(path, &held, head, head);
                head_before = head;
            }
            if sheet.lines(path, &held, from, to) == to + 1 - from {
                shown += hits;
            }
        }
        sheet.left_out += calls.len() as u32 - shown;
    }
    if seen == 0 { Err(None) } else { Ok(()) }
}

/// The numbers of the lines on which a name is called.
fn calls(held: &PinnedFile, name: &str) -> Vec<u32> {
    let lines = (1..).zip(held.text.lines());
    lines.filter(|(_, line)| is_call(line, name)).map(|(number, _)| number).collect()
}

fn is_call(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    if ["//", "#", "*", "/*"].iter().any(|sign| line.trim_start().starts_with(sign)) {
        return false;
    }
    line.match_indices(name).any(|(at, _)| {
        let behind = line[at + name.len()..].trim_start_matches('!');
        let behind = match behind.strip_prefix("::<") {
            Some(types) => types.split_once('>').map_or("", |(_, behind)| behind),
            None => behind.trim_start(),
        };
        !line[..at].ends_with(is_part) && behind.starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::is_call;

    #[test]
    fn a_call_is_a_whole_name_before_a_bracket() {
        for (line, is) in [
            ("    claim(a)", true),
            ("store.claim::<A>(a)", true),
            ("claim!(a)", true),
            ("reclaim(a)", false),
            ("claims(a)", false),
            ("let claim = 1;", false),
            ("// claim(a)", false),
        ] {
            assert_eq!(is_call(line, "claim"), is, "{line}");
        }
    }
}
