//! A git repository as a [`Snapshot`]: its work tree, or one of its commits. Reads objects, the
//! index and ignore files; runs nothing of the repository.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use git2::{ErrorCode, ObjectType, Oid, RepositoryOpenFlags};

use super::commit_tree;
use super::git_files;
pub use super::open_fault::OpenFault;
use super::open_fault::unreadable;
use super::work_tree::WorkTree;
use crate::model::Timestamp;
use crate::port::{BlobId, EntryKind, ReadFault, Snapshot, TreeEntry};

/// An open repository, in one state.
pub struct Repository {
    root: Option<PathBuf>,
    commit: Option<String>,
    entries: Arc<[TreeEntry]>,
    repository: Mutex<git2::Repository>,
    state: State,
}

enum State {
    /// With the tree of the commit that it stands on.
    WorkTree(WorkTree, Option<Oid>),
    /// The regular files of the commit, by path.
    Commit(BTreeMap<String, Oid>),
}

impl std::fmt::Debug for Repository {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Repository")
            .field("root", &self.root)
            .field("commit", &self.commit)
            .field("entries", &self.entries.len())
            .finish_non_exhaustive()
    }
}

impl Repository {
    /// The folder of the work tree, where evidence is written; `None` for a bare repository.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Git's own folder of this work tree.
    pub fn git_folder(&self) -> PathBuf {
        without_slash(self.repository().path())
    }

    /// Whether a regular file is listed at a path.
    fn is_file(&self, path: &str) -> Result<(), ReadFault> {
        let at = self.entries.binary_search_by(|entry| entry.path.as_str().cmp(path));
        match self.entries[at.map_err(|_| ReadFault::Missing)?].kind {
            EntryKind::Symlink | EntryKind::Special => Err(ReadFault::NotAFile),
            EntryKind::File => Ok(()),
        }
    }

    /// When its commit was made; `None` before the first one.
    pub fn committed_at(&self) -> Option<Timestamp> {
        let id = Oid::from_str(self.commit.as_deref()?).ok()?;
        let repository = self.repository();
        let commit = repository.find_commit(id).ok()?;
        Timestamp::from_unix(commit.time().seconds())
    }

    fn repository(&self) -> MutexGuard<'_, git2::Repository> {
        self.repository.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the repository at or above `dir`: the work tree, or the commit that `rev` names.
pub fn open(dir: &Path, rev: Option<&str>) -> Result<Repository, OpenFault> {
    if let Some(dashed) = rev.filter(|rev| rev.starts_with('-')) {
        return Err(OpenFault::DashedRevision(dashed.to_owned()));
    }
    let repository = repository(dir)?;
    let root = repository.workdir().map(without_slash);
    let commit = match rev {
        Some(rev) => Some(
            repository
                .revparse_single(rev)
                .and_then(|object| object.peel_to_commit())
                .map_err(|_| OpenFault::UnknownRevision(rev.to_owned()))?,
        ),
        None => head(&repository).map_err(|e| unreadable(dir, e))?,
    };
    let (entries, state) = match (rev.and(commit.as_ref()), &root) {
        (Some(commit), _) => {
            let listed = commit_tree::list(&repository, commit, dir)?;
            (listed.entries, State::Commit(listed.blobs))
        }
        (None, None) => return Err(OpenFault::Bare(dir.to_owned())),
        (None, Some(root)) => {
            let head = commit.as_ref().map(git2::Commit::tree).transpose();
            let head = head.map_err(|e| unreadable(dir, e))?.map(|tree| tree.id());
            let (entries, tree) = WorkTree::list(&repository, root, dir)?;
            (entries, State::WorkTree(tree, head))
        }
    };
    let commit = commit.map(|commit| commit.id().to_string());
    Ok(Repository {
        root,
        commit,
        entries: entries.into(),
        repository: Mutex::new(repository),
        state,
    })
}

/// The repository at or above `dir`.
pub(super) fn repository(dir: &Path) -> Result<git2::Repository, OpenFault> {
    if !dir.is_dir() {
        return Err(OpenFault::NoFolder(dir.to_owned()));
    }
    git_files::must_be_regular(dir)?;
    let no_ceiling: [&Path; 0] = [];
    let open = git2::Repository::open_ext(dir, RepositoryOpenFlags::empty(), no_ceiling);
    let repository = open.map_err(|e| match e.code() {
        ErrorCode::NotFound => OpenFault::NoRepository(dir.to_owned()),
        ErrorCode::Owner => OpenFault::ForeignOwner(owned_by_another(dir)),
        _ if e.message().contains("object format") => OpenFault::ObjectFormat(dir.to_owned()),
        _ => unreadable(dir, e),
    })?;
    match repository.workdir() {
        Some(root) if !is_its_own(&repository, root) => {
            Err(OpenFault::WorkTreeElsewhere(without_slash(root)))
        }
        Some(_) | None => Ok(repository),
    }
}

/// Whether the work tree's folder leads to this repository. The setting `core.worktree` can name any
/// folder, and evidence would be written there.
fn is_its_own(repository: &git2::Repository, root: &Path) -> bool {
    let no_ceiling: [&Path; 0] = [];
    let there = git2::Repository::open_ext(root, RepositoryOpenFlags::NO_SEARCH, no_ceiling);
    there.is_ok_and(|there| there.path() == repository.path())
}

/// The folder as people write it; git ends it with a slash.
fn without_slash(path: &Path) -> PathBuf {
    path.components().collect()
}

/// The commit that the work tree stands on; `None` before the first one.
pub(super) fn head(repository: &git2::Repository) -> Result<Option<git2::Commit<'_>>, git2::Error> {
    match repository.head() {
        Ok(head) => head.peel_to_commit().map(Some),
        Err(e) if matches!(e.code(), ErrorCode::UnbornBranch | ErrorCode::NotFound) => Ok(None),
        Err(e) => Err(e),
    }
}

