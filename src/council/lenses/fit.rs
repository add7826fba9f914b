//! A reply held against its task: ids and letters must have been shown, choices must exist.

use std::collections::BTreeSet;

use super::answer::{DebateMove, LensesReply, Rebuttal};
use super::ask::{LensesAsk, LensesTask};
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::sheet::StatementView;
use crate::model::Choice;

/// Why a reply does not answer its task; `None` when it does. Repeats no foreign text.
pub(super) fn fault(task: &LensesTask, admitted: &AdmittedReply<LensesReply>) -> Option<String> {
    match (&task.ask, &admitted.reply) {
        (LensesAsk::Lens, LensesReply::Lens(opinion)) => {
            choice_fault(&task.choices, opinion.statement.choice)
        }
        (LensesAsk::Rebuttal { own, peers }, LensesReply::Rebuttal(rebuttal)) => {
            choice_fault(&task.choices, rebuttal.choice)
                .or_else(|| rebuttal_fault(own, peers, rebuttal))
        }
        // A synthesis is held against all that was said, by the step that takes it.
        (LensesAsk::Synthesis { .. }, LensesReply::Synthesis(_)) => None,
        (ask, reply) => Some(format!("{} was asked and {} answered", ask.form(), reply.name())),
    }
}

fn choice_fault(choices: &[Choice], choice: Choice) -> Option<String> {
    let all: Vec<String> = choices.iter().map(ToString::to_string).collect();
    let is_known = choices.contains(&choice);
    (!is_known).then(|| format!("choice: is none of {}", all.join(", ")))
}

fn rebuttal_fault(
    own: &StatementView,
    peers: &[StatementView],
    rebuttal: &Rebuttal,
) -> Option<String> {
    let own_ids = own.points.iter().map(|point| point.id.as_str());
    let peer_ids = peers.iter().flat_map(|peer| &peer.points).map(|point| point.id.as_str());
    let peer_ids: BTreeSet<&str> = peer_ids.collect();
    let ids: BTreeSet<&str> = own_ids.chain(peer_ids.iter().copied()).collect();
    let letters: BTreeSet<String> =
        peers.iter().filter_map(|peer| peer.letter).map(String::from).collect();
    for answer in &rebuttal.answers {
        let target = answer.target.as_str();
        if !peer_ids.contains(target) && !letters.contains(target) {
            return Some("answers: has a target that is no point or letter of another".to_owned());
        }
        if answer.text.trim().is_empty() {
            return Some("answers: has an empty text".to_owned());
        }
    }
    if !rebuttal.because.iter().all(|id| ids.contains(id.as_str())) {
        return Some("because: names an id that was not shown".to_owned());
    }
    if rebuttal.action == DebateMove::Revise && rebuttal.because.is_empty() {
        return Some("because: is [] and move is REVISE".to_owned());
    }
    None
}
