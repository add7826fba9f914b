//! Which folders are read: the base decides, an ambiguous layout is told by every command, and no
//! change takes an RFC out of view on its own word.

use std::os::unix::fs::symlink;

use crate::support::{self, Repo, Run};
use council_review::model::exit::ExitCode;
use serde_json::Value;

const META: &str = "docs/rfcs/RFC-0001/00_meta.yaml";
const PROBLEM: &str = "docs/rfcs/RFC-0001/01_problem_and_imports.yaml";
const PLAN: &str = "docs/rfcs/RFC-0001/06_ticket_decomposition.yaml";
const FIRST: &str = "docs/work/tickets/TCK-00001.yaml";
const SECOND: &str = "docs/work/tickets/TCK-00002.yaml";

const FILES: [(&str, &str); 7] = [
    ("Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\n"),
    ("src/lib.rs", ""),
    (META, "rfc_meta:\n  rfc: {id: RFC-0001, title: Greeting}\n  binds_to_prd: {prd_id: NONE}\n"),
    (
        PROBLEM,
        "problem:\n  additional_requirements:\n    - {id: REQ-0001, statement: The program greets by name}\n    - {id: REQ-0002, statement: An empty name is refused}\n",
    ),
    (
        PLAN,
        "plan:\n  tickets:\n    - {ticket_id: TCK-00001, title: Greet, requirement_ids: [REQ-0001]}\n    - {ticket_id: TCK-00002, title: Refuse, requirement_ids: [REQ-0002], depends_on: [TCK-00001]}\n",
    ),
    (
        FIRST,
        "ticket_meta:\n  ticket: {id: TCK-00001, title: Greet, status: READY}\n  binds:\n    rfc_id: RFC-0001\n    requirements: [REQ-0001]\n  dependencies: {tickets: []}\n  implementation:\n    files_to_create: [{path: src/greet.rs}]\n    steps: [\"Print `Hello, ` and the name\"]\n  definition_of_done: {criteria: [\"cargo test passes\"]}\n",
    ),
    (
        SECOND,
        "ticket_meta:\n  ticket: {id: TCK-00002, title: Refuse, status: READY}\n  binds:\n    rfc_id: RFC-0001\n    requirements: [REQ-0002]\n  dependencies: {tickets: [TCK-00001]}\n  implementation:\n    files_to_modify: [{path: src/greet.rs}]\n    steps: [\"Exit with 64 where the name is empty\"]\n  definition_of_done: {criteria: [\"cargo test passes\"]}\n",
    ),
];

