use strata_transport::Backend;

use crate::error::CatalogError;
use crate::snapshot::{Snapshot, SnapshotId};

/// The snapshots of one repository.
pub struct Catalog<'a> {
    backend: &'a dyn Backend,
}

impl<'a> Catalog<'a> {
    pub fn new(backend: &'a dyn Backend) -> Self {
        Catalog { backend }
    }

    fn key_of(id: &SnapshotId) -> String {
        format!("snapshots/{}.json", id.0)
    }

    pub fn save(&self, snapshot: &Snapshot) -> Result<(), CatalogError> {
        let bytes = serde_json::to_vec(snapshot).map_err(CatalogError::malformed)?;
        Ok(self.backend.put(&Self::key_of(&snapshot.id), &bytes)?)
    }

    pub fn load(&self, id: &SnapshotId) -> Result<Snapshot, CatalogError> {
        let bytes = self.backend.get(&Self::key_of(id))?;
        serde_json::from_slice(&bytes).map_err(CatalogError::malformed)
    }

    /// All snapshots, oldest first.
    pub fn list(&self) -> Result<Vec<Snapshot>, CatalogError> {
        let mut all = Vec::new();
        for key in self.backend.list("snapshots/")? {
            let bytes = self.backend.get(&key)?;
            all.push(serde_json::from_slice::<Snapshot>(&bytes).map_err(CatalogError::malformed)?);
        }
        all.sort_by_key(|s| s.created_at);
        Ok(all)
    }

    pub fn latest_for(&self, host: &str, root: &str) -> Result<Option<Snapshot>, CatalogError> {
        Ok(self.list()?.into_iter().rev().find(|s| s.host == host && s.root == root))
    }

    /// A snapshot by the beginning of its id; an error when several begin so.
    pub fn resolve(&self, prefix: &str) -> Result<SnapshotId, CatalogError> {
        let mut hits = self.list()?.into_iter().map(|s| s.id).filter(|id| id.0.starts_with(prefix));
        match (hits.next(), hits.next()) {
            (Some(id), None) => Ok(id),
            (None, _) => Err(CatalogError::UnknownSnapshot(prefix.into())),
            _ => Err(CatalogError::AmbiguousSnapshot(prefix.into())),
        }
    }
}
