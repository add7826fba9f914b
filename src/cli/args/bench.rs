//! What `bench` takes.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct Bench {
    /// RFCs whose defects are known, like RFC-0042
    #[arg(value_name = "RFC", required_unless_present = "bundle")]
    pub(in crate::cli) rfcs: Vec<String>,
    /// The labels of the one RFC, instead of bench.yaml in its folder
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) labels: Option<PathBuf>,
    /// Score these bundles instead, and ask nobody
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["rfcs", "seats", "runs", "out"]
    )]
    pub(in crate::cli) bundle: Vec<PathBuf>,
    /// How often each is reviewed; models are asked anew each time
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=100)
    )]
    pub(in crate::cli) runs: u32,
    /// Where the evidence goes, a folder for each run; without it, council-review/bench in git's own
    /// folder
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Who holds a seat, instead of council.yaml's, as of a review
    #[arg(long = "seat", value_name = "SEAT=HOLDER")]
    pub(in crate::cli) seats: Vec<String>,
}
