//! A small sound repository, into which a target puts its bytes, and the review of one in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use super::seat_id::SeatId;
use council_review::app::init::EXAMPLE;
use council_review::app::review::{CompletedReview, ReviewContext, ReviewOptions, Seats, review};
use council_review::app::{AppFault, Workspace};
use council_review::council::rfc::RfcMember;
use council_review::model::policy::ReviewDepth;
use council_review::model::{Layout, SubjectId, Timestamp};
use council_review::port::{Archive, Clock, NameClaim, Store, StoreFault};
use council_review::rules::RuleMember;
use council_review::source::memory::MemorySnapshot;
use council_review::source::{Dossier, Library};
use council_review::wiring::runtime::wait;

pub const TICKET: &str = "documents/work/tickets/TCK-00001.yaml";
pub const META: &str = "documents/rfcs/RFC-0001/00_meta.yaml";
pub const IMPORTS: &str = "documents/rfcs/RFC-0001/01_problem_and_imports.yaml";
pub const DECISIONS: &str = "documents/rfcs/RFC-0001/02_design_decisions.yaml";
pub const PLAN: &str = "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml";
pub const ATLAS: &str = "evidence/prd/PRD-0001/ccp/component_atlas.yaml";

/// The name of the session of [`sit`].
pub const SESSION_FILE: &str = "council_session_20260126T100000Z.yaml";

const MORE: [(&str, &str); 3] = [
    (
        DECISIONS,
        "rfc_design_decisions:
  design_decisions:
  - id: DD-0001
    title: The name is an argument and never an environment variable
",
    ),
    ("documents/prds/PRD-0001/00_meta.yaml", "prd_meta: {id: PRD-0001}\n"),
    (
        ATLAS,
        "component_atlas:
  components:
  - id: COMP-EXAMPLES
    name: Examples
    path: documents/examples
    description: Commands that newcomers read first
    extension_points:
    - {id: EXT-LOCALE, name: Locales, path: documents/examples/locale.sh, description: A language each}
",
    ),
];

/// The example of `init`, with a decision and an atlas.
pub fn files() -> &'static BTreeMap<&'static str, String> {
    static FILES: OnceLock<BTreeMap<&str, String>> = OnceLock::new();
    FILES.get_or_init(|| {
        let bound = |text: &str| text.replace("    prd_id: NONE", "    prd_id: PRD-0001");
        let example = EXAMPLE.map(|(path, text)| (path, bound(text)));
        example.into_iter().chain(MORE.map(|(path, text)| (path, text.to_owned()))).collect()
    })
}

/// The repository with these bytes in the place of one of its files, or beside them.
pub fn tree(path: &str, bytes: &[u8]) -> MemorySnapshot {
    let tree = MemorySnapshot::new().commit("c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00");
    let others = files().iter().filter(|(other, _)| **other != path);
    others.fold(tree, |tree, (path, text)| tree.file(*path, text)).file(path, bytes)
}

pub fn rfc() -> SubjectId {
    "RFC-0001".parse().expect("an id")
}

/// What is read of a repository.
pub fn dossier(tree: &MemorySnapshot) -> Option<Arc<Dossier>> {
    let library = Arc::new(Library::load(tree, Layout::default()));
    Dossier::build(library, &rfc()).map(Arc::new)
}

/// The dossier of the sound repository.
pub fn sound() -> &'static Arc<Dossier> {
    static SOUND: OnceLock<Arc<Dossier>> = OnceLock::new();
    SOUND.get_or_init(|| dossier(&tree(TICKET, files()[TICKET].as_bytes())).expect("an RFC"))
}

/// Files in memory; nobody else writes them.
#[derive(Default)]
struct Files(Mutex<BTreeMap<String, Vec<u8>>>);

impl Files {
    fn all(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.0.lock().expect("nobody panics with it")
    }
}

impl Archive for Files {
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        let folder = format!("{folder}/");
        Ok(self.all().keys().filter_map(|p| p.strip_prefix(&folder)).map(str::to_owned).collect())
    }

    fn folders(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        let folder = format!("{folder}/");
        let files = self.all();
        let names = files.keys().filter_map(|p| p.strip_prefix(&folder)?.split_once('/'));
        let mut names: Vec<String> = names.map(|(first, _)| first.to_owned()).collect();
        names.dedup();
        Ok(names)
    }

    fn read(&self, path: &str, _: u64) -> Result<Option<Vec<u8>>, StoreFault> {
        Ok(self.all().get(path).cloned())
    }
}

impl Store for Files {
    fn create(&self, path: &str, bytes: &[u8]) -> Result<bool, StoreFault> {
        Ok(self.all().insert(path.to_owned(), bytes.to_vec()).is_none())
    }

    fn replace(&self, path: &str, bytes: &[u8]) -> Result<(), StoreFault> {
        self.all().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> Result<(), StoreFault> {
        let mut files = self.all();
        let file = files.get_mut(path).filter(|file| file.len() as u64 == length);
        file.expect("nobody else writes it").extend_from_slice(bytes);
        Ok(())
    }

    fn remove(&self, path: &str) -> Result<bool, StoreFault> {
        Ok(self.all().remove(path).is_some())
    }

    fn claim(&self, _: &str, _: &str) -> Result<NameClaim, StoreFault> {
        Ok(NameClaim::Ours(Box::new(())))
    }
}

struct Still;

impl Clock for Still {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix(1_769_421_600).expect("a time")
    }
}

/// Reviews the RFC with the offline seats; gives the files that were written, too.
pub fn sit(
    tree: &MemorySnapshot,
    depth: ReviewDepth,
) -> Result<(CompletedReview, BTreeMap<String, Vec<u8>>), AppFault> {
    let workspace = Workspace::open(tree, None).expect("no configuration is the default one");
    let store = Files::default();
    let seats = |dossier: &Arc<Dossier>| -> Seats {
        let panel = RuleMember::panel(dossier, &Arc::default());
        let held = panel.into_iter().map(|seat| Arc::new(seat) as Arc<RfcMember>);
        SeatId::ALL.map(SeatId::name).into_iter().zip(held).collect()
    };
    let board = ReviewContext {
        workspace: &workspace,
        store: &store,
        clock: &Still,
        seats: &seats,
        looker: None,
    };
    let wish = ReviewOptions { depth, fail_fast: false };
    let done = wait(review(&board, &rfc(), wish, &mut (), std::future::pending()))??;
    let written = store.all().clone();
    Ok((done, written))
}
