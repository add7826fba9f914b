//! `council-review RFC…`, `gates` and `show`.

use serde_json::{Value, json};

use super::args::{Depth, Gates, Global, Review, Show};
use super::fault::CliFault;
use super::output::Output;
use super::progress::Lines;
use super::repository::Opened;
use super::rfc_ids;
use super::room::Room;
use crate::app::gates::Scope;
use crate::app::review::{Done, Wish};
use crate::app::{self, latest, sessions};
use crate::host::signals::Stop;
use crate::model::RfcId;
use crate::model::exit::ExitCode;
use crate::model::policy::ReviewDepth;
use crate::report::terminal;

/// Reviews the RFCs asked for, one after the other; the worst code wins.
pub(super) fn review(
    global: &Global,
    args: &Review,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let named = rfc_ids(&args.rfcs)?;
    let room = Room::open(global, &args.seating)?;
    let workspace = room.workspace();
    let rfcs = if args.all { workspace.rfcs() } else { named };
    // What is missing is told before anything is written.
    for rfc in &rfcs {
        workspace.require(rfc)?;
    }
    let wish = Wish {
        depth: match args.depth {
            Depth::Council => ReviewDepth::Council,
            Depth::Standard => ReviewDepth::Standard,
        },
        fail_fast: args.fail_fast,
    };
    let mut progress = Lines::new(global.quiet);
    let stop = Stop::watch(ExitCode::Aborted.number());
    let seats = |dossier: &_| room.seats(dossier, &stop);
    let board = room.board(&seats);
    let mut done = Vec::new();
    for rfc in &rfcs {
        if stop.is_requested() {
            out.note(&format!("stopped before {rfc}"));
            break;
        }
        let folder = workspace.config.layout.reviews(rfc);
        for left in sessions::idle(&room.store, &folder)? {
            let (id, state) = (&left.session, left.state);
            out.note(&format!(
                "{id} stopped in {state}; to go on with it: council-review resume {id}"
            ));
        }
        let review =
            app::review::review(&board, rfc, wish, &mut progress, stop.clone().requested())?;
        if !out.is_json() {
            if !done.is_empty() {
                out.print("\n");
            }
            out.print(&terminal::bundle(&review.bundle, Some(&review.bundle_path), out.style));
        }
        done.push(review);
    }
    if out.is_json() {
        let reviews: Vec<_> = done.iter().map(document).collect();
        out.json(&json!({ "schema_version": "1.0.0", "reviews": reviews }));
    } else if done.len() > 1 {
        let rows: Vec<_> = done.iter().map(|r| terminal::Row::from(&r.bundle)).collect();
        out.print("\n");
        out.print(&terminal::summary(&rows, out.style));
    }
    let stopped = stop.is_requested().then_some(ExitCode::Aborted);
    let codes = done.iter().map(|review| ExitCode::from(review.bundle.verdict)).chain(stopped);
    Ok(ExitCode::worst(codes))
}

/// A review that ended, for programs.
pub(super) fn document(done: &Done) -> Value {
    json!({
        "bundle_path": done.bundle_path,
        "escalation_path": done.escalation_path,
        "bundle": done.bundle,
    })
}

/// The deterministic gates alone.
pub(super) fn gates(global: &Global, args: &Gates, out: &mut Output) -> Result<ExitCode, CliFault> {
    let named: Vec<RfcId> = rfc_ids(&args.rfcs)?;
    let opened = Opened::open(global)?;
    let scope = if args.all { Scope::All } else { Scope::Named(named) };
    let report = app::gates::gates(&opened.workspace, &scope)?;
    if out.is_json() {
        out.json(&report);
    } else {
        out.print(&terminal::gates(&report, out.style));
    }
    Ok(ExitCode::worst(report.reviews.iter().map(|review| ExitCode::from(review.verdict))))
}

/// The latest bundle of an RFC.
pub(super) fn show(global: &Global, args: &Show, out: &mut Output) -> Result<ExitCode, CliFault> {
    let ids = rfc_ids(std::slice::from_ref(&args.rfc))?;
    let opened = Opened::open(global)?;
    let (link, path) = latest::latest(&opened.workspace, &ids[0], &opened.store()?)?;
    if out.is_json() {
        out.json(&link.bundle);
    } else {
        out.print(&terminal::bundle(&link.bundle, Some(&path), out.style));
    }
    Ok(ExitCode::from(link.bundle.verdict))
}
