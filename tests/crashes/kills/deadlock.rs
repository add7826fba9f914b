//! A process whose seats deadlock: this test binary again, asked for the one test below.

use crate::support::alone;
use std::env;
use std::future::pending;
use std::path::Path;
use std::process::{Command, exit};

use council_review::app::review::{ReviewContext, ReviewOptions, review};
use council_review::app::{AppFault, Workspace, resume, sessions};
use council_review::host::clock::SystemClock;
use council_review::host::snapshot;
use council_review::host::store::FolderStore;
use council_review::model::Severity;
use council_review::model::exit::ExitCode;
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};
use council_review::model::policy::ReviewDepth;

use crate::support::seats::{NOBODY, seats};
use crate::support::wait;

const ASKED: &str = "KILLS_ASKED";

/// The process that is asked for a review or a resume as the binary would be.
pub(super) fn command(args: &[&str]) -> Command {
    let mut command = alone(module_path!(), "a_process_of_its_own");
    command.env(ASKED, args.join(" "));
    command
}

/// Not a test of its own: what the kills start.
#[test]
fn a_process_of_its_own() {
    let Ok(asked) = env::var(ASKED) else { return };
    let words: Vec<&str> = asked.split(' ').collect();
    let root = env::current_dir().expect("it is there");
    let done = verdict(&root, &words).unwrap_or_else(|fault| panic!("{fault}"));
    exit(i32::from(done.number()));
}

fn verdict(root: &Path, words: &[&str]) -> Result<ExitCode, AppFault> {
    let repository = snapshot::open(root, None).expect("a repository");
    let workspace = Workspace::open(&repository, None)?;
    let store = FolderStore::new(root);
    let epoch = env::var("SOURCE_DATE_EPOCH").ok();
    let clock = SystemClock::start(epoch.as_deref()).expect("a second");
    let board = ReviewContext {
        workspace: &workspace,
        store: &store,
        clock: &clock,
        seats: &|_| seats(Severity::Major, [Support, Oppose, Abstain], NOBODY),
        looker: None,
    };
    let done = if words[0] == "resume" {
        let names = sessions::named(&workspace, words[1])?;
        wait(resume::resume(&board, &names, &mut (), pending()))?.done
    } else {
        let wish = ReviewOptions { depth: ReviewDepth::Council, fail_fast: false };
        wait(review(&board, &words[0].parse().expect("an id"), wish, &mut (), pending()))?
    };
    Ok(ExitCode::from(done.bundle.verdict))
}
