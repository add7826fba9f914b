//! Where a council sits: the repository read, its evidence, the clock, and who sits.

use std::path::Path;
use std::sync::Arc;

use super::args::{Global, Seating};
use super::fault::CliFault;
use super::output::Output;
use super::repository::{Opened, clock};
use super::seats::Table;
use crate::app::Workspace;
use crate::app::review::{Board, Seats};
use crate::host::clock::SystemClock;
use crate::host::signals::Stop;
use crate::host::store::FolderStore;
use crate::model::Timestamp;
use crate::port::Clock as _;
use crate::source::Dossier;

/// All that a session needs beside the RFC.
pub(super) struct Room {
    opened: Opened,
    pub(super) store: FolderStore,
    clock: SystemClock,
    table: Table,
}

impl Room {
    /// The room that the options name. Whoever cannot be asked is told before anything begins.
    pub(super) fn open(
        global: &Global,
        seating: &Seating,
        out: &mut Output,
    ) -> Result<Self, CliFault> {
        Self::set(Opened::open(global, out)?, seating)
    }

    /// The same over a repository that is open. Nothing is written about an ambiguous layout.
    pub(super) fn set(opened: Opened, seating: &Seating) -> Result<Self, CliFault> {
        opened.must_be_clear()?;
        let clock = clock()?;
        let store = opened.store()?;
        let table = Table::set(&opened.workspace.config, opened.root()?, seating)?;
        table.must_stand()?;
        Ok(Self { opened, store, clock, table })
    }

    /// Who sits over a dossier, and what they know of the repository's code. Who asks to stop while
    /// that is read gets seats that know none, and a session that ends before they are asked.
    pub(super) fn seats(&self, dossier: &Arc<Dossier>, stop: &Stop) -> Seats {
        self.table.seats(dossier, &self.opened.symbols(&|| stop.is_requested()))
    }

    /// The repository as it was read.
    pub(super) fn workspace(&self) -> &Workspace {
        &self.opened.workspace
    }

    /// The folder of the work tree.
    pub(super) fn root(&self) -> Result<&Path, CliFault> {
        self.opened.root()
    }

    /// The present second.
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// What a review works with.
    pub(super) fn board<'a>(
        &'a self,
        seats: &'a (dyn Fn(&Arc<Dossier>) -> Seats + Sync),
    ) -> Board<'a> {
        Board { workspace: self.workspace(), store: &self.store, clock: &self.clock, seats }
    }
}
