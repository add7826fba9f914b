//! Standard output, written so that a result that did not arrive is known. `stdout.c` keeps one that
//! was closed at the start from passing for one that takes everything.

use std::io::{self, Write as _};

/// Writes all of `bytes`, unbuffered.
///
/// # Errors
/// The fault of the file or device behind it. A closed descriptor is one, too, which
/// [`std::io::stdout`] would hide.
#[cfg(unix)]
pub fn write(bytes: &[u8]) -> io::Result<()> {
    use std::os::fd::AsFd as _;
    let stdout = io::stdout().as_fd().try_clone_to_owned()?;
    std::fs::File::from(stdout).write_all(bytes)
}

/// Writes all of `bytes`.
///
/// # Errors
/// The fault of the file or device behind it.
#[cfg(not(unix))]
pub fn write(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout();
    stdout.write_all(bytes).and_then(|()| stdout.flush())
}
