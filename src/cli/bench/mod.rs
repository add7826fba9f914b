//! `bench`: labelled plans through the seats that are configured, or the bundles of earlier runs, and
//! the figures of both.

mod page;

use std::path::{Path, PathBuf};

use super::args::{Bench, Global};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::progress::ProgressLines;
use super::subject_ids;
use crate::app::bench::{self, LabelledPlan, MOST_BYTES};
use crate::app::documents::bench::BenchRun;
use crate::app::review::{ReviewContext, ReviewOptions};
use crate::app::{self, AppFault};
use crate::evidence::read::LIMITS;
use crate::evidence::v2::bundle::Bundle;
use crate::host::file;
use crate::host::signals::Stop;
use crate::host::store::FolderStore;
use crate::model::exit::ExitCode;
use crate::model::policy::ReviewDepth;
use crate::model::{SubjectId, Verdict};
use crate::wiring::repository::OpenRepository;
use crate::wiring::runtime::wait;
use crate::wiring::seats::SeatOptions;
use crate::wiring::session_deps::SessionDeps;

/// Plans, each with its reviews so far.
type Scored = Vec<(LabelledPlan, Vec<BenchRun>)>;

/// Figures of what was found, whatever the verdicts; ends badly only when a review did not reach its
/// end.
pub(super) fn run(global: &Global, args: &Bench, out: &mut Output) -> Result<ExitCode, CliFault> {
    let (scored, code) = match args.bundle.as_slice() {
        [] => reviewed(global, args, out)?,
        bundles => (recorded(global, args, bundles, out)?, None),
    };
    let plans = scored.into_iter().map(|(plan, runs)| plan.with(runs)).collect();
    let report = bench::report(plans);
    if out.is_json() {
        out.json(&report);
    } else {
        out.print(&page::page(&report, out.style.detail));
    }
    let aborted = report.plans.iter().flat_map(|plan| &plan.runs);
    let aborted = aborted.filter(|run| run.verdict == Verdict::Aborted).map(|_| ExitCode::Aborted);
    Ok(ExitCode::worst(aborted.chain(code)))
}

/// The labels of RFCs, and the same repository in which nobody is shown them.
fn labelled(
    mut opened: OpenRepository,
    args: &Bench,
    rfcs: &[SubjectId],
) -> Result<(OpenRepository, Vec<LabelledPlan>), CliFault> {
    if args.labels.is_some() && rfcs.len() > 1 {
        let line = "--labels is of one RFC: name one, or leave it out and write bench.yaml into the folder of each";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let mut plans = Vec::new();
    for rfc in rfcs {
        let given = match &args.labels {
            Some(path) => Some((path.display().to_string(), read(path, MOST_BYTES)?)),
            None => None,
        };
        plans.push(LabelledPlan::open(&opened.workspace, opened.files(), rfc, given)?);
    }
    for plan in &plans {
        plan.hide(&mut opened.workspace.config.council.looks);
    }
    Ok((opened, plans))
}

fn read(path: &Path, most: u64) -> Result<Vec<u8>, CliFault> {
    file::read(path, most).map_err(|error| {
        CliFault::new(ExitCode::BadInput, format!("cannot read {}: {error}", path.display()))
    })
}

/// Reviews each plan as often as it was asked for. Models are asked anew: a kept answer would be no
/// other run, and tell nothing of what one takes.
fn reviewed(
    global: &Global,
    args: &Bench,
    out: &mut Output,
) -> Result<(Scored, Option<ExitCode>), CliFault> {
    let rfcs = subject_ids(global, &args.rfcs, ExitCode::Approved, out)?;
    let (opened, plans) = labelled(opened::open(global, out)?, args, &rfcs)?;
    for rfc in &rfcs {
        if let Some(line) = app::nothing::seed(&opened.workspace, rfc) {
            return Err(CliFault::new(ExitCode::BadInput, line));
        }
    }
    let folder = args.out.clone().unwrap_or_else(|| opened.bench_folder());
    let seats = SeatOptions { seats: args.seats.clone(), fresh: true };
    let room = SessionDeps::set(opened, &seats)?;
    let mut progress = ProgressLines::new(global.quiet);
    let stop = Stop::watch(ExitCode::Aborted.number());
    let seats = |dossier: &_| room.seats(dossier, &stop);
    let wish = ReviewOptions { depth: ReviewDepth::Council, fail_fast: false };
    let mut scored: Scored = plans.into_iter().map(|plan| (plan, Vec::new())).collect();
    for n in 1..=args.runs {
        let own = folder.join(format!("run-{n}"));
        let store = FolderStore::making(&own).map_err(AppFault::writing)?;
        let board = ReviewContext { store: &store, ..room.board(&seats) };
        for (plan, runs) in &mut scored {
            if stop.is_requested() {
                out.note(&format!("stopped before run {n} of {}", plan.rfc));
                return Ok((scored, Some(ExitCode::Aborted)));
            }
            let stopped = stop.clone().requested();
            let review =
                wait(app::review::review(&board, &plan.rfc, wish, &mut progress, stopped))??;
            let path = own.join(&review.bundle_path);
            runs.push(plan.score(&review.bundle, &path.display().to_string()));
        }
    }
    Ok((scored, None))
}

/// Scores bundles that are there, those of one RFC together.
fn recorded(
    global: &Global,
    args: &Bench,
    paths: &[PathBuf],
    out: &mut Output,
) -> Result<Scored, CliFault> {
    let mut bundles: Vec<(String, Bundle)> = Vec::new();
    let mut rfcs: Vec<SubjectId> = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let bundle = bench::recorded(&read(path, LIMITS.bytes)?, &name)?;
        if !rfcs.contains(&bundle.rfc_id) {
            rfcs.push(bundle.rfc_id.clone());
        }
        bundles.push((name, bundle));
    }
    let (_, plans) = labelled(opened::open(global, out)?, args, &rfcs)?;
    let scored = plans.into_iter().map(|plan| {
        let own = bundles.iter().filter(|(_, bundle)| bundle.rfc_id == plan.rfc);
        let runs = own.map(|(name, bundle)| plan.recorded(bundle, name));
        let runs = runs.collect::<Result<_, AppFault>>()?;
        Ok((plan, runs))
    });
    scored.collect()
}
