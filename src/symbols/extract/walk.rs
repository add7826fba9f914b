//! The walk over a syntax tree: from the top into whatever holds definitions, never into a body that
//! runs. Depth, steps and definitions are bounded, because the source is whatever somebody committed.

use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, ParseState, Parser};

use super::rules::{Does, Rules, rules};
use super::{Gave, MOST_BYTES, MOST_SYMBOLS, document, gist, grammar, uses};
use crate::symbols::{Language, Symbol, SymbolKind, Uses};

/// Types in modules in types: nobody nests them deeper.
const DEEPEST: u8 = 48;
/// The longest name, in bytes.
const LONGEST_NAME: usize = 200;
/// How much of a comment and of a body says what a definition is about, in bytes.
const COMMENT_BYTES: usize = 600;
const BODY_BYTES: usize = 900;
/// More of a definition than its head can show, in bytes.
const HEAD_BYTES: usize = 2_000;

/// Reports of progress that every source may take, how many bytes that were read earn it one more,
/// and the most. People's sources take one for about 120 bytes, their tables of numbers one for 75;
/// what is wrong at every byte takes one for 30, and ten times as long for each.
const REPORTS: usize = 500;
const BYTES_A_REPORT: usize = 50;
const MOST_REPORTS: usize = 4_000;
/// A longer line was not written by people, nor for them; in bytes.
const LONGEST_LINE: usize = 64 << 10;

/// Reads sources of all languages, one after the other.
pub struct Extractor {
    parser: Parser,
}

impl Default for Extractor {
    fn default() -> Self {
        Self { parser: Parser::new() }
    }
}

impl Extractor {
    /// One for this thread.
    pub fn new() -> Self {
        Self::default()
    }

    /// The definitions of a source, and the names that it uses. Time is bounded by steps, not by a
    /// clock, so that a source gives the same on every machine. `stop` is asked now and then.
    pub fn extract(&mut self, language: Language, source: &[u8], stop: &dyn Fn() -> bool) -> Gave {
        if language == Language::Markdown {
            return document::extract(source);
        }
        let Some(grammar) = grammar(language) else {
            return Gave::Symbols(Vec::new(), Uses::default());
        };
        if source.len() > MOST_BYTES || self.parser.set_language(&grammar).is_err() {
            return Gave::TooHard;
        }
        if source.split(|b| *b == b'\n').any(|line| line.len() > LONGEST_LINE) {
            return Gave::TooHard;
        }
        let mut reports = 0;
        let mut is_stopped = false;
        let mut progress = |state: &ParseState| {
            reports += 1;
            let earned = REPORTS + state.current_byte_offset() / BYTES_A_REPORT;
            is_stopped = reports % 64 == 0 && stop();
            if reports > earned.min(MOST_REPORTS) || is_stopped {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let mut rest = |at: usize, _| source.get(at..).unwrap_or_default();
        let tree = self.parser.parse_with_options(&mut rest, None, Some(options));
        let Some(tree) = tree else {
            // What it remembers of a source that was given up would be taken up again.
            self.parser.reset();
            return if is_stopped { Gave::Stopped } else { Gave::TooHard };
        };
        let mut walk = Walk { source, rules: rules(language), symbols: Vec::new() };
        walk.children(tree.root_node(), NodeContext::default());
        Gave::Symbols(walk.symbols, uses::of(&tree, &grammar, source))
    }
}

/// What stands around a node.
#[derive(Clone, Copy, Default)]
pub(super) struct NodeContext<'a> {
    /// What owns its definitions.
    pub(super) owner: Option<&'a str>,
    /// Whether that is a type, whose functions are methods.
    pub(super) is_type: bool,
    pub(super) is_test: bool,
    pub(super) depth: u8,
}

impl<'a> NodeContext<'a> {
    pub(super) fn of(self, owner: &'a str, kind: SymbolKind) -> Self {
        let is_type = matches!(kind, SymbolKind::Type | SymbolKind::Interface);
        Self { owner: Some(owner), is_type, ..self }
    }
}

/// A walk that is under way.
pub(super) struct Walk<'s> {
    source: &'s [u8],
    rules: &'static Rules,
    symbols: Vec<Symbol>,
}

