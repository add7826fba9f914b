//! The reading of the real corpus (`../shared/corpus`), as the reference program read it. Without
//! the corpus there is nothing to compare with, and the test says so.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::support::aside;
use council_review::host::snapshot;
use council_review::model::FaultKind;
use council_review::model::{Layout, SubjectId};
use council_review::source::{Dossier, Library};
use serde_json::Value;

fn expectations(corpus: &Path) -> BTreeMap<SubjectId, Value> {
    let files = std::fs::read_dir(corpus.join("expected")).expect("the corpus has expectations");
    let files = files.map(|file| file.expect("a listed file").path());
    files
        .filter_map(|path| {
            let id: SubjectId = path.file_stem()?.to_str()?.parse().ok()?;
            let text = std::fs::read_to_string(&path).expect("an expectation is text");
            Some((id, serde_json::from_str(&text).expect("an expectation is JSON")))
        })
        .collect()
}

#[test]
fn the_real_corpus_reads_as_the_reference_read_it() {
    let Some(corpus) = aside::shared("corpus") else { return };
    let Some(folder) = aside::corpus() else { return };

    let tree = snapshot::open(folder.path(), None).expect("the work tree opens");
    let library = Arc::new(Library::load(&tree, Layout::default()));
    assert_eq!(library.tickets.len(), 299);
    let unreadable: Vec<&str> =
        library.unreadable_tickets.iter().map(|ticket| ticket.file.as_str()).collect();
    assert_eq!(unreadable, ["documents/work/tickets/TCK-00341.yaml"]);
    assert_eq!(library.unusable_names, []);
    assert!(library.files.values().all(|file| file.committed));
    // The duplicate key is real; R9 speaks of tickets alone, so no gate reports it.
    let broken: Vec<(&str, FaultKind)> =
        library.flaws.iter().map(|flaw| (flaw.file.as_str(), flaw.kind)).collect();
    assert_eq!(
        broken,
        [
            ("documents/rfcs/RFC-0006/04_contracts_and_versioning.yaml", FaultKind::DuplicateKey),
            ("documents/work/tickets/TCK-00341.yaml", FaultKind::Unparsable),
        ]
    );

    let expected = expectations(&corpus);
    let mut differences = Vec::new();
    for (id, expected) in &expected {
        let dossier = Dossier::build(Arc::clone(&library), id).expect("the RFC is known");
        let state = expected["rfc_state"].as_str().unwrap_or_default();
        if dossier.state.as_str() != state {
            differences.push(format!("{id}: {} is not {state}", dossier.state.as_str()));
        }
        let mut requirements: Vec<&str> = dossier
            .rfc()
            .map(|rfc| rfc.requirements.iter().map(|r| r.id.as_str()).collect())
            .unwrap_or_default();
        requirements.sort_unstable();
        let matrix = expected["coverage_matrix"].as_object();
        let mut listed: Vec<&str> =
            matrix.map(|m| m.keys().map(String::as_str).collect()).unwrap_or_default();
        listed.sort_unstable();
        if requirements != listed {
            differences.push(format!("{id}: {requirements:?} is not {listed:?}"));
        }
        for (requirement, tickets) in matrix.into_iter().flatten() {
            for ticket in tickets.as_array().into_iter().flatten().filter_map(Value::as_str) {
                let ticket_id = ticket.parse().expect("an expected ticket id");
                let names = dossier.ticket(&ticket_id).is_some_and(|t| {
                    t.requirements.iter().any(|r| {
                        let aliases = dossier.rfc().into_iter().flat_map(|rfc| &rfc.requirements);
                        let mut aliases = aliases.filter(|known| known.id == *requirement);
                        r.id == *requirement || aliases.any(|known| known.aliases.contains(&r.id))
                    })
                });
                if !names {
                    differences.push(format!("{id}: {ticket} does not name {requirement}"));
                }
            }
        }
    }
    assert_eq!(differences, Vec::<String>::new());
    assert_eq!(expected.len(), 16);

    let rev = snapshot::open(folder.path(), Some("HEAD")).expect("the commit opens");
    let again = Arc::new(Library::load(&rev, Layout::default()));
    assert_eq!(again.files, library.files);
    assert_eq!(again.entries, library.entries);
    for id in Dossier::known(&library) {
        let digest = |library| Dossier::build(library, &id).map(|dossier| dossier.digest);
        assert_eq!(digest(Arc::clone(&library)), digest(Arc::clone(&again)), "{id}");
    }
}
