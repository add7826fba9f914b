//! What voices said, with numbers and grounds: made when a round closes, from admitted replies alone.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::admitted::{Deviation, DeviationKind};
use super::opening::Opening;
use super::point::{Grounding, NumberedPoint, PointId, PointKind};
use super::statement::{SourceQuote, StatedLevel, Statement};
use crate::core::call::CallError;
use crate::core::draw::SplitMix;
use crate::core::protocol::CallId;
use crate::model::{Choice, Digest, MemberId};

/// What a voice said, and what of it counts now.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voice {
    /// The call that brought its statement.
    pub call: CallId,
    /// Its statement, as given.
    pub statement: Statement,
    /// The points of it.
    pub points: Vec<NumberedPoint>,
    /// Its final choice: that of its last admitted reply.
    pub choice: Choice,
    /// How sure it is, by its last admitted reply.
    pub confidence: StatedLevel,
}

impl Voice {
    /// Whether it says that something is flawed, and shows a defect that weighs HIGH (COUNCILS.md §1.7).
    pub fn shows_flaw(&self) -> bool {
        let is_shown = |point: &NumberedPoint| {
            point.kind == PointKind::Risk
                && point.severity == Some(StatedLevel::High)
                && point.grounding == Grounding::Grounded
        };
        self.choice == Choice::Flawed && self.points.iter().any(is_shown)
    }
}

/// All voices that said something, in order.
pub type Voices = BTreeMap<MemberId, Voice>;

/// What a member says about what another said.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// What it says, under its number.
    pub point: NumberedPoint,
    /// What it is about.
    pub target: RemarkTarget,
}

/// What a remark is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RemarkTarget {
    /// A point.
    Point(PointId),
    /// All that a member stated.
    Statement(MemberId),
}

impl RemarkTarget {
    /// Whom it is about.
    pub fn member(&self, voices: &Voices) -> Option<MemberId> {
        match self {
            RemarkTarget::Statement(member) => Some(*member),
            RemarkTarget::Point(id) => {
                let mut points = voices.values().flat_map(|voice| &voice.points);
                points.find(|point| point.id == *id).map(|point| point.member)
            }
        }
    }
}

/// A member that gave nothing usable in a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepFailure {
    /// Who.
    pub member: MemberId,
    /// In which step.
    pub step: String,
    /// Why.
    pub fault: CallError,
}

/// A difference from what was asked for, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepDeviation {
    /// Whose.
    pub member: MemberId,
    /// In which step.
    pub step: String,
    /// What.
    pub deviation: Deviation,
}

/// The members in the order in which their points are numbered: one draw for the whole session.
pub fn in_order_of_numbers<P>(opening: &Opening<P>) -> Vec<MemberId> {
    let mut members: Vec<MemberId> = opening.sitters().map(|(id, _)| id).collect();
    SplitMix(opening.seed ^ Digest::of(b"numbers").seed()).shuffle(&mut members);
    members
}

/// What each voice of a round states, its points numbered from 1. `stands` says of each quote, in the
/// order of [`Statement::cites`], whether it was found.
pub fn voices<P>(
    opening: &Opening<P>,
    stated: BTreeMap<MemberId, (CallId, Statement, Vec<bool>)>,
) -> Voices {
    let mut voices = Voices::new();
    let mut number = 0;
    for member in in_order_of_numbers(opening) {
        let Some((call, statement, stands)) = stated.get(&member) else { continue };
        let mut stands = stands.iter().copied();
        let mut point = |kind, text: &str, severity, mitigation: &str, cites: &[SourceQuote]| {
            number += 1;
            let found: Vec<bool> = stands.by_ref().take(cites.len()).collect();
            NumberedPoint {
                id: PointId::point(number),
                member,
                kind,
                text: text.to_owned(),
                severity,
                mitigation: mitigation.to_owned(),
                cites: cites.to_vec(),
                grounding: Grounding::of(found),
            }
        };
        let mut points = Vec::new();
        for argument in &statement.arguments {
            points.push(point(PointKind::Argument, &argument.text, None, "", &argument.cites));
        }
        for risk in &statement.risks {
            let (kind, severity) = (PointKind::Risk, Some(risk.severity));
            points.push(point(kind, &risk.text, severity, &risk.mitigation, &risk.cites));
        }
        let voice = Voice {
            call: *call,
            statement: statement.clone(),
            points,
            choice: statement.choice,
            confidence: statement.confidence,
        };
        voices.insert(member, voice);
    }
    voices
}

/// Takes a later choice of a voice; another than before needs a reason that was shown to it, else
/// the earlier one counts (COUNCILS.md §2.2, §3.2).
pub fn reconsider(voice: &mut Voice, choice: Choice, because: &[String]) -> Option<Deviation> {
    if choice == voice.choice || !because.is_empty() {
        voice.choice = choice;
        return None;
    }
    let detail = format!("{} instead of {}, without a reason", choice, voice.choice);
    Some(Deviation { kind: DeviationKind::UnreasonedChange, detail })
}
