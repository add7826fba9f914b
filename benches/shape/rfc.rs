//! The folder of an RFC: ten numbered documents, its own requirements, its evidence.

use std::io;

use super::area;
use super::page::Page;
use super::plan::{Fault, Home, Layout, Rfc};
use super::prose::Words;

/// Documents that no gate takes ids from, with the key of their list and their usual bytes.
const DOCUMENTS: [(&str, &str, &str, usize); 7] = [
    ("02_design_decisions", "decisions", "DD", 15_900),
    ("03_trust_boundaries", "boundaries", "TB", 7_800),
    ("04_contracts_and_versioning", "contracts", "CTR", 10_100),
    ("05_rollout_and_ops", "phases", "ROL", 7_600),
    ("07_test_and_evidence", "tests", "UT", 10_300),
    ("08_risks_and_open_questions", "risks", "RISK", 12_400),
    ("09_governance_and_gates", "gates", "GATE", 4_800),
];

pub(super) fn files(
    rfc: &Rfc,
    put: &mut dyn FnMut(String, String) -> io::Result<()>,
) -> io::Result<()> {
    if rfc.is_retired {
        return Ok(());
    }
    let folder = format!("documents/rfcs/{}", rfc.id());
    let words = &mut Words::new(0x0bfc_0000 + rfc.number);
    put(format!("{folder}/00_meta.yaml"), meta(rfc, words))?;
    put(format!("{folder}/01_problem_and_imports.yaml"), problem(rfc, words))?;
    put(format!("{folder}/06_ticket_decomposition.yaml"), decomposition(rfc, words))?;
    for (name, key, prefix, bytes) in DOCUMENTS {
        // Half to one and a half of the usual.
        let bytes = bytes / 2 + words.below(bytes);
        let text = document(rfc, &format!("rfc_{}", &name[3..]), key, prefix, bytes, words);
        put(format!("{folder}/{name}.yaml"), text)?;
    }
    for one in 1..=rfc.requirements {
        if rfc.home == Home::Local {
            let id = rfc.requirement(one);
            let text = area::requirement("rfc_requirement", &id, &[rfc.evidence(one)], words);
            put(rfc.requirement_file(one), text)?;
        }
        // Evidence comes late: some is not there yet.
        if !rfc.number.is_multiple_of(6) || !one.is_multiple_of(4) {
            let text = area::evidence("rfc_evidence_artifact", &rfc.evidence(one), words);
            put(rfc.evidence_file(one), text)?;
        }
    }
    Ok(())
}

fn open(root: &str, by_hand: bool) -> Page {
    let mut page = Page::new(by_hand);
    page.open(0, root);
    page.pair(1, "schema_version", "2026-01-23");
    page.pair(1, "template_version", "2026-01-23");
    page
}

fn meta(rfc: &Rfc, words: &mut Words) -> String {
    let mut page = open("rfc_meta", rfc.by_hand);
    page.open(1, "rfc");
    page.pair(2, "id", &rfc.id());
    page.pair(2, "title", &rfc.title);
    page.pair(2, "status", "APPROVED");
    page.pair(2, "created_date", "2026-02-01");
    page.open(1, "binds_to_prd");
    page.pair(2, "prd_id", &rfc.prd_id());
    page.pair(2, "prd_base_path", &format!("documents/prds/{}/", rfc.prd_id()));
    page.pair(2, "prd_meta_ref", "00_meta.yaml#prd_meta");
    page.open(1, "custody");
    page.list(2, "producing_agent_roles", &["AGENT_AUTHOR", "AGENT_ARCHITECT"]);
    page.list(2, "responsible_domains", &["DOMAIN_KERNEL", "DOMAIN_SECURITY"]);
    page.open(1, "implementation");
    page.pair(2, "language", "Rust");
    page.open(2, "key_dependencies");
    while page.len() < 3_600 {
        page.item_pair(2, "name", words.noun());
        page.pair(page.inside(2), "version", &format!("{}.x", words.below(9)));
        page.pair(page.inside(2), "purpose", &words.sentence());
    }
    page.done()
}

