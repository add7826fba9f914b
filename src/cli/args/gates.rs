//! The arguments of `gates` and `fix`.

use clap::Args;

use super::{ComparisonArgs, Format, format};

#[derive(Debug, Args)]
pub(in crate::cli) struct Gates {
    /// RFCs to check, like RFC-0042; features and changes of other formats by name, like 001-albums
    #[arg(value_name = "RFC")]
    pub(in crate::cli) rfcs: Vec<String>,
    /// Check every RFC, and what belongs to none
    #[arg(long, conflicts_with = "rfcs")]
    pub(in crate::cli) all: bool,
    #[command(flatten)]
    pub(in crate::cli) against: ComparisonArgs,
    /// Run again when a file that was read changes, until Ctrl-C; say which findings are new and gone
    #[arg(long)]
    pub(in crate::cli) watch: bool,
    /// How results are printed
    #[arg(long, value_parser = format::Parser::JUDGE, default_value = "text")]
    pub(in crate::cli) format: Format,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct FixArgs {
    /// RFCs to fix, like RFC-0042
    #[arg(value_name = "RFC", required_unless_present = "all")]
    pub(in crate::cli) rfcs: Vec<String>,
    /// Fix every RFC, and tickets that belong to none
    #[arg(long, conflicts_with = "rfcs")]
    pub(in crate::cli) all: bool,
    /// Print the changes as a unified diff, and write nothing
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
}
