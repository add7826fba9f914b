//! Work spread over the machine's threads: the same results in the same order on any number of
//! them.

use std::num::NonZeroUsize;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// How many threads this machine runs at once, as far as work of ours is worth spreading.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get).min(8)
}

/// What `work` makes of each item, in their order, on so many threads, each with a state of its own.
/// `None` as soon as `work` gives that for one of them; the rest is then left.
pub fn par_map<T: Sync, S, R: Send>(
    threads: usize,
    items: &[T],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> Option<R> + Sync,
) -> Option<Vec<R>> {
    let next = AtomicUsize::new(0);
    let is_stopped = AtomicBool::new(false);
    let run = || {
        let mut state = state();
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            match work(&mut state, item) {
                Some(result) => done.push((at, result)),
                None => {
                    is_stopped.store(true, Ordering::Relaxed);
                    next.store(items.len(), Ordering::Relaxed);
                    return done;
                }
            }
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(items.len())).map(|_| scope.spawn(run)).collect();
        let mut done = run();
        for other in others {
            match other.join() {
                Ok(theirs) => done.extend(theirs),
                Err(panic) => panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    (!is_stopped.into_inner()).then(|| done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_gives_the_same() {
        let items: Vec<u32> = (0..1_000).collect();
        let expected: Vec<u32> = items.iter().map(|n| n * 2).collect();
        for threads in [0, 1, 2, 5] {
            let doubled = par_map(threads, &items, || (), |(), n| Some(n * 2));
            assert_eq!(doubled.as_ref(), Some(&expected), "{threads}");
            assert_eq!(par_map(threads, &items, || (), |(), n| (*n != 700).then_some(())), None);
        }
        assert_eq!(par_map(3, &[] as &[u32], || (), |(), n| Some(*n)), Some(Vec::new()));
    }
}
