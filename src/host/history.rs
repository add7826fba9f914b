//! Where a branch left another one: the commits that a change is held against.

use std::collections::HashSet;
use std::path::Path;

use super::open_fault::{OpenFault, unreadable};
use super::snapshot;

/// Names that are tried, in order, when nobody says what a change is held against.
const USUAL: [&str; 5] =
    ["refs/remotes/origin/HEAD", "origin/main", "origin/master", "main", "master"];

/// What a change is held against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparisonBase {
    /// As it was named.
    pub name: String,
    /// The commit of that name: its policy counts.
    pub tip: String,
    /// The last commit that both have: its files are the state before the change.
    pub fork: String,
}

/// Why there is nothing to hold a change against. Each line names the next act.
#[derive(Debug, thiserror::Error)]
pub enum BaseFault {
    /// The repository cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenFault),
    /// A revision that looks like an option.
    #[error("{0:?} begins with a dash and is no revision: give --base a branch, a tag or a commit")]
    Dashed(String),
    /// A revision that names no commit.
    #[error(
        "{name:?} names no commit of this {kind}: run `git fetch origin {short}`, or give --base another branch, tag or commit"
    )]
    Unknown {
        /// As it was named.
        name: String,
        /// The name without the remote.
        short: String,
        /// `repository`, or `shallow clone`.
        kind: &'static str,
    },
    /// None of the usual names is there.
    #[error(
        "there is none of origin/HEAD, origin/main, origin/master, main and master to compare with: name one with --base REV, or set `base` in council.yaml"
    )]
    NoUsual,
    /// There is no commit whose change could be looked at.
    #[error("there is no commit yet, so nothing changed since {0}: commit first")]
    Unborn(String),
    /// The part of the history that was fetched does not reach the common commit.
    #[error(
        "this clone is shallow and does not reach the commit where HEAD left {0}: run `git fetch --unshallow` (in CI, fetch with depth 0)"
    )]
    Shallow(String),
    /// Two histories that never met.
    #[error("HEAD and {0} have no commit in common: name another base with --base REV")]
    Unrelated(String),
}

/// The base of the change that leads to `rev`, or to HEAD; `named` by the caller, or else the first
/// of the usual names that is there.
pub fn base(
    dir: &Path,
    named: Option<&str>,
    rev: Option<&str>,
) -> Result<ComparisonBase, BaseFault> {
    let repository = snapshot::repository(dir)?;
    let commit = |name: &str| -> Option<git2::Oid> {
        Some(repository.revparse_single(name).ok()?.peel_to_commit().ok()?.id())
    };
    let (name, tip) = match named {
        Some(dashed) if dashed.starts_with('-') => {
            return Err(BaseFault::Dashed(dashed.to_owned()));
        }
        Some(name) => {
            let tip = commit(name).ok_or_else(|| BaseFault::Unknown {
                name: name.to_owned(),
                short: name.strip_prefix("origin/").unwrap_or(name).to_owned(),
                kind: if repository.is_shallow() { "shallow clone" } else { "repository" },
            })?;
            (name.to_owned(), tip)
        }
        None => USUAL
            .iter()
            .find_map(|name| Some((short(&repository, name), commit(name)?)))
            .ok_or(BaseFault::NoUsual)?,
    };
    let head = match rev {
        Some(rev) if rev.starts_with('-') => {
            return Err(OpenFault::DashedRevision(rev.to_owned()).into());
        }
        Some(rev) => commit(rev).ok_or_else(|| OpenFault::UnknownRevision(rev.to_owned()))?,
        None => snapshot::head(&repository)
            .map_err(|e| unreadable(dir, e))?
            .ok_or_else(|| BaseFault::Unborn(name.clone()))?
            .id(),
    };
    let fork = repository.merge_base(tip, head).map_err(|_| {
        if repository.is_shallow() {
            BaseFault::Shallow(name.clone())
        } else {
            BaseFault::Unrelated(name.clone())
        }
    })?;
    Ok(ComparisonBase { name, tip: tip.to_string(), fork: fork.to_string() })
}

/// The commits that lead to one.
pub struct Past(HashSet<git2::Oid>);

impl Past {
    /// All that leads to `rev`, or to HEAD; `None` when not all of it is there to be read.
    pub fn of(dir: &Path, rev: Option<&str>) -> Option<Self> {
        let repository = snapshot::repository(dir).ok()?;
        if repository.is_shallow() {
            return None;
        }
        let end = match rev {
            Some(rev) => repository.revparse_single(rev).ok()?.peel_to_commit().ok()?.id(),
            None => match snapshot::head(&repository).ok()? {
                Some(head) => head.id(),
                None => return Some(Self(HashSet::new())),
            },
        };
        let mut walk = repository.revwalk().ok()?;
        walk.push(end).ok()?;
        walk.collect::<Result<_, _>>().ok().map(Self)
    }

    /// Whether a commit is one of them.
    pub fn has(&self, commit: &str) -> bool {
        git2::Oid::from_str(commit).is_ok_and(|id| self.0.contains(&id))
    }
}

/// A branch of the remote, or else, with `local`, of this repository: its revision, if there is one.
pub fn branch(dir: &Path, name: &str, local: bool) -> Result<Option<String>, OpenFault> {
    let repository = snapshot::repository(dir)?;
    let remote = repository.find_reference(&format!("refs/remotes/origin/{name}")).is_ok();
    let own = local && repository.find_reference(&format!("refs/heads/{name}")).is_ok();
    Ok(match remote {
        true => Some(format!("origin/{name}")),
        false => own.then(|| name.to_owned()),
    })
}

/// A name as people write it: `origin/trunk` for a remote's HEAD that points there.
fn short(repository: &git2::Repository, name: &str) -> String {
    let target = repository
        .find_reference(name)
        .ok()
        .and_then(|reference| Some(reference.symbolic_target().ok()??.to_owned()));
    let name = target.as_deref().unwrap_or(name);
    name.strip_prefix("refs/remotes/").unwrap_or(name).to_owned()
}
