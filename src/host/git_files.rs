//! git's own files, looked at before libgit2 opens them: a pipe among them would be waited for without
//! end.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::open_fault::OpenFault;

/// Longer than any path that a file system takes.
const MOST_BYTES: u64 = 8_192;

/// Refuses a repository at or above `dir` among whose files is one that is no regular file.
pub(super) fn must_be_regular(dir: &Path) -> Result<(), OpenFault> {
    let dir = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
    let Some(own) = dir.ancestors().find_map(|folder| own_folder(folder).transpose()) else {
        return Ok(());
    };
    let own = own?;
    regular(&own)?;
    // A work tree beside the first one shares its objects and refs.
    match pointed(&own.join("commondir"), &own)? {
        Some(common) => regular(&common),
        None => Ok(()),
    }
}

/// The folder of git's own files of a repository that stands in this very folder.
fn own_folder(folder: &Path) -> Result<Option<PathBuf>, OpenFault> {
    let dot = folder.join(".git");
    match fs::metadata(&dot) {
        Ok(about) if about.is_dir() => Ok(Some(dot)),
        Ok(_) => pointed(&dot, folder),
        Err(_) => {
            let is_bare = folder.join("objects").is_dir() && folder.join("refs").is_dir();
            Ok(is_bare.then(|| folder.to_owned()))
        }
    }
}

/// The folder that a file of git's names, `gitdir: ` in front or not.
fn pointed(file: &Path, from: &Path) -> Result<Option<PathBuf>, OpenFault> {
    let Ok(about) = fs::metadata(file) else { return Ok(None) };
    if !about.is_file() {
        return Err(OpenFault::Special(file.to_owned()));
    }
    if about.len() > MOST_BYTES {
        return Ok(None);
    }
    let text = fs::read_to_string(file).unwrap_or_default();
    let text = text.trim();
    let path = from.join(text.strip_prefix("gitdir:").unwrap_or(text).trim());
    Ok(path.canonicalize().ok().filter(|path| path.is_dir()))
}

/// Refuses anything below a folder that is neither folder, file nor link; a link's end may be none of
/// these either.
fn regular(folder: &Path) -> Result<(), OpenFault> {
    // Submodules and large files have repositories and stores of their own.
    let foreign = |name: &std::ffi::OsStr| name == "modules" || name == "lfs";
    let walk = WalkDir::new(folder).into_iter();
    let walk = walk.filter_entry(|item| item.depth() != 1 || !foreign(item.file_name()));
    for item in walk.flatten() {
        let kind = item.file_type();
        let is_fine = match kind.is_symlink() {
            true => fs::metadata(item.path()).is_ok_and(|to| to.is_file() || to.is_dir()),
            false => kind.is_file() || kind.is_dir(),
        };
        // Sockets of programs that watch the tree stand there and are never opened.
        if !is_fine && !is_socket(item.path()) {
            return Err(OpenFault::Special(item.path().to_owned()));
        }
    }
    Ok(())
}

#[cfg(unix)]
fn is_socket(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    // A link that leads nowhere is as harmless: opening it fails at once.
    fs::metadata(path).map_or(true, |about| about.file_type().is_socket())
}

#[cfg(not(unix))]
fn is_socket(_: &Path) -> bool {
    false
}
