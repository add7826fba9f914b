//! The repository that defects are shown in: small, and nothing is wrong with it.

use super::Repo;

/// A repository of two tickets that no gate objects to, committed.
pub fn greeting() -> Repo {
    let repo = Repo::new();
    repo.write("Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\n");
    repo.write("src/lib.rs", "");
    repo.write(
        "docs/rfcs/RFC-0001/00_meta.yaml",
        "rfc_meta:\n  rfc: {id: RFC-0001, title: Greeting}\n  binds_to_prd: {prd_id: NONE}\n",
    );
    repo.write(
        "docs/rfcs/RFC-0001/01_problem_and_imports.yaml",
        "problem:\n  additional_requirements:\n    \
         - {id: REQ-0001, statement: The program greets by name}\n    \
         - {id: REQ-0002, statement: An empty name is refused}\n",
    );
    repo.write(
        "docs/rfcs/RFC-0001/06_ticket_decomposition.yaml",
        "plan:\n  tickets:\n    \
         - {ticket_id: TCK-00001, title: Greet, requirement_ids: [REQ-0001]}\n    \
         - {ticket_id: TCK-00002, title: Refuse, requirement_ids: [REQ-0002], depends_on: [TCK-00001]}\n",
    );
    repo.write(
        "docs/work/tickets/TCK-00001.yaml",
        "ticket_meta:\n  ticket: {id: TCK-00001, title: Greet, status: READY}\n  binds:\n    \
         rfc_id: RFC-0001\n    requirements: [REQ-0001]\n  dependencies: {tickets: []}\n  \
         implementation:\n    files_to_create: [{path: src/greet.rs}]\n    steps: [\"Print `Hello, ` and the name\"]\n  \
         definition_of_done: {criteria: [\"cargo test passes\"]}\n",
    );
    repo.write(
        "docs/work/tickets/TCK-00002.yaml",
        "ticket_meta:\n  ticket: {id: TCK-00002, title: Refuse, status: READY}\n  binds:\n    \
         rfc_id: RFC-0001\n    requirements: [REQ-0002]\n  dependencies: {tickets: [TCK-00001]}\n  \
         implementation:\n    files_to_modify: [{path: src/greet.rs}]\n    steps: [\"Exit with 64 where the name is empty\"]\n  \
         definition_of_done: {criteria: [\"cargo test passes\"]}\n",
    );
    repo.commit("greeting");
    repo
}
