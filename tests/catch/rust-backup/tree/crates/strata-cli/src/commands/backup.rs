use std::fs::File;
use std::path::Path;

use strata_catalog::{walk_tree, Catalog, EntryKind, Snapshot, SnapshotId};
use strata_chunks::{ChunkLimits, ChunkStore, Chunker, Digest};
use strata_common::{Clock, FilterChain, SystemClock};
use strata_transport::Backend;

use super::Outcome;
use crate::exit::Exit;
use crate::render::Report;

/// Reads `root`, stores its chunks, writes a snapshot. Files that cannot be read make it partial.
pub fn run_backup(backend: &dyn Backend, root: &Path) -> Outcome {
    let mut store = ChunkStore::open(backend)?;
    let catalog = Catalog::new(backend);
    let (mut entries, mut exit) = (walk_tree(root, &FilterChain::default())?, Exit::Done);
    for entry in entries.iter_mut().filter(|e| e.kind == EntryKind::File) {
        match store_file(&mut store, &root.join(&entry.path)) {
            Ok(chunks) => entry.chunks = chunks,
            Err(cause) => {
                eprintln!("{}: {cause}", entry.path);
                exit = Exit::Partial;
            }
        }
    }
    store.flush()?;
    let created_at = SystemClock.now();
    let id = Digest::of(format!("{created_at}{}", root.display()).as_bytes()).short();
    let snapshot = Snapshot {
        id: SnapshotId(id.clone()),
        created_at,
        host: std::env::var("HOSTNAME").unwrap_or_default(),
        root: root.display().to_string(),
        parent: None,
        entries,
    };
    catalog.save(&snapshot)?;
    let bytes = Some(snapshot.total_size());
    Ok((Report { title: format!("snapshot {id}"), rows: vec![], bytes }, exit))
}

fn store_file(store: &mut ChunkStore, path: &Path) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut chunker = Chunker::new(File::open(path)?, ChunkLimits::around_kib(512));
    let mut names = Vec::new();
    while let Some(chunk) = chunker.next_chunk()? {
        names.push(store.put_chunk(&chunk)?.to_string());
    }
    Ok(names)
}
