//! The command line, declared once; help and completions are printed from here.

mod ask;
mod bench;
mod gates;
mod new;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(super) use ask::{AskArgs, CouncilsArgs, QuestionKindArg, StakesArg};
pub(super) use bench::Bench;
pub(super) use gates::{FixArgs, Gates};
pub(super) use new::{Init, InitExample, New, NewRfc, NewTicket, NewWaiver, NewWhat};

use super::format::{self, Format};

/// Reviews an RFC and its tickets the way a careful board would. Exact gates come first, then a
/// council of three in three cycles, a vote, and a verdict that anyone can re-derive.
#[derive(Debug, Parser)]
#[command(
    name = "council-review",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Exit codes: 0 approved, 1 rejected, 2 a person must decide, 3 aborted, 64 usage, \
                  65 bad input, 70 internal, 74 i/o. More: council-review explain exit-65"
)]
pub(super) struct Cli {
    #[command(flatten)]
    pub(super) global: Global,
    #[command(flatten)]
    pub(super) review: ReviewArgs,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// Options of every command.
#[derive(Debug, Args)]
pub(super) struct Global {
    /// The repository; without it, the one around the current folder
    #[arg(long, global = true, value_name = "DIR")]
    pub(super) repo: Option<PathBuf>,
    /// Read everything from this commit instead of the work tree
    #[arg(long, global = true, value_name = "REV")]
    pub(super) rev: Option<String>,
    /// Use this configuration instead of the repository's council.yaml
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// How results are printed
    #[arg(long, global = true, value_parser = format::Parser::ANY, default_value = "text")]
    pub(super) format: Format,
    /// Print no progress and no advice
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,
    /// Fold nothing: show every finding in full
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(super) color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// When the output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to review.
#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// RFCs to review, like RFC-0042; features and changes of other formats by name, like 001-albums
    #[arg(value_name = "RFC")]
    pub(super) rfcs: Vec<String>,
    /// Review every RFC of the repository
    #[arg(long, conflicts_with = "rfcs")]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) against: ComparisonArgs,
    /// Gates and council, or the deterministic gates alone, sealed as evidence
    #[arg(long, value_enum, default_value_t = DepthArg::Council)]
    pub(super) depth: DepthArg,
    /// Convene no council over what a deterministic BLOCKER already rejects
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Show seats nothing of the repository beyond their prompts, whatever council.looks says
    #[arg(long)]
    pub(super) no_looks: bool,
    /// Put the evidence, and nothing else, into one commit on top of HEAD; runs no hook
    #[arg(long, conflicts_with = "rev")]
    pub(super) commit: bool,
    #[command(flatten)]
    pub(super) seating: SeatArgs,
}

/// What a change is held against.
#[derive(Debug, Args)]
pub(super) struct ComparisonArgs {
    /// The RFCs that changed since the base
    #[arg(long, conflicts_with_all = ["rfcs", "all"])]
    pub(super) changed: bool,
    /// Hold the change against this branch, tag or commit: its policy counts, and each finding is
    /// new or was there before. Without RFCs, those that changed. With --changed alone: `base` of
    /// council.yaml, the remote's default branch, main or master
    #[arg(long, value_name = "REV")]
    pub(super) base: Option<String>,
    /// End with 0, and a line that says so, where there is nothing to look at. That is: no RFC at all,
    /// none of those that `check` is given, or no base to compare with
    #[arg(long)]
    pub(super) allow_empty: bool,
}

/// Who sits.
#[derive(Debug, Args)]
pub(super) struct SeatArgs {
    /// Who holds a seat, instead of council.yaml's: SA-2=offline, SA-2=anthropic:MODEL,
    /// SA-2=command:claude, SA-2=mailbox:DIR
    #[arg(long = "seat", value_name = "SEAT=HOLDER")]
    pub(super) seats: Vec<String>,
    /// Ask models anew, also what they have answered before in the same words
    #[arg(long)]
    pub(super) fresh: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DepthArg {
    /// Gates and council
    Council,
    /// The deterministic gates alone
    Standard,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run the deterministic gates alone; writes nothing
    Gates(Gates),
    /// Write the fixes that are certain, and run the gates again
    Fix(FixArgs),
    /// Serve an editor over stdin and stdout: findings while you write, fixes, jumps, ids
    Lsp,
    /// For CI: is the committed evidence complete, unmodified, about these files, and passing?
    Check(CheckArgs),
    /// Ask a council a question: opinions, reviews and a synthesis, or one lens each
    Ask(Box<AskArgs>),
    /// List the councils that answered questions here, the newest first
    Councils(CouncilsArgs),
    /// Say what a council of models would be asked, and its size; calls nobody, writes nothing
    Plan(Plan),
    /// Review plans whose defects are known: what each member found, how precisely, at what cost
    Bench(Bench),
    /// Derive a bundle again: bytes, schema, digests, tallies, verdict
    Verify(Verify),
    /// Show the latest bundle of an RFC or one finding of it, or what a session said
    Show(Show),
    /// The newest review of each RFC
    Summary,
    /// Which kinds of findings come again and again, over all evidence
    Trends,
    /// List what waits for a person: how long, on whom, what was decided so far
    Escalations,
    /// Decide what the council could not: one finding, or all that is open, one after the other
    Adjudicate(Adjudicate),
    /// Report the latest bundle of an RFC to people or tools
    Report(ReportArgs),
    /// Go on with a session after a crash; nothing that is recorded is asked again
    Resume(Resume),
    /// Run a session again from its record: no seat, no network, the same bundle
    Replay(SessionArgs),
    /// Take old reviews away; the chain still verifies, and `check` knows it from a deletion
    Prune(Prune),
    /// Explain a gate, rule, finding category, mode, verdict or exit code
    Explain(Explain),
    /// Print the schema of a file format
    Schema(SchemaArgs),
    /// List the 80 modes of reasoning
    Modes,
    /// Write a commented council.yaml, mark the evidence as generated, and on request set up an editor
    Init(Init),
    /// Write a new RFC, ticket or waiver, in the form that reviews read; overwrites nothing
    New(New),
    /// Check the set-up: what is ready, what is not, what to do
    Doctor(Doctor),
    /// Print a shell's completions
    Completions(Completions),
    /// Write the pages of the book that are printed from the code
    #[command(hide = true)]
    Docs(Docs),
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// RFCs to check, like RFC-0042, or subjects of other formats; without any and without --base, all
    #[arg(value_name = "RFC")]
    pub(super) rfcs: Vec<String>,
    /// Check every RFC, and what belongs to none
    #[arg(long, conflicts_with = "rfcs")]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) against: ComparisonArgs,
    /// How results are printed
    #[arg(long, value_parser = format::Parser::JUDGE, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct Plan {
    /// The RFC, like RFC-0042, or another subject by name
    #[arg(value_name = "RFC", required_unless_present_any = ["all", "changed", "base"])]
    pub(super) rfcs: Option<String>,
    /// Print the work of all RFCs as a list, one to be reviewed by each job
    #[arg(long, conflicts_with = "rfcs")]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) against: ComparisonArgs,
    /// Print the prompts themselves
    #[arg(long, requires = "rfcs")]
    pub(super) show_prompts: bool,
    /// How it is printed; github-matrix for --all and --base
    #[arg(long, value_parser = format::Parser::PLAN, default_value = "text")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) seating: SeatArgs,
}

#[derive(Debug, Args)]
pub(super) struct Verify {
    /// Bundles: evidence/rfc/RFC-0042/reviews/rfc_review_….yaml
    #[arg(value_name = "BUNDLE", required = true)]
    pub(super) bundles: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Show {
    /// The RFC, like RFC-0042; or a session, by its id or its file, with or without a bundle
    #[arg(value_name = "RFC|SESSION")]
    pub(super) what: String,
    /// One finding of its latest bundle, whole, like FND-RFC-0042-001
    #[arg(value_name = "FINDING")]
    pub(super) finding: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct Adjudicate {
    /// The RFC, like RFC-0042, or another subject by name
    #[arg(value_name = "RFC")]
    pub(super) rfc: String,
    /// The open finding, like FND-RFC-0042-001, or REMOVAL: that changes may remove the RFC. Without
    /// it, each open one is shown and asked for
    #[arg(value_name = "FINDING", requires_all = ["decision", "by", "reason"])]
    pub(super) finding: Option<String>,
    /// What is decided
    #[arg(long, value_enum, requires = "finding")]
    pub(super) decision: Option<Decided>,
    /// Who decides
    #[arg(long, value_name = "WHO")]
    pub(super) by: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT", requires = "finding")]
    pub(super) reason: Option<String>,
    /// The bundle whose page was read; refused when a later one took its place
    #[arg(long, value_name = "FILE")]
    pub(super) bundle: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Decided {
    /// The finding counts
    Uphold,
    /// The finding does not count
    Dismiss,
}

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The RFC, like RFC-0042, or another subject by name
    #[arg(value_name = "RFC", required_unless_present = "bundle")]
    pub(super) rfc: Option<String>,
    /// Report this bundle instead of the RFC's latest; needs no repository
    #[arg(long, value_name = "FILE")]
    pub(super) bundle: Option<PathBuf>,
    /// For whom
    #[arg(long, value_parser = format::Parser::REPORT, default_value = "text")]
    pub(super) format: Format,
    /// Make places links to this address, as in https://git.example/team/plans/blob/main; in html,
    /// markdown and github
    #[arg(long, value_name = "URL", value_parser = crate::report::link_base)]
    pub(super) link_base: Option<String>,
    /// Write it to this file, whole or not at all, instead of stdout
    #[arg(long, short, value_name = "PATH")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Resume {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    /// As when the session began.
    #[command(flatten)]
    pub(super) seating: SeatArgs,
}

#[derive(Debug, Args)]
pub(super) struct SessionArgs {
    /// Its id, like COUNCIL-RFC-0042-20260126-100000, or its file
    #[arg(value_name = "SESSION")]
    pub(super) session: String,
}

#[derive(Debug, Args)]
pub(super) struct Prune {
    /// RFCs whose old reviews go, like RFC-0042
    #[arg(value_name = "RFC", required_unless_present = "all")]
    pub(super) rfcs: Vec<String>,
    /// Those of every RFC
    #[arg(long, conflicts_with = "rfcs")]
    pub(super) all: bool,
    /// How many reviews of each RFC stay: the newest, and those that one of them rests on
    #[arg(long, value_name = "N")]
    pub(super) keep: usize,
    /// Say what would go; writes nothing
    #[arg(long)]
    pub(super) dry_run: bool,
}

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// What to explain: GATE-TCK-SCHEMA, R38, SCOPE_GAP, mode-47, exit-65, DEADLOCKED; without it,
    /// a list of all
    #[arg(value_name = "ID")]
    pub(super) id: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// Which one; without a name, the names
    #[arg(value_name = "NAME")]
    pub(super) name: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct Doctor {
    /// Also ask every seat that a model holds one short question; this costs a few tokens. All seats
    /// are asked at the same time, so that it ends some seconds after the time of --within
    #[arg(long)]
    pub(super) online: bool,
    /// The most seconds that a seat may take with --online
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..=600),
        requires = "online"
    )]
    pub(super) within: u64,
    #[command(flatten)]
    pub(super) seating: SeatArgs,
}

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Which shell
    #[arg(value_enum)]
    pub(super) shell: Shell,
}

#[derive(Debug, Args)]
pub(super) struct Docs {
    /// Write nothing; name the pages that differ, and end with 1 when there is one
    #[arg(long)]
    pub(super) check: bool,
    /// The folder of the reference
    #[arg(value_name = "DIR", default_value = "docs/src/reference")]
    pub(super) dir: PathBuf,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
