//! Floor 2: what the repository's code defines, by name, and which files use a name. Reads sources through a snapshot and
//! compares names; judges nothing and knows no ticket. Without the feature `symbols` every index is
//! empty, and whoever asks it learns nothing.

mod build;
mod cache;
mod extract;
mod index;
mod language;
pub mod search;
mod uses;

pub use build::{MOST_FILES, MOST_TOTAL, build, build_on};
pub use extract::{Extractor, Gave, MOST_BYTES, MOST_SYMBOLS, extract};
pub use index::{Index, Skipped};
pub use language::Language;
pub use search::{About, NameMatch, Near, Searcher, Subjects, is_common, meanings};
pub use uses::{NameUse, Uses};

/// What kind of thing a name is given to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// A function that belongs to no type.
    Function,
    /// A function of a type, a trait or an interface.
    Method,
    /// A struct, class, enum, union, record or alias.
    Type,
    /// A trait or an interface.
    Interface,
    /// A module or namespace that is written out in a file.
    Module,
    /// A constant.
    Constant,
    /// A macro.
    Macro,
    /// A heading of a document.
    Section,
}

impl SymbolKind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [Self; 8] = [
        Self::Function,
        Self::Method,
        Self::Type,
        Self::Interface,
        Self::Module,
        Self::Constant,
        Self::Macro,
        Self::Section,
    ];

    /// The word for it in a sentence: `function`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Method => "method",
            Self::Type => "type",
            Self::Interface => "interface",
            Self::Module => "module",
            Self::Constant => "constant",
            Self::Macro => "macro",
            Self::Section => "section",
        }
    }

    /// What it can stand in for; `None` for what is like nothing else.
    pub fn class(self) -> Option<SymbolClass> {
        match self {
            Self::Function | Self::Method | Self::Macro => Some(SymbolClass::Callable),
            Self::Type | Self::Interface => Some(SymbolClass::Type),
            Self::Module => Some(SymbolClass::Module),
            Self::Constant | Self::Section => None,
        }
    }
}

/// Kinds that can do the same work, so that a name of one is worth comparing with a name of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolClass {
    /// Functions, methods and macros.
    Callable,
    /// Types and interfaces.
    Type,
    /// Modules, and files taken for modules.
    Module,
}

/// One definition.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol {
    /// Its name, without the owner's.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The line of its name, from 1.
    pub line: u32,
    /// The type, trait or module that it stands in, by its own name alone.
    pub owner: Option<String>,
    /// The definition as it was written, up to its body: blanks folded, at most
    /// [`Symbol::HEAD`] characters.
    pub head: String,
    /// The words of what is said of it and of what it does: its comment, its parameters, the
    /// beginning of its body. In lower case, each once, at most [`Symbol::GIST`], with a blank
    /// between two.
    pub gist: String,
    /// Whether it is part of tests.
    pub is_test: bool,
}

impl Symbol {
    /// The most characters of a head.
    pub const HEAD: usize = 160;

    /// The most words of a gist.
    pub const GIST: usize = 40;

    /// The name with its owner's before it: `Owner::name` or `name`.
    pub fn full_name(&self) -> String {
        match &self.owner {
            Some(owner) => format!("{owner}::{}", self.name),
            None => self.name.clone(),
        }
    }
}
