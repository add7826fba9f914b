//! Plans of other formats from the command line: how they are named, what `gates`, a review, `check`
//! and the rest say of them, and what bad input gets.

use crate::support::Repo;

const SPEC: &str = "\
# Feature Specification: Photo albums

## User Scenarios & Testing

### User Story 1 - Albums (Priority: P1)

People group photos by date.

**Independent Test**: open the page and see two albums.

**Acceptance Scenarios**:

1. **Given** two photos of one day, **When** the page opens, **Then** they are in one album

## Requirements

### Functional Requirements

- **FR-001**: The page MUST show one album for each day
";

const TASKS: &str = "\
# Tasks: Photo albums

## Phase 1: Setup

- [x] T001 Create the table in src/db.rs

## Phase 2: User Story 1

- [ ] T002 [US1] List albums by day in src/list.rs, depends on T001 (FR-001)
- [ ] T003 [US1] Test that two photos of one day are in one album in tests/list.rs
";

/// A repository with one feature of spec-kit that passes, committed.
fn albums() -> Repo {
    let repo = Repo::new();
    repo.write("specs/001-photo-albums/spec.md", SPEC);
    repo.write("specs/001-photo-albums/plan.md", "# Plan\n\nRust, one table.\n");
    repo.write("specs/001-photo-albums/tasks.md", TASKS);
    repo.write("src/db.rs", "pub struct Table;\n");
    repo.commit("a feature");
    repo
}

/// The same beside an OpenSpec change.
fn both() -> Repo {
    let repo = albums();
    repo.write("openspec/config.yaml", "schema: spec-driven\n");
    repo.write(
        "openspec/changes/add-theme/proposal.md",
        "## Why\nDark rooms.\n\n## What Changes\n- A theme.\n\n## Capabilities\n### New Capabilities\n- `theme`: light and dark\n",
    );
    repo.write(
        "openspec/changes/add-theme/specs/theme/spec.md",
        "## ADDED Requirements\n### Requirement: Theme selection\nThe page SHALL offer two themes.\n\n#### Scenario: Dark\n- **WHEN** dark is chosen\n- **THEN** the page is dark\n",
    );
    repo.write(
        "openspec/changes/add-theme/tasks.md",
        "## 1. Theme\n- [ ] 1.1 Add src/theme.rs with two themes\n- [ ] 1.2 Test both themes\n",
    );
    repo.write("openspec/changes/archive/2026-08-17-add-login/proposal.md", "## Why\nx\n");
    repo.commit("a change");
    repo
}

#[test]
fn a_feature_is_named_as_people_name_it() {
    let repo = both();
    for word in ["001-photo-albums", "spec-kit:001-photo-albums"] {
        let run = repo.run(&["gates", word, "--format", "json"]);
        assert_eq!(run.code, 0, "{run:?}");
        let document = run.json();
        let review = &document["reviews"][0];
        assert_eq!(
            (&review["rfc_id"], &review["adapter"]),
            (&"001-photo-albums".into(), &"spec-kit".into())
        );
        assert_eq!((&review["state"], &review["verdict"]), (&"OK".into(), &"APPROVED".into()));
    }
    let run = repo.run(&["gates", "add-theme", "001-photo-albums"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("add-theme") && run.stdout.contains("001-photo-albums"), "{run:?}");
    let all = repo.run(&["gates", "--all", "--format", "json"]).json();
    let names: Vec<&str> = all["reviews"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|review| review["rfc_id"].as_str())
        .collect();
    assert_eq!(names, ["add-theme", "001-photo-albums"]);
}

#[test]
fn names_that_are_none_get_one_line() {
    let repo = both();
    repo.write("specs/add-theme/spec.md", SPEC);
    let long = "a".repeat(129);
    for (word, code, told) in [
        ("nope", 65, "there is no nope; there are "),
        ("albums", 65, "did you mean spec-kit:001-photo-albums?"),
        ("001", 65, "did you mean spec-kit:001-photo-albums?"),
        ("add-theme", 64, "say openspec:add-theme or spec-kit:add-theme"),
        ("add-login", 0, "archived 2026-08-17; nothing to review"),
        ("../x", 64, "is not a subject's name"),
        ("a/b", 64, "is not a subject's name"),
        ("", 64, "is not a subject's name"),
        (&long, 64, "is not a subject's name"),
        ("kiro:a", 64, "native, openspec, spec-kit or bmad"),
    ] {
        let run = repo.run(&["gates", word]);
        assert_eq!(run.code, code, "{word}: {run:?}");
        assert!(run.stderr.contains(told), "{word}: {run:?}");
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "{run:?}");
    }
    assert_eq!(repo.run(&["check", "add-login"]).code, 65);
    assert_eq!(repo.run(&["gates", "-x"]).code, 64);
}

