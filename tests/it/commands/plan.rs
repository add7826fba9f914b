//! `plan`: what would be asked, without asking.

use crate::support::Repo;

#[test]
fn a_plan_says_what_each_call_would_take() {
    let repo = Repo::example();
    let run = repo.run(&["plan", "RFC-0001"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    let rows: Vec<Vec<&str>> = run
        .stdout
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|words: &Vec<&str>| words.len() == 5 && words[1].starts_with("SA-"))
        .collect();
    let asked: Vec<[&str; 3]> = rows.iter().map(|row| [row[0], row[1], row[2]]).collect();
    assert_eq!(
        asked,
        [
            ["1", "SA-1", "STRUCTURAL"],
            ["1", "SA-2", "STRUCTURAL"],
            ["1", "SA-3", "STRUCTURAL"],
            ["2", "SA-1", "FEASIBILITY"],
            ["2", "SA-2", "FEASIBILITY"],
            ["2", "SA-3", "FEASIBILITY"],
        ]
    );
    let sum: u64 = rows.iter().map(|row| row[4].parse::<u64>().expect("tokens")).sum();
    assert!(run.stdout.contains(&format!("{sum} tokens by estimate.")));
    let json = repo.run(&["plan", "RFC-0001", "--format", "json"]).json();
    assert_eq!(json["estimated_tokens"], sum);
    assert_eq!((&json["needed_tokens"], &json["token_budget"]), (&0.into(), &600_000.into()));
    assert_eq!(json["calls"].as_array().map(Vec::len), Some(6));
    assert!(json["calls"][0].get("own").is_none());
    assert!(repo.reviews("RFC-0001").is_empty(), "nothing is written");
    assert_eq!(repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn the_prompts_are_shown_once_for_all_and_once_for_each() {
    let repo = Repo::example();
    repo.write("council.yaml", "council:\n  modes: agent\n");
    let run = repo.run(&["plan", "RFC-0001", "--show-prompts"]);
    assert_eq!(run.code, 0, "{run:?}");
    let heads: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("==== ")).collect();
    assert_eq!(heads.len(), 3 * 4 + 1, "{heads:?}");
    assert_eq!(heads[0], "==== INIT SELECT_MODES: to every seat");
    assert_eq!(
        heads[8],
        "==== 2 FEASIBILITY: to every seat, as it would be without findings of cycle 1"
    );
    assert_eq!(heads[11], "==== 2 FEASIBILITY: to SA-3");
    let json = repo.run(&["plan", "RFC-0001", "--show-prompts", "--format", "json"]).json();
    let calls = json["calls"].as_array().expect("calls");
    assert_eq!(calls.len(), 9);
    for call in calls {
        let own = call["own"].as_str().expect("shown");
        assert!(run.stdout.contains(own), "{call}");
        assert_eq!(
            call["dossier"],
            calls[calls.iter().position(|c| c["cycle"] == call["cycle"]).expect("it")]["dossier"]
        );
    }
    assert!(json["templates"]["dossier"].as_u64() >= Some(1));
}

#[test]
fn a_ticket_cannot_command_the_ci_that_prints_its_plan() {
    let repo = Repo::example();
    let path = "documents/work/tickets/TCK-00001.yaml";
    repo.edit(
        path,
        "    title: \"Greet by name\"",
        "    title: |\n      x\n      ::error::stop\n      ##[error]no",
    );
    let run = repo.run(&["plan", "RFC-0001", "--show-prompts"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("::error::stop"));
    assert!(run.stdout.lines().all(|line| !line.trim_start().starts_with("::")));
    assert!(!run.stdout.contains("##["));
}

#[test]
fn an_rfc_that_is_not_there_is_bad_input() {
    let repo = Repo::example();
    assert_eq!(repo.run(&["plan", "RFC-0009"]).code, 65);
    assert_eq!(repo.run(&["plan", "rfc"]).code, 64);
    assert_eq!(repo.run(&["plan"]).code, 64);
}

/// Two tickets: at least 21 findings a member, at most 30, and between them what the budget holds; half
/// of what is left is for looks, where members may look.
#[test]
fn members_may_raise_as_much_as_the_budget_carries_to_the_end() {
    const OFF: &str = ", looks: off";
    let repo = Repo::example();
    let folder = repo.path().join("box");
    std::fs::create_dir(&folder).expect("a folder");
    let seat = format!("SA-1=mailbox:{}", folder.display());
    let plan = |budget: u64, looks: &str| {
        repo.write("council.yaml", &format!("council: {{token_budget: {budget}{looks}}}\n"));
        let args = ["plan", "RFC-0001", "--show-prompts", "--format", "json", "--seat", &seat];
        let json = repo.run(&args).json();
        let own = json["calls"][0]["own"].as_str().expect("shown").to_owned();
        let most = own.split("Raise at most ").nth(1).expect("a number").split(' ').next();
        let most: u64 = most.expect("a number").parse().expect("a number");
        (most, json["needed_tokens"].as_u64().expect("a number"))
    };
    let (most, needed) = plan(600_000, OFF);
    assert_eq!(most, 30);
    assert_eq!(plan(needed, OFF), (30, needed));
    let (fewer, less) = plan(needed - 1, OFF);
    assert!((21..30).contains(&fewer) && less < needed, "{fewer} {less}");
    let (looking, _) = plan(needed, "");
    assert!((21..30).contains(&looking), "{looking}");
}