impl<'s> Walk<'s> {
    /// Everything directly below a node.
    pub(super) fn children(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        if scope.depth == DEEPEST {
            return;
        }
        let scope = NodeContext { depth: scope.depth + 1, ..scope };
        let mut cursor = node.walk();
        let mut is_marked = false;
        for child in node.named_children(&mut cursor) {
            if self.symbols.len() >= MOST_SYMBOLS {
                return;
            }
            match child.kind() {
                "attribute_item" => is_marked |= marks_test(self.text(child)),
                kind if kind.ends_with("comment") => {}
                kind => {
                    let scope = NodeContext { is_test: scope.is_test || is_marked, ..scope };
                    self.visit(child, kind, scope);
                    is_marked = false;
                }
            }
        }
    }

    /// A node that may define something.
    pub(super) fn visit(&mut self, node: Node<'_>, kind: &str, scope: NodeContext<'_>) {
        // What could not be understood may hold what can be.
        if kind == "ERROR" {
            return self.children(node, scope);
        }
        let Some(&(_, does)) = self.rules.iter().find(|(name, _)| *name == kind) else { return };
        let scope = NodeContext { is_test: scope.is_test || self.is_annotated(node), ..scope };
        match does {
            Does::Define(kind) => self.define(node, kind, scope),
            Does::Own(kind) => self.own(node, kind, scope),
            Does::Pass => self.children(node, scope),
            other => self.special(other, node, scope),
        }
    }

    pub(super) fn define(&mut self, node: Node<'_>, kind: SymbolKind, scope: NodeContext<'_>) {
        if let Some(name) = node.child_by_field_name("name") {
            self.push(name, kind, node, node.child_by_field_name("body"), scope);
        }
    }

    pub(super) fn own(&mut self, node: Node<'_>, kind: SymbolKind, scope: NodeContext<'_>) {
        let body = node.child_by_field_name("body");
        // In C, what has no body only names a type that is defined elsewhere.
        if body.is_none() && node.kind().ends_with("_specifier") {
            return;
        }
        self.define(node, kind, scope);
        if let Some(body) = body {
            let name = node.child_by_field_name("name").and_then(|name| self.name(name));
            match name {
                Some(name) => self.children(body, scope.of(&name, kind)),
                None => self.children(body, scope),
            }
        }
    }

    /// Notes a definition. `body` is where its head ends; without one it ends with the node.
    pub(super) fn push(
        &mut self,
        name: Node<'_>,
        kind: SymbolKind,
        node: Node<'_>,
        body: Option<Node<'_>>,
        scope: NodeContext<'_>,
    ) {
        let Some(text) = self.name(name) else { return };
        // What makes a value of a class has no name of its own.
        if text == "constructor" && node.kind() == "method_definition" {
            return;
        }
        let kind = match kind {
            SymbolKind::Function if scope.is_type => SymbolKind::Method,
            kind => kind,
        };
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        let line = u32::try_from(name.start_position().row).unwrap_or(u32::MAX - 1) + 1;
        self.symbols.push(Symbol {
            name: text,
            kind,
            line,
            owner: scope.owner.map(str::to_owned),
            head: self.head(node, end, kind),
            gist: self.gist(node, kind),
            is_test: scope.is_test,
        });
    }

