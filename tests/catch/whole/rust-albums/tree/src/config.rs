//! gelatin.toml. The keys are explained in docs/config.md.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::{Error, IoAt, Result};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub state_dir: PathBuf,
    #[serde(rename = "disk")]
    pub disks: Vec<Disk>,
    #[serde(rename = "pair", default)]
    pub pairs: Vec<Pair>,
    #[serde(default)]
    pub daemon: DaemonConfig,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disk {
    pub name: String,
    pub root: PathBuf,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    pub left: String,
    pub right: String,
    /// Empty: every album that one of the two disks has.
    #[serde(default)]
    pub albums: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DaemonConfig {
    pub listen: String,
    pub interval_secs: u64,
    /// Without a token every POST is refused.
    pub token: Option<String>,
}

impl Default for DaemonConfig {
    fn default() -> Self {
        DaemonConfig {
            listen: "127.0.0.1:7310".into(),
            interval_secs: 900,
            token: None,
        }
    }
}

impl Disk {
    /// Directory with everything gelatin keeps on a disk.
    pub fn meta_dir(&self) -> PathBuf {
        self.root.join(".gelatin")
    }

    /// An unmounted disk is an empty directory. Without this check we would fill the mount point.
    pub fn check_present(&self) -> Result<()> {
        if self.meta_dir().is_dir() {
            return Ok(());
        }
        Err(Error::NotMounted {
            name: self.name.clone(),
            root: self.root.clone(),
        })
    }
}

impl Config {
    pub fn load(path: &Path) -> Result<Config> {
        let text = std::fs::read_to_string(path).at(path)?;
        Config::parse(&text).map_err(|message| Error::Config {
            path: path.to_path_buf(),
            message,
        })
    }

    pub fn parse(text: &str) -> Result<Config, String> {
        let config: Config = toml::from_str(text).map_err(|e| e.to_string())?;
        config.validate()?;
        Ok(config)
    }

    pub fn disk(&self, name: &str) -> Result<&Disk> {
        self.disks
            .iter()
            .find(|d| d.name == name)
            .ok_or_else(|| Error::UnknownDisk(name.to_string()))
    }

    fn validate(&self) -> Result<(), String> {
        let mut names = BTreeSet::new();
        for disk in &self.disks {
            let ok = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if disk.name.is_empty() || !disk.name.chars().all(ok) {
                return Err(format!("disk name `{}`: use a-z, 0-9 and -", disk.name));
            }
            if !names.insert(&disk.name) {
                return Err(format!("two disks are named `{}`", disk.name));
            }
        }
        let mut seen = BTreeSet::new();
        for pair in &self.pairs {
            for side in [&pair.left, &pair.right] {
                if !names.contains(side) {
                    return Err(format!("pair names the unknown disk `{side}`"));
                }
            }
            if pair.left == pair.right {
                return Err(format!("pair of `{}` with itself", pair.left));
            }
            let mut key = [&pair.left, &pair.right];
            key.sort();
            if !seen.insert(key) {
                return Err(format!("{}:{} is there twice", pair.left, pair.right));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISKS: &str = r#"
        state_dir = "/tmp/s"
        [[disk]]
        name = "studio"
        root = "/mnt/studio"
        [[disk]]
        name = "shelf"
        root = "/mnt/shelf"
    "#;

    fn with(rest: &str) -> Result<Config, String> {
        Config::parse(&format!("{DISKS}{rest}"))
    }

    #[test]
    fn example_config_parses() {
        let config = Config::parse(include_str!("../gelatin.example.toml")).unwrap();
        assert_eq!(config.pairs.len(), 1);
    }

    #[test]
    fn daemon_has_defaults() {
        let config = with("").unwrap();
        assert_eq!(config.daemon.interval_secs, 900);
        assert_eq!(config.daemon.token, None);
    }

    #[test]
    fn pair_must_name_known_and_different_disks() {
        let e = with("[[pair]]\nleft = \"studio\"\nright = \"attic\"").unwrap_err();
        assert!(e.contains("attic"), "{e}");
        assert!(with("[[pair]]\nleft = \"studio\"\nright = \"studio\"").is_err());
    }

    #[test]
    fn same_pair_twice_is_refused_either_way_round() {
        let e = with(
            "[[pair]]\nleft = \"studio\"\nright = \"shelf\"\n\
             [[pair]]\nleft = \"shelf\"\nright = \"studio\"",
        )
        .unwrap_err();
        assert!(e.contains("twice"), "{e}");
    }

    #[test]
    fn unknown_keys_are_refused() {
        assert!(with("[daemon]\nport = 80").is_err());
    }
}
