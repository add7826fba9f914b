//! The scopes that are explored, and what must be reached in them.

use council_review::council::shared::statement::StatedLevel::{High, Low, Medium};
use council_review::model::Choice::{Adopt, Answer, Flawed, NeedInfo, Option as O, Reject, Sound};
use council_review::model::panel::{Profile, RoundsQuorum, SkipReview, SkipSynthesis};
use council_review::model::{Choice, MemberId, QuestionKind, Stakes};

use super::line::Brings::{Claim, Flaw, Little, Much};
use super::line::Line::{self, *};
use super::scope::{CHAIR, FITS, Holder, Loss, ONLY_CHAIR, PLAIN, Scope, Sits, VOICE};
use crate::support::Scale;

const RULES: Sits = Sits { holder: Holder::Rules, ..VOICE };
const SAME: Sits = Sits { holder: Holder::Same, ..VOICE };
const ALONE: RoundsQuorum =
    RoundsQuorum { r1_min: 2, r2_min: 1, r3_required: true, allow_partial: true };
const STRICT: RoundsQuorum = RoundsQuorum { r2_min: 2, allow_partial: false, ..ALONE };
const BARE: RoundsQuorum = RoundsQuorum { r3_required: false, ..ALONE };

/// All that a member may say who decides whether.
fn decides(member: MemberId, step: usize) -> &'static [Line] {
    match (member.0, step) {
        (0, 0) => &[States(Adopt, High, Little), States(Reject, Medium, Much)],
        (1, 0) => &[States(Adopt, Medium, Much), States(Reject, High, Claim)],
        (_, 0) => &[States(Adopt, Low, Little)],
        (1, 1) => &[Keeps, Shifts(Adopt), ShiftsBare(Adopt)],
        (_, 1) => &[Keeps, Challenges],
        _ => &[Concludes(Adopt), Concludes(Reject), NeedsInfo, HidesAConflict(Adopt)],
    }
}

/// The same in fewer words, with every way to be refused.
fn errs(member: MemberId, step: usize) -> &'static [Line] {
    match (member.0, step) {
        (0, 0) => &[States(Adopt, High, Little), OtherForm],
        (1, 0) => &[States(Reject, High, Little), NoChoice],
        (_, 0) => &[States(Adopt, Medium, Much)],
        (0, 1) => &[Keeps, CriticisesItself],
        (1, 1) => &[Keeps, NamesTheUnshown],
        (_, 1) => &[Challenges],
        _ => &[
            Embellishes(Adopt),
            HidesAConflict(Adopt),
            ExplainsTwice(Adopt),
            HidesASide(Adopt),
            RestsOnNothing(Adopt),
            NoChoice,
        ],
    }
}

/// A review of which one shows a flaw.
fn reviews(member: MemberId, step: usize) -> &'static [Line] {
    match (member.0, step) {
        (0, 0) => &[States(Sound, High, Little), States(Flawed, High, Flaw)],
        (1, 0) => &[States(Sound, Medium, Little), States(Flawed, Medium, Claim)],
        (_, 0) => &[States(Sound, High, Much), States(Flawed, Low, Flaw)],
        (2, 1) => &[Keeps, Shifts(Sound)],
        (_, 1) => &[Keeps],
        _ => &[Concludes(Sound), Concludes(Flawed), NeedsInfo],
    }
}

/// One of two, or none.
fn chooses(member: MemberId, step: usize) -> &'static [Line] {
    match (member.0, step) {
        (_, 0) => &[
            States(O(1), High, Little),
            States(O(2), Medium, Little),
            States(Choice::None, Low, Little),
        ],
        (_, 1) => &[Keeps, Shifts(O(1))],
        _ => &[Concludes(O(1)), Concludes(O(2)), Concludes(Choice::None), NeedsInfo],
    }
}

/// All say the same, or nearly.
fn nods(member: MemberId, step: usize) -> &'static [Line] {
    match (member.0, step) {
        (0, 0) => &[States(Answer, High, Little), States(NeedInfo, Medium, Little)],
        (1, 0) => &[
            States(Answer, Medium, Much),
            States(Answer, Low, Claim),
            States(NeedInfo, Medium, Little),
        ],
        (_, 0) => &[States(Answer, High, Much)],
        (0, 1) => &[Keeps, Shifts(Answer), Challenges],
        (_, 1) => &[Keeps],
        _ => &[Concludes(Answer), NeedsInfo],
    }
}

