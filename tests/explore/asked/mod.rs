//! The councils about a question explored: the real step of `rounds` and of `lenses`, every order of events
//! in bounded scopes, every property of COUNCILS.md that speaks of one state or one step, and proof that each
//! of them can be broken. C16 is no property of a machine: `tests/it/commands/ask.rs` holds it.

mod kind;
mod lenses;
mod line;
mod model;
mod monitor;
mod mutants;
mod properties;
mod reached;
mod rounds;
mod scope;
mod scopes;
mod truth;
mod witness;

use std::collections::BTreeSet;
use std::time::Instant;

use council_review::core::protocol::{Effect, Protocol};
use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use stateright::{Checker, HasDiscoveries, Model};

use crate::support;
use kind::Kind;
use model::Explore;
use mutants::{Mutant, OF_BOTH, OF_LENSES, OF_ROUNDS};
use scope::Scope;

/// What a council wants done.
type EffectFor<C> = Effect<<C as Protocol>::Task, <C as Protocol>::Prompt>;

/// The fewest unique states of the short scopes of each council.
const LEAST: usize = 40_000;

/// Explores scopes to their ends; returns what was reached, and how many states.
#[expect(clippy::print_stdout, reason = "the figures are for whoever runs it")]
fn explored<C: Kind>(scopes: &[Scope]) -> (BTreeSet<String>, usize) {
    let (mut seen, mut states) = (BTreeSet::new(), 0);
    for scope in scopes {
        let begun = Instant::now();
        let explore = Explore::<C>::new(*scope);
        let checker = explore.checker().threads(crate::threads()).spawn_dfs().join();
        assert!(checker.is_done(), "{} was not explored to its end", scope.name);
        println!(
            "{} {}: {} unique states of {} generated, depth {}, {:.1} s",
            C::WORD,
            scope.name,
            checker.unique_state_count(),
            checker.state_count(),
            checker.max_depth(),
            begun.elapsed().as_secs_f64()
        );
        if let Some((property, path)) = checker.discoveries().into_iter().next() {
            let last = path.last_state().clone();
            let ending = C::seen(&last.state).and_then(|seen| seen.ending.cloned());
            panic!(
                "{} {}: {property}: {:?}\n{:?} {:?} {ending:?}",
                C::WORD,
                scope.name,
                path.into_actions(),
                last.said,
                last.lost
            );
        }
        seen.extend(checker.model().reached.words());
        states += checker.unique_state_count();
    }
    (seen, states)
}

/// Those of a list that the exploration of their scope does not catch.
fn survivors<C: Kind>(
    mutants: impl IntoIterator<Item = (Mutant, &'static str)>,
    scopes: &[Scope],
) -> Vec<(Mutant, &'static str)> {
    let survives = |(mutant, property): &(Mutant, &'static str)| {
        let scope = scopes.iter().find(|scope| scope.name == mutant.is_caught_in());
        let scope = *scope.expect("a scope");
        let explore = Explore::<C>::hunting(scope, *mutant, property);
        let wanted = HasDiscoveries::AnyOf(BTreeSet::from([*property]));
        let checker = explore.checker().finish_when(wanted).spawn_dfs().join();
        checker.discovery(property).is_none()
    };
    mutants.into_iter().filter(survives).collect()
}

fn reached(seen: &BTreeSet<String>, wanted: &[&str]) {
    let never: Vec<_> = wanted.iter().filter(|word| !seen.contains(**word)).collect();
    assert!(never.is_empty(), "never reached: {never:?}; reached: {seen:?}");
}

#[test]
fn every_way_through_rounds_keeps_its_properties() {
    let (seen, states) = explored::<RoundsCouncil>(&scopes::rounds(support::scale()));
    reached(&seen, &scopes::WANTED_OF_BOTH);
    reached(&seen, &scopes::WANTED_OF_ROUNDS);
    assert!(states >= LEAST, "{states} states");
}

#[test]
fn every_way_through_lenses_keeps_its_properties() {
    let (seen, states) = explored::<LensesCouncil>(&scopes::lenses(support::scale()));
    reached(&seen, &scopes::WANTED_OF_BOTH);
    reached(&seen, &scopes::WANTED_OF_LENSES);
    assert!(states >= LEAST, "{states} states");
}

#[test]
fn every_mutant_of_rounds_is_caught_by_the_property_it_breaks() {
    let mutants = OF_BOTH.into_iter().chain(OF_ROUNDS);
    assert_eq!(survivors::<RoundsCouncil>(mutants, &scopes::rounds(support::Scale::Short)), []);
}

#[test]
fn every_mutant_of_lenses_is_caught_by_the_property_it_breaks() {
    let mutants = OF_BOTH.into_iter().chain(OF_LENSES);
    assert_eq!(survivors::<LensesCouncil>(mutants, &scopes::lenses(support::Scale::Short)), []);
}
