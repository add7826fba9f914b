//! Every schema by name, as `schemas/` holds it: of the files that are read and written, of what members
//! answer, and of the documents that are printed.

use std::collections::BTreeMap;

use super::bench::labels;
use super::documents::DOCUMENTS;
use super::editor::SchemaFile;
use crate::council::{self, rfc};
use crate::evidence::read;
use crate::prompt::look;

/// The text of each.
pub fn all() -> BTreeMap<&'static str, &'static str> {
    let printed = DOCUMENTS.iter().map(|document| (document.name, document.schema));
    let written = SchemaFile::ALL.map(|file| (file.name(), file.schema()));
    let labels = ("bench_labels", labels::SCHEMA.text());
    let answered = [
        ("seat_reply", rfc::answer::SCHEMA),
        ("ask_reply", council::ASK_REPLY),
        ("look_request", look::REQUEST),
    ];
    let read = read::schemas().into_iter().chain([labels]);
    read.chain(printed).chain(written).chain(answered).collect()
}

#[cfg(test)]
mod tests;
