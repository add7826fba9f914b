use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The file `config.toml` of a repository.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    pub repository: PathBuf,
    #[serde(default)]
    pub excludes: Vec<String>,
    #[serde(default = "default_chunk_kib")]
    pub chunk_kib: u32,
}

fn default_chunk_kib() -> u32 {
    512
}

#[derive(Debug)]
pub enum ConfigError {
    Unreadable(PathBuf, std::io::Error),
    Malformed(PathBuf, String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unreadable(path, cause) => write!(f, "{}: {cause}", path.display()),
            ConfigError::Malformed(path, cause) => write!(f, "{}: {cause}", path.display()),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Reads and checks `path`; unknown keys are allowed, wrong types are not.
pub fn load_config(path: &Path) -> Result<Config, ConfigError> {
    let text = fs::read_to_string(path).map_err(|e| ConfigError::Unreadable(path.into(), e))?;
    toml::from_str(&text).map_err(|e| ConfigError::Malformed(path.into(), e.to_string()))
}
