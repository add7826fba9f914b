//! `bench`: what members find of what is known to be wrong, and the same figures from the bundles.

use std::future::pending;

use crate::support::held::{hold, seats_over_two};
use crate::support::{Repo, program};
use council_review::model::Severity;
use council_review::model::opinion::Vote::{Oppose, Support};
use serde_json::{Value, json};

const LABELS: &str = "documents/rfcs/RFC-0001/bench.yaml";
const DEFECTS: &str = "defects:
- id: no-ticket
  says: No ticket serves REQ-0003.
  at:
  - {file: documents/rfcs/RFC-0001/01_problem_and_imports.yaml, gates: [GATE-TCK-SCOPE-COVERAGE]}
- id: which-line
  says: The summary does not say which line is printed.
  at:
  - {file: documents/work/tickets/TCK-00001.yaml, kinds: [INCOMPLETE_PLAN]}
- id: the-caller
  says: The code has a caller that nobody adapts.
  needs_code: true
  at:
  - {file: documents/work/tickets/TCK-00001.yaml, lines: [1, 2]}
";

/// The example, whose defects are known.
fn labelled(labels: &str) -> Repo {
    let repo = Repo::example();
    repo.write(LABELS, labels);
    repo
}

/// The bundle of a council in which SA-1 says two things of one ticket, and one of them is dismissed.
fn recorded(repo: &Repo) -> String {
    let seats = |_: &_| seats_over_two(Severity::Minor, [Support, Oppose, Oppose]);
    hold(repo, &seats, pending()).bundle_path
}