fn problem(rfc: &Rfc, words: &mut Words) -> String {
    let mut page = open("rfc_problem_and_imports", rfc.by_hand);
    page.open(1, "rfc_specific_problem_detail");
    page.block(2, "additional_context", &words.paragraph(3_500));
    let confirmations: Vec<String> = (0..6).map(|_| words.sentence()).collect();
    page.list(2, "out_of_scope_confirmations", &confirmations);
    let all = 1..=rfc.requirements;
    match rfc.home {
        Home::Local => {
            page.open(1, "requirement_binding");
            page.line(2, "bound_requirement_ids: []");
            page.open(2, "added_rfc_only_requirements");
            page.pair(3, "mode", "FILE_PER_REQUIREMENT");
            page.open(3, "local_requirements");
            for id in all.map(|one| rfc.requirement(one)) {
                page.item_pair(3, "requirement_id", &id);
                let path = format!("requirements/{id}.yaml#rfc_requirement");
                page.pair(page.inside(3), "requirement_ref", &path);
            }
            page.block(3, "rationale", &words.paragraph(200));
        }
        Home::Bound => {
            page.open(1, "requirement_binding");
            let ids: Vec<String> = all.map(|one| rfc.requirement(one)).collect();
            page.list(2, "bound_requirement_ids", &ids);
        }
        Home::Imported => {
            page.open(1, "imported_requirements");
            for one in all {
                page.item_pair(1, "id", &rfc.requirement(one));
                page.pair(page.inside(1), "title", &words.title());
                let path = format!("{}#prd_requirement", rfc.requirement_file(one));
                page.pair(page.inside(1), "ref", &path);
            }
        }
    }
    page.open(1, "assumptions");
    while page.len() < 9_500 {
        page.item(1, &words.sentence());
    }
    page.done()
}

fn decomposition(rfc: &Rfc, words: &mut Words) -> String {
    let mut page = open("rfc_ticket_decomposition", rfc.by_hand);
    page.pair(1, "status", "POPULATED");
    page.block(1, "notes", &words.paragraph(200));
    page.open(1, "tickets");
    for (at, ticket) in rfc.tickets.iter().enumerate() {
        // What binds no RFC is not planned by one.
        if ticket.fault == Some(Fault::Bindings) && at > 0 {
            continue;
        }
        page.item_pair(1, "ticket_id", &ticket.id());
        let below = page.inside(1);
        page.pair(below, "title", &ticket.title);
        let is_orphan = ticket.fault == Some(Fault::Orphans);
        let bound = ticket.requirements.iter().filter(|_| !is_orphan);
        let ids: Vec<String> = bound.map(|&one| rfc.requirement(one)).collect();
        page.list(below, "requirement_ids", &ids);
        let ids: Vec<String> =
            ticket.dependencies.iter().map(|number| format!("TCK-{number:05}")).collect();
        page.list(below, "depends_on", &ids);
        page.pair(below, "risk_tier", words.pick(&["T1", "T2", "T3"]));
        page.block(below, "summary", &words.paragraph(220));
        if ticket.layout == Layout::Hybrid {
            page.list(below, "files_to_create", &ticket.creates);
            page.list(below, "files_to_modify", &ticket.modifies);
        }
        let criteria: Vec<String> = (0..3).map(|_| words.sentence()).collect();
        page.list(below, "acceptance_criteria", &criteria);
        let evidence = ticket.requirements.iter().map(|&one| rfc.evidence(one));
        page.list(below, "evidence_ids", &evidence.collect::<Vec<String>>());
    }
    page.done()
}

fn document(
    rfc: &Rfc,
    root: &str,
    key: &str,
    prefix: &str,
    bytes: usize,
    words: &mut Words,
) -> String {
    let mut page = open(root, rfc.by_hand);
    page.open(1, key);
    let mut at = 0;
    while page.len() < bytes {
        at += 1;
        page.item_pair(1, "id", &format!("{prefix}-{}-{at:04}", rfc.tag));
        let below = page.inside(1);
        page.pair(below, "title", &words.title());
        page.block(below, "statement", &words.paragraph(300));
        for name in ["invariants", "guardrails"] {
            let said: Vec<String> = (0..1 + words.below(4)).map(|_| words.sentence()).collect();
            page.list(below, name, &said);
        }
        page.open(below, "versioning");
        page.pair(below + 1, "scheme", "SEMVER");
        page.pair(below + 1, "current_version", "1.0.0");
        page.list(below, "evidence_ids", &[rfc.evidence(words.below(rfc.requirements) + 1)]);
    }
    page.done()
}
