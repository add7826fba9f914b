pub mod backup;
pub mod restore;
pub mod snapshots;

use strata_transport::{open_backend, parse_location, Backend};

use crate::args::{Args, Command};
use crate::exit::Exit;
use crate::render::{print_report, Report, TableRenderer};

pub type Outcome = Result<(Report, Exit), Box<dyn std::error::Error>>;

/// Opens the repository, runs the command, prints its report.
pub fn dispatch(args: &Args) -> Exit {
    let outcome = open_repository(&args.repo).and_then(|backend| match &args.command {
        Command::Backup { root } => backup::run_backup(&*backend, root),
        Command::Restore { id, target } => restore::run_restore(&*backend, id, target),
        Command::Snapshots => snapshots::run_snapshots(&*backend),
    });
    match outcome {
        Ok((report, exit)) => {
            print_report(&TableRenderer, &report);
            exit
        }
        Err(cause) => {
            eprintln!("strata: {cause}");
            Exit::Failed
        }
    }
}

fn open_repository(text: &str) -> Result<Box<dyn Backend>, Box<dyn std::error::Error>> {
    Ok(open_backend(&parse_location(text)?)?)
}
