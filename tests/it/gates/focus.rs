//! Gates that read only what one RFC needs say the same as gates that read everything.

#![expect(clippy::print_stdout, reason = "a figure, or why there is none")]

use std::sync::Arc;

use crate::support::{aside, scale};
use council_review::core::draw::SplitMix;
use council_review::gates::{Overview, check_all};
use council_review::host::snapshot;
use council_review::model::{Layout, SubjectId};
use council_review::port::Snapshot;
use council_review::source::memory::MemorySnapshot;
use council_review::source::{Dossier, Library};

/// What the gates say of an RFC and of its dossier's files, all of it.
fn whole(library: Arc<Library>, rfc: &SubjectId) -> String {
    let dossier = Dossier::build(library, rfc);
    dossier.map_or("none".to_owned(), |dossier| {
        let files: Vec<_> = dossier.files.iter().map(|f| (&f.path, &f.digest)).collect();
        format!("{:#?}\n{files:?} {:?}", check_all(&dossier), dossier.state)
    })
}

fn focused(snapshot: &dyn Snapshot, rfc: &SubjectId) -> String {
    let all = Overview::read(snapshot, Layout::default(), Some(std::slice::from_ref(rfc)));
    let dossier = Dossier::build(Arc::clone(all.library()), rfc);
    dossier.map_or("none".to_owned(), |dossier| {
        let files: Vec<_> = dossier.files.iter().map(|f| (&f.path, &f.digest)).collect();
        format!("{:#?}\n{files:?} {:?}", all.check(&dossier), dossier.state)
    })
}

/// How many tickets a look at one RFC parses.
fn parsed(snapshot: &dyn Snapshot, rfc: &SubjectId) -> usize {
    let all = Overview::read(snapshot, Layout::default(), Some(std::slice::from_ref(rfc)));
    all.library().tickets.len()
}

fn rfc(id: &str) -> SubjectId {
    id.parse().expect("an id")
}

fn ticket(id: &str, rfc: &str, rest: &str) -> String {
    format!(
        "ticket_meta:\n  ticket: {{id: {id}, title: \"About {id}\"}}\n  binds:\n    rfc_id: {rfc}\n{rest}"
    )
}

const PLAN: &str = "rfc_ticket_decomposition:\n  tickets:\n  - {ticket_id: TCK-00001, title: One, dependencies: [TCK-00031]}\n  - {ticket_id: TCK-00009, title: Adopted}\n  - {ticket_id: TCK-00032, title: Elsewhere}\n";

/// The RFC in question: tickets that wait, make, change and claim.
fn ground() -> MemorySnapshot {
    let paths = "implementation:\n  files_to_create:\n  - {path: src/new/made.rs}\n  files_to_modify:\n  - {path: src/other/thing.rs}\n  - {path: src/told/only.rs}\n  - {path: src/near/one.rs}\n";
    let needs = "dependencies:\n  tickets:\n  - {ticket_id: TCK-00020}\n  - {ticket_id: 'RFC-0002:TCK-00021'}\n  - tck-00022\n  - {ticket_id: TCK-00077}\n";
    let requirement = "    requirements:\n    - {requirement_id: REQ-0001, requirement_ref: documents/rfcs/RFC-0002/requirements/REQ-0001.yaml}\n    - RFC-0003/REQ-0001\n    - REQ-0002\n";
    let defines = |id: &str| format!("requirement: {{id: {id}, title: Something}}\n");
    let meta = |id: &str| format!("rfc_meta: {{rfc: {{id: {id}}}}}\n");
    let mut tree = MemorySnapshot::new()
        .file("documents/rfcs/RFC-0001/06_plan.yaml", PLAN)
        .file("src/main.rs", "fn main() {}\n")
        .file("Cargo.toml", "[package]\nname = \"a\"\n");
    for id in ["RFC-0001", "RFC-0002", "RFC-0003"] {
        tree = tree
            .file(format!("documents/rfcs/{id}/00_meta.yaml"), meta(id))
            .file(format!("documents/rfcs/{id}/requirements/REQ-0001.yaml"), defines("REQ-0001"));
    }
    tree.file("documents/rfcs/RFC-0001/requirements/REQ-0002.yaml", defines("REQ-0002"))
        .file(
            "documents/work/tickets/TCK-00001.yaml",
            ticket("TCK-00001", "RFC-0001", &format!("{requirement}{paths}{needs}")),
        )
        .file("documents/work/tickets/TCK-00002.yml", ticket("TCK-00015", "\"RFC-0001\"", ""))
}

