//! Work of others, done on threads of their own: whatever a seat does with a call, the thread that
//! holds the session's clock is free.

use std::future::Future;
use std::panic;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use tokio::sync::Mutex as Turns;
use tokio::sync::OwnedMutexGuard;
use tokio::task::{JoinHandle, spawn_blocking};

/// Work that somebody else does.
pub(super) type Work<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A turn on its way.
type Turn = Pin<Box<dyn Future<Output = OwnedMutexGuard<()>> + Send>>;

/// A future of which every step is done on a thread of its own. Dropped while it rests, it drops
/// the work at once; dropped within a step, that step is its last.
pub(super) struct Apart<T> {
    stage: Stage<T>,
    bell: Arc<Bell>,
    /// Those who share it step one after another in the order in which they were woken, so that what
    /// is ready at one moment is over in an order that no scheduler of threads decides.
    turns: Arc<Turns<()>>,
}

enum Stage<T> {
    Rests(Work<T>),
    Waits(Work<T>, Turn),
    Works(JoinHandle<(Work<T>, Poll<T>)>, OwnedMutexGuard<()>),
    Over,
}

/// Rings for the work, and remembers that it rang: that may happen within a step.
#[derive(Default)]
struct Bell {
    rang: AtomicBool,
    whom: Mutex<Option<Waker>>,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.rang.store(true, Ordering::SeqCst);
        let whom = self.whom.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(waker) = whom {
            waker.wake();
        }
    }
}

impl<T> Apart<T> {
    pub(super) fn new(work: Work<T>, turns: &Arc<Turns<()>>) -> Self {
        Self { stage: Stage::Rests(work), bell: Arc::default(), turns: Arc::clone(turns) }
    }
}

impl<T: Send + 'static> Future for Apart<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let this = &mut *self;
        loop {
            match std::mem::replace(&mut this.stage, Stage::Over) {
                Stage::Over => return Poll::Pending,
                Stage::Rests(work) => {
                    let turn = Arc::clone(&this.turns).lock_owned();
                    this.stage = Stage::Waits(work, Box::pin(turn));
                }
                Stage::Waits(mut work, mut turn) => {
                    let Poll::Ready(turn) = turn.as_mut().poll(cx) else {
                        this.stage = Stage::Waits(work, turn);
                        return Poll::Pending;
                    };
                    this.bell.rang.store(false, Ordering::SeqCst);
                    let whom = Some(cx.waker().clone());
                    *this.bell.whom.lock().unwrap_or_else(PoisonError::into_inner) = whom;
                    let waker = Waker::from(Arc::clone(&this.bell));
                    let step = spawn_blocking(move || {
                        let polled = work.as_mut().poll(&mut Context::from_waker(&waker));
                        (work, polled)
                    });
                    this.stage = Stage::Works(step, turn);
                }
                Stage::Works(mut step, turn) => {
                    let Poll::Ready(done) = Pin::new(&mut step).poll(cx) else {
                        this.stage = Stage::Works(step, turn);
                        return Poll::Pending;
                    };
                    match done {
                        Ok((_, Poll::Ready(output))) => return Poll::Ready(output),
                        Ok((work, Poll::Pending)) => {
                            this.stage = Stage::Rests(work);
                            if !this.bell.rang.load(Ordering::SeqCst) {
                                return Poll::Pending;
                            }
                        }
                        Err(broken) if broken.is_panic() => {
                            panic::resume_unwind(broken.into_panic())
                        }
                        // The runtime ends, and everything in it.
                        Err(_) => return Poll::Pending,
                    }
                }
            }
        }
    }
}
