//! Edits of a parsed file: each is meant of the tree and made in the text, which keeps every other
//! byte. What was made is read again, and must be the tree that was meant, and nothing else.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::read::{Limits, read};
use super::scalar::{Resolved, resolve};
use super::tree::{Document, NodeKind, NodeRef, Slot, TextStyle};

/// A change of the tree of one file.
#[derive(Debug, Clone)]
pub enum TreeEdit<'d> {
    /// A scalar, a key or a value, says this instead.
    Say(NodeRef<'d>, String),
    /// A scalar becomes the only item of a list.
    Enlist(NodeRef<'d>),
    /// A list, or a value that is absent, gets these items at its end.
    Push(NodeRef<'d>, Vec<String>),
    /// A mapping gets an entry at its end: below these keys, a list of these items.
    Enter(NodeRef<'d>, &'static [&'static str], Vec<String>),
}

/// Why an edit is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EditRefusal {
    /// It would change what an alias repeats.
    #[error("an alias repeats this place")]
    Repeated,
    /// The text is written in a way that has no safe edit.
    #[error("the place is written in a form that is not edited")]
    Form,
    /// The edited text is no YAML, or says something else than was meant.
    #[error("the edit would change more than this place")]
    More,
}

/// A part of the text to replace.
pub(crate) type Splice = (Range<usize>, String);

/// The parts of the text to replace so that these edits are made, all together.
///
/// # Errors
/// One of them cannot be made, or the text would not be the tree that is meant.
pub fn rewrite(document: &Document, edits: &[TreeEdit<'_>]) -> Result<Vec<Splice>, EditRefusal> {
    let aliases = Aliases::of(document);
    let mut splices = Vec::with_capacity(edits.len());
    for edit in edits {
        let node = edit.node();
        if aliases.repeat(node) {
            return Err(EditRefusal::Repeated);
        }
        splices.push(edit.splice().ok_or(EditRefusal::Form)?);
    }
    splices.sort_by_key(|(range, _)| range.start);
    let is_apart =
        |pair: &[Splice]| pair[0].0.end <= pair[1].0.start && pair[0].0.start != pair[1].0.start;
    if !splices.windows(2).all(is_apart) {
        return Err(EditRefusal::More);
    }
    let meant: HashMap<u32, &TreeEdit<'_>> =
        edits.iter().map(|edit| (edit.node().id, edit)).collect();
    let expected = Tree::of(document.root(), &aliases, &meant);
    let mut text = String::from(&**document.text());
    for (range, replacement) in splices.iter().rev() {
        text.replace_range(range.clone(), replacement);
    }
    let faults = |text: &str| {
        let (document, faults) = read(text.as_bytes(), Limits::TICKET).ok()?;
        Some((document, faults.iter().map(|fault| fault.kind).collect::<Vec<_>>()))
    };
    let (_, before) = faults(document.text()).ok_or(EditRefusal::More)?;
    let (edited, after) = faults(&text).ok_or(EditRefusal::More)?;
    let is_meant = Tree::of(edited.root(), &Aliases::of(&edited), &HashMap::new()) == expected;
    (is_meant && before == after).then_some(splices).ok_or(EditRefusal::More)
}

impl<'d> TreeEdit<'d> {
    fn node(&self) -> NodeRef<'d> {
        match self {
            TreeEdit::Say(node, _)
            | TreeEdit::Enlist(node)
            | TreeEdit::Push(node, _)
            | TreeEdit::Enter(node, ..) => *node,
        }
    }

    /// The part of the text to replace; `None` when there is no safe way.
    fn splice(&self) -> Option<Splice> {
        match self {
            TreeEdit::Say(node, to) => {
                let source = node.source();
                let written = match source.chars().next()? {
                    quote @ ('"' | '\'') => format!("{quote}{to}{quote}"),
                    '|' | '>' => return None,
                    _ => to.clone(),
                };
                (is_plain(to) && !source.contains('\n')).then(|| (node.span(), written))
            }
            TreeEdit::Enlist(node) => {
                let source = node.source();
                let is_inline = !source.is_empty() && !source.contains('\n');
                let is_inline = is_inline && !source.starts_with(['|', '>']);
                is_inline.then(|| (node.span(), format!("[{source}]")))
            }
            TreeEdit::Push(node, items) => pushed(*node, items),
            TreeEdit::Enter(node, keys, items) => entered(*node, keys, items),
        }
    }
}

/// Whether a text can be written without quotes wherever a scalar may stand.
fn is_plain(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'/');
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(is_sign)
        && resolve(text) == Resolved::Text
}

/// The blanks that a line begins with, when nothing else stands before an offset of it.
fn indentation(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    let before = &text[start..at];
    before.bytes().all(|byte| byte == b' ').then_some(before)
}

/// Where the line ends that an offset is on.
fn end_of_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// How the items of a list are written: each below this key, or alone.
fn key_of_items(last: Option<NodeRef<'_>>) -> Option<String> {
    let (key, _) = last?.entries().next()?;
    key.key_text().map(str::to_owned)
}

fn pushed(list: NodeRef<'_>, items: &[String]) -> Option<Splice> {
    if !items.iter().all(|item| is_plain(item)) {
        return None;
    }
    let text: &str = list.document().text();
    if list.is_null() {
        let written = format!("[{}]", items.join(", "));
        let span = list.span();
        if !span.is_empty() {
            return Some((span, written));
        }
        let Slot::Value(key) = list.document().node(list.id).slot else { return None };
        let key = list.document().node(key).span.range();
        let colon = key.end + text[key.end..].find(':')?;
        let is_next = text[key.end..colon].bytes().all(|byte| byte == b' ');
        return is_next.then(|| (colon + 1..colon + 1, format!(" {written}")));
    }
    let last = list.items().last();
    let key = key_of_items(last);
    let item = |id: &String| match &key {
        Some(key) => format!("{key}: {id}"),
        None => id.clone(),
    };
    if list.source().starts_with('[') {
        let braced = |id: &String| match &key {
            Some(_) => format!("{{{}}}", item(id)),
            None => id.clone(),
        };
        let written: Vec<String> = items.iter().map(braced).collect();
        let written = written.join(", ");
        return Some(match last {
            Some(last) => (last.span().end..last.span().end, format!(", {written}")),
            None => (list.span().start + 1..list.span().start + 1, written),
        });
    }
    // By the line of the last item: a list below its key without an indent has a span that begins behind
    // its dash.
    let last = last?.span();
    let dash = text[..last.start].rfind('-')?;
    let indent = indentation(text, dash)?;
    let end = end_of_line(text, last.end);
    let lines = items.iter().map(|id| format!("\n{indent}- {}", item(id)));
    Some((end..end, lines.collect()))
}

fn entered(mapping: NodeRef<'_>, keys: &[&str], items: &[String]) -> Option<Splice> {
    if !items.iter().all(|item| is_plain(item)) {
        return None;
    }
    let text: &str = mapping.document().text();
    let (last_key, keys_above) = keys.split_last()?;
    if mapping.source().starts_with('{') {
        let above: String = keys_above.iter().map(|key| format!("{key}: {{")).collect();
        let closing = "}".repeat(keys_above.len());
        let written = format!("{above}{last_key}: [{}]{closing}", items.join(", "));
        return Some(match mapping.entries().last() {
            Some((_, value)) => (value.span().end..value.span().end, format!(", {written}")),
            None => (mapping.span().start + 1..mapping.span().start + 1, written),
        });
    }
    let indent = indentation(text, mapping.span().start)?;
    let (_, last) = mapping.entries().last()?;
    let end = end_of_line(text, mapping.span().end.max(last.span().end));
    let mut written = String::new();
    let mut indent = indent.to_owned();
    for key in keys_above {
        written.push_str(&format!("\n{indent}{key}:"));
        indent.push_str("  ");
    }
    written.push_str(&format!("\n{indent}{last_key}: [{}]", items.join(", ")));
    Some((end..end, written))
}

/// What the aliases of a file repeat.
struct Aliases<'d> {
    document: &'d Document,
    targets: BTreeSet<u32>,
}

impl<'d> Aliases<'d> {
    fn of(document: &'d Document) -> Self {
        let targets = document.nodes.iter().filter_map(|node| match node.kind {
            NodeKind::Alias(target) => Some(target),
            NodeKind::Scalar { .. } | NodeKind::Mapping(_) | NodeKind::Sequence(_) => None,
        });
        Self { document, targets: targets.collect() }
    }

    /// Whether one of them repeats a node, or is it.
    fn repeat(&self, node: NodeRef<'_>) -> bool {
        let is_alias = matches!(self.document.node(node.id).kind, NodeKind::Alias(_));
        let mut targets = self.targets.range(..=node.id);
        is_alias || targets.any(|&target| node.id < self.document.after(target))
    }
}

/// What a file says, without where it stands.
#[derive(Debug, PartialEq, Eq)]
enum Tree {
    Scalar(String, TextStyle),
    Mapping(Vec<(Tree, Tree)>),
    Sequence(Vec<Tree>),
    /// Of which of the nodes that are repeated.
    Alias(usize),
}

impl Tree {
    fn plain(text: &str) -> Self {
        Self::Scalar(text.to_owned(), TextStyle::Plain)
    }

    fn list(items: &[String]) -> Self {
        Self::Sequence(items.iter().map(|item| Self::plain(item)).collect())
    }

    /// That of a node, after the edits of nodes that are meant.
    fn of(node: NodeRef<'_>, aliases: &Aliases<'_>, meant: &HashMap<u32, &TreeEdit<'_>>) -> Self {
        let below = |node: NodeRef<'_>| Self::of(node, aliases, meant);
        let tree = match node.document().node(node.id).kind {
            NodeKind::Alias(target) => return Self::Alias(aliases.targets.range(..target).count()),
            NodeKind::Scalar { style, .. } => {
                Self::Scalar(node.key_text().unwrap_or_default().to_owned(), style)
            }
            NodeKind::Mapping(_) => Self::Mapping(
                node.entries().map(|(key, value)| (below(key), below(value))).collect(),
            ),
            NodeKind::Sequence(_) => Self::Sequence(node.items().map(below).collect()),
        };
        match (meant.get(&node.id), tree) {
            (None, tree) => tree,
            (Some(TreeEdit::Say(_, to)), Self::Scalar(_, style)) => Self::Scalar(to.clone(), style),
            (Some(TreeEdit::Enlist(_)), tree) => Self::Sequence(vec![tree]),
            (Some(TreeEdit::Push(list, items)), Self::Sequence(mut all)) => {
                let key = key_of_items(list.items().last());
                all.extend(items.iter().map(|item| match &key {
                    Some(key) => Self::Mapping(vec![(Self::plain(key), Self::plain(item))]),
                    None => Self::plain(item),
                }));
                Self::Sequence(all)
            }
            (Some(TreeEdit::Push(_, items)), Self::Scalar(..)) => Self::list(items),
            (Some(TreeEdit::Enter(_, keys, items)), Self::Mapping(mut all)) => {
                let nested = |below, key: &&str| Self::Mapping(vec![(Self::plain(key), below)]);
                let added = keys.iter().rev().fold(Self::list(items), nested);
                if let Self::Mapping(added) = added {
                    all.extend(added);
                }
                Self::Mapping(all)
            }
            (Some(_), tree) => tree,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        read(text.as_bytes(), Limits::TICKET).expect("readable YAML").0
    }

    fn made(document: &Document, edits: &[TreeEdit<'_>]) -> Result<String, EditRefusal> {
        let mut text = String::from(&**document.text());
        for (range, replacement) in rewrite(document, edits)?.into_iter().rev() {
            text.replace_range(range, &replacement);
        }
        Ok(text)
    }

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn a_scalar_keeps_its_quotes_and_all_around_it() {
        for (before, after) in [
            ("a: 'x' # c\nb: 1\n", "a: 'READY' # c\nb: 1\n"),
            ("{a: \"x\", b: 1}", "{a: \"READY\", b: 1}"),
            ("# é\na:   x   # c", "# é\na:   READY   # c"),
            ("a: !!str x\n", "a: !!str READY\n"),
        ] {
            let document = document(before);
            let node = document.root().get("a").expect("a value");
            let edit = TreeEdit::Say(node, "READY".to_owned());
            assert_eq!(made(&document, &[edit]).as_deref(), Ok(after));
        }
        for (before, why) in [
            ("a: |\n  x\n", EditRefusal::More),
            ("a: \"x\n  y\"\n", EditRefusal::Form),
            ("a: x\n  y\n", EditRefusal::Form),
        ] {
            let document = document(before);
            let node = document.root().get("a").expect("a value");
            let edit = TreeEdit::Say(node, "READY".to_owned());
            assert_eq!(made(&document, &[edit]), Err(why), "{before}");
        }
    }

    #[test]
    fn a_key_is_renamed_unless_that_makes_it_stand_twice() {
        let document = document("a: 1\nb: {c: 2}\n");
        let key = |name: &str| {
            let mut entries = document.root().entries();
            entries.find(|(key, _)| key.key_text() == Some(name)).expect("a key").0
        };
        let rename = |from, to: &str| made(&document, &[TreeEdit::Say(key(from), to.to_owned())]);
        assert_eq!(rename("b", "d").as_deref(), Ok("a: 1\nd: {c: 2}\n"));
        assert_eq!(rename("b", "a"), Err(EditRefusal::More));
        assert_eq!(rename("b", "null"), Err(EditRefusal::Form));
    }

    #[test]
    fn a_scalar_becomes_a_list() {
        for (before, after) in [
            ("a: REQ-1 # c\n", Ok("a: [REQ-1] # c\n")),
            ("{a: 'x, y'}", Ok("{a: ['x, y']}")),
            ("a: x, y\n", Err(EditRefusal::More)),
            ("a:\n  x\n  y\n", Err(EditRefusal::Form)),
            ("a: >\n  x\n", Err(EditRefusal::More)),
        ] {
            let document = document(before);
            let node = document.root().get("a").expect("a value");
            let made = made(&document, &[TreeEdit::Enlist(node)]);
            assert_eq!(made.as_deref().map_err(|refusal| *refusal), after, "{before}");
        }
    }

    #[test]
    fn a_list_grows_in_its_own_style() {
        for (before, after) in [
            ("a: []\n", "a: [X, Y]\n"),
            ("a: [b] # c\n", "a: [b, X, Y] # c\n"),
            ("a: [\n  b, # c\n  ]\n", "a: [\n  b, X, Y, # c\n  ]\n"),
            ("a: [{id: b}]\n", "a: [{id: b}, {id: X}, {id: Y}]\n"),
            ("a:\nc: 1\n", "a: [X, Y]\nc: 1\n"),
            ("a: # c\nc: 1\n", "a: [X, Y] # c\nc: 1\n"),
            ("a: ~ # c\n", "a: [X, Y] # c\n"),
            ("a:\n- b # c\n# d\ne: 1\n", "a:\n- b # c\n- X\n- Y\n# d\ne: 1\n"),
            (
                "a:\n  - id: b\n    reason: r\n\ne: 1\n",
                "a:\n  - id: b\n    reason: r\n  - id: X\n  - id: Y\n\ne: 1\n",
            ),
            ("a:\n  - b", "a:\n  - b\n  - X\n  - Y"),
        ] {
            let document = document(before);
            let node = document.root().get("a").expect("a value");
            let edit = TreeEdit::Push(node, ids(&["X", "Y"]));
            assert_eq!(made(&document, &[edit]).as_deref(), Ok(after));
        }
    }

    #[test]
    fn a_mapping_gets_an_entry_at_its_end() {
        for (before, after) in [
            ("a:\n  b: 1 # c\nd: 2\n", "a:\n  b: 1 # c\n  k:\n    l: [X]\nd: 2\n"),
            ("a: {b: 1}\n", "a: {b: 1, k: {l: [X]}}\n"),
            ("a: {}\n", "a: {k: {l: [X]}}\n"),
            ("a:\n  b: |\n    text\n\nd: 2\n", "a:\n  b: |\n    text\n  k:\n    l: [X]\n\nd: 2\n"),
        ] {
            let document = document(before);
            let node = document.root().get("a").expect("a value");
            let edit = TreeEdit::Enter(node, &["k", "l"], ids(&["X"]));
            assert_eq!(made(&document, &[edit]).as_deref(), Ok(after));
        }
    }

    #[test]
    fn what_an_alias_repeats_is_left_alone() {
        let document = document("a: &x [b]\nc: *x\nd: [e]\n");
        let node = |key: &str| document.root().get(key).expect("a value");
        for key in ["a", "c"] {
            let edit = TreeEdit::Push(node(key), ids(&["X"]));
            assert_eq!(made(&document, &[edit]), Err(EditRefusal::Repeated), "{key}");
        }
        let edit = TreeEdit::Push(node("d"), ids(&["X"]));
        assert_eq!(made(&document, &[edit]).as_deref(), Ok("a: &x [b]\nc: *x\nd: [e, X]\n"));
    }

    #[test]
    fn edits_are_made_together() {
        let document = document("a: x\nb: [y]\n");
        let node = |key: &str| document.root().get(key).expect("a value");
        let edits =
            [TreeEdit::Push(node("b"), ids(&["X"])), TreeEdit::Say(node("a"), "z".to_owned())];
        assert_eq!(made(&document, &edits).as_deref(), Ok("a: z\nb: [y, X]\n"));
        let twice =
            [TreeEdit::Push(node("b"), ids(&["X"])), TreeEdit::Push(node("b"), ids(&["Y"]))];
        assert_eq!(made(&document, &twice), Err(EditRefusal::More));
    }
}
