//! What code derives of a session of rounds, for its machine, its evidence and `verify` alike
//! (COUNCILS.md §1.8, §2.3).

use std::collections::BTreeSet;

use super::answer::CritiqueVerdict;
use super::policy::{SkipReview, SkipSynthesis};
use super::state::RoundsState;
use crate::council::shared::agreement::{self, AgreementWord, MindAgreement};
use crate::council::shared::conflict::{self, Conflict};
use crate::council::shared::ending::Disclaimer;
use crate::council::shared::statement::StatedLevel;
use crate::model::{Choice, CouncilResult, Stakes};

/// How far the voices agree now.
pub fn agreement(council: &RoundsState) -> MindAgreement {
    agreement::of_voices(&council.opening, &council.voices)
}

/// Every disagreement that a synthesis is to explain, or that is told as open.
pub fn conflicts(council: &RoundsState) -> Vec<Conflict> {
    let heavy = council.critiques().filter(|critique| {
        critique.verdict == CritiqueVerdict::Challenged
            && critique.remark.point.severity == Some(StatedLevel::High)
    });
    let critiques = heavy.filter_map(|critique| {
        let point = &critique.remark.point;
        let against = critique.remark.target.member(&council.voices)?;
        Some((point.id.clone(), point.member, against))
    });
    conflict::conflicts(&agreement(council).groups, critiques)
}

/// The choices that the chair may conclude: those of voices, and that more must be known first.
pub(super) fn admissible(council: &RoundsState) -> BTreeSet<Choice> {
    council.voices.values().map(|voice| voice.choice).chain([Choice::NeedInfo]).collect()
}

/// What comes of a choice that the chair concludes.
pub(super) fn result(council: &RoundsState, choice: Choice) -> CouncilResult {
    let against = |majority: Option<Choice>| majority.is_some_and(|most| most != choice);
    let flaw = || council.voices.values().any(crate::council::shared::said::Voice::shows_flaw);
    match choice {
        Choice::NeedInfo => CouncilResult::Of(choice),
        _ if against(agreement(council).majority) => CouncilResult::Contested,
        Choice::Sound if flaw() => CouncilResult::Contested,
        _ => CouncilResult::Of(choice),
    }
}

/// The conditions under which the reviews are skipped; empty when they are not.
pub(super) fn skips_reviews(council: &RoundsState) -> Vec<SkipReview> {
    let policy = &council.opening.policy.short_circuit;
    let holds = |condition: &SkipReview| match condition {
        SkipReview::LowRiskTopic => council.opening.question.stakes == Stakes::Low,
        SkipReview::HighAgreementInR1 => agrees_highly(council),
    };
    let conditions = &policy.skip_r2_if;
    if policy.enabled && conditions.iter().all(holds) { conditions.clone() } else { Vec::new() }
}

/// All choose alike, nobody asks for more, no risk is HIGH, no confidence LOW. Opinions of the built-in
/// rules alone agree with nobody.
fn agrees_highly(council: &RoundsState) -> bool {
    let voices = || council.voices.values();
    agreement(council).word == AgreementWord::Unanimous
        && voices().all(|voice| voice.choice != Choice::NeedInfo)
        && voices().all(|voice| voice.confidence != StatedLevel::Low)
        && voices()
            .flat_map(|voice| &voice.statement.risks)
            .all(|risk| risk.severity != StatedLevel::High)
}

/// Whether the reviews confirm what the opinions agree on, so that no synthesis is needed.
pub(super) fn confirms(council: &RoundsState) -> bool {
    let policy = &council.opening.policy.short_circuit;
    let before = agreement::of_statements(&council.opening, &council.voices);
    let weighs = council.critiques().any(|critique| {
        critique.verdict == CritiqueVerdict::Challenged
            && critique.remark.point.severity > Some(StatedLevel::Low)
    });
    policy.enabled
        && policy.skip_r3_if.contains(&SkipSynthesis::R2ConfirmsR1Consensus)
        && !council.reviews.is_empty()
        && before.word == AgreementWord::Unanimous
        && agreement(council).word == AgreementWord::Unanimous
        && !weighs
}

/// Whether the synthesis is skipped when what it may need is not left.
pub(super) fn may_skip_for_budget(council: &RoundsState) -> bool {
    let policy = &council.opening.policy.short_circuit;
    policy.enabled && policy.skip_r3_if.contains(&SkipSynthesis::BudgetConstraint)
}

/// The fixed texts that are told with the answer.
pub fn disclaimers(council: &RoundsState) -> Vec<Disclaimer> {
    let opening = &council.opening;
    let result = council.ending.as_ref().map(|ending| ending.result);
    let dual = opening.sitters().any(|(_, sitter)| sitter.is_chair && sitter.is_voice);
    let lost = opening.voices().any(|voice| !council.voices.contains_key(&voice));
    let built_in = opening.voices().any(|voice| agreement::is_built_in(opening, voice));
    let is_skipped = council.short_circuit.is_some();
    let parts = [
        (
            Disclaimer::ChairFailed,
            result == Some(CouncilResult::Fallback) && !is_skipped_r3(council),
        ),
        (Disclaimer::SynthesisFailed, result == Some(CouncilResult::Raw)),
        (Disclaimer::DualRole, dual && council.synthesis.is_some()),
        (Disclaimer::Degraded, lost || !council.failures.is_empty()),
        (Disclaimer::AllAgree, agreement(council).word == AgreementWord::Unanimous),
        (Disclaimer::ShortCircuit, is_skipped),
        (Disclaimer::Offline, built_in),
    ];
    parts.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word).collect()
}

/// Whether the synthesis was skipped.
pub fn is_skipped_r3(council: &RoundsState) -> bool {
    let skipped = council.short_circuit.iter().flat_map(|decision| &decision.rounds_skipped);
    skipped.into_iter().any(|round| round == "R3")
}
