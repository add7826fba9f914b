//! The protocol explored exhaustively: the real step, every order of events, every invariant of
//! THREATS.md that speaks of it, and proof that each of them can be broken.

mod model;
mod monitor;
mod mutants;
mod properties;
mod script;

use std::collections::BTreeSet;
use std::time::Instant;

use council_review::council::rfc::Phase;
use council_review::model::SeatId::{self, Sa1, Sa2, Sa3};
use council_review::model::Severity::{Blocker, Major, Minor};
use council_review::model::reply::Vote::{Abstain, Oppose, Support};
use model::{Explore, Scope};
use mutants::{MUTANTS, Mutant};
use script::Cast::{Cited, Missing, Plain, WrongDigest};
use script::Line::{self, Backs, Raises, Says, Votes};
use script::Raised;
use script::Voice::{All, Split};
use script::What::{Gate, X, Y};
use stateright::{Checker, Expectation, HasDiscoveries, Model};

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

/// A thin alphabet for many faults: what is left of the council when seats are lost.
fn thin(seat: SeatId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, Sa1) => &[Raises(&[Raised(X, Major, true, false)])],
        (Phase::Cycle1, Sa2) => &[Raises(&[Raised(X, Major, true, false)])],
        (Phase::Cycle1, Sa3) => &[Raises(&[])],
        (Phase::Cycle2, Sa1 | Sa2) => &[Says(All(Support), false, &[])],
        (Phase::Cycle2, Sa3) => &[Says(All(Oppose), false, &[])],
        (Phase::Cycle3, Sa1) => &[Votes(Plain(All(Support)), false)],
        (Phase::Cycle3, Sa2) => {
            &[Votes(Plain(All(Support)), false), Votes(Plain(All(Oppose)), false)]
        }
        (Phase::Cycle3, Sa3) => &[Votes(Plain(All(Oppose)), false)],
        (Phase::LastCall, _) => &[Backs(false)],
    }
}

/// Everything that the bounded alphabet has, for every seat for which it can differ.
fn wide(seat: SeatId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, Sa1) => {
            &[Raises(&[Raised(X, Blocker, true, true)]), Raises(&[Raised(X, Major, true, false)])]
        }
        (Phase::Cycle1, Sa2) => &[
            Raises(&[Raised(Y, Major, true, false)]),
            Raises(&[Raised(X, Blocker, true, true), Raised(Y, Minor, false, true)]),
            Raises(&[]),
        ],
        (Phase::Cycle1, Sa3) => &[Raises(&[Raised(Gate, Minor, true, true)])],
        (Phase::Cycle2, Sa1) => &[Says(All(Support), false, &[])],
        (Phase::Cycle2, Sa2) => &[Says(All(Abstain), true, &[]), Says(All(Support), false, &[])],
        (Phase::Cycle2, Sa3) => &[
            Says(All(Oppose), false, &[]),
            Says(Split, false, &[]),
            Says(All(Support), false, &[Raised(Y, Blocker, true, false)]),
        ],
        (Phase::Cycle3, Sa1) => &[
            Votes(Plain(All(Support)), true),
            Votes(Plain(All(Oppose)), false),
            Votes(Cited(All(Oppose)), true),
        ],
        (Phase::Cycle3, Sa2) => &[
            Votes(Plain(Split), false),
            Votes(Plain(All(Support)), true),
            Votes(Cited(All(Oppose)), false),
        ],
        (Phase::Cycle3, Sa3) => &[
            Votes(Missing, true),
            Votes(WrongDigest, false),
            Votes(Plain(All(Oppose)), false),
            Votes(Plain(All(Abstain)), false),
            Votes(Cited(Split), false),
        ],
        (Phase::LastCall, Sa1) => &[Backs(false)],
        (Phase::LastCall, Sa2 | Sa3) => &[Backs(true), Backs(false)],
    }
}

const BOUNDED: Scope = Scope { limit: 900, faults: 1, interleaved: false, lines: bounded };
const LOSSES: Scope = Scope { limit: 1_500, faults: 2, interleaved: false, lines: thin };
/// Where mutants are looked for first: nothing fails.
const FAULTLESS: Scope = Scope { faults: 0, ..BOUNDED };
const ONE_LOSS: Scope = Scope { faults: 1, ..LOSSES };
const WIDE: Scope = Scope { limit: 900, faults: 1, interleaved: true, lines: wide };
const MANY_LOSSES: Scope = Scope { limit: 1_200, faults: 4, interleaved: true, lines: thin };

const SCOPES_OF_MUTANTS: [Scope; 3] = [FAULTLESS, ONE_LOSS, LOSSES];

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Explores to the end and asks every "always"; returns which "sometimes" were seen.
#[expect(clippy::print_stdout, reason = "the figures are for whoever runs it")]
fn explore(name: &str, scope: Scope) -> BTreeSet<&'static str> {
    let explore = Explore { scope, mutant: None };
    let begun = Instant::now();
    let checker = explore.checker().threads(threads()).spawn_dfs().join();
    assert!(checker.is_done(), "{name} was not explored to its end");
    println!(
        "{name}: {} unique states of {} generated, depth {}, {:.1} s",
        checker.unique_state_count(),
        checker.state_count(),
        checker.max_depth(),
        begun.elapsed().as_secs_f64()
    );
    let mut seen = BTreeSet::new();
    for property in explore.properties() {
        let found = checker.discovery(property.name);
        match (property.expectation, found) {
            (Expectation::Sometimes, Some(_)) => {
                seen.insert(property.name);
            }
            (Expectation::Sometimes, None) | (_, None) => {}
            (_, Some(path)) => panic!("{name}: {}: {:?}", property.name, path.into_actions()),
        }
    }
    seen
}

#[test]
fn every_way_through_the_protocol_keeps_its_invariants() {
    let full = std::env::var("EXPLORE").is_ok_and(|value| value == "full");
    let scopes: &[(&str, Scope)] = if full {
        &[("wide", WIDE), ("many losses", MANY_LOSSES)]
    } else {
        &[("bounded", BOUNDED), ("losses", LOSSES)]
    };
    let seen: BTreeSet<_> = scopes.iter().flat_map(|(name, scope)| explore(name, *scope)).collect();
    let properties = (Explore { scope: BOUNDED, mutant: None }).properties();
    let never: Vec<_> = properties
        .iter()
        .filter(|property| property.expectation == Expectation::Sometimes)
        .map(|property| property.name)
        .filter(|name| !seen.contains(name))
        .collect();
    assert_eq!(never, [""; 0], "these were never reached, so that the rest says little");
}

#[test]
fn every_mutant_is_caught_by_the_property_it_breaks() {
    let survives = |(mutant, property): &(Mutant, &'static str)| {
        !SCOPES_OF_MUTANTS.into_iter().any(|scope| {
            let explore = Explore { scope, mutant: Some(*mutant) };
            let wanted = HasDiscoveries::AnyOf(BTreeSet::from([*property]));
            let checker = explore.checker().finish_when(wanted).spawn_dfs().join();
            checker.discovery(property).is_some()
        })
    };
    // A thread each for one half of them.
    let survivors: Vec<(Mutant, &str)> = std::thread::scope(|scope| {
        let half = |half: &'static [(Mutant, &'static str)]| {
            scope.spawn(move || half.iter().copied().filter(survives).collect::<Vec<_>>())
        };
        let (first, second) = MUTANTS.split_at(MUTANTS.len() / 2);
        let halves = [half(first), half(second)];
        halves.into_iter().flat_map(|half| half.join().expect("no panic")).collect()
    });
    assert_eq!(survivors, []);
}
