//! Labelled cases as labelled plans: several defects of one repository planted together, in a form that
//! `council-review bench` reads.
//!
//! `PLANS=DIR cargo test --test catch plans` writes them as git repositories below a new folder, to be
//! reviewed by members of your own: `council-review bench RFC-0201 --repo DIR/go-queue --seat …`.

use std::path::{Path, PathBuf};

use council_review::app::bench::labels::{Defect, DefectPlace, FILE, Labels};
use council_review::model::Subcategory::{
    self, AgentContextGap, AmbiguousScope, AtomicityViolation, BrokenRef, CousinViolation,
    EvidenceGap, IncompletePlan, MergeUnsafe, MissingVerification, PhaseMisordering, ScopeOverlap,
};

use crate::case::{Case, Style, Tree, styles};
use crate::support;
use crate::support::repo::{Repo, STAMP};

/// A repository, its RFC, and the cases that are planted together: each in tickets of its own.
const PLANS: [(&str, &str, &[&str]); 2] = [
    (
        "go-queue",
        "RFC-0201",
        &[
            "05-take-over-as-said",
            "07-pauses-nobody-runs",
            "08-minute-loop",
            "11-key-before-its-store",
            "12-cron-without-cases",
            "14-pages-of-good-input",
            "17-runner-go",
            "23-a-second-do",
        ],
    ),
    (
        "python-ingest",
        "RFC-0301",
        &[
            "01-digest-of-upload",
            "02-gzip-without-corrupt-streams",
            "06-silence-some-multiple",
            "10-ingest-module-that-is-not",
            "13-webhook-steps-say-scope",
            "15-second-format-module",
            "27-crash-safe-write-again",
            "37-thinning-without-a-way",
        ],
    ),
];

/// What a right finding of a planted kind may be called, and whether nobody can know it without the
/// code.
fn called(kind: &str) -> (Vec<Subcategory>, bool) {
    match kind {
        "cousin-symbol" | "cousin-file" => (vec![CousinViolation], true),
        "wrong-path" => (vec![BrokenRef, AmbiguousScope, AgentContextGap], true),
        "hidden-dependency" => (vec![PhaseMisordering, MergeUnsafe], false),
        "tests-elsewhere" => {
            (vec![AtomicityViolation, MergeUnsafe, EvidenceGap, MissingVerification], false)
        }
        "no-verification" => (vec![MissingVerification, EvidenceGap], false),
        "vague-words" => (vec![AmbiguousScope, IncompletePlan], false),
        "twin-ticket" => (vec![ScopeOverlap], false),
        "steps-restate-scope" | "no-steps" | "no-signature" | "no-error-cases" => {
            (vec![IncompletePlan, AgentContextGap, AmbiguousScope], false)
        }
        other => panic!("{other}: say what a right finding may be called"),
    }
}

/// A case's label: at its tickets, under the names that its kind may have.
fn defect(case: &Case) -> Defect {
    let (kinds, needs_code) = called(&case.plants);
    let place = |ticket: &String| DefectPlace {
        file: format!("documents/work/tickets/{ticket}.yaml"),
        lines: None,
        gates: Vec::new(),
        kinds: kinds.clone(),
    };
    Defect {
        id: case.name.clone(),
        says: case.why.split_whitespace().collect::<Vec<_>>().join(" "),
        at: case.at.iter().map(place).collect(),
        needs_code,
    }
}

/// A repository with all of these cases planted, and its labels.
fn planted(style: &Style, rfc: &str, names: &[&str]) -> Tree {
    let mut tree = style.tree.clone();
    let mut defects = Vec::new();
    for name in names {
        let case = style.tuned.iter().find(|case| case.name == *name).expect("a case");
        tree = case.applied(&tree);
        defects.push(defect(case));
    }
    let labels = serde_yaml::to_string(&Labels { defects, judged: Vec::new() }).expect("YAML");
    tree.insert(format!("documents/rfcs/{rfc}/{FILE}"), labels);
    tree
}

#[test]
fn plans_of_several_cases_are_benched() {
    let kept = std::env::var_os("PLANS").map(PathBuf::from);
    let styles = styles();
    for (name, rfc, cases) in PLANS {
        let style = styles.iter().find(|style| style.name == name).expect("a repository");
        let repo = Repo::new();
        for (path, text) in planted(style, rfc, cases) {
            repo.write(&path, text);
        }
        repo.commit("a plan whose defects are known");
        if let Some(folder) = &kept {
            copy(repo.path(), &folder.join(name));
        }
        let run = repo.run(&["bench", rfc]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        support::figure(&run.stdout);
        let report = repo.run(&["bench", rfc, "--format", "json", "-q"]);
        let report: serde_json::Value = serde_json::from_str(&report.stdout).expect("JSON");
        let plan = &report["plans"][0];
        assert_eq!(plan["defects"], cases.len());
        assert!(plan["needing_code"].as_u64() >= Some(2), "{plan}");
        let bundle = plan["runs"][0]["bundle_path"].as_str().expect("a path");
        assert!(bundle.ends_with(&format!("rfc_review_{STAMP}-2.yaml")), "{bundle}");
        let rows = plan["runs"][0]["rows"].as_array().expect("rows");
        let council = rows.last().expect("the council");
        // What the rules catch is held elsewhere; here, that the labels are reached at all.
        assert!(council["caught"].as_u64() >= Some(cases.len() as u64 / 2), "{}", run.stdout);
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.expect("readable");
        let path = to.join(entry.path().strip_prefix(from).expect("below"));
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&path).expect("made");
        } else {
            std::fs::copy(entry.path(), &path).expect("copied");
        }
    }
}
