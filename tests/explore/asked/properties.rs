//! What holds of every state of a council about a question (COUNCILS.md §1.12, §2.4, §3.3).

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use council_review::evidence::outcome::body;
use council_review::evidence::v2::council::CallFault;
use council_review::evidence::v2::outcome::{AgreementKind, CauseWord, DisclaimerKey, OutcomeBody};
use council_review::model::{Choice, CouncilResult, MemberId};
use stateright::Property;

use super::kind::{Kind, Seen};
use super::line::{Brings, Line, statement, tag};
use super::model::{Explore, Play};
use super::scope::{Holder, Loss, loss};
use super::truth::Truth;
use crate::properties::lacking;

pub(crate) const ENDS_ONCE: &str = "C1 a session ends once, and no event leaves its end";
pub(crate) const IN_TURN: &str = "C1 what was asked for is in turn";
pub(crate) const IN_TIME: &str = "C2 time and people end a session, and each message has its time";
pub(crate) const VERBATIM: &str = "C3 every text under a member's name is its own";
pub(crate) const MISSING: &str = "C4 who failed or was late said nothing, and its fault is told";
pub(crate) const ARRIVAL: &str = "C5 the order of arrival changes nothing";
pub(crate) const ASKED_AGAIN: &str =
    "C6 what is malformed is asked again once, another fault never";
pub(crate) const BUDGET: &str = "C7 spent and reserved stay within the budget";
pub(crate) const SHEETS: &str = "C8 no sheet shows its reader's own words or a name";
pub(crate) const SYNTHESIS: &str = "C9 a synthesis that is kept leaves nothing out";
pub(crate) const DISSENT: &str = "C9 dissent is complete";
pub(crate) const CONFIDENCE: &str =
    "C10 no confidence above what was said, and each cause is listed";
pub(crate) const ONWARD: &str =
    "C11 after a crash what was under way is asked again, and nothing else";
pub(crate) const AFTER_END: &str = "C12 nobody is asked after the end, or after it fell out";
pub(crate) const QUORUM: &str = "C13 too few voices abort";
pub(crate) const REPLAY: &str = "C14 the same events lead to the same state";
pub(crate) const OPENING: &str = "C15 question, members, policy and budget stay as they were";
pub(crate) const EARNED: &str = "C17 no result that the replies did not earn";
pub(crate) const LOOKS: &str = "K1 a task has as many looks as its rounds, over both attempts";
pub(crate) const NO_ANSWER: &str = "K2 a look is no answer";
pub(crate) const EXCHANGE: &str = "K3 the next message carries what was shown";
pub(crate) const ORDER: &str =
    "Q1 L1 L2 a step follows the one before, of those who may speak in it";
pub(crate) const SKIPS: &str = "Q4 a step is skipped exactly where the panel says so";
pub(crate) const SOFT_CLOSE: &str = "L6 a round closes early only with enough";
pub(crate) const AGREEMENT: &str = "agreement is counted over minds";
pub(crate) const DISCLAIMED: &str = "each fixed line stands exactly where it holds";
pub(crate) const STUCK: &str = "a session that has not ended waits for something";

/// Every property of both councils, and those of the council's own.
pub(crate) fn every<C: Kind>() -> Vec<Property<Explore<C>>> {
    let of_both = [
        ENDS_ONCE,
        IN_TURN,
        IN_TIME,
        VERBATIM,
        MISSING,
        ARRIVAL,
        ASKED_AGAIN,
        BUDGET,
        SHEETS,
        SYNTHESIS,
        DISSENT,
        CONFIDENCE,
        ONWARD,
        AFTER_END,
        QUORUM,
        REPLAY,
        OPENING,
        EARNED,
        LOOKS,
        NO_ANSWER,
        EXCHANGE,
        ORDER,
        SKIPS,
        SOFT_CLOSE,
        AGREEMENT,
        DISCLAIMED,
        STUCK,
    ];
    of_both.into_iter().chain(C::OWN.iter().copied()).map(property).collect()
}

