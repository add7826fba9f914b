//! `gates`: the deterministic gates alone, once or whenever a file changes.

use super::args::{Gates, Global};
use super::fault::CliFault;
use super::output::Output;
use super::{nothing, rfc_ids, scope};
use crate::app;
use crate::app::change::Before;
use crate::app::scope::Scope;
use crate::evidence::v2::gates::GatesReport;
use crate::model::exit::ExitCode;
use crate::model::{Day, RfcId};
use crate::port::Clock as _;
use crate::report::{github, terminal};
use crate::wiring::clock;
use crate::wiring::repository::{Heads, OpenRepository};

/// Runs them, and prints what they find.
pub(super) fn gates(global: &Global, args: &Gates, out: &mut Output) -> Result<ExitCode, CliFault> {
    let named: Vec<RfcId> = rfc_ids(global, &args.rfcs)?;
    let run = Run::of(global, args, &named)?;
    run.print(args, out);
    Ok(run.end(args, out))
}

/// One run over one state of the files.
struct Run {
    opened: OpenRepository,
    before: Option<Before>,
    report: GatesReport,
}

impl Run {
    fn of(global: &Global, args: &Gates, named: &[RfcId]) -> Result<Self, CliFault> {
        let (opened, before) = OpenRepository::for_gates(
            &global.place(),
            &args.against.wanted(),
            named,
            Heads::Count,
        )?;
        let scope = scope(named.to_vec(), args.all, &args.against).unwrap_or(Scope::All);
        let today = Day::of(clock()?.now());
        let mut report = app::gates::gates(&opened.workspace, &scope, before.as_ref(), today)?;
        let reviews = report.reviews.iter().flat_map(|review| &review.findings);
        let mut findings = reviews.chain(&report.repository.findings);
        // Fixes are of the work tree as it is; what a base would say of them nobody asked.
        if args.format.is_json() && before.is_none() && findings.any(app::fix::is_fixable) {
            let config = &opened.workspace.config;
            app::fix::plan(opened.files(), config, &scope, today)?.mark(&mut report);
        }
        Ok(Self { opened, before, report })
    }

    fn print(&self, args: &Gates, out: &mut Output) {
        match args.format.name() {
            "json" => out.json(&self.report),
            "github" => out.print(&github::gates(&self.report)),
            _ => out.print(&terminal::gates(&self.report, out.style)),
        }
    }

    fn end(&self, args: &Gates, out: &mut Output) -> ExitCode {
        let reviews = self.report.reviews.iter().map(|review| ExitCode::from(review.verdict));
        let decide = self.report.leaving.iter().any(|leaving| !leaving.is_allowed);
        let decide = decide.then_some(ExitCode::NeedsAdjudication);
        let outside = self.report.repository.are_blocking().then_some(ExitCode::Rejected);
        let nothing = nothing(&self.opened.workspace, self.before.as_ref(), &args.against, out);
        ExitCode::worst(reviews.chain(decide).chain(outside).chain(nothing))
    }
}
