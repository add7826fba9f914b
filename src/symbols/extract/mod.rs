//! The definitions of one source, read with the grammars that were built in.

#[cfg(feature = "symbols")]
mod c;
#[cfg(feature = "symbols")]
mod document;
#[cfg(feature = "symbols")]
mod gist;
#[cfg(feature = "symbols")]
mod rules;
#[cfg(feature = "symbols")]
mod special;
#[cfg(feature = "symbols")]
mod uses;
#[cfg(feature = "symbols")]
mod walk;

#[cfg(feature = "symbols")]
pub use walk::Extractor;
#[cfg(not(feature = "symbols"))]
pub use without::Extractor;

use super::{Language, Symbol, Uses};

/// A source that has more bytes is not read: people do not write such.
pub const MOST_BYTES: usize = 1 << 20;

/// The most definitions that are taken from one source: the first ones.
pub const MOST_SYMBOLS: usize = 20_000;

/// What a source gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gave {
    /// Its definitions in the order of the text, and the names it uses; of broken sources what could
    /// be read.
    Symbols(Vec<Symbol>, Uses),
    /// Nothing: it has too many bytes in all or in one line, or takes more steps than a source of
    /// its size should.
    TooHard,
    /// Nothing, because the caller said so.
    Stopped,
}

/// The definitions of one source, which need not be UTF-8 nor well-formed; none of one that is
/// larger than [`MOST_BYTES`] or hostile.
pub fn extract(language: Language, source: &[u8]) -> Vec<Symbol> {
    match Extractor::new().extract(language, source, &|| false) {
        Gave::Symbols(symbols, _) => symbols,
        Gave::TooHard | Gave::Stopped => Vec::new(),
    }
}

/// The grammar of a language, if it was built in.
#[cfg(feature = "symbols")]
fn grammar(language: Language) -> Option<tree_sitter::Language> {
    let grammar = match language {
        Language::Rust => tree_sitter_rust::LANGUAGE,
        Language::Python => tree_sitter_python::LANGUAGE,
        Language::Go => tree_sitter_go::LANGUAGE,
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        Language::JavaScript => tree_sitter_javascript::LANGUAGE,
        Language::Java => tree_sitter_java::LANGUAGE,
        #[cfg(feature = "symbols-c")]
        Language::C => tree_sitter_c::LANGUAGE,
        #[cfg(feature = "symbols-c")]
        Language::Cpp => tree_sitter_cpp::LANGUAGE,
        #[cfg(not(feature = "symbols-c"))]
        Language::C | Language::Cpp => return None,
        Language::Markdown => return None,
    };
    Some(grammar.into())
}

#[cfg(not(feature = "symbols"))]
mod without {
    use super::{Gave, Language, Uses};

    /// Reads nothing: no grammar was built in.
    #[derive(Debug, Default)]
    pub struct Extractor;

    impl Extractor {
        /// One that reads nothing.
        pub fn new() -> Self {
            Self
        }

        /// No definitions.
        pub fn extract(&mut self, _: Language, _: &[u8], _: &dyn Fn() -> bool) -> Gave {
            Gave::Symbols(Vec::new(), Uses::default())
        }
    }
}
