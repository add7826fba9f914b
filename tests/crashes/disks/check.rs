//! What must hold of whatever a crash leaves: nothing half-written, nothing lost that was
//! acknowledged.

use std::collections::BTreeMap;
use std::sync::Mutex;

use council_review::evidence::recover::recover;
use council_review::port::TEMPORARY;

use super::disk::MemoryDisk;
use super::states::{Content, History, Moment};
use super::table::{Run, Table, names};

/// What must not be.
pub type Violation = String;

/// A repository's files below the root. What nobody reads is kept empty.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The paths of a review.
pub struct Paths {
    pub session: String,
    pub bundle: String,
    pub page: String,
    pub lock: String,
}

pub fn paths() -> Paths {
    let names = names();
    Paths {
        session: names.path(&names.session_file()),
        bundle: names.path(&names.bundle_file()),
        page: names.path(&names.page_file()),
        lock: names.path(&format!("council_session_{}.lock", names.stamp)),
    }
}

/// Whether a file is none of the evidence.
pub fn is_leftover(path: &str) -> bool {
    path == paths().lock || path.contains(&format!("/{TEMPORARY}"))
}

/// The evidence that a review leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    pub bundle: Vec<u8>,
    pub page: Option<Vec<u8>>,
}

impl Evidence {
    pub fn on(disk: &MemoryDisk) -> Self {
        let paths = paths();
        let bundle = disk.file(&paths.bundle).expect("a bundle");
        Self { bundle, page: disk.file(&paths.page) }
    }
}

/// A session file of ours up to its last whole record.
pub fn untorn(bytes: &[u8]) -> &[u8] {
    let is_whole = |line: &&[u8]| line.ends_with(b"\n") && !line.contains(&0);
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').take_while(is_whole);
    &bytes[..lines.map(<[u8]>::len).sum()]
}

/// The number of whole records in it.
pub fn records_in(bytes: &[u8]) -> usize {
    let text = std::str::from_utf8(untorn(bytes)).expect("UTF-8");
    text.matches("\n  - {seq: ").count()
}

/// A session of which at most the last line may be torn: its whole records. The same bytes are read
/// once.
pub fn whole(bytes: &[u8]) -> Result<usize, Violation> {
    static KNOWN: Mutex<BTreeMap<Vec<u8>, Result<usize, Violation>>> = Mutex::new(BTreeMap::new());
    let known = KNOWN.lock().expect("nobody panics with it").get(bytes).cloned();
    known.unwrap_or_else(|| {
        let read = read_whole(bytes);
        KNOWN.lock().expect("nobody panics with it").insert(bytes.to_vec(), read.clone());
        read
    })
}

fn read_whole(bytes: &[u8]) -> Result<usize, Violation> {
    match recover(bytes) {
        Ok(recovered) => Ok(recovered.played.session.records.len()),
        Err(faults) => Err(format!("the session is damaged: {}", faults[0])),
    }
}

/// What the files of a review must be at some point.
pub struct Due<'a> {
    /// Records that were acknowledged.
    pub records: usize,
    /// Whether the review said that it ended.
    pub is_over: bool,
    pub has_session: bool,
    /// What it leaves when it ends.
    pub evidence: Option<&'a Evidence>,
}

impl Due<'_> {
    /// Checks files; `whole` says of the session's that it is whole, and its records.
    pub fn check<T>(
        &self,
        files: &BTreeMap<String, T>,
        bytes: impl Fn(&T) -> Vec<u8>,
        whole: impl FnOnce(&T) -> Result<usize, Violation>,
    ) -> Result<(), Violation> {
        let paths = paths();
        let records = files.get(&paths.session).map_or(Ok(0), whole)?;
        if records < self.records {
            return Err(format!("{records} records of {} are left", self.records));
        }
        for (path, file) in files {
            let due = match self.evidence {
                _ if *path == paths.session || is_leftover(path) => continue,
                Some(evidence) if *path == paths.bundle => Some(&evidence.bundle),
                Some(evidence) if *path == paths.page => evidence.page.as_ref(),
                _ => None,
            };
            if due != Some(&bytes(file)) {
                return Err(format!("{path} is not what the review writes"));
            }
        }
        if self.is_over {
            let page = self.evidence.and_then(|evidence| evidence.page.as_ref());
            let due = [
                (self.has_session, &paths.session),
                (true, &paths.bundle),
                (page.is_some(), &paths.page),
            ];
            if let Some((_, path)) =
                due.iter().find(|(is_due, path)| *is_due && !files.contains_key(*path))
            {
                return Err(format!("{path} is gone after success"));
            }
        }
        Ok(())
    }
}