/// One line each.
fn short(member: MemberId, step: usize) -> &'static [Line] {
    match (member.0, step) {
        (1, 0) => &[States(Reject, High, Little)],
        (_, 0) => &[States(Adopt, High, Much)],
        (_, 1) => &[Keeps],
        _ => &[Concludes(Adopt), NeedsInfo],
    }
}

const LOSSES: &[Loss] = &[Loss::Malformed, Loss::Unavailable];
const ALL_LOSSES: &[Loss] = &[Loss::Malformed, Loss::Unavailable, Loss::Refused];
const CONFIRMS: &[SkipSynthesis] = &[SkipSynthesis::R2ConfirmsR1Consensus];

/// Two who look, with a fault and a crash.
const LOOKS: Scope = Scope {
    name: "long: looks in all steps",
    lines: short,
    members: &[CHAIR, VOICE],
    looks: 1,
    look_in: &[0, 1, 2],
    faults: 1,
    kinds: LOSSES,
    crashes: 1,
    ..PLAIN
};

/// What both councils are explored over.
fn of_both() -> Vec<Scope> {
    vec![
        Scope { name: "all that may be said", lines: decides, ..PLAIN },
        Scope { name: "one fault", lines: decides, faults: 1, kinds: LOSSES, ..PLAIN },
        Scope { name: "two faults and forms", lines: errs, faults: 2, kinds: ALL_LOSSES, ..PLAIN },
        Scope { name: "a flaw", kind: QuestionKind::Review, lines: reviews, ..PLAIN },
        Scope { name: "options", options: 2, lines: chooses, members: &[CHAIR, VOICE], ..PLAIN },
        Scope { name: "an open question", kind: QuestionKind::Open, lines: nods, ..PLAIN },
        Scope {
            name: "a chair without a voice",
            lines: short,
            members: &[VOICE, VOICE, ONLY_CHAIR],
            faults: 1,
            kinds: LOSSES,
            crashes: 1,
            ..PLAIN
        },
        Scope {
            name: "rules and a model",
            kind: QuestionKind::Review,
            lines: reviews,
            members: &[CHAIR, RULES, RULES],
            ..PLAIN
        },
        Scope {
            name: "one model",
            lines: decides,
            members: &[Sits { chair: true, ..SAME }, SAME],
            ..PLAIN
        },
        Scope { name: "crashes", lines: short, members: &[CHAIR, VOICE], crashes: 2, ..PLAIN },
        Scope { name: "time", lines: short, timers: true, ..PLAIN },
        Scope { name: "no tokens", lines: decides, limit: 5 * FITS, dear: true, ..PLAIN },
        Scope { name: "looks in the first step", look_in: &[0], crashes: 0, ..LOOKS },
        Scope { name: "looks in the second step", look_in: &[1], ..LOOKS },
        Scope { name: "looks in the third step", look_in: &[2], ..LOOKS },
    ]
}

/// The scopes of rounds.
pub(crate) fn rounds(scale: Scale) -> Vec<Scope> {
    let mut scopes = of_both();
    scopes.extend([
        Scope {
            name: "a strict quorum",
            lines: short,
            quorum: STRICT,
            faults: 2,
            kinds: LOSSES,
            ..PLAIN
        },
        Scope {
            name: "a synthesis is not required",
            lines: errs,
            quorum: BARE,
            faults: 2,
            kinds: LOSSES,
            members: &[CHAIR, VOICE],
            ..PLAIN
        },
        Scope {
            name: "reviews are skipped",
            kind: QuestionKind::Open,
            lines: nods,
            stakes: Stakes::Low,
            skip_r2: Some(&[SkipReview::HighAgreementInR1, SkipReview::LowRiskTopic]),
            skip_r3: CONFIRMS,
            faults: 1,
            kinds: LOSSES,
            ..PLAIN
        },
        Scope {
            name: "a low risk",
            lines: short,
            stakes: Stakes::Low,
            skip_r2: Some(&[SkipReview::LowRiskTopic]),
            faults: 1,
            kinds: LOSSES,
            ..PLAIN
        },
        Scope {
            name: "a risk that nobody called low",
            lines: short,
            skip_r2: Some(&[SkipReview::LowRiskTopic]),
            ..PLAIN
        },
        Scope {
            name: "reviews confirm",
            kind: QuestionKind::Open,
            lines: nods,
            skip_r3: CONFIRMS,
            faults: 1,
            kinds: LOSSES,
            ..PLAIN
        },
        Scope {
            name: "no tokens for a synthesis",
            lines: short,
            limit: 20 * FITS,
            dear: true,
            skip_r3: &[SkipSynthesis::BudgetConstraint],
            ..PLAIN
        },
        Scope { name: "labelled", lines: short, labelled: true, ..PLAIN },
    ]);
    more(scopes, scale)
}