/// The folder that git would have to trust.
fn owned_by_another(dir: &Path) -> PathBuf {
    match git2::Repository::discover_path(dir, &[] as &[&Path]) {
        Ok(git) if git.ends_with(".git") => git.parent().unwrap_or(&git).to_owned(),
        Ok(git) => git,
        Err(_) => dir.to_owned(),
    }
}

impl Snapshot for Repository {
    fn commit(&self) -> Option<&str> {
        self.commit.as_deref()
    }

    fn entries(&self) -> &Arc<[TreeEntry]> {
        &self.entries
    }

    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadFault> {
        self.is_file(path)?;
        match &self.state {
            State::WorkTree(tree, _) => tree.read(path, limit),
            State::Commit(blobs) => blob(&self.repository(), listed(blobs, path)?, limit),
        }
    }

    fn head(&self, path: &str, most: u64) -> Result<Vec<u8>, ReadFault> {
        self.is_file(path)?;
        match &self.state {
            State::WorkTree(tree, _) => tree.head(path, most),
            State::Commit(blobs) => head_of(&self.repository(), listed(blobs, path)?, most),
        }
    }

    fn is_committed(&self, path: &str, bytes: &[u8]) -> bool {
        let committed = match &self.state {
            State::Commit(blobs) => blobs.get(path).copied(),
            State::WorkTree(_, head) => head.and_then(|head| file(&self.repository(), head, path)),
        };
        committed.is_some_and(|id| {
            Oid::hash_object(ObjectType::Blob, bytes).is_ok_and(|actual| actual == id)
        })
    }

    fn blob(&self, path: &str) -> Option<BlobId> {
        match &self.state {
            State::WorkTree(..) => None,
            State::Commit(blobs) => blobs.get(path).and_then(blob_id),
        }
    }

    fn blob_of(&self, bytes: &[u8]) -> Option<BlobId> {
        Oid::hash_object(ObjectType::Blob, bytes).ok().as_ref().and_then(blob_id)
    }
}

fn blob_id(id: &Oid) -> Option<BlobId> {
    id.as_bytes().try_into().ok().map(BlobId::new)
}

/// The regular file that a tree has at a path.
fn file(repository: &git2::Repository, tree: Oid, path: &str) -> Option<Oid> {
    let entry = repository.find_tree(tree).ok()?.get_path(Path::new(path)).ok()?;
    (entry.filemode() & 0o170_000 == 0o100_000).then(|| entry.id())
}

/// The blob of a listed file.
fn listed(blobs: &BTreeMap<String, Oid>, path: &str) -> Result<Oid, ReadFault> {
    let why = "its name is not UTF-8: rename it";
    blobs.get(path).copied().ok_or_else(|| ReadFault::Failed(why.to_owned()))
}

