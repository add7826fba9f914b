//! Evidence put into one commit, with nothing else beside it. Runs no hook and no filter.

use std::path::Path;

use git2::build::TreeUpdateBuilder;
use git2::{FileMode, Index, IndexEntry, IndexTime, Oid, Signature, Time};

use super::open_fault::OpenFault;
use super::snapshot;
use crate::model::Timestamp;

/// Why evidence could not be committed. It stands in the work tree all the same.
#[derive(Debug, thiserror::Error)]
pub enum CommitFault {
    /// The repository cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenFault),
    /// Nobody is known as the author.
    #[error(
        "the evidence is written and not committed, for git knows no author: run `git config user.name` and `git config user.email`, then commit it"
    )]
    NoAuthor,
    /// git said no.
    #[error("the evidence is written and not committed: {0}; commit it by hand")]
    Git(#[from] git2::Error),
}

/// Commits these files, as (path, bytes), on top of HEAD, whatever else is staged or changed; the
/// index learns of them. Gives the commit's id.
pub fn commit(
    dir: &Path,
    files: &[(String, Vec<u8>)],
    message: &str,
    at: Timestamp,
) -> Result<String, CommitFault> {
    let repository = snapshot::repository(dir)?;
    let author = repository.signature().map_err(|_| CommitFault::NoAuthor)?;
    let (name, email) = (
        String::from_utf8_lossy(author.name_bytes()).into_owned(),
        String::from_utf8_lossy(author.email_bytes()).into_owned(),
    );
    let author = Signature::new(&name, &email, &Time::new(at.unix(), 0))?;
    let parent = snapshot::head(&repository)?;
    let below = match &parent {
        Some(parent) => parent.tree()?,
        None => repository.find_tree(repository.treebuilder(None)?.write()?)?,
    };
    let mut tree = TreeUpdateBuilder::new();
    let mut index = repository.index()?;
    for (path, bytes) in files {
        let id = repository.blob(bytes)?;
        tree.upsert(path.as_str(), id, FileMode::Blob);
        stage(&mut index, path, id, bytes.len())?;
    }
    let tree = repository.find_tree(tree.create_updated(&repository, &below)?)?;
    index.write()?;
    let parents: Vec<&git2::Commit<'_>> = parent.iter().collect();
    let id = repository.commit(Some("HEAD"), &author, &author, message, &tree, &parents)?;
    Ok(id.to_string())
}

fn stage(index: &mut Index, path: &str, id: Oid, size: usize) -> Result<(), git2::Error> {
    index.add(&IndexEntry {
        ctime: IndexTime::new(0, 0),
        mtime: IndexTime::new(0, 0),
        dev: 0,
        ino: 0,
        mode: 0o100_644,
        uid: 0,
        gid: 0,
        file_size: u32::try_from(size).unwrap_or(0),
        id,
        flags: 0,
        flags_extended: 0,
        path: path.as_bytes().to_vec(),
    })
}