/// A run, or several that follow each other, on one disk.
pub struct Story {
    pub history: History,
    /// The length of the trace at each acknowledgement, and the records acknowledged then.
    pub recorded: Vec<(usize, usize)>,
    /// The length of the trace when the review returned with success.
    pub over: Option<usize>,
    pub has_session: bool,
    pub evidence: Option<Evidence>,
    /// Whether each session is read again, or only after every fourth record: the others are counted.
    pub reads_all: bool,
}

/// What was looked at.
#[derive(Debug, Default, Clone, Copy)]
pub struct Count {
    pub traces: usize,
    pub points: usize,
    pub states: usize,
    pub distinct: usize,
    pub sampled: usize,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, more: Self) {
        self.traces += more.traces;
        self.points += more.points;
        self.states += more.states;
        self.distinct += more.distinct;
        self.sampled += more.sampled;
    }
}

impl Story {
    /// The story of a run on a disk which held `before` records from its beginning.
    pub fn of(table: &Table, disk: &MemoryDisk, run: &Run, before: usize) -> Self {
        let recorded = run.recorded.iter().zip(before + 1..).map(|(&at, count)| (at, count));
        let over = run.end.is_ok();
        // The bundle rests on every record that stands then.
        let all = disk.file(&paths().session).map(|bytes| (disk.length(), records_in(&bytes)));
        let recorded = recorded.chain(all.filter(|_| over)).chain([(0, before)]);
        Self {
            history: History::of(disk),
            recorded: recorded.collect(),
            over: over.then(|| disk.length()),
            has_session: table.ending.has_session(),
            evidence: over.then(|| Evidence::on(disk)),
            reads_all: true,
        }
    }

    /// Records that were acknowledged before operation `point`.
    pub fn acknowledged(&self, point: usize) -> usize {
        let before = self.recorded.iter().filter(|(at, _)| *at <= point);
        before.map(|(_, count)| *count).max().unwrap_or(0)
    }

    /// Checks every state that a loss of power may leave at each point from `from` on; `seen` gets
    /// each different set of files, and the last point that may leave it.
    pub fn check(
        &self,
        from: usize,
        cuts: usize,
        seen: &mut dyn FnMut(usize, Files) -> Result<(), Violation>,
    ) -> Result<Count, Violation> {
        let history = &self.history;
        let mut count = Count { traces: 1, ..Count::default() };
        let mut moment = Moment::first(history, cuts);
        let mut read: BTreeMap<Content, Result<usize, Violation>> = BTreeMap::new();
        let mut met: BTreeMap<BTreeMap<String, Option<Content>>, usize> = BTreeMap::new();
        for point in 0..=history.trace.len() {
            if let Some(op) = point.checked_sub(1) {
                moment.pass(&history.trace[op]);
            }
            if point < from {
                continue;
            }
            let due = Due {
                records: self.acknowledged(point),
                is_over: self.over.is_some_and(|over| over <= point),
                has_session: self.has_session,
                evidence: self.evidence.as_ref(),
            };
            let states = moment.states();
            count.points += 1;
            count.states += states.len();
            for state in states {
                let whole = |&content: &Content| {
                    let read = read.entry(content).or_insert_with(|| self.records(content));
                    read.clone()
                };
                due.check(&state.files, |&content| history.bytes(content), whole).map_err(
                    |violation| format!("{violation}, after operation {point}: {state:?}"),
                )?;
                let key = state.files.iter().map(|(path, &content)| {
                    (path.clone(), (!is_leftover(path)).then_some(content))
                });
                met.insert(key.collect(), point);
            }
        }
        count.distinct = met.len();
        count.sampled = usize::from(moment.sampled);
        for (files, point) in met {
            let file = |(path, content): (String, Option<Content>)| {
                (path, content.map_or_else(Vec::new, |content| history.bytes(content)))
            };
            seen(point, files.into_iter().map(file).collect())?;
        }
        Ok(count)
    }

    fn records(&self, content: Content) -> Result<usize, Violation> {
        let bytes = self.history.bytes(content);
        let records = records_in(&bytes);
        if self.reads_all || records.is_multiple_of(4) { whole(&bytes) } else { Ok(records) }
    }
}
