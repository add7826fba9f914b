//! `new rfc`, `new ticket` and `new waiver`.

use std::fmt::Display;

use serde::Serialize;

use super::init::MadeFile;
use crate::app::new::Made;

/// What a `new` command made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NewReport {
    /// The id of it.
    pub id: String,
    /// File by file.
    pub files: Vec<MadeFile>,
    /// The command to run next.
    pub next: String,
}

impl NewReport {
    /// What was made, and the command to run next.
    pub fn new<Id: Display>(made: &Made<Id>, next: &str) -> Self {
        let file = |path: &String, written| MadeFile { path: path.clone(), written };
        let wrote = made.wrote.iter().map(|path| file(path, true));
        let files = wrote.chain(made.kept.iter().map(|path| file(path, false)));
        Self { id: made.id.to_string(), files: files.collect(), next: next.to_owned() }
    }
}
