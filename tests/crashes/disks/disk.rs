//! A disk in memory that remembers what was done to it, and in which order.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use council_review::host::disk::{Disk, FileKind};

/// Where the repository stands.
pub const ROOT: &str = "/";

/// The number of a file or folder; 0 is the root.
pub type Inode = usize;

/// The names of a folder.
pub type Names = BTreeMap<String, Inode>;

/// What stands behind a name.
#[derive(Debug, Clone)]
pub enum Node {
    File(Vec<u8>),
    Folder(Names),
}

/// One change of a folder's names, which happens as a whole or not at all.
#[derive(Debug, Clone)]
pub struct Change {
    pub gone: Option<String>,
    pub set: Option<(String, Inode)>,
}

impl Change {
    pub fn apply(&self, names: &mut Names) {
        if let Some(name) = &self.gone {
            names.remove(name);
        }
        if let Some((name, inode)) = &self.set {
            names.insert(name.clone(), *inode);
        }
    }
}

/// What was done.
#[derive(Debug, Clone)]
pub enum Op {
    /// A folder's names changed.
    Change(Inode, Change),
    /// Bytes were added to the end of a file.
    Write(Inode, usize),
    /// The end of a file was taken away.
    Cut(Inode),
    Sync(Inode),
    SyncFolder(Inode),
}

#[derive(Debug)]
struct Core {
    /// The disk as it was before the trace.
    start: Vec<Node>,
    now: Vec<Node>,
    trace: Vec<Op>,
    /// Files whose end was taken away, as they were before. Nobody adds to them again.
    uncut: BTreeMap<Inode, Vec<u8>>,
    locks: BTreeSet<PathBuf>,
}

/// The disk. Its clones are the same disk.
#[derive(Debug, Clone)]
pub struct MemoryDisk(Arc<Mutex<Core>>);

impl MemoryDisk {
    /// A disk with files, as paths below the root, and folders, those above before those below.
    pub fn with<'a>(
        folders: impl IntoIterator<Item = &'a str>,
        files: impl IntoIterator<Item = (&'a str, Vec<u8>)>,
    ) -> Self {
        let start = vec![Node::Folder(Names::new())];
        let mut core = Core {
            now: start,
            start: Vec::new(),
            trace: Vec::new(),
            uncut: BTreeMap::new(),
            locks: BTreeSet::new(),
        };
        for folder in folders {
            let path = Path::new(ROOT).join(folder);
            core.add(&path, Node::Folder(Names::new())).expect("its parent is there");
        }
        for (file, bytes) in files {
            core.add(&Path::new(ROOT).join(file), Node::File(bytes)).expect("its folder is there");
        }
        core.start.clone_from(&core.now);
        core.trace.clear();
        Self(Arc::new(Mutex::new(core)))
    }

    pub fn empty() -> Self {
        Self::with([], [])
    }

    fn core(&self) -> MutexGuard<'_, Core> {
        self.0.lock().expect("nobody panics with it")
    }

    /// How many operations there were.
    pub fn length(&self) -> usize {
        self.core().trace.len()
    }

    /// What the disk was before its first operation, and every operation.
    pub fn history(&self) -> (Vec<Node>, Vec<Op>) {
        let core = self.core();
        (core.start.clone(), core.trace.clone())
    }

    /// Every node as it is, and with the end that was taken away.
    pub fn nodes(&self) -> Vec<Node> {
        let core = self.core();
        let mut nodes = core.now.clone();
        for (&inode, bytes) in &core.uncut {
            nodes[inode] = Node::File(bytes.clone());
        }
        nodes
    }

    /// A file's bytes.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        let core = self.core();
        match core.find(&Path::new(ROOT).join(path)).map(|inode| &core.now[inode]) {
            Some(Node::File(bytes)) => Some(bytes.clone()),
            Some(Node::Folder(_)) | None => None,
        }
    }

    /// Forgets what of a file is not safe, as a kernel may whose sync failed.
    pub fn forget(&self, file: &MemoryFile) {
        let mut core = self.core();
        let synced = |op: &Op| matches!(op, Op::Sync(inode) if *inode == file.inode);
        let after = core.trace.iter().rposition(synced).map_or(0, |at| at + 1);
        let lost: usize = core.trace[after..]
            .iter()
            .filter_map(|op| match op {
                Op::Write(inode, count) if *inode == file.inode => Some(count),
                _ => None,
            })
            .sum();
        if let Node::File(bytes) = &mut core.now[file.inode] {
            let kept = bytes.len() - lost;
            bytes[kept..].fill(0);
        }
    }
}

impl Core {
    fn find(&self, path: &Path) -> Option<Inode> {
        let mut at = 0;
        for part in path.components() {
            let Component::Normal(name) = part else { continue };
            let Node::Folder(names) = &self.now[at] else { return None };
            at = *names.get(name.to_str()?)?;
        }
        Some(at)
    }

    /// The folder that a path stands in, and its name there.
    fn place(&self, path: &Path) -> io::Result<(Inode, String)> {
        let folder = path.parent().and_then(|parent| self.find(parent));
        let folder = folder.ok_or(ErrorKind::NotFound)?;
        let name =
            path.file_name().and_then(|name| name.to_str()).ok_or(ErrorKind::InvalidInput)?;
        Ok((folder, name.to_owned()))
    }

    fn change(&mut self, folder: Inode, change: Change) -> io::Result<()> {
        let Node::Folder(names) = &mut self.now[folder] else {
            return Err(ErrorKind::NotADirectory.into());
        };
        change.apply(names);
        self.trace.push(Op::Change(folder, change));
        Ok(())
    }

