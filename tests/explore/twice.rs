//! Defects that are told twice: what seats say of pairs, what a step and an answer must keep of it,
//! and how both go wrong.

use std::collections::BTreeMap;

use council_review::core::protocol::{Effect, EffectOf, Event};
use council_review::council::rfc::answer::{PairAnswer, Reply};
use council_review::council::rfc::ask::{Ask, FindingView, PairView};
use council_review::council::rfc::ledger::{CastBallot, Ledger, LedgerEntry, Pair};
use council_review::council::rfc::tally::{self, FindingResolution};
use council_review::council::rfc::{Admitted, Phase, RfcCouncil, RfcEvent, SessionState};
use council_review::evidence::derive::Derived;
use council_review::model::opinion::{Sameness, Vote};
use council_review::model::{FindingId, MemberId, Severity, Verdict};

use crate::defects::{Fate, defects, fates, part_and_whole};
use crate::model::Play;
use crate::mutants::Mutant;

/// What a seat says of the pairs of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pairing {
    Silent,
    All(Sameness),
    /// Of the first that they are one, of the others that they are two.
    Split,
}

pub(crate) fn compared(pairs: &[PairView], says: Pairing) -> Vec<PairAnswer> {
    let says = |at: usize| match says {
        Pairing::Silent => None,
        Pairing::All(says) => Some(says),
        Pairing::Split if at == 0 => Some(Sameness::SameAs),
        Pairing::Split => Some(Sameness::Different),
    };
    let said = |(at, pair): (usize, &PairView)| {
        let (finding_id, other_id) = (pair.finding_id.clone(), pair.other_id.clone());
        Some(PairAnswer { finding_id, other_id, says: says(at)? })
    };
    pairs.iter().enumerate().filter_map(said).collect()
}

/// Gives each the same severity, if one is named.
pub(crate) fn weighing<'a>(
    weighs: Option<Severity>,
    severities: impl Iterator<Item = &'a mut Severity>,
) {
    if let Some(weighs) = weighs {
        severities.for_each(|severity| *severity = weighs);
    }
}

fn comparisons(reply: &Reply) -> &[PairAnswer] {
    match reply {
        Reply::Feasibility(given) => &given.pairs,
        Reply::Converge(given) => &given.pairs,
        Reply::SelectModes(_) | Reply::Structural(_) | Reply::Remediation(_) => &[],
    }
}

/// What is newly said of a pair is what its seats say in the cycle that asks, all of it, and what was
/// said before stays.
pub(crate) fn keeps_words(
    old: &SessionState,
    new: &SessionState,
    replies: &BTreeMap<MemberId, &Admitted>,
) -> bool {
    let is_counted = old.phase != new.phase || new.ending.is_some();
    let (before, after) = (old.ledger.pairs(), new.ledger.pairs());
    let heard = |pair: &Pair| {
        let of = |(&seat, admitted): (&MemberId, &&Admitted)| {
            let mut given = comparisons(&admitted.reply).iter();
            let on_it = given.find(|c| c.other_id == pair.earlier && c.finding_id == pair.later);
            Some((seat, on_it?.says))
        };
        replies.iter().filter_map(of).collect::<BTreeMap<_, _>>()
    };
    before.len() <= after.len()
        && before.iter().zip(after).all(|(before, after)| {
            let asks = is_counted && before.cycle == old.phase.cycle() && before.said.is_empty();
            let said = if asks { heard(before) } else { before.said.clone() };
            *after == Pair { said, ..before.clone() }
        })
        && after[before.len()..].iter().all(|pair| pair.said.is_empty())
}

/// Seats are asked to vote on each contested defect once, with all its tellings and what it weighs.
pub(crate) fn shows_rightly(new: &SessionState, effects: &[EffectOf<RfcCouncil>]) -> bool {
    let asked = effects.iter().filter_map(|effect| match effect {
        Effect::Estimate { member, task, .. } => match &task.question {
            Ask::Converge { contested, pairs, .. } => Some((*member, contested, pairs)),
            _ => None,
        },
        _ => None,
    });
    let mut asked = asked.peekable();
    if asked.peek().is_none() {
        return true;
    }
    let voted: Vec<_> =
        defects(&new.ledger).into_iter().filter(|defect| defect.is_contested()).collect();
    asked.all(|(member, contested, pairs)| {
        let is_shown = |view: &FindingView| {
            voted.iter().any(|defect| {
                let copies = view.copies.iter().map(|copy| &copy.finding_id);
                defect.first().id == view.finding_id
                    && defect.0[1..].iter().map(|telling| &telling.id).eq(copies)
                    && defect.severity() == view.severity
                    && defect.side(member) == view.your_stance
            })
        };
        let open = new.ledger.pairs().iter().filter(|pair| pair.cycle == 3);
        contested.len() == voted.len()
            && contested.iter().all(is_shown)
            && open
                .map(|pair| (&pair.later, &pair.earlier))
                .eq(pairs.iter().map(|pair| (&pair.finding_id, &pair.other_id)))
    })
}

