//! What members of rounds are shown of one another (COUNCILS.md C8).

use super::answer::CritiqueVerdict;
use super::ask::RoundsAsk;
use super::derive;
use super::state::{RoundsPhase, RoundsState};
use crate::council::shared::conflict;
use crate::council::shared::said::RemarkTarget;
use crate::council::shared::sheet::{
    LaterView, Letters, PointView, StatementView, point_view, view,
};
use crate::model::MemberId;

/// The letters that a reader has in a phase.
pub(super) fn letters(council: &RoundsState, reader: MemberId, phase: RoundsPhase) -> Letters {
    let others = council.voices.keys().copied();
    let members = others.filter(|&member| phase == RoundsPhase::R3 || member != reader);
    Letters::of(&council.opening, reader, phase.as_str(), members)
}

/// R2: the others by letter, and the reader's own apart.
pub(super) fn review(council: &RoundsState, reader: MemberId) -> RoundsAsk {
    let letters = letters(council, reader, RoundsPhase::R2);
    let peers = letters.members().iter().map(|&member| statement(council, member, &letters));
    let mut own = statement(council, reader, &letters);
    own.label = None;
    RoundsAsk::Review { peers: peers.collect(), own: Box::new(own) }
}

/// R3: all that was said.
pub(super) fn chair(council: &RoundsState, reader: MemberId) -> RoundsAsk {
    let letters = letters(council, reader, RoundsPhase::R3);
    let opinions = letters.members().iter().map(|&member| statement(council, member, &letters));
    let critiques = council.critiques().map(|critique| {
        let target = match &critique.remark.target {
            RemarkTarget::Point(id) => id.to_string(),
            RemarkTarget::Statement(member) => {
                letters.letter(*member).map(String::from).unwrap_or_default()
            }
        };
        let point = &critique.remark.point;
        PointView {
            by: letters.letter(point.member),
            confirms: critique.verdict == CritiqueVerdict::Confirmed,
            ..point_view(point, Some(target))
        }
    });
    RoundsAsk::Chair {
        opinions: opinions.collect(),
        critiques: critiques.collect(),
        conflicts: conflict::views(&derive::conflicts(council), &letters),
    }
}

fn statement(council: &RoundsState, member: MemberId, letters: &Letters) -> StatementView {
    let voice = &council.voices[&member];
    let identity = &council.opening.sitter(member).identity;
    let label = council
        .opening
        .policy
        .labelled
        .then(|| format!("{}:{}", identity.provider, identity.model));
    let later = council.reviews.iter().find(|said| said.member == member).map(|said| LaterView {
        position: String::new(),
        changed: String::new(),
        why: said.review.confidence_reason.clone(),
        because: said.review.because.clone(),
        agrees_with: said.review.agreements.clone(),
    });
    let letter = letters.letter(member);
    StatementView {
        confidence: voice.confidence,
        later,
        ..view(&voice.statement, voice.choice, &voice.points, letter, label)
    }
}
