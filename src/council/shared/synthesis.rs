//! What a chair or synthesiser says when all have spoken (COUNCILS.md §1.6), and what code holds it
//! against.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::conflict::Conflict;
use super::said::{Remark, Voice, Voices};
use super::sheet::Letters;
use super::statement::StatedLevel;
use crate::model::{Choice, MemberId};

/// The synthesis, as it was given. Ids are those of points and conflicts; `of` is a letter of the
/// reader's sheet.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Synthesis {
    /// The answer.
    pub conclusion: Conclusion,
    /// Why, at least one.
    pub rationale: Vec<Rested>,
    /// What several say.
    pub consensus: Vec<Rested>,
    /// Each conflict, once.
    pub disagreements: Vec<Disagreement>,
    /// What nobody knows.
    pub uncertainties: Vec<Uncertainty>,
    /// Verbatim words of members.
    pub quotes: Vec<MemberQuote>,
    /// What is to be done next.
    pub next_actions: Vec<NextAction>,
    /// How sure it is.
    pub confidence: StatedLevel,
    /// Why so sure, and no more.
    pub confidence_reason: String,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Conclusion {
    /// The choice.
    pub choice: Choice,
    /// The answer, in words.
    pub text: String,
    /// What must be known first, for NEED_INFO.
    pub missing: Vec<String>,
}

/// A text and the points that it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rested {
    /// The text.
    pub text: String,
    /// Ids of points.
    pub rests_on: Vec<String>,
}

/// A conflict, and what the synthesis makes of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Disagreement {
    /// Its id: `CF-1`.
    pub conflict: String,
    /// What it is about.
    pub topic: String,
    /// Who says what.
    pub sides: Vec<ConflictSide>,
    /// How it is resolved, or that it is not.
    pub resolution: String,
    /// Why.
    pub why: String,
}

/// One side of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConflictSide {
    /// A letter.
    pub of: String,
    /// What it says.
    pub text: String,
}

/// Something that nobody knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Uncertainty {
    /// What.
    pub area: String,
    /// Why it matters.
    pub why: String,
    /// How to find out.
    pub verify: String,
}

/// Verbatim words of a member.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MemberQuote {
    /// A letter.
    pub of: String,
    /// Its words.
    pub quote: String,
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NextAction {
    /// The act.
    pub action: String,
    /// When.
    pub priority: Priority,
    /// How much time or work it takes, in words.
    pub effort: String,
    /// By what one sees that it is done.
    pub done_when: String,
}

/// When something is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Priority {
    /// At once.
    Now,
    /// Soon.
    Soon,
    /// Later.
    Later,
}

/// The most next actions of a synthesis.
pub const MAX_NEXT_ACTIONS: usize = 5;

/// What a synthesis is held against: all of it was shown to its author.
#[derive(Debug)]
pub struct Evidence<'e> {
    /// The letters of its sheet.
    pub letters: &'e Letters,
    /// What voices said.
    pub voices: &'e Voices,
    /// What members said about what others said.
    pub remarks: &'e [Remark],
    /// Every disagreement that code found.
    pub conflicts: &'e [Conflict],
    /// The choices that it may conclude.
    pub admissible: &'e BTreeSet<Choice>,
}

/// A synthesis that holds, and what of it code does not stand behind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// As it was given.
    pub synthesis: Synthesis,
    /// Whose each letter is, from A on.
    pub letters: Vec<MemberId>,
    /// The consensus items, by index, that rest on points of fewer than two members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<usize>,
    /// The quotes, by index, that are not verbatim in that member's statement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unverified: Vec<usize>,
}

/// Holds a synthesis against what was said: COUNCILS.md S1 to S4 are faults, S5 and S6 are marked. The
/// fault names the field and the rule, and repeats no foreign text.
pub fn check(synthesis: &Synthesis, evidence: &Evidence<'_>) -> Result<Checked, String> {
    whole(synthesis)?;
    shown(synthesis, evidence)?;
    let choice = synthesis.conclusion.choice;
    if !evidence.admissible.contains(&choice) {
        return Err(format!(
            "conclusion.choice: {choice} is not to be concluded here, because no counted voice or rule gives it (S2)"
        ));
    }
    explained(synthesis, evidence)?;
    named(synthesis, evidence)?;
    let owners = owners(evidence);
    let rests = |item: &Rested| {
        item.rests_on.iter().filter_map(|id| owners.get(id.as_str())).collect::<BTreeSet<_>>().len()
    };
    let unsupported = synthesis.consensus.iter().enumerate().filter(|(_, item)| rests(item) < 2);
    let is_verbatim = |quote: &MemberQuote| {
        let voice = evidence.letters.member(&quote.of).and_then(|m| evidence.voices.get(&m));
        voice.is_some_and(|voice| says(voice, &quote.quote))
    };
    let unverified = synthesis.quotes.iter().enumerate().filter(|(_, quote)| !is_verbatim(quote));
    Ok(Checked {
        letters: evidence.letters.members().to_vec(),
        unsupported: unsupported.map(|(at, _)| at).collect(),
        unverified: unverified.map(|(at, _)| at).collect(),
        synthesis: synthesis.clone(),
    })
}

