//! `prune`: old reviews go with all that is theirs, the chain verifies, and `check` lets a change pass
//! that does just that.

use std::future::pending;

use crate::support::forge::{FOLDER, bundle, newest, rerecorded};
use crate::support::held::hold;
use crate::support::seats::seats;
use crate::support::{Repo, Run, STAMP};
use council_review::evidence::read;
use council_review::evidence::v2::pruned::Pruned;
use council_review::model::Severity;
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};

const GATES: [&str; 4] = ["RFC-0001", "--depth", "standard", "-q"];
const POLICY: &str = "policy: {depth: standard, verdicts: [APPROVED, NOT_APPLICABLE]}\n";

/// A repository whose RFC passes, with so many reviews, each in a commit of its own; the second has
/// a council.
fn reviewed(count: usize) -> Repo {
    let repo = Repo::mended();
    repo.write("council.yaml", POLICY);
    repo.commit("the base");
    for n in 0..count {
        let review: &[&str] = if n == 1 { &["RFC-0001", "-q"] } else { &GATES };
        assert_eq!(repo.run(review).code, 0);
        repo.commit("reviewed");
    }
    repo
}

/// A repository whose newest review waits for a person.
fn waiting() -> Repo {
    let repo = Repo::mended();
    repo.write("council.yaml", POLICY);
    repo.commit("the base");
    hold(&repo, &|_| seats(Severity::Major, [Support, Oppose, Abstain], [None; 3]), pending());
    repo.commit("reviewed");
    repo
}

fn rule(repo: &Repo) {
    let args = ["adjudicate", "RFC-0001", "FND-RFC-0001-001", "--decision", "dismiss"];
    let args = [&args[..], &["--by", "Ada", "--reason", "it is fine"]].concat();
    assert_eq!(repo.run(&args).code, 0);
}

fn prune(repo: &Repo, keep: &str) -> Run {
    repo.run(&["prune", "RFC-0001", "--keep", keep])
}

fn check(repo: &Repo) -> Run {
    repo.commit("a change");
    repo.run(&["check", "--base", "main"])
}

fn record(repo: &Repo) -> Pruned {
    read::pruned(repo.read(&newest(repo, "pruned_")).as_bytes()).expect("a record")
}

#[test]
fn f43_the_newest_stay_and_what_goes_is_recorded_in_the_order_of_the_chain() {
    let repo = reviewed(4);
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let seals = [1, 2].map(|n| {
        let file = if n == 1 { STAMP.to_owned() } else { format!("{STAMP}-{n}") };
        bundle(&repo, &format!("{FOLDER}/rfc_review_{file}.yaml")).seal.digest
    });
    let run = prune(&repo, "2");
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        run.stdout,
        format!(
            "RFC-0001: pruned 2 reviews (3 files); 2 reviews stay\n  recorded {FOLDER}/pruned_{STAMP}-5.yaml\n"
        )
    );
    assert_eq!(run.stderr, "council-review: next: git add -A evidence/rfc, then commit\n");
    assert_eq!(
        repo.reviews("RFC-0001"),
        [
            format!("pruned_{STAMP}-5.yaml"),
            format!("rfc_review_{STAMP}-3.yaml"),
            format!("rfc_review_{STAMP}-4.yaml"),
        ]
    );
    let pruned = record(&repo);
    let named: Vec<_> = pruned.bundles.iter().map(|b| (b.file.as_str(), &b.seal)).collect();
    let [first, second] = ["", "-2"].map(|n| format!("rfc_review_{STAMP}{n}.yaml"));
    assert_eq!(named, [(first.as_str(), &seals[0]), (second.as_str(), &seals[1])]);
    assert_eq!(pruned.previous_bundle, None);
    assert_eq!(pruned.bundles[0].files, [""; 0]);
    assert_eq!(pruned.bundles[1].files, [format!("council_session_{STAMP}-2.yaml")]);

    let run = check(&repo);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("PASSED"), "{run:?}");
    let left = ["-3", "-4"].map(|n| format!("{FOLDER}/rfc_review_{STAMP}{n}.yaml"));
    let run = repo.run(&["verify", &left[0], &left[1]]);
    assert_eq!((run.code, run.stdout.matches("VERIFIED").count()), (0, 2), "{run:?}");
    assert_eq!(repo.run(&["check"]).code, 0, "also without a base");
    // The chain goes on, and what follows is pruned after it.
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "feature"]);
    assert_eq!(repo.run(&GATES).code, 0);
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "-b", "later"]);
    let run = prune(&repo, "1");
    assert_eq!(run.code, 0, "{run:?}");
    let again = record(&repo);
    assert_eq!(again.previous_bundle, Some(pruned.bundles[1].name()));
    assert_eq!(again.bundles.len(), 2);
    let run = check(&repo);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn f43_a_dry_run_and_nothing_to_prune_write_nothing() {
    let repo = reviewed(3);
    let before = repo.reviews("RFC-0001");
    let run = repo.run(&["prune", "--all", "--keep", "1", "--dry-run"]);
    let files = [
        format!("rfc_review_{STAMP}.yaml"),
        format!("council_session_{STAMP}-2.yaml"),
        format!("rfc_review_{STAMP}-2.yaml"),
    ];
    let listed: String = files.iter().map(|file| format!("  {FOLDER}/{file}\n")).collect();
    assert_eq!(
        (run.code, run.stdout, run.stderr),
        (
            0,
            format!("RFC-0001: would prune 2 reviews (3 files); 1 review stays\n{listed}"),
            String::new()
        )
    );
    for keep in ["3", "4", "18446744073709551615"] {
        let run = prune(&repo, keep);
        let told = "RFC-0001: nothing to prune; 3 reviews stay\n".to_owned();
        assert_eq!((run.code, run.stdout, run.stderr), (0, told, String::new()));
    }
    assert_eq!(repo.reviews("RFC-0001"), before);
    assert_eq!(repo.git(&["status", "--porcelain"]), "");
    let fresh = Repo::example();
    let run = prune(&fresh, "1");
    assert_eq!(run.stdout, "RFC-0001: nothing to prune; it has no review\n");
    assert_eq!((run.code, fresh.reviews("RFC-0001")), (0, Vec::new()));
}

