//! A review that meets a fault, and what comes after it.

use std::collections::BTreeSet;

use council_review::app::AppFault;

use super::check::{Due, Files, Story, Violation, paths, records_in, untorn, whole};
use super::disk::MemoryDisk;
use super::faults::{Act, FAULTS, FaultDisk, Plan};
use super::judge::{Carried, Judge, cuts, disk_with, files_on, telling};
use super::table::Run;

/// Where a fault is met: a review from its beginning, or a session that goes on.
pub struct Scene {
    pub judge: &'static Judge,
    files: Files,
    /// The course without a fault.
    undisturbed: Carried,
    pub acts: Vec<Act>,
}

impl Scene {
    pub fn of(judge: &'static Judge, files: Files) -> Self {
        let undisturbed = if files.is_empty() {
            judge.undisturbed.clone()
        } else {
            judge.carry(&files).expect("it goes on")
        };
        let mut scene = Self { judge, files, undisturbed, acts: Vec::new() };
        scene.acts = scene.run(None).2;
        scene
    }

    fn run(&self, plan: Option<Plan>) -> (MemoryDisk, Run, Vec<Act>) {
        let disk = disk_with(&self.files);
        let faulty = FaultDisk::new(disk.clone(), plan);
        let run = if self.files.is_empty() {
            self.judge.table.review(faulty.clone(), &disk)
        } else {
            self.judge.table.resume(faulty.clone(), &disk)
        };
        (disk, run, faulty.acts())
    }

    /// Every plan that can be.
    pub fn plans(&self) -> Vec<Plan> {
        let mut plans = Vec::new();
        for (at, &act) in (1..).zip(&self.acts) {
            for fault in FAULTS.into_iter().filter(|fault| fault.fits(act)) {
                plans.push(Plan { at, fault, lasts: false });
                if fault.can_last() {
                    plans.push(Plan { at, fault, lasts: true });
                }
            }
        }
        plans
    }

    /// Whether a fault leaves half a line.
    pub fn tears(&self, plan: Plan) -> bool {
        let left = self.run(Some(plan)).0.file(&paths().session);
        left.is_some_and(|bytes| untorn(&bytes).len() < bytes.len())
    }

    /// Meets a fault; returns the operation when the review ended all the same.
    pub fn meet(&self, plan: Plan) -> Result<Option<Act>, Violation> {
        let act = self.acts[plan.at - 1];
        let is_forgiven = plan.fault.is_forgiven(act, plan.lasts);
        let (disk, run, _) = self.run(Some(plan));
        match &run.end {
            Ok(_) if is_forgiven => {}
            Err(AppFault::Store { .. }) if !is_forgiven => {}
            Ok(_) => return Err(format!("success although {act:?} failed")),
            Err(fault) => return Err(format!("{act:?} failed: {fault:?}")),
        }
        let before = self.files.get(&paths().session).map_or(0, |bytes| records_in(bytes));
        let mut story = Story::of(&self.judge.table, &disk, &run, before);
        story.evidence = Some(self.undisturbed.evidence.clone());
        let files = files_on(&disk);
        let due = Due {
            records: before + run.recorded.len(),
            is_over: run.end.is_ok(),
            has_session: story.has_session,
            evidence: story.evidence.as_ref(),
        };
        due.check(&files, Vec::clone, |bytes| whole(bytes))?;
        story.check(disk.length(), cuts(), &mut |_, _| Ok(()))?;
        let carried = self.judge.carry(&telling(files))?;
        Judge::repeated(run.called.len(), &carried, &self.undisturbed)?;
        Ok(is_forgiven.then_some(act))
    }
}

/// The sessions that an undisturbed review of an ending writes, from the last one back.
pub fn sessions(judge: &Judge) -> Vec<Files> {
    let disk = MemoryDisk::empty();
    let run = judge.table.review(disk.clone(), &disk);
    let story = Story::of(&judge.table, &disk, &run, 0);
    let mut sessions = BTreeSet::new();
    story
        .check(0, 1, &mut |_, files| {
            if let Some(bytes) = files.get(&paths().session) {
                sessions.insert(bytes.clone());
            }
            Ok(())
        })
        .expect("nothing is lost");
    let mut sessions: Vec<Vec<u8>> = sessions.into_iter().collect();
    sessions.sort_by_key(|bytes| std::cmp::Reverse(bytes.len()));
    sessions.into_iter().map(|bytes| Files::from([(paths().session, bytes)])).collect()
}
