//! The best single opinion, when no synthesis came: the most complete one (COUNCILS.md §2.3).

use super::point::Grounding;
use super::said::{Voice, Voices};
use crate::model::MemberId;

/// How complete what a voice stated is: 0 to 9.
pub fn completeness(voice: &Voice) -> u32 {
    let statement = &voice.statement;
    let risks = &statement.risks;
    let is_met = |text: &str| !text.trim().is_empty();
    let parts = [
        (2, is_met(&statement.position)),
        (1, !statement.arguments.is_empty()),
        (1, !risks.is_empty()),
        (1, !risks.is_empty() && risks.iter().all(|risk| is_met(&risk.mitigation))),
        (1, !statement.assumptions.is_empty()),
        (1, !statement.questions.is_empty()),
        (1, !statement.next_steps.is_empty()),
        (2, grounded(voice) > 0),
    ];
    parts.into_iter().filter(|(_, holds)| *holds).map(|(points, _)| points).sum()
}

/// Points whose quotes stand where they are said to.
fn grounded(voice: &Voice) -> usize {
    voice.points.iter().filter(|point| point.grounding == Grounding::Grounded).count()
}

/// Whose opinion is the best: the most complete, then the better grounded, then the first.
pub fn best(voices: &Voices) -> Option<MemberId> {
    let best = voices.iter().max_by_key(|(member, voice)| {
        (completeness(voice), grounded(voice), std::cmp::Reverse(**member))
    });
    best.map(|(&member, _)| member)
}
