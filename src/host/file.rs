//! A file that the caller names on the command line, inside a repository or not.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

/// Whether two paths name one folder, through links or not.
pub fn is_same_folder(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    one.file_name() == other.file_name() && real(one).is_some_and(|one| Some(one) == real(other))
}

/// Its bytes, when it has at most `limit`.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let must_be_file = |meta: Metadata| match meta.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("it is not a regular file")),
    };
    // Before it is opened, too: to open a pipe is to wait for whoever writes into it.
    must_be_file(fs::metadata(path)?)?;
    let file = File::open(path)?;
    must_be_file(file.metadata()?)?;
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("it has more than the {limit} bytes that are read")));
    }
    Ok(bytes)
}
