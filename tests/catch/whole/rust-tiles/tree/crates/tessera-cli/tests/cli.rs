use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repo(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

fn tessera(args: &[&str], out: &Path, cache: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tessera"))
        .args(args)
        .arg("--data")
        .arg(repo("testdata/harbour.geojson"))
        .arg("--style")
        .arg(repo("styles/basic.json"))
        .arg("--out")
        .arg(out)
        .arg("--cache")
        .arg(cache)
        .output()
        .unwrap()
}

#[test]
fn render_writes_a_png_and_fills_the_cache() {
    let dir = tempfile::tempdir().unwrap();
    let (out, cache) = (dir.path().join("t.png"), dir.path().join("cache"));
    let done = tessera(&["render", "--tile", "12/2170/1191"], &out, &cache);
    assert!(done.status.success(), "{done:?}");
    let png = std::fs::read(&out).unwrap();
    assert_eq!(&png[1..4], b"PNG");
    assert_eq!(std::fs::read(cache.join("12/2170/1191.png")).unwrap(), png);
}

#[test]
fn pyramid_covers_the_data() {
    let dir = tempfile::tempdir().unwrap();
    let (out, cache) = (dir.path().join("tiles"), dir.path().join("cache"));
    let done = tessera(&["pyramid", "--zoom", "11-12"], &out, &cache);
    assert_eq!(String::from_utf8_lossy(&done.stdout), "2 tiles\n");
    assert!(out.join("12/2170/1191.png").exists());
}

#[test]
fn bad_tile_is_a_usage_error() {
    let dir = tempfile::tempdir().unwrap();
    let done = tessera(&["render", "--tile", "1/9/9"], dir.path(), dir.path());
    assert_eq!(done.status.code(), Some(2));
}