#[test]
fn the_layout_says_where_plans_are() {
    let repo = albums();
    repo.write("council.yaml", "adapter: kiro\n");
    let run = repo.run(&["gates", "--all"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stderr.contains("it can be auto, native, openspec, spec-kit or bmad"), "{run:?}");

    repo.write("council.yaml", "layout: {specs: nowhere}\n");
    repo.git(&["mv", "specs", "docs-specs"]);
    let run = repo.run(&["gates", "--all"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stderr.contains("layout.specs is \"nowhere\", and nothing is there"), "{run:?}");

    repo.write("council.yaml", "layout: {specs: docs-specs}\n");
    assert_eq!(repo.run(&["gates", "001-photo-albums"]).code, 0);
    repo.write("council.yaml", "adapter: native\nlayout: {specs: docs-specs}\n");
    assert_eq!(repo.run(&["gates", "--all"]).code, 65);
}

#[test]
fn where_no_plan_is_read_those_that_are_there_are_told() {
    let repo = Repo::new();
    repo.write("docs/specs/001-a/spec.md", SPEC);
    repo.write("specs/api.yaml", "openapi: 3.1.0\n");
    repo.commit("specs of other kinds");
    for args in [&["gates", "--all"][..], &["check"], &["--all"]] {
        let run = repo.run(args);
        assert_eq!(run.code, 65, "{run:?}");
        let said = run.stdout.clone() + &run.stderr;
        assert!(
            said.contains("`docs/specs/` holds 1 folder with spec.md: set layout.specs"),
            "{said}"
        );
    }
    let repo = Repo::new();
    repo.write("openspec/changes/archive/2026-08-17-a/tasks.md", "- [x] 1.1 a\n");
    repo.commit("archived");
    let run = repo.run(&["check"]);
    assert_eq!(run.code, 65, "{run:?}");
    let said = run.stdout.clone() + &run.stderr;
    assert!(said.contains("no live change in `openspec/changes/`; 1 archived"), "{said}");
}

#[test]
fn files_that_cannot_be_read_are_findings_and_never_shown() {
    let cases: [(&str, Vec<u8>); 3] =
        [("S3", Vec::new()), ("A2", b"- [ ] T001 a\0".to_vec()), ("A1", vec![b' '; 2 << 20])];
    for (rule, bytes) in cases {
        let repo = albums();
        repo.write("specs/001-photo-albums/tasks.md", bytes);
        let run = repo.run(&["gates", "001-photo-albums"]);
        assert_eq!(run.code, 1, "{rule}: {run:?}");
        assert!(run.stdout.contains(&format!("BLOCKER[{rule}]")), "{rule}: {run:?}");
    }
    let repo = albums();
    let path = repo.at("specs/001-photo-albums/tasks.md");
    std::fs::remove_file(&path).expect("it was there");
    std::os::unix::fs::symlink("/etc/passwd", &path).expect("a link");
    let run = repo.run(&["gates", "001-photo-albums"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("BLOCKER[A3]") && !run.stdout.contains("root:"), "{run:?}");
}

#[test]
fn a_feature_is_reviewed_its_evidence_verifies_and_check_passes() {
    let repo = both();
    for (name, folder) in [
        ("001-photo-albums", "evidence/spec-kit/001-photo-albums/reviews"),
        ("add-theme", "evidence/openspec/add-theme/reviews"),
    ] {
        let run = repo.run(&[name]);
        assert!([0, 1].contains(&run.code), "{run:?}");
        let bundle = std::fs::read_dir(repo.at(folder))
            .expect("evidence")
            .map(|entry| entry.expect("an entry").path())
            .find(|path| path.to_string_lossy().contains("rfc_review_"))
            .expect("a bundle");
        let text = std::fs::read_to_string(&bundle).expect("text");
        let written = [format!("rfc_id: {name}\n"), format!("rfc_id: \"{name}\"\n")];
        assert!(written.iter().any(|line| text.contains(line)), "{text}");
        let path = bundle.strip_prefix(repo.path()).expect("below").to_string_lossy().into_owned();
        let run = repo.run(&["verify", &path]);
        assert_eq!(run.code, 0, "{run:?}");
        let run = repo.run(&["show", name]);
        assert!(run.stdout.contains(name), "{run:?}");
        for args in [&["report", name, "--format", "html"][..], &["plan", name]] {
            let run = repo.run(args);
            assert_eq!(run.code, 0, "{run:?}");
        }
    }
    repo.commit("reviewed");
    let session = std::fs::read_dir(repo.at("evidence/spec-kit/001-photo-albums/reviews"))
        .expect("evidence")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .find(|name| name.starts_with("council_session_"))
        .expect("a session");
    let path = format!("evidence/spec-kit/001-photo-albums/reviews/{session}");
    let text = repo.read(&path);
    assert!(text.contains("session_id: COUNCIL-spec-kit-001-photo-albums-20"), "{text}");
    let run = repo.run(&["replay", &path]);
    assert_eq!(run.code, 0, "{run:?}");
    for args in [&["summary"][..], &["trends"], &["escalations"]] {
        let run = repo.run(args);
        assert!([0, 2].contains(&run.code), "{run:?}");
    }
}

#[test]
fn a_change_puts_in_question_what_it_touches() {
    let repo = both();
    repo.git(&["checkout", "-q", "-b", "work"]);
    repo.write("src/other.rs", "fn other() {}\n");
    repo.commit("code alone");
    let run = repo.run(&["gates", "--base", "main", "--format", "json"]);
    assert_eq!((run.code, run.json()["reviews"].as_array().map(Vec::len)), (0, Some(0)), "{run:?}");

    repo.edit("specs/001-photo-albums/tasks.md", "depends on T001", "depends on T009");
    repo.commit("a broken task");
    let run = repo.run(&["gates", "--base", "main", "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let document = run.json();
    let reviews = document["reviews"].as_array().expect("a list");
    assert_eq!(reviews.len(), 1, "{document}");
    assert_eq!(reviews[0]["adapter"], "spec-kit");
    let finding = &reviews[0]["findings"][0];
    assert_eq!((&finding["rule"], &finding["change"]), (&"S11".into(), &"INTRODUCED".into()));
    assert_eq!(finding["location"]["anchor"], "T002");

    repo.git(&["rm", "-q", "specs/001-photo-albums/tasks.md"]);
    repo.commit("no tasks");
    let run = repo.run(&["gates", "--base", "main", "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let document = run.json();
    let rules: Vec<&str> = document["reviews"][0]["findings"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|finding| finding["rule"].as_str())
        .collect();
    assert_eq!(rules, ["A6"]);
    assert_eq!(repo.run(&["check", "--base", "main"]).code, 1);
}

#[test]
fn an_archived_change_is_retired_and_a_deleted_one_needs_a_word() {
    let repo = both();
    repo.git(&["checkout", "-q", "-b", "work"]);
    let archive = "openspec/changes/archive/2026-11-28-add-theme";
    repo.git(&["mv", "openspec/changes/add-theme", archive]);
    repo.commit("archived");
    let run = repo.run(&["gates", "--base", "main"]);
    assert_eq!(run.code, 0, "{run:?}");
    repo.git(&["rm", "-q", "-r", archive]);
    repo.commit("deleted");
    let run = repo.run(&["gates", "--base", "main", "--format", "json"]);
    assert_eq!(run.code, 2, "{run:?}");
    let leaving = &run.json()["leaving"][0];
    assert_eq!(
        (&leaving["rfc_id"], &leaving["adapter"]),
        (&"add-theme".into(), &"openspec".into())
    );
}

#[test]
fn a_waiver_names_a_subject_of_a_format() {
    let repo = albums();
    repo.edit("specs/001-photo-albums/tasks.md", "depends on T001", "depends on T009");
    let waiver = |subject: &str| {
        format!(
            "waiver:\n  id: WVR-0001\n  scope: {{rules: [S11], adapter: spec-kit, subject: {subject}}}\n  reason: later\n  approved_by: Ada\n  expires: 2099-01-01\n"
        )
    };
    repo.write("documents/work/waivers/WVR-0001.yaml", waiver("002-other"));
    assert_eq!(repo.run(&["gates", "001-photo-albums"]).code, 1);
    repo.write("documents/work/waivers/WVR-0001.yaml", waiver("001-photo-albums"));
    let run = repo.run(&["gates", "001-photo-albums"]);
    assert_eq!(run.code, 0, "{run:?}");
}