#[test]
fn f43_as_json_it_says_the_same() {
    let repo = reviewed(3);
    let dry = repo.run(&["prune", "RFC-0001", "--keep", "2", "--dry-run", "--format", "json"]);
    let done = repo.run(&["prune", "RFC-0001", "--keep", "2", "--format", "json"]);
    let (dry, done) = (dry.json(), done.json());
    let path = format!("{FOLDER}/pruned_{STAMP}-4.yaml");
    assert_eq!((&dry["dry_run"], &done["dry_run"]), (&true.into(), &false.into()));
    assert_eq!(done["rfcs"][0]["record_path"], path.as_str());
    assert!(dry["rfcs"][0]["record_path"].is_null());
    assert_eq!(dry["rfcs"][0]["pruned"], done["rfcs"][0]["pruned"]);
    assert_eq!(
        done["rfcs"][0]["pruned"],
        serde_json::to_value(record(&repo).bundles).expect("JSON")
    );
    assert_eq!(done["rfcs"][0]["kept"], 2);
}

#[test]
fn f43_an_open_escalation_stays_and_one_that_is_over_goes_with_its_page_and_rulings() {
    let repo = waiting();
    let page = format!("escalation_{STAMP}.md");
    let run = prune(&repo, "1");
    assert_eq!(run.stdout, "RFC-0001: nothing to prune; 1 review stays\n");
    rule(&repo);
    repo.commit("ruled");
    // The newest review rests on the ruling, and that on the review before.
    let before = repo.reviews("RFC-0001");
    let run = prune(&repo, "1");
    assert_eq!(
        run.stdout,
        "RFC-0001: nothing to prune; 2 reviews stay, since a ruling is bound to the oldest of them\n"
    );
    assert_eq!(repo.reviews("RFC-0001"), before);

    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed");
    // Of a review and the one that settles it, none goes alone.
    assert!(prune(&repo, "2").stdout.contains("nothing to prune; 3 reviews stay"));
    repo.git(&["checkout", "-q", "-b", "feature"]);
    assert_eq!(prune(&repo, "1").code, 0);
    let pruned = record(&repo);
    let ruling = format!("ruling_{STAMP}_FND-RFC-0001-001.yaml");
    let session = format!("council_session_{STAMP}.yaml");
    assert_eq!(pruned.bundles[0].files, [session, page, ruling]);
    assert_eq!(pruned.bundles[1].files, [""; 0]);
    let run = check(&repo);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn f43_a_change_does_not_take_away_what_the_base_rests_on() {
    let repo = waiting();
    rule(&repo);
    repo.commit("ruled");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    // A newer review, and both before it are gone: the base still rests on them.
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    assert_eq!(prune(&repo, "1").code, 0);
    let run = check(&repo);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.stdout.contains(&format!("main rests on rfc_review_{STAMP}.yaml, which")),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("EVIDENCE_CHANGED"), "{}", run.stdout);
}

