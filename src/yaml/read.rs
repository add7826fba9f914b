//! Bytes to a [`Document`], with every fault at its place. The only user of granit-parser.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, Tag};

use super::decode::decode;
use super::fault::{Fault, FaultKind, whole_file};
use super::lines::Lines;
use super::tree::{Document, Kind, Node, Slot};
use crate::model::Place;

/// Hard limits of one file.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes a file may have.
    pub bytes: u64,
    /// Collections that may stand inside each other, aliases counted as what they stand for.
    pub depth: usize,
    /// Nodes a file may have, aliases counted as what they stand for.
    pub nodes: usize,
    /// Entries that one list or mapping may have. What is wrong with each becomes a finding.
    pub entries: usize,
    /// Faults that a file may have which it can be read over.
    pub faults: usize,
}

impl Limits {
    /// GATES.md R4, and room for what can be said of such a file.
    pub const TICKET: Limits =
        Limits { bytes: 1 << 20, depth: 64, nodes: 100_000, entries: 5_000, faults: 1_000 };
}

/// Reads one file. A fatal fault stands alone, because nothing after it can be trusted; without
/// one there is a document, and the other faults are what it has besides.
pub fn read(bytes: &[u8], limits: Limits) -> Result<(Document, Vec<Fault>), Fault> {
    if bytes.len() as u64 > limits.bytes {
        return Err(whole_file(
            FaultKind::Limit,
            format!(
                "the file has {} bytes, more than the {} that are read",
                bytes.len(),
                limits.bytes
            ),
        ));
    }
    let mut faults = Vec::new();
    let text = decode(bytes, &mut faults)?;
    let mut builder = Builder {
        doc: Document { lines: Lines::of(&text), text, nodes: Vec::new(), root: 0 },
        limits,
        faults,
    };
    let tab = builder.doc.text.find('\t');
    builder.build()?;
    if let Some(offset) = tab {
        let place = builder.doc.place_of(offset..offset + 1, String::new());
        builder.faults.push(Fault {
            kind: FaultKind::Tab,
            place,
            message: "a tab character, which YAML readers take differently".to_owned(),
        });
    }
    Ok((builder.doc, builder.faults))
}

struct Builder {
    doc: Document,
    limits: Limits,
    faults: Vec<Fault>,
}

/// A collection that is still open.
struct Open {
    id: usize,
    anchor: usize,
    /// The key that waits for its value.
    key: Option<usize>,
    /// Its keys: `a`, `'a'` and `"a"` are one, and so are `1` and `'1'`, since keys are told apart by
    /// their texts alone.
    seen: HashSet<String>,
    weight: Weight,
}

/// What an alias stands for.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    nodes: usize,
    /// Of the texts.
    bytes: usize,
    /// Collections that stand inside each other there, its own included.
    height: usize,
}

impl Weight {
    /// That of two things beside each other.
    fn and(self, other: Self) -> Self {
        Self {
            nodes: self.nodes.saturating_add(other.nodes),
            bytes: self.bytes.saturating_add(other.bytes),
            height: self.height.max(other.height),
        }
    }

    /// That of a collection with this in it.
    fn wrapped(self) -> Self {
        Self { nodes: self.nodes.saturating_add(1), height: self.height + 1, ..self }
    }
}

impl Builder {
    fn fault(&self, kind: FaultKind, span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { kind, place: self.doc.place_of(span, String::new()), message: message.into() }
    }

    fn build(&mut self) -> Result<(), Fault> {
        // The parser borrows its input while the arena grows beside it.
        let text = std::mem::take(&mut self.doc.text);
        let built = self.events(&text);
        self.doc.text = text;
        built.map_err(|Unplaced { kind, span, message }| self.fault(kind, span, message))
    }