/// A repository in `docs/`, committed on main, with a branch on it.
fn greeting() -> Repo {
    let repo = Repo::new();
    for (path, text) in FILES {
        repo.write(path, text);
    }
    repo.commit("greeting");
    let run = repo.run(&["gates", "--all"]);
    assert_eq!((run.code, run.stdout.contains("APPROVED")), (0, true), "{run:?}");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

/// The second ticket waits for one that nobody wrote.
fn broken(repo: &Repo) {
    repo.edit(SECOND, "tickets: [TCK-00001]", "tickets: [TCK-00009]");
}

fn decoy(repo: &Repo, rfcs: &str, tickets: &str) {
    repo.write(
        &format!("{rfcs}/RFC-0099/00_meta.yaml"),
        "rfc_meta: {rfc: {id: RFC-0099}, binds_to_prd: {prd_id: NONE}}\n",
    );
    let ticket = "ticket_meta:\n  ticket: {id: TCK-00099, title: Decoy, status: READY}\n  binds: {rfc_id: RFC-0099}\n";
    repo.write(&format!("{tickets}/TCK-00099.yaml"), ticket);
}

fn gitlink(repo: &Repo, path: &str) {
    let commit = repo.git(&["rev-parse", "HEAD"]);
    repo.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{commit},{path}")]);
    repo.git(&["commit", "-q", "-m", "a submodule"]);
}

/// The codes of `check --base` and of `gates --base`.
fn codes(repo: &Repo) -> (i32, i32) {
    let check = repo.run(&["check", "--base", "main"]);
    let gates = repo.run(&["gates", "--base", "main"]);
    (check.code, gates.code)
}

fn statuses(run: &Run) -> Vec<(String, String)> {
    let report = run.json();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let checks = report["checks"].as_array().expect("checks").iter();
    checks.map(|check| (text(&check["rfc_id"]), text(&check["status"]))).collect()
}

fn one(status: &str) -> Vec<(String, String)> {
    vec![("RFC-0001".to_owned(), status.to_owned())]
}

fn checked(repo: &Repo) -> (i32, Vec<(String, String)>) {
    let run = repo.run(&["check", "--base", "main", "--format", "json"]);
    (run.code, statuses(&run))
}

fn repository_rules(run: &Run) -> Vec<String> {
    let report = run.json();
    let findings = report["repository"]["findings"].as_array().expect("findings").iter();
    findings.map(|finding| finding["rule"].as_str().expect("a rule").to_owned()).collect()
}

#[test]
fn f01_two_empty_folders_hide_nothing() {
    for file in [".keep", "README.md"] {
        let repo = greeting();
        broken(&repo);
        repo.write(&format!("documents/rfcs/{file}"), "");
        repo.write(&format!("documents/work/tickets/{file}"), "");
        repo.commit("hidden");
        assert_eq!(codes(&repo), (1, 1), "{file}");
        let gates = repo.run(&["gates", "--base", "main"]);
        assert!(gates.stdout.contains("REJECTED  RFC-0001"), "{gates:?}");
        // After the merge, too.
        assert_eq!(repo.run(&["gates", "--all"]).code, 1);
        assert_eq!(repo.run(&["check"]).code, 1);
    }
}

#[test]
fn f01_a_link_a_submodule_and_a_decoy_hide_nothing_and_are_told() {
    let link = |repo: &Repo| symlink("elsewhere", repo.at("documents")).expect("linked");
    let submodule = |repo: &Repo| gitlink(repo, "documents");
    let decoy = |repo: &Repo| decoy(repo, "documents/rfcs", "documents/work/tickets");
    type Way<'w> = (&'w str, &'w dyn Fn(&Repo));
    let ways: [Way; 3] = [("link", &link), ("submodule", &submodule), ("decoy", &decoy)];
    for (name, way) in ways {
        let repo = greeting();
        broken(&repo);
        repo.commit("broken");
        way(&repo);
        if name != "submodule" {
            repo.commit(name);
        }
        assert_eq!(codes(&repo), (1, 1), "{name}");
        for command in ["check", "gates"] {
            let run = repo.run(&[command, "--base", "main", "--rev", "HEAD", "--format", "json"]);
            assert_eq!((run.code, repository_rules(&run)[0].as_str()), (1, "R54"), "{name}");
        }
    }
}

/// All commands that look at a repository's RFCs, and whether they need a bundle.
const COMMANDS: [&[&str]; 12] = [
    &["gates", "RFC-0001"],
    &["gates", "--all"],
    &["check", "RFC-0001"],
    &["check"],
    &["RFC-0001"],
    &["--all"],
    &["plan", "RFC-0001"],
    &["show", "RFC-0001"],
    &["report", "RFC-0001"],
    &["summary"],
    &["trends"],
    &["escalations"],
];

#[test]
fn r54_is_told_by_every_command_and_ends_it_with_1() {
    let repo = greeting();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    let files = repo.reviews("RFC-0001");
    decoy(&repo, "rfcs", "tickets");
    for command in COMMANDS {
        let run = repo.run(command);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, 1, "{command:?}: {run:?}");
        let rfcs = "RFCs lie in `docs/rfcs` and in `rfcs`; only the first is read";
        assert!(said.contains("[R54]") && said.contains(rfcs), "{command:?}: {run:?}");
        let tickets = "tickets lie in `docs/work/tickets` and in `tickets`; only the first";
        assert_eq!(said.matches(tickets).count(), 1, "{command:?}: {run:?}");
    }
    let doctor = repo.run(&["doctor"]);
    assert_eq!(
        (doctor.code, doctor.stdout.contains("fault  repository  BLOCKER[R54]: RFCs lie")),
        (65, true),
        "{doctor:?}"
    );
    assert_eq!(repo.reviews("RFC-0001"), files, "nothing is written");
    let review = repo.run(&["RFC-0001"]);
    assert_eq!(review.stdout, "", "{review:?}");
    assert!(review.stderr.contains("name one folder under `layout.rfcs` in council.yaml"));
    // Naming the folders is the way to keep both.
    repo.write("council.yaml", "layout: {rfcs: docs/rfcs, tickets: docs/work/tickets}\n");
    assert_eq!(repo.run(&["gates", "--all"]).code, 0);
}

