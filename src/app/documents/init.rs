//! `init`.

use serde::Serialize;

use crate::app::init::{Initialization, Written};

/// What `init` did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InitReport {
    /// File by file.
    pub files: Vec<MadeFile>,
}

/// A file that a command writes where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MadeFile {
    /// Its path from the repository's root.
    pub path: String,
    /// Whether it was written; else it is as it was.
    pub written: bool,
}

impl From<&Initialization> for InitReport {
    fn from(done: &Initialization) -> Self {
        Self { files: done.files.iter().map(MadeFile::from).collect() }
    }
}

impl From<&Written> for MadeFile {
    fn from(file: &Written) -> Self {
        Self { path: file.path.clone(), written: file.deed.is_written() }
    }
}
