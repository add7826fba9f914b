//! Who answers the tasks of a council: a model behind a transport, the built-in rules, a script of a
//! test. It knows nothing of the protocol beyond what its task says.

use std::future::Future;
use std::pin::Pin;

use super::call::FailedCall;
use super::look::{CallAnswer, Looks};
use crate::model::{Identity, Receipt};

/// Somebody who holds a place at a council's table: `T` is what it is asked, `R` what it answers, before
/// whoever can see the inputs admits it.
pub trait Member<T: Sync, R: Send + 'static>: Send + Sync {
    /// Who answers: provider and model, as the evidence names them.
    fn identity(&self) -> Identity;

    /// Tokens to reserve before `task` is sent; 0 when the seat uses none.
    fn estimate(&self, task: &T) -> u64;

    /// How many of those its answer may take; they are known only when it is there.
    fn answer_at_most(&self, _task: &T) -> u64 {
        0
    }

    /// Performs one task.
    fn complete<'a>(&'a self, task: &'a T) -> Completing<'a, R>;

    /// The same as [`Member::estimate`] of the next message, after what was looked at.
    fn estimate_next(&self, task: &T, _looks: &Looks) -> u64 {
        self.estimate(task)
    }

    /// What the message after the next takes before anything is shown in it, where it does not repeat
    /// the task: whoever keeps what it was told is told only what is new.
    fn estimate_again(&self, _task: &T, _looks: &Looks) -> Option<u64> {
        None
    }

    /// Gives the next message: its reply, or what it asks to see first. Who looks at nothing performs
    /// the task.
    fn next<'a>(&'a self, task: &'a T, _looks: &'a Looks) -> Replying<'a, R> {
        let completing = self.complete(task);
        Box::pin(async move {
            let Completion { reply, receipt } = completing.await?;
            Ok((CallAnswer::Form(reply), receipt))
        })
    }
}

/// A message on its way.
pub type Replying<'a, R> =
    Pin<Box<dyn Future<Output = Result<(CallAnswer<R>, Receipt), FailedCall>> + Send + 'a>>;

/// A reply on its way.
pub type Completing<'a, R> =
    Pin<Box<dyn Future<Output = Result<Completion<R>, FailedCall>> + Send + 'a>>;

/// A reply and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion<R> {
    /// The reply, of the kind that the question asks for.
    pub reply: R,
    /// What it took.
    pub receipt: Receipt,
}
