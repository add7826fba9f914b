//! What each command prints and how it ends, as a user meets them.

use crate::support::{Repo, Run, STAMP, binary};

const TICKET_2: &str = "documents/work/tickets/TCK-00002.yaml";

/// The example without its planted defect, committed.
fn mended() -> Repo {
    let repo = Repo::mended();
    repo.commit("mended");
    repo
}

#[test]
fn f25_the_example_is_fixed_by_the_ticket_that_does_it_and_not_by_a_claim() {
    let repo = Repo::example();
    let problem = repo.read("documents/rfcs/RFC-0001/01_problem_and_imports.yaml");
    assert!(
        problem.contains("#   council-review new ticket RFC-0001 --for REQ-0003\n"),
        "{problem}"
    );
    assert!(
        include_str!("../../../README.md")
            .contains("council-review new ticket RFC-0001 --for REQ-0003")
    );
    // Binding it to a ticket that does no such thing.
    let bound = "    - requirement_id: REQ-0002\n";
    let both = format!("{bound}    - requirement_id: REQ-0003\n");
    repo.edit(TICKET_2, bound, &both);
    let claimed = repo.run(&["RFC-0001"]);
    assert!(
        claimed.stdout.contains("TCK-00002 Refuse names that are none  1 MINOR"),
        "{claimed:?}"
    );
    let words = claimed.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = "TCK-00002 claims REQ-0003 (\"Greet in the caller's language\"), and no scope line, step \
                or criterion of it speaks of that";
    assert!(words.contains(says), "{claimed:?}");
    // The ticket that the comment asks for, filled in.
    repo.edit(TICKET_2, &both, bound);
    let run = repo.run(&["new", "ticket", "RFC-0001", "--for", "REQ-0003"]);
    assert_eq!(run.code, 0, "{run:?}");
    repo.write(
        "documents/work/tickets/TCK-00003.yaml",
        include_str!("../../catch/shell-greet/tree/documents/work/tickets/TCK-00003.yaml"),
    );
    let done = repo.run(&["RFC-0001"]);
    assert!(done.stdout.starts_with("APPROVED  RFC-0001"), "{done:?}");
}

#[test]
fn the_book_shows_what_the_tool_prints() {
    let repo = Repo::new();
    assert_eq!(repo.run(&["init", "--example"]).code, 0);
    let run = repo.run(&["RFC-0001"]);
    let page = include_str!("../../../docs/src/start/first-review.md");
    // The page ends where the council's figures begin.
    let (shown, _) = run.stdout.split_once("\n\ncouncil\n").expect("figures of the council");
    assert!(page.contains(shown), "the page shows something else than:\n{shown}");
    let session = "COUNCIL-RFC-0001-20260126-100000";
    let run = repo.run(&["replay", session]);
    assert_eq!(run.code, 0);
    let page = include_str!("../../../docs/src/concepts/evidence.md");
    assert!(page.contains(run.stdout.trim_end()), "the page shows something else than:\n{run:?}");
}

#[test]
fn the_example_is_rejected_then_mended_then_approved() {
    let repo = Repo::example();
    let rejected = repo.run(&["RFC-0001"]);
    assert_eq!((rejected.code, rejected.stderr.as_str()), (1, ""), "{rejected:?}");
    let repo = mended();
    let approved = repo.run(&["RFC-0001"]);
    assert_eq!((approved.code, approved.stderr.as_str()), (0, ""), "{approved:?}");
    assert!(approved.stdout.starts_with("APPROVED  RFC-0001"));
    // The next act that it names works as it stands.
    let verify =
        approved.stdout.lines().find(|line| line.trim().starts_with("council-review verify"));
    let words: Vec<&str> = verify.expect("a next act").split_whitespace().skip(1).collect();
    assert_eq!(repo.run(&words).code, 0);
}

