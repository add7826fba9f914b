//! What the gates know of a repository before they judge it: files of any size, who claims what,
//! which folders are components. Tried with the real binary in a real repository.

use std::sync::Arc;

use crate::support::greeting::greeting;
use crate::support::{Repo, figure};
use council_review::gates::check_all;
use council_review::model::{Layout, hidden};
use council_review::source::memory::MemorySnapshot;
use council_review::source::{Dossier, Library};
use council_review::yaml::Limits;
use serde_json::Value;

const RFC: &str = "docs/rfcs/RFC-0001";

fn ticket(number: u32) -> String {
    format!("docs/work/tickets/TCK-{number:05}.yaml")
}

/// Adds lines at the end of a file.
fn append(repo: &Repo, path: &str, text: &str) {
    repo.write(path, repo.read(path) + text);
}

/// The exit code of `gates RFC-0001` with these arguments, and its findings: rule, severity, file,
/// words.
fn gates(repo: &Repo, more: &[&str]) -> (i32, Vec<[String; 4]>) {
    let args = [&["gates", "RFC-0001", "--format", "json"], more].concat();
    let run = repo.run(&args);
    let report = run.json();
    let findings = report["reviews"][0]["findings"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let row = |finding: &Value| {
        [
            text(&finding["rule"]),
            text(&finding["severity"]),
            text(&finding["location"]["file"]),
            text(&finding["description"]),
        ]
    };
    (run.code, findings.map(row).collect())
}

/// Rule, severity and file of each finding.
fn places(findings: &[[String; 4]]) -> Vec<[&str; 3]> {
    findings
        .iter()
        .map(|[rule, severity, file, _]| [rule, severity, file].map(|s| s.as_str()))
        .collect()
}

#[test]
fn the_repository_has_no_findings() {
    assert_eq!(gates(&greeting(), &[]), (0, Vec::new()));
}

#[test]
fn f08_a_ticket_that_is_too_large_stays_in_its_rfc() {
    let repo = greeting();
    std::fs::remove_file(repo.at(&format!("{RFC}/06_ticket_decomposition.yaml"))).expect("removed");
    let head = "ticket_meta:\n  ticket: {id: TCK-00003, title: Long, status: READY}\n  \
                binds: {rfc_id: RFC-0001, requirements: [REQ-0001]}\n  \
                definition_of_done: {criteria: [done]}\nx: |\n";
    let line = format!("  {}\n", "a".repeat(1_000));
    repo.write(&ticket(3), head.to_owned() + &line.repeat(1_100));
    let file = ticket(3);
    let expected = [["R4", "BLOCKER", file.as_str()]];
    let (code, findings) = gates(&repo, &[]);
    assert_eq!((code, places(&findings)), (1, expected.to_vec()), "in the work tree");
    repo.commit("a ticket of a megabyte");
    let (code, findings) = gates(&repo, &["--rev", "HEAD"]);
    assert_eq!((code, places(&findings)), (1, expected.to_vec()), "in a commit");
    repo.git(&["gc", "-q"]);
    let (code, findings) = gates(&repo, &["--rev", "HEAD"]);
    assert_eq!((code, places(&findings)), (1, expected.to_vec()), "in a pack");
    // What stands behind the first 64 KiB is not looked at.
    let far = line.repeat(66) + &head.replace('\n', "\n  ");
    repo.write(&ticket(3), "x: |\n".to_owned() + &far + &line.repeat(1_100));
    assert_eq!(gates(&repo, &[]), (0, Vec::new()));
    let whole = repo.run(&["gates", "--all", "--format", "json"]).json();
    assert_eq!(whole["repository"]["findings"][0]["rule"], "R4");
}

#[test]
fn f08_a_change_that_brings_a_ticket_too_large_concerns_its_rfc() {
    let repo = greeting();
    repo.git(&["checkout", "-q", "-b", "change"]);
    let head = "ticket_meta:\n  binds: {rfc_id: RFC-0001}\nx: ";
    repo.write(&ticket(3), head.to_owned() + &"a".repeat(1_100_000));
    repo.commit("a ticket of a megabyte");
    let run = repo.run(&["gates", "--changed", "--base", "main", "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let report = run.json();
    let rules: Vec<&Value> = report["reviews"][0]["findings"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|finding| &finding["rule"])
        .collect();
    assert_eq!(rules, ["R4"]);
}

#[test]
fn f09_the_creators_own_words_hide_no_misordering() {
    for verb in ["Create", "Write"] {
        let repo = greeting();
        append(
            &repo,
            &ticket(1),
            &format!("  plan: {{steps: [\"{verb} src/greet.rs with the parser\"]}}\n"),
        );
        repo.edit(&ticket(2), "{tickets: [TCK-00001]}", "{tickets: []}");
        repo.edit(&format!("{RFC}/06_ticket_decomposition.yaml"), ", depends_on: [TCK-00001]", "");
        let (code, findings) = gates(&repo, &[]);
        assert_eq!(places(&findings), [["R47", "MAJOR", ticket(2).as_str()]], "{verb}");
        assert_eq!(code, 0, "{verb}");
    }
}

#[test]
fn f20_a_phase_has_a_number_a_fraction_and_a_letter() {
    for (first, second) in [("P1.5", "P1"), ("PHASE-3B", "PHASE-3A")] {
        let repo = greeting();
        append(&repo, &ticket(1), &format!("  notes: \"Phase: {first}\"\n"));
        append(&repo, &ticket(2), &format!("  notes: \"Phase: {second}\"\n"));
        let (_, findings) = gates(&repo, &[]);
        assert_eq!(places(&findings), [["R27", "MAJOR", ticket(2).as_str()]]);
    }
}

#[test]
fn f30_a_path_that_several_tickets_name_is_told_once_with_all_of_them() {
    let notes = |list: &str, path: &str| {
        format!("  notes: {{codebase_context: {{{list}: [{{file: {path}}}]}}}}\n")
    };
    for (list, path, rule) in [
        ("extend", "src/ghost.rs", "R45"),
        ("extend", "/etc/passwd", "R42"),
        ("create", "tools/x.sh", "R46"),
        ("create", "src/two.rs", "R48"),
    ] {
        let repo = greeting();
        repo.edit("Cargo.toml", "[package]\n", "[workspace]\nmembers = [\"src\"]\n#");
        repo.write("src/Cargo.toml", "");
        append(&repo, &ticket(1), &notes(list, path));
        append(&repo, &ticket(2), &notes(list, path));
        let (_, findings) = gates(&repo, &[]);
        let ours: Vec<_> = findings.iter().filter(|finding| finding[0] == rule).collect();
        assert_eq!(ours.len(), 1, "{findings:?}");
        for id in ["TCK-00001", "TCK-00002"] {
            assert!(ours[0][3].contains(id), "{}", ours[0][3]);
        }
    }
}

#[test]
fn f31_files_that_begin_with_a_dot_do_not_count() {
    let repo = greeting();
    repo.write(&format!("{RFC}/requirements/._REQ-0003.yaml"), b"\x00\x05\x16\x07\xff");
    repo.write("docs/work/tickets/._TCK-00001.yaml", b"\x00\x05\x16\x07\xff");
    assert_eq!(gates(&repo, &[]), (0, Vec::new()));
}

#[test]
fn f32_a_bare_number_is_no_requirements_id() {
    let repo = greeting();
    append(&repo, &format!("{RFC}/01_problem_and_imports.yaml"), "    - 5\n");
    assert_eq!(gates(&repo, &[]), (0, Vec::new()));
}

#[test]
fn f33_documents_and_the_data_of_tests_are_no_components() {
    let repo = greeting();
    repo.write("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n");
    for folder in ["crates/a", "crates/b", "crates/c", "tests/data/crates/strata"] {
        repo.write(&format!("{folder}/Cargo.toml"), "");
    }
    for number in [1, 2] {
        repo.write(
            &ticket(number),
            repo.read(&ticket(number)).replace("src/greet.rs", "crates/a/src/greet.rs"),
        );
    }
    repo.edit(
        &ticket(1),
        "[{path: crates/a/src/greet.rs}]",
        "[{path: crates/a/src/greet.rs}, {path: docs/guide.md}, {path: NOTES.md}]",
    );
    assert_eq!(gates(&repo, &[]), (0, Vec::new()));
    repo.edit(&ticket(1), "{path: docs/guide.md}", "{path: tests/data/crates/strata/x.rs}");
    let (_, findings) = gates(&repo, &[]);
    assert_eq!(places(&findings), [["R46", "MINOR", ticket(1).as_str()]]);
}

/// Every character that no reader sees, tab and line breaks aside.
fn hidden_characters() -> Vec<char> {
    let all = ('\0'..=char::MAX).filter(|c| hidden::is_hidden(*c));
    all.filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}

/// A ticket that has each of `chars` once in each of five fields, one of them a key; written raw or as an escape.
fn hiding(stem: &str, chars: &[char], written: impl Fn(char) -> String) -> String {
    let run: String = chars.iter().map(|c| format!("x{}", written(*c))).collect();
    format!(
        "ticket_meta:\n  ticket: {{id: {stem}, title: \"a {run}\"}}\n  binds:\n    rfc_id: RFC-0001\n    \
         requirements: [REQ-0001]\n  scope:\n    in_scope:\n    - \"b {run}\"\n    \"c {run}\": d\n  \
         notes:\n    security: \"e {run}\"\n  definition_of_done:\n    criteria: [\"f {run}\"]\n"
    )
}

#[test]
fn f15_every_hidden_character_is_reported_raw_and_escaped_in_five_fields() {
    let all = hidden_characters();
    assert!(all.len() > 4_200, "{}", all.len());
    let raw = |c: char| c.to_string();
    let escaped = |c: char| format!("\\U{:08X}", u32::from(c));
    // What YAML lets nobody write raw is refused for it.
    let (controls, others): (Vec<char>, Vec<char>) =
        all.iter().partition(|c| c.is_control() && **c != '\u{85}');
    let mut tree = MemorySnapshot::new()
        .file("documents/rfcs/RFC-0001/00_meta.yaml", "rfc_meta: {rfc: {id: RFC-0001}}\n")
        .file(
            "documents/rfcs/RFC-0001/01_problem.yaml",
            "problem: {additional_requirements: [REQ-0001]}\n",
        );
    let mut expected = Vec::new();
    let groups = others.chunks(16).map(|group| (group, true));
    let groups = groups.chain(all.chunks(16).map(|group| (group, false)));
    for (number, (group, is_raw)) in groups.enumerate() {
        let stem = format!("TCK-{number:05}");
        let text = if is_raw { hiding(&stem, group, raw) } else { hiding(&stem, group, escaped) };
        tree = tree.file(format!("documents/work/tickets/{stem}.yaml"), text);
        expected.push((stem, 5 * group.len()));
    }
    let library = Arc::new(Library::load(&tree, Layout::default()));
    let rfc = "RFC-0001".parse().expect("an id");
    let dossier = Dossier::build(library, &rfc).expect("the RFC");
    let gate = &check_all(&dossier)[0];
    let told: Vec<(String, usize)> = gate
        .findings
        .iter()
        .filter(|finding| finding.rule.as_str() == "R53")
        .map(|finding| {
            let number = finding.description.split(' ').next().and_then(|word| word.parse().ok());
            let ticket = finding.ticket.as_ref().expect("a ticket").to_string();
            (ticket, number.expect("a number"))
        })
        .collect();
    assert_eq!(told, expected);
    for c in controls {
        let text = hiding("TCK-00001", &[c], raw);
        let read = council_review::yaml::read(text.as_bytes(), Limits::TICKET);
        assert!(read.is_err() || c == '\u{7f}' || c > '\u{7f}', "{c:?}");
    }
    figure(&format!("{} characters, raw and escaped, in five fields: all reported", all.len()));
}

#[test]
fn f15_every_hidden_character_is_shown_on_every_page() {
    let repo = greeting();
    let others: Vec<char> = hidden_characters().into_iter().filter(|c| !c.is_control()).collect();
    let title: String = others.iter().map(|c| format!("x{c}")).collect();
    repo.edit(&ticket(1), "title: Greet,", &format!("title: \"Greet {title}\","));
    repo.edit(&ticket(1), "status: READY", "status: \"x\\u202e\\ufe01\"");
    for format in ["text", "json", "markdown", "html", "sarif", "junit", "github"] {
        let run = repo.run(&["gates", "RFC-0001", "--format", format]);
        if run.code == 64 {
            continue;
        }
        let hidden = |c: &char| hidden::is_hidden(*c) && *c != '\n';
        assert_eq!(run.stdout.chars().find(hidden), None, "{format}");
        assert!(run.stdout.contains("202e"), "{format}: {}", run.stdout);
    }
}

#[test]
fn f15_hidden_text_fails_no_gate_and_is_told_in_one_line() {
    let repo = greeting();
    repo.edit(&ticket(1), "title: Greet,", "title: \"Greet\\u202e\\ufe01\\ufe02\",");
    append(&repo, &ticket(1), "  notes:\n    a: |\n      one\n      t\u{200b}wo\n");
    let (code, findings) = gates(&repo, &[]);
    let file = ticket(1);
    assert_eq!(places(&findings), [["R53", "MAJOR", file.as_str()]]);
    assert_eq!(
        findings[0][3],
        "4 hidden characters (U+200B, U+202E, U+FE01, U+FE02) at lines 2 and 14: people and models read another text than the one shown"
    );
    assert_eq!(code, 0);
}

#[test]
fn f21_a_long_list_is_no_fault() {
    let repo = greeting();
    let lines: String = (0..6_000).map(|n| format!("- x{n}\n")).collect();
    append(&repo, &ticket(1), &format!("x_lines:\n{lines}"));
    append(&repo, &format!("{RFC}/01_problem_and_imports.yaml"), &format!("x_lines:\n{lines}"));
    append(&repo, &format!("{RFC}/06_ticket_decomposition.yaml"), &format!("x_lines:\n{lines}"));
    assert_eq!(gates(&repo, &[]), (0, Vec::new()));
    let run = repo.run(&["explain", "R4"]);
    for limit in ["1 MiB", "64 levels", "100,000 nodes", "alias"] {
        assert!(run.stdout.replace('\n', " ").contains(limit), "{limit}: {}", run.stdout);
    }
}

#[test]
fn f21_of_very_many_findings_in_one_file_the_last_counts_the_others() {
    let repo = greeting();
    let entries: String = (0..30_000).map(|n| format!("  - REQ-{n:05}x\n")).collect();
    repo.edit(&ticket(1), "requirements: [REQ-0001]", "requirements: [REQ-0001] #");
    append(&repo, &ticket(1), &format!("dependencies:\n  tickets:\n{entries}"));
    let (code, findings) = gates(&repo, &[]);
    assert_eq!((code, findings.len()), (1, 1_000));
    let (last, others) = findings.split_last().expect("findings");
    assert_eq!(last[0], "R21");
    assert!(last[3].ends_with("; 29000 more of this file are not listed"), "{}", last[3]);
    assert!(others.iter().all(|finding| !finding[3].contains("not listed")));
}

#[test]
fn r57_a_misnamed_ticket_explains_in_words_what_its_rfc_lacks() {
    let repo = greeting();
    let misnamed = "docs/work/tickets/TCK-1.yaml";
    repo.write(misnamed, repo.read(&ticket(1)));
    std::fs::remove_file(repo.at(&ticket(1))).expect("removed");
    let (code, findings) = gates(&repo, &[]);
    assert_eq!(code, 1);
    let said = |rule: &str, what: &str| {
        let end = format!("; `{misnamed}` (R2) explains `{what}`");
        findings.iter().any(|[by, _, _, text]| by == rule && text.contains(&end))
    };
    assert!(said("R38", "REQ-0001") && said("R45", "src/greet.rs"), "{findings:#?}");

    // It counts all the same, since what explains it stands in no review; another RFC's does not.
    let report = repo.run(&["gates", "RFC-0001", "--format", "json"]).json();
    let all = report["reviews"][0]["findings"].as_array().expect("a list");
    assert!(all.iter().all(|finding| finding["because"].as_array().is_none_or(Vec::is_empty)));
    repo.write(misnamed, repo.read(misnamed).replace("RFC-0001", "RFC-0002"));
    let (_, findings) = gates(&repo, &[]);
    assert!(findings.iter().all(|[_, _, _, text]| !text.contains("(R2)")), "{findings:#?}");
}