/// Nothing is missing that a synthesis must have.
fn whole(synthesis: &Synthesis) -> Result<(), String> {
    let is_empty = |text: &str| text.trim().is_empty();
    let Synthesis { conclusion, rationale, next_actions, confidence_reason, .. } = synthesis;
    if is_empty(&conclusion.text) {
        return Err("conclusion.text: is empty".to_owned());
    }
    if (conclusion.choice == Choice::NeedInfo) == conclusion.missing.is_empty() {
        return Err(
            "conclusion.missing: says what is needed for NEED_INFO, and is [] else".to_owned()
        );
    }
    if rationale.is_empty() {
        return Err("rationale: is empty".to_owned());
    }
    if rationale.iter().any(|item| is_empty(&item.text)) {
        return Err("rationale: has an empty text".to_owned());
    }
    if next_actions.len() > MAX_NEXT_ACTIONS {
        return Err(format!("next_actions: has more than {MAX_NEXT_ACTIONS} entries"));
    }
    if is_empty(confidence_reason) {
        return Err("confidence_reason: is empty".to_owned());
    }
    Ok(())
}

/// S1: every id and letter exists and was shown.
fn shown(synthesis: &Synthesis, evidence: &Evidence<'_>) -> Result<(), String> {
    let owners = owners(evidence);
    for (field, items) in [("rationale", &synthesis.rationale), ("consensus", &synthesis.consensus)]
    {
        for (at, item) in items.iter().enumerate() {
            if item.rests_on.iter().any(|id| !owners.contains_key(id.as_str())) {
                return Err(format!("{field}[{at}].rests_on: names an id that was not shown (S1)"));
            }
        }
    }
    let is_letter = |of: &String| evidence.letters.member(of).is_some();
    for (at, disagreement) in synthesis.disagreements.iter().enumerate() {
        if !disagreement.sides.iter().all(|side| is_letter(&side.of)) {
            return Err(format!(
                "disagreements[{at}].sides: names a letter that was not shown (S1)"
            ));
        }
    }
    match synthesis.quotes.iter().position(|quote| !is_letter(&quote.of)) {
        Some(at) => Err(format!("quotes[{at}].of: is a letter that was not shown (S1)")),
        None => Ok(()),
    }
}

/// S3: every conflict that is asked about is explained exactly once, and no other.
fn explained(synthesis: &Synthesis, evidence: &Evidence<'_>) -> Result<(), String> {
    let asked = evidence.conflicts.iter().filter(|conflict| conflict.is_asked);
    let asked: BTreeSet<String> = asked.map(Conflict::id).collect();
    let mut seen = BTreeSet::new();
    for (at, disagreement) in synthesis.disagreements.iter().enumerate() {
        if !asked.contains(&disagreement.conflict) {
            return Err(format!("disagreements[{at}].conflict: was not shown (S1)"));
        }
        if !seen.insert(disagreement.conflict.as_str()) {
            return Err(format!("disagreements[{at}].conflict: is there twice (S3)"));
        }
        if disagreement.resolution.trim().is_empty() || disagreement.why.trim().is_empty() {
            return Err(format!("disagreements[{at}]: has no resolution or no why (S3)"));
        }
    }
    match asked.iter().find(|id| !seen.contains(id.as_str())) {
        Some(id) => Err(format!("disagreements: {id} is missing (S3)")),
        None => Ok(()),
    }
}

/// S4: who chose otherwise is named as a side, unless more must be known first.
fn named(synthesis: &Synthesis, evidence: &Evidence<'_>) -> Result<(), String> {
    let choice = synthesis.conclusion.choice;
    if choice == Choice::NeedInfo {
        return Ok(());
    }
    let sides = synthesis.disagreements.iter().flat_map(|disagreement| &disagreement.sides);
    let sides: BTreeSet<MemberId> =
        sides.filter_map(|side| evidence.letters.member(&side.of)).collect();
    let mut others = evidence.voices.iter().filter(|(_, voice)| voice.choice != choice);
    match others.find(|(member, _)| !sides.contains(member)) {
        Some((&member, _)) => {
            let letter = evidence.letters.letter(member).unwrap_or('?');
            Err(format!("disagreements: {letter} chose otherwise and is no side of any (S4)"))
        }
        None => Ok(()),
    }
}

/// Whose each id is.
fn owners<'e>(evidence: &Evidence<'e>) -> BTreeMap<&'e str, MemberId> {
    let points = evidence.voices.values().flat_map(|voice| &voice.points);
    let points = points.chain(evidence.remarks.iter().map(|remark| &remark.point));
    points.map(|point| (point.id.as_str(), point.member)).collect()
}

/// Whether words stand verbatim in a text of what a voice stated.
fn says(voice: &Voice, quote: &str) -> bool {
    let statement = &voice.statement;
    let quote = quote.trim();
    let steps = statement.next_steps.iter().flat_map(|step| [&step.action, &step.effort]);
    let mut texts = [&statement.understanding, &statement.position, &statement.confidence_reason]
        .into_iter()
        .chain(statement.arguments.iter().map(|argument| &argument.text))
        .chain(statement.risks.iter().flat_map(|risk| [&risk.text, &risk.mitigation]))
        .chain(&statement.assumptions)
        .chain(&statement.questions)
        .chain(steps);
    !quote.is_empty() && texts.any(|text| text.contains(quote))
}
