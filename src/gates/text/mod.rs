//! What a text says, told from its words: tokens, sentences, shapes of lines, files that it names.
//! Knows tickets as texts, and no finding.

pub(crate) mod checks;
pub(crate) mod documents;
pub(crate) mod files;
pub(crate) mod lexicon;
pub(crate) mod plan;
pub(crate) mod runs;
pub(crate) mod sentences;
pub(crate) mod shapes;
pub(crate) mod ticket;
pub(crate) mod words;
