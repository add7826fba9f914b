#![allow(dead_code)]

use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use gelatin::config::Config;
use gelatin::sync::{sync_all, SyncOptions, SyncReport};
use tempfile::TempDir;

/// Two mounted disks, `studio` (left) and `shelf` (right), and a state directory.
pub struct Fixture {
    pub dir: TempDir,
    pub config: Config,
}

impl Fixture {
    pub fn new() -> Fixture {
        Fixture::with("")
    }

    /// `pair_keys` are added to the only `[[pair]]`, the last table of the file.
    pub fn with(pair_keys: &str) -> Fixture {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().display();
        let text = format!(
            r#"
            state_dir = "{base}/state"
            [[disk]]
            name = "studio"
            root = "{base}/studio"
            [[disk]]
            name = "shelf"
            root = "{base}/shelf"
            [daemon]
            token = "secret"
            [[pair]]
            left = "studio"
            right = "shelf"
            {pair_keys}
            "#
        );
        for disk in ["studio", "shelf"] {
            std::fs::create_dir_all(dir.path().join(disk).join(".gelatin")).unwrap();
        }
        std::fs::write(dir.path().join("gelatin.toml"), &text).unwrap();
        let config = Config::parse(&text).unwrap();
        Fixture { dir, config }
    }

    pub fn config_file(&self) -> PathBuf {
        self.dir.path().join("gelatin.toml")
    }

    pub fn path(&self, disk: &str, rel: &str) -> PathBuf {
        self.dir.path().join(disk).join(rel)
    }

    /// Writes a photo with an mtime in whole seconds.
    pub fn write(&self, disk: &str, rel: &str, content: &str, mtime: u64) {
        let path = self.path(disk, rel);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_modified(UNIX_EPOCH + Duration::from_secs(mtime))
            .unwrap();
    }

    pub fn read(&self, disk: &str, rel: &str) -> String {
        std::fs::read_to_string(self.path(disk, rel)).unwrap()
    }

    pub fn sync(&self) -> SyncReport {
        sync_all(&self.config, &SyncOptions::default()).unwrap()
    }
}