/// A property holds where nothing broke it; stateright takes a plain function, so that each name has its own.
fn property<C: Kind>(name: &'static str) -> Property<Explore<C>> {
    use super::{lenses as l, rounds as r};
    macro_rules! one {
        ($($word:expr),* $(,)?) => {
            match name {
                $(n if n == $word => {
                    Property::always($word, |_, play: &Play<C::State>| !play.broken.contains($word))
                })*
                _ => unreachable!("every name is listed"),
            }
        };
    }
    one!(
        ENDS_ONCE,
        IN_TURN,
        IN_TIME,
        VERBATIM,
        MISSING,
        ARRIVAL,
        ASKED_AGAIN,
        BUDGET,
        SHEETS,
        SYNTHESIS,
        DISSENT,
        CONFIDENCE,
        ONWARD,
        AFTER_END,
        QUORUM,
        REPLAY,
        OPENING,
        EARNED,
        LOOKS,
        NO_ANSWER,
        EXCHANGE,
        ORDER,
        SKIPS,
        SOFT_CLOSE,
        AGREEMENT,
        DISCLAIMED,
        STUCK,
        r::FALLS_BACK,
        r::BEST,
        r::DISCLOSED,
        r::VOICED,
        r::CONTESTED,
        r::NOT_ITSELF,
        r::REASONED,
        l::OVER_TWO,
        l::DEBATED,
        l::DERIVED,
        l::REASONED,
        l::ALL_AGREE,
        l::RAW,
        l::AGAINST,
    )
}

/// The properties that a state lacks.
pub(crate) fn broken<C: Kind>(explore: &Explore<C>, play: &Play<C::State>) -> Vec<&'static str> {
    let (truth, body) = (explore.truth(play), told(explore, play));
    let seen = seen::<C>(play);
    explore.reached.note(explore, play, body.as_ref());
    let began = &explore.opening;
    let mut holds = vec![
        (VERBATIM, verbatim(explore, play)),
        (MISSING, missing::<C>(play)),
        (SYNTHESIS, synthesis(explore, play)),
        (
            OPENING,
            seen.opening.question == began.question
                && seen.opening.members == began.members
                && seen.opening.policy == began.policy
                && seen.opening.token_budget == began.token_budget
                && seen.opening.seed == began.seed,
        ),
        (EARNED, earned(explore, play, &truth)),
        (STUCK, C::is_over(&play.state) || !play.under_way.is_empty()),
    ];
    if let Some(body) = &body {
        holds.extend([
            (ARRIVAL, arrival(explore, play, body)),
            (DISSENT, dissent(explore, play, &truth, body)),
            (CONFIDENCE, confidence(explore, play, &truth, body)),
            (AGREEMENT, agreement(&truth, body)),
            (DISCLAIMED, disclaimed(explore, play, &truth, body)),
        ]);
    }
    holds.extend(C::own(&explore.scope, play, &truth, body.as_ref()));
    lacking(holds).collect()
}

fn seen<C: Kind>(play: &Play<C::State>) -> Seen<'_, C> {
    C::seen(&play.state).expect("it is open")
}

/// What the evidence will say, or what a corrupted council makes of it; of a session that has ended.
pub(crate) fn told<C: Kind>(explore: &Explore<C>, play: &Play<C::State>) -> Option<OutcomeBody> {
    C::is_over(&play.state).then(|| {
        let mut body = body::<C>(&play.state, &[]).expect("it has ended");
        if let Some(mutant) = explore.mutant {
            mutant.misjudge(seen::<C>(play).ending.map(|ending| ending.result), &mut body);
        }
        body
    })
}

fn verbatim<C: Kind>(explore: &Explore<C>, play: &Play<C::State>) -> bool {
    let seen = seen::<C>(play);
    let stated = seen.voices.iter().all(|(&member, voice)| {
        let Some(Line::States(choice, level, brings)) = play.said.get(&(member, 0)) else {
            return false;
        };
        let (own, _) = statement(member, *choice, *level, *brings);
        voice.statement == own
            && voice.points.iter().all(|p| p.member == member && p.text.starts_with(&tag(member)))
            && voice.points.len() == own.arguments.len() + own.risks.len()
    });
    let later = C::later(&play.state)
        .iter()
        .all(|(member, texts)| texts.iter().all(|text| text.starts_with(&tag(*member))));
    let remarks =
        seen.remarks.iter().all(|remark| remark.point.text.starts_with(&tag(remark.point.member)));
    let chair = explore.scope.chair();
    let synthesis = seen.synthesis.is_none_or(|checked| {
        chair.is_some_and(|chair| checked.synthesis.conclusion.text.starts_with(&tag(chair)))
    });
    stated && later && remarks && synthesis
}

