//! What must be reachable of a council about a question, lest a property hold because nothing happens: every
//! result, abort, disclaimer and loss.

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::sync::Mutex;

use council_review::core::calls::CallOutcome;
use council_review::evidence::v2::outcome::OutcomeBody;

use super::kind::Kind;
use super::model::{Explore, Play};
use super::scope::Loss;

/// The words of what was reached.
#[derive(Debug)]
pub(crate) struct Reached<C> {
    words: Mutex<BTreeSet<String>>,
    council: PhantomData<fn() -> C>,
}

impl<C> Default for Reached<C> {
    fn default() -> Self {
        Self { words: Mutex::default(), council: PhantomData }
    }
}

impl<C: Kind> Reached<C> {
    /// Notes what a state shows, and of one that has ended what it comes to.
    pub(crate) fn note(
        &self,
        explore: &Explore<C>,
        play: &Play<C::State>,
        body: Option<&OutcomeBody>,
    ) {
        if explore.mutant.is_some() {
            return;
        }
        let seen = C::seen(&play.state).expect("it is open");
        let mut words: Vec<String> = Vec::new();
        if seen.down > 0 {
            words.push("went on after a crash".to_owned());
            let looks = seen
                .calls
                .iter()
                .any(|call| matches!(call.outcome, CallOutcome::Lost { .. }) && call.is_looking());
            words.extend(looks.then(|| "went on after a crash behind a look".to_owned()));
        }
        if let (Some(ending), Some(body)) = (seen.ending, body) {
            match ending.abort {
                Some(abort) => words.push(abort.to_string()),
                None => words.push(ending.result.to_string()),
            }
            words.extend(body.disclaimers.iter().map(|one| format!("{:?}", one.key)));
            let sure = body.confidence.iter().flat_map(|sure| &sure.lowered_by);
            words.extend(sure.map(|cause| format!("lowered by {cause:?}")));
            words.push(format!("{:?}", body.agreement.word));
            words.push(format!("{:?}", body.answer.how));
            for (one, word) in [
                (!body.dissent.is_empty(), "dissent"),
                (!body.conflicts.is_empty(), "conflict"),
                (!body.deviations.is_empty(), "a bare shift"),
                (!play.looked.is_empty(), "a look"),
                (
                    body.synthesis.iter().any(|s| s.consensus.iter().any(|c| c.unsupported)),
                    "one voice says",
                ),
                (body.synthesis.iter().any(|s| s.quotes.iter().any(|q| q.unverified)), "no quote"),
            ] {
                words.extend(one.then(|| word.to_owned()));
            }
            if body.lenses.iter().any(|own| own.shifts.iter().any(|shift| shift.counted)) {
                words.push("a counted shift".to_owned());
            }
            for ((_, step), loss) in &play.lost {
                let word = match loss {
                    Loss::Malformed => "malformed twice",
                    Loss::Unavailable => "unavailable",
                    Loss::Refused => "refused",
                    Loss::TimedOut => "timed out",
                    Loss::Late => "late",
                };
                words.push(format!("{word} in step {}", step + 1));
            }
        }
        let mut all = self.words.lock().expect("no panic");
        for word in words {
            if !all.contains(&word) {
                all.insert(word);
            }
        }
    }

    /// Everything that was reached.
    pub(crate) fn words(&self) -> BTreeSet<String> {
        self.words.lock().expect("no panic").clone()
    }
}
