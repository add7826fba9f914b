//! A seat's own folder: an empty working folder, an empty home and a place for its temporary
//! files, gone when the call is over (THREATS.md H5).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// What agent CLIs obey when they find it on the way up from where they run.
const OBEYED: [&str; 8] =
    [".claude", ".codex", ".gemini", ".git", ".mcp.json", "AGENTS.md", "CLAUDE.md", "GEMINI.md"];

/// The folders of one call.
#[derive(Debug)]
pub(super) struct CallFolder {
    root: PathBuf,
}

impl CallFolder {
    /// Makes them below the system's folder for temporary files, for nobody else to enter.
    pub(super) fn make() -> io::Result<Self> {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let base = std::env::temp_dir();
        // Another's folder of that name is never taken: it is tried with the next.
        for _ in 0..16 {
            let call = CALLS.fetch_add(1, Ordering::Relaxed);
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let name = format!("seat-{}-{call}-{:08x}", std::process::id(), now.subsec_nanos());
            let root = base.join(name);
            match private(&root) {
                Ok(()) => {
                    let folder = Self { root };
                    for own in [folder.work(), folder.home(), folder.temporary()] {
                        private(&own)?;
                    }
                    return Ok(folder);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Where the program runs.
    pub(super) fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    /// Its home, unless it keeps the caller's.
    pub(super) fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// Where it puts temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        self.root.join("tmp")
    }
}

impl Drop for CallFolder {
    fn drop(&mut self) {
        if fs::remove_dir_all(&self.root).is_err() {
            open(&self.root);
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

fn private(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// Gives back the rights to folders that the program closed, so that they can be removed.
fn open(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open(&entry.path());
        }
    }
}

/// What a CLI would obey on its way up from the folder for temporary files, if anything.
pub(super) fn obeyed_above() -> Option<PathBuf> {
    let base = std::env::temp_dir();
    let base = fs::canonicalize(&base).unwrap_or(base);
    base.ancestors()
        .flat_map(|folder| OBEYED.map(|name| folder.join(name)))
        .find(|path| path.symlink_metadata().is_ok())
}
