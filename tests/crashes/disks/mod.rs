//! Reviews on disks that fail and forget: no success that is none, nothing half-written, nothing
//! lost that was acknowledged, and after it the end that there would have been.

#![allow(unreachable_pub, reason = "the parts of one test")]

mod broken;
mod check;
mod disk;
mod faults;
mod judge;
mod prune;
mod scene;
mod states;
mod table;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::support::{figure, scale};
use broken::{BrokenDisk, SourceDiagnostic};
use check::{Count, Due, Files, Story, Violation, paths, records_in, whole};
use disk::MemoryDisk;
use faults::{Act, EIO, Fault, FaultDisk, Plan};
use judge::{Judge, cuts, disk_with, files_on, is_all, judge, telling};
use prune::Pruning;
use scene::{Scene, sessions};
use table::ENDINGS;

/// Does the same with each of some things, on every core.
fn each<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some(thing) = things.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = work(thing);
                    done.lock().expect("nobody panics with it").push(result);
                }
            });
        }
    });
    done.into_inner().expect("nobody panics with it")
}

fn endings() -> Vec<usize> {
    (0..ENDINGS.len()).collect()
}

/// What came of one ending.
#[derive(Default)]
struct Looked {
    count: Count,
    /// Different sets of files from which it went on.
    resumes: usize,
    /// Calls that were made twice, at most.
    repeated: usize,
}

/// Everything that a loss of power may leave of a review, and of what goes on after it.
fn power_loss(judge: &Judge) -> Result<Looked, Violation> {
    let disk = MemoryDisk::empty();
    let run = judge.table.review(disk.clone(), &disk);
    let mut story = Story::of(&judge.table, &disk, &run, 0);
    story.evidence = Some(judge.undisturbed.evidence.clone());
    let mut resumed = BTreeSet::new();
    let mut looked = Looked::default();
    let count = story.check(0, cuts(), &mut |point, files| {
        let files = telling(files);
        let carried = judge.carry(&files)?;
        let before = run.called.iter().filter(|at| **at <= point).count();
        let repeated = Judge::repeated(before, &carried, &judge.undisturbed)?;
        looked.repeated = looked.repeated.max(repeated);
        if resumed.insert(files) {
            looked.count += carried.count;
        }
        Ok(())
    })?;
    looked.count += count;
    looked.resumes = resumed.len();
    Ok(looked)
}

#[test]
fn a_loss_of_power_loses_nothing_that_was_acknowledged() {
    let started = Instant::now();
    let all = each(&endings(), |&ending| {
        power_loss(judge(ending)).unwrap_or_else(|why| panic!("{}: {why}", ENDINGS[ending].name))
    });
    let mut count = Count::default();
    all.iter().for_each(|looked| count += looked.count);
    let resumes: usize = all.iter().map(|looked| looked.resumes).sum();
    let repeated = all.iter().map(|looked| looked.repeated).max().unwrap_or(0);
    let Count { traces, points, states, distinct, sampled } = count;
    figure(&format!(
        "power loss: {traces} traces, {points} crash points, {states} states ({sampled} traces with a sample of them), {distinct} distinct; gone on from {resumes}; 0 lost or mixed, at most {repeated} calls made twice, {:.1?}",
        started.elapsed()
    ));
    assert!(states >= 20_000, "{states} states");
}

/// A review that is killed at operation `at`, then gone on with on the same disk, of which nothing
/// was lost; then the power goes.
fn killed(judge: &Judge, at: usize) -> Result<Count, Violation> {
    let disk = MemoryDisk::empty();
    let plan = Plan { at, fault: EIO, lasts: true };
    let first = judge.table.review(FaultDisk::new(disk.clone(), Some(plan)), &disk);
    let (killed_at, left) = (disk.length(), files_on(&disk));
    if !judge.table.ending.has_session() && left.contains_key(&paths().bundle) {
        return Ok(Count::default());
    }
    let before = left.get(&paths().session).map_or(0, |bytes| records_in(bytes));
    let second = judge.go_on(&disk);
    let carried = judge.ends_well(&disk, &second)?;
    Judge::repeated(first.called.len(), &carried, &judge.undisturbed)?;
    let mut story = Story::of(&judge.table, &disk, &second, before);
    // What stood after the kill was safe only as far as it was acknowledged.
    story.recorded.retain(|(at, _)| *at > 0);
    story.recorded.extend(first.recorded.iter().zip(1..).map(|(&at, count)| (at, count)));
    story.reads_all = is_all();
    story.check(killed_at, cuts(), &mut |_, _| Ok(()))
}