    fn events(&mut self, text: &str) -> Result<(), Unplaced> {
        let options = granit_parser::options! {
            strict_indentation: true,
            flow_nesting_limit: self.limits.depth,
            block_nesting_limit: self.limits.depth,
        };
        let mut open: Vec<Open> = Vec::new();
        let mut anchors: HashMap<usize, (usize, Weight)> = HashMap::new();
        let mut root = None;
        let mut documents = 0_usize;
        let mut total = 0_usize;
        let mut repeated = 0_usize;
        for next in Parser::new_from_str_with_options(text, options) {
            let (event, span) = next.map_err(|error| {
                let offset = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
                match error.kind() {
                    ErrorKind::RecursionLimitExceeded => self.too_deep(offset..offset),
                    _ if error.info().starts_with("comment intercepting") => cut_off(text, offset),
                    _ => Unplaced::new(FaultKind::Unparsable, offset..offset, syntax_words(&error)),
                }
            })?;
            let span = span.byte_range().unwrap_or(0..0);
            match event {
                Event::DocumentStart(..) => {
                    documents += 1;
                    if documents > 1 {
                        let message = "a second YAML document; a file holds one";
                        return Err(Unplaced::new(FaultKind::Unparsable, span, message));
                    }
                }
                Event::Scalar(value, style, anchor, tag) => {
                    self.tag(tag.as_deref(), &span, text);
                    let plain = style == ScalarStyle::Plain && !forces_text(tag.as_deref());
                    let span = match style {
                        ScalarStyle::Literal | ScalarStyle::Folded => trimmed(text, &span),
                        _ => span.clone(),
                    };
                    let weight = Weight { nodes: 1, bytes: value.len(), height: 0 };
                    let kind = Kind::Scalar { text: value.into_owned(), plain };
                    let id = self.attach(kind, span.clone(), weight, &mut open, &mut root, text);
                    if anchor > 0 {
                        anchors.insert(anchor, (id, weight));
                    }
                    total += 1;
                }
                Event::SequenceStart(..) | Event::MappingStart(..)
                    if open.len() >= self.limits.depth =>
                {
                    return Err(self.too_deep(span));
                }
                Event::SequenceStart(_, anchor, tag) => {
                    self.tag(tag.as_deref(), &span, text);
                    let id = self.attach(
                        Kind::Sequence(Vec::new()),
                        span.clone(),
                        Weight::default(),
                        &mut open,
                        &mut root,
                        text,
                    );
                    open.push(Open::new(id, anchor));
                    total += 1;
                }
                Event::MappingStart(_, anchor, tag) => {
                    self.tag(tag.as_deref(), &span, text);
                    let id = self.attach(
                        Kind::Mapping(Vec::new()),
                        span.clone(),
                        Weight::default(),
                        &mut open,
                        &mut root,
                        text,
                    );
                    open.push(Open::new(id, anchor));
                    total += 1;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    let closed = open.pop().expect("the parser balances its events");
                    self.close(closed.id, &span);
                    let weight = closed.weight.wrapped();
                    if closed.anchor > 0 {
                        anchors.insert(closed.anchor, (closed.id, weight));
                    }
                    if let Some(parent) = open.last_mut() {
                        parent.weight = parent.weight.and(weight);
                    }
                }
                Event::Alias(anchor) => {
                    let Some(&(target, weight)) = anchors.get(&anchor) else {
                        let message = "an alias inside the very node it names";
                        return Err(Unplaced::new(FaultKind::Limit, span, message));
                    };
                    if open.len() + weight.height > self.limits.depth {
                        return Err(self.too_deep(span));
                    }
                    let kind = Kind::Alias(target);
                    self.attach(kind, span.clone(), weight, &mut open, &mut root, text);
                    total = total.saturating_add(weight.nodes);
                    repeated = repeated.saturating_add(weight.bytes);
                }
                // `Event` is non-exhaustive; the remaining events carry no node.
                _ => {}
            }
            if total > self.limits.nodes {
                let message = format!("more than {} nodes, aliases expanded", self.limits.nodes);
                return Err(Unplaced::new(FaultKind::Limit, span, message));
            }
            if repeated as u64 > self.limits.bytes {
                let message = format!("aliases that repeat more than {} bytes", self.limits.bytes);
                return Err(Unplaced::new(FaultKind::Limit, span, message));
            }
            if open.last().is_some_and(|open| self.entries(open.id) > self.limits.entries) {
                let message = format!("more than {} entries in one list", self.limits.entries);
                return Err(Unplaced::new(FaultKind::Limit, span, message));
            }
            if self.faults.len() > self.limits.faults {
                let most = self.limits.faults;
                let message = format!("more than {most} keys that stand twice and foreign tags");
                return Err(Unplaced::new(FaultKind::Limit, span, message));
            }
        }
        let Some(root) = root else {
            return Err(Unplaced::new(FaultKind::Unparsable, 0..0, "the file is empty"));
        };
        self.doc.root = root;
        if !matches!(self.doc.nodes[root].kind, Kind::Mapping(_)) {
            let span = self.doc.nodes[root].span.clone();
            let message = "the root is not a mapping of keys to values";
            return Err(Unplaced::new(FaultKind::Unparsable, span, message));
        }
        Ok(())
    }