#[test]
fn f43_a_base_that_moved_on_keeps_its_newest_review() {
    let repo = reviewed(3);
    repo.git(&["checkout", "-q", "-b", "feature"]);
    assert_eq!(prune(&repo, "1").code, 0);
    repo.commit("pruned");
    repo.git(&["checkout", "-q", "main"]);
    assert_eq!(repo.later(60, &GATES).code, 0);
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "feature"]);
    let run = check(&repo);
    assert_eq!(run.code, 0, "{run:?}");
    repo.git(&["merge", "-q", "main", "-m", "merged"]);
    assert_eq!(check(&repo).code, 0);
    assert!(repo.reviews("RFC-0001").contains(&"rfc_review_20260126T100100Z.yaml".to_owned()));
}

#[test]
fn f43_a_record_stays_and_its_names_are_not_given_again() {
    let repo = reviewed(3);
    assert_eq!(prune(&repo, "1").code, 0);
    repo.commit("pruned");
    assert_eq!(repo.run(&GATES).code, 0, "at the same second as those that are gone");
    let names = repo.reviews("RFC-0001");
    assert!(names.contains(&format!("rfc_review_{STAMP}-5.yaml")), "{names:?}");
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    std::fs::remove_file(repo.at(&newest(&repo, "pruned_"))).expect("removed");
    let run = check(&repo);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("EVIDENCE_CHANGED") && run.stdout.contains("CHAIN"), "{run:?}");
    let run = repo.run(&["check"]);
    assert!(run.code == 1 && run.stdout.contains("CHAIN"), "also without a base: {run:?}");
    let run = prune(&repo, "1");
    assert_eq!((run.code, run.stderr.lines().count()), (65, 1), "{run:?}");
    assert!(run.stderr.contains("neither there nor pruned; restore it"), "{run:?}");
}

#[test]
fn f43_a_run_that_was_killed_is_finished_by_the_next_one() {
    let repo = reviewed(4);
    let names = repo.reviews("RFC-0001");
    let kept: Vec<String> =
        names.iter().map(|file| repo.read(&format!("{FOLDER}/{file}"))).collect();
    assert_eq!(prune(&repo, "2").code, 0);
    let after = repo.reviews("RFC-0001");
    // As it was after the record was written, also when the first review is gone.
    for gone in [vec![], vec![format!("rfc_review_{STAMP}.yaml")]] {
        for (file, text) in names.iter().zip(&kept).filter(|(file, _)| !gone.contains(*file)) {
            repo.write(&format!("{FOLDER}/{file}"), text);
        }
        let run = prune(&repo, "4");
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.starts_with("RFC-0001: pruned"), "{run:?}");
        assert_eq!(repo.reviews("RFC-0001"), after, "and no other record");
    }
    // Not finished, a change does not pass; finished by a later change, it does.
    repo.git(&["checkout", "-q", "-b", "feature"]);
    for (file, text) in names.iter().zip(&kept) {
        repo.write(&format!("{FOLDER}/{file}"), text);
    }
    let run = check(&repo);
    assert!(run.code == 1 && run.stdout.contains("is still there"), "{run:?}");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "feature"]);
    repo.git(&["checkout", "-q", "-b", "finished"]);
    assert_eq!(prune(&repo, "2").code, 0);
    assert_eq!(repo.reviews("RFC-0001"), after);
    let run = check(&repo);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn f43_bad_input_has_one_line_and_changes_nothing() {
    let repo = reviewed(2);
    let before = repo.reviews("RFC-0001");
    let run = prune(&repo, "0");
    let line = "council-review: --keep 0 would leave no review: keep at least 1\n";
    assert_eq!((run.code, run.stderr.as_str()), (64, line));
    let run = repo.run(&["prune", "RFC-0001", "RFC-0009", "--keep", "1"]);
    assert_eq!((run.code, run.stderr.lines().count()), (65, 1), "{run:?}");
    assert!(run.stderr.contains("there is no RFC-0009"), "{run:?}");
    let run = repo.run(&["prune", "rfc-1", "--keep", "1"]);
    assert_eq!((run.code, run.stderr.lines().count()), (64, 1), "{run:?}");
    let run = repo.run(&["prune", "RFC-0001", "--keep", "1", "--rev", "HEAD"]);
    assert_eq!((run.code, run.stderr.lines().count()), (64, 1), "{run:?}");
    for args in [&["prune", "--keep", "1"][..], &["prune", "RFC-0001"]] {
        assert_eq!(repo.run(args).code, 64);
    }
    assert_eq!(repo.reviews("RFC-0001"), before);
    let nowhere = tempfile::tempdir().expect("a temp folder");
    let at = nowhere.path().to_str().expect("UTF-8");
    let run = repo.run(&["prune", "RFC-0001", "--keep", "1", "--repo", at]);
    assert_eq!((run.code, run.stderr.lines().count()), (65, 1), "{run:?}");
    let empty = Repo::new();
    let run = empty.run(&["prune", "--all", "--keep", "1"]);
    assert_eq!((run.code, run.stderr.lines().count()), (65, 1), "{run:?}");
    assert!(!run.stderr.contains("--allow-empty"), "{run:?}");
}

