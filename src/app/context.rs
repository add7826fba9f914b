//! What a session is held with.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Workspace;
use super::look::Looker;
use crate::council::rfc::RfcMember;
use crate::model::MemberName;
use crate::model::policy::LookPolicy;
use crate::port::{Clock, Store};
use crate::source::Dossier;

/// Who sits where.
pub type Seats = BTreeMap<MemberName, Arc<RfcMember>>;

/// What a review works with.
pub struct ReviewContext<'a> {
    /// The repository, read.
    pub workspace: &'a Workspace,
    /// Where the evidence goes.
    pub store: &'a dyn Store,
    /// The clock of its records.
    pub clock: &'a dyn Clock,
    /// Who sits on the seats, once the dossier is there to be read.
    pub seats: &'a (dyn Fn(&Arc<Dossier>) -> Seats + Sync),
    /// Who shows what members ask to see, as a policy allows; nobody shows anything without.
    pub looker: Option<&'a (dyn Fn(&LookPolicy) -> Looker + Sync)>,
}

impl ReviewContext<'_> {
    /// Who shows what a policy allows; nobody where it allows nothing.
    pub(super) fn looker(&self, policy: &LookPolicy) -> Option<Arc<Looker>> {
        let make = self.looker.filter(|_| policy.rounds > 0)?;
        Some(Arc::new(make(policy)))
    }
}
