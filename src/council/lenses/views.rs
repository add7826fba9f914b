//! What members of lenses are shown of one another (COUNCILS.md C8).

use super::ask::{LensesAsk, ShiftView};
use super::derive;
use super::state::{LensesPhase, LensesState};
use crate::council::shared::conflict;
use crate::council::shared::said::RemarkTarget;
use crate::council::shared::sheet::{
    LaterView, Letters, PointView, StatementView, point_view, view,
};
use crate::model::MemberId;

/// The letters that a reader has in a phase.
pub(super) fn letters(council: &LensesState, reader: MemberId, phase: LensesPhase) -> Letters {
    let others = council.voices.keys().copied();
    let members = others.filter(|&member| phase == LensesPhase::Synthesis || member != reader);
    Letters::of(&council.opening, reader, phase.as_str(), members)
}

/// DEBATE: the others by letter, and the reader's own apart.
pub(super) fn rebuttal(council: &LensesState, reader: MemberId) -> LensesAsk {
    let letters = letters(council, reader, LensesPhase::Debate);
    let peers = letters.members().iter().map(|&member| statement(council, member, &letters));
    let own = statement(council, reader, &letters);
    LensesAsk::Rebuttal { peers: peers.collect(), own: Box::new(own) }
}

/// SYNTHESIS: the result, and all that was said.
pub(super) fn synthesis(council: &LensesState, reader: MemberId) -> LensesAsk {
    let letters = letters(council, reader, LensesPhase::Synthesis);
    let statements = letters.members().iter().map(|&member| statement(council, member, &letters));
    let answers = council.rebuttals.iter().flat_map(|rebuttal| &rebuttal.answers).map(|remark| {
        let target = match &remark.target {
            RemarkTarget::Point(id) => id.to_string(),
            RemarkTarget::Statement(member) => {
                letters.letter(*member).map(String::from).unwrap_or_default()
            }
        };
        let by = letters.letter(remark.point.member);
        PointView { by, ..point_view(&remark.point, Some(target)) }
    });
    let shifts = council.shifts.iter().filter(|shift| shift.counted).filter_map(|shift| {
        let of = letters.letter(shift.member)?;
        let (from, to, because) = (shift.from, shift.to, shift.because.clone());
        Some(ShiftView { of, from, to, because })
    });
    LensesAsk::Synthesis {
        result: derive::choice(council),
        statements: statements.collect(),
        answers: answers.collect(),
        shifts: shifts.collect(),
        conflicts: conflict::views(&derive::conflicts(council), &letters),
    }
}

fn statement(council: &LensesState, member: MemberId, letters: &Letters) -> StatementView {
    let voice = &council.voices[&member];
    let later = council.rebuttals.iter().find(|said| said.member == member).map(|said| LaterView {
        position: said.rebuttal.position.clone(),
        changed: said.rebuttal.changed.clone(),
        why: said.rebuttal.why.clone(),
        because: said.rebuttal.because.clone(),
        agrees_with: Vec::new(),
    });
    let letter = letters.letter(member);
    StatementView {
        confidence: voice.confidence,
        later,
        ..view(&voice.statement, voice.choice, &voice.points, letter, None)
    }
}
