//! The repository that a command works on.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::args::Global;
use super::fault::CliFault;
use crate::app::Workspace;
use crate::host::clock::SystemClock;
use crate::host::file;
use crate::host::snapshot::{self, OpenFault, Repository};
use crate::host::store::FolderStore;
use crate::host::symbols::SymbolFolder;
use crate::model::exit::ExitCode;
use crate::port::Shards;
use crate::symbols::{self, Index};

/// An open repository, read.
pub(super) struct Opened {
    pub(super) workspace: Workspace,
    repository: Repository,
    symbols: OnceLock<Arc<Index>>,
}

impl Opened {
    /// Opens and reads the repository that the options name.
    pub(super) fn open(global: &Global) -> Result<Self, CliFault> {
        let dir = global.repo.clone().unwrap_or_else(|| PathBuf::from("."));
        Self::of(global, snapshot::open(&dir, global.rev.as_deref())?)
    }

    /// Opens and reads the repository at or above a folder; `None` where there is none.
    pub(super) fn around(global: &Global, dir: &Path) -> Result<Option<Self>, CliFault> {
        match snapshot::open(dir, global.rev.as_deref()) {
            Ok(repository) => Self::of(global, repository).map(Some),
            Err(OpenFault::NoRepository(_) | OpenFault::Bare(_)) => Ok(None),
            Err(fault) => Err(fault.into()),
        }
    }

    fn of(global: &Global, repository: Repository) -> Result<Self, CliFault> {
        let given = given_config(global)?;
        let given = given.as_ref().map(|(name, bytes)| (name.as_str(), bytes.clone()));
        let workspace = Workspace::open(&repository, given)?;
        Ok(Self { workspace, repository, symbols: OnceLock::new() })
    }

    /// The folder of the work tree.
    pub(super) fn root(&self) -> Result<&Path, CliFault> {
        self.repository.root().ok_or_else(|| {
            let line = "a bare repository has no folder for evidence: use a work tree, or `council-review gates --rev REV`";
            CliFault::new(ExitCode::BadInput, line)
        })
    }

    /// What the folders of a configuration are relative to.
    pub(super) fn base(&self) -> &Path {
        self.repository.root().unwrap_or(Path::new(""))
    }

    /// What its code defines. Read when it is first asked for, and once; empty when `stop` ends the
    /// reading.
    pub(super) fn symbols(&self, stop: &(dyn Fn() -> bool + Sync)) -> Arc<Index> {
        let read = || {
            let kept = SymbolFolder::of_user(|name| std::env::var_os(name));
            let kept = kept.as_ref().map(|kept| kept as &dyn Shards);
            Arc::new(symbols::build(&self.repository, kept, stop).unwrap_or_default())
        };
        Arc::clone(self.symbols.get_or_init(read))
    }

    /// Where its evidence is.
    pub(super) fn store(&self) -> Result<FolderStore, CliFault> {
        Ok(FolderStore::new(self.root()?))
    }
}

/// The configuration that the options name, as (name, bytes).
pub(super) fn given_config(global: &Global) -> Result<Option<(String, Vec<u8>)>, CliFault> {
    let Some(path) = &global.config else {
        return Ok(None);
    };
    let bytes = file::read(path, 1 << 20).map_err(|error| {
        let line = format!("cannot read the configuration {}: {error}", path.display());
        CliFault::new(ExitCode::BadInput, line)
    })?;
    Ok(Some((path.display().to_string(), bytes)))
}

/// The clock, which `SOURCE_DATE_EPOCH` fixes.
pub(super) fn clock() -> Result<SystemClock, CliFault> {
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
    SystemClock::start(epoch.as_deref()).map_err(|line| CliFault::new(ExitCode::BadInput, line))
}
