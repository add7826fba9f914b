//! What a single step must keep, told in other words than the step itself uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::members::{ALL, asked, key_modes};
use council_review::core::call::CallError;
use council_review::core::protocol::{Effect, EffectOf, Event, Protocol};
use council_review::council::rfc::answer::{Ballot, Reply, Stance};
use council_review::council::rfc::ask::{Ask, Task};
use council_review::council::rfc::ledger::{CastBallot, LedgerEntry, RecordedStance, Way};
use council_review::council::rfc::{
    Admitted, CallOutcome, ModeOrigin, Phase, RfcCouncil, RfcEvent, SessionState,
};
use council_review::model::AbortReason;
use council_review::model::MemberId;
use council_review::model::opinion::Vote;

use crate::defects::{Defect, defects};
use crate::ends;
use crate::looks;
use crate::model::{Act, Explore, Play, Stage, task};
use crate::properties as p;
use crate::script::{FITS, charged};
use crate::twice;

/// One step, seen from outside.
struct Seen<'a> {
    explore: &'a Explore,
    act: Act,
    before: &'a Play,
    old: &'a SessionState,
    new: &'a SessionState,
    event: &'a RfcEvent,
    effects: &'a [EffectOf<RfcCouncil>],
}

/// The properties that this step broke.
pub(crate) fn broken(
    explore: &Explore,
    before: &Play,
    act: Act,
    event: &RfcEvent,
    after: &Play,
    effects: &[EffectOf<RfcCouncil>],
) -> BTreeSet<&'static str> {
    let (old, new) = (before.charter(), after.charter());
    // What is out of turn must be refused; that it was taken is all there is to say of it.
    if RfcCouncil::is_over(&before.state) {
        return BTreeSet::from([p::TERMINAL]);
    }
    if act.is_out_of_turn() {
        return BTreeSet::from([p::OUT_OF_TURN]);
    }
    let seen = Seen { explore, act, before, old, new, event, effects };
    if explore.scope.rounds > 0 {
        let mut broken = looks::broken(explore, before, act, event, after, effects);
        let holds = [
            (p::KEPT, seen.keeps_what_was_answered()),
            (p::VOTES, seen.counts_the_right_votes()),
            (p::REASON, seen.ends_for_its_reason()),
            (p::WAYS, seen.backs_rightly()),
        ];
        broken.extend(ends::misjudged(explore, after));
        broken.extend(p::lacking(holds));
        return broken;
    }
    let holds = [
        (p::KEPT, seen.keeps_what_was_answered()),
        (p::SPOKEN, twice::keeps_words(old, new, &seen.replies())),
        (p::SHOWN, twice::shows_rightly(new, effects)),
        (p::VOTES, seen.counts_the_right_votes()),
        (p::BUDGET, seen.charges_rightly()),
        (p::ASKED, seen.asks_rightly()),
        (p::REASON, seen.ends_for_its_reason()),
        (p::WAYS, seen.backs_rightly()),
        (p::CHOICE, seen.chooses_rightly()),
        (p::ONWARD, seen.goes_on_rightly()),
    ];
    p::lacking(holds).chain(ends::misjudged(explore, after)).collect()
}

/// Whether what is in the urn is what the seat's reply put there.
fn is_right(
    defect: &Defect<'_>,
    seat: MemberId,
    given: Option<(&Ballot, bool)>,
    found: &CastBallot,
) -> bool {
    let Some((ballot, cited)) = given else { return *found == CastBallot::Missing };
    let turned = match (defect.side(seat), ballot.vote) {
        (Some(side), vote @ (Vote::Support | Vote::Oppose)) => side != vote,
        _ => false,
    };
    let spoilt = ballot.digest != defect.weighed().digest() || (turned && !cited);
    match found {
        CastBallot::Spoilt { .. } => spoilt,
        CastBallot::Cast { vote, severity, .. } => {
            !spoilt && *vote == ballot.vote && *severity == ballot.severity
        }
        CastBallot::Missing => false,
    }
}

