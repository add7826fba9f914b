//! Which points are tried, and on how many threads.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::support::scale;
use crate::support::scale::Scale;

use super::scene::{Place, Scene};

/// Whether every point of every repository is tried.
pub(super) fn is_all() -> bool {
    scale() == Scale::Full
}

/// Each `stride`th, counted back from the last. A stride that has no divisor in
/// common with what a record takes meets each kind of operation.
pub(super) fn sampled<T: Copy>(all: &[T], stride: usize) -> Vec<T> {
    all.iter().rev().step_by(stride).copied().collect()
}

/// Tries each in a copy of the scene's repository that is as at first.
pub(super) fn spread<T: Sync + std::fmt::Debug>(
    scene: &Scene,
    tries: &[T],
    attempt: impl Fn(&Place<'_>, &T) + Sync,
) {
    let taken = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers.min(tries.len()) {
            scope.spawn(|| {
                let place = scene.place();
                while let Some(one) = tries.get(taken.fetch_add(1, Ordering::Relaxed)) {
                    place.reset();
                    let tried = catch_unwind(AssertUnwindSafe(|| attempt(&place, one)));
                    if let Err(fault) = tried {
                        tell(scene, one);
                        resume_unwind(fault);
                    }
                }
            });
        }
    });
}

fn tell(scene: &Scene, one: &impl std::fmt::Debug) {
    crate::support::figure(&format!("{}, {one:?}", scene.name));
}
