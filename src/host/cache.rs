//! The user's cache folder, and files in it that nobody else may read: they tell of private
//! repositories.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Ours in the user's: `$XDG_CACHE_HOME/council-review`, else below `$HOME/.cache`. `None` where
/// neither is an absolute path, and where it lies in the work tree under review: a branch could bring
/// it along, and a commit take it away.
pub(super) fn folder(
    variable: impl Fn(&str) -> Option<OsString>,
    work_tree: Option<&Path>,
) -> Option<PathBuf> {
    let at = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = at("XDG_CACHE_HOME").or_else(|| Some(at("HOME")?.join(".cache")))?;
    let ours = cache.join("council-review");
    let real = ours.ancestors().find_map(|path| path.canonicalize().ok())?;
    let work_tree = work_tree.and_then(|path| path.canonicalize().ok());
    work_tree.is_none_or(|tree| !real.starts_with(tree)).then_some(ours)
}

/// Writes a file whole or not at all, and makes its folder. A crash may lose it.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.is_dir()) {
        fs::create_dir_all(folder)?;
        own(folder)?;
    }
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut file = own_file(&temporary)?;
    file.write_all(bytes)?;
    fs::rename(&temporary, path)
}

#[cfg(unix)]
fn own_file(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    fs::File::options().write(true).create(true).truncate(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn own_file(path: &Path) -> io::Result<fs::File> {
    fs::File::create(path)
}

#[cfg(unix)]
fn own(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn own(_: &Path) -> io::Result<()> {
    Ok(())
}