    fn add(&mut self, path: &Path, node: Node) -> io::Result<Inode> {
        let (folder, name) = self.place(path)?;
        if self.find(path).is_some() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let inode = self.now.len();
        self.now.push(node);
        self.change(folder, Change { gone: None, set: Some((name, inode)) })?;
        Ok(inode)
    }

    fn remove(&mut self, path: &Path) -> io::Result<()> {
        let (folder, name) = self.place(path)?;
        self.find(path).ok_or(ErrorKind::NotFound)?;
        self.change(folder, Change { gone: Some(name), set: None })
    }
}

/// A file open for writing.
#[derive(Debug)]
pub struct MemoryFile {
    disk: MemoryDisk,
    inode: Inode,
}

impl MemoryFile {
    /// The same file, opened again.
    pub fn again(&self) -> Self {
        Self { disk: self.disk.clone(), inode: self.inode }
    }
}

impl Write for MemoryFile {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        let mut core = self.disk.core();
        assert!(!core.uncut.contains_key(&self.inode), "a file that was cut grows");
        if let Node::File(bytes) = &mut core.now[self.inode] {
            bytes.extend_from_slice(more);
        }
        core.trace.push(Op::Write(self.inode, more.len()));
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A lock; its file is empty, because nobody reads it once its holder is gone.
#[derive(Debug)]
pub struct MemoryLock {
    disk: MemoryDisk,
    path: PathBuf,
    is_held: bool,
}

impl MemoryLock {
    /// Leaves the file behind; nobody holds it.
    pub fn abandon(&mut self) {
        self.disk.core().locks.remove(&self.path);
        self.is_held = false;
    }
}

impl Drop for MemoryLock {
    fn drop(&mut self) {
        if self.is_held {
            let mut core = self.disk.core();
            core.locks.remove(&self.path);
            let _ = core.remove(&self.path);
        }
    }
}

impl Disk for MemoryDisk {
    type File = MemoryFile;
    type Lock = MemoryLock;

    fn kind(&self, path: &Path) -> io::Result<Option<FileKind>> {
        let core = self.core();
        Ok(core.find(path).map(|inode| kind_of(&core.now[inode])))
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.core().add(path, Node::Folder(Names::new())).map(|_| ())
    }

    fn create(&self, path: &Path) -> io::Result<MemoryFile> {
        let inode = self.core().add(path, Node::File(Vec::new()))?;
        Ok(MemoryFile { disk: self.clone(), inode })
    }

    fn append(&self, path: &Path) -> io::Result<(MemoryFile, u64)> {
        let core = self.core();
        let inode = core.find(path).ok_or(ErrorKind::NotFound)?;
        match &core.now[inode] {
            Node::File(bytes) => Ok((MemoryFile { disk: self.clone(), inode }, bytes.len() as u64)),
            Node::Folder(_) => Err(ErrorKind::IsADirectory.into()),
        }
    }

    fn cut(&self, file: &MemoryFile, length: u64) -> io::Result<()> {
        let mut core = self.core();
        if let Node::File(bytes) = &mut core.now[file.inode] {
            let kept = usize::try_from(length).expect("it is in memory");
            let uncut = std::mem::replace(bytes, bytes[..kept].to_vec());
            core.uncut.insert(file.inode, uncut);
        }
        core.trace.push(Op::Cut(file.inode));
        Ok(())
    }

    fn sync(&self, file: &MemoryFile) -> io::Result<()> {
        self.core().trace.push(Op::Sync(file.inode));
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut core = self.core();
        let (folder, old) = core.place(from)?;
        let (other, new) = core.place(to)?;
        assert_eq!(folder, other, "a file is written beside its target");
        let inode = core.find(from).ok_or(ErrorKind::NotFound)?;
        core.change(folder, Change { gone: Some(old), set: Some((new, inode)) })
    }

    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        // Files there have no permissions to keep.
        let core = self.core();
        core.find(from).and(core.find(to)).map(|_| ()).ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut core = self.core();
        let (folder, new) = core.place(to)?;
        let inode = core.find(from).ok_or(ErrorKind::NotFound)?;
        if core.find(to).is_some() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        core.change(folder, Change { gone: None, set: Some((new, inode)) })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.core().remove(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        let mut core = self.core();
        let folder = core.find(path).ok_or(ErrorKind::NotFound)?;
        core.trace.push(Op::SyncFolder(folder));
        Ok(())
    }

    fn list(&self, path: &Path) -> io::Result<Vec<(String, FileKind)>> {
        let core = self.core();
        match core.find(path).map(|inode| &core.now[inode]) {
            Some(Node::Folder(names)) => Ok(names
                .iter()
                .map(|(name, &inode)| (name.clone(), kind_of(&core.now[inode])))
                .collect()),
            Some(Node::File(_)) => Err(ErrorKind::NotADirectory.into()),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let core = self.core();
        match core.find(path).map(|inode| &core.now[inode]) {
            Some(Node::File(bytes)) => {
                Ok(bytes[..bytes.len().min(usize::try_from(limit).unwrap_or(usize::MAX))].to_vec())
            }
            Some(Node::Folder(_)) => Err(ErrorKind::IsADirectory.into()),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn lock(&self, path: &Path) -> io::Result<Result<MemoryLock, String>> {
        let mut core = self.core();
        if !core.locks.insert(path.to_owned()) {
            return Ok(Err("another process".to_owned()));
        }
        if core.find(path).is_none() {
            core.add(path, Node::File(Vec::new()))?;
        }
        Ok(Ok(MemoryLock { disk: self.clone(), path: path.to_owned(), is_held: true }))
    }
}

fn kind_of(node: &Node) -> FileKind {
    match node {
        Node::File(_) => FileKind::File,
        Node::Folder(_) => FileKind::Folder,
    }
}