#[test]
fn f43_a_record_that_somebody_planted_takes_nothing_away() {
    let all = |repo: &Repo| -> Vec<(String, String)> {
        let names = repo.reviews("RFC-0001").into_iter();
        names.map(|file| (repo.read(&format!("{FOLDER}/{file}")), file)).collect()
    };
    type Forge = fn(&mut Pruned, Pruned);
    let forges: [(&str, Forge); 3] = [
        ("the newest", |record, whole| record.bundles = whole.bundles),
        ("a path", |record, _| record.bundles[0].files.push("../../../../council.yaml".to_owned())),
        ("another RFC", |record, _| record.rfc_id = "RFC-0002".parse().expect("an id")),
    ];
    for (name, forge) in forges {
        let repo = reviewed(3);
        let before = all(&repo);
        // A record of all three, and then the files are back.
        rerecorded(&repo, "1", |record| {
            let mut whole = record.clone();
            let mut head = whole.bundles[1].clone();
            let held = bundle(&repo, &format!("{FOLDER}/rfc_review_{STAMP}-3.yaml"));
            (head.file, head.seal) = (format!("rfc_review_{STAMP}-3.yaml"), held.seal.digest);
            head.files.clear();
            whole.bundles.push(head);
            forge(record, whole);
        });
        before.iter().for_each(|(text, file)| repo.write(&format!("{FOLDER}/{file}"), text));
        let planted = all(&repo);
        let run = prune(&repo, "1");
        assert_eq!((run.code, run.stderr.lines().count()), (65, 1), "{name}: {run:?}");
        assert_eq!(all(&repo), planted, "{name}");
        assert!(repo.at("council.yaml").exists());
    }
}

#[test]
fn f43_an_aborted_session_stays() {
    let repo = reviewed(3);
    let session = repo.read(&format!("{FOLDER}/council_session_{STAMP}-2.yaml"));
    let left = format!("{FOLDER}/council_session_20260101T000000Z.yaml");
    repo.write(&left, session);
    assert_eq!(prune(&repo, "1").code, 0);
    assert!(repo.at(&left).exists());
    // One of a review that was pruned is told to be that.
    let run = repo.run(&["replay", "COUNCIL-RFC-0001-20260126-100000-2"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stderr.contains("was pruned (pruned_"), "{run:?}");
}

#[test]
fn f43_a_folder_that_cannot_be_written_is_told_and_nothing_goes() {
    let repo = reviewed(2);
    let before = repo.reviews("RFC-0001");
    // Something stands where the lock of the record's names would be.
    let lock = format!("council_session_{STAMP}-3.lock");
    std::fs::create_dir(repo.at(&format!("{FOLDER}/{lock}"))).expect("made");
    let run = prune(&repo, "1");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.lines().count()), (74, "", 1), "{run:?}");
    assert!(run.stderr.contains("could not write the evidence"), "{run:?}");
    std::fs::remove_dir(repo.at(&format!("{FOLDER}/{lock}"))).expect("removed");
    assert_eq!(repo.reviews("RFC-0001"), before);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = repo.at(FOLDER);
        let mode = |mode| std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode));
        mode(0o555).expect("set");
        // Nobody keeps root out.
        let is_kept_out = std::fs::write(folder.join("probe"), "").is_err();
        let run = is_kept_out.then(|| prune(&repo, "1"));
        mode(0o755).expect("set");
        if let Some(run) = run {
            assert_eq!((run.code, run.stderr.lines().count()), (74, 1), "{run:?}");
            assert_eq!(repo.reviews("RFC-0001"), before);
        }
    }
}
