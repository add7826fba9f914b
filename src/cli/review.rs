//! `council-review RFC…` and `show`.

use super::args::{DepthArg, Global, ReviewArgs, Show};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::progress::ProgressLines;
use super::{scope, subject_id, subject_ids};
use crate::app::change::Before;
use crate::app::documents::finding::FindingReport;
use crate::app::documents::review::{ReviewReport, Reviewed};
use crate::app::resuming::Setup;
use crate::app::review::{CompletedReview, ReviewOptions};
use crate::app::scope::Scope;
use crate::app::{self, AppFault, Workspace, history, latest, sessions};
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::gates::RepositoryFindings;
use crate::host::commit;
use crate::host::signals::Stop;
use crate::model::exit::ExitCode;
use crate::model::policy::{LookPolicy, ReviewDepth};
use crate::model::{Day, FindingId, SubjectId, Verdict};
use crate::port::Archive;
use crate::report::{Detail, terminal};
use crate::wiring::runtime::wait;
use crate::wiring::session_deps::SessionDeps;

/// Reviews the RFCs asked for, one after the other; the worst code wins.
pub(super) fn review(
    global: &Global,
    args: &ReviewArgs,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let named = subject_ids(global, &args.rfcs, ExitCode::Approved, out)?;
    let (mut opened, before) = opened::against(global, &args.against, out)?;
    if args.no_looks {
        opened.workspace.config.council.looks = LookPolicy::off();
    }
    let room = SessionDeps::set(opened, &args.seating.wanted())?;
    let workspace = room.workspace();
    let scope = scope(named, args.all, &args.against).unwrap_or(Scope::All);
    let rfcs = scope.subjects(workspace, before.as_ref());
    // What is missing is told before anything is written.
    for rfc in &rfcs {
        workspace.require(rfc)?;
    }
    let (rfcs, seeds) = sown(workspace, rfcs);
    let nothing = super::nothing(workspace, before.as_ref(), &args.against, out);
    if !seeds.is_empty() && (rfcs.is_empty() || matches!(scope, Scope::Named(_))) {
        let lines = seeds.join("\n");
        return match args.against.allow_empty {
            true => Err(CliFault::new(ExitCode::Approved, lines)),
            false => Err(CliFault::new(ExitCode::BadInput, lines)),
        };
    }
    for line in &seeds {
        out.note(line);
    }
    if let Some(before) = &before {
        told(before, &scope, out);
    }
    let wish = ReviewOptions {
        depth: match args.depth {
            DepthArg::Council => ReviewDepth::Council,
            DepthArg::Standard => ReviewDepth::Standard,
        },
        fail_fast: args.fail_fast,
    };
    let mut progress = ProgressLines::new(global.quiet);
    let stop = Stop::watch(ExitCode::Aborted.number());
    let seats = |dossier: &_| room.seats(dossier, &stop);
    let board = room.board(&seats);
    let file = global.config_file();
    let setup = Setup { seats: &workspace.config.seats, config: file.as_deref() };
    let mut ended = Vec::new();
    let mut documents = Vec::new();
    let mut changes = Vec::new();
    for rfc in &rfcs {
        if stop.is_requested() {
            out.note(&format!("stopped before {rfc}"));
            break;
        }
        let folder = workspace.config.layout.reviews(rfc);
        for left in sessions::idle(&room.store, &folder)? {
            let (id, state, resume) = (&left.session, left.state, left.resume(setup));
            out.note(&format!("{id} stopped in {state}; to go on with it: {resume}"));
        }
        let review =
            wait(app::review::review(&board, rfc, wish, &mut progress, stop.clone().requested()))??;
        if !out.is_json() {
            if !ended.is_empty() {
                out.print("\n");
            }
            out.bundle(&review.bundle, &review.bundle_path);
            course(workspace, &room.store, rfc, out)?;
        }
        if let Some(before) = &before {
            let change = app::gates::review(workspace, rfc, Some(before), Day::of(room.now()))?;
            if !out.is_json() {
                out.print("\n");
                out.print(&terminal::change(&change, &review.bundle, out.style));
            }
            changes.push(change);
        }
        ended.push(Ended::from(&review));
        if out.is_json() {
            documents.push(Reviewed::from(review));
        }
    }
    // What belongs to no RFC was looked at as well, unless RFCs were named.
    let repository = match (&scope, before.as_ref()) {
        (Scope::Named(_), None) => RepositoryFindings::default(),
        (scope, before) => app::gates::repository(workspace, scope, before),
    };
    if out.is_json() {
        for (review, change) in documents.iter_mut().zip(changes) {
            review.change = Some(change.into());
        }
        let mut report = ReviewReport::new(documents);
        report.base = before.as_ref().map(app::gates::base);
        if !repository.findings.is_empty() || repository.nothing_found.is_some() {
            report.repository = Some(repository.clone());
        }
        out.json(&report);
    } else if !repository.findings.is_empty() {
        out.print(&terminal::repository(&repository, out.style));
    }
    if !out.is_json() && ended.len() > 1 {
        let rows: Vec<_> = ended.iter().map(|one| one.row.clone()).collect();
        out.print("\n");
        out.print(&terminal::summary(&rows, out.style));
    }
    if args.commit && !ended.is_empty() {
        commit(&room, &ended, out)?;
    }
    let stopped = stop.is_requested().then_some(ExitCode::Aborted);
    let outside = repository.are_blocking().then_some(ExitCode::Rejected);
    let codes = ended.iter().map(|one| ExitCode::from(one.verdict)).chain(stopped).chain(outside);
    let codes = codes.chain(nothing);
    Ok(ExitCode::worst(codes))
}