#[test]
fn f01_an_rfc_goes_only_by_the_base_s_word() {
    let remove = |repo: &Repo| {
        repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001", FIRST, SECOND]);
        repo.commit("removed");
    };
    let repo = greeting();
    remove(&repo);
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
    let run = repo.run(&["check", "--base", "main"]);
    assert!(
        run.stdout.contains("REMOVAL: this change removes it")
            && run.stdout.contains("REMOVAL --decision"),
        "{run:?}"
    );
    let gates = repo.run(&["gates", "--base", "main"]);
    assert_eq!((gates.code, gates.stdout.contains("this change removes it")), (2, true));
    assert!(!gates.stdout.contains("concerns no RFC"), "{gates:?}");
    // A policy of its own gives no permission.
    repo.write("council.yaml", "policy: {removal: true}\n");
    repo.commit("a weaker policy");
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));

    let repo = greeting();
    repo.git(&["checkout", "-q", "main"]);
    repo.write("council.yaml", "policy: {removal: true}\n");
    repo.commit("RFCs may go");
    repo.git(&["checkout", "-q", "-b", "next"]);
    remove(&repo);
    assert_eq!(checked(&repo), (0, one("REMOVED")));
    assert_eq!(codes(&repo), (0, 0));
}

#[test]
fn f01_a_removal_ruling_counts_when_the_base_has_it_and_no_review_came_after() {
    let rule = ["adjudicate", "RFC-0001", "REMOVAL", "--decision", "uphold", "--by", "Ada"];
    let rule: Vec<&str> = rule.into_iter().chain(["--reason", "nobody needs it"]).collect();
    let remove = |repo: &Repo| {
        repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001", FIRST, SECOND]);
        repo.commit("removed");
    };
    let repo = greeting();
    repo.git(&["checkout", "-q", "main"]);
    let run = repo.run(&rule);
    assert_eq!((run.code, run.stderr.contains("has no review")), (65, true), "{run:?}");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    let dismiss: Vec<&str> =
        rule.iter().map(|word| if *word == "uphold" { "dismiss" } else { *word }).collect();
    assert_eq!(repo.run(&dismiss).code, 64);
    let run = repo.run(&rule);
    assert_eq!(run.code, 0, "{run:?}");
    let file = "ruling_20260126T100000Z_REMOVAL.yaml".to_owned();
    assert!(repo.reviews("RFC-0001").contains(&file) && run.stdout.contains(&file), "{run:?}");
    repo.commit("it may go");
    repo.git(&["checkout", "-q", "-b", "next"]);
    remove(&repo);
    assert_eq!(checked(&repo), (0, one("REMOVED")));
    let run = repo.run(&["check", "--base", "main"]);
    assert!(run.stdout.contains("the ruling of Ada (nobody needs it)"), "{run:?}");

    // Something of it is left.
    repo.write(FIRST, FILES[5].1.replace("rfc_id: RFC-0001", "rfc_id: MAINTENANCE"));
    repo.commit("bound elsewhere");
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
    let run = repo.run(&["check", "--base", "main"]);
    assert!(run.stdout.contains(&format!("still in the tree: {FIRST}")), "{run:?}");

    // A later review on the base asks for a word of its own.
    repo.git(&["checkout", "-q", "main"]);
    repo.edit(FIRST, "title: Greet", "title: Greet all");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed again");
    repo.git(&["checkout", "-q", "-b", "later"]);
    remove(&repo);
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
}

#[test]
fn f01_live_tickets_bound_to_maintenance_leave_a_person_to_decide() {
    let repo = greeting();
    repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001"]);
    for (path, text) in [FILES[5], FILES[6]] {
        repo.write(path, text.replace("rfc_id: RFC-0001", "rfc_id: MAINTENANCE"));
    }
    repo.commit("maintenance");
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
    let gates = repo.run(&["gates", "--base", "main"]);
    assert_eq!(gates.code, 2, "{gates:?}");
    let json = repo.run(&["gates", "--base", "main", "--format", "json"]).json();
    let because = json["leaving"][0]["because"].as_array().expect("reasons");
    let because: Vec<&str> = because.iter().filter_map(Value::as_str).collect();
    let expected = [META, PROBLEM, PLAN].map(|path| format!("{path} is gone"));
    let kept = [FIRST, SECOND].map(|path| format!("{path} no longer belongs to RFC-0001"));
    assert_eq!(because, [&expected[..], &kept[..]].concat());
}

