//! Every integration test that needs no process of its own, in one binary. `CONTRIBUTING.md` says
//! which folder a test goes to.

mod commands;
mod councils;
mod evidence;
mod gates;
mod hostile;
mod house;
mod members;
mod support;
