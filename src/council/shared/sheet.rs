//! The peer sheet: what others said as one reader sees it: letters in place of names, shuffled per
//! reader and step, the reader's own words withheld, no tally (COUNCILS.md §1.2).

use serde::{Deserialize, Serialize};

use super::opening::Opening;
use super::point::{NumberedPoint, PointId};
use super::statement::{ProposedStep, StatedLevel, Statement};
use crate::core::draw::SplitMix;
use crate::model::{Choice, Digest, MemberId};

/// A statement as another member sees it, or as its own author is shown it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatementView {
    /// Its letter on this reader's sheet; none for the reader's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// The model behind it, where the panel shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What it took the question to be.
    pub understanding: String,
    /// Its choice, as it counts now.
    pub choice: Choice,
    /// Its answer.
    pub position: String,
    /// Its points.
    pub points: Vec<PointView>,
    /// What it takes for granted.
    pub assumptions: Vec<String>,
    /// What it would have to know.
    pub questions: Vec<String>,
    /// What it would do next.
    pub next_steps: Vec<ProposedStep>,
    /// How sure it is now.
    pub confidence: StatedLevel,
    /// What it said after it had read the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub later: Option<LaterView>,
}

/// What a member said after it had read the others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaterView {
    /// Its position then; empty where it was not asked for one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// What changed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub changed: String,
    /// Why, or why it is so sure.
    pub why: String,
    /// The points that changed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// The points of others that it stands behind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agrees_with: Vec<String>,
}

impl StatementView {
    /// One's own, of whom nothing was said.
    pub fn nothing(choice: Choice) -> Self {
        Self {
            letter: None,
            label: None,
            understanding: String::new(),
            choice,
            position: String::new(),
            points: Vec::new(),
            assumptions: Vec::new(),
            questions: Vec::new(),
            next_steps: Vec::new(),
            confidence: StatedLevel::Low,
            later: None,
        }
    }
}

/// A point as a member sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointView {
    /// Its number.
    pub id: PointId,
    /// Whose it is, by letter; of a critique that is shown to whoever words the synthesis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<char>,
    /// Whether it is for what it is about, and not against it; of a critique.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confirms: bool,
    /// What it is about: a point, or the letter of a statement; of a critique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// `ARGUMENT`, `RISK`, `CRITIQUE`.
    pub kind: super::point::PointKind,
    /// What it says.
    pub text: String,
    /// How much it weighs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<StatedLevel>,
    /// What is done against it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mitigation: String,
    /// What it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<super::statement::SourceQuote>,
    /// Whether that stands there.
    pub grounding: super::point::Grounding,
}

/// The letters of one reader in one step: the first is A.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Letters(Vec<MemberId>);

impl Letters {
    /// Those of `members` for a reader, from the session's recorded seed; the reader itself has none
    /// unless it reads as the chair.
    pub fn of<P>(
        opening: &Opening<P>,
        reader: MemberId,
        step: &str,
        members: impl IntoIterator<Item = MemberId>,
    ) -> Self {
        let mut members: Vec<MemberId> = members.into_iter().collect();
        draw(opening, reader, step, "letters").shuffle(&mut members);
        Self(members)
    }

    /// Whose a letter is.
    pub fn member(&self, letter: &str) -> Option<MemberId> {
        let mut chars = letter.chars();
        let (first, rest) = (chars.next()?, chars.next());
        let at = u32::from(first).checked_sub(u32::from('A')).filter(|_| rest.is_none())?;
        self.0.get(at as usize).copied()
    }

    /// A member's letter.
    pub fn letter(&self, member: MemberId) -> Option<char> {
        let at = self.0.iter().position(|&other| other == member)?;
        char::from_u32(u32::from('A') + at as u32)
    }

    /// The members, in the order of their letters.
    pub fn members(&self) -> &[MemberId] {
        &self.0
    }
}

/// A sequence of its own for each reader, step and purpose (COUNCILS.md §1.2).
pub fn draw<P>(opening: &Opening<P>, reader: MemberId, step: &str, purpose: &str) -> SplitMix {
    let name = &opening.sitter(reader).name;
    let tag = format!("{name} {step} {purpose}");
    SplitMix(opening.seed ^ Digest::of(tag.as_bytes()).seed())
}

/// A statement as it is shown, with the choice that counts now.
pub fn view<'p>(
    statement: &Statement,
    choice: Choice,
    points: impl IntoIterator<Item = &'p NumberedPoint>,
    letter: Option<char>,
    label: Option<String>,
) -> StatementView {
    StatementView {
        letter,
        label,
        understanding: statement.understanding.clone(),
        choice,
        position: statement.position.clone(),
        points: points.into_iter().map(|point| point_view(point, None)).collect(),
        assumptions: statement.assumptions.clone(),
        questions: statement.questions.clone(),
        next_steps: statement.next_steps.clone(),
        confidence: statement.confidence,
        later: None,
    }
}

/// A point as it is shown.
pub fn point_view(point: &NumberedPoint, target: Option<String>) -> PointView {
    PointView {
        id: point.id.clone(),
        by: None,
        confirms: false,
        target,
        kind: point.kind,
        text: point.text.clone(),
        severity: point.severity,
        mitigation: point.mitigation.clone(),
        cites: point.cites.clone(),
        grounding: point.grounding,
    }
}
