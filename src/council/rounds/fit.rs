//! A reply held against its task: ids and letters must have been shown, choices must exist, nobody
//! reviews itself (COUNCILS.md Q7).

use std::collections::BTreeSet;

use super::answer::{CritiqueVerdict, Dimension, Review, RoundsReply};
use super::ask::{RoundsAsk, RoundsTask};
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::sheet::StatementView;
use crate::model::Choice;

/// Why a reply does not answer its task; `None` when it does. Repeats no foreign text.
pub(super) fn fault(task: &RoundsTask, admitted: &AdmittedReply<RoundsReply>) -> Option<String> {
    match (&task.ask, &admitted.reply) {
        (RoundsAsk::Opinion, RoundsReply::Opinion(opinion)) => {
            choice_fault(&task.choices, opinion.statement.choice)
        }
        (RoundsAsk::Review { own, peers }, RoundsReply::Review(review)) => {
            choice_fault(&task.choices, review.choice).or_else(|| review_fault(own, peers, review))
        }
        // A synthesis is held against all that was said, by the step that takes it.
        (RoundsAsk::Chair { .. }, RoundsReply::Chair(_)) => None,
        (ask, reply) => Some(format!("{} was asked and {} answered", ask.form(), reply.name())),
    }
}

fn choice_fault(choices: &[Choice], choice: Choice) -> Option<String> {
    let all: Vec<String> = choices.iter().map(ToString::to_string).collect();
    let is_known = choices.contains(&choice);
    (!is_known).then(|| format!("choice: is none of {}", all.join(", ")))
}

fn review_fault(own: &StatementView, peers: &[StatementView], review: &Review) -> Option<String> {
    let own_ids: BTreeSet<&str> = own.points.iter().map(|point| point.id.as_str()).collect();
    let points = peers.iter().flat_map(|peer| &peer.points);
    let ids: BTreeSet<&str> = points.map(|point| point.id.as_str()).collect();
    let letters: BTreeSet<String> =
        peers.iter().filter_map(|peer| peer.letter).map(String::from).collect();
    for (dimension, critique) in review.critiques() {
        let target = critique.target.as_str();
        if own_ids.contains(target) {
            return Some("a critique of one's own point".to_owned());
        }
        if !ids.contains(target) && !letters.contains(target) {
            return Some("a critique whose target was not shown".to_owned());
        }
        let may_confirm = dimension == Dimension::Assumptions;
        if critique.verdict == CritiqueVerdict::Confirmed && !may_confirm {
            return Some("CONFIRMED stands under assumptions alone".to_owned());
        }
        if critique.text.trim().is_empty() {
            return Some("a critique without a text".to_owned());
        }
    }
    if review.agreements.iter().any(|id| !ids.contains(id.as_str())) {
        return Some("agreements: names an id that was not shown".to_owned());
    }
    let is_shown = |id: &String| ids.contains(id.as_str()) || own_ids.contains(id.as_str());
    if !review.because.iter().all(is_shown) {
        return Some("because: names an id that was not shown".to_owned());
    }
    None
}
