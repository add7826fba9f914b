//! L10: a check that runs a script that nobody has or makes.

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::diagnostic::quoted;
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};

pub(super) static L10: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L10"),
        gate: GateId::Implementability,
        subcategory: Subcategory::MissingVerification,
        severity: Severity::Minor,
        varies: "INFO in closed tickets",
        title: "a check that runs a script that is not there",
        why: "The check cannot be run, so it shows nothing.",
        act: "Correct the path, or list the script among the files to create.",
        fix: None,
        example: in_one(
            NEW,
            ticket!(
                "acceptance_criteria:\n- criterion: The greeting rhymes\n  verification: sh ci/rhymes.sh"
            ),
            ticket!(
                "implementation:\n  files_to_create:\n  - path: ci/rhymes.sh\nacceptance_criteria:\n- criterion: The greeting rhymes\n  verification: sh ci/rhymes.sh"
            ),
        ),
    },
    check,
};

fn check(scene: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let missing =
        member.outline.scripts.iter().filter(|(script, _)| !scene.is_there(member, script));
    let hits = missing.map(|(script, spot)| {
        let script = quoted(script);
        let says =
            format!("the check runs {script}, which does not exist and no ticket before creates");
        let act = format!("correct the path, or list {script} among the files to create");
        Hit::new(spot, Severity::Minor, says, act)
    });
    hits.collect()
}
