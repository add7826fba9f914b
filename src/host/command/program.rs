//! Where a seat's program is: looked up once, and never in the folder that is reviewed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// The absolute path of a program, or why there is none, as one line with what to do. `path` is
/// that of the environment.
pub(super) fn find(name: &str, path: Option<&OsStr>) -> Result<PathBuf, String> {
    if name.is_empty() {
        return Err("the command is empty: name a program, as in `command: [claude]`".to_owned());
    }
    let named = Path::new(name);
    if named.is_absolute() {
        let reason = format!("there is no program {name}: correct its path");
        return is_program(named).then(|| named.to_owned()).ok_or(reason);
    }
    if named.components().count() != 1 {
        // A branch under review could hold it (THREATS.md H5).
        return Err(format!(
            "{name} is a relative path: name it by its absolute path, or put it on PATH"
        ));
    }
    let found = folders(path).map(|folder| folder.join(named)).find(|path| is_program(path));
    found.ok_or_else(|| format!("{name} is not on PATH: install it, or let another hold the seat"))
}

/// `PATH` without the folders that depend on where somebody stands.
pub(super) fn search_path() -> Option<OsString> {
    let path = std::env::var_os("PATH")?;
    std::env::join_paths(folders(Some(&path))).ok()
}

fn folders(path: Option<&OsStr>) -> impl Iterator<Item = PathBuf> {
    let all: Vec<PathBuf> = path.map(std::env::split_paths).into_iter().flatten().collect();
    all.into_iter().filter(|folder| folder.is_absolute())
}

fn is_program(path: &Path) -> bool {
    let Ok(meta) = fs::metadata(path) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        meta.is_file() && meta.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    {
        meta.is_file()
    }
}

/// A command line as a shell would take it, for people to read.
pub(super) fn quoted<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+".contains(c);
    let quote = |word: &str| match word {
        word if !word.is_empty() && word.chars().all(is_plain) => word.to_owned(),
        word => format!("'{}'", word.replace('\'', r"'\''")),
    };
    words.into_iter().map(quote).collect::<Vec<_>>().join(" ")
}
