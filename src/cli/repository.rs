//! The repository that a command works on.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::args::{Against, Global};
use super::fault::CliFault;
use super::output::Output;
use crate::app::archive::Kept;
use crate::app::change::{self, Before};
use crate::app::review;
use crate::app::session::SeatPanel;
use crate::app::{AppFault, Workspace, workspace};
use crate::config::Config;
use crate::host::clock::SystemClock;
use crate::host::file;
use crate::host::history::{self, BaseFault};
use crate::host::snapshot::{self, OpenFault, Repository};
use crate::host::store::FolderStore;
use crate::host::symbols::SymbolFolder;
use crate::model::exit::ExitCode;
use crate::model::{Finding, RfcId, Timestamp};
use crate::port::{Archive, Shards, Snapshot};
use crate::symbols::{self, Index};

/// The file that `--config` names, as it was given.
pub(super) fn config_file(global: &Global) -> Option<String> {
    global.config.as_ref().map(|file| file.display().to_string())
}

/// An open repository, read.
pub(super) struct Opened {
    pub(super) workspace: Workspace,
    repository: Repository,
    /// The base's tip and the commit where the change left it, when there is a base.
    base: Option<BaseTrees>,
    symbols: OnceLock<Arc<Index>>,
}

/// Whether a branch of this very repository may be the base that `council.yaml` names: whoever checks
/// a change out can make one of any name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heads {
    /// Where somebody looks at a change of their own.
    Count,
    /// Where a change is let pass.
    Ignored,
}

/// The states of a base.
struct BaseTrees {
    tip: Option<Repository>,
    fork: Repository,
}

impl BaseTrees {
    fn tip(&self) -> &Repository {
        self.tip.as_ref().unwrap_or(&self.fork)
    }
}

impl Opened {
    /// Opens and reads the repository that the options name; an ambiguous layout is told.
    pub(super) fn open(global: &Global, out: &mut Output) -> Result<Self, CliFault> {
        let repository = snapshot::open(&folder(global), global.rev.as_deref())?;
        let opened = Self::of(global, repository, Workspace::load)?;
        out.warn(opened.ambiguities(), ExitCode::Rejected);
        Ok(opened)
    }

    /// The same of the repository at or above a folder; `None` where there is none.
    pub(super) fn around(
        global: &Global,
        dir: &Path,
        out: &mut Output,
    ) -> Result<Option<Self>, CliFault> {
        let opened = match snapshot::open(dir, global.rev.as_deref()) {
            Ok(repository) => Self::of(global, repository, Workspace::load)?,
            Err(OpenFault::NoRepository(_) | OpenFault::Bare(_)) => return Ok(None),
            Err(fault) => return Err(fault.into()),
        };
        out.warn(opened.ambiguities(), ExitCode::Rejected);
        Ok(Some(opened))
    }

    /// What is ambiguous in its layout, a line each.
    fn ambiguities(&self) -> Vec<String> {
        let findings = self.workspace.gates.layout();
        findings
            .iter()
            .map(|finding| {
                let Finding { severity, rule, location, description, remediation, .. } = finding;
                format!("{severity}[{rule}] {}: {description}; {remediation}", location.file)
            })
            .collect()
    }

    /// Refuses to write evidence about a layout that is ambiguous.
    pub(super) fn must_be_clear(&self) -> Result<(), CliFault> {
        match self.ambiguities() {
            lines if lines.is_empty() => Ok(()),
            lines => Err(CliFault::new(ExitCode::Rejected, lines.join("\n"))),
        }
    }

    /// The same, held against a base when one is asked for: then its configuration counts.
    pub(super) fn against(
        global: &Global,
        against: &Against,
        out: &mut Output,
    ) -> Result<(Self, Option<Before>), CliFault> {
        let (opened, before) = Self::held_against(global, against, Heads::Count, Workspace::load)?;
        out.warn(opened.ambiguities(), ExitCode::Rejected);
        Ok((opened, before))
    }

    /// The same, read for the gates alone; with `named`, for these RFCs, when there is no base.
    pub(super) fn for_gates(
        global: &Global,
        against: &Against,
        named: &[RfcId],
        heads: Heads,
    ) -> Result<(Self, Option<Before>), CliFault> {
        let rfcs = (!named.is_empty() && !against.is_given()).then_some(named);
        Self::held_against(global, against, heads, |snapshot, config| {
            Workspace::load_for_gates(snapshot, config, rfcs)
        })
    }

