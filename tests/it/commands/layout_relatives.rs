//! Relatives of one trick: a layout that has a change read elsewhere, or nowhere.

use std::os::unix::fs::symlink;

use super::layout::{FILES, broken, decoy, gitlink, greeting};
use crate::support::{self, Repo};
use council_review::model::exit::ExitCode;

/// How bad an end is, in the order of DESIGN.md §4.
fn rank(code: i32) -> usize {
    let order = [70, 74, 65, 64, 3, 1, 2, 0];
    let code = u8::try_from(code).ok().and_then(ExitCode::with_number).expect("a code");
    order.len() - order.iter().position(|known| *known == code.number()).expect("in the table")
}

/// The worst end of the gates over the tree, read by each of these layouts.
fn union(repo: &Repo, layouts: &[[&str; 2]]) -> i32 {
    let config = tempfile::tempdir().expect("a folder");
    let ends = layouts.iter().map(|[rfcs, tickets]| {
        let file = config.path().join("council.yaml");
        std::fs::write(&file, format!("layout: {{rfcs: {rfcs}, tickets: {tickets}}}\n"))
            .expect("written");
        let file = file.to_str().expect("UTF-8");
        repo.run(&["gates", "--all", "--allow-empty", "--rev", "HEAD", "--config", file]).code
    });
    ends.max_by_key(|code| rank(*code)).expect("a layout")
}

const DOCS: [&str; 2] = ["docs/rfcs", "docs/work/tickets"];
const DOCUMENTS: [&str; 2] = ["documents/rfcs", "documents/work/tickets"];
const TOP: [&str; 2] = ["rfcs", "tickets"];
const DESIGN: [&str; 2] = ["design/rfcs", "design/tickets"];

type Change = fn(&Repo);

