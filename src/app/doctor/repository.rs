//! The repository: where it stands, and what there is to review.

use super::count;
use crate::app::Workspace;
use crate::config;
use crate::model::{Adapter, HealthCheck};
use crate::port::Standing;

const NAME: &str = "repository";

/// Checks the repository. `fault` is why it could not be opened as asked for, and the next act, unless
/// it is bare; `workspace` is what could be read of it all the same.
pub fn repository(
    standing: Option<&Standing>,
    fault: Option<(String, String)>,
    workspace: Option<&Workspace>,
) -> Vec<HealthCheck> {
    let mut checks = Vec::new();
    match standing {
        Some(standing) if standing.is_bare => checks.push(bare(standing)),
        Some(standing) if fault.is_none() => checks.push(work_tree(standing)),
        _ => {}
    }
    checks.extend(fault.map(|(found, act)| HealthCheck::fault(NAME, found, act)));
    if standing.is_some_and(|standing| standing.is_shallow) {
        let found = "a shallow clone: `--rev` reads no commit from before it was cut off";
        checks.push(HealthCheck::note(NAME, found, "run `git fetch --unshallow` to have them all"));
    }
    let plans = workspace.and_then(plans);
    checks.extend(workspace.map(|workspace| documents(workspace, plans.is_some())));
    checks.extend(plans);
    checks.extend(workspace.into_iter().flat_map(layout));
    checks
}

fn bare(standing: &Standing) -> HealthCheck {
    let found = format!("{} is bare: it has no folder for evidence", standing.folder);
    let act = "make a work tree with `git worktree add DIR`; \
               without one there is `council-review gates --all --rev REV`";
    HealthCheck::fault(NAME, found, act)
}

fn work_tree(standing: &Standing) -> HealthCheck {
    let folder = &standing.folder;
    let branch = standing.branch.as_ref().map_or("no branch".to_owned(), Clone::clone);
    match &standing.commit {
        Some((id, _)) => {
            let short: String = id.chars().take(12).collect();
            HealthCheck::ok(NAME, format!("{folder}: work tree on {branch} at {short}"))
        }
        None => HealthCheck::note(
            NAME,
            format!("{folder}: work tree on {branch}, no commit yet: evidence will name none"),
            "commit what is to be reviewed: `git add -A && git commit`",
        ),
    }
}

/// What is ambiguous in the layout (GATES.md R54).
fn layout(workspace: &Workspace) -> Vec<HealthCheck> {
    let findings = workspace.gates.layout().into_iter();
    findings
        .map(|finding| {
            let found = format!("{}[{}]: {}", finding.severity, finding.rule, finding.description);
            HealthCheck::fault(NAME, found, finding.remediation)
        })
        .collect()
}

/// What there is to review in other formats.
fn plans(workspace: &Workspace) -> Option<HealthCheck> {
    let subjects = workspace.subjects();
    let of = |adapter: &Adapter| {
        let n = subjects.iter().filter(|id| id.adapter() == *adapter).count();
        (n > 0).then(|| format!("{n} of {adapter}"))
    };
    let others = Adapter::ALL.iter().filter(|adapter| !adapter.is_native());
    let found: Vec<String> = others.filter_map(of).collect();
    let found = found.join(", ");
    (!found.is_empty()).then(|| HealthCheck::ok(NAME, format!("plans in other formats: {found}")))
}

fn documents(workspace: &Workspace, has_plans: bool) -> HealthCheck {
    let library = &workspace.library;
    let tickets = library.tickets.len() + library.unreadable_tickets.len();
    let tickets = format!("{} in {}", count(tickets, "ticket"), library.tickets_folder);
    match library.rfcs.len() {
        0 if has_plans => HealthCheck::ok(NAME, "no RFC in the native format"),
        0 => HealthCheck::note(
            NAME,
            format!("no RFC in {}; {tickets}", library.layout.rfcs.join(", ")),
            format!(
                "run `council-review init --example` to have one, or set layout.rfcs in {}",
                config::FILE
            ),
        ),
        rfcs => {
            let rfcs = count(rfcs, "RFC");
            HealthCheck::ok(NAME, format!("{rfcs} in {}, {tickets}", library.rfcs_folder))
        }
    }
}
