//! `resume SESSION`: on from where a crash left it. What is recorded is not asked again.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::context::ReviewContext;
use super::outcome::CompletedReview;
use super::progress::Progress;
use super::resuming::{self, Setup};
use super::session::{RfcMembers, SessionRun, run_session};
use super::verify::changed_files;
use super::{AppFault, ReviewNames, Workspace, publish, sessions};
use crate::core::protocol::Event;
use crate::core::roster::RosterEntry;
use crate::council::rfc::State;
use crate::evidence::recover::Recovered;
use crate::evidence::replay::Played;
use crate::evidence::session::SessionLog;
use crate::evidence::v2::session::Session;
use crate::port::NameClaim;
use crate::source::Dossier;

/// A session that was carried to its end.
#[derive(Debug)]
pub struct Resumed {
    /// Its evidence.
    pub done: CompletedReview,
    /// Whether it had ended, so that at most its files were missing.
    pub was_over: bool,
    /// The line, from 1, after which the file was cut short.
    pub cut_after: Option<u32>,
}

/// Carries a session to its end. `stop` ends it as CANCELLED.
pub async fn resume(
    board: &ReviewContext<'_>,
    names: &ReviewNames,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> Result<Resumed, AppFault> {
    let store = board.store;
    // Nothing is claimed for a session that is not there.
    sessions::bytes(store, names)?;
    let _hold = match store.claim(&names.folder, &names.stamp).map_err(AppFault::writing)? {
        NameClaim::Ours(hold) => hold,
        NameClaim::Theirs(who) => {
            let path = names.path(&names.session_file());
            let line = format!("{path} is held by {who}: wait until that ends, or stop it");
            return Err(AppFault::BadInput(line));
        }
    };
    let bytes = sessions::bytes(store, names)?;
    let Recovered { played, cut_after } = sessions::recovered(names, &bytes).map_err(|faults| {
        let told = sessions::told(names, &faults);
        AppFault::BadInput(format!("{told}\nrestore the file, or remove it and review again"))
    })?;
    if let Some(bundle) = played.bundle(&names.session_file()) {
        // Its last line may stand there without being safe, and the bundle rests on it.
        let path = names.path(&names.session_file());
        store.replace(&path, &bytes).map_err(AppFault::writing)?;
        let done = publish::publish(bundle, store, names)?;
        return Ok(Resumed { done, was_over: true, cut_after });
    }
    let panel = seated(board, &played)?;
    let done = run_session(board, &panel, names, onward(board, played), progress, stop).await?;
    Ok(Resumed { done, was_over: false, cut_after })
}

/// The seats that the session began with, over the files that it began with.
fn seated(board: &ReviewContext<'_>, played: &Played) -> Result<RfcMembers, AppFault> {
    let Played { session, charter } = played;
    let (id, rfc) = (&session.session_id, &session.rfc_id);
    let other = |what: String| AppFault::BadInput(format!("cannot go on with {id}: {what}"));
    let tool = &session.inputs.tool.version;
    if tool != env!("CARGO_PKG_VERSION") {
        return Err(other(format!(
            "council-review {tool} began it, and this is {}; use that version, or review again: council-review {rfc}",
            env!("CARGO_PKG_VERSION")
        )));
    }
    let dossier = Arc::new(board.workspace.dossier(rfc)?);
    if dossier.digest != session.inputs.dossier_digest {
        return Err(other(stale(board.workspace, session, &dossier)));
    }
    let seats = (board.seats)(&dossier);
    for (_, RosterEntry { name: seat, identity: then }) in charter.roster.iter() {
        let now = seats[seat].identity();
        if !resuming::is_same(then, &now) {
            let (was, is) = (resuming::holder(then), resuming::holder(&now));
            if was == is {
                return Err(other(format!(
                    "{seat} was {was} with other settings; give it the same, or review again: council-review {rfc}"
                )));
            }
            let setup = Setup { seats: &board.workspace.config.seats, config: None };
            let resume = setup.resume(id, &resuming::held_by(charter));
            return Err(other(format!(
                "{seat} was {was}, and is {is} now; seat the same: {resume}, or review again: council-review {rfc}"
            )));
        }
    }
    let looker = board.looker(&charter.policy.looks);
    Ok(RfcMembers::new(seats, dossier).looking(looker))
}

fn stale(workspace: &Workspace, session: &Session, dossier: &Dossier) -> String {
    let changes = changed_files(&session.inputs, dossier).join(", ");
    let rfc = &session.rfc_id;
    let again = format!("review again: council-review {rfc}");
    match &session.inputs.commit {
        Some(commit)
            if session.inputs.uncommitted.is_empty() && workspace.library.commit.is_some() =>
        {
            let short = &commit[..commit.len().min(12)];
            let id = &session.session_id;
            format!(
                "{changes}; {again}, or go on with what it began with: council-review resume {id} --rev {short}"
            )
        }
        _ => format!("{changes}; {again}"),
    }
}

/// The rest of a session: time that nobody drove it does not count, and is recorded.
fn onward(board: &ReviewContext<'_>, played: Played) -> SessionRun {
    let Played { session, charter } = played;
    let between = |from: i64, to: i64| u64::try_from(to - from).unwrap_or(0);
    let started_at = session.started_at.unix();
    let log = SessionLog::of(session);
    let last = log.last_at().unix();
    let driven = between(started_at, last).saturating_sub(charter.down_seconds);
    let left = charter.policy.timeout_seconds.saturating_sub(driven);
    let down_seconds = between(last, board.clock.now().unix());
    let mut events = vec![Event::Resumed { down_seconds }];
    if left == 0 {
        // Asking anybody would be too late.
        events.push(Event::DeadlinePassed);
    }
    SessionRun {
        log,
        state: State::Open(Arc::new(charter)),
        events,
        limit: Duration::from_secs(left),
    }
}
