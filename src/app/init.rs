//! `init`: a commented `council.yaml`, and with it, when asked, a small RFC to try.

use super::AppFault;
use crate::config;
use crate::port::Store;

/// The commented configuration: every key, at its default, commented out.
pub const CONFIG: &str = include_str!("example/council.yaml");

/// A small RFC and its two tickets, with one planted defect.
pub const EXAMPLE: [(&str, &str); 5] = [
    ("documents/rfcs/RFC-0001/00_meta.yaml", include_str!("example/00_meta.yaml")),
    (
        "documents/rfcs/RFC-0001/01_problem_and_imports.yaml",
        include_str!("example/01_problem_and_imports.yaml"),
    ),
    (
        "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml",
        include_str!("example/06_ticket_decomposition.yaml"),
    ),
    ("documents/work/tickets/TCK-00001.yaml", include_str!("example/TCK-00001.yaml")),
    ("documents/work/tickets/TCK-00002.yaml", include_str!("example/TCK-00002.yaml")),
];

/// What `init` did with one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its path from the repository's root.
    pub path: &'static str,
    /// Whether it was written; a file that was there is left as it is.
    pub is_new: bool,
}

/// Writes what is not there yet; never overwrites.
pub fn init(store: &dyn Store, example: bool) -> Result<Vec<Written>, AppFault> {
    let files = std::iter::once((config::FILE, CONFIG));
    let files = files.chain(EXAMPLE.into_iter().filter(|_| example));
    files
        .map(|(path, text)| {
            let is_new = store.create(path, text.as_bytes()).map_err(AppFault::writing)?;
            Ok(Written { path, is_new })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::config::Origin;
    use crate::gates;
    use crate::model::Layout;
    use crate::source::memory::MemorySnapshot;
    use crate::source::{Dossier, Library};

    #[test]
    fn the_commented_configuration_is_the_defaults_and_stays_valid_uncommented() {
        let defaults = config::load(CONFIG.as_bytes(), "council.yaml", Origin::Reviewed);
        assert_eq!(defaults, Ok(config::Config::default()));
        let uncommented: String = CONFIG
            .lines()
            .filter_map(|line| line.strip_prefix("#: "))
            .map(|line| format!("{line}\n"))
            .collect();
        let written =
            config::load(uncommented.as_bytes(), "council.yaml", Origin::Reviewed).expect("valid");
        assert_eq!(written.policy, config::Config::default().policy);
        assert_eq!(written.merge, config::Config::default().merge);
        assert_eq!(written.layout.evidence, Layout::default().evidence);
    }

    #[test]
    fn the_example_has_just_its_planted_defect() {
        let snapshot = EXAMPLE
            .iter()
            .fold(MemorySnapshot::new(), |snapshot, (path, text)| snapshot.file(*path, text));
        let library = Arc::new(Library::load(&snapshot, Layout::default()));
        let rfc = "RFC-0001".parse().expect("an id");
        let dossier = Dossier::build(library, &rfc).expect("there");
        let results = gates::check_all(&dossier);
        let found: Vec<String> = results
            .iter()
            .flat_map(|result| &result.findings)
            .filter(|f| f.severity >= crate::model::Severity::Major)
            .map(|f| format!("{} {} {}", f.rule, f.severity, f.location))
            .collect();
        assert_eq!(found, ["R38 BLOCKER documents/rfcs/RFC-0001/01_problem_and_imports.yaml:31:7"]);
    }
}
