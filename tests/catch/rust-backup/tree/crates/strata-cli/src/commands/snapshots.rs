use strata_catalog::Catalog;
use strata_common::{clock::format_timestamp, format_size};
use strata_transport::Backend;

use super::Outcome;
use crate::exit::Exit;
use crate::render::Report;

/// One row for each snapshot, oldest first.
pub fn run_snapshots(backend: &dyn Backend) -> Outcome {
    let rows = Catalog::new(backend)
        .list()?
        .iter()
        .map(|s| vec![s.id.0.clone(), format_timestamp(s.created_at), s.host.clone(), s.root.clone(), format_size(s.total_size())])
        .collect();
    Ok((Report { title: "snapshots".into(), rows, bytes: None }, Exit::Done))
}
