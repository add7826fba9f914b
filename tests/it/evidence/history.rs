//! Reviews of one RFC after the other: what became of findings, and which kinds come again.

use crate::support::{self, EPOCH, Repo, Run};

const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";
const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";
const BOUND: &str = "    - requirement_id: REQ-0002\n";

fn at(repo: &Repo, hour: u64, args: &[&str]) -> Run {
    let now = EPOCH.parse::<u64>().expect("a number") + hour * 3_600;
    let output = support::binary()
        .args(args)
        .current_dir(repo.path())
        .env("SOURCE_DATE_EPOCH", now.to_string())
        .output();
    output.expect("it runs").into()
}

fn last(run: &Run) -> String {
    let (_, rest) = run.stdout.split_once("since the review before\n").expect("a section");
    rest.lines().next().expect("a line").trim().to_owned()
}

#[test]
fn findings_are_followed_from_one_review_to_the_next() {
    let repo = Repo::example();
    let first = at(&repo, 0, &["RFC-0001"]);
    assert!(!first.stdout.contains("since the review before"), "nothing to compare with");
    assert!(last(&at(&repo, 1, &["RFC-0001"])).starts_with("0 new, 0 regressed, 1 persisting"));
    // Mended, while something else breaks.
    repo.edit(SECOND, BOUND, &format!("{BOUND}    - requirement_id: REQ-0003\n"));
    repo.edit(FIRST, "    - requirement_id: REQ-0001\n", "    - requirement_id: REQ-0077\n");
    let run = at(&repo, 2, &["RFC-0001"]);
    assert!(last(&run).ends_with("0 persisting, 1 resolved"), "{run:?}");
    assert!(
        run.stdout.contains("RESOLVED BLOCKER[SCOPE_GAP]: `REQ-0003` has no ticket"),
        "{run:?}"
    );
    assert!(run.stdout.contains("NEW "), "{run:?}");
    // What was mended breaks again.
    repo.edit(SECOND, &format!("{BOUND}    - requirement_id: REQ-0003\n"), BOUND);
    let run = at(&repo, 3, &["RFC-0001"]);
    assert!(last(&run).starts_with("0 new, 1 regressed"), "{run:?}");
    assert!(run.stdout.contains("REGRESSED FND-RFC-0001-00"), "{run:?}");
    let shown = at(&repo, 4, &["show", "RFC-0001"]);
    assert_eq!(last(&shown), last(&run));
    assert!(!at(&repo, 5, &["show", "RFC-0001", "-q"]).stdout.contains("since the review"));
}

#[test]
fn kinds_that_come_again_are_counted_once_each() {
    let repo = Repo::example();
    assert_eq!(repo.run(&["trends"]).stdout, "no review holds a finding\n");
    for hour in 0..4 {
        at(&repo, hour, &["RFC-0001", "-q"]);
    }
    let trends = |repo: &Repo| repo.run(&["trends", "--format", "json"]).json();
    let classes = trends(&repo);
    let gap = &classes["classes"][0];
    assert_eq!(
        (&gap["subcategory"], &gap["count"], &gap["level"]),
        (&"SCOPE_GAP".into(), &1.into(), &"NONE".into())
    );
    assert_eq!(gap["file_kind"], "rfc");
    // Requirements that nobody defines, one after the other.
    let wrong = |n: usize| {
        (0..n).map(|i| format!("    - requirement_id: REQ-01{i:02}\n")).collect::<String>()
    };
    for (n, level) in [(3, "FLAG"), (5, "COUNTERMEASURE"), (10, "ESCALATE")] {
        let text = repo.read(SECOND);
        let kept: String = text
            .lines()
            .filter(|line| !line.contains("REQ-01"))
            .map(|line| format!("{line}\n"))
            .collect();
        repo.write(SECOND, kept.replace(BOUND, &format!("{BOUND}{}", wrong(n))));
        at(&repo, 10 + n as u64, &["RFC-0001", "-q"]);
        let classes = trends(&repo);
        let first = &classes["classes"][0];
        assert_eq!((&first["subcategory"], &first["level"]), (&"BROKEN_REF".into(), &level.into()));
        assert_eq!(first["count"], n);
        let page = repo.run(&["trends"]);
        assert!(page.stdout.contains(&format!("{level:<16}")), "{page:?}");
    }
}

#[test]
fn the_summary_says_where_each_rfc_stands() {
    let repo = Repo::example();
    repo.write("documents/rfcs/RFC-0002/00_meta.yaml", "rfc_meta: {rfc: {id: RFC-0002}}\n");
    repo.run(&["RFC-0001", "-q"]);
    let run = repo.run(&["summary"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("RFC-0001  OK              REJECTED"), "{run:?}");
    assert!(run.stdout.contains("RFC-0002  -               no review"), "{run:?}");
    let json = repo.run(&["summary", "--format", "json"]).json();
    assert_eq!(json["rfcs"][0]["verdict"], "REJECTED");
    assert_eq!(json["rfcs"][1]["bundle_path"], serde_json::Value::Null);
}