impl Seen<'_> {
    /// The reply that the step took, if it took one.
    fn taken(&self) -> Option<(MemberId, &Admitted)> {
        let (Event::Answered { call, reply, .. }, Act::Answer(_, line)) = (self.event, self.act)
        else {
            return None;
        };
        let task = task(self.old, *call);
        (!line.is_malformed(task)).then_some((asked(task), reply))
    }

    /// The replies of the current question, with the one that the step took.
    fn replies(&self) -> BTreeMap<MemberId, &Admitted> {
        let old = self.old.replies.iter().map(|(&seat, (_, reply))| (seat, reply));
        old.chain(self.taken()).collect()
    }

    /// I10 and I11: nothing answered is ever lost, nothing comes twice or from nowhere.
    fn keeps_what_was_answered(&self) -> bool {
        let known = |charter: &SessionState| {
            let waiting: usize = charter.replies.values().map(|(_, a)| a.placed.len()).sum();
            charter.ledger.raised() as usize + waiting
        };
        let claims = self.taken().map_or(0, |(_, reply)| reply.placed.len());
        let (old, new) = (self.old.ledger.entries(), self.new.ledger.entries());
        let replies = self.replies();
        let stood = |entry: &LedgerEntry, seat: MemberId, said: &RecordedStance| {
            let given = replies.get(&seat).map(|admitted| &admitted.reply);
            let Some(Reply::Feasibility(given)) = given else { return false };
            let is_it = |stance: &Stance| {
                let of = (&stance.finding_id, stance.vote, stance.severity);
                of == (&entry.id, said.vote, said.severity)
            };
            given.stances.iter().any(is_it)
        };
        let entries = old.iter().zip(new).all(|(old, new)| {
            let ways = old.ways.iter().zip(&new.ways);
            old.id == new.id
                && old.signature == new.signature
                && new.raises.starts_with(&old.raises)
                && old.said.iter().all(|(seat, said)| new.said.get(seat) == Some(said))
                && new
                    .said
                    .iter()
                    .all(|(seat, said)| old.said.contains_key(seat) || stood(new, *seat, said))
                && old.ways.len() <= new.ways.len()
                && ways
                    .into_iter()
                    .all(|(old, new)| old.text == new.text && old.backers.is_subset(&new.backers))
        });
        let assessed = self.old.assessments.iter().all(|(ticket, old)| {
            let new = self.new.assessments.get(ticket);
            new.is_some_and(|new| old.iter().all(|(seat, said)| new.get(seat) == Some(said)))
        });
        known(self.new) == known(self.old) + claims
            && new.len() >= old.len()
            && entries
            && assessed
            && self.new.notes.starts_with(&self.old.notes)
            && self.new.cycles_completed >= self.old.cycles_completed
            && self.new.cycles_completed <= self.new.phase.cycle()
    }

    /// I6: ballots appear only when cycle 3 is counted, and are those of the replies.
    fn counts_the_right_votes(&self) -> bool {
        let replies = self.replies();
        let left = self.new.phase != self.old.phase || self.new.ending.is_some();
        let counted = self.old.phase == Phase::Cycle3 && left;
        let finished = self.new.is_settled();
        if self.new.ledger.entries().iter().all(|entry| entry.ballots.is_empty()) {
            return true;
        }
        let defects = defects(&self.new.ledger);
        let cast = || defects.iter().flat_map(|defect| defect.0.iter().map(move |e| (defect, e)));
        cast().all(|(defect, entry)| {
            let old = self.old.ledger.get(&entry.id);
            entry.ballots.iter().all(|(seat, found)| {
                if let Some(before) = old.and_then(|old| old.ballots.get(seat)) {
                    return before == found;
                }
                match replies.get(seat).map(|reply| (&reply.reply, &reply.cited)) {
                    Some((Reply::Converge(given), cited)) if counted => {
                        let cited = cited.iter().copied();
                        let mut pairs = given.ballots.iter().zip(cited);
                        let given = pairs.find(|(ballot, _)| ballot.finding_id == entry.id);
                        is_right(defect, *seat, given, found)
                    }
                    _ => finished && *found == CastBallot::Missing,
                }
            }) && old.is_none_or(|old| old.ballots.len() <= entry.ballots.len())
        })
    }

    /// I13 and A7: what does not fit is not sent; usage that cannot be right is the reservation.
    fn charges_rightly(&self) -> bool {
        let (old, new) = (&self.old.calls.budget, &self.new.calls.budget);
        let promised = |play: &Play| {
            play.under_way.values().filter(|stage| matches!(stage, Stage::Sent(..))).count() as u64
                * FITS
        };
        match self.event {
            Event::Estimated { tokens, .. } => {
                let committed = old.spent() + promised(self.before);
                let fits = tokens.saturating_add(committed) <= self.explore.scope.limit;
                let sent = matches!(self.effects, [Effect::Dispatch { .. }]);
                let ended = self.new.ending.as_ref().and_then(|ending| ending.abort);
                sent == fits
                    && (ended == Some(AbortReason::BudgetExhausted)) != fits
                    && new.spent() == old.spent()
            }
            Event::Answered { call, .. } => {
                new.spent() == old.spent() + charged(asked(task(self.old, *call)))
            }
            Event::Failed { .. } => new.spent() == old.spent() + FITS,
            // What was under way is lost and counts as its reservation.
            Event::Resumed { .. } => {
                new.spent() == old.spent() + promised(self.before) && new.reserved() == 0
            }
            Event::LookRequested { .. }
            | Event::Shown { .. }
            | Event::Opened { .. }
            | Event::Said { .. }
            | Event::TimerFired { .. }
            | Event::DeadlinePassed
            | Event::Interrupted => new.spent() == old.spent() && new.reserved() == old.reserved(),
        }
    }

    /// A malformed reply is asked again once, every other fault costs the seat its place, and who
    /// sits out is not asked.
    fn asks_rightly(&self) -> bool {
        let live_only = self.effects.iter().all(|effect| {
            let (Effect::Estimate { member, task, .. } | Effect::Dispatch { member, task, .. }) =
                effect
            else {
                return false;
            };
            *member == asked(task) && self.new.seats[member].is_live()
        });
        let malformed = match self.event {
            Event::Answered { .. } => self.taken().is_none(),
            Event::Failed { fault, .. } => matches!(fault, CallError::Malformed(_)),
            _ => false,
        };
        let failed = malformed || matches!(self.event, Event::Failed { .. });
        let Some(call) = self.event.call().filter(|_| failed) else {
            let all_live =
                |seat: &MemberId| self.new.seats[seat].failure == self.old.seats[seat].failure;
            return live_only && ALL.iter().all(all_live);
        };
        let last = task(self.old, call);
        let earlier =
            |task: &Task| task.seat == last.seat && task.question.name() == last.question.name();
        let is_lost = |outcome: &_| matches!(outcome, CallOutcome::Lost { .. });
        let calls = self.old.calls.iter().filter(|call| !is_lost(&call.outcome));
        let asked_before = calls.filter(|call| earlier(&call.task)).count();
        let is_live = self.new.seats[&asked(last)].is_live();
        let kept = if malformed && asked_before == 1 {
            let again = |question: &Ask| *question == last.question;
            is_live
                && matches!(self.effects, [Effect::Estimate { task, .. }]
                    if task.seat == last.seat && again(&task.question))
        } else {
            !is_live
        };
        live_only && kept
    }

    /// What was under way when the session went down is asked for again as it was; what had come to
    /// an end is left alone.
    fn goes_on_rightly(&self) -> bool {
        let lost = |outcome: &CallOutcome| matches!(outcome, CallOutcome::Lost { .. });
        let Event::Resumed { .. } = self.event else {
            let count =
                |charter: &SessionState| charter.calls.iter().filter(|c| lost(&c.outcome)).count();
            return count(self.old) == count(self.new);
        };
        let waited = self.before.under_way.keys().map(|&call| task(self.old, call));
        let again = self.effects.iter().map(|effect| match effect {
            Effect::Estimate { task, .. } => Some(task),
            Effect::Dispatch { .. }
            | Effect::Show { .. }
            | Effect::SetTimer { .. }
            | Effect::GiveUp { .. }
            | Effect::AwaitPerson(_) => None,
        });
        waited.map(Some).eq(again)
            && self.old.calls.iter().zip(&self.new.calls).all(|(old, new)| {
                match self.before.under_way.get(&old.id) {
                    Some(Stage::Sent(..)) => lost(&new.outcome),
                    Some(Stage::Estimating | Stage::Held(_) | Stage::Looking) | None => old == new,
                }
            })
    }

    /// Whoever is newly behind a way out said so in its reply.
    fn backs_rightly(&self) -> bool {
        let replies = self.replies();
        let says = |seat: &MemberId, entry: &LedgerEntry, way: &Way| {
            // A way out of another telling is one of the first, too.
            let defects = defects(&self.new.ledger);
            let told = defects.iter().find(|defect| defect.first().id == entry.id);
            let mut copies = told.into_iter().flat_map(|defect| &defect.0[1..]);
            if copies.any(|copy| {
                copy.ways.iter().any(|own| own.text == way.text && own.backers.contains(seat))
            }) {
                return true;
            }
            let Some(admitted) = replies.get(seat) else { return false };
            let claims = admitted.placed.iter().any(|placed| {
                placed.claim.gate_id == entry.gate
                    && placed.claim.yaml_path == entry.location.yaml_path()
                    && placed.claim.remediation == way.text
            });
            let (proposals, endorsements) = match &admitted.reply {
                Reply::Feasibility(given) => (&given.remediations[..], &[][..]),
                Reply::Converge(given) => (&given.remediations[..], &given.endorsements[..]),
                Reply::Remediation(given) => (&[][..], &given.endorsements[..]),
                Reply::SelectModes(_) | Reply::Structural(_) => (&[][..], &[][..]),
            };
            let proposes = |p: &council_review::council::rfc::answer::Proposal| {
                p.finding_id == entry.id && p.text == way.text
            };
            let endorses = |e: &council_review::council::rfc::answer::Endorsement| {
                e.finding_id == entry.id && e.proposal_id == way.id
            };
            claims || proposals.iter().any(proposes) || endorsements.iter().any(endorses)
        };
        self.new.ledger.entries().iter().all(|entry| {
            let old = self.old.ledger.get(&entry.id);
            entry.ways.iter().enumerate().all(|(i, way)| {
                let before = old.and_then(|old| old.ways.get(i)).map(|way| &way.backers);
                let is_new = |seat: &&MemberId| before.is_none_or(|before| !before.contains(seat));
                way.backers.iter().filter(is_new).all(|seat| says(seat, entry, way))
            })
        })
    }

    /// An invalid choice of modes is asked again once; then the key modes are taken, and not before.
    fn chooses_rightly(&self) -> bool {
        let modes = |charter: &SessionState, seat: &MemberId| {
            let seat = &charter.seats[seat];
            (seat.modes.clone(), seat.selected)
        };
        let is_kept = |seat: &MemberId| modes(self.old, seat) == modes(self.new, seat);
        // How often a seat's choice was read.
        let choices = |seat: MemberId| {
            let calls = self.new.calls.iter().filter(|call| call.member == seat);
            let chose = calls.filter(|call| {
                call.task.question == Ask::SelectModes
                    && matches!(call.outcome, CallOutcome::Answered { .. })
            });
            chose.count()
        };
        if self.old.phase != Phase::Init || self.new.ending.is_some() {
            return ALL.iter().all(is_kept);
        }
        let given: BTreeMap<MemberId, Vec<u8>> = self
            .replies()
            .into_iter()
            .filter(|(seat, _)| self.new.seats[seat].is_live())
            .filter_map(|(seat, admitted)| match &admitted.reply {
                Reply::SelectModes(given) => Some((seat, given.modes.clone())),
                _ => None,
            })
            .collect();
        let all_chose = given.len() == self.new.live().len();
        let is_valid = p::is_a_choice(given.values().map(|modes| modes.iter().copied()));
        if self.new.phase == Phase::Init {
            let again = self.effects.iter().filter_map(|effect| match effect {
                Effect::Estimate { member, .. } if all_chose => Some(*member),
                _ => None,
            });
            let mut again = again.peekable();
            return ALL.iter().all(is_kept)
                && (!all_chose || (!is_valid && again.peek().is_some()))
                && again.all(|seat| choices(seat) == 1);
        }
        let asked_again = self.new.live().into_iter().any(|seat| choices(seat) > 1);
        all_chose
            && self.new.live().iter().all(|seat| {
                let (modes, selected) = modes(self.new, seat);
                let numbers: Vec<u8> = modes.iter().map(|mode| mode.number()).collect();
                match selected {
                    ModeOrigin::Chosen => is_valid && numbers == given[seat],
                    ModeOrigin::KeyModesAfterInvalidChoice => {
                        !is_valid && asked_again && modes == key_modes(*seat)
                    }
                    ModeOrigin::Pending | ModeOrigin::KeyModes | ModeOrigin::Drawn => false,
                }
            })
    }

    /// An early end has the reason of its event, and nothing else ends early.
    fn ends_for_its_reason(&self) -> bool {
        let lost = self.new.live().len() < 2;
        let expected = match self.event {
            Event::DeadlinePassed => Some(AbortReason::Timeout),
            Event::Interrupted => Some(AbortReason::Cancelled),
            Event::Estimated { .. } => return true,
            _ => lost.then_some(AbortReason::QuorumLost),
        };
        self.new.ending.as_ref().and_then(|ending| ending.abort) == expected
    }
}