    fn held_against(
        global: &Global,
        against: &Against,
        heads: Heads,
        load: impl FnOnce(&dyn Snapshot, Config) -> Workspace,
    ) -> Result<(Self, Option<Before>), CliFault> {
        let dir = folder(global);
        let repository = snapshot::open(&dir, global.rev.as_deref())?;
        if !against.is_given() {
            return Ok((Self::of(global, repository, load)?, None));
        }
        let own = configured(global, &repository);
        let usual = own.as_ref().ok().and_then(|own| own.base.as_deref());
        let usual = usual.filter(|_| against.base.is_none());
        let named = match usual {
            Some(branch) => history::branch(&dir, branch, heads == Heads::Count)?,
            None => against.base.clone(),
        };
        let base = match history::base(&dir, named.as_deref(), global.rev.as_deref()) {
            Err(fault @ (BaseFault::NoUsual | BaseFault::Unborn(_))) if against.allow_empty => {
                let line = format!("nothing to compare with, so nothing was looked at: {fault}");
                return Err(CliFault::new(ExitCode::Approved, line));
            }
            base => base?,
        };
        let fork = snapshot::open(&dir, Some(&base.fork))?;
        let tip = match base.tip == base.fork {
            true => None,
            false => Some(snapshot::open(&dir, Some(&base.tip))?),
        };
        let trees = BaseTrees { tip, fork };
        let tip = trees.tip();
        let (config, own) = match global.config {
            Some(_) => (own?, None),
            // What the change would be read by counts only where it makes the answer stricter.
            None => {
                let config = change::configuration(tip, &base.name)?;
                agreed(usual.filter(|_| named.is_some()), &config, &base.name)?;
                (config, own.ok())
            }
        };
        let workspace = load(&repository, change::fixed(tip, config)).under(tip);
        let names = [base.name.as_str(), &base.tip, &base.fork];
        let before = Before::read(names, tip, &trees.fork, &repository, &workspace, own)?;
        let base = Some(trees);
        Ok((Self { workspace, repository, base, symbols: OnceLock::new() }, Some(before)))
    }

    fn of(
        global: &Global,
        repository: Repository,
        load: impl FnOnce(&dyn Snapshot, Config) -> Workspace,
    ) -> Result<Self, CliFault> {
        let config = configured(global, &repository)?;
        let workspace = load(&repository, config);
        Ok(Self { workspace, repository, base: None, symbols: OnceLock::new() })
    }

    /// The evidence as it is read: that of the commit which `--rev` names, else the work tree's.
    pub(super) fn archive(&self, global: &Global) -> Result<Box<dyn Archive + '_>, CliFault> {
        Ok(match global.rev {
            Some(_) => Box::new(Kept(&self.repository)),
            None => Box::new(self.store()?),
        })
    }

    /// The evidence of the base: that of its tip, and that of the commit where the change left it.
    pub(super) fn base_archives(&self) -> Option<(Kept<'_>, Kept<'_>)> {
        let base = self.base.as_ref()?;
        Some((Kept(base.tip()), Kept(&base.fork)))
    }

    /// When the base's commit was made.
    pub(super) fn base_committed_at(&self) -> Option<Timestamp> {
        self.base.as_ref()?.tip().committed_at()
    }

    /// The built-in rules on all seats of an RFC, over its whole documents.
    pub(super) fn built_in(&self, rfc: &RfcId) -> Result<SeatPanel, AppFault> {
        let whole = Workspace::load(&self.repository, self.workspace.config.clone());
        let dossier = Arc::new(whole.dossier(rfc)?);
        let seats = review::offline(&dossier, &self.symbols(&|| false));
        Ok(SeatPanel::new(seats, dossier))
    }

    /// Whether a commit is in the history of what is read; `None` when not all of it is there.
    pub(super) fn past(&self, global: &Global) -> impl Fn(&str) -> Option<bool> {
        let (dir, rev) = (folder(global), global.rev.clone());
        let past = OnceLock::new();
        move |commit| {
            let past: &Option<history::Past> =
                past.get_or_init(|| history::Past::of(&dir, rev.as_deref()));
            past.as_ref().map(|past| past.has(commit))
        }
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

/// Refuses a base that a change named in its own `council.yaml` and that does not name itself: a
/// change does not choose what it is held against.
fn agreed(named: Option<&str>, base: &Config, name: &str) -> Result<(), CliFault> {
    let Some(branch) = named.filter(|branch| base.base.as_deref() != Some(*branch)) else {
        return Ok(());
    };
    let line = format!(
        "`base: {branch}` in council.yaml counts once {name} says the same: merge it there first, or name the base with --base REV"
    );
    Err(CliFault::new(ExitCode::BadInput, line))
}

/// The RFCs of the repository that the options name; none where it cannot be read.
pub(super) fn known_rfcs(global: &Global) -> Vec<RfcId> {
    let known = || {
        let repository = snapshot::open(&folder(global), global.rev.as_deref()).ok()?;
        let config = configured(global, &repository).ok()?;
        Some(Workspace::load_for_gates(&repository, config, None).rfcs())
    };
    known().unwrap_or_default()
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
