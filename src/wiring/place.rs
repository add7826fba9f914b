//! What a door was asked for: where to work, and against what.

use std::path::PathBuf;

use super::WiringFault;
use crate::host::file;

/// Where a command works.
#[derive(Debug, Clone, Default)]
pub struct RepositoryOptions {
    /// The repository; without it, the one around the current folder.
    pub repo: Option<PathBuf>,
    /// The commit that is read instead of the work tree.
    pub rev: Option<String>,
    /// The configuration that counts instead of the repository's.
    pub config: Option<PathBuf>,
}

impl RepositoryOptions {
    /// The folder in which the repository is looked for.
    pub fn folder(&self) -> PathBuf {
        self.repo.clone().unwrap_or_else(|| PathBuf::from("."))
    }

    /// The file of the configuration, as it was named.
    pub fn config_file(&self) -> Option<String> {
        self.config.as_ref().map(|file| file.display().to_string())
    }

    /// The configuration that was named, as (name, bytes).
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn given_config(&self) -> Result<Option<(String, Vec<u8>)>, WiringFault> {
        let Some(path) = &self.config else {
            return Ok(None);
        };
        let bytes = file::read(path, 1 << 20).map_err(|error| {
            let line = format!("cannot read the configuration {}: {error}", path.display());
            WiringFault::BadInput(line)
        })?;
        Ok(Some((path.display().to_string(), bytes)))
    }
}

/// What a change is held against.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// Whether the RFCs that it concerns were asked for.
    pub changed: bool,
    /// The base, as it was named.
    pub base: Option<String>,
    /// Whether a change without a base may be.
    pub allow_empty: bool,
}

impl Comparison {
    /// Whether there is a base.
    pub fn is_given(&self) -> bool {
        self.changed || self.base.is_some()
    }
}
