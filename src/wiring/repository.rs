//! The repository that a command works on.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::{Comparison, RepositoryOptions, WiringFault};
use crate::app::archive::SnapshotArchive;
use crate::app::change::{self, Before};
use crate::app::look::Looker;
use crate::app::review;
use crate::app::session::RfcMembers;
use crate::app::{AppFault, Workspace, workspace};
use crate::config::Config;
use crate::host::file;
use crate::host::history::{self, BaseFault};
use crate::host::snapshot::{self, OpenFault, Repository};
use crate::host::store::FolderStore;
use crate::host::symbols::SymbolFolder;
use crate::model::policy::LookPolicy;
use crate::model::{Finding, SubjectId, Timestamp};
use crate::port::{Archive, Shards, Snapshot};
use crate::source::formats::{Formats, SubjectNames};
use crate::symbols::{self, Index};

/// An open repository, read.
pub struct OpenRepository {
    place: RepositoryOptions,
    /// What was read of it.
    pub workspace: Workspace,
    repository: Arc<Repository>,
    /// The base's tip and the commit where the change left it, when there is a base.
    base: Option<BaseTrees>,
    symbols: Arc<OnceLock<Arc<Index>>>,
}

/// Whether a branch of this very repository may be the base that `council.yaml` names: whoever checks
/// a change out can make one of any name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heads {
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

impl OpenRepository {
    /// Opens and reads the repository of a place.
    pub fn open(place: &RepositoryOptions) -> Result<Self, WiringFault> {
        let repository = snapshot::open(&place.folder(), place.rev.as_deref())?;
        Self::of(place, repository, Workspace::load)
    }

    /// The same of the repository at or above a folder; `None` where there is none.
    pub fn around(place: &RepositoryOptions, dir: &Path) -> Result<Option<Self>, WiringFault> {
        match snapshot::open(dir, place.rev.as_deref()) {
            Ok(repository) => Self::of(place, repository, Workspace::load).map(Some),
            Err(OpenFault::NoRepository(_) | OpenFault::Bare(_)) => Ok(None),
            Err(fault) => Err(fault.into()),
        }
    }

