//! `fix`: writes the fixes that are certain, or prints them.

use super::args::{FixArgs, Global};
use super::fault::CliFault;
use super::output::Output;
use super::{opened, subject_ids};
use crate::app;
use crate::app::documents::fix::FixReport;
use crate::app::fix::{EditedFile, FixPlan};
use crate::app::scope::Scope;
use crate::evidence::v2::gates::{GateFinding, weighing};
use crate::host::patch;
use crate::model::exit::ExitCode;
use crate::model::{Day, Severity};
use crate::port::Clock as _;
use crate::wiring::clock;

/// Ends as `gates` ends over what is left.
pub(super) fn fix(global: &Global, args: &FixArgs, out: &mut Output) -> Result<ExitCode, CliFault> {
    if global.rev.is_some() {
        let line = "`fix` edits the work tree, and --rev reads a commit: leave out --rev";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let named = subject_ids(global, &args.rfcs, ExitCode::Approved, out)?;
    let scope = if args.all { Scope::All } else { Scope::Named(named) };
    let opened = opened::open(global, out)?;
    opened.must_be_clear()?;
    let today = Day::of(clock()?.now());
    let plan = app::fix::plan(opened.files(), &opened.workspace.config, &scope, today)?;
    if !args.dry_run {
        plan.write(&opened.store()?)?;
    }
    if out.is_json() {
        let diffs = plan.files.iter().map(diff).collect::<Result<_, _>>()?;
        out.json(&FixReport::new(&plan, diffs, !args.dry_run));
    } else if args.dry_run {
        // The diff alone, so that `git apply` takes it.
        for file in &plan.files {
            out.print(&diff(file)?);
        }
        told(&plan, "would fix", Output::note, out);
    } else {
        told(&plan, "fixed", |out, line| out.print(&format!("{line}\n")), out);
    }
    let reviews = plan.left.iter().map(|review| ExitCode::from(review.verdict));
    let is_blocking = plan.outside.iter().any(|f| f.severity == Severity::Blocker);
    Ok(ExitCode::worst(reviews.chain(is_blocking.then_some(ExitCode::Rejected))))
}

fn diff(file: &EditedFile) -> Result<String, CliFault> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    patch::unified(&file.path, Some(&text(&file.before)), Some(&text(&file.after)))
        .map_err(|fault| CliFault::new(ExitCode::Internal, fault))
}

/// A line for each finding that is fixed or not, and one for what is left of each RFC.
fn told(plan: &FixPlan, done: &str, print: fn(&mut Output, &str), out: &mut Output) {
    let head = |finding: &GateFinding| {
        let GateFinding { rule, location, .. } = finding;
        format!("{rule} {location}")
    };
    for fixed in &plan.fixed {
        let does = fixed.finding.fix.as_ref().map_or("", |fix| fix.does.as_str());
        print(out, &format!("{done}  {}: {does}", head(&fixed.finding)));
    }
    for refused in &plan.refused {
        let (head, why) = (head(&refused.finding), &refused.why);
        print(out, &format!("not fixed  {head}: {why}; edit it yourself"));
    }
    if plan.fixed.is_empty() && plan.refused.is_empty() {
        print(out, "no finding has a fix that is certain");
    }
    for review in &plan.left {
        let left = match weighing(&review.findings).count() {
            0 => "no finding is left".to_owned(),
            1 => "1 finding is left".to_owned(),
            many => format!("{many} findings are left"),
        };
        print(out, &format!("{} {}: {left}", review.rfc_id, review.verdict));
    }
    let failing = plan.left.iter().find(|review| weighing(&review.findings).count() > 0);
    if let Some(review) = failing.filter(|_| !out.is_quiet()) {
        print(out, &format!("next: council-review gates {}", review.rfc_id));
    }
}
