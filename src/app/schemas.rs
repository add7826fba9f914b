//! Every schema by name: of the files that are read and written, and of the documents that are
//! printed.

use std::collections::BTreeMap;

use serde_json::Value;

use super::bench::labels::Labels;
use super::documents::DOCUMENTS;
use super::new::RFC_SCHEMA;
use crate::evidence::read;
use crate::{config, gates};

/// Those that are made from types.
pub fn of_types() -> BTreeMap<&'static str, Value> {
    let printed = DOCUMENTS.iter().map(|document| (document.name, (document.schema)()));
    let configured =
        [("bench_labels", read::schema_of::<Labels>()), ("council_config", config::schema())];
    read::schemas().into_iter().chain(configured).chain(printed).collect()
}

/// All of them.
pub fn all() -> BTreeMap<&'static str, Value> {
    let written = [("ticket", gates::TICKET_SCHEMA), ("rfc", RFC_SCHEMA)];
    let parsed = |text| serde_json::from_str(text).expect("a test reads the schema");
    let written = written.into_iter().map(|(name, text)| (name, parsed(text)));
    of_types().into_iter().chain(written).collect()
}