fn missing<C: Kind>(play: &Play<C::State>) -> bool {
    let seen = seen::<C>(play);
    let of = |step: usize| -> BTreeSet<MemberId> {
        let own = play.said.keys().filter(|key| key.1 == step).map(|key| key.0);
        if play.is_closed(step) { own.collect() } else { BTreeSet::new() }
    };
    let voices: BTreeSet<MemberId> = seen.voices.keys().copied().collect();
    let later = C::later(&play.state);
    let speakers: BTreeSet<MemberId> = later.iter().map(|(member, _)| *member).collect();
    let lost = |late: bool| {
        let own = play.lost.iter().filter(move |((_, step), loss)| {
            play.is_closed(*step) && (**loss == Loss::Late) == late
        });
        own.map(|((member, step), loss)| (*member, *step, *loss)).collect::<BTreeSet<_>>()
    };
    let place = |name: &str| C::STEPS.iter().position(|step| *step == name).expect("a step");
    let told = seen.failures.iter();
    let told: BTreeSet<_> =
        told.map(|one| (one.member, place(&one.step), loss(&one.fault))).collect();
    let late: BTreeSet<_> =
        seen.late.iter().map(|&(member, step)| (member, step, Loss::Late)).collect();
    voices == of(0)
        && speakers == of(1)
        && speakers.len() == later.len()
        && told == lost(false)
        && told.len() == seen.failures.len()
        && late == lost(true)
}

/// All that comes of the same replies is the same.
fn arrival<C: Kind>(explore: &Explore<C>, play: &Play<C::State>, body: &OutcomeBody) -> bool {
    let seen = seen::<C>(play);
    let Some(ending) = seen.ending.filter(|ending| ending.abort.is_none()) else { return true };
    let key = format!("{:?} {:?}", play.said, play.lost);
    // What was wrong with a reply is no part of the key: several faults are one loss.
    let mut body = body.clone();
    for failure in &mut body.failures {
        if let CallFault::Malformed(why) = &mut failure.fault {
            why.clear();
        }
    }
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&body).expect("text keys").hash(&mut hasher);
    ending.result.to_string().hash(&mut hasher);
    let digest = hasher.finish();
    let mut outcomes = explore.outcomes.lock().expect("no panic");
    *outcomes.entry(key).or_insert(digest) == digest
}

fn synthesis<C: Kind>(explore: &Explore<C>, play: &Play<C::State>) -> bool {
    let chair = explore.scope.chair();
    let line = chair.and_then(|chair| play.said.get(&(chair, 2)));
    let Some(checked) = seen::<C>(play).synthesis else { return line.is_none() };
    let is_marked = (checked.unsupported.as_slice(), checked.unverified.as_slice());
    match line {
        Some(Line::Embellishes(_)) => is_marked == (&[0], &[0]),
        Some(_) => is_marked == (&[], &[]),
        None => false,
    }
}

fn dissent<C: Kind>(
    explore: &Explore<C>,
    play: &Play<C::State>,
    truth: &Truth,
    body: &OutcomeBody,
) -> bool {
    let against = body.answer.choice.map(|answer| truth.dissent(&explore.scope, answer));
    let names = seen::<C>(play);
    let wanted: Vec<_> = against
        .into_iter()
        .flatten()
        .map(|member| (names.opening.sitter(member).name.clone(), truth.choices[&member]))
        .collect();
    let told: Vec<_> = body.dissent.iter().map(|d| (d.member.clone(), d.choice)).collect();
    told == wanted
}

fn agreement(truth: &Truth, body: &OutcomeBody) -> bool {
    let word = match (truth.minds.len(), truth.majority) {
        (0 | 1, _) => AgreementKind::TooFew,
        _ if truth.is_unanimous() => AgreementKind::Unanimous,
        (_, Some(_)) => AgreementKind::Majority,
        (_, None) => AgreementKind::Split,
    };
    let grouped: usize = body.agreement.groups.iter().map(|group| group.members.len()).sum();
    body.agreement.word == word
        && grouped == truth.choices.len()
        && body.agreement.groups.first().map(|group| group.choice) == truth.largest()
}

