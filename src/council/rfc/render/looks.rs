//! LOOK as a seat reads it: what it may ask for, and what it is shown.

use serde::Serialize;

use super::templates::rendered;
use crate::core::assignment::Turn;
use crate::core::look::{Exchange, Looks};
use crate::model::policy::MAX_CITES;
use crate::prompt::look;

#[derive(Serialize)]
struct Look {
    rounds: u32,
    requests: u32,
    raises: bool,
    cites: usize,
}

#[derive(Serialize)]
struct Looked {
    round: usize,
    boundary: String,
    fences: String,
    left: u32,
    /// Whether rounds would be left, and tokens are not.
    is_paid_out: bool,
}

/// How to look; nothing where that is not offered.
pub(super) fn offered(looks: &Looks, raises: bool) -> Option<String> {
    let &Looks { rounds, requests, .. } = looks;
    (rounds > 0).then(|| rendered("look", Look { rounds, requests, raises, cites: MAX_CITES }))
}

/// What was asked and shown so far. A turn keeps its bytes when others follow it.
pub(super) fn turns(looks: &Looks) -> Vec<Turn> {
    let last = looks.exchanges.len();
    let turn = |(round, exchange): (usize, &Exchange)| {
        let left = match round == last {
            true => looks.left,
            false => looks.rounds.saturating_sub(round as u32),
        };
        let is_paid_out = left == 0 && (round as u32) < looks.rounds;
        let (boundary, fences) = look::fenced(round, exchange);
        let looked = Looked { round, boundary, fences, left, is_paid_out };
        let shown = rendered("looked", looked) + "\n";
        Turn { said: look::said(&exchange.requests), shown }
    };
    (1..).zip(looks.exchanges.iter().map(AsRef::as_ref)).map(turn).collect()
}
