//! The text of a file that was read, with its lines, and what it was read as: for looking up places
//! and quotes without knowing the language that the file is written in.

use std::collections::BTreeSet;

use crate::markdown::MarkdownTree;
use crate::model::{LinedText, NodePath, Place};
use crate::yaml::{Document, NodeRef};

/// One readable file.
#[derive(Debug)]
pub struct SourceText(Form);

#[derive(Debug)]
enum Form {
    Yaml(Document),
    Markdown(MarkdownTree),
    /// Lines alone: what was read from them is known.
    Lines(LinedText),
}

impl From<Document> for SourceText {
    fn from(document: Document) -> Self {
        Self(Form::Yaml(document))
    }
}

impl From<MarkdownTree> for SourceText {
    fn from(tree: MarkdownTree) -> Self {
        Self(Form::Markdown(tree))
    }
}

impl From<LinedText> for SourceText {
    fn from(text: LinedText) -> Self {
        Self(Form::Lines(text))
    }
}

impl SourceText {
    /// The text as it was read: without BOM, with `\n` line breaks.
    pub fn text(&self) -> &LinedText {
        match &self.0 {
            Form::Yaml(document) => document.text(),
            Form::Markdown(tree) => tree.text(),
            Form::Lines(text) => text,
        }
    }

    /// What the file says in YAML, when it is written in that.
    pub fn yaml(&self) -> Option<&Document> {
        match &self.0 {
            Form::Yaml(document) => Some(document),
            Form::Markdown(_) | Form::Lines(_) => None,
        }
    }

    /// Its blocks, when it is written in Markdown.
    pub fn markdown(&self) -> Option<&MarkdownTree> {
        match &self.0 {
            Form::Markdown(tree) => Some(tree),
            Form::Yaml(_) | Form::Lines(_) => None,
        }
    }

    /// The path that somebody wrote, in the language of the file; no node where it is none of it.
    pub fn path(&self, written: &str) -> NodePath {
        match &self.0 {
            Form::Markdown(_) => written.trim().parse().unwrap_or_default(),
            Form::Yaml(_) | Form::Lines(_) => NodePath::yaml(written),
        }
    }

    /// The YAML node at a path, in any spelling that [`Document::at_path`] understands.
    pub fn yaml_at(&self, path: &str) -> Option<NodeRef<'_>> {
        self.yaml()?.at_path(path)
    }

    /// The YAML values that are scalars, in the order of the file.
    pub fn yaml_scalars(&self) -> impl Iterator<Item = NodeRef<'_>> {
        self.yaml().into_iter().flat_map(|document| document.root().scalars())
    }

    /// The line with this 1-based number as findings quote it, without its break.
    pub fn line(&self, number: u32) -> &str {
        self.text().quoted_line(number)
    }

    /// These lines of it, without what was read from them.
    pub(super) fn lines_alone(&self, numbers: &BTreeSet<u32>) -> Self {
        Self(Form::Lines(self.text().alone(numbers)))
    }

    /// The place of the node at a path as somebody wrote it; of the whole text for the empty path.
    pub fn node(&self, path: &str) -> Option<Place> {
        if path.trim().is_empty() {
            let lines = self.text().lines().count().max(1) as u32;
            let mut whole = Place::whole_file();
            whole.end_line = lines;
            return Some(whole);
        }
        match &self.0 {
            Form::Markdown(tree) => tree.at(&self.path(path)),
            Form::Yaml(_) | Form::Lines(_) => self.yaml_at(path).map(NodeRef::place),
        }
    }

    /// Where `quote` stands on the lines of `within`, verbatim or as prompts show it; the first time.
    /// An empty quote stands nowhere.
    pub fn find(&self, within: &Place, quote: &str) -> Option<Place> {
        let found = self.text().find_quote(within.line, within.end_line, quote)?;
        Some(self.text().place(found, within.path.clone()))
    }
}
