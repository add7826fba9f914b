mod common;

use common::Fixture;
use gelatin::index::Index;
use gelatin::sync::{sync_all, SyncOptions};
use gelatin::Error;

#[test]
fn missing_photos_are_copied_both_ways() {
    let f = Fixture::new();
    f.write("studio", "a/1.jpg", "one", 1000);
    f.write("shelf", "b/2.jpg", "two", 1000);
    let report = f.sync();
    assert_eq!((report.copied, report.overwritten), (2, 0));
    assert_eq!(f.read("shelf", "a/1.jpg"), "one");
    assert_eq!(f.read("studio", "b/2.jpg"), "two");
    assert_eq!(f.sync().unchanged, 2);
}

#[test]
fn newer_file_wins() {
    let f = Fixture::new();
    f.write("studio", "a/1.jpg", "old", 1000);
    f.write("shelf", "a/1.jpg", "edited", 2000);
    assert_eq!(f.sync().overwritten, 1);
    assert_eq!(f.read("studio", "a/1.jpg"), "edited");
    assert_eq!(f.read("shelf", "a/1.jpg"), "edited");
}

#[test]
fn both_indexes_know_the_result() {
    let f = Fixture::new();
    f.write("studio", "a/1.jpg", "one", 1000);
    f.sync();
    let left = Index::load(&f.path("studio", "")).unwrap();
    let right = Index::load(&f.path("shelf", "")).unwrap();
    assert_eq!(
        left.entries["a/1.jpg"].sha256,
        right.entries["a/1.jpg"].sha256
    );
}

#[test]
fn dry_run_touches_nothing() {
    let f = Fixture::new();
    f.write("studio", "a/1.jpg", "one", 1000);
    let opts = SyncOptions {
        dry_run: true,
        ..SyncOptions::default()
    };
    assert_eq!(sync_all(&f.config, &opts).unwrap().copied, 1);
    assert!(!f.path("shelf", "a/1.jpg").exists());
    assert!(!f.path("studio", ".gelatin/index.json").exists());
}

#[test]
fn only_the_named_album() {
    let f = Fixture::new();
    f.write("studio", "a/1.jpg", "one", 1000);
    f.write("studio", "b/2.jpg", "two", 1000);
    let opts = SyncOptions {
        albums: vec!["b".into()],
        ..SyncOptions::default()
    };
    assert_eq!(sync_all(&f.config, &opts).unwrap().copied, 1);
    assert!(!f.path("shelf", "a/1.jpg").exists());
}

#[test]
fn album_outside_the_pair_is_an_error() {
    let f = Fixture::with(r#"albums = ["a"]"#);
    let opts = SyncOptions {
        albums: vec!["b".into()],
        ..SyncOptions::default()
    };
    let e = sync_all(&f.config, &opts).unwrap_err();
    assert!(matches!(e, Error::UnknownAlbum { .. }), "{e}");
}

#[test]
fn unmounted_disk_skips_the_pair() {
    let f = Fixture::new();
    f.write("studio", "a/1.jpg", "one", 1000);
    std::fs::remove_dir(f.path("shelf", ".gelatin")).unwrap();
    let report = f.sync();
    assert_eq!((report.copied, report.skipped_pairs), (0, 1));
    assert!(!f.path("shelf", "a").exists());
}
