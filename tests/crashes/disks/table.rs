//! Reviews with scripted seats on a disk of a test: what was recorded when, and who was asked when.

use std::cell::RefCell;
use std::future::pending;
use std::sync::{Arc, Mutex};

use council_review::app::init::EXAMPLE;
use council_review::app::prune;
use council_review::app::resume::resume;
use council_review::app::review::{CompletedReview, ReviewContext, ReviewOptions, Seats, review};
use council_review::app::{AppFault, Progress, ReviewNames, Workspace};
use council_review::core::member::{Completing, Member};
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::answer::Reply;
use council_review::council::rfc::ask::Task;
use council_review::host::clock::SystemClock;
use council_review::host::disk::Disk;
use council_review::host::store::FolderStore;
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};
use council_review::model::policy::ReviewDepth;
use council_review::model::progress::ProgressEvent;
use council_review::model::{Identity, Severity, TerminalState};
use council_review::source::memory::MemorySnapshot;

use super::disk::{MemoryDisk, ROOT};
use crate::support::seats::{MENDED, NOBODY, seats};
use crate::support::{EPOCH, STAMP, wait};

/// A way in which a review ends.
#[derive(Debug)]
pub struct Ending {
    pub name: &'static str,
    pub state: TerminalState,
    seats: fn() -> Seats,
    config: &'static str,
    depth: ReviewDepth,
    /// Whether a person stops it at once.
    is_stopped: bool,
    /// Whether calls that a crash cost change nothing but the tokens.
    pub is_steady: bool,
}

impl Ending {
    const fn council(name: &'static str, state: TerminalState, seats: fn() -> Seats) -> Self {
        Self {
            name,
            state,
            seats,
            config: "",
            depth: ReviewDepth::Council,
            is_stopped: false,
            is_steady: true,
        }
    }

    pub fn has_session(&self) -> bool {
        self.depth == ReviewDepth::Council
    }
}

pub const ENDINGS: [Ending; 8] = [
    Ending::council("converged", TerminalState::Converged, || {
        seats(Severity::Major, [Support, Support, Oppose], NOBODY)
    }),
    Ending::council("dismissed", TerminalState::Converged, || {
        seats(Severity::Blocker, [Abstain, Oppose, Oppose], NOBODY)
    }),
    Ending::council("deadlocked", TerminalState::Deadlocked, || {
        seats(Severity::Major, [Support, Oppose, Abstain], NOBODY)
    }),
    Ending::council("degraded", TerminalState::Converged, || {
        seats(Severity::Major, [Support; 3], [None, None, Some("FEASIBILITY")])
    }),
    Ending::council("quorum lost", TerminalState::Aborted, || {
        let fails_at = [None, Some("CONVERGE"), Some("FEASIBILITY")];
        seats(Severity::Major, [Support, Oppose, Support], fails_at)
    }),
    Ending {
        config: "council:\n  token_budget: 160000\n",
        // A lost call is charged as reserved, so the budget ends earlier.
        is_steady: false,
        ..Ending::council("budget", TerminalState::Aborted, || {
            seats(Severity::Major, [Support, Support, Oppose], NOBODY)
        })
    },
    Ending {
        is_stopped: true,
        ..Ending::council("stopped", TerminalState::Aborted, || {
            seats(Severity::Major, [Support; 3], NOBODY)
        })
    },
    Ending {
        depth: ReviewDepth::Standard,
        ..Ending::council("standard", TerminalState::NotConvened, Seats::new)
    },
];

/// The names of the review that every test holds.
pub fn names() -> ReviewNames {
    ReviewNames { folder: "evidence/rfc/RFC-0001/reviews".to_owned(), stamp: STAMP.to_owned() }
}

/// What came of a run.
pub struct Run {
    pub end: Result<CompletedReview, AppFault>,
    /// The length of the disk's trace when each record was acknowledged.
    pub recorded: Vec<usize>,
    /// The length of the disk's trace when each call was made.
    pub called: Vec<usize>,
}

/// A repository in memory, and the seats of one ending.
pub struct Table {
    pub ending: &'static Ending,
    workspace: Workspace,
    clock: SystemClock,
}