    /// The entries that a collection has so far.
    fn entries(&self, id: usize) -> usize {
        match &self.doc.nodes[id].kind {
            Kind::Mapping(entries) => entries.len(),
            Kind::Sequence(items) => items.len(),
            Kind::Scalar { .. } | Kind::Alias(_) => 0,
        }
    }

    fn too_deep(&self, span: Range<usize>) -> Unplaced {
        let message = format!("nested deeper than {} levels", self.limits.depth);
        Unplaced::new(FaultKind::Limit, span, message)
    }

    /// Hangs a new node into the innermost open collection.
    fn attach(
        &mut self,
        kind: Kind,
        span: Range<usize>,
        weight: Weight,
        open: &mut [Open],
        root: &mut Option<usize>,
        text: &str,
    ) -> usize {
        let id = self.doc.nodes.len();
        let Some(parent) = open.last_mut() else {
            self.doc.nodes.push(Node { kind, span, parent: id, slot: Slot::Root });
            *root = Some(id);
            return id;
        };
        parent.weight = parent.weight.and(weight);
        let slot = match &mut self.doc.nodes[parent.id].kind {
            Kind::Sequence(items) => {
                items.push(id);
                Slot::Item(items.len() - 1)
            }
            Kind::Mapping(entries) => match parent.key.take() {
                Some(key) => {
                    entries.push((key, id));
                    Slot::Value(key)
                }
                None => {
                    parent.key = Some(id);
                    Slot::Key
                }
            },
            Kind::Scalar { .. } | Kind::Alias(_) => unreachable!("only collections are opened"),
        };
        if slot == Slot::Key {
            let fault = match &kind {
                Kind::Scalar { text: key, .. } if parent.seen.insert(key.clone()) => None,
                Kind::Scalar { text: key, .. } => Some((
                    FaultKind::DuplicateKey,
                    format!("the key {key:?} stands twice in one mapping; the first value counts"),
                )),
                Kind::Mapping(_) | Kind::Sequence(_) | Kind::Alias(_) => {
                    Some((FaultKind::Exotic, "a key that is not a plain text".to_owned()))
                }
            };
            if let Some((kind, message)) = fault {
                self.push_fault(kind, span.clone(), message, text);
            }
        }
        self.doc.nodes.push(Node { kind, span, parent: parent.id, slot });
        id
    }

    /// A block collection ends with its last child, not with the token that happens to follow.
    fn close(&mut self, id: usize, end: &Range<usize>) {
        let last = match &self.doc.nodes[id].kind {
            Kind::Mapping(entries) => entries
                .last()
                .map(|&(k, v)| self.doc.nodes[v].span.end.max(self.doc.nodes[k].span.end)),
            Kind::Sequence(items) => items.last().map(|&item| self.doc.nodes[item].span.end),
            Kind::Scalar { .. } | Kind::Alias(_) => None,
        };
        let flow_end = (!end.is_empty()).then_some(end.end);
        let node = &mut self.doc.nodes[id];
        node.span.end = flow_end.or(last).unwrap_or(end.end).max(node.span.start);
    }

