//! L11: steps and lists of files that do not agree.

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::diagnostic::quoted;
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};

pub(super) static L11: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L11"),
        gate: GateId::Implementability,
        subcategory: Subcategory::IncompletePlan,
        severity: Severity::Minor,
        varies: "INFO in closed tickets",
        title: "a step and the file lists that do not agree",
        why: "Either the lists or the steps say less than the work, and nobody knows which.",
        act: "List the file that the step changes, or write the step for the listed file.",
        fix: None,
        example: in_one(
            NEW,
            ticket!(
                "implementation:\n  files_to_modify:\n  - path: crates/core/src/greet.rs\n  implementation_steps:\n  - \"Add `rhyme(name)` to crates/core/src/greet.rs\"\n  - \"Register the command in crates/cli/src/main.rs\""
            ),
            ticket!(
                "implementation:\n  files_to_modify:\n  - path: crates/core/src/greet.rs\n  - path: crates/cli/src/main.rs\n  implementation_steps:\n  - \"Add `rhyme(name)` to crates/core/src/greet.rs\"\n  - \"Register the command in crates/cli/src/main.rs\""
            ),
        ),
    },
    check,
};

fn check(scene: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let outline = member.outline;
    // A file that is not there is L4's.
    let unlisted = outline.unlisted.iter().filter(|(path, _)| scene.is_there(member, path));
    let unlisted = unlisted.map(|(path, spot)| {
        let path = quoted(path);
        let says = format!("a step changes {path}, and no list of files names it");
        Hit::new(spot, Severity::Minor, says, format!("list {path} among the files to change"))
    });
    let stepless = outline.stepless.iter().map(|(path, spot)| {
        let path = quoted(path);
        let says = format!("{path} is listed, and no line says what is done to it");
        Hit::new(
            spot,
            Severity::Minor,
            says,
            format!("write the step for {path}, or take it out of the list"),
        )
    });
    unlisted.chain(stepless).collect()
}
