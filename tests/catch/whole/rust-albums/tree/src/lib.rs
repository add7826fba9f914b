//! Keeps photo albums in step between disks.
//!
//! The binary in `main.rs` is a thin shell around this library; the daemon and the
//! integration tests use it directly.

pub mod album;
pub mod cli;
pub mod commands;
pub mod config;
pub mod daemon;
pub mod digest;
pub mod error;
pub mod fsutil;
pub mod index;
pub mod journal;
pub mod lock;
pub mod newest;
pub mod scan;
pub mod sync;

pub use error::{Error, Result};
