//! Command line definitions.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(
    name = "gelatin",
    version,
    about = "Keeps photo albums in step between disks"
)]
pub struct Cli {
    /// Configuration file
    #[arg(long, global = true, default_value = "gelatin.toml")]
    pub config: PathBuf,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Mark a mounted disk as belonging to gelatin
    Init { disk: String },
    /// Synchronise all pairs once
    Sync(SyncArgs),
    /// Show what the indexes know, without reading any photo
    Status,
    /// Re-read every photo of a disk and compare it with the index
    Verify { disk: String },
    /// Synchronise on a timer and answer HTTP
    Daemon,
}

#[derive(Debug, Args)]
pub struct SyncArgs {
    /// Only this album (may be given more than once)
    #[arg(long = "album", value_name = "NAME")]
    pub albums: Vec<String>,

    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn albums_add_up() {
        let cli = Cli::parse_from(["gelatin", "sync", "--album", "a", "--album", "b"]);
        let Command::Sync(args) = cli.command else {
            panic!("not sync")
        };
        assert_eq!(args.albums, ["a", "b"]);
        assert!(!args.dry_run);
    }
}