#[test]
fn gates_write_nothing_and_print_one_document() {
    let repo = Repo::example();
    let before = repo.git(&["status", "--porcelain", "-uall", "--ignored"]);
    let run = repo.run(&["gates", "RFC-0001", "--format", "json"]);
    assert_eq!(run.code, 1);
    assert_eq!(repo.git(&["status", "--porcelain", "-uall", "--ignored"]), before);
    let document = run.json();
    let keys: Vec<&str> =
        document.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["schema_version", "tool", "reviews", "repository"]);
    assert_eq!(document["tool"]["name"], "council-review");
    let review = &document["reviews"][0];
    let keys: Vec<&str> =
        review.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["rfc_id", "state", "verdict", "gates", "findings"]);
    let gates: Vec<String> = review["gates"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|g| format!("{} {} {}", g["gate_id"], g["type"], g["status"]).replace('"', ""))
        .collect();
    assert_eq!(
        gates,
        [
            "GATE-TCK-SCHEMA TRUSTED PASSED",
            "GATE-TCK-DEPENDENCY-ACYCLICITY DETERMINISTIC PASSED",
            "GATE-TCK-SCOPE-COVERAGE DETERMINISTIC FAILED",
            "GATE-TCK-CCP-MAPPING DETERMINISTIC PASSED",
        ]
    );
    let finding = &review["findings"][0];
    assert_eq!(finding["finding_id"], "FND-RFC-0001-001");
    assert_eq!((&finding["rule"], &finding["severity"]), (&"R38".into(), &"BLOCKER".into()));
    assert_eq!(finding["location"]["line"], 31);
    assert_eq!(finding["signature"].as_str().map(str::len), Some(32));
    assert_eq!(document["repository"]["findings"], serde_json::json!([]));
}

#[test]
fn the_worst_code_of_several_wins_and_a_table_sums_up() {
    let repo = mended();
    let meta = "rfc_meta: {rfc: {id: RFC-0002}, binds_to_prd: {prd_id: NONE}}\n";
    repo.write("documents/rfcs/RFC-0002/00_meta.yaml", meta);
    let run = repo.run(&["RFC-0001", "RFC-0002"]);
    assert_eq!(run.code, 0, "{run:?}");
    let (_, table) = run.stdout.rsplit_once("\nRFC  ").expect("a table");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[1][..3], ["RFC-0001", "OK", "APPROVED"]);
    assert_eq!(rows[2][..3], ["RFC-0002", "OK", "APPROVED"]);
    repo.edit(TICKET_2, "    - requirement_id: REQ-0003\n", "");
    assert_eq!(repo.run(&["--all", "-q"]).code, 1);
    assert_eq!(repo.run(&["gates", "--all", "-q"]).code, 1);
}

#[test]
fn a_commit_is_read_instead_of_the_work_tree() {
    let repo = mended();
    assert_eq!(repo.run(&["gates", "RFC-0001"]).code, 0);
    assert_eq!(repo.run(&["gates", "RFC-0001", "--rev", "HEAD~1"]).code, 1);
    std::fs::remove_dir_all(repo.at("documents")).expect("removed");
    assert_eq!(repo.run(&["gates", "RFC-0001"]).code, 65);
    assert_eq!(repo.run(&["gates", "RFC-0001", "--rev", "HEAD"]).code, 0);
    // The same files give the same dossier, wherever they are read from.
    let digest = |run: &Run| run.json()["reviews"][0]["bundle"]["inputs"]["dossier_digest"].clone();
    let of_commit = repo.run(&["RFC-0001", "--rev", "HEAD", "--format", "json"]);
    repo.git(&["checkout", "-q", "--", "documents"]);
    let of_tree = repo.run(&["RFC-0001", "--format", "json"]);
    assert_eq!(digest(&of_commit), digest(&of_tree));
}

#[test]
fn a_bare_repository_can_be_read_and_not_written() {
    let repo = mended();
    let bare = tempfile::tempdir().expect("a temp folder");
    let target = bare.path().to_str().expect("UTF-8");
    repo.git(&["clone", "-q", "--bare", ".", target]);
    let run = |args: &[&str]| {
        let output = binary().args(args).args(["--repo", target]).output().expect("runs");
        Run::from(output)
    };
    assert_eq!(run(&["gates", "RFC-0001"]).code, 65, "which commit?");
    assert_eq!(run(&["gates", "RFC-0001", "--rev", "HEAD"]).code, 0);
    let review = run(&["RFC-0001", "--rev", "HEAD"]);
    assert_eq!((review.code, review.stderr.lines().count()), (65, 1), "{review:?}");
}

