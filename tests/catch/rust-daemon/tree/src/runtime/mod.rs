//! What every part of the daemon stands on.

pub mod backoff;
pub mod clock;
pub mod config;
pub mod fsutil;