/// The RFCs over which a council can be convened, and a line for each seed.
fn sown(workspace: &Workspace, rfcs: Vec<SubjectId>) -> (Vec<SubjectId>, Vec<String>) {
    let mut seeds = Vec::new();
    let kept = rfcs.into_iter().filter(|rfc| match app::nothing::seed(workspace, rfc) {
        Some(line) => {
            seeds.push(line);
            false
        }
        None => true,
    });
    (kept.collect(), seeds)
}

/// What a change is held against and which RFCs it concerns, before they are reviewed.
fn told(before: &Before, scope: &Scope, out: &mut Output) {
    for line in &before.policy_changes {
        out.note(line);
    }
    if *scope != Scope::Changed {
        return;
    }
    let since = format!("the change since {}", before.name);
    if before.concerned.is_empty() {
        out.note(&format!("{since} touches no RFC"));
    }
    for one in &before.concerned {
        let gone = if one.is_gone { "; nothing of it is left to review" } else { "" };
        let first = one.because.first().map_or("", String::as_str);
        let more = match one.because.len().saturating_sub(1) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        out.note(&format!("{since} concerns {}: {first}{more}{gone}", one.rfc));
    }
}

/// What stays of a review until the last one ended; the bundle itself may be large.
struct Ended {
    rfc: SubjectId,
    verdict: Verdict,
    bundle_path: String,
    files: Vec<String>,
    row: terminal::Row,
}

impl From<&CompletedReview> for Ended {
    fn from(done: &CompletedReview) -> Self {
        Self {
            rfc: done.bundle.rfc_id.clone(),
            verdict: done.bundle.verdict,
            bundle_path: done.bundle_path.clone(),
            files: done.files(),
            row: terminal::Row::from(&done.bundle),
        }
    }
}

/// One commit of all that the reviews wrote.
fn commit(room: &SessionDeps, ended: &[Ended], out: &mut Output) -> Result<(), CliFault> {
    let mut files = Vec::new();
    for path in ended.iter().flat_map(|one| &one.files) {
        let bytes = room.store.read(path, u64::MAX - 1).map_err(AppFault::reading)?;
        files.extend(bytes.map(|bytes| (path.clone(), bytes)));
    }
    let message = match ended {
        [one] => format!("Review {}: {}\n", one.rfc, one.verdict),
        many => {
            let lines = many
                .iter()
                .map(|one| format!("{} {}: {}\n", one.rfc, one.verdict, one.bundle_path));
            format!("Review {} RFCs\n\n{}", many.len(), lines.collect::<String>())
        }
    };
    let id = commit::commit(room.root()?, &files, &message, room.now())?;
    let title = message.lines().next().unwrap_or_default();
    out.note(&format!("committed {}: {title}", id.chars().take(12).collect::<String>()));
    Ok(())
}

/// What became of findings since the review before, when there was one.
fn course(
    workspace: &Workspace,
    archive: &dyn Archive,
    rfc: &SubjectId,
    out: &mut Output,
) -> Result<(), CliFault> {
    if out.style.detail == Detail::Quiet {
        return Ok(());
    }
    let followed = history::since_last(workspace, archive, rfc)?;
    if !followed.is_empty() {
        out.print(&format!("\n{}", terminal::since_last(&followed, out.style)));
    }
    Ok(())
}

/// The latest bundle of an RFC or one finding of it, or what a session said.
pub(super) fn show(global: &Global, args: &Show, out: &mut Output) -> Result<ExitCode, CliFault> {
    if let Ok(id) = args.what.parse() {
        return super::ask::show(global, &id, out);
    }
    if sessions::is_named(&args.what) {
        return super::session::show(global, &args.what, out);
    }
    let id = subject_id(global, &args.what, out)?;
    let opened = opened::open(global, out)?;
    let archive = opened.archive()?;
    let (link, path) = latest::latest(&opened.workspace, &id, archive.as_ref())?;
    if let Some(word) = &args.finding {
        finding(&link.bundle, &path, word, out)?;
    } else if out.is_json() {
        out.json(&link.bundle);
    } else {
        out.bundle(&link.bundle, &path);
        let changed = app::cited::changed_since(&link.bundle, opened.files());
        if !changed.is_empty() {
            out.print(&format!("\n{}\n", changed.join("\n")));
        }
        course(&opened.workspace, archive.as_ref(), &id, out)?;
    }
    Ok(ExitCode::from(link.bundle.verdict))
}

/// One finding, whole.
fn finding(bundle: &Bundle, path: &str, word: &str, out: &mut Output) -> Result<(), CliFault> {
    let id: FindingId = word.parse()?;
    let Some(finding) = bundle.findings.iter().find(|finding| finding.finding_id == id) else {
        const MOST: usize = 10;
        let ids: Vec<&str> = bundle.findings.iter().map(|f| f.finding_id.as_str()).collect();
        let has = match ids.len() {
            0 => "no finding".to_owned(),
            all if all > MOST => format!("{} and {} more", ids[..MOST].join(", "), all - MOST),
            _ => ids.join(", "),
        };
        let line = format!("{path} has no {id}; it has {has}");
        return Err(CliFault::new(ExitCode::BadInput, line));
    };
    if out.is_json() {
        out.json(&FindingReport { bundle_path: path.to_owned(), finding: finding.clone() });
    } else {
        out.print(&terminal::finding(bundle, finding, path, out.style));
    }
    Ok(())
}
