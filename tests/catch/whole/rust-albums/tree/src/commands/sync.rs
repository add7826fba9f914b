use std::process::ExitCode;

use crate::cli::SyncArgs;
use crate::config::Config;
use crate::error::Result;
use crate::sync::{sync_all, SyncOptions};

pub fn run(config: &Config, args: &SyncArgs) -> Result<ExitCode> {
    let opts = SyncOptions {
        albums: args.albums.clone(),
        dry_run: args.dry_run,
    };
    let report = sync_all(config, &opts)?;
    let prefix = if args.dry_run { "would have: " } else { "" };
    println!(
        "{prefix}{} copied, {} overwritten, {} unchanged, {} MiB written",
        report.copied,
        report.overwritten,
        report.unchanged,
        report.bytes >> 20
    );
    Ok(ExitCode::SUCCESS)
}
