//! A process whose seats look at the repository and deadlock: this test binary again, asked for the
//! one test below.

use crate::support::alone;
use std::env;
use std::future::{pending, ready};
use std::path::Path;
use std::process::{Command, exit};
use std::sync::Arc;

use council_review::app::look::Looker;
use council_review::app::review::{ReviewContext, ReviewOptions, review};
use council_review::app::{AppFault, Workspace, resume, sessions};
use council_review::core::look::{CallAnswer, LookRequest, Looks};
use council_review::core::member::{Completing, Member, Replying};
use council_review::council::rfc::answer::Reply;
use council_review::council::rfc::ask::Task;

use council_review::council::rfc::RfcMember;
use council_review::host::clock::SystemClock;
use council_review::host::snapshot;
use council_review::host::store::FolderStore;
use council_review::model::Severity;
use council_review::model::exit::ExitCode;
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};
use council_review::model::policy::{LookPolicy, ReviewDepth};
use council_review::model::{Identity, Receipt};
use council_review::port::Snapshot;

use crate::support::seats::{NOBODY, seats};
use crate::support::wait;

const ASKED: &str = "KILLS_ASKED";

/// A seat that looks twice before each answer that it may look for.
struct Looking(Arc<RfcMember>);

impl Member<Task, Reply> for Looking {
    fn identity(&self) -> Identity {
        self.0.identity()
    }

    fn estimate(&self, task: &Task) -> u64 {
        self.0.estimate(task)
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a, Reply> {
        self.0.complete(task)
    }

    fn next<'a>(&'a self, task: &'a Task, looks: &'a Looks) -> Replying<'a, Reply> {
        let requests = match looks.exchanges.len() {
            _ if looks.left == 0 => return self.0.next(task, looks),
            0 => vec![LookRequest::List { folder: String::new() }],
            1 => vec![LookRequest::File { path: "council.yaml".to_owned(), from: 1, lines: 40 }],
            _ => return self.0.next(task, looks),
        };
        Box::pin(ready(Ok((CallAnswer::Look(requests), Receipt::of_tokens(300)))))
    }
}

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
    let tree: Arc<dyn Snapshot> = Arc::new(snapshot::open(root, None).expect("a repository"));
    let layout = workspace.config.layout.clone();
    let looker = move |policy: &LookPolicy| {
        Looker::new(Arc::clone(&tree), &layout, policy, Box::new(Arc::default))
    };
    let looking = |seat: Arc<RfcMember>| Arc::new(Looking(seat)) as Arc<RfcMember>;
    let deadlocking = || seats(Severity::Major, [Support, Oppose, Abstain], NOBODY);
    let board = ReviewContext {
        workspace: &workspace,
        store: &store,
        clock: &clock,
        seats: &|_| deadlocking().into_iter().map(|(name, seat)| (name, looking(seat))).collect(),
        looker: Some(&looker),
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