    /// GATES.md R8: only the tags of the core schema.
    fn tag(&mut self, tag: Option<&Tag>, span: &Range<usize>, text: &str) {
        const CORE: [&str; 7] = ["str", "int", "float", "bool", "null", "seq", "map"];
        if let Some(tag) = tag
            && !tag.core_suffix().is_some_and(|suffix| CORE.contains(&suffix))
            // `!` alone means "not plain" and is no foreign type.
            && tag.original() != "!"
        {
            let message = format!("the tag {} is not one of YAML's core schema", tag.original());
            self.push_fault(FaultKind::Exotic, span.clone(), message, text);
        }
    }

    fn push_fault(&mut self, kind: FaultKind, span: Range<usize>, message: String, text: &str) {
        // `doc.text` is lent to the parser here; positions need only the line table and the text.
        let (line, column) = self.doc.lines.position(text, span.start);
        let width = text.get(span).map_or(0, |s| s.chars().take_while(|&c| c != '\n').count());
        let end_column = column + width as u32;
        let place = Place { yaml_path: String::new(), line, column, end_line: line, end_column };
        self.faults.push(Fault { kind, place, message });
    }
}

impl Open {
    fn new(id: usize, anchor: usize) -> Self {
        Self { id, anchor, key: None, seen: HashSet::new(), weight: Weight::default() }
    }
}

/// A fault that still needs the document's text to know its line.
struct Unplaced {
    kind: FaultKind,
    span: Range<usize>,
    message: String,
}

impl Unplaced {
    fn new(kind: FaultKind, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { kind, span, message: message.into() }
    }
}

/// A tag that makes any scalar a string.
fn forces_text(tag: Option<&Tag>) -> bool {
    tag.is_some_and(|tag| tag.core_suffix() == Some("str") || tag.original() == "!")
}

/// A block scalar's span runs up to the next token; its content ends before the blank space.
fn trimmed(text: &str, span: &Range<usize>) -> Range<usize> {
    let content = text.get(span.clone()).unwrap_or_default();
    span.start..span.start + content.trim_end().len()
}

fn syntax_words(error: &granit_parser::ScanError) -> String {
    let mut words = error.info().to_owned();
    if let Some(first) = words.get(..1).map(str::to_ascii_lowercase)
        && !words.get(1..2).is_some_and(|second| second.chars().all(char::is_uppercase))
    {
        words.replace_range(..1, &first);
    }
    format!("not YAML: {}", words.trim_end_matches('.'))
}

