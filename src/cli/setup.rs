//! `init` and `completions`.

use std::path::PathBuf;

use clap::CommandFactory as _;
use serde_json::json;

use super::args::{Cli, Completions, Global, Init};
use super::fault::CliFault;
use super::output::Output;
use crate::app;
use crate::host::snapshot;
use crate::host::store::FolderStore;
use crate::model::exit::ExitCode;

/// Writes `council.yaml`, and the example when asked for. Never overwrites.
pub(super) fn init(global: &Global, args: &Init, out: &mut Output) -> Result<ExitCode, CliFault> {
    let dir = global.repo.clone().unwrap_or_else(|| PathBuf::from("."));
    let repository = snapshot::open(&dir, None)?;
    let root = repository.root().expect("a work tree has a folder");
    let written = app::init::init(&FolderStore::new(root), args.example)?;
    if out.is_json() {
        let files: Vec<_> =
            written.iter().map(|file| json!({"path": file.path, "written": file.is_new})).collect();
        out.json(&json!({ "files": files }));
        return Ok(ExitCode::Approved);
    }
    for file in &written {
        let what = if file.is_new { "wrote" } else { "left as it is" };
        out.print(&format!("{what:<13}  {}\n", file.path));
    }
    let next = if args.example {
        "\nnext: council-review RFC-0001   (it has one planted defect; the review will find it)\n"
    } else {
        "\nnext: council-review gates --all\n"
    };
    out.print(next);
    Ok(ExitCode::Approved)
}

/// Prints a shell's completions.
pub(super) fn completions(args: &Completions, out: &mut Output) -> Result<ExitCode, CliFault> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "council-review", &mut script);
    out.print(&String::from_utf8_lossy(&script));
    Ok(ExitCode::Approved)
}
