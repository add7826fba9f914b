//! What the system lets a process have.

/// As many files are open at once when threads read and a session is written.
#[cfg(unix)]
const FILES: u64 = 64;

/// Raises the limit of open files as far as it is needed and may be. Without enough of them a file
/// that cannot be opened would pass for one that is broken.
///
/// # Errors
/// How many there may be, when these are too few.
#[cfg(unix)]
pub fn enough_files() -> Result<(), u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let Some(now) = current.filter(|now| *now < FILES) else { return Ok(()) };
    let most = maximum.map_or(FILES, |most| most.min(FILES));
    let raised = Rlimit { current: Some(most), maximum };
    match most >= FILES && setrlimit(Resource::Nofile, raised).is_ok() {
        true => Ok(()),
        false => Err(now.max(maximum.unwrap_or(now)).min(most)),
    }
}

/// Elsewhere there is no such limit.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn enough_files() -> Result<(), u64> {
    Ok(())
}
