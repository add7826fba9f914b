//! Whatever a crash left, the next thing that anybody would do ends as the undisturbed review.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use council_review::app::replay::{ReplayComparison, SessionReplay, replay};
use council_review::evidence::v2::bundle::{Bundle, Finding};
use council_review::evidence::{replay as replayed, seal, verify};
use council_review::host::disk::Disk as _;
use council_review::host::store::FolderStore;
use council_review::port::Archive as _;

use crate::support::scale;
use crate::support::scale::Scale;

use super::check::{
    Count, Evidence, Files, Story, Violation, is_leftover, paths, records_in, untorn,
};
use super::disk::{MemoryDisk, ROOT};
use super::table::{ENDINGS, Run, Table, names};

/// Calls that a crash may cost: one of each seat.
const IN_FLIGHT: usize = 3;

/// What came of going on from some files.
#[derive(Debug, Clone)]
pub struct Carried {
    pub calls: usize,
    /// Calls of the session that a crash cost.
    pub lost: usize,
    pub evidence: Evidence,
    /// What a loss of power during it may leave.
    pub count: Count,
}

/// What came of it, once somebody tried.
type Known = Arc<OnceLock<Result<Carried, Violation>>>;

/// One way of ending, undisturbed, and how it goes on from whatever a crash left.
pub struct Judge {
    pub table: Table,
    pub undisturbed: Carried,
    bundle: Bundle,
    known: Mutex<BTreeMap<Files, Known>>,
}

/// The judge of one of the endings.
pub fn judge(ending: usize) -> &'static Judge {
    static JUDGES: [OnceLock<Judge>; ENDINGS.len()] = [const { OnceLock::new() }; ENDINGS.len()];
    JUDGES[ending].get_or_init(|| {
        let table = Table::of(&ENDINGS[ending]);
        let disk = MemoryDisk::empty();
        let run = table.review(disk.clone(), &disk);
        let bundle = run.end.as_ref().expect("an undisturbed review ends").bundle.clone();
        assert_eq!(bundle.terminal_state, table.ending.state, "{}", table.ending.name);
        let (calls, evidence) = (run.called.len(), Evidence::on(&disk));
        let undisturbed = Carried { calls, lost: 0, evidence, count: Count::default() };
        Judge { table, undisturbed, bundle, known: Mutex::default() }
    })
}

impl Judge {
    /// Goes on from files, once for each different set.
    pub fn carry(&self, files: &Files) -> Result<Carried, Violation> {
        let mut known = self.known.lock().expect("nobody panics with it");
        let carried = Arc::clone(known.entry(files.clone()).or_default());
        drop(known);
        carried.get_or_init(|| self.carry_on(files)).clone()
    }

    fn carry_on(&self, files: &Files) -> Result<Carried, Violation> {
        let disk = disk_with(files);
        let run = self.go_on(&disk);
        let mut carried = self.ends_well(&disk, &run)?;
        if !files.contains_key(&paths().bundle) {
            let before = files.get(&paths().session).map_or(0, |bytes| records_in(bytes));
            let mut story = Story::of(&self.table, &disk, &run, before);
            story.reads_all = is_all();
            carried.count = story.check(0, cuts(), &mut |_, _| Ok(()))?;
        }
        Ok(carried)
    }

    /// The next thing that anybody would do.
    pub fn go_on(&self, disk: &MemoryDisk) -> Run {
        if disk.file(&paths().session).is_some() {
            self.table.resume(disk.clone(), disk)
        } else {
            self.table.review(disk.clone(), disk)
        }
    }

    /// Checks that no call was made twice but for those that were under way, and says how many
    /// were: `before` were made before the crash, and `undisturbed` is the course without it.
    pub fn repeated(
        before: usize,
        after: &Carried,
        undisturbed: &Carried,
    ) -> Result<usize, Violation> {
        let lost = after.lost - undisturbed.lost;
        let repeated = (before + after.calls).saturating_sub(undisturbed.calls);
        if lost <= IN_FLIGHT && repeated <= lost {
            return Ok(repeated);
        }
        Err(format!("{repeated} calls were made twice, and {lost} were under way"))
    }

