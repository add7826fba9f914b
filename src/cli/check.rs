//! `check`.

use super::args::{Check, Global};
use super::fault::CliFault;
use super::output::Output;
use super::repository::{Opened, clock};
use super::{rfc_ids, scope};
use crate::app;
use crate::app::gates::Scope;
use crate::evidence::v1::check::{CheckReport, CheckStatus};
use crate::model::exit::ExitCode;
use crate::model::{Day, Severity};
use crate::port::Clock as _;
use crate::report::{github, terminal};

/// Checks the evidence of the RFCs in question.
pub(super) fn check(global: &Global, args: &Check, out: &mut Output) -> Result<ExitCode, CliFault> {
    let named = rfc_ids(&args.rfcs)?;
    let (opened, before) = Opened::for_gates(global, &args.against, &named)?;
    let scope = scope(named, args.all, &args.against).unwrap_or(Scope::All);
    let archive = opened.archive(global)?;
    let today = Day::of(clock()?.now());
    let (workspace, before) = (&opened.workspace, before.as_ref());
    let report = app::check::check(workspace, archive.as_ref(), &scope, before, today)?;
    match args.format.name() {
        "json" => out.json(&report),
        "github" => out.print(&github::check(&report)),
        _ => out.print(&terminal::check(&report, out.style)),
    }
    Ok(code(&report))
}

fn code(report: &CheckReport) -> ExitCode {
    let checks = report.checks.iter().map(|check| match check.status {
        status if status.passes() => ExitCode::Approved,
        CheckStatus::NeedsAdjudication => ExitCode::NeedsAdjudication,
        _ => ExitCode::Rejected,
    });
    let outside = report.repository.findings.iter().map(|finding| match finding.severity {
        Severity::Blocker => ExitCode::Rejected,
        Severity::Major | Severity::Minor | Severity::Info => ExitCode::Approved,
    });
    ExitCode::worst(checks.chain(outside))
}
