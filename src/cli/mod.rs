//! Floor 12: the command line. Prints what the use cases return, and maps every end to one exit code.

mod adjudicate;
mod args;
mod ask;
mod bench;
mod check;
mod docs;
mod doctor;
mod editor;
mod fault;
mod fix;
mod format;
mod gates;
mod history;
mod new;
mod opened;
mod output;
mod plan;
mod progress;
mod prune;
mod reference;
mod report;
mod review;
mod session;
mod setup;
mod subjects;
mod verify;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, Command, ComparisonArgs};
use fault::CliFault;
use output::Output;
use subjects::{subject_id, subject_ids};

use crate::app::change::Before;
use crate::app::scope::Scope;
use crate::app::{self, Workspace};
use crate::evidence::v2::gates::NothingFound;
#[cfg(unix)]
use crate::host::command;
use crate::host::limits;
use crate::model::SubjectId;
use crate::model::exit::ExitCode;

/// Runs the command line of this process.
pub fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    {
        let mut words = std::env::args_os().skip(1);
        if words.next().is_some_and(|word| word == command::LAUNCH) {
            return command::launch(words).into();
        }
    }
    let code = match Cli::try_parse() {
        Ok(cli) => run(&cli),
        // Help and version are answers; everything else is a wrong command line, and clap's own
        // code for that means something else here (DESIGN.md §4).
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            ExitCode::Usage
        }
        Err(error) => output::answer(&error.render()),
    };
    code.number().into()
}

fn run(cli: &Cli) -> ExitCode {
    let mut out = Output::new(&cli.global);
    if let Err(files) = limits::enough_files() {
        out.fault(&format!(
            "the process may open {files} files, too few to read a repository: raise the limit, `ulimit -n 1024`"
        ));
        return ExitCode::Io;
    }
    let code = dispatch(cli, &mut out).unwrap_or_else(|fault| {
        out.fault(&fault.line);
        fault.code
    });
    out.end(code)
}

fn dispatch(cli: &Cli, out: &mut Output) -> Result<ExitCode, CliFault> {
    let global = &cli.global;
    match &cli.command {
        None if cli.review.rfcs.is_empty() && !cli.review.all && !cli.review.against.is_given() => {
            out.usage(&Cli::command().render_help().to_string());
            Ok(ExitCode::Usage)
        }
        None => review::review(global, &cli.review, out),
        Some(Command::Gates(args)) => gates::gates(global, args, out),
        Some(Command::Fix(args)) => fix::fix(global, args, out),
        Some(Command::Lsp) => editor::serve(global, out),
        Some(Command::Ask(args)) => ask::ask(global, args, out),
        Some(Command::Councils(args)) => ask::councils(global, args, out),
        Some(Command::Check(args)) => check::check(global, args, out),
        Some(Command::Plan(args)) => plan::run(global, args, out),
        Some(Command::Show(args)) => review::show(global, args, out),
        Some(Command::Summary) => history::summary(global, out),
        Some(Command::Trends) => history::trends(global, out),
        Some(Command::Escalations) => adjudicate::escalations(global, out),
        Some(Command::Adjudicate(args)) => adjudicate::adjudicate(global, args, out),
        Some(Command::Report(args)) => report::report(global, args, out),
        Some(Command::Resume(args)) => session::resume(global, args, out),
        Some(Command::Replay(args)) => session::replay(global, args, out),
        Some(Command::Bench(args)) => bench::run(global, args, out),
        Some(Command::Verify(args)) => verify::verify(global, args, out),
        Some(Command::Prune(args)) => prune::prune(global, args, out),
        Some(Command::Explain(args)) => reference::explain(args, out),
        Some(Command::Schema(args)) => reference::schema(args, out),
        Some(Command::Modes) => reference::modes(out),
        Some(Command::Init(args)) => setup::init(global, args, out),
        Some(Command::New(args)) => new::new(global, args, out),
        Some(Command::Doctor(args)) => doctor::doctor(global, args, out),
        Some(Command::Completions(args)) => setup::completions(args, out),
        Some(Command::Docs(args)) => docs::docs(args, out),
    }
}

/// Which RFCs the words of a command line mean; `None` when they name none.
fn scope(named: Vec<SubjectId>, all: bool, against: &ComparisonArgs) -> Option<Scope> {
    if !named.is_empty() {
        Some(Scope::Named(named))
    } else if all {
        Some(Scope::All)
    } else {
        against.is_given().then_some(Scope::Changed)
    }
}

/// How a command ends that found no RFC, with the line that says what is there instead.
fn nothing(
    workspace: &Workspace,
    before: Option<&Before>,
    against: &ComparisonArgs,
    out: &mut Output,
) -> Option<ExitCode> {
    Some(against.empty(&app::nothing::found(workspace, before)?, out))
}

impl ComparisonArgs {
    /// How a command ends that found nothing to look at, which is told.
    fn empty(&self, found: &NothingFound, out: &mut Output) -> ExitCode {
        out.note(&found.line);
        if self.allow_empty { ExitCode::Approved } else { ExitCode::BadInput }
    }
}
