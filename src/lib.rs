//! `council-review` reviews an RFC and its ticket files: exact gates, a council of three, a
//! verdict that anyone can re-derive.

pub mod adjudicate;
pub mod app;
pub mod cli;
pub mod config;
pub mod core;
pub mod council;
pub mod evidence;
pub mod gates;
pub mod host;
pub mod lsp;
pub mod markdown;
pub mod members;
pub mod model;
pub mod port;
pub mod prompt;
pub mod report;
pub mod rules;
pub mod source;
pub mod symbols;
pub mod wiring;
pub mod yaml;