impl Table {
    pub fn of(ending: &'static Ending) -> Self {
        let [mended, old, new] = MENDED;
        let tree = MemorySnapshot::new().commit("0123456789abcdef0123456789abcdef01234567");
        let tree = EXAMPLE.into_iter().fold(tree, |tree, (path, text)| {
            let text = if path == mended { text.replace(old, new) } else { text.to_owned() };
            tree.file(path, text)
        });
        let config = Some(("council.yaml", ending.config.as_bytes().to_vec()));
        let workspace = Workspace::open(&tree, config).expect("readable");
        let clock = SystemClock::start(Some(EPOCH)).expect("a second");
        Self { ending, workspace, clock }
    }

    /// A review on `disk`, which is `memory` or stands before it.
    pub fn review<D: Disk>(&self, disk: D, memory: &MemoryDisk) -> Run {
        let wish = ReviewOptions { depth: self.ending.depth, fail_fast: false };
        let rfc = "RFC-0001".parse().expect("an id");
        self.run(disk, memory, |board, progress| {
            wait(review(board, &rfc, wish, progress, self.stop()))
        })
    }

    /// The session that is on `disk` carried to its end.
    pub fn resume<D: Disk>(&self, disk: D, memory: &MemoryDisk) -> Run {
        self.run(disk, memory, |board, progress| {
            wait(resume(board, &names(), progress, self.stop())).map(|resumed| resumed.done)
        })
    }

    /// Old reviews taken away on `disk`.
    pub fn prune<D: Disk>(
        &self,
        disk: D,
        wish: prune::PruneOptions,
    ) -> Result<prune::RfcPruning, AppFault> {
        let store = FolderStore::on(disk, ROOT);
        let rfc = "RFC-0001".parse().expect("an id");
        prune::prune(&self.workspace, &store, &self.clock, &rfc, wish)
    }

    async fn stop(&self) {
        if !self.ending.is_stopped {
            pending().await
        }
    }

    fn run<D: Disk>(
        &self,
        disk: D,
        memory: &MemoryDisk,
        act: impl FnOnce(&ReviewContext<'_>, &mut dyn Progress) -> Result<CompletedReview, AppFault>,
    ) -> Run {
        let called = Calls::default();
        let (seats, noted) = (self.ending.seats, Arc::clone(&called));
        SEATED.set(Some(Seated { seats, disk: memory.clone(), called: noted }));
        let store = FolderStore::on(disk, ROOT);
        let seats = |_: &_| counted();
        let board = ReviewContext {
            workspace: &self.workspace,
            store: &store,
            clock: &self.clock,
            seats: &seats,
            looker: None,
        };
        let mut recorded = Recorded(memory.clone(), Vec::new());
        let end = act(&board, &mut recorded);
        SEATED.set(None);
        let called = called.lock().expect("nobody panics with it").clone();
        Run { end, recorded: recorded.1, called }
    }
}

/// Notes when a record was acknowledged.
struct Recorded(MemoryDisk, Vec<usize>);

impl Progress for Recorded {
    fn event(&mut self, _: &ProgressEvent) {
        self.1.push(self.0.length());
    }
}

type Calls = Arc<Mutex<Vec<usize>>>;

/// Who sits at a table, and where their calls are noted.
struct Seated {
    seats: fn() -> Seats,
    disk: MemoryDisk,
    called: Calls,
}

thread_local! {
    /// Those at this thread's table: a board takes no closure that remembers.
    static SEATED: RefCell<Option<Seated>> = const { RefCell::new(None) };
}

fn counted() -> Seats {
    SEATED.with_borrow(|seated| {
        let Seated { seats, disk, called } = seated.as_ref().expect("a run is under way");
        let counted = seats().into_iter().map(|(id, seat)| {
            let (disk, called) = (disk.clone(), Arc::clone(called));
            (id, Arc::new(Counted { seat, disk, called }) as Arc<RfcMember>)
        });
        counted.collect()
    })
}

/// A seat that notes when it is called.
struct Counted {
    seat: Arc<RfcMember>,
    disk: MemoryDisk,
    called: Calls,
}

impl Member<Task, Reply> for Counted {
    fn identity(&self) -> Identity {
        self.seat.identity()
    }

    fn estimate(&self, task: &Task) -> u64 {
        self.seat.estimate(task)
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a, Reply> {
        self.called.lock().expect("nobody panics with it").push(self.disk.length());
        self.seat.complete(task)
    }
}
