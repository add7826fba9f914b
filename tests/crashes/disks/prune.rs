//! Old reviews that are pruned on disks that fail and forget: whatever is left, what stays is whole
//! and the chain verifies, and the next run comes to the end that there would have been.

use crate::support::scale;
use std::collections::BTreeSet;

use council_review::app::AppFault;
use council_review::app::prune::PruneOptions;
use council_review::evidence::chain::Chain;
use council_review::evidence::files::is_record;
use council_review::evidence::v2::previous_bundle::PreviousBundle;
use council_review::evidence::v2::pruned::PrunedBundle;
use council_review::host::store::FolderStore;

use super::check::{Count, Files, Violation, is_leftover};
use super::disk::{MemoryDisk, ROOT};
use super::faults::{FAULTS, FaultDisk, Plan};
use super::judge::{cuts, disk_with, files_on};
use super::states::{History, Moment};
use super::table::{ENDINGS, Table, names};

const WISH: PruneOptions = PruneOptions { keep: 1, is_dry: false };

/// A repository with three reviews, and what undisturbed pruning leaves of it.
pub struct Pruning {
    table: Table,
    before: Files,
    after: Files,
    gone: BTreeSet<String>,
    head: PreviousBundle,
}

/// What counts of some files.
fn evidence(mut files: Files) -> Files {
    files.retain(|path, _| !is_leftover(path) && !path.ends_with(".lock"));
    files
}

impl Pruning {
    pub fn new() -> Self {
        // Each waits for a person, so that each has session, bundle and page.
        let table = Table::of(&ENDINGS[2]);
        let disk = MemoryDisk::empty();
        for _ in 0..3 {
            table.review(disk.clone(), &disk).end.expect("it ends");
        }
        let before = evidence(files_on(&disk));
        let disk = disk_with(&before);
        let done = table.prune(disk.clone(), WISH).expect("it ends");
        assert_eq!((done.gone.len(), done.kept), (2, 1));
        let gone = done.gone.iter().flat_map(PrunedBundle::all);
        let gone: BTreeSet<String> = gone.map(|file| names().path(file)).collect();
        assert_eq!(gone.len(), 6, "{gone:?}");
        let chain = Chain::read(&FolderStore::on(disk.clone(), ROOT), &names().folder);
        let head = chain.expect("readable").head().expect("a head").name.clone();
        Self { table, before, after: evidence(files_on(&disk)), gone, head }
    }

    /// Checks what is left, and that the next run ends as the undisturbed one.
    fn ends_well(&self, left: &Files) -> Result<(), Violation> {
        for (path, bytes) in &evidence(left.clone()) {
            let due = self.before.get(path).or_else(|| self.after.get(path));
            if due != Some(bytes) {
                return Err(format!("{path} is not what it was"));
            }
        }
        let has_record = left.keys().any(|path| path.rsplit('/').next().is_some_and(is_record));
        for path in self.before.keys().filter(|path| !left.contains_key(*path)) {
            if !self.gone.contains(path) || !has_record {
                return Err(format!("{path} is gone, record: {has_record}"));
            }
        }
        let disk = disk_with(left);
        let store = FolderStore::on(disk.clone(), ROOT);
        let chain = Chain::read(&store, &names().folder).map_err(|fault| fault.to_string())?;
        let head = chain.head().ok_or("there is no head")?;
        if head.name != self.head || chain.gap(head).is_some() {
            return Err(format!("the chain does not verify: {:?}", chain.gap(head)));
        }
        self.table.prune(disk.clone(), WISH).map_err(|fault| format!("not finished: {fault}"))?;
        match evidence(files_on(&disk)) == self.after {
            true => Ok(()),
            false => Err(format!("it ends otherwise: {:?}", files_on(&disk).keys())),
        }
    }

    /// Everything that a loss of power may leave.
    pub fn power_loss(&self) -> Result<Count, Violation> {
        let disk = disk_with(&self.before);
        self.table.prune(disk.clone(), WISH).map_err(|fault| fault.to_string())?;
        let history = History::of(&disk);
        let mut moment = Moment::first(&history, cuts());
        let mut count = Count { traces: 1, ..Count::default() };
        let mut met = BTreeSet::new();
        for point in 0..=history.trace.len() {
            if let Some(op) = point.checked_sub(1) {
                moment.pass(&history.trace[op]);
            }
            count.points += 1;
            for state in moment.states() {
                count.states += 1;
                let file = |(path, &content): (&String, _)| {
                    let bytes = history.bytes(content);
                    (path.clone(), if is_leftover(path) { Vec::new() } else { bytes })
                };
                let files: Files = state.files.iter().map(file).collect();
                if met.insert(files.clone()) {
                    self.ends_well(&files)
                        .map_err(|why| format!("{why}, after operation {point}: {state:?}"))?;
                }
            }
        }
        count.distinct = met.len();
        Ok(count)
    }

    /// Every fault at every operation, or some that are spread over them; gives how many there were.
    pub fn faults(&self) -> Result<usize, Violation> {
        let whole = FaultDisk::new(disk_with(&self.before), None);
        self.table.prune(whole.clone(), WISH).map_err(|fault| fault.to_string())?;
        let mut plans = Vec::new();
        for (at, act) in (1..).zip(whole.acts()) {
            for fault in FAULTS.into_iter().filter(|fault| fault.fits(act)) {
                plans.push((act, Plan { at, fault, lasts: false }));
                if fault.can_last() {
                    plans.push((act, Plan { at, fault, lasts: true }));
                }
            }
        }
        let step = scale().of(23, 7, 1);
        let plans: Vec<_> = plans.into_iter().step_by(step).collect();
        for &(act, plan) in &plans {
            let disk = disk_with(&self.before);
            let end = self.table.prune(FaultDisk::new(disk.clone(), Some(plan)), WISH);
            match &end {
                Err(AppFault::Store { .. }) => {}
                Ok(_) if plan.fault.is_forgiven(act, plan.lasts) => {}
                other => return Err(format!("{plan:?}, {act:?}: {other:?}")),
            }
            self.ends_well(&files_on(&disk)).map_err(|why| format!("{plan:?}, {act:?}: {why}"))?;
        }
        Ok(plans.len())
    }
}
