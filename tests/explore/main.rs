//! The protocol explored exhaustively: the real step, every order of events, every invariant of
//! THREATS.md that speaks of it, and proof that each of them can be broken.

mod model;
mod monitor;
mod mutants;
mod properties;
mod script;

use std::time::Instant;

use council_review::council::rfc::Phase;
use council_review::model::SeatId::{self, Sa1, Sa2, Sa3};
use council_review::model::Severity::{Blocker, Major, Minor};
use council_review::model::reply::Vote::{Abstain, Oppose, Support};
use model::{Explore, Scope};
use script::Cast::{Cited, Missing, Plain, WrongDigest};
use script::Line::{self, Backs, Raises, Says, Votes};
use script::Raised;
use script::Voice::{All, Split};
use script::What::{Gate, X, Y};
use stateright::{Checker, Model};

/// A bounded alphabet: each reply that differs in kind, from the seat for which it matters.
fn bounded(seat: SeatId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, Sa1) => &[Raises(&[Raised(X, Blocker, true, true)])],
        (Phase::Cycle1, Sa2) => &[Raises(&[Raised(Y, Major, true, false)]), Raises(&[])],
        (Phase::Cycle1, Sa3) => &[Raises(&[Raised(Gate, Minor, true, true)])],
        (Phase::Cycle2, Sa1) => &[Says(All(Support), false, &[])],
        (Phase::Cycle2, Sa2) => &[Says(All(Abstain), false, &[])],
        (Phase::Cycle2, Sa3) => &[
            Says(All(Oppose), false, &[]),
            Says(All(Support), false, &[Raised(Y, Minor, true, false)]),
        ],
        (Phase::Cycle3, Sa1) => {
            &[Votes(Plain(All(Support)), true), Votes(Plain(All(Oppose)), false)]
        }
        (Phase::Cycle3, Sa2) => &[Votes(Plain(Split), false), Votes(Cited(All(Oppose)), false)],
        (Phase::Cycle3, Sa3) => &[
            Votes(Missing, true),
            Votes(WrongDigest, false),
            Votes(Plain(All(Oppose)), false),
            Votes(Plain(All(Abstain)), false),
        ],
        (Phase::LastCall, Sa2) => &[Backs(true), Backs(false)],
        (Phase::LastCall, Sa1 | Sa3) => &[Backs(false)],
    }
}

const BOUNDED: Scope = Scope { limit: 900, faults: 1, interleaved: false, lines: bounded };

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

#[test]
fn every_way_through_the_protocol_keeps_its_invariants() {
    let begun = Instant::now();
    let checker =
        Explore { scope: BOUNDED, mutant: None }.checker().threads(threads()).spawn_dfs().join();
    let seconds = begun.elapsed().as_secs_f64();
    let (unique, all, depth) =
        (checker.unique_state_count(), checker.state_count(), checker.max_depth());
    println!("{unique} unique states of {all}, depth {depth}, {seconds:.1} s");
    for property in (Explore { scope: BOUNDED, mutant: None }).properties() {
        let found = checker.discovery(property.name);
        if property.expectation.discovery_is_failure() {
            if let Some(path) = found {
                panic!("{}: {:?}", property.name, path.into_actions());
            }
        } else {
            if found.is_none() {
                println!("never: {}", property.name);
            }
        }
    }
}
