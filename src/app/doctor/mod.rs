//! `doctor`: what of the set-up is ready, what is not, and what to do. Judges what it is told of the
//! world; of the files it reads the evidence alone, and changes none.

mod clock;
mod evidence;
mod inventory;
mod online;
mod repository;
mod setup;

pub use clock::{Times, clock};
pub use evidence::{EvidenceSetup, evidence, trial};
pub use inventory::EvidenceInventory;
pub use online::{ProbeMode, seated};
pub use repository::repository;
pub use setup::{Given, config, panel, seats};

use crate::app::Workspace;
use crate::model::SubjectId;

/// The command to run once all is ready: the review of the first RFC, or the example.
pub fn next(workspace: Option<&Workspace>) -> String {
    let first = workspace.and_then(|workspace| {
        let with_folder = workspace.library.rfcs.keys().next().cloned().map(SubjectId::from);
        with_folder.or_else(|| workspace.subjects().into_iter().next())
    });
    match first {
        Some(rfc) => format!("council-review {rfc}"),
        None => "council-review init --example".to_owned(),
    }
}

/// `1 ticket`, `2 tickets`.
fn count(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        let counted = [0, 1, 2].map(|n| count(n, "bundle"));
        assert_eq!(counted, ["0 bundles", "1 bundle", "2 bundles"]);
    }
}
