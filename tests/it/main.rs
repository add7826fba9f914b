//! The integration tests, in one binary whose tests run beside each other. `CONTRIBUTING.md` says which
//! folder a test goes to.

#![allow(
    clippy::duplicate_mod,
    reason = "the fuzz targets, a module here, take files of the support"
)]

mod adapters;
mod commands;
mod councils;
mod doors;
mod evidence;
mod gates;
mod hostile;
mod house;
mod members;
mod support;
