//! `init` and `completions`.

use std::path::PathBuf;

use clap::CommandFactory as _;

use super::args::{Cli, Completions, Global, Init, InitExample};
use super::fault::CliFault;
use super::output::Output;
use crate::app::documents::init::InitReport;
use crate::app::init::{Deed, ExampleKind, InitWish, PlacedExample};
use crate::app::{self, Workspace, workspace};
use crate::host::snapshot;
use crate::host::store::FolderStore;
use crate::model::exit::ExitCode;

/// Writes `council.yaml`, the line of `.gitattributes`, and what else was asked for. Never overwrites.
pub(super) fn init(global: &Global, args: &Init, out: &mut Output) -> Result<ExitCode, CliFault> {
    let dir = global.repo.clone().unwrap_or_else(|| PathBuf::from("."));
    let repository = snapshot::open(&dir, None)?;
    let root = repository.root().expect("a work tree has a folder");
    let config = workspace::configuration(&repository, None)?;
    let workspace = Workspace::load(&repository, config);
    let wish = InitWish {
        example: args.example.map(|example| match example {
            InitExample::Greeting => ExampleKind::Greeting,
            InitExample::Deadlock => ExampleKind::Deadlock,
        }),
        is_beside: args.force,
        is_editor: args.editor,
    };
    let done = app::init::init(&workspace, &FolderStore::new(root), wish)?;
    if out.is_json() {
        out.json(&InitReport::from(&done));
        return Ok(ExitCode::Approved);
    }
    for file in &done.files {
        let path = &file.path;
        let (what, more) = match &file.deed {
            Deed::Wrote => ("wrote", String::new()),
            Deed::Added(line) => ("added to", format!("  ({line})")),
            Deed::Left => ("left as it is", String::new()),
            Deed::Unfit { why, line } => {
                ("left as it is", format!("  ({why}: add `{line}` where it belongs)"))
            }
        };
        out.print(&format!("{what:<13}  {path}{more}\n"));
    }
    let next = match &done.example {
        Some(PlacedExample { rfc, config: None }) => format!(
            "\nnext: council-review {rfc}   (it has one planted defect; the review will find it)\n"
        ),
        Some(PlacedExample { rfc, config: Some(config) }) => format!(
            "\nnext: council-review {rfc} --config {config}\n      (one seat is a recording; the council will not agree, and a person decides)\n"
        ),
        None => "\nnext: council-review gates --all\n".to_owned(),
    };
    out.advise(&next);
    Ok(ExitCode::Approved)
}

/// Prints a shell's completions.
pub(super) fn completions(args: &Completions, out: &mut Output) -> Result<ExitCode, CliFault> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "council-review", &mut script);
    out.print(&String::from_utf8_lossy(&script));
    Ok(ExitCode::Approved)
}