fn is_any_said(play: &Play) -> bool {
    play.charter().ledger.pairs().iter().any(|pair| !pair.said.is_empty())
}

/// Whether two findings are one by the words of this cycle.
pub(crate) fn is_linked(play: &Play, cycle: u8) -> bool {
    if !is_any_said(play) {
        return false;
    }
    let fates = fates(&play.charter().ledger, play.charter().is_settled());
    let is_so = |fate: &Fate| match cycle {
        2 => fate.all.iter().any(|one| one.0.len() > 1),
        _ => fate.all.len() > 1,
    };
    fates.iter().any(is_so)
}

/// A finding that two called a part of another, by what became of it.
pub(crate) fn is_a_part(play: &Play, under: bool) -> bool {
    if !play.charter().is_settled() || !is_any_said(play) {
        return false;
    }
    let ledger = &play.charter().ledger;
    let settled = tally::settle(ledger, true);
    let of = |id: &FindingId| ledger.entries().iter().position(|entry| entry.id == *id);
    let parts = ledger.pairs().iter().filter_map(part_and_whole);
    parts.filter_map(|(part, whole)| Some((&settled[of(part)?], &settled[of(whole)?]))).any(
        |(part, whole)| match under {
            true => part.duplicate_of.is_some() && whole.duplicate_of.is_none(),
            false => part.duplicate_of.is_none() && part.severity > whole.severity,
        },
    )
}

pub(crate) fn is_kept_apart_by_one(play: &Play) -> bool {
    let count = |pair: &Pair, says| pair.said.values().filter(|said| **said == says).count();
    let is_so =
        |pair: &Pair| count(pair, Sameness::SameAs) == 2 && count(pair, Sameness::Different) == 1;
    play.charter().ledger.pairs().iter().any(is_so)
}

pub(crate) fn is_of_a_gate(play: &Play) -> bool {
    if !is_any_said(play) {
        return false;
    }
    let fates = fates(&play.charter().ledger, play.charter().is_settled());
    let count = |fate: &Fate| fate.all.iter().map(|one| one.0.len()).sum::<usize>();
    fates.iter().any(|fate| !fate.speaks.is_of_seats() && count(fate) > 1)
}

/// A defect that stands, though a seat opposed another telling than the first.
pub(crate) fn is_opposed_and_stands(play: &Play) -> bool {
    let is_opposed =
        |telling: &&LedgerEntry| telling.said.values().any(|said| said.vote == Vote::Oppose);
    let ledger = &play.charter().ledger;
    play.charter().is_settled()
        && is_any_said(play)
        && fates(ledger, true).iter().any(|fate| {
            let mut copies = fate.all.iter().flat_map(|one| &one.0[1..]);
            fate.resolution == FindingResolution::Stands && copies.any(is_opposed)
        })
}

/// The events as a corrupted step reads them: of what a majority calls the same, nobody said
/// otherwise.
pub(crate) fn outvoted(charter: &mut SessionState, event: &mut RfcEvent) {
    let Event::Answered { reply, .. } = event else { return };
    let mut all: Vec<&mut Admitted> =
        charter.replies.values_mut().map(|(_, given)| given).collect();
    all.push(reply);
    for pair in charter.ledger.pairs() {
        let is_it = |c: &PairAnswer| c.other_id == pair.earlier && c.finding_id == pair.later;
        let same = |given: &&&mut Admitted| {
            let mut on_it = comparisons(&given.reply).iter().filter(|c| is_it(c));
            on_it.any(|c| c.says == Sameness::SameAs)
        };
        if all.iter().filter(same).count() > 1 {
            for given in &mut all {
                if let Reply::Feasibility(review) = &mut given.reply {
                    review.pairs.retain(|c| !is_it(c) || c.says == Sameness::SameAs);
                }
            }
        }
    }
}