    /// Checks that a run ended as the undisturbed one, and that its evidence stands.
    pub fn ends_well(&self, disk: &MemoryDisk, run: &Run) -> Result<Carried, Violation> {
        let done = run.end.as_ref().map_err(|fault| format!("it does not go on: {fault}"))?;
        let (is, was) = (&done.bundle, &self.bundle);
        let same = is.verdict == was.verdict && is.terminal_state == was.terminal_state;
        let same_findings = if self.table.ending.is_steady {
            is.findings == was.findings
        } else {
            let known =
                |finding: &Finding| was.findings.iter().any(|f| f.signature == finding.signature);
            is.findings.iter().all(known)
        };
        if !same || !same_findings {
            return Err(format!(
                "it ends {} {}, not as undisturbed",
                is.terminal_state, is.verdict
            ));
        }
        let bundle = disk.file(&done.bundle_path).ok_or("there is no bundle")?;
        if verify::verify(&bundle).is_err() || bundle != seal::bytes(is) {
            return Err("the bundle does not verify".to_owned());
        }
        let lost = if self.table.ending.has_session() {
            let due = if done.escalation_path.is_some() { 3 } else { 2 };
            replays(disk, due)?
        } else {
            0
        };
        let evidence = Evidence { bundle, page: disk.file(&paths().page) };
        Ok(Carried { calls: run.called.len(), lost, evidence, count: Count::default() })
    }
}

/// Checks that the session gives the bundle again and that only `due` files stand beside each
/// other; returns the calls that were lost.
fn replays(disk: &MemoryDisk, due: usize) -> Result<usize, Violation> {
    let store = FolderStore::on(disk.clone(), ROOT);
    match replay(&store, &names(), &mut |_, _| {}) {
        Ok(SessionReplay::Played {
            outcome: ReplayComparison::Same(_), cut_after: None, ..
        }) => {}
        other => return Err(format!("it replays otherwise: {other:?}")),
    }
    let session = disk.file(&paths().session).ok_or("there is no session")?;
    let played = replayed::read(&session).map_err(|faults| format!("{faults:?}"))?;
    let lost = played.calls().iter().filter(|call| call.outcome == "LOST").count();
    let files = store.list(&names().folder).map_err(|fault| fault.to_string())?;
    // A lock that could not be given back leaves its file.
    let left = files.iter().filter(|file| !file.ends_with(".lock")).count();
    if left == due { Ok(lost) } else { Err(format!("the reviews folder holds {files:?}")) }
}

/// Whether everything is tried.
pub fn is_all() -> bool {
    scale() == Scale::Full
}

/// In how many parts an unsynced write may be cut.
pub fn cuts() -> usize {
    scale().of(2, 4, 16)
}

/// The files to go on from: without what nobody reads, and what is torn, but where that may matter
/// most. There it has the names that the next one would take first.
pub fn telling(files: Files) -> Files {
    let paths = paths();
    let first = |(path, bytes): (String, Vec<u8>)| match path.rsplit_once('-') {
        Some((stem, _)) if is_leftover(&path) && path != paths.lock => (format!("{stem}-0"), bytes),
        _ => (path, bytes),
    };
    let mut files: Files = files.into_iter().map(first).collect();
    let records = files.get(&paths.session).map_or(0, |bytes| records_in(bytes));
    if !(is_all() || records.is_multiple_of(8) || files.contains_key(&paths.bundle)) {
        files.retain(|path, _| !is_leftover(path));
        if let Some(bytes) = files.get_mut(&paths.session) {
            bytes.truncate(untorn(bytes).len());
        }
    }
    files
}

/// A disk that holds files, safe.
pub fn disk_with(files: &Files) -> MemoryDisk {
    let folders: &[&str] = if files.is_empty() {
        &[]
    } else {
        &["evidence", "evidence/rfc", "evidence/rfc/RFC-0001", "evidence/rfc/RFC-0001/reviews"]
    };
    let files = files.iter().map(|(path, bytes)| (path.as_str(), bytes.clone()));
    MemoryDisk::with(folders.iter().copied(), files)
}

/// The files that stand on a disk.
pub fn files_on(disk: &MemoryDisk) -> Files {
    let folder = names().folder;
    let listed = disk.list(&Path::new(ROOT).join(&folder)).unwrap_or_default();
    let files = listed.into_iter().map(|(name, _)| {
        let path = format!("{folder}/{name}");
        let bytes = if is_leftover(&path) { None } else { disk.file(&path) };
        (path, bytes.unwrap_or_default())
    });
    files.collect()
}
