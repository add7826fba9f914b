//! What `ask` and `councils` are told.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::model::panel::CouncilKind;

/// A question and who answers it.
#[derive(Debug, Args)]
pub(in crate::cli) struct AskArgs {
    /// The question; - reads it from stdin. With --rfc, --ticket, --diff or --escalation it may be left
    /// out
    #[arg(value_name = "QUESTION", allow_hyphen_values = true)]
    pub(in crate::cli) question: Option<String>,
    /// The panel of council.yaml that answers
    #[arg(long, value_name = "NAME", conflicts_with = "council")]
    pub(in crate::cli) panel: Option<String>,
    /// The council that answers, of the members that --member names
    #[arg(long, value_parser = kinds(), value_name = "KIND")]
    pub(in crate::cli) council: Option<CouncilKind>,
    /// The answer that is wanted; without it: decision with --option or --escalation, review of an RFC,
    /// a ticket or a diff without a question, else open
    #[arg(long, value_enum)]
    pub(in crate::cli) kind: Option<QuestionKindArg>,
    /// Something to choose; the first is O1
    #[arg(long = "option", value_name = "TEXT")]
    pub(in crate::cli) options: Vec<String>,
    /// Something that the answer must keep to
    #[arg(long = "constraint", value_name = "TEXT")]
    pub(in crate::cli) constraints: Vec<String>,
    /// A word for what it touches, like security
    #[arg(long = "domain", value_name = "NAME")]
    pub(in crate::cli) domains: Vec<String>,
    /// How much depends on it
    #[arg(long, value_enum)]
    pub(in crate::cli) stakes: Option<StakesArg>,
    /// A file that members read
    #[arg(long = "file", value_name = "PATH")]
    pub(in crate::cli) files: Vec<String>,
    /// An RFC with its tickets, and what the gates find there
    #[arg(long, value_name = "RFC")]
    pub(in crate::cli) rfc: Option<String>,
    /// One ticket
    #[arg(long, value_name = "TICKET")]
    pub(in crate::cli) ticket: Option<String>,
    /// What changed since this branch, tag or commit
    #[arg(long, value_name = "REV")]
    pub(in crate::cli) diff: Option<String>,
    /// What the latest review of an RFC left open
    #[arg(long, value_name = "RFC")]
    pub(in crate::cli) escalation: Option<String>,
    /// Of that, this finding alone
    #[arg(long = "finding", value_name = "FINDING", requires = "escalation")]
    pub(in crate::cli) findings: Vec<String>,
    /// A text that members read, from stdin
    #[arg(long, value_name = "-", value_parser = ["-"])]
    pub(in crate::cli) note: Option<String>,
    /// Who sits in this council alone: NAME=HOLDER, as in skeptic=anthropic:MODEL
    #[arg(long = "member", value_name = "NAME=HOLDER")]
    pub(in crate::cli) members: Vec<String>,
    /// Who words the synthesis
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) chair: Option<String>,
    /// Lenses: 2 for a debate, which asks twice
    #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(in crate::cli) rounds: Option<u8>,
    /// The language of the answer, like German
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) language: Option<String>,
    /// Show members nothing of the repository beyond the materials
    #[arg(long)]
    pub(in crate::cli) no_looks: bool,
    /// Hold a recorded council, to see what comes of one; asks nobody, and writes nothing without --keep
    #[arg(
        long,
        value_parser = kinds(),
        value_name = "KIND",
        conflicts_with_all = [
            "question", "panel", "council", "kind", "options", "constraints", "domains", "stakes", "files",
            "rfc", "ticket", "diff", "escalation", "findings", "note", "members", "chair", "rounds",
            "language", "no_looks", "plan", "fresh"
        ]
    )]
    pub(in crate::cli) demo: Option<CouncilKind>,
    /// Write its evidence into the repository
    #[arg(long, requires = "demo")]
    pub(in crate::cli) keep: bool,
    /// Say what would be asked, and its size; calls nobody, writes nothing
    #[arg(long)]
    pub(in crate::cli) plan: bool,
    /// Print the prompts themselves
    #[arg(long, requires = "plan")]
    pub(in crate::cli) show_prompts: bool,
    /// Ask models anew, also what they have answered before in the same words
    #[arg(long)]
    pub(in crate::cli) fresh: bool,
}

/// Which councils are listed.
#[derive(Debug, Args)]
pub(in crate::cli) struct CouncilsArgs {
    /// Of this panel alone
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) panel: Option<String>,
    /// About this RFC alone
    #[arg(long, value_name = "RFC")]
    pub(in crate::cli) rfc: Option<String>,
    /// How many, the newest first
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(in crate::cli) limit: usize,
}

/// The kinds of councils, by name.
fn kinds() -> impl TypedValueParser<Value = CouncilKind> {
    let values = CouncilKind::ALL.map(|kind| PossibleValue::new(kind.as_str()).help(kind.about()));
    PossibleValuesParser::new(values)
        .map(|word| CouncilKind::of_word(&word).expect("one of the values"))
}

/// A kind of answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum QuestionKindArg {
    /// Whether, or which of several
    Decision,
    /// Whether it is sound
    Review,
    /// Anything else
    Open,
}

/// How much depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StakesArg {
    /// Little
    Low,
    /// As usual
    Normal,
    /// Much
    High,
}
