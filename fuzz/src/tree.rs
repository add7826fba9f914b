//! The YAML tree: every node's span lies in the text, every path leads back, and what was read and
//! is written again reads the same.

use council_review::evidence::canonical;
use council_review::yaml::{Document, Limits, NodeRef, read};
use serde_json::Value;

use super::places::{decoded, from, stands};

/// The longest key that YAML takes without a mark of its own.
const LONGEST_KEY: usize = 900;

pub fn tree(bytes: &[u8]) {
    match read(bytes, Limits::TICKET) {
        Err(fault) => {
            assert!(fault.kind.is_fatal(), "{fault:?}");
            assert!(!fault.message.is_empty());
            stands(&fault.place, &decoded(bytes));
        }
        Ok((document, faults)) => {
            for fault in &faults {
                assert!(!fault.kind.is_fatal(), "{fault:?}");
                stands(&fault.place, &decoded(bytes));
            }
            assert_eq!(**document.text(), decoded(bytes));
            for (line, number) in document.text().split('\n').zip(1..) {
                assert_eq!(document.text().line(number), line);
            }
            let mut walk = Walk {
                document: &document,
                nodes: 0,
                is_regular: faults.is_empty(),
                has_plain_keys: has_plain_keys(&document.root().to_json()),
            };
            walk.node(document.root(), 0);
            written_again(&document);
        }
    }
}

struct Walk<'d> {
    document: &'d Document,
    nodes: usize,
    /// Whether every key stands once and is a text.
    is_regular: bool,
    /// Whether no key can be taken for a part of a path.
    has_plain_keys: bool,
}

impl Walk<'_> {
    fn node(&mut self, node: NodeRef<'_>, depth: usize) {
        assert!(depth <= Limits::TICKET.depth, "nested deeper than is allowed: {}", node.path());
        self.nodes += 1;
        assert!(self.nodes <= Limits::TICKET.nodes + 1, "more nodes than are allowed");
        let text = self.document.text();
        let place = node.place();
        stands(&place, text);
        let source = node.source();
        assert!(text.contains(source));
        // The place of an alias is that of the node it names, where its own text is not.
        if !source.is_empty() && !source.starts_with('*') {
            assert!(from(&place, text).starts_with(source), "{place:?} is not at {source:?}");
        }
        let kinds = [node.is_mapping(), node.is_sequence(), node.as_scalar().is_some()];
        let kinds = kinds.into_iter().filter(|is| *is).count() + usize::from(node.is_null());
        assert_eq!(kinds, 1, "{place:?}");
        if let Some(text) = node.as_str() {
            assert_eq!(node.to_json(), Value::String(text.to_owned()));
        }
        if self.is_regular && self.has_plain_keys && is_plain(place.yaml_path()) {
            let found = self.document.at_path(place.yaml_path());
            let found = found.unwrap_or_else(|| panic!("nothing at {:?}", place.yaml_path()));
            assert_eq!(found.path(), place.yaml_path());
            assert_eq!(found.place(), place);
        }
        for (key, value) in node.entries() {
            stands(&key.place(), text);
            if let Some(key) = key.key_text().filter(|_| self.is_regular) {
                assert_eq!(node.get(key).map(NodeRef::place), Some(value.place()));
            }
            self.node(value, depth + 1);
        }
        for item in node.items() {
            self.node(item, depth + 1);
        }
    }
}

/// A path in which no key holds what separates keys.
fn has_plain_keys(value: &Value) -> bool {
    match value {
        Value::Object(entries) => {
            entries.iter().all(|(key, value)| !key.contains(['.', '[']) && has_plain_keys(value))
        }
        Value::Array(items) => items.iter().all(has_plain_keys),
        _ => true,
    }
}

fn is_plain(path: &str) -> bool {
    let word = |part: &str| {
        part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && part.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let is_index = |rest: &str| {
        rest.is_empty()
            || rest.split('[').skip(1).all(|index| {
                let digits = index.strip_suffix(']').unwrap_or_default();
                !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
            })
    };
    path.split('.').all(|part| {
        let name = part.find('[').unwrap_or(part.len());
        word(&part[..name]) && is_index(&part[name..])
    })
}

fn written_again(document: &Document) {
    let value = document.root().to_json();
    let pointed = document.at_pointer("");
    assert_eq!(pointed.place(), document.root().place());
    if has_odd_key(&value) {
        return;
    }
    let written = canonical::document(&value);
    let limits = Limits { bytes: 1 << 30, nodes: 1 << 20, ..Limits::TICKET };
    if value.as_object().is_some_and(serde_json::Map::is_empty) {
        return;
    }
    let (again, faults) = read(written.as_bytes(), limits)
        .unwrap_or_else(|fault| panic!("what was written does not read: {fault:?}\n{written}"));
    assert_eq!(faults, [], "{written}");
    assert_eq!(again.root().to_json(), value, "{written}");
    assert_eq!(canonical::document(&again.root().to_json()), written);
}

fn has_odd_key(value: &Value) -> bool {
    match value {
        Value::Object(fields) => {
            fields.iter().any(|(key, field)| key.len() > LONGEST_KEY || has_odd_key(field))
        }
        Value::Array(items) => items.iter().any(has_odd_key),
        _ => false,
    }
}