/// Files of others, each with something that the RFC's gates may have to hear of.
fn others() -> Vec<(&'static str, String)> {
    let of = |id: &str, rest: &str| ticket(id, "RFC-0002", rest);
    let makes = |path: &str| format!("implementation:\n  files_to_create:\n  - {{path: {path}}}\n");
    let needs = |id: &str| format!("dependencies:\n  tickets:\n  - {{ticket_id: {id}}}\n");
    let scope = |text: &str| format!("scope:\n  in_scope:\n  - {text}\n");
    vec![
        // Waited for, with a way back and a way on.
        ("TCK-00020.yaml", of("TCK-00020", &needs("TCK-00023"))),
        ("TCK-00021.yaml", of("TCK-00021", "")),
        (
            "TCK-00022.yaml",
            ticket("TCK-00022", "RFC-0002", "").replace("title", "status: DONE, title"),
        ),
        ("TCK-00023.yaml", of("TCK-00023", &(needs("TCK-00001") + &makes("src/other/thing.rs")))),
        // Makers of the same paths, in one spelling and in others.
        ("TCK-00040.yaml", of("TCK-00040", &makes("src/new/made.rs"))),
        ("TCK-00041.yaml", of("TCK-00041", &makes("./src//new/./made.rs"))),
        ("TCK-00042.yaml", of("TCK-00042", &makes("\"src/n\\x65w/made.rs\""))),
        ("TCK-00043.yaml", of("TCK-00043", &makes("\"src\\/new\\/made.rs\""))),
        ("TCK-00044.yaml", of("TCK-00044", &makes("\"src/new/\\\n      made.rs\""))),
        ("TCK-00045.yaml", of("TCK-00045", &makes("'src/near/one.rs'"))),
        ("TCK-00046.yaml", of("TCK-00046", &scope("Create src/told/only.rs, then rest"))),
        ("TCK-00047.yaml", of("TCK-00047", &scope("\"Create `./src//told/only.rs`: all\""))),
        ("TCK-00048.yaml", of("TCK-00048", &scope("see https://a.b/src/told, and made it new"))),
        // Claims of its ids.
        ("TCK-00050.yaml", of("TCK-00001", "")),
        ("TCK-00051.yaml", of("\"TCK\\u002d00015\"", "")),
        (
            "TCK-00015.yaml",
            "ticket_meta:\n  ticket: {title: Nameless}\n  binds: {rfc_id: RFC-0002}\n".into(),
        ),
        // Members that do not look like it, and files that only say so.
        ("TCK-00009.yaml", "ticket: {id: TCK-00009, title: Adopted}\n".into()),
        ("TCK-00010.yaml", ticket("TCK-00010", "\"RFC\\x2d0001\"", &makes("src/x.rs"))),
        ("TCK-00011.yaml", "rfc_id: RFC-0001\n- [\n".into()),
        ("TCK-00031.yaml", "a: [\n".into()),
        ("TCK-00032.yaml", of("TCK-00032", "")),
        // A visitor that serves its requirement, by folder or by prefix.
        ("TCK-00060.yaml", of("TCK-00060", "    requirements: [RFC-0001/REQ-0001]\n")),
        (
            "TCK-00061.yaml",
            of(
                "TCK-00061",
                "    requirements:\n    - {requirement_id: REQ-0002, requirement_ref: 'documents/rfcs/RFC-0001/requirements/REQ-0002.yaml#x'}\n",
            ),
        ),
        // Nothing to do with it.
        ("TCK-00070.yaml", of("TCK-00070", &makes("src/else/where.rs"))),
        ("TCK-00071.yaml", ticket("TCK-00071", "MAINTENANCE", "")),
        ("TCK-00072.yaml", "b: [\n".into()),
    ]
}

#[test]
fn what_one_rfc_needs_is_found_in_whatever_dress() {
    let others = others();
    let mut random = SplitMix(7);
    let ids = ["RFC-0001", "RFC-0002", "RFC-0003", "RFC-0009"].map(rfc);
    for round in 0..scale().of(120, 400, 400) {
        // Each alone, then many together.
        let chosen = |at: usize, random: &mut SplitMix| match round {
            0 => true,
            n if n <= others.len() => at == n - 1,
            _ => random.next().is_multiple_of(3),
        };
        let mut tree = ground();
        let mut names = Vec::new();
        for (at, (name, text)) in others.iter().enumerate() {
            if chosen(at, &mut random) {
                tree = tree.file(format!("documents/work/tickets/{name}"), text);
                names.push(*name);
            }
        }
        let library = Arc::new(Library::load(&tree, Layout::default()));
        for id in &ids {
            assert_eq!(focused(&tree, id), whole(Arc::clone(&library), id), "{id} with {names:?}");
        }
    }
}

#[test]
fn what_one_rfc_does_not_need_is_not_parsed() {
    let tree = others()
        .iter()
        .filter(|(name, _)| name.starts_with("TCK-0007"))
        .fold(ground(), |tree, (name, text)| {
            tree.file(format!("documents/work/tickets/{name}"), text)
        });
    assert_eq!(parsed(&tree, &rfc("RFC-0001")), 2);
    assert_eq!(Library::load(&tree, Layout::default()).tickets.len(), 4);
}

#[test]
fn one_rfc_of_the_real_corpus_is_judged_as_among_all() {
    let Some(folder) = aside::corpus() else { return };
    let opened = snapshot::open(folder.path(), Some("HEAD")).expect("a repository");
    let library = Arc::new(Library::load(&opened, Layout::default()));
    let rfcs = Dossier::known(&library);
    assert!(rfcs.len() > 15, "{rfcs:?}");
    let mut most = 0;
    for id in &rfcs {
        assert_eq!(focused(&opened, id), whole(Arc::clone(&library), id), "{id}");
        most = most.max(parsed(&opened, id));
    }
    println!(
        "{} RFCs alike; at most {most} of {} tickets parsed",
        rfcs.len(),
        library.tickets.len()
    );
}