/// What a corrupted step makes of the real one's result.
pub(crate) fn corrupt(
    mutant: Mutant,
    old: &SessionState,
    event: &RfcEvent,
    new: &mut SessionState,
) {
    match mutant {
        // What was said is on record; what was made of it stays.
        Mutant::LinksByMajority if old.phase == Phase::Cycle2 && new.phase == Phase::Cycle3 => {
            let mut pairs = new.ledger.pairs().to_vec();
            let mut replies: BTreeMap<MemberId, &Admitted> =
                old.replies.iter().map(|(&seat, (_, given))| (seat, given)).collect();
            if let Event::Answered { call, reply, .. } = event {
                let call = old.calls.get(*call).expect("the call was made");
                replies.insert(call.member, reply);
            }
            for (seat, given) in replies {
                for said in comparisons(&given.reply) {
                    let of = |pair: &&mut Pair| {
                        pair.earlier == said.other_id && pair.later == said.finding_id
                    };
                    if let Some(pair) = pairs.iter_mut().find(of) {
                        pair.said.insert(seat, said.says);
                    }
                }
            }
            let entries = new.ledger.entries().to_vec();
            new.ledger = Ledger::restored(&new.rfc, entries, pairs);
        }
        // A seat that votes on both tellings has two ballots: the second takes a free place.
        Mutant::CountsACopysBallots
            if old.phase == Phase::Cycle3 && (new.phase != old.phase || new.is_settled()) =>
        {
            let told_twice: Vec<_> = defects(&new.ledger)
                .into_iter()
                .filter(|defect| defect.0.len() > 1)
                .map(|defect| defect.first().id.clone())
                .collect();
            for id in told_twice {
                let entry = new.ledger.get_mut(&id).expect("a finding of the ledger");
                let cast = |ballot: &&CastBallot| matches!(ballot, CastBallot::Cast { .. });
                let again = entry.ballots.values().find(cast).cloned();
                let free = entry.ballots.values_mut().find(|ballot| !cast(&&**ballot));
                if let (Some(again), Some(free)) = (again, free) {
                    *free = again;
                }
            }
        }
        _ => {}
    }
}

/// Takes for a part what is none, or weighs more than what it is a part of, or is a gate's.
fn links_too_much(mutant: Mutant, ledger: &Ledger, derived: &mut Derived) {
    let outcomes = &mut derived.outcomes;
    for pair in ledger.pairs() {
        let alone = pair.said.len() == 1 && pair.said.values().all(|s| *s == Sameness::PartOf);
        let by_one = alone.then_some((&pair.later, &pair.earlier));
        let found = match mutant {
            Mutant::LinksAPartByOneWord => by_one,
            _ => part_and_whole(pair),
        };
        let Some((part, whole)) = found else { continue };
        let of = |id: &FindingId| ledger.entries().iter().position(|entry| entry.id == *id);
        let (Some(part), Some(whole)) = (of(part), of(whole)) else { continue };
        let stands = |at: usize| outcomes[at].resolution == FindingResolution::Stands;
        if part != whole && stands(part) && stands(whole) {
            outcomes[part].resolution = FindingResolution::Duplicate;
            outcomes[part].duplicate_of = Some(ledger.entries()[whole].id.clone());
        }
    }
}

/// What a corrupted protocol derives in place of the real one's answer.
pub(crate) fn misjudge(mutant: Mutant, charter: &SessionState, derived: &mut Derived) {
    let entries = charter.ledger.entries();
    let supports = |seat: &MemberId, at: usize| {
        let said = entries[at].said.get(seat).filter(|said| said.vote == Vote::Support);
        said.map(|said| said.severity)
    };
    match mutant {
        Mutant::CountsADuplicate => {
            for settled in &mut derived.outcomes {
                if settled.resolution == FindingResolution::Duplicate {
                    settled.resolution = FindingResolution::Stands;
                }
            }
        }
        Mutant::LinksAPartByOneWord
        | Mutant::LinksAPartThatWeighsMore
        | Mutant::LinksWhatAGateFound => links_too_much(mutant, &charter.ledger, derived),
        Mutant::LetsTheFirstSpeak => {
            for at in 0..entries.len() {
                let speaker = derived.outcomes[at].duplicate_of.clone();
                let later = entries.iter().position(|e| Some(&e.id) == speaker.as_ref());
                if let Some(later) = later.filter(|later| *later > at) {
                    let all = charter.ledger.weighed();
                    let Some(own) = all.iter().find(|w| w.entry.id == entries[at].id) else {
                        continue;
                    };
                    let outcome = &mut derived.outcomes;
                    outcome[at].resolution = tally::outcome(own, charter.is_settled()).1;
                    outcome[at].duplicate_of = None;
                    outcome[later].resolution = FindingResolution::Duplicate;
                    outcome[later].duplicate_of = Some(entries[at].id.clone());
                }
            }
        }
        Mutant::BelievesTheHighestClaim => {
            for (entry, settled) in entries.iter().zip(&mut derived.outcomes) {
                settled.severity = entry.severity;
            }
        }
        Mutant::BelievesTheLowestClaim => {
            for (at, (entry, settled)) in entries.iter().zip(&mut derived.outcomes).enumerate() {
                let said = charter.seats.keys().filter_map(|seat| supports(seat, at));
                let raised = entry.raises.iter().map(|raise| raise.severity);
                if let Some(least) = said.chain(raised).min() {
                    settled.severity = least;
                }
            }
        }
        _ => return,
    }
    if derived.verdict != Verdict::Aborted && derived.verdict != Verdict::NeedsAdjudication {
        let stands = derived.outcomes.iter();
        let stands = stands.filter(|one| one.resolution == FindingResolution::Stands);
        derived.verdict = Verdict::of(stands.map(|one| one.severity));
    }
}