#[test]
fn show_is_the_review_again() {
    let repo = mended();
    let reviewed = repo.run(&["RFC-0001"]);
    let shown = repo.run(&["show", "RFC-0001"]);
    assert_eq!((shown.code, &shown.stdout), (reviewed.code, &reviewed.stdout));
    let json = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    assert_eq!(json["rfc_id"], "RFC-0001");
    let fields: Vec<&str> =
        json.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(
        fields,
        [
            "schema_version",
            "protocol",
            "rfc_id",
            "verdict",
            "verdict_reason",
            "review_timestamp",
            "review_depth",
            "terminal_state",
            "terminal_reason",
            "open",
            "findings",
            "consensus_findings",
            "deadlocked_findings",
            "partial_findings",
            "votes",
            "gates",
            "assessment",
            "council_metadata",
            "calls",
            "people",
            "inputs",
            "log_digest",
            "previous_bundle",
            "seal",
        ],
        "the order of DESIGN.md §9"
    );
}

#[test]
fn verify_speaks_json_too() {
    let repo = mended();
    repo.run(&["RFC-0001", "-q"]);
    let path = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    let document = repo.run(&["verify", &path, "--format", "json"]).json();
    assert_eq!(document["bundles"][0]["status"], "VERIFIED");
    let text = repo.read(&path).replacen("verdict: APPROVED", "verdict: REJECTED", 1);
    repo.write(&path, text);
    let run = repo.run(&["verify", &path, "--format", "json"]);
    let document = run.json();
    assert_eq!((run.code, &document["bundles"][0]["status"]), (1, &"REFUSED".into()));
    let fault = &document["bundles"][0]["faults"][0];
    assert!(fault["message"].as_str().expect("text").contains("verdict"), "{document}");
    assert!(fault["line"].as_u64().expect("a line") > 1);
}

