//! The clock of a command.

use super::WiringFault;
use crate::host::clock::SystemClock;

/// The clock, which `SOURCE_DATE_EPOCH` fixes.
///
/// # Errors
/// That variable holds no second.
pub fn clock() -> Result<SystemClock, WiringFault> {
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
    SystemClock::start(epoch.as_deref()).map_err(WiringFault::BadInput)
}
