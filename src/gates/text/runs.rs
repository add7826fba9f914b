//! Runs of letters, digits and underscores: words as code writes them, with where they stand.

use crate::model::words::{is_identifier, is_lower_camel};

/// One run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run<'t> {
    pub(crate) word: &'t str,
    pub(crate) at: usize,
}

impl Run<'_> {
    pub(crate) fn end(&self) -> usize {
        self.at + self.word.len()
    }

    /// Whether nobody would write it in a sentence: `parse_rate`, `RateLimit`, `parseRate`.
    pub(crate) fn is_code(&self) -> bool {
        is_code(self.word)
    }
}

/// Whether a word can only be a name of code.
pub(crate) fn is_code(word: &str) -> bool {
    is_identifier(word) || is_lower_camel(word)
}

/// The runs of a text, in order.
pub(crate) fn runs(text: &str) -> Vec<Run<'_>> {
    let cut = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    cut.filter(|word| !word.is_empty()).map(|word| Run { word, at: at(word) }).collect()
}

/// Whether a text has a name as a whole run.
pub(crate) fn has_name(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
    })
}
