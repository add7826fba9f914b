use thiserror::Error;

use crate::mail::MailError;
use crate::poll::{OptionId, PollState};
use crate::store::StoreError;

/// Everything that can go wrong in the core. `urna-http` maps each variant to a status and a code, without a wildcard
/// arm: a new variant has to decide there what the outside may learn.
#[derive(Debug, Error)]
pub enum CoreError {
    #[error("poll not found")]
    PollNotFound,
    #[error("poll is invalid: {0}")]
    InvalidPoll(&'static str),
    #[error("poll does not accept ballots")]
    PollNotOpen,
    #[error("poll is {actual:?}, needs to be {needed:?}")]
    WrongState {
        needed: PollState,
        actual: PollState,
    },
    #[error("no option chosen")]
    NoChoice,
    #[error("{given} options chosen, at most {max}")]
    TooManyChoices { given: usize, max: usize },
    #[error("{0:?} is unknown or chosen twice")]
    InvalidChoice(OptionId),
    /// Deliberately without a reason: a forged MAC and a malformed token look the same from outside.
    #[error("invitation is not valid")]
    BadToken,
    #[error("member may not vote")]
    NotEligible,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Mail(#[from] MailError),
}