/// Relatives of one trick: a change that is rejected where it is read, and something that would have
/// it read elsewhere, or nowhere. With the layout that it aims at.
const RELATIVES: [(&str, [&str; 2], Change); 34] = [
    ("placeholders", DOCUMENTS, |repo| {
        repo.write("documents/rfcs/.keep", "");
        repo.write("documents/work/tickets/.keep", "");
    }),
    ("READMEs", DOCUMENTS, |repo| {
        repo.write("documents/rfcs/README.md", "");
        repo.write("documents/work/tickets/README.md", "");
    }),
    ("a README for the RFCs alone", ["documents/rfcs", "docs/work/tickets"], |repo| {
        repo.write("documents/rfcs/README.md", "");
    }),
    ("a placeholder for the tickets alone", ["docs/rfcs", "documents/work/tickets"], |repo| {
        repo.write("documents/work/tickets/.gitkeep", "");
    }),
    ("a decoy", DOCUMENTS, |repo| decoy(repo, "documents/rfcs", "documents/work/tickets")),
    ("a decoy behind the root", TOP, |repo| decoy(repo, "rfcs", "tickets")),
    ("a decoy of the same id", DOCUMENTS, |repo| {
        repo.write("documents/rfcs/RFC-0001/seed.md", "a thought\n");
    }),
    ("a decoy ticket of the same id", ["docs/rfcs", "documents/work/tickets"], |repo| {
        repo.write("documents/work/tickets/TCK-00002.yaml", FILES[6].1);
    }),
    ("a decoy RFC that is a file", ["documents/rfcs", "docs/work/tickets"], |repo| {
        repo.write("documents/rfcs/RFC-0001", "");
    }),
    ("a decoy folder with a placeholder", ["documents/rfcs", "docs/work/tickets"], |repo| {
        repo.write("documents/rfcs/RFC-0042/.keep", "");
    }),
    ("a link for a folder above", DOCUMENTS, |repo| {
        symlink("docs", repo.at("documents")).expect("linked");
    }),
    ("a link that leads nowhere", DOCUMENTS, |repo| {
        symlink("nowhere", repo.at("documents")).expect("linked");
    }),
    ("a link for the root", ["documents/rfcs", "docs/work/tickets"], |repo| {
        repo.write("documents/README.md", "");
        symlink("../docs/rfcs", repo.at("documents/rfcs")).expect("linked");
    }),
    ("a link for the tickets", ["docs/rfcs", "tickets"], |repo| {
        symlink("docs/work/tickets", repo.at("tickets")).expect("linked");
    }),
    ("a submodule above", DOCUMENTS, |repo| gitlink(repo, "documents")),
    ("a submodule for the tickets", ["docs/rfcs", "documents/work/tickets"], |repo| {
        gitlink(repo, "documents/work/tickets");
    }),
    ("a twin in another case", ["Docs/rfcs", "Docs/work/tickets"], |repo| {
        decoy(repo, "Docs/rfcs", "Docs/work/tickets");
    }),
    ("a twin of the last folder", ["docs/RFCS", "docs/work/Tickets"], |repo| {
        decoy(repo, "docs/RFCS", "docs/work/Tickets");
    }),
    (
        "a twin in wide letters",
        ["\u{ff44}\u{ff4f}\u{ff43}\u{ff53}/rfcs", "docs/work/tickets"],
        |repo| {
            decoy(repo, "\u{ff44}\u{ff4f}\u{ff43}\u{ff53}/rfcs", "\u{ff44}ocs/work/tickets");
        },
    ),
    ("a twin with a hidden letter", ["docs\u{200b}/rfcs", "docs/work/tickets"], |repo| {
        decoy(repo, "docs\u{200b}/rfcs", "docs\u{200b}/work/tickets");
    }),
    ("moved to another default root", DOCUMENTS, |repo| {
        repo.git(&["mv", "docs", "documents"]);
    }),
    ("moved to a twin", ["Docs/rfcs", "Docs/work/tickets"], |repo| {
        repo.git(&["mv", "docs", "Docs"]);
    }),
    ("tickets moved alone", ["docs/rfcs", "tickets"], |repo| {
        repo.git(&["mv", "docs/work/tickets", "tickets"]);
    }),
    ("RFCs moved alone", ["rfcs", "docs/work/tickets"], |repo| {
        repo.git(&["mv", "docs/rfcs", "rfcs"]);
    }),
    ("a layout of its own, all moved", DESIGN, |repo| {
        repo.write("design/README.md", "");
        repo.git(&["mv", "docs/rfcs", "design/rfcs"]);
        repo.git(&["mv", "docs/work/tickets", "design/tickets"]);
        repo.write("council.yaml", "layout: {rfcs: design/rfcs, tickets: design/tickets}\n");
    }),
    ("a layout of its own, the rest gone", DESIGN, |repo| {
        repo.git(&["rm", "-q", "-r", "docs"]);
        decoy(repo, "design/rfcs", "design/tickets");
        repo.write("council.yaml", "layout: {rfcs: design/rfcs, tickets: design/tickets}\n");
    }),
    ("a layout of its own beside", DESIGN, |repo| {
        decoy(repo, "design/rfcs", "design/tickets");
        repo.write("council.yaml", "layout: {rfcs: design/rfcs, tickets: design/tickets}\n");
    }),
    ("a layout of its own that names nothing", DESIGN, |repo| {
        repo.write("council.yaml", "layout: {rfcs: design/rfcs, tickets: design/tickets}\n");
    }),
    ("a layout of its own for tickets", ["docs/rfcs", "design/tickets"], |repo| {
        repo.write("design/tickets/TCK-00001.yaml", FILES[5].1);
        repo.write("council.yaml", "layout: {tickets: design/tickets}\n");
    }),
    ("a configuration that nobody can read", DESIGN, |repo| {
        repo.write(
            "council.yaml",
            format!("layout: {{rfcs: design/rfcs}}\n#{}\n", "x".repeat(1 << 20)),
        );
    }),
    ("a configuration that is a link", DESIGN, |repo| {
        symlink("elsewhere.yaml", repo.at("council.yaml")).expect("linked");
    }),
    ("the root became a link", DOCS, |repo| {
        repo.git(&["mv", "docs/rfcs", "real"]);
        symlink("../real", repo.at("docs/rfcs")).expect("linked");
    }),
    ("an RFC's folder became a link", DOCS, |repo| {
        repo.git(&["mv", "docs/rfcs/RFC-0001", "real"]);
        symlink("../../real", repo.at("docs/rfcs/RFC-0001")).expect("linked");
    }),
    ("an RFC's folder in another case", DOCS, |repo| {
        repo.git(&["mv", "docs/rfcs/RFC-0001", "docs/rfcs/rfc-0001"]);
    }),
];

#[test]
fn f01_no_relative_of_the_trick_ends_better_than_the_gates_over_both_layouts() {
    let mut seen = 0;
    for (name, aimed_at, change) in RELATIVES {
        let repo = greeting();
        broken(&repo);
        repo.commit("broken");
        change(&repo);
        if !repo.git(&["ls-files", "-s"]).contains("160000 ") {
            repo.commit(name);
        }
        let least = union(&repo, &[DOCS, aimed_at]);
        for command in ["check", "gates"] {
            let run = repo.run(&[command, "--base", "main", "--rev", "HEAD"]);
            assert!(
                rank(run.code) >= rank(least) && run.code != 0,
                "{name}: {command} ends with {}, the gates over both layouts with {least}: {run:?}",
                run.code
            );
            seen += 1;
        }
    }
    support::figure(&format!("{} relatives, {seen} answers", RELATIVES.len()));
}