    /// What is ambiguous in its layout, a line each.
    pub fn ambiguities(&self) -> Vec<String> {
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
    pub fn must_be_clear(&self) -> Result<(), WiringFault> {
        match self.ambiguities() {
            lines if lines.is_empty() => Ok(()),
            lines => Err(WiringFault::Ambiguous(lines.join("\n"))),
        }
    }

    /// The same, held against a base when one is asked for: then its configuration counts.
    pub fn against(
        place: &RepositoryOptions,
        against: &Comparison,
    ) -> Result<(Self, Option<Before>), WiringFault> {
        Self::held_against(place, against, Heads::Count, Workspace::load)
    }

    /// The same, read for the gates alone; with `named`, for these RFCs, when there is no base.
    pub fn for_gates(
        place: &RepositoryOptions,
        against: &Comparison,
        named: &[SubjectId],
        heads: Heads,
    ) -> Result<(Self, Option<Before>), WiringFault> {
        let rfcs = (!named.is_empty() && !against.is_given()).then_some(named);
        Self::held_against(place, against, heads, |snapshot, config| {
            Workspace::load_for_gates(snapshot, config, rfcs)
        })
    }

    fn held_against(
        place: &RepositoryOptions,
        against: &Comparison,
        heads: Heads,
        load: impl FnOnce(&dyn Snapshot, Config) -> Workspace,
    ) -> Result<(Self, Option<Before>), WiringFault> {
        let dir = place.folder();
        let repository = snapshot::open(&dir, place.rev.as_deref())?;
        if !against.is_given() {
            return Ok((Self::of(place, repository, load)?, None));
        }
        let own = configured(place, &repository);
        let usual = own.as_ref().ok().and_then(|own| own.base.as_deref());
        let usual = usual.filter(|_| against.base.is_none());
        let named = match usual {
            Some(branch) => history::branch(&dir, branch, heads == Heads::Count)?,
            None => against.base.clone(),
        };
        let base = match history::base(&dir, named.as_deref(), place.rev.as_deref()) {
            Err(fault @ (BaseFault::NoUsual | BaseFault::Unborn(_))) if against.allow_empty => {
                let line = format!("nothing to compare with, so nothing was looked at: {fault}");
                return Err(WiringFault::NothingToCompare(line));
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
        let (config, own) = match place.config {
            Some(_) => (own?, None),
            // What the change would be read by counts only where it makes the answer stricter.
            None => {
                let config = change::configuration(tip, &base.name)?;
                agreed(usual.filter(|_| named.is_some()), &config, &base.name)?;
                (config, own.ok())
            }
        };
        let workspace = load(&repository, change::fixed(tip, config)).under(tip);
        workspace.roots_exist()?;
        let names = [base.name.as_str(), &base.tip, &base.fork];
        let before = Before::read(names, tip, &trees.fork, &repository, &workspace, own)?;
        let base = Some(trees);
        let place = place.clone();
        let (repository, symbols) = (Arc::new(repository), Arc::default());
        Ok((Self { place, workspace, repository, base, symbols }, Some(before)))
    }

    fn of(
        place: &RepositoryOptions,
        repository: Repository,
        load: impl FnOnce(&dyn Snapshot, Config) -> Workspace,
    ) -> Result<Self, WiringFault> {
        let config = configured(place, &repository)?;
        let workspace = load(&repository, config);
        workspace.roots_exist()?;
        let place = place.clone();
        let (repository, symbols) = (Arc::new(repository), Arc::default());
        Ok(Self { place, workspace, repository, base: None, symbols })
    }

    /// The evidence as it is read: that of the commit which `--rev` names, else the work tree's.
    pub fn archive(&self) -> Result<Box<dyn Archive + '_>, WiringFault> {
        Ok(match self.place.rev {
            Some(_) => Box::new(SnapshotArchive(self.repository.as_ref())),
            None => Box::new(self.store()?),
        })
    }

    /// The evidence of the base: that of its tip, and that of the commit where the change left it.
    pub fn base_archives(&self) -> Option<(SnapshotArchive<'_>, SnapshotArchive<'_>)> {
        let base = self.base.as_ref()?;
        Some((SnapshotArchive(base.tip()), SnapshotArchive(&base.fork)))
    }

    /// When the base's commit was made.
    pub fn base_committed_at(&self) -> Option<Timestamp> {
        self.base.as_ref()?.tip().committed_at()
    }

    /// The built-in rules on all seats of an RFC, over its whole documents.
    pub fn built_in(&self, rfc: &SubjectId) -> Result<RfcMembers, AppFault> {
        let whole = Workspace::load(self.repository.as_ref(), self.workspace.config.clone());
        let dossier = Arc::new(whole.dossier(rfc)?);
        let seats = review::offline(&dossier, &self.symbols(&|| false));
        Ok(RfcMembers::new(seats, dossier))
    }

    /// Whether a commit is in the history of what is read; `None` when not all of it is there.
    pub fn past(&self) -> impl Fn(&str) -> Option<bool> {
        let (dir, rev) = (self.place.folder(), self.place.rev.clone());
        let past = OnceLock::new();
        move |commit| {
            let past: &Option<history::Past> =
                past.get_or_init(|| history::Past::of(&dir, rev.as_deref()));
            past.as_ref().map(|past| past.has(commit))
        }
    }

    /// The folder of the work tree.
    pub fn root(&self) -> Result<&Path, WiringFault> {
        self.repository.root().ok_or_else(|| {
            let line = "a bare repository has no folder for evidence: use a work tree, or `council-review gates --rev REV`";
            WiringFault::BadInput(line.to_owned())
        })
    }

    /// Where reviews go that are no evidence of the repository: in git's own folder.
    pub fn bench_folder(&self) -> PathBuf {
        self.repository.git_folder().join("council-review/bench")
    }

    /// What the folders of a configuration are relative to.
    pub fn base(&self) -> &Path {
        self.repository.root().unwrap_or(Path::new(""))
    }

    /// The path from the root of a file of the work tree, which may be named through links above the
    /// root; `None` for one that is elsewhere.
    pub fn relative(&self, path: &Path) -> Option<PathBuf> {
        let root = self.repository.root()?;
        if let Ok(relative) = path.strip_prefix(root) {
            return Some(relative.to_path_buf());
        }
        let above = path.ancestors().find(|above| file::is_same_folder(above, root))?;
        Some(path.strip_prefix(above).ok()?.to_path_buf())
    }

    /// The folder in which the repository was looked for.
    pub fn folder(&self) -> PathBuf {
        self.place.folder()
    }

    /// Its files.
    pub fn files(&self) -> &dyn Snapshot {
        self.repository.as_ref()
    }

    /// What its code defines. Read when it is first asked for, and once; empty when `stop` ends the
    /// reading.
    pub fn symbols(&self, stop: &(dyn Fn() -> bool + Sync)) -> Arc<Index> {
        Arc::clone(self.symbols.get_or_init(|| indexed(&self.repository, stop)))
    }

    /// Who shows members what they ask to see of it.
    pub fn looker(&self) -> Box<dyn Fn(&LookPolicy) -> Looker + Send + Sync> {
        let (repository, symbols) = (Arc::clone(&self.repository), Arc::clone(&self.symbols));
        let layout = self.workspace.config.layout.clone();
        Box::new(move |policy| {
            let (of, symbols) = (Arc::clone(&repository), Arc::clone(&symbols));
            let read = move || Arc::clone(symbols.get_or_init(|| indexed(&of, &|| false)));
            let snapshot = Arc::clone(&repository) as Arc<dyn Snapshot>;
            Looker::new(snapshot, &layout, policy, Box::new(read))
        })
    }

    /// Where its evidence is.
    pub fn store(&self) -> Result<FolderStore, WiringFault> {
        Ok(FolderStore::new(self.root()?))
    }
}

/// What a repository's code defines; nothing when `stop` ends the reading.
fn indexed(repository: &Repository, stop: &(dyn Fn() -> bool + Sync)) -> Arc<Index> {
    let kept = SymbolFolder::of_user(|name| std::env::var_os(name), repository.root());
    let kept = kept.as_ref().map(|kept| kept as &dyn Shards);
    Arc::new(symbols::build(repository, kept, stop).unwrap_or_default())
}

/// Refuses a base that a change named in its own `council.yaml` and that does not name itself: a
/// change does not choose what it is held against.
fn agreed(named: Option<&str>, base: &Config, name: &str) -> Result<(), WiringFault> {
    let Some(branch) = named.filter(|branch| base.base.as_deref() != Some(*branch)) else {
        return Ok(());
    };
    let line = format!(
        "`base: {branch}` in council.yaml counts once {name} says the same: merge it there first, or name the base with --base REV"
    );
    Err(WiringFault::BadInput(line))
}

/// The RFCs of the repository of a place; none where it cannot be read.
pub fn known_subjects(place: &RepositoryOptions) -> Vec<SubjectId> {
    let known = || {
        let repository = snapshot::open(&place.folder(), place.rev.as_deref()).ok()?;
        let config = configured(place, &repository).ok()?;
        Some(Workspace::load_for_gates(&repository, config, None).subjects())
    };
    known().unwrap_or_default()
}

/// What the subjects of the repository of a place are called, as its listed tree tells; nothing where
/// it cannot be read.
pub fn subject_names(place: &RepositoryOptions) -> SubjectNames {
    let names = || {
        let repository = snapshot::open(&place.folder(), place.rev.as_deref()).ok()?;
        let config = configured(place, &repository).ok()?;
        Some(Formats::names(repository.entries(), &config.layout))
    };
    names().unwrap_or_default()
}

/// The configuration that was named, else the snapshot's own.
fn configured(place: &RepositoryOptions, repository: &Repository) -> Result<Config, WiringFault> {
    let given = place.given_config()?;
    let given = given.as_ref().map(|(name, bytes)| (name.as_str(), bytes.clone()));
    Ok(workspace::configuration(repository, given)?)
}