#[test]
fn f01_an_rfc_that_is_emptied_or_retired_is_not_passed_by_its_own_change() {
    let emptied = |repo: &Repo| {
        repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001", FIRST, SECOND]);
        repo.write("docs/rfcs/RFC-0001/README.md", "words\n");
    };
    let retired = |repo: &Repo| {
        repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001"]);
        repo.edit(FIRST, "status: READY", "status: CANCELLED");
        repo.edit(SECOND, "status: READY", "status: CANCELLED");
    };
    for change in [&emptied as &dyn Fn(&Repo), &retired] {
        let repo = greeting();
        change(&repo);
        repo.commit("changed");
        assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
        assert_eq!(codes(&repo), (2, 2));
        // What the base allows is checked like any other RFC that has nothing to review.
        repo.git(&["checkout", "-q", "main"]);
        repo.write("council.yaml", "policy: {removal: true}\n");
        repo.commit("RFCs may go");
        repo.git(&["checkout", "-q", "feature"]);
        assert_eq!(checked(&repo), (0, one("NOT_APPLICABLE")));
        let run = repo.run(&["check", "--base", "main"]);
        assert!(run.stdout.contains("main allows it: `policy.removal`"), "{run:?}");
    }
}

#[test]
fn a_base_that_moved_its_roots_asks_for_a_merge() {
    let repo = greeting();
    broken(&repo);
    repo.commit("broken");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["mv", "docs", "documents"]);
    repo.commit("moved");
    repo.git(&["checkout", "-q", "feature"]);
    for command in ["check", "gates"] {
        let run = repo.run(&[command, "--base", "main"]);
        let line = "council-review: main moved `docs/rfcs` to `documents/rfcs` after this change left it: merge main into the change, then run again\n";
        assert_eq!((run.code, run.stderr.as_str()), (65, line), "{run:?}");
    }
    repo.git(&["merge", "-q", "-m", "merged", "main"]);
    assert_eq!(codes(&repo), (1, 1));
}

#[test]
fn a_base_without_a_root_in_use_leaves_the_layout_to_the_change() {
    let repo = Repo::new();
    repo.write("documents/rfcs/.keep", "");
    repo.commit("nothing yet");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    for (path, text) in FILES {
        repo.write(path, text);
    }
    repo.commit("greeting");
    assert_eq!(checked(&repo), (1, one("MISSING")));
    assert_eq!(repo.run(&["gates", "--base", "main"]).code, 0);
}

#[test]
fn f07_a_blocker_of_the_repository_ends_gates_with_1() {
    let repo = greeting();
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["rm", "-q", PLAN]);
    repo.edit(FIRST, "requirements: [REQ-0001]", "requirements: [REQ-0001, REQ-0002]");
    repo.commit("no plan");
    repo.git(&["checkout", "-q", "-b", "next"]);
    repo.edit(SECOND, "rfc_id: RFC-0001", "rfc_id: RFC-1");
    repo.commit("a slip");
    for scope in
        [&["--changed", "--base", "main"][..], &["--base", "main"], &["--changed"], &["--all"]]
    {
        let run = repo.run(&[&["gates"], scope].concat());
        assert_eq!(run.code, 1, "{scope:?}: {run:?}");
        assert!(run.stdout.contains("APPROVED  RFC-0001"), "{run:?}");
        let json = repo.run(&[&["gates", "--format", "json"], scope].concat());
        assert_eq!(repository_rules(&json), ["R13"]);
        let review = repo.run(&[scope, &["-q"]].concat());
        assert_eq!(review.code, 1, "a review of {scope:?}: {review:?}");
        assert!(review.stdout.contains("REPOSITORY"), "{review:?}");
    }
    let run = repo.run(&["gates", "--base", "main"]);
    let reason = format!("{SECOND} no longer belongs to RFC-0001");
    assert!(run.stdout.contains(&reason), "{run:?}");
    assert_eq!(repo.run(&["gates", "RFC-0001"]).code, 0, "one RFC answers for itself");
    // What was there before is not the change's.
    repo.git(&["checkout", "-q", "-b", "later"]);
    repo.write("README.md", "words\n");
    repo.commit("words");
    let run = repo.run(&["gates", "--base", "next"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn f16_a_policy_that_cannot_be_read_is_a_policy_change() {
    let repo = greeting();
    repo.write("council.yaml", format!("policy: {{removal: true}}\n#{}\n", "x".repeat(1 << 20)));
    repo.commit("a large policy");
    for command in ["check", "gates"] {
        let run = repo.run(&[command, "--base", "main"]);
        assert_eq!(run.code, 0, "{run:?}");
        let line = "this change edits council.yaml and it cannot be read there (it has ";
        assert!(run.stdout.contains(line), "{run:?}");
        assert!(run.stdout.contains("that of main counts"), "{run:?}");
    }
}

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
