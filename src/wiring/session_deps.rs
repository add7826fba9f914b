//! Where a council sits: the repository read, its evidence, the clock, and who sits.

use std::path::Path;
use std::sync::Arc;

use super::repository::OpenRepository;
use super::seats::{MemberTable, SeatOptions};
use super::{WiringFault, clock};
use crate::app::Workspace;
use crate::app::look::Looker;
use crate::app::review::{ReviewContext, Seats};
use crate::host::clock::SystemClock;
use crate::host::signals::Stop;
use crate::host::store::FolderStore;
use crate::model::Timestamp;
use crate::model::policy::LookPolicy;
use crate::port::Clock as _;
use crate::source::Dossier;

/// All that a session needs beside the RFC.
pub struct SessionDeps {
    opened: OpenRepository,
    /// Where its evidence is.
    pub store: FolderStore,
    clock: SystemClock,
    table: MemberTable,
    looker: Box<dyn Fn(&LookPolicy) -> Looker + Send + Sync>,
}

impl SessionDeps {
    /// The room over a repository that is open. Whoever cannot be asked is told before anything
    /// begins, and nothing is written about an ambiguous layout.
    pub fn set(opened: OpenRepository, seating: &SeatOptions) -> Result<Self, WiringFault> {
        opened.must_be_clear()?;
        let clock = clock()?;
        let store = opened.store()?;
        let table = MemberTable::set(&opened.workspace.config, opened.root()?, seating)?;
        table.must_stand()?;
        let looker = opened.looker();
        Ok(Self { opened, store, clock, table, looker })
    }

    /// Who sits over a dossier, and what they know of the repository's code. Who asks to stop while
    /// that is read gets seats that know none, and a session that ends before they are asked.
    pub fn seats(&self, dossier: &Arc<Dossier>, stop: &Stop) -> Seats {
        self.table.seats(dossier, &self.opened.symbols(&|| stop.is_requested()))
    }

    /// The repository as it was read.
    pub fn workspace(&self) -> &Workspace {
        &self.opened.workspace
    }

    /// The folder of the work tree.
    pub fn root(&self) -> Result<&Path, WiringFault> {
        self.opened.root()
    }

    /// The present second.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// What a review works with.
    pub fn board<'a>(
        &'a self,
        seats: &'a (dyn Fn(&Arc<Dossier>) -> Seats + Sync),
    ) -> ReviewContext<'a> {
        let looker: &(dyn Fn(&LookPolicy) -> Looker + Sync) = &*self.looker;
        ReviewContext {
            workspace: self.workspace(),
            store: &self.store,
            clock: &self.clock,
            seats,
            looker: Some(looker),
        }
    }
}
