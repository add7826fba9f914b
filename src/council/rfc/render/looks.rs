//! LOOK as a seat reads it: what it may ask for, and what it is shown.

use serde::Serialize;

use super::raises;
use super::templates::rendered;
use crate::core::assignment::Turn;
use crate::core::look::Looks;
use crate::council::rfc::ask::Ask;
use crate::model::policy::MAX_CITES;
use crate::prompt::look;

#[derive(Serialize)]
struct Look {
    rounds: u32,
    requests: u32,
    raises: bool,
    checks: bool,
    cites: usize,
}

/// How to look; nothing where that is not offered.
pub(super) fn offered(looks: &Looks, question: &Ask) -> Option<String> {
    let &Looks { rounds, requests, .. } = looks;
    let (raises, checks) = (raises(question), !matches!(question, Ask::Structural { .. }));
    let look = Look { rounds, requests, raises, checks, cites: MAX_CITES };
    (rounds > 0).then(|| rendered("look", look))
}

/// What was asked and shown so far.
pub(super) fn turns(looks: &Looks) -> Vec<Turn> {
    look::turns(looks, |looked| rendered("looked", looked))
}
