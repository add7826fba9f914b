//! Looks for photos whose content changed although nobody wrote to them.

use std::process::ExitCode;

use crate::album;
use crate::config::Config;
use crate::error::Result;
use crate::index::Index;
use crate::scan;

/// Exit code when at least one photo is rotten.
const ROTTEN: u8 = 3;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub good: u64,
    /// Written to since the last sync; nothing can be said about those.
    pub changed: Vec<String>,
    pub missing: Vec<String>,
    /// Same size and time, other content.
    pub rotten: Vec<String>,
}

pub fn run(config: &Config, disk: &str) -> Result<ExitCode> {
    let findings = verify(config, disk)?;
    for path in &findings.missing {
        println!("missing  {path}");
    }
    for path in &findings.rotten {
        println!("ROTTEN   {path}");
    }
    println!(
        "{disk}: {} good, {} changed, {} missing, {} rotten",
        findings.good,
        findings.changed.len(),
        findings.missing.len(),
        findings.rotten.len()
    );
    Ok(if findings.rotten.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(ROTTEN)
    })
}

pub fn verify(config: &Config, disk: &str) -> Result<Findings> {
    let disk = config.disk(disk)?;
    disk.check_present()?;
    let index = Index::load(&disk.root)?;
    let files = scan::scan(&disk.root, &album::albums(&disk.root)?)?;
    let mut findings = Findings::default();
    for (path, known) in &index.entries {
        match files.get(path) {
            None => findings.missing.push(path.clone()),
            Some(now) if now.sha256 == known.sha256 => findings.good += 1,
            Some(now) if now.size == known.size && now.mtime == known.mtime => {
                findings.rotten.push(path.clone());
            }
            Some(_) => findings.changed.push(path.clone()),
        }
    }
    Ok(findings)
}
