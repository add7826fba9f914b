//! The repository that a command works on.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::args::{Against, Global};
use super::fault::CliFault;
use crate::app::archive::Kept;
use crate::app::change::{self, Before};
use crate::app::{Workspace, workspace};
use crate::config::Config;
use crate::host::clock::SystemClock;
use crate::host::file;
use crate::host::history;
use crate::host::snapshot::{self, OpenFault, Repository};
use crate::host::store::FolderStore;
use crate::host::symbols::SymbolFolder;
use crate::model::RfcId;
use crate::model::exit::ExitCode;
use crate::port::{Archive, Shards, Snapshot};
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
        let repository = snapshot::open(&folder(global), global.rev.as_deref())?;
        Self::of(global, repository, Workspace::load)
    }

    /// Opens and reads the repository at or above a folder; `None` where there is none.
    pub(super) fn around(global: &Global, dir: &Path) -> Result<Option<Self>, CliFault> {
        match snapshot::open(dir, global.rev.as_deref()) {
            Ok(repository) => Self::of(global, repository, Workspace::load).map(Some),
            Err(OpenFault::NoRepository(_) | OpenFault::Bare(_)) => Ok(None),
            Err(fault) => Err(fault.into()),
        }
    }

    /// The same, held against a base when one is asked for: then its configuration counts.
    pub(super) fn against(
        global: &Global,
        against: &Against,
    ) -> Result<(Self, Option<Before>), CliFault> {
        Self::held_against(global, against, Workspace::load)
    }

    /// The same, read for the gates alone; with `named`, for these RFCs, when there is no base.
    pub(super) fn for_gates(
        global: &Global,
        against: &Against,
        named: &[RfcId],
    ) -> Result<(Self, Option<Before>), CliFault> {
        let rfcs = (!named.is_empty() && !against.is_given()).then_some(named);
        Self::held_against(global, against, |snapshot, config| {
            Workspace::load_for_gates(snapshot, config, rfcs)
        })
    }

    fn held_against(
        global: &Global,
        against: &Against,
        load: impl FnOnce(&dyn Snapshot, Config) -> Workspace,
    ) -> Result<(Self, Option<Before>), CliFault> {
        let dir = folder(global);
        let repository = snapshot::open(&dir, global.rev.as_deref())?;
        if !against.is_given() {
            return Ok((Self::of(global, repository, load)?, None));
        }
        let base = history::base(&dir, against.base.as_deref(), global.rev.as_deref())?;
        let fork = snapshot::open(&dir, Some(&base.fork))?;
        let moved = match base.tip == base.fork {
            true => None,
            false => Some(snapshot::open(&dir, Some(&base.tip))?),
        };
        let tip = moved.as_ref().unwrap_or(&fork);
        let config = match global.config {
            Some(_) => configured(global, &repository)?,
            None => change::configuration(tip, &base.name)?,
        };
        let workspace = load(&repository, config).under(tip);
        let names = [base.name.as_str(), &base.tip, &base.fork];
        let before = Before::read(names, tip, &fork, &repository, &workspace);
        Ok((Self { workspace, repository, symbols: OnceLock::new() }, Some(before)))
    }

    fn of(
        global: &Global,
        repository: Repository,
        load: impl FnOnce(&dyn Snapshot, Config) -> Workspace,
    ) -> Result<Self, CliFault> {
        let config = configured(global, &repository)?;
        let workspace = load(&repository, config);
        Ok(Self { workspace, repository, symbols: OnceLock::new() })
    }

    /// The evidence as it is read: that of the commit which `--rev` names, else the work tree's.
    pub(super) fn archive(&self, global: &Global) -> Result<Box<dyn Archive + '_>, CliFault> {
        Ok(match global.rev {
            Some(_) => Box::new(Kept(&self.repository)),
            None => Box::new(self.store()?),
        })
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

/// The folder that the options name.
fn folder(global: &Global) -> PathBuf {
    global.repo.clone().unwrap_or_else(|| PathBuf::from("."))
}

/// The configuration that the options name, else the snapshot's own.
fn configured(global: &Global, repository: &Repository) -> Result<Config, CliFault> {
    let given = given_config(global)?;
    let given = given.as_ref().map(|(name, bytes)| (name.as_str(), bytes.clone()));
    Ok(workspace::configuration(repository, given)?)
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
