//! Small repositories in memory, and one helper: what a rule finds in them.

use std::sync::Arc;

use crate::model::{Layout, SubjectId};
use crate::rules::desk::Desk;
use crate::rules::lints;
use crate::rules::lints::rule::Hit;
use crate::source::memory::MemorySnapshot;
use crate::source::{Dossier, Library};
use crate::symbols::Index;

/// The RFC that all fixtures are about.
pub(crate) fn rfc() -> SubjectId {
    "RFC-0001".parse().expect("a well-formed id")
}

/// A ticket file: number, title, and what stands below `ticket_meta` beside header and binds.
pub(crate) fn ticket(number: u32, title: &str, rest: &str) -> (String, String) {
    ticket_of("RFC-0001", number, title, rest)
}

/// [`ticket`], bound to another RFC.
pub(crate) fn ticket_of(rfc: &str, number: u32, title: &str, rest: &str) -> (String, String) {
    let rest: String = rest.lines().map(|line| format!("  {line}\n")).collect();
    (
        format!("documents/work/tickets/TCK-{number:05}.yaml"),
        format!(
            "ticket_meta:\n  ticket:\n    id: TCK-{number:05}\n    title: \"{title}\"\n  binds:\n    rfc_id: {rfc}\n{rest}"
        ),
    )
}

/// A dossier of RFC-0001 with these files and empty files at `paths`.
pub(crate) fn dossier(files: &[(String, String)], paths: &[&str]) -> Arc<Dossier> {
    let meta = "rfc_meta:\n  rfc:\n    id: RFC-0001\n  binds_to_prd:\n    prd_id: PRD-0001\n";
    let mut snapshot = MemorySnapshot::new().file("documents/rfcs/RFC-0001/00_meta.yaml", meta);
    for (path, text) in files {
        snapshot = snapshot.file(path.as_str(), text);
    }
    for path in paths {
        let text = match path.strip_suffix("Cargo.toml") {
            Some("") => "[workspace]\nmembers = [\"crates/*\"]\n".to_owned(),
            Some(folder) => {
                let name = folder.trim_end_matches('/').rsplit('/').next();
                format!("[package]\nname = \"{}\"\n", name.unwrap_or_default())
            }
            None => String::new(),
        };
        snapshot = snapshot.file(*path, text);
    }
    let library = Library::load(&snapshot, Layout::default());
    let dossier = Dossier::build(Arc::new(library), &rfc()).expect("the RFC has a folder");
    Arc::new(dossier)
}

/// An atlas of PRD-0001.
pub(crate) fn atlas(text: &str) -> (String, String) {
    ("evidence/prd/PRD-0001/ccp/component_atlas.yaml".to_owned(), text.to_owned())
}

/// What one rule finds, as `TCK-00001 MINOR SCOPE_OVERLAP: quote`.
pub(crate) fn found(name: &str, dossier: &Dossier) -> Vec<String> {
    found_over(name, dossier, &Index::default())
}

/// The same where the code defines and uses something.
pub(crate) fn found_over(name: &str, dossier: &Dossier, index: &Index) -> Vec<String> {
    let rule = lints::all().find(|rule| rule.name == name);
    let rule = rule.expect("the test names a rule of the table");
    let told = |hit: Hit| {
        let ticket = dossier.ticket(&hit.ticket).expect("a hit is about a ticket");
        assert!(ticket.source.text().contains(&hit.quote), "{hit:?}");
        assert!(!hit.description().is_empty() && !hit.remediation().is_empty(), "{hit:?}");
        format!("{} {} {}: {}", hit.ticket, hit.severity, hit.kind().subcategory, hit.quote)
    };
    lints::applied(&Desk::new(dossier, index), rule).into_iter().map(told).collect()
}

/// What one rule finds in tickets alone.
pub(crate) fn found_in(name: &str, files: &[(String, String)]) -> Vec<String> {
    found(name, &dossier(files, &[]))
}