#[test]
fn init_never_overwrites() {
    let repo = Repo::new();
    repo.write("council.yaml", "council:\n  modes: anchored\n");
    let run = repo.run(&["init"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("left as it is  council.yaml"), "{run:?}");
    assert_eq!(repo.read("council.yaml"), "council:\n  modes: anchored\n");
}

#[test]
fn the_layout_can_be_another() {
    let repo = mended();
    repo.git(&["mv", "documents/rfcs", "design"]);
    repo.git(&["mv", "documents/work/tickets", "work"]);
    // The tickets make files under documents/, which should stay a folder that exists.
    repo.write("documents/README.md", "what the tickets make\n");
    repo.write("council.yaml", "layout:\n  rfcs: design\n  tickets: work/\n  evidence: reviews\n");
    let run = repo.run(&["RFC-0001", "-q"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bundle = format!("reviews/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    assert_eq!(repo.run(&["verify", &bundle]).code, 0);
}

#[test]
fn each_mode_policy_gives_a_council_that_verifies() {
    for policy in ["agent", "fixed", "anchored"] {
        let repo = mended();
        repo.write("council.yaml", format!("council:\n  modes: {policy}\n"));
        assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0, "{policy}");
        let bundle = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
        let run = repo.run(&["verify", &bundle]);
        assert_eq!(run.code, 0, "{policy}: {run:?}");
    }
}

#[test]
fn schemas_modes_and_completions_are_printed() {
    let repo = Repo::new();
    let names = repo.run(&["schema"]).stdout;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/schemas");
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let file_names = files.map(|file| file.file_name().into_string().expect("UTF-8"));
    let mut kept: Vec<String> =
        file_names.filter_map(|name| Some(name.strip_suffix(".schema.json")?.to_owned())).collect();
    kept.sort();
    assert_eq!(names.lines().collect::<Vec<_>>(), kept);
    for name in names.lines() {
        assert!(repo.run(&["schema", name]).json().is_object(), "{name}");
    }
    assert_eq!(
        repo.run(&["modes", "--format", "json"]).json()["modes"].as_array().map(Vec::len),
        Some(80)
    );
    for shell in ["bash", "zsh", "fish"] {
        assert!(repo.run(&["completions", shell]).stdout.contains("council-review"), "{shell}");
    }
}

#[test]
fn f45_explain_without_a_name_lists_all_names() {
    let repo = Repo::new();
    let run = repo.run(&["explain"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    for line in [
        "gates",
        "  GATE-TCK-SCHEMA                 Does every file parse, and have the shape, ids and references",
        "  R38  a requirement without a ticket",
        "  SCOPE_GAP",
        "  mode-1 to mode-80; council-review modes lists them",
        "  exit-65  bad input",
    ] {
        assert!(run.stdout.lines().any(|l| l.starts_with(line)), "{line:?}:\n{}", run.stdout);
    }
    // Every name that it lists is explained.
    let kinds = repo.run(&["explain", "--format", "json"]).json();
    let mut names = 0;
    for topic in kinds["kinds"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|kind| kind["topics"].as_array().expect("a list"))
    {
        let name = topic["id"].as_str().expect("a name");
        assert!(!topic["what"].as_str().unwrap_or_default().is_empty(), "{name}");
        if names % 20 == 0 {
            assert_eq!(repo.run(&["explain", name]).code, 0, "{name}");
        }
        names += 1;
    }
    assert!(names > 150, "{names}");
}

#[test]
fn f45_a_name_that_nothing_is_near_gets_no_empty_list() {
    let repo = Repo::new();
    let run = repo.run(&["explain", "81"]);
    assert_eq!((run.code, run.stdout.as_str()), (65, ""));
    assert_eq!(
        run.stderr,
        "council-review: nothing is called \"81\"; `council-review explain` lists all names\n"
    );
    let run = repo.run(&["explain", "SCOPE_GAPS"]);
    assert_eq!(run.code, 65);
    assert!(run.stderr.contains("; nearest: SCOPE_GAP, "), "{run:?}");
}

#[test]
fn f45_a_rule_is_explained_with_what_it_objects_to_and_what_it_accepts() {
    let run = Repo::new().run(&["explain", "r21", "--format", "json"]).json();
    let file = "documents/work/tickets/TCK-00002.yaml";
    let text = |id: &str| format!("  dependencies:\n    tickets:\n    - ticket_id: {id}");
    assert_eq!(run["before"], serde_json::json!({"file": file, "text": text("TCK-00099")}));
    assert_eq!(run["after"], serde_json::json!({"file": file, "text": text("TCK-00001")}));
}

#[test]
fn f45_one_finding_is_shown_whole() {
    let repo = Repo::example();
    repo.edit(TICKET_2, "One example for each; say", "One example for each, to be decided; say");
    let review = repo.run(&["RFC-0001", "--format", "json"]).json();
    let findings = review["reviews"][0]["bundle"]["findings"].as_array().expect("a list").clone();
    let vague = findings.iter().find(|f| f["rule"].is_null()).expect("a seat's finding");
    let id = vague["finding_id"].as_str().expect("an id");
    let run = repo.run(&["show", "RFC-0001", id]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""), "the verdict's code: {run:?}");
    for part in [
        "MINOR[SA-2 via mode 56]: \"to be decided\" leaves open",
        "  gate        GATE-TCK-IMPLEMENTABILITY\n",
        "  yaml path   implementation.implementation_steps[1]\n",
        "  signature   ",
        "\nfor\n  SA-2 raised it in cycle 2 as MINOR",
        "= council: built-in rules (no AI model)\n",
        "\nagainst\n  nobody\n",
        "\nproposed fixes\n",
        "bundle: evidence/rfc/RFC-0001/reviews/rfc_review_20260126T100000Z.yaml\n",
    ] {
        assert!(run.stdout.contains(part), "{part:?} in\n{}", run.stdout);
    }
    let json = repo.run(&["show", "RFC-0001", id, "--format", "json"]).json();
    for key in ["finding_id", "description", "location", "resolution", "signature", "source_agent"]
    {
        assert_eq!(json["finding"][key], vague[key], "{key}");
    }
    // The file keeps every ballot; the page does not tell one set of rules as three who agree.
    assert_eq!(json["finding"]["ballots"].as_array().map(Vec::len), Some(3), "{json}");
    assert!(!run.stdout.contains("ballot"), "{}", run.stdout);
    for (word, code, line) in [
        (
            "FND-RFC-0001-099",
            65,
            "evidence/rfc/RFC-0001/reviews/rfc_review_20260126T100000Z.yaml has no \
             FND-RFC-0001-099; it has FND-RFC-0001-001, FND-RFC-0001-002",
        ),
        (
            "FND-1",
            64,
            "\"FND-1\" is not a finding id: expected FND-, the subject's name and a number, as in FND-RFC-0042-001",
        ),
    ] {
        let run = repo.run(&["show", "RFC-0001", word]);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""));
        assert_eq!(run.stderr, format!("council-review: {line}\n"));
    }
}

#[test]
fn f43_init_marks_the_evidence_as_generated_and_keeps_what_is_there() {
    const LINE: &str = "evidence/** linguist-generated";
    let repo = Repo::new();
    let run = repo.run(&["init"]);
    assert!(run.stdout.contains("wrote          .gitattributes\n"), "{run:?}");
    assert_eq!(repo.read(".gitattributes"), format!("{LINE}\n"));
    let run = repo.run(&["init"]);
    assert!(run.stdout.contains("left as it is  .gitattributes\n"), "{run:?}");
    assert_eq!(repo.read(".gitattributes"), format!("{LINE}\n"), "not twice");
    for (before, after) in [
        ("*.png binary", format!("*.png binary\n{LINE}\n")),
        ("* text\r\n*.png binary\r\n", format!("* text\r\n*.png binary\r\n{LINE}\r\n")),
        ("\u{feff}# ours\n", format!("\u{feff}# ours\n{LINE}\n")),
    ] {
        repo.write(".gitattributes", before);
        let run = repo.run(&["init"]);
        let told = format!("added to       .gitattributes  ({LINE})\n");
        assert!(run.code == 0 && run.stdout.contains(&told), "{run:?}");
        assert_eq!(repo.read(".gitattributes"), after);
    }
    // Git reads it as it is meant, also of a folder of another name.
    repo.write("council.yaml", "layout: {evidence: \"our reviews/[1]\"}\n");
    assert_eq!(repo.run(&["init"]).code, 0);
    for path in ["evidence/rfc/RFC-0001/reviews/x.yaml", "our reviews/[1]/RFC-0001/reviews/x.yaml"]
    {
        let said = repo.git(&["check-attr", "linguist-generated", path]);
        assert!(said.ends_with("linguist-generated: set"), "{said}");
    }
}

#[test]
fn f43_init_leaves_attributes_alone_that_are_no_text_of_the_repository() {
    let repo = Repo::new();
    repo.write(".gitattributes", b"*.png \xff\n");
    let run = repo.run(&["init"]);
    let told = "left as it is  .gitattributes  (a link, or no text: add `evidence/** linguist-generated` where it belongs)\n";
    assert!(run.code == 0 && run.stdout.contains(told), "{run:?}");
    assert_eq!(std::fs::read(repo.at(".gitattributes")).expect("readable"), b"*.png \xff\n");
    let json = repo.run(&["init", "--format", "json"]).json();
    assert_eq!(json["files"][1], serde_json::json!({"path": ".gitattributes", "written": false}));
    #[cfg(unix)]
    {
        let other = tempfile::tempdir().expect("a temp folder");
        let target = other.path().join("attributes");
        std::fs::write(&target, "* text\n").expect("written");
        std::fs::remove_file(repo.at(".gitattributes")).expect("removed");
        std::os::unix::fs::symlink(&target, repo.at(".gitattributes")).expect("linked");
        let run = repo.run(&["init"]);
        assert!(run.code == 0 && run.stdout.contains(told), "{run:?}");
        assert_eq!(std::fs::read_to_string(&target).expect("readable"), "* text\n");
    }
}
