//! `check`.

use super::args::{CheckArgs, Global};
use super::fault::CliFault;
use super::output::Output;
use super::{scope, subject_ids};
use crate::app;
use crate::app::check::{ChangeBase, CheckContext};
use crate::app::scope::Scope;
use crate::evidence::v2::check::{CheckReport, CheckStatus};
use crate::host::clock::SystemClock;
use crate::model::Day;
use crate::model::exit::ExitCode;
use crate::port::Clock as _;
use crate::report::{github, terminal};
use crate::wiring::clock;
use crate::wiring::repository::{Heads, OpenRepository};

/// Checks the evidence of the RFCs in question.
pub(super) fn check(
    global: &Global,
    args: &CheckArgs,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let named = subject_ids(global, &args.rfcs, ExitCode::BadInput, out)?;
    let (opened, before) =
        OpenRepository::for_gates(&global.place(), &args.against.wanted(), &named, Heads::Ignored)?;
    let scope = scope(named, args.all, &args.against).unwrap_or(Scope::All);
    let archive = opened.archive()?;
    let trees = opened.base_archives();
    // A recipe may take the variable from a commit that the author dated: it moves no day back.
    let told = clock()?.now();
    let system = SystemClock::start(None).map_or(told, |clock| clock.now());
    let now = told.max(system).max(opened.base_committed_at().unwrap_or(told));
    let config = global.config_file();
    let base = before.as_ref().zip(trees.as_ref());
    let report = app::check::check(
        &CheckContext {
            workspace: &opened.workspace,
            files: opened.files(),
            archive: archive.as_ref(),
            base: base.map(|(before, (tip, fork))| ChangeBase { before, tip, fork }),
            config: config.as_deref(),
            now,
            today: Day::of(now),
            in_history: &opened.past(),
            panel: &|rfc| opened.built_in(rfc),
        },
        &scope,
    )?;
    match args.format.name() {
        "json" => out.json(&report),
        "github" => out.print(&github::check(&report)),
        _ => out.print(&terminal::check(&report, out.style)),
    }
    let nothing = report.repository.nothing_found.as_ref();
    let nothing = nothing.map(|found| args.against.empty(found, out));
    Ok(ExitCode::worst(nothing.into_iter().chain([code(&report)])))
}

fn code(report: &CheckReport) -> ExitCode {
    let checks = report.checks.iter().map(|check| match check.status {
        status if status.passes() => ExitCode::Approved,
        CheckStatus::NeedsAdjudication => ExitCode::NeedsAdjudication,
        _ => ExitCode::Rejected,
    });
    let outside = report.repository.are_blocking().then_some(ExitCode::Rejected);
    let evidence = report.evidence.iter().map(|_| ExitCode::Rejected);
    ExitCode::worst(checks.chain(evidence).chain(outside))
}
