use std::fs;
use std::path::Path;

use strata_catalog::{Catalog, EntryKind, TreeEntry};
use strata_chunks::{ChunkStore, Digest};
use strata_common::write_atomic;
use strata_transport::Backend;

use super::Outcome;
use crate::exit::Exit;
use crate::render::Report;

/// Writes a snapshot's files below `target`; a file whose chunks are damaged is skipped and named.
pub fn run_restore(backend: &dyn Backend, id: &str, target: &Path) -> Outcome {
    let catalog = Catalog::new(backend);
    let snapshot = catalog.load(&catalog.resolve(id)?)?;
    let store = ChunkStore::open(backend)?;
    let mut exit = Exit::Done;
    for entry in &snapshot.entries {
        let path = target.join(&entry.path);
        let done = match entry.kind {
            EntryKind::Folder => fs::create_dir_all(&path).map_err(Into::into),
            EntryKind::File => restore_file(&store, entry, &path),
            EntryKind::Link => Ok(()),
        };
        if let Err(cause) = done {
            eprintln!("{}: {cause}", entry.path);
            exit = Exit::Partial;
        }
    }
    Ok((Report { title: format!("restored {id}"), rows: vec![], bytes: Some(snapshot.total_size()) }, exit))
}

fn restore_file(store: &ChunkStore, entry: &TreeEntry, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut bytes = Vec::new();
    for name in &entry.chunks {
        bytes.extend(store.get_chunk(&Digest::from_hex(name)?)?);
    }
    Ok(write_atomic(path, &bytes)?)
}
