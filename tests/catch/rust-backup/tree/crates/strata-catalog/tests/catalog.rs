use strata_catalog::{Catalog, Snapshot, SnapshotId};
use strata_transport::MemoryBackend;

fn snapshot(id: &str, created_at: u64) -> Snapshot {
    Snapshot { id: SnapshotId(id.into()), created_at, host: "h".into(), root: "/r".into(), parent: None, entries: vec![] }
}

#[test]
fn list_is_oldest_first() {
    let backend = MemoryBackend::default();
    let catalog = Catalog::new(&backend);
    catalog.save(&snapshot("b", 2)).unwrap();
    catalog.save(&snapshot("a", 9)).unwrap();
    let ids: Vec<String> = catalog.list().unwrap().into_iter().map(|s| s.id.0).collect();
    assert_eq!(ids, ["b", "a"]);
}

#[test]
fn a_prefix_that_fits_two_is_refused() {
    let backend = MemoryBackend::default();
    let catalog = Catalog::new(&backend);
    catalog.save(&snapshot("aa1", 1)).unwrap();
    catalog.save(&snapshot("aa2", 2)).unwrap();
    assert!(catalog.resolve("aa").is_err());
}
