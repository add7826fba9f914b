//! Doors other than the command line: what clients of a protocol see.

mod editors;
mod lsp;
mod lsp_hostile;
mod lsp_speed;
