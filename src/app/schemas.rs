//! Every schema by name: of the files that are read and written, and of the documents that are
//! printed.

use std::collections::BTreeMap;

use serde_json::Value;

use super::bench::labels::Labels;
use super::documents::DOCUMENTS;
use super::editor::{SchemaFile, draft_07};
use crate::evidence::read;

/// Those that are made from types.
pub fn of_types() -> BTreeMap<&'static str, Value> {
    let printed = DOCUMENTS.iter().map(|document| (document.name, (document.schema)()));
    let config = SchemaFile::Config;
    let by_hand = [("bench_labels", draft_07::<Labels>()), (config.name(), config.schema())];
    read::schemas().into_iter().chain(printed).chain(by_hand).collect()
}

/// All of them.
pub fn all() -> BTreeMap<&'static str, Value> {
    let written = SchemaFile::ALL.map(|file| (file.name(), file.schema()));
    of_types().into_iter().chain(written).collect()
}
