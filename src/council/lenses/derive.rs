//! What code derives of a session of lenses, for its machine, its evidence and `verify` alike
//! (COUNCILS.md §1.8, §3.1).

use std::collections::BTreeSet;

use super::state::LensesState;
use crate::council::shared::agreement::{self, AgreementWord, MindAgreement};
use crate::council::shared::conflict::{self, Conflict};
use crate::council::shared::ending::Disclaimer;
use crate::council::shared::said::Voice;
use crate::model::{Choice, CouncilResult};

/// How far the voices agree now.
pub fn agreement(council: &LensesState) -> MindAgreement {
    agreement::of_voices(&council.opening, &council.voices)
}

/// Every disagreement that a synthesis is to explain, or that is told as open.
pub fn conflicts(council: &LensesState) -> Vec<Conflict> {
    conflict::conflicts(&agreement(council).groups, [])
}

/// The choice of the panel: a flaw that a voice shows is not outvoted, for lenses look at different
/// things; else that of a strict majority; none when it is split.
pub fn choice(council: &LensesState) -> Option<Choice> {
    if council.voices.values().any(Voice::shows_flaw) {
        return Some(Choice::Flawed);
    }
    agreement(council).majority
}

/// What comes of it, whatever a synthesis says.
pub fn result(council: &LensesState) -> CouncilResult {
    choice(council).map_or(CouncilResult::Split, CouncilResult::Of)
}

/// Why that comes of it, in one line.
pub(super) fn reason(council: &LensesState) -> String {
    let agreement = agreement(council);
    let flaw = council.voices.values().any(Voice::shows_flaw);
    match choice(council) {
        Some(Choice::Flawed) if flaw => "a voice shows a flaw, which is not outvoted".to_owned(),
        Some(choice) if agreement.minds == 1 => format!("the built-in rules say {choice}"),
        Some(choice) => {
            let of = agreement.groups.iter().find(|group| group.choice == choice);
            let count = of.map_or(0, |group| group.members.len());
            format!("{count} of {} voices choose {choice}", council.voices.len())
        }
        None => format!("no choice has more than half of {} voices", council.voices.len()),
    }
}

/// What a synthesis may conclude: the choice of the panel, and that more must be known where it is split
/// (COUNCILS.md S2).
pub(super) fn admissible(council: &LensesState) -> BTreeSet<Choice> {
    BTreeSet::from([choice(council).unwrap_or(Choice::NeedInfo)])
}

/// The fixed texts that are told with the answer.
pub fn disclaimers(council: &LensesState) -> Vec<Disclaimer> {
    let opening = &council.opening;
    let result = council.ending.as_ref().map(|ending| ending.result);
    let dual = opening.sitters().any(|(_, sitter)| sitter.is_chair && sitter.is_voice);
    let lost = opening.voices().any(|voice| !council.voices.contains_key(&voice));
    let built_in = opening.voices().any(|voice| agreement::is_built_in(opening, voice));
    let parts = [
        (Disclaimer::SynthesisFailed, result == Some(CouncilResult::Raw)),
        (Disclaimer::DualRole, dual && council.synthesis.is_some()),
        (Disclaimer::Degraded, lost || !council.failures.is_empty()),
        (Disclaimer::AllAgree, agreement(council).word == AgreementWord::Unanimous),
        (Disclaimer::Offline, built_in),
    ];
    parts.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word).collect()
}