fn unread(id: Oid, error: &git2::Error) -> ReadFault {
    match error.code() {
        ErrorCode::NotFound => ReadFault::Failed(format!(
            "its content {id} is missing from this clone: run `git fetch --refetch`"
        )),
        _ => ReadFault::Failed(error.message().to_owned()),
    }
}

/// A blob by its id; the size is looked up before its content is.
fn blob(repository: &git2::Repository, id: Oid, limit: u64) -> Result<Vec<u8>, ReadFault> {
    let failed = |e: git2::Error| unread(id, &e);
    let (size, _) = repository.odb().and_then(|odb| odb.read_header(id)).map_err(failed)?;
    let size = size as u64;
    if size > limit {
        return Err(ReadFault::TooLarge { size, limit });
    }
    let blob = repository.find_blob(id).map_err(failed)?;
    Ok(blob.content().to_vec())
}

/// More than a packed blob may have to be unpacked for its first bytes; only loose ones are streamed.
const UNPACKED: u64 = 256 << 20;

/// The first bytes of a blob.
fn head_of(repository: &git2::Repository, id: Oid, most: u64) -> Result<Vec<u8>, ReadFault> {
    let odb = repository.odb().map_err(|e| unread(id, &e))?;
    if let Ok((stream, ..)) = odb.reader(id) {
        let mut bytes = Vec::new();
        let read = stream.take(most).read_to_end(&mut bytes);
        return read.map(|_| bytes).map_err(|error| ReadFault::Failed(error.to_string()));
    }
    let mut bytes = blob(repository, id, UNPACKED)?;
    bytes.truncate(most as usize);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A repository with one commit: a file, a link, a submodule and an ignored folder.
    fn repository() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("docs/deep")).expect("a folder");
        fs::create_dir_all(at("target")).expect("a folder");
        fs::write(at("docs/a.yaml"), "a: 1\n").expect("a file");
        fs::write(at("docs/deep/b.yaml"), "b: 2\n").expect("a file");
        fs::write(at(".gitignore"), "target/\n").expect("a file");
        fs::write(at("target/out"), "x").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc", at("link")).expect("a link");
        let repository = git2::Repository::init(folder.path()).expect("a repository");
        let mut index = repository.index().expect("an index");
        index.add_all(["."], git2::IndexAddOption::DEFAULT, None).expect("files are added");
        index.write().expect("the index is written");
        let tree = index.write_tree().expect("a tree");
        let tree = repository.find_tree(tree).expect("the tree");
        let who = git2::Signature::new("t", "t@example.invalid", &git2::Time::new(0, 0))
            .expect("a signature");
        repository.commit(Some("HEAD"), &who, &who, "first", &tree, &[]).expect("a commit");
        folder
    }

    fn shown(repository: &Repository) -> Vec<(&str, EntryKind)> {
        let entries = repository.entries().iter();
        entries.map(|e| (e.path.as_str(), e.kind)).collect()
    }

    #[test]
    fn the_work_tree_is_what_git_tracks_and_would_track() {
        let folder = repository();
        let at = |path: &str| folder.path().join(path);
        fs::remove_file(at("docs/deep/b.yaml")).expect("removed");
        fs::write(at("docs/a.yaml"), "a: 2\n").expect("changed");
        fs::write(at("docs/new.yaml"), "").expect("added");
        fs::create_dir_all(at("vendor/other")).expect("a folder");
        git2::Repository::init(at("vendor/other")).expect("a nested repository");
        fs::write(at("vendor/other/x.yaml"), "").expect("a file");
        let tree = open(&at("docs"), None).expect("opens from below");
        let mut expected = vec![
            (".gitignore", EntryKind::File),
            ("docs/a.yaml", EntryKind::File),
            ("docs/new.yaml", EntryKind::File),
            #[cfg(unix)]
            ("link", EntryKind::Symlink),
            ("vendor/other", EntryKind::Special),
        ];
        expected.sort_by_key(|(path, _)| *path);
        assert_eq!(shown(&tree), expected);
        assert_eq!(tree.read("docs/a.yaml", 10), Ok(b"a: 2\n".to_vec()));
        assert!(!tree.is_committed("docs/a.yaml", b"a: 2\n"));
        assert!(tree.is_committed("docs/a.yaml", b"a: 1\n"));
        assert!(!tree.is_committed("docs/new.yaml", b""));
        let too_large = ReadFault::TooLarge { size: 5, limit: 4 };
        assert_eq!(tree.read("docs/a.yaml", 4), Err(too_large));
        assert_eq!(tree.head("docs/a.yaml", 4), Ok(b"a: 2".to_vec()));
        assert_eq!(tree.head("docs/a.yaml", 9), Ok(b"a: 2\n".to_vec()));
        for outside in
            ["target/out", "../x", "docs/../docs/a.yaml", "/etc/passwd", "link/passwd", ""]
        {
            assert_eq!(tree.read(outside, 10), Err(ReadFault::Missing), "{outside}");
        }
        #[cfg(unix)]
        assert_eq!(tree.read("link", 10), Err(ReadFault::NotAFile));
        #[cfg(unix)]
        assert_eq!(tree.head("link", 10), Err(ReadFault::NotAFile));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_became_a_link_is_not_followed() {
        let folder = repository();
        let tree = open(folder.path(), None).expect("opens");
        let elsewhere = tempfile::tempdir().expect("a temporary folder");
        fs::write(elsewhere.path().join("a.yaml"), "secret").expect("a file");
        fs::remove_dir_all(folder.path().join("docs")).expect("removed");
        std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("docs")).expect("a link");
        assert_eq!(tree.read("docs/a.yaml", 10), Err(ReadFault::NotAFile));
    }

    #[test]
    fn a_commit_is_read_from_git_whatever_the_work_tree_holds() {
        let folder = repository();
        fs::remove_dir_all(folder.path().join("docs")).expect("removed");
        let tree = open(folder.path(), Some("HEAD")).expect("opens");
        let paths: Vec<_> = tree.entries().iter().map(|e| e.path.as_str()).collect();
        assert!(paths.starts_with(&[".gitignore", "docs/a.yaml", "docs/deep/b.yaml"]));
        assert_eq!(tree.read("docs/a.yaml", 5), Ok(b"a: 1\n".to_vec()));
        assert!(matches!(tree.read("docs/a.yaml", 4), Err(ReadFault::TooLarge { .. })));
        assert_eq!(tree.head("docs/a.yaml", 4), Ok(b"a: 1".to_vec()));
        assert!(tree.is_committed("docs/a.yaml", b"a: 1\n"));
        assert_eq!(tree.commit().map(str::len), Some(40));
    }

    #[test]
    fn what_cannot_be_opened_says_what_to_do() {
        let folder = repository();
        let empty = tempfile::tempdir().expect("a temporary folder");
        let says = |dir: &Path, rev, words: &str| {
            let error = open(dir, rev).expect_err(words).to_string();
            assert!(error.contains(words), "{error}");
        };
        says(empty.path(), None, "run `git init` there");
        says(&empty.path().join("none"), None, "--repo DIR");
        says(folder.path(), Some("--upload-pack=x"), "begins with a dash");
        says(folder.path(), Some("nowhere"), "names no commit");
        says(folder.path(), Some("HEAD:docs"), "names no commit");
        git2::Repository::init_bare(empty.path()).expect("a bare repository");
        says(empty.path(), None, "--rev REV");
        says(empty.path(), Some("HEAD"), "names no commit");
    }

    #[test]
    fn a_repository_without_a_commit_has_a_work_tree() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        git2::Repository::init(folder.path()).expect("a repository");
        fs::write(folder.path().join("a.yaml"), "a: 1\n").expect("a file");
        let tree = open(folder.path(), None).expect("opens");
        assert_eq!(tree.commit(), None);
        assert_eq!(shown(&tree), [("a.yaml", EntryKind::File)]);
        assert!(!tree.is_committed("a.yaml", b"a: 1\n"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_not_utf8_is_shown_and_not_read() {
        use std::os::unix::ffi::OsStrExt as _;
        let folder = repository();
        let name = std::ffi::OsStr::from_bytes(b"TCK-\xff.yaml");
        fs::write(folder.path().join(name), "a: 1\n").expect("a file");
        let tree = open(folder.path(), None).expect("opens");
        assert!(shown(&tree).contains(&("TCK-\\xff.yaml", EntryKind::File)));
        assert!(matches!(tree.read("TCK-\\xff.yaml", 10), Err(ReadFault::Failed(_))));
    }
}