/// A plain text of several lines ends at ` #`, whatever its author meant. The line that goes on
/// with it is the first one that makes no sense; the message says where the cut is.
fn cut_off(text: &str, offset: usize) -> Unplaced {
    let line = text[..offset].matches('\n').count() + 1;
    let message =
        format!("not YAML: this goes on with a text that the `#` in line {line} has ended");
    let mut start = offset + text[offset..].find('\n').map_or(0, |end| end + 1);
    for next in text[start..].split_inclusive('\n') {
        let content = next.trim();
        if !content.is_empty() && !content.starts_with('#') {
            start += next.len() - next.trim_start().len();
            return Unplaced::new(FaultKind::Unparsable, start..start + content.len(), message);
        }
        start += next.len();
    }
    Unplaced::new(FaultKind::Unparsable, offset..offset, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Document, Vec<Fault>) {
        read(text.as_bytes(), Limits::TICKET).expect("parses")
    }

    fn fatal(text: &str) -> Fault {
        read(text.as_bytes(), Limits::TICKET).expect_err("does not parse")
    }

    #[test]
    fn every_node_knows_its_place() {
        let (doc, faults) =
            parse("a:\n  - b: é x\n    c: |\n      one\n      two\n\n  - {d: [1, 2]}\n");
        assert_eq!(faults, []);
        let places: Vec<_> = doc
            .root()
            .scalars()
            .into_iter()
            .map(|n| n.place())
            .map(|p| {
                format!("{} {}:{}-{}:{}", p.yaml_path, p.line, p.column, p.end_line, p.end_column)
            })
            .collect();
        assert_eq!(
            places,
            ["a[0].b 2:8-2:11", "a[0].c 4:7-5:10", "a[1].d[0] 7:10-7:11", "a[1].d[1] 7:13-7:14",]
        );
        let item = doc.at_pointer("/a/0");
        assert_eq!(
            (item.path().as_str(), item.place().line, item.place().end_line),
            ("a[0]", 2, 5)
        );
    }

    #[test]
    fn an_absent_value_stands_at_its_key() {
        let (doc, _) = parse("a: 1\nrfc_id:\nb: 2\n");
        let node = doc.root().get("rfc_id").expect("there");
        assert!(node.is_null());
        assert_eq!((node.place().line, node.place().column), (2, 1));
    }

    #[test]
    fn the_first_of_two_equal_keys_counts() {
        let (doc, faults) = parse("a: 1\nb: 2\na: 3\n");
        assert_eq!(doc.root().get("a").and_then(NodeRefExt::scalar), Some("1".to_owned()));
        assert_eq!(doc.root().to_json(), serde_json::json!({"a": 1, "b": 2}));
        let kinds: Vec<_> = faults.iter().map(|f| (f.kind, f.place.line)).collect();
        assert_eq!(kinds, [(FaultKind::DuplicateKey, 3)]);
    }

    trait NodeRefExt {
        fn scalar(self) -> Option<String>;
    }
    impl NodeRefExt for crate::yaml::NodeRef<'_> {
        fn scalar(self) -> Option<String> {
            self.as_scalar().map(str::to_owned)
        }
    }

    #[test]
    fn hostile_files_are_one_fault() {
        let deep = "[".repeat(20_000);
        assert_eq!(fatal(&deep).kind, FaultKind::Limit);
        let deep_block = (0..200).map(|i| format!("{}a:\n", " ".repeat(i))).collect::<String>();
        assert_eq!(fatal(&deep_block).kind, FaultKind::Limit);
        let bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n\
                    c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n\
                    e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n";
        assert_eq!(fatal(bomb).kind, FaultKind::Limit);
        assert_eq!(fatal("a: &a [*a]\n").kind, FaultKind::Limit);
        let repeated = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 19), "*a,".repeat(3));
        assert_eq!(fatal(&repeated).kind, FaultKind::Limit);
        let twice = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 19), "*a,".repeat(2));
        parse(&twice);
        assert_eq!(fatal(&format!("a: [{}]\n", "x,".repeat(5_001))).kind, FaultKind::Limit);
        parse(&format!("a: [{}]\n", "x,".repeat(5_000)));
        assert_eq!(fatal(&"a: 1\n".repeat(1_002)).kind, FaultKind::Limit);
        assert_eq!(parse(&"a: 1\n".repeat(1_001)).1.len(), 1_000);
        assert_eq!(fatal(&"x".repeat(1 << 21)).kind, FaultKind::Limit);
        assert_eq!(fatal("").kind, FaultKind::Unparsable);
        assert_eq!(fatal("# only a comment\n").kind, FaultKind::Unparsable);
        assert_eq!(fatal("- a\n- b\n").kind, FaultKind::Unparsable);
        assert_eq!(fatal("a: 1\n---\nb: 2\n").kind, FaultKind::Unparsable);
        assert_eq!(fatal("a: *nowhere\n").kind, FaultKind::Unparsable);
        let cut = fatal("a:\n  b: one #4\n    two\n  c: 1\n");
        assert_eq!((cut.kind, cut.place.line, cut.place.column), (FaultKind::Unparsable, 3, 5));
        assert_eq!(
            cut.message,
            "not YAML: this goes on with a text that the `#` in line 2 has ended"
        );
        assert_eq!(fatal("a: b\0c\n").kind, FaultKind::NotText);
        let latin1 = read(b"a: 1\nb: caf\xe9\n", Limits::TICKET).expect_err("not UTF-8");
        assert_eq!(
            (latin1.kind, latin1.place.line, latin1.place.column),
            (FaultKind::NotText, 2, 7)
        );
    }

    #[test]
    fn places_before_there_is_a_text_count_characters_of_lines_as_they_are_read() {
        for (bytes, line, column) in [
            (b"a: \xc3\xa9\xff\n".as_slice(), 1, 5),
            (b"\xef\xbb\xbfa: \xff", 1, 4),
            (b"a: 1\rb: \xff", 2, 4),
            (b"a: 1\r\nb: \xe2\x80\x9c\0", 2, 5),
        ] {
            let fault = read(bytes, Limits::TICKET).expect_err("no text");
            let place = fault.place;
            assert_eq!((place.line, place.column, place.end_column), (line, column, column + 1));
        }
        let (_, faults) = parse("\u{feff}a: é\r\nb: 2\r\n");
        let at = faults.iter().find(|f| f.kind == FaultKind::CarriageReturn).map(|f| &f.place);
        assert_eq!(at.map(|place| (place.line, place.column)), Some((1, 5)));
        assert_eq!(super::super::raw_line(b"\xef\xbb\xbfa: [\rb: 2\r\nc\n", 2), "b: 2");
        assert_eq!(super::super::raw_line(b"\xff", 1), "");
    }

    #[test]
    fn no_alias_leads_deeper_than_the_file_may_go() {
        let nested = |inner: &str, levels: usize| {
            format!("{}{inner}{}", "[".repeat(levels), "]".repeat(levels))
        };
        let pair =
            |first, second| format!("a: &a {}\nb: {}\n", nested("x", first), nested("*a", second));
        let (doc, faults) = parse(&pair(31, 32));
        assert_eq!((doc.root().scalars().len(), faults), (1, Vec::new()));
        let fault = fatal(&pair(32, 32));
        assert_eq!((fault.kind, fault.place.line), (FaultKind::Limit, 2));
        assert_eq!(fault.message, "nested deeper than 64 levels");
        // A chain of them would be as deep as the file is long.
        let link = |n: usize| format!("k{n}: &a{n} {}\n", nested(&format!("*a{}", n - 1), 62));
        let chain: String = (1..300).map(link).collect();
        let chain = format!("k0: &a0 x\n{chain}");
        let limits = Limits { nodes: 4_000_000, ..Limits::TICKET };
        assert_eq!(read(chain.as_bytes(), limits).expect_err("too deep").kind, FaultKind::Limit);
    }

    #[test]
    fn oddities_are_read_over_and_reported() {
        let kinds = |text: &str| {
            let (_, faults) = parse(text);
            faults.into_iter().map(|f| (f.kind, f.place.line)).collect::<Vec<_>>()
        };
        assert_eq!(kinds("\u{feff}a: 1\n"), [(FaultKind::ByteOrderMark, 1)]);
        assert_eq!(kinds("a: 1\r\nb: 2\r\n"), [(FaultKind::CarriageReturn, 1)]);
        assert_eq!(kinds("a: 1\nb: \"x\ty\"\n"), [(FaultKind::Tab, 2)]);
        assert_eq!(kinds("a: !!python/object 1\n"), [(FaultKind::Exotic, 1)]);
        assert_eq!(kinds("? [a, b]\n: 1\n"), [(FaultKind::Exotic, 1)]);
        for twice in ["a: 1\n\"a\": 2\n", "'1': a\n1: b\n", "a: 1\n!!str a: 2\n"] {
            assert_eq!(kinds(twice), [(FaultKind::DuplicateKey, 2)], "{twice}");
        }
        assert_eq!(kinds("a: !!str 1\n"), []);
    }

    #[test]
    fn aliases_are_followed_without_copying() {
        let (doc, _) = parse("base: &b {x: 1}\nuse: *b\n");
        assert_eq!(doc.root().to_json(), serde_json::json!({"base": {"x": 1}, "use": {"x": 1}}));
    }
}
