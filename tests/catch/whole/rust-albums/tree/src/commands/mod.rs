//! One function per subcommand. They print; the work is done elsewhere in the library.

use std::process::ExitCode;

use crate::config::Config;
use crate::daemon::Daemon;
use crate::error::{IoAt, Result};
use crate::index::Index;

pub mod sync;
pub mod verify;

pub fn init(config: &Config, disk: &str) -> Result<ExitCode> {
    let dir = config.disk(disk)?.meta_dir();
    std::fs::create_dir(&dir).at(&dir)?;
    println!("{disk}: ready");
    Ok(ExitCode::SUCCESS)
}

pub fn status(config: &Config) -> Result<ExitCode> {
    for disk in &config.disks {
        if disk.check_present().is_err() {
            println!("{:<12} not mounted", disk.name);
            continue;
        }
        let index = Index::load(&disk.root)?;
        let bytes: u64 = index.entries.values().map(|e| e.size).sum();
        println!(
            "{:<12} {} photos, {} MiB",
            disk.name,
            index.entries.len(),
            bytes >> 20
        );
    }
    Ok(ExitCode::SUCCESS)
}

pub fn daemon(config: Config) -> Result<ExitCode> {
    Daemon::new(config).serve()?;
    Ok(ExitCode::SUCCESS)
}