#[test]
fn a_loss_of_power_after_a_kill_loses_nothing_either() {
    let started = Instant::now();
    let counts = each(&endings(), |&ending| {
        let judge = judge(ending);
        let disk = MemoryDisk::empty();
        let whole = FaultDisk::new(disk.clone(), None);
        judge.table.review(whole.clone(), &disk);
        let acts = whole.acts();
        let changes = |act: &Act| !matches!(act, Act::Kind | Act::List | Act::Read);
        let points = (1..=acts.len()).filter(|at| changes(&acts[at - 1]));
        let step = if acts.len() < 100 { 1 } else { scale().of(17, 5, 1) };
        let mut count = Count::default();
        for at in points.skip(ending % step).step_by(step) {
            count += killed(judge, at)
                .unwrap_or_else(|why| panic!("{}, killed at {at}: {why}", ENDINGS[ending].name));
        }
        count
    });
    let mut count = Count::default();
    counts.into_iter().for_each(|more| count += more);
    let Count { traces, points, states, .. } = count;
    figure(&format!(
        "kill, going on, power loss: {traces} traces, {points} crash points, {states} states, 0 lost or mixed, {:.1?}",
        started.elapsed()
    ));
    assert!(traces >= 40, "{traces} traces");
}

#[test]
fn a_disk_that_breaks_its_promises_is_seen() {
    let flaws = [
        SourceDiagnostic::SyncIsIdle,
        SourceDiagnostic::AddedSyncIsIdle,
        SourceDiagnostic::FolderSyncIsIdle,
        SourceDiagnostic::NameFirst,
        SourceDiagnostic::RenameInTwo,
        SourceDiagnostic::ByteShort,
    ];
    let seen = each(&flaws, |&flaw| {
        let judge = judge(2);
        // What stands is replaced by what goes on alone.
        let files = match flaw {
            SourceDiagnostic::RenameInTwo => sessions(judge).pop().expect("a session"),
            _ => Files::new(),
        };
        let disk = disk_with(&files);
        let broken = BrokenDisk::new(disk.clone(), flaw);
        let run = match files.get(&paths().session) {
            Some(_) => judge.table.resume(broken, &disk),
            None => judge.table.review(broken, &disk),
        };
        let before = files.get(&paths().session).map_or(0, |bytes| records_in(bytes));
        if let Err(fault) = &run.end {
            assert_eq!(flaw, SourceDiagnostic::ByteShort, "only a loss of power shows {flaw:?}");
            return format!("{flaw:?}: {fault}");
        }
        let mut story = Story::of(&judge.table, &disk, &run, before);
        story.evidence = story.evidence.or(Some(judge.undisturbed.evidence.clone()));
        let violation = story.check(0, 2, &mut |_, _| Ok(())).expect_err("it is seen");
        format!("{flaw:?}: {}", violation.split(": State").next().unwrap_or_default())
    });
    figure(&format!(
        "broken disks seen: {} of {}\n  {}",
        seen.len(),
        flaws.len(),
        seen.join("\n  ")
    ));
}

#[test]
fn calls_made_twice_and_evidence_of_another_review_are_seen() {
    let [one, other] = [0, 2].map(judge);
    let first = sessions(one).pop().expect("a session of one record");
    let carried = one.carry(&first).expect("it goes on");
    assert_eq!(Judge::repeated(0, &carried, &one.undisturbed), Ok(0), "nobody was asked before");
    let all = one.undisturbed.calls;
    Judge::repeated(all, &carried, &one.undisturbed).expect_err("everybody was asked twice");
    let due = Due {
        records: 0,
        is_over: false,
        has_session: true,
        evidence: Some(&other.undisturbed.evidence),
    };
    let files =
        |judge: &Judge| Files::from([(paths().bundle, judge.undisturbed.evidence.bundle.clone())]);
    due.check(&files(other), Vec::clone, |bytes| whole(bytes)).expect("its own bundle");
    due.check(&files(one), Vec::clone, |bytes| whole(bytes)).expect_err("another's bundle");
}

