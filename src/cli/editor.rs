//! `lsp`: a language server over stdin and stdout.

use std::io::{self, BufReader};

use super::args::Global;
use super::fault::CliFault;
use super::output::Output;
use crate::lsp::{self, SessionEnd};
use crate::model::exit::ExitCode;

/// Serves one editor until it ends. Nothing else may be printed to stdout meanwhile.
pub(super) fn serve(global: &Global, out: &mut Output) -> Result<ExitCode, CliFault> {
    if global.rev.is_some() {
        let line = "`lsp` serves files that are edited, and --rev reads a commit: leave out --rev";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    // The lock of stdin belongs to one thread; the reader waits on another one.
    let input = BufReader::new(io::stdin());
    match lsp::serve(global.place(), input, io::stdout().lock()) {
        SessionEnd::Orderly => Ok(ExitCode::Approved),
        SessionEnd::Abandoned => {
            out.note("the client ended without asking for a shutdown");
            Ok(ExitCode::Rejected)
        }
        SessionEnd::Broken(line) => Err(CliFault::new(ExitCode::BadInput, line)),
    }
}