    /// The text of a node; empty when it is not UTF-8.
    pub(super) fn text(&self, node: Node<'_>) -> &'s str {
        let bytes = self.source.get(node.byte_range()).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// A node as a name; `None` for what people would not call one.
    pub(super) fn name(&self, node: Node<'_>) -> Option<String> {
        let text = self.text(node).trim_matches(['"', '\'', '`', '#']);
        let is_name = !text.is_empty()
            && text.len() <= LONGEST_NAME
            && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '[');
        is_name.then(|| text.to_owned())
    }

    fn head(&self, node: Node<'_>, end: usize, kind: SymbolKind) -> String {
        let start = self.head_start(node);
        let end = end.clamp(start, start + HEAD_BYTES).min(self.source.len());
        let text = String::from_utf8_lossy(&self.source[start..end]);
        let text = match kind {
            SymbolKind::Macro => text.lines().next().unwrap_or_default(),
            _ => &text,
        };
        let mut head = String::new();
        for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
            if word.is_empty() {
                continue;
            }
            if !head.is_empty() {
                head.push(' ');
            }
            head.push_str(word);
        }
        let head = head.trim_end_matches(['{', ':', ' ']);
        match head.char_indices().nth(Symbol::HEAD) {
            Some((cut, _)) => head[..cut].to_owned(),
            None => head.to_owned(),
        }
    }

    /// What a definition is about, by its own words. A module's would be those of all that it holds.
    fn gist(&self, node: Node<'_>, kind: SymbolKind) -> String {
        if kind == SymbolKind::Module {
            return String::new();
        }
        let mut first = node;
        while let Some(before) = first.prev_sibling()
            && (before.kind().ends_with("comment") || before.kind() == "attribute_item")
            && node.start_byte() - before.start_byte() <= COMMENT_BYTES
        {
            first = before;
        }
        let said = &self.source[first.start_byte()..node.start_byte()];
        let end = node.end_byte().min(node.start_byte() + BODY_BYTES);
        gist::of([said, &self.source[node.start_byte()..end]])
    }

    /// Where a definition begins that a reader would quote: behind its annotations, and with words
    /// such as `export const` that stand before it on its line.
    fn head_start(&self, node: Node<'_>) -> usize {
        let mut start = node.start_byte();
        if let Some(modifiers) = node.named_child(0).filter(|child| child.kind() == "modifiers") {
            let mut cursor = modifiers.walk();
            let mut words = modifiers.children(&mut cursor);
            let word = words.find(|word| !word.kind().ends_with("annotation"));
            start = word.map_or(modifiers.end_byte(), |word| word.start_byte());
        }
        let before = &self.source[start.saturating_sub(60)..start];
        let is_word = |b: &u8| b.is_ascii_lowercase() || *b == b' ' || *b == b'\t';
        let words = before.iter().rev().take_while(|b| is_word(b)).count();
        let is_whole_line = before.len() > words && before[before.len() - words - 1] == b'\n';
        if is_whole_line || words == start { start - words } else { start }
    }

    /// Whether a Java definition bears an annotation of tests.
    fn is_annotated(&self, node: Node<'_>) -> bool {
        let Some(modifiers) = node.named_child(0).filter(|child| child.kind() == "modifiers")
        else {
            return false;
        };
        let mut cursor = modifiers.walk();
        let mut annotations = modifiers.named_children(&mut cursor);
        annotations.any(|annotation| {
            let name = annotation.child_by_field_name("name").map(|name| self.text(name));
            matches!(name, Some("Test" | "ParameterizedTest" | "RepeatedTest" | "TestFactory"))
        })
    }
}

/// Whether a Rust attribute marks tests: `#[test]`, `#[tokio::test]`, `#[cfg(test)]`.
fn marks_test(attribute: &str) -> bool {
    let inside = attribute.trim_start_matches(['#', '[', ' ']);
    if inside.starts_with("cfg_attr") || inside.contains("not(") {
        return false;
    }
    let mut words = inside.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| matches!(word, "test" | "rstest" | "bench" | "test_case" | "quickcheck"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_mark_tests() {
        for (attribute, expected) in [
            ("#[test]", true),
            ("#[tokio::test(flavor = \"x\")]", true),
            ("#[cfg(test)]", true),
            ("#[cfg(all(test, unix))]", true),
            ("#[cfg(not(test))]", false),
            ("#[cfg_attr(test, derive(Debug))]", false),
            ("#[derive(Debug)]", false),
            ("#[must_use]", false),
        ] {
            assert_eq!(marks_test(attribute), expected, "{attribute}");
        }
    }
}