/// The scopes of lenses.
pub(crate) fn lenses(scale: Scale) -> Vec<Scope> {
    let mut scopes = of_both();
    let quiet: &[Sits] = &[VOICE, VOICE, VOICE];
    scopes.extend([
        Scope {
            name: "no synthesis",
            lines: decides,
            members: quiet,
            faults: 1,
            kinds: LOSSES,
            ..PLAIN
        },
        Scope {
            name: "no debate",
            lines: decides,
            debate: false,
            faults: 2,
            kinds: ALL_LOSSES,
            ..PLAIN
        },
        Scope {
            name: "a flaw without words",
            kind: QuestionKind::Review,
            lines: reviews,
            members: quiet,
            debate: false,
            faults: 1,
            kinds: LOSSES,
            ..PLAIN
        },
        Scope {
            name: "rules alone",
            kind: QuestionKind::Review,
            lines: reviews,
            members: &[RULES, RULES, RULES],
            debate: false,
            ..PLAIN
        },
        Scope {
            name: "a soft close",
            lines: short,
            collect_after: 10,
            timers: true,
            faults: 1,
            kinds: LOSSES,
            members: quiet,
            ..PLAIN
        },
        Scope {
            name: "a soft close and a crash",
            lines: short,
            collect_after: 10,
            timers: true,
            crashes: 1,
            debate: false,
            members: quiet,
            profile: Profile::Balanced,
            ..PLAIN
        },
        Scope {
            name: "two of a fast panel",
            lines: decides,
            members: &[CHAIR, VOICE],
            profile: Profile::Fast,
            faults: 1,
            kinds: LOSSES,
            ..PLAIN
        },
    ]);
    for scope in &mut scopes {
        scope.is_weighed = false;
    }
    more(scopes, scale)
}

/// A night has more faults and crashes at once.
fn more(mut scopes: Vec<Scope>, scale: Scale) -> Vec<Scope> {
    if scale != Scale::Short {
        scopes.extend([
            LOOKS,
            Scope { name: "long: looks in the first step", look_in: &[0], ..LOOKS },
            Scope {
                name: "long: faults and crashes",
                lines: decides,
                faults: 2,
                kinds: ALL_LOSSES,
                crashes: 1,
                ..PLAIN
            },
            Scope {
                name: "long: crashes and time",
                lines: decides,
                crashes: 1,
                timers: true,
                ..PLAIN
            },
        ]);
        let weighed = scopes[0].is_weighed;
        scopes.iter_mut().for_each(|scope| scope.is_weighed = weighed);
    }
    scopes
}

pub(crate) const WANTED_OF_BOTH: [&str; 40] = [
    "ADOPT",
    "REJECT",
    "O1",
    "O2",
    "NONE",
    "SOUND",
    "FLAWED",
    "ANSWER",
    "NEED_INFO",
    "TIMEOUT",
    "CANCELLED",
    "QUORUM_LOST",
    "BUDGET_EXHAUSTED",
    "DualRole",
    "Degraded",
    "AllAgree",
    "Offline",
    "lowered by Degraded",
    "lowered by OneModel",
    "lowered by PoorlyGrounded",
    "Unanimous",
    "Majority",
    "Split",
    "Synthesis",
    "None",
    "dissent",
    "conflict",
    "a bare shift",
    "a look",
    "one voice says",
    "no quote",
    "went on after a crash",
    "went on after a crash behind a look",
    "malformed twice in step 1",
    "malformed twice in step 2",
    "malformed twice in step 3",
    "unavailable in step 1",
    "unavailable in step 3",
    "timed out in step 2",
    "refused in step 1",
];

pub(crate) const WANTED_OF_ROUNDS: [&str; 12] = [
    "CONTESTED",
    "FALLBACK",
    "RAW",
    "ChairFailed",
    "SynthesisFailed",
    "ShortCircuit",
    "lowered by ShortCircuit",
    "lowered by NoReviews",
    "lowered by Contested",
    "lowered by Fallback",
    "lowered by Derived",
    "BestOpinion",
];

pub(crate) const WANTED_OF_LENSES: [&str; 9] = [
    "SPLIT",
    "RAW",
    "SynthesisFailed",
    "TooFew",
    "Derived",
    "late in step 1",
    "late in step 2",
    "a counted shift",
    "lowered by Derived",
];
