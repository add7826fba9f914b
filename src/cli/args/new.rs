//! The options of `init` and `new`.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
pub(in crate::cli) struct Init {
    /// Also write a small RFC to try: with a requirement that no ticket does, or one that ends in a
    /// deadlock
    #[arg(
        long,
        value_name = "EXAMPLE",
        value_enum,
        num_args = 0..=1,
        default_missing_value = "greeting"
    )]
    pub(in crate::cli) example: Option<InitExample>,
    /// Write the example beside RFCs that are in use
    #[arg(long, requires = "example")]
    pub(in crate::cli) force: bool,
    /// Also write the schemas for an editor, and settings of VS Code that name them
    #[arg(long)]
    pub(in crate::cli) editor: bool,
}

/// What there is to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum InitExample {
    /// A requirement that no ticket does
    Greeting,
    /// A point on which a council cannot agree
    Deadlock,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct New {
    #[command(subcommand)]
    pub(in crate::cli) what: NewWhat,
}

/// What to write.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum NewWhat {
    /// The first two files of an RFC: who it is, and what it demands
    Rfc(NewRfc),
    /// A ticket that serves requirements of an RFC
    Ticket(NewTicket),
    /// A dated exception of a subject from what a rule finds
    Waiver(NewWaiver),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct NewRfc {
    /// What will be different when the RFC is done
    #[arg(value_name = "TITLE")]
    pub(in crate::cli) title: String,
    /// Its id, for a folder that lacks these files; without it, the next free one
    #[arg(long, value_name = "RFC")]
    pub(in crate::cli) id: Option<String>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct NewTicket {
    /// The RFC, like RFC-0042
    #[arg(value_name = "RFC")]
    pub(in crate::cli) rfc: String,
    /// A requirement of the RFC that the ticket serves; may be given several times
    #[arg(long = "for", value_name = "REQUIREMENT", required = true)]
    pub(in crate::cli) serves: Vec<String>,
    /// What will be different when the ticket is done; without it, the requirement's title
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) title: Option<String>,
    /// Its id, as a plan names it; without it, the next free one
    #[arg(long, value_name = "TICKET")]
    pub(in crate::cli) id: Option<String>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct NewWaiver {
    /// The subject, like RFC-0042
    #[arg(value_name = "SUBJECT")]
    pub(in crate::cli) subject: String,
    /// A rule whose findings it reaches, like R38; may be given several times
    #[arg(long = "for", value_name = "RULE", required = true)]
    pub(in crate::cli) rules: Vec<String>,
    /// The last day on which it holds, like 2027-01-31
    #[arg(long, value_name = "DAY")]
    pub(in crate::cli) until: String,
    /// Who takes the responsibility
    #[arg(long, value_name = "WHO")]
    pub(in crate::cli) by: String,
    /// Why the defect may stay for now
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) reason: String,
}