fn confidence<C: Kind>(
    explore: &Explore<C>,
    play: &Play<C::State>,
    truth: &Truth,
    body: &OutcomeBody,
) -> bool {
    let scope = &explore.scope;
    let result = seen::<C>(play).ending.expect("it has ended").result;
    if matches!(result, CouncilResult::Aborted | CouncilResult::Split) {
        return body.confidence.is_none();
    }
    let (answer, own) = C::answer(scope, play, truth);
    let side = answer.or_else(|| truth.largest());
    let (Some(sure), Some(side)) = (&body.confidence, side) else {
        return false;
    };
    let mut causes: BTreeSet<CauseWord> = own.into_iter().collect();
    let kinds: Vec<Holder> =
        truth.choices.keys().map(|member| scope.members[usize::from(member.0)].holder).collect();
    if kinds.len() == 1 || kinds.iter().all(|kind| *kind == kinds[0] && *kind != Holder::Model) {
        causes.insert(CauseWord::OneModel);
    }
    if truth.choices.len() < scope.voices().count() {
        causes.insert(CauseWord::Degraded);
    }
    let points = truth.stated.values().map(|(.., brings)| match brings {
        Brings::Little => (1, 0),
        Brings::Claim => (2, 0),
        Brings::Flaw | Brings::Much => (2, 1),
    });
    let (all, grounded) = points.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    if grounded * 2 < all {
        causes.insert(CauseWord::PoorlyGrounded);
    }
    let told: BTreeSet<CauseWord> = sure.lowered_by.iter().copied().collect();
    let is_low = [CauseWord::Derived, CauseWord::Fallback, CauseWord::Raw];
    let stated = truth.median(side);
    let mut least = stated;
    for cause in &causes {
        least = if is_low.contains(cause) { least.lower().lower() } else { least.lower() };
    }
    told == causes && sure.stated == stated.into() && sure.disclosed == least.into()
}

fn disclaimed<C: Kind>(
    explore: &Explore<C>,
    play: &Play<C::State>,
    truth: &Truth,
    body: &OutcomeBody,
) -> bool {
    let scope = &explore.scope;
    let chair = scope.chair();
    let is_voice = chair.is_some_and(|chair| scope.voices().any(|voice| voice == chair));
    let has_words = chair.is_some_and(|chair| play.said.contains_key(&(chair, 2)));
    let mut wanted: BTreeSet<String> =
        C::lines(scope, play).iter().map(|key| format!("{key:?}")).collect();
    let faults =
        play.lost.iter().any(|((_, step), loss)| play.is_closed(*step) && *loss != Loss::Late);
    let parts = [
        (DisclaimerKey::DualRole, is_voice && has_words),
        (DisclaimerKey::Degraded, faults || truth.choices.len() < scope.voices().count()),
        (DisclaimerKey::AllAgree, truth.is_unanimous()),
        (DisclaimerKey::Offline, scope.voices().any(|voice| scope.is_of_rules(voice))),
    ];
    let parts = parts.into_iter().filter(|(_, holds)| *holds);
    wanted.extend(parts.map(|(key, _)| format!("{key:?}")));
    let told: BTreeSet<String> =
        body.disclaimers.iter().map(|one| format!("{:?}", one.key)).collect();
    told == wanted
}

/// The result is what the replies come to, and a choice among it is somebody's.
fn earned<C: Kind>(explore: &Explore<C>, play: &Play<C::State>, truth: &Truth) -> bool {
    let Some(ending) = seen::<C>(play).ending else { return true };
    if ending.abort.is_some() {
        return ending.result == CouncilResult::Aborted && !ending.reason.is_empty();
    }
    let is_voiced = match ending.result {
        CouncilResult::Of(Choice::NeedInfo) => true,
        CouncilResult::Of(choice) => truth.choices.values().any(|own| *own == choice),
        _ => true,
    };
    let flaw = truth.flaw && ending.result == CouncilResult::Of(Choice::Sound);
    is_voiced && !flaw && ending.result == C::result(&explore.scope, play, truth)
}