/// The next step that meets each fault: an operation has some 14 of them.
fn spread(step: usize) -> usize {
    (step..).find(|step| step % 2 == 1 && step % 7 > 0 && step % 13 > 0).unwrap_or(step)
}

#[test]
fn a_disk_that_fails_is_told_and_nothing_is_lost() {
    let started = Instant::now();
    let scenes = each(&endings(), |&ending| {
        let judge = judge(ending);
        let mut scenes = vec![Scene::of(judge, Files::new())];
        if judge.undisturbed.evidence.page.is_some() {
            let sessions = sessions(judge);
            let from = [0, 1, sessions.len() / 2].map(|at| sessions[at].clone());
            scenes.extend(from.map(|files| Scene::of(judge, files)));
        }
        scenes
    });
    let mut points: Vec<(&Scene, Plan)> = Vec::new();
    for scene in scenes.iter().flatten() {
        let plans = scene.plans();
        let most = if scene.acts.len() < 64 { usize::MAX } else { 32 };
        let step = if is_all() { 1 } else { spread(plans.len().div_ceil(most)) };
        points.extend(plans.into_iter().step_by(step).map(|plan| (scene, plan)));
    }
    let met = each(&points, |(scene, plan)| {
        let name = scene.judge.table.ending.name;
        scene.meet(*plan).unwrap_or_else(|why| panic!("{name}, {plan:?}: {why}"))
    });
    let forgiven = |act: Act| met.iter().filter(|met| **met == Some(act)).count();
    let (writes, links) = (forgiven(Act::Write), forgiven(Act::Link));
    figure(&format!(
        "I/O faults: {} points in {} runs, 0 false successes or panics, 0 lost; ended all the same after {writes} repeated writes, {links} times without second names, {} locks not given back, {:.1?}",
        met.len(),
        scenes.iter().flatten().count(),
        forgiven(Act::Release),
        started.elapsed()
    ));
    assert!(met.len() >= 1_000, "{} points", met.len());
    assert!(writes > 0 && links > 0, "what is forgiven is met");
}

#[test]
fn a_line_that_is_torn_was_never_acknowledged() {
    let scene = Scene::of(judge(2), Files::new());
    let adds = (1..).zip(&scene.acts).filter(|(_, act)| **act == Act::Append).map(|(at, _)| at);
    let full = Fault::Errno(28, "ENOSPC");
    let plans = adds.flat_map(|at: usize| {
        // Opened, written, synced.
        let faults = [
            (at, Fault::Lengthened),
            (at + 1, full),
            (at + 1, Fault::Half),
            (at + 2, EIO),
            (at + 2, Fault::Forgets),
        ];
        let lasting = |(at, fault)| [false, true].map(|lasts| Plan { at, fault, lasts });
        faults.into_iter().flat_map(lasting)
    });
    let plans: Vec<Plan> = plans.collect();
    let torn = each(&plans, |plan| {
        let forgiven = scene.meet(*plan).unwrap_or_else(|why| panic!("{plan:?}: {why}"));
        assert_eq!(forgiven, None, "{plan:?}");
        // What a review added is taken away by it, unless that fails, too, as after a kill.
        let tears = match plan.fault {
            Fault::Lengthened => true,
            fault => plan.lasts && [Fault::Half, Fault::Forgets].contains(&fault),
        };
        assert_eq!(scene.tears(*plan), tears, "{plan:?}");
        tears
    });
    let torn = torn.iter().filter(|torn| **torn).count();
    figure(&format!(
        "torn lines: {torn} of {} faults within an append, 0 records lost",
        plans.len()
    ));
    assert!(torn >= 40, "{torn} torn lines");
}

#[test]
fn f43_pruning_that_is_cut_short_loses_nothing_and_the_next_run_finishes_it() {
    let started = Instant::now();
    let pruning = Pruning::new();
    let Count { points, states, distinct, .. } =
        pruning.power_loss().unwrap_or_else(|why| panic!("power loss: {why}"));
    let faults = pruning.faults().unwrap_or_else(|why| panic!("fault: {why}"));
    figure(&format!(
        "prune: {points} crash points, {states} states, {distinct} distinct, {faults} I/O faults; 0 files lost, 0 chains broken, all finished, {:.1?}",
        started.elapsed()
    ));
    assert!(points > 20 && faults > 40, "{points} points, {faults} faults");
}
