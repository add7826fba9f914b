//! The protocol explored exhaustively: the real step, every order of events, every invariant of
//! THREATS.md that speaks of it, and proof that each of them can be broken.

mod asked;
mod assessing;
mod defects;
mod ends;
mod looks;
mod members;
mod model;
mod monitor;
mod mutants;
mod properties;
mod reached;
mod scopes;
mod script;
#[path = "../it/support/scale.rs"]
#[allow(unreachable_pub, reason = "a test binary has no outside")]
mod support;
mod twice;

use std::collections::BTreeSet;
use std::time::Instant;

use model::{Explore, Scope};
use mutants::{MUTANTS, Mutant};
use scopes::{LONG_SCOPES, LOOK_SCOPES, SCOPES, TOLD_TWICE_SCOPES, scopes_of};
use stateright::{Checker, HasDiscoveries, Model};

/// A step clones the state that it begins with: most of an exploration is allocation.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Unique states of the short scopes, and of all. A change of the protocol changes them, and says so.
const STATES: [usize; 2] = [114_235, 5_358_282];

/// Those of the scopes in which members look.
const LOOK_STATES: [usize; 2] = [81_167, 100_139];

/// Those of the scopes in which a defect is told twice.
const TOLD_TWICE_STATES: [usize; 2] = [12_828, 73_596];

/// Explores to the end and asks every invariant; returns what was reached, and how many states.
#[expect(clippy::print_stdout, reason = "the figures are for whoever runs it")]
fn explore(name: &str, scope: Scope) -> (BTreeSet<&'static str>, usize) {
    let begun = Instant::now();
    let checker = Explore::new(scope).checker().threads(threads()).spawn_dfs().join();
    assert!(checker.is_done(), "{name} was not explored to its end");
    println!(
        "{name}: {} unique states of {} generated, depth {}, {:.1} s",
        checker.unique_state_count(),
        checker.state_count(),
        checker.max_depth(),
        begun.elapsed().as_secs_f64()
    );
    if let Some((property, path)) = checker.discoveries().into_iter().next() {
        panic!("{name}: {property}: {:?}", path.into_actions());
    }
    (checker.model().reached.names().collect(), checker.unique_state_count())
}

#[test]
fn every_way_through_the_protocol_keeps_its_invariants() {
    let more = support::scale().of(0, 0, LONG_SCOPES.len());
    let scopes = SCOPES.iter().chain(LONG_SCOPES.iter().take(more));
    let (mut seen, mut states) = (BTreeSet::new(), 0);
    for (name, scope) in scopes {
        let (reached, count) = explore(name, *scope);
        seen.extend(reached);
        states += count;
    }
    assert_eq!(states, STATES[usize::from(more > 0)]);
    let others = [(&LOOK_SCOPES[..], LOOK_STATES), (&TOLD_TWICE_SCOPES, TOLD_TWICE_STATES)];
    let left_out = support::scale().of(1, 0, 0);
    for (scopes, expected) in others {
        let mut states = 0;
        for (name, scope) in &scopes[..scopes.len() - left_out] {
            let (reached, count) = explore(name, *scope);
            seen.extend(reached);
            states += count;
        }
        assert_eq!(states, expected[1 - left_out]);
    }
    let never: Vec<_> = reached::wanted().filter(|name| !seen.contains(name)).collect();
    assert_eq!(never, [""; 0], "these were never reached, so that the rest says little");
}

#[test]
fn every_mutant_is_caught_by_the_property_it_breaks() {
    let survives = |(mutant, property): &(Mutant, &'static str)| {
        !scopes_of(*mutant).iter().any(|scope| {
            let explore = Explore::hunting(*scope, *mutant, property);
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