fn json(repo: &Repo, args: &[&str]) -> Value {
    let run = repo.run(&[args, &["--format", "json"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    run.json()
}

fn row<'r>(report: &'r Value, who: &str) -> &'r Value {
    let rows = report["plans"][0]["runs"][0]["rows"].as_array().expect("rows");
    rows.iter().find(|row| row["who"] == who).expect("somebody")
}

#[test]
fn a_labelled_plan_is_reviewed_and_its_bundles_give_the_same_figures() {
    let repo = labelled(DEFECTS);
    let args = ["bench", "RFC-0001", "--runs", "2", "--out", "out"];
    let run = repo.run(&args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    let head = format!("RFC-0001: 3 defects, 1 needing the code ({LABELS})\n");
    assert!(run.stdout.starts_with(&head), "{}", run.stdout);
    assert!(run.stdout.contains("  missed the-caller: The code has a caller"), "{}", run.stdout);
    assert!(repo.reviews("RFC-0001").is_empty(), "a bench is no evidence of the repository");
    let bundles = [1, 2].map(|n| {
        let folder = format!("out/run-{n}/evidence/rfc/RFC-0001/reviews");
        format!("{folder}/rfc_review_{}.yaml", crate::support::STAMP)
    });
    let score = ["bench", "--bundle", &bundles[0], &bundles[1]];
    assert_eq!(repo.run(&score).stdout, run.stdout);
    std::fs::remove_dir_all(repo.at("out")).expect("removed");
    let report = repo.run(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(repo.run(&[&score[..], &["--format", "json"]].concat()).stdout, report.stdout);

    let report = report.json();
    let gates = row(&report, "gates");
    assert_eq!((&gates["findings"], &gates["caught"]), (&json!(1), &json!(1)));
    assert_eq!(row(&report, "council")["recall_percent"], json!(33.3));
    let means = report["plans"][0]["means"].as_array().expect("means");
    let council = means.iter().find(|mean| mean["who"] == "council").expect("it");
    assert_eq!(council["reviews"], 2);
    assert_eq!(council["recall_percent"], json!({"mean": 33.3, "least": 33.3, "most": 33.3}));
    assert_eq!(report["means"], json!([]), "one plan has its own");
}

#[test]
fn without_a_folder_the_evidence_goes_into_gits_own() {
    let repo = labelled(DEFECTS);
    repo.commit("labels");
    assert_eq!(repo.run(&["bench", "RFC-0001", "-q"]).code, 0);
    assert!(repo.at(".git/council-review/bench/run-1/evidence").is_dir());
    assert_eq!(repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_member_and_the_council_are_told_apart() {
    let repo = labelled(DEFECTS);
    let bundle = recorded(&repo);
    let report = json(&repo, &["bench", "--bundle", &bundle]);
    let member = row(&report, "SA-1");
    assert_eq!(member["holder"], "scripted:script of SA-1");
    let figures = ["findings", "caught", "repeats", "unlabelled", "caught_needing_code"];
    assert_eq!(figures.map(|name| member[name].clone()), [2, 1, 0, 1, 0].map(Value::from));
    assert_eq!(member["precision"], json!({"at_least_percent": 50.0, "at_most_percent": 100.0}));
    assert_eq!(member["spent"]["input_tokens"], 2_100, "700 of each call");
    assert_eq!(member["spent"]["cost"], json!({"known_usd": "0.0000", "unknown_calls": 3}));
    assert_eq!(row(&report, "SA-2")["findings"], 0);
    assert!(row(&report, "SA-2").get("precision").is_none());
    // A quorum dismissed what SA-1 alone saw; the finding of the gates stands.
    let council = row(&report, "council");
    assert_eq!((&council["findings"], &council["caught"]), (&json!(1), &json!(1)));
    let run = &report["plans"][0]["runs"][0];
    assert_eq!(run["defects"][0]["caught_by"], json!(["gates", "council"]));
    assert_eq!(run["defects"][1]["caught_by"], json!(["SA-1"]));
    assert_eq!(run["unlabelled"][0]["said_by"], json!(["SA-1"]));
    let page = repo.run(&["bench", "--bundle", &bundle]).stdout;
    assert!(page.contains("no price"), "{page}");
    assert!(page.contains("which line is printed. (SA-1 had it)"), "{page}");
}

#[test]
fn a_judgement_makes_precision_exact_and_a_wrong_finding_catches_nothing() {
    let repo = labelled(DEFECTS);
    let bundle = recorded(&repo);
    let report = json(&repo, &["bench", "--bundle", &bundle]);
    let open = &report["plans"][0]["runs"][0]["unlabelled"][0];
    let signature = open["signature"].as_str().expect("it has one").to_owned();
    let page = repo.run(&["bench", "--bundle", &bundle]).stdout;
    assert!(page.contains(&format!("  - {{signature: \"{signature}\", right: }}  # MAJOR")));
    for (right, percent) in [(true, 100.0), (false, 50.0)] {
        let judged = format!("judged:\n- {{signature: \"{signature}\", right: {right}}}\n");
        repo.write(LABELS, format!("{DEFECTS}{judged}"));
        let report = json(&repo, &["bench", "--bundle", &bundle]);
        let exact = json!({"at_least_percent": percent, "at_most_percent": percent});
        assert_eq!(row(&report, "SA-1")["precision"], exact);
        assert!(!repo.run(&["bench", "--bundle", &bundle]).stdout.contains("judged"));
    }
    // The same of a finding that stands where a defect is.
    let bundle_text = repo.read(&bundle);
    let (_, own) = bundle_text.split_once("subcategory: INCOMPLETE_PLAN").expect("the finding");
    let (_, own) = own.split_once("    signature: ").expect("its signature");
    let own = own.lines().next().expect("a line").trim_matches('"');
    let judged = format!("judged:\n- {{signature: \"{own}\", right: false}}\n");
    repo.write(LABELS, format!("{DEFECTS}{judged}"));
    let report = json(&repo, &["bench", "--bundle", &bundle]);
    assert_eq!(row(&report, "SA-1")["caught"], 0);
    assert_eq!(row(&report, "SA-1")["judged_wrong"], 1);
}

/// A member that asks for nothing but the labels.
fn curious(repo: &Repo) -> String {
    let path = repo.at(".git/curious");
    let asked = json!({"kind": "file", "path": LABELS, "from": 1, "lines": 9});
    let look = json!({"answer": "LOOK", "requests": [asked]});
    program(&path, &format!("#!/bin/sh\ncat > /dev/null\necho '{look}'\n"));
    let config = repo.at(".git/council.yaml");
    let yaml = format!("commands: {{mine: {{argv: ['{}']}}}}\n", path.display());
    std::fs::write(&config, yaml).expect("written");
    config.to_str().expect("UTF-8").to_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn nobody_who_sits_is_shown_what_there_is_to_find() {
    let repo = labelled(DEFECTS);
    let config = curious(&repo);
    let seat = ["--seat", "SA-1=command:mine", "--config", &config, "-q"];
    let run = repo.run(&[&["bench", "RFC-0001", "--out", "out"], &seat[..]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let folder = "out/run-1/evidence/rfc/RFC-0001/reviews";
    let bundle = repo.read(&format!("{folder}/rfc_review_{}.yaml", crate::support::STAMP));
    assert!(bundle.contains("NOT_ALLOWED") && !bundle.contains("as: LOOKED"), "{bundle}");
    let two = ["--seat", "SA-2=command:mine", "--out", "lost"];
    let run = repo.run(&[&["bench", "RFC-0001"], &seat[..], &two[..]].concat());
    assert_eq!(run.code, 3, "no council of one: {run:?}");
    assert!(run.stdout.contains("\nABORTED lost/run-1/"), "{run:?}");

    assert_eq!(repo.run(&[&["RFC-0001"], &seat[..]].concat()).code, 1);
    let shown = format!("evidence/rfc/RFC-0001/reviews/{}", repo.reviews("RFC-0001")[1]);
    assert!(repo.read(&shown).contains("as: LOOKED"));
    let run = repo.run(&["bench", "--bundle", &shown]);
    let line = format!(
        "council-review: a member of {shown} was shown bench.yaml, so that it says nothing of who finds what; run it anew: council-review bench RFC-0001\n"
    );
    assert_eq!((run.code, run.stderr), (65, line));
}

#[test]
fn what_cannot_be_scored_is_told_in_a_line_before_anybody_is_asked() {
    let repo = labelled(DEFECTS);
    let bundle = recorded(&repo);
    let refused = |args: &[&str], code: i32, line: &str| {
        let run = repo.run(&[&["bench"], args].concat());
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{args:?}: {run:?}");
        assert_eq!(run.stderr, format!("council-review: {line}\n"), "{args:?}");
        assert!(!repo.at(".git/council-review").exists());
    };
    refused(&["RFC-0009"], 65, "there is no RFC-0009; did you mean RFC-0001?");
    refused(
        &["--bundle", "none.yaml"],
        65,
        "cannot read none.yaml: No such file or directory (os error 2)",
    );
    refused(
        &["RFC-0001", "RFC-0002", "--labels", LABELS],
        64,
        "--labels is of one RFC: name one, or leave it out and write bench.yaml into the folder of each",
    );
    let text = repo.read(&bundle);
    repo.write("forged.yaml", text.replace("severity: MINOR", "severity: MAJOR"));
    let run = repo.run(&["bench", "--bundle", "forged.yaml"]);
    assert_eq!(run.code, 65);
    let end = "; a bundle that does not verify is not scored: council-review verify forged.yaml\n";
    assert!(run.stderr.starts_with("council-review: forged.yaml:"), "{run:?}");
    assert!(run.stderr.ends_with(end), "{run:?}");
    let ticket = "documents/work/tickets/TCK-00001.yaml";
    let stood = repo.read(ticket);
    repo.write(ticket, format!("{stood}# more\n"));
    refused(
        &["--bundle", &bundle],
        65,
        &format!(
            "{bundle} is about other files of RFC-0001 than {LABELS}; name the commit that it is about: --rev REV"
        ),
    );
    repo.write(ticket, stood);
    for (labels, fault) in [
        ("defects: []\n", "1:10: [] has less than 1 item"),
        (
            "defects:\n- {id: a b, says: x, at: [{file: x}]}\n",
            "2:8: \"a b\" does not match \"^[A-Za-z0-9._-]{1,64}$\"",
        ),
        (
            "defects:\n- {id: a, says: x, at: [{file: x, kinds: [TYPO]}]}\n",
            "2:43: \"TYPO\" is not one of",
        ),
        (
            "defects:\n- {id: a, says: x, at: [{file: x}]}\n",
            "2:32: the repository has no file \"x\"",
        ),
        (
            "defects:\n- {id: a, says: x, at: [{file: ../x}]}\n",
            "2:32: the repository has no file \"../x\"",
        ),
        (
            "defects:\n- {id: a, says: x, at: [{file: council.yaml}]}\njudged:\n- {signature: 0f6c, right: true}\n",
            "4:15: \"0f6c\" does not match \"^[0-9a-f]{32}$\"",
        ),
        ("defects: [\n", "1:10: not YAML"),
    ] {
        repo.write(LABELS, labels);
        let run = repo.run(&["bench", "RFC-0001"]);
        assert_eq!(run.code, 65, "{labels}: {run:?}");
        let told = format!("council-review: {LABELS}:{fault}");
        assert!(run.stderr.starts_with(&told), "{labels}: {}", run.stderr);
    }
    std::fs::remove_file(repo.at(LABELS)).expect("removed");
    refused(
        &["RFC-0001"],
        65,
        &format!(
            "RFC-0001 has no labels; write what is wrong with it into {LABELS}, or name the file with --labels: council-review schema bench_labels"
        ),
    );
}
