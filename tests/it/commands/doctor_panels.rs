//! `doctor` and the panels of councils about a question.

use crate::support::Repo;

#[test]
fn panels_are_looked_at_like_seats() {
    let repo = Repo::example();
    repo.write(
        "council.yaml",
        "councils:
  design:
    council: rounds
    members:
    - {name: ada, holder: \"anthropic:model-a\", chair: true}
    - {name: bob, holder: \"mailbox:box/bob\"}
providers:
  anthropic: {key_env: COUNCIL_TEST_NO_SUCH_KEY}
",
    );
    std::fs::create_dir_all(repo.at("box/bob")).expect("made");
    let run = repo.run(&["doctor"]);
    assert_eq!((run.code, run.stderr.as_str()), (65, ""), "{run:?}");
    let all: Vec<&str> = run.stdout.lines().collect();
    let who =
        "ok     panels      design, rounds: ada anthropic:model-a, chair; bob mailbox:box/bob";
    assert!(all.contains(&who), "{all:#?}");
    let fault = |line: &str| line.starts_with("fault") && line.contains(" panels ");
    let at = all.iter().position(|line| fault(line)).expect("a fault");
    let missing = "design, ada anthropic model-a: COUNCIL_TEST_NO_SUCH_KEY is not set";
    assert!(all[at].ends_with(missing), "{all:#?}");
    assert_eq!(all[at + 1].trim(), "export it, or let another hold the seat");
}
