//! `show SESSION`, `resume SESSION` and `replay SESSION`.

use super::args::{Global, Resume, SessionArgs};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::progress::ProgressLines;
use crate::app::documents::replay::ReplayReport;
use crate::app::documents::review::ReviewReport;
use crate::app::documents::session::SessionReport;
use crate::app::replay::{ReplayComparison, SessionReplay};
use crate::app::resume::Resumed;
use crate::app::resuming::Setup;
use crate::app::showing::{self, Shown};
use crate::app::{self, ReviewNames, sessions};
use crate::host::signals::Stop;
use crate::model::exit::ExitCode;
use crate::report::{self, escape, terminal};
use crate::wiring::runtime::wait;
use crate::wiring::session_deps::SessionDeps;

/// Carries a session to its end and prints its bundle, as the review would have.
pub(super) fn resume(
    global: &Global,
    args: &Resume,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    if let Ok(id) = args.session.session.parse() {
        return super::ask::resume(global, &id, args.seating.fresh, out);
    }
    let room = SessionDeps::set(opened::open(global, out)?, &args.seating.wanted())?;
    let names = sessions::named(room.workspace(), &args.session.session)?;
    let mut progress = ProgressLines::new(global.quiet);
    let stop = Stop::watch(ExitCode::Aborted.number());
    let seats = |dossier: &_| room.seats(dossier, &stop);
    let board = room.board(&seats);
    let stopped = stop.clone().requested();
    let resumed = wait(app::resume::resume(&board, &names, &mut progress, stopped))??;
    let Resumed { done, was_over, cut_after } = &resumed;
    let code = ExitCode::from(done.bundle.verdict);
    if let Some(line) = cut_after {
        let path = names.path(&names.session_file());
        out.note(&format!("{path} was cut short; what is after line {line} was asked again"));
    }
    if *was_over {
        out.note("the session had ended; nobody was asked");
    }
    if out.is_json() {
        out.json(&ReviewReport::new(vec![resumed.done.into()]));
    } else {
        out.bundle(&done.bundle, &done.bundle_path);
    }
    Ok(code)
}

/// Prints what a session said, whatever came of it. It judges nothing.
pub(super) fn show(global: &Global, word: &str, out: &mut Output) -> Result<ExitCode, CliFault> {
    let opened = opened::open(global, out)?;
    let names = sessions::named(&opened.workspace, word)?;
    let archive = opened.archive()?;
    let shown = showing::show(archive.as_ref(), &names)?;
    let next = next_of(&shown);
    if out.is_json() {
        out.json(&SessionReport::new(shown, next));
    } else {
        let bundle = bundle_line(&shown);
        let Shown { session, findings, .. } = &shown;
        out.print(&terminal::session(session, findings, &bundle, next.as_deref(), out.style));
    }
    Ok(ExitCode::Approved)
}

fn next_of(shown: &Shown) -> Option<String> {
    match shown.outcome {
        showing::BundleState::Written => {
            Some(format!("council-review show {}", shown.session.rfc_id))
        }
        _ => Some(format!("council-review resume {}", shown.session.session_id)),
    }
}

fn bundle_line(shown: &Shown) -> String {
    let path = &shown.bundle_path;
    match &shown.outcome {
        showing::BundleState::Written => format!("its bundle: {path}"),
        showing::BundleState::Missing => format!("it has ended, and {path} is missing"),
        showing::BundleState::Faulty(faults) => {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            format!(
                "no bundle came of it: it does not verify ({first}). This is a fault of council-review: report it, and run the command below after an update"
            )
        }
        showing::BundleState::NotEnded => "no bundle yet: it has not ended".to_owned(),
    }
}

/// Runs a session again from its records, prints its course, and compares the bundle.
pub(super) fn replay(
    global: &Global,
    args: &SessionArgs,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    if let Ok(id) = args.session.parse() {
        return super::ask::replay(global, &id, out);
    }
    let opened = opened::open(global, out)?;
    let names = sessions::named(&opened.workspace, &args.session)?;
    let mut course = String::new();
    let replayed = app::replay::replay(&opened.store()?, &names, &mut |at, event| {
        if let Some(line) = report::progress_line(event) {
            course.push_str(&format!("{at}  {}\n", escape::line(&line)));
        }
    })?;
    let code = match replayed {
        SessionReplay::Played { outcome: ReplayComparison::Same(_), .. } => ExitCode::Approved,
        SessionReplay::Played { .. } | SessionReplay::Damaged(_) => ExitCode::Rejected,
    };
    if out.is_json() {
        out.json(&ReplayReport::new(&names, replayed));
    } else {
        if !global.quiet {
            out.print(&course);
        }
        let file = global.config_file();
        let setup = Setup { seats: &opened.workspace.config.seats, config: file.as_deref() };
        out.print(&page(&names, &replayed, setup));
    }
    Ok(code)
}

fn page(names: &ReviewNames, replayed: &SessionReplay, setup: Setup<'_>) -> String {
    let path = names.path(&names.session_file());
    let bundle_path = names.path(&names.bundle_file());
    match replayed {
        SessionReplay::Damaged(faults) => faults
            .iter()
            .map(|fault| format!("REFUSED {}\n", escape::line(&format!("{path}:{fault}"))))
            .collect(),
        SessionReplay::Played { session, state, held_by, records, cut_after, outcome } => {
            let (word, what) = match outcome {
                ReplayComparison::Same(_) => {
                    ("REPLAYED", format!("the same bytes as {bundle_path}"))
                }
                ReplayComparison::Differs(_) => (
                    "DIFFERS",
                    format!(
                        "{bundle_path} holds other bytes; what is wrong with it: council-review verify {bundle_path}"
                    ),
                ),
                ReplayComparison::Missing(_) => (
                    "NO BUNDLE",
                    format!(
                        "{bundle_path} is not there; write it: council-review resume {session}"
                    ),
                ),
                ReplayComparison::NotEnded => {
                    ("NOT ENDED", format!("go on with it: {}", setup.resume(session, held_by)))
                }
            };
            let cut = cut_after.map(|line| format!(", cut short after line {line}"));
            format!(
                "{word} {session} {state}, {records} records{}; {what}\n",
                cut.unwrap_or_default()
            )
        }
    }
}
