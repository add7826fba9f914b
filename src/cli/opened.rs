//! The repository that the options name, opened, and who is to sit. What is ambiguous in its layout
//! is told.

use std::path::Path;

use super::args::{ComparisonArgs, Global, SeatArgs};
use super::fault::CliFault;
use super::output::Output;
use crate::app::change::Before;
use crate::model::exit::ExitCode;
use crate::wiring::repository::OpenRepository;
use crate::wiring::{self, RepositoryOptions, seats};

impl Global {
    /// Where the command works.
    pub(super) fn place(&self) -> RepositoryOptions {
        RepositoryOptions {
            repo: self.repo.clone(),
            rev: self.rev.clone(),
            config: self.config.clone(),
        }
    }

    /// The configuration that was named, as it was named.
    pub(super) fn config_file(&self) -> Option<String> {
        self.place().config_file()
    }
}

impl ComparisonArgs {
    /// The same for whoever opens the repository.
    pub(super) fn wanted(&self) -> wiring::Comparison {
        let Self { changed, base, allow_empty } = self;
        wiring::Comparison { changed: *changed, base: base.clone(), allow_empty: *allow_empty }
    }

    /// Whether there is a base.
    pub(super) fn is_given(&self) -> bool {
        self.wanted().is_given()
    }
}

impl SeatArgs {
    /// The same for whoever seats them.
    pub(super) fn wanted(&self) -> seats::SeatOptions {
        seats::SeatOptions { seats: self.seats.clone(), fresh: self.fresh }
    }
}

/// Opens and reads it.
pub(super) fn open(global: &Global, out: &mut Output) -> Result<OpenRepository, CliFault> {
    Ok(told(OpenRepository::open(&global.place())?, out))
}

/// The same of the repository at or above a folder; `None` where there is none.
pub(super) fn around(
    global: &Global,
    dir: &Path,
    out: &mut Output,
) -> Result<Option<OpenRepository>, CliFault> {
    let opened = OpenRepository::around(&global.place(), dir)?;
    Ok(opened.map(|opened| told(opened, out)))
}

/// The same, held against a base when one is asked for.
pub(super) fn against(
    global: &Global,
    against: &ComparisonArgs,
    out: &mut Output,
) -> Result<(OpenRepository, Option<Before>), CliFault> {
    let (opened, before) = OpenRepository::against(&global.place(), &against.wanted())?;
    Ok((told(opened, out), before))
}

fn told(opened: OpenRepository, out: &mut Output) -> OpenRepository {
    out.warn(opened.ambiguities(), ExitCode::Rejected);
    opened
}
