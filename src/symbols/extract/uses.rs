//! The names that a source uses, wherever they stand: in bodies, in signatures, in imports. Comments
//! and texts are no uses.

use std::collections::BTreeSet;

use tree_sitter::{Language, Tree};

use crate::symbols::Uses;

/// The shortest name that is kept, and the longest, in bytes.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=80;
/// The most names that are kept of one source.
const MOST_NAMES: usize = 10_000;

/// What a source calls, and the types and constants that it names: names that begin in lower case
/// and are not called are its own variables, most of the time.
pub(super) fn of(tree: &Tree, grammar: &Language, source: &[u8]) -> Uses {
    let kinds = u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
    let is = |test: fn(&str) -> bool| -> Vec<bool> {
        (0..kinds).map(|id| grammar.node_kind_for_id(id).is_some_and(test)).collect()
    };
    let is_name = is(|kind| kind.ends_with("identifier"));
    let is_attribute = is(|kind| kind.ends_with("attribute_item"));
    let has_attributes = is_attribute.contains(&true);
    let of_kind = |list: &[bool], node: tree_sitter::Node<'_>| {
        list.get(usize::from(node.kind_id())).copied().unwrap_or(false)
    };
    let mut names: BTreeSet<(&str, bool)> = BTreeSet::new();
    let mut cursor = tree.walk();
    loop {
        // `#[derive(Clone)]` calls no function.
        if has_attributes && of_kind(&is_attribute, cursor.node()) {
            if !step_over(&mut cursor) {
                return Uses::of(names);
            }
            continue;
        }
        // Names have nothing below them.
        if cursor.goto_first_child() {
            continue;
        }
        let node = cursor.node();
        if of_kind(&is_name, node) && LENGTHS.contains(&(node.end_byte() - node.start_byte())) {
            let text = source.get(node.byte_range()).and_then(|b| std::str::from_utf8(b).ok());
            let is_called = source.get(node.end_byte()) == Some(&b'(');
            let kept = text.filter(|text| is_called || text.starts_with(char::is_uppercase));
            names.extend(kept.filter(|text| is_one_word(text)).map(|text| (text, is_called)));
        }
        if names.len() >= MOST_NAMES || !step_over(&mut cursor) {
            return Uses::of(names);
        }
    }
}

fn is_one_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// To the next node in the order of the text that is not below this one; `false` behind the last.
fn step_over(cursor: &mut tree_sitter::TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::symbols::extract::{Extractor, Gave};
    use crate::symbols::{Language, NameUse};

    #[test]
    fn calls_and_types_are_uses_and_attributes_comments_and_texts_are_none() {
        let source = b"#![allow(unused_code)]\n#[derive(Clone)]\nstruct Lease(Owner);\n\
            // forget_all()\nfn a() { keep_all(1); let b = \"drop_all()\"; Store::open_all(); }\n";
        let Gave::Symbols(_, uses) = Extractor::new().extract(Language::Rust, source, &|| false)
        else {
            panic!("it is short and whole");
        };
        for name in ["keep_all", "open_all"] {
            assert!(uses.has(name, NameUse::Called), "{name}");
        }
        assert!(uses.has("Owner", NameUse::Any) && uses.has("Store", NameUse::Any));
        for name in ["derive", "allow", "Clone", "forget_all", "drop_all", "let"] {
            assert!(!uses.has(name, NameUse::Any), "{name}");
        }
    }
}
