//! `check` follows each chain to the base: its links, its dates, its commits, the tool that made it.

use super::trust::{answer, json_of, reviewed, text, verdict};
use crate::support::forge::{FOLDER, bundle, newest, resealed};
use crate::support::seats::MENDED;
use crate::support::{self, Repo, STAMP};
use council_review::evidence::v2::bundle::Bundle;
use serde_json::json;

/// The names of the reviews of the folder, by their dates.
fn reviews(repo: &Repo) -> Vec<String> {
    let names = repo.reviews("RFC-0001");
    names.into_iter().filter(|name| name.starts_with("rfc_review_")).collect()
}

#[test]
fn f05_the_head_follows_the_head_of_the_base() {
    // The base holds two reviews that rejected.
    let repo = Repo::example();
    for seconds in [0, 60] {
        assert_eq!(repo.later(seconds, &["RFC-0001", "-q"]).code, 1);
    }
    repo.commit("rejected twice");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let [file, old, new] = MENDED;
    repo.edit(file, old, new);
    // Four reviews beside them, of which the first begins anew.
    std::fs::rename(repo.at("evidence"), repo.at("kept")).expect("moved");
    for seconds in [120, 180, 240, 300] {
        assert_eq!(repo.later(seconds, &["RFC-0001", "-q"]).code, 0);
    }
    let kept = format!("kept{}", FOLDER.trim_start_matches("evidence"));
    for file in std::fs::read_dir(repo.at(&kept)).expect("a folder") {
        let file = file.expect("an entry");
        let to = repo.at(FOLDER).join(file.file_name());
        std::fs::rename(file.path(), to).expect("moved");
    }
    std::fs::remove_dir_all(repo.at("kept")).expect("removed");
    assert_eq!(reviews(&repo).len(), 6);
    assert_eq!(verdict(&repo), answer(1, "REFUSED", &["CHAIN"]));
    let (_, report) = json_of(&repo, &["--base", "main"]);
    let next = text(&report["checks"][0]["next"]);
    assert!(next.starts_with("remove rfc_review_20260126T100200Z.yaml, "), "{next}");
    // What is said next is what helps.
    for seconds in [120, 180, 240, 300] {
        let stamp = ["100200", "100300", "100400", "100500"][seconds / 60 - 2];
        for name in ["rfc_review", "council_session"] {
            let path = format!("{FOLDER}/{name}_20260126T{stamp}Z.yaml");
            std::fs::remove_file(repo.at(&path)).expect("removed");
        }
    }
    assert_eq!(repo.later(360, &["RFC-0001", "-q"]).code, 0);
    assert_eq!(verdict(&repo), answer(0, "PASSED", &[]));
}

#[test]
fn f05_every_link_is_there() {
    let repo = reviewed("", &[]);
    assert_eq!(repo.later(60, &["RFC-0001", "-q"]).code, 0);
    // The first of two reviews of the change is taken away.
    let first = format!("{FOLDER}/rfc_review_{STAMP}.yaml");
    std::fs::remove_file(repo.at(&first)).expect("removed");
    assert_eq!(verdict(&repo), answer(1, "REFUSED", &["CHAIN"]));
    assert_eq!(repo.run(&["check"]).code, 1);
}

/// The standard-depth review of a branch, changed and sealed again: what `check` says of it.
fn standard(change: impl FnOnce(&Repo, &mut Bundle)) -> (i32, String, Vec<String>) {
    let repo = reviewed("policy: {depth: standard}\n", &["--depth", "standard"]);
    repo.commit("reviewed");
    let path = newest(&repo, "rfc_review_");
    let mut forged = bundle(&repo, &path);
    change(&repo, &mut forged);
    support::forge::put(&repo, &path, forged);
    verdict(&repo)
}

#[test]
fn f05_dates_go_forward_and_not_ahead() {
    let date = |text: &str| serde_json::from_value(json!(text)).expect("a date");
    let refused = answer(1, "REFUSED", &["DATE"]);
    assert_eq!(standard(|_, b| b.review_timestamp = date("2999-01-01T00:00:00Z")), refused);
    assert_eq!(
        standard(|_, b| b.review_timestamp = date("2026-01-26T09:00:00Z")),
        answer(0, "PASSED", &[])
    );
    // Before the review that it follows.
    let repo = reviewed("policy: {depth: standard}\n", &["--depth", "standard"]);
    repo.commit("reviewed");
    assert_eq!(repo.later(60, &["RFC-0001", "--depth", "standard", "-q"]).code, 0);
    let newest = format!("{FOLDER}/rfc_review_20260126T100100Z.yaml");
    let mut forged = bundle(&repo, &newest);
    forged.review_timestamp = date("2026-01-26T09:59:59Z");
    support::forge::put(&repo, &newest, forged);
    assert_eq!(verdict(&repo), refused);
}

#[test]
fn f05_a_commit_that_is_named_is_in_the_history() {
    let nowhere = "0123456789abcdef0123456789abcdef01234567";
    assert_eq!(
        standard(|_, b| b.inputs.commit = Some(nowhere.to_owned())),
        answer(1, "REFUSED", &["COMMIT"])
    );
    // One of another branch is in no history of this one.
    let other = standard(|repo, b| {
        repo.git(&["checkout", "-q", "-b", "other", "main"]);
        repo.commit("elsewhere");
        b.inputs.commit = Some(repo.git(&["rev-parse", "HEAD"]));
        repo.git(&["checkout", "-q", "feature"]);
    });
    assert_eq!(other, answer(1, "REFUSED", &["COMMIT"]));
    assert_eq!(
        standard(|repo, b| b.inputs.commit = Some(repo.git(&["rev-parse", "main"]))),
        answer(0, "PASSED", &[])
    );
}

#[test]
fn f05_another_version_of_the_tool_is_named_by_the_policy() {
    let other = |_: &Repo, b: &mut Bundle| b.inputs.tool.version = "99.0.0".to_owned();
    assert_eq!(standard(other), answer(1, "STALE", &["TOOL"]));
    let allowed = "policy: {depth: standard, tools: [\"99.0.0\"]}\n";
    let repo = reviewed(allowed, &["--depth", "standard"]);
    resealed(&repo, |b| other(&repo, b));
    assert_eq!(verdict(&repo), answer(0, "PASSED", &[]));
    // Its gates are held against this version's all the same.
    resealed(&repo, |b| b.inputs.titles.clear());
    assert_eq!(verdict(&repo), answer(1, "REFUSED", &["DERIVED_OTHERWISE"]));
}
