//! What is explored: the alphabets, and the table of scopes.

use crate::members::{SA1, SA2, SA3};
use council_review::council::rfc::Phase;
use council_review::model::MemberId;
use council_review::model::Severity::{Blocker, Major, Minor};
use council_review::model::opinion::Sameness::{Contains, Different, PartOf, SameAs};
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};
use council_review::model::policy::ModePolicy;

use crate::assessing::assessing;
use crate::model::{Fault, Scope};
use crate::mutants::Mutant;
use crate::script::Cast::{Cited, Missing, Plain, WrongDigest};
use crate::script::Gates;
use crate::script::Line::{self, Backs, Chooses, Compares, Raises, Says, Settles, Votes};
use crate::script::Raised;
use crate::script::Voice::{Against, All, Split};
use crate::script::What::{Again, Gate, Third, X, Y};
use crate::twice::Pairing;

/// A bounded alphabet: each reply that differs in kind, from the seat for which it matters.
fn bounded(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, SA1) => &[Raises(&[Raised(X, Blocker, true, true)])],
        (Phase::Cycle1, SA2) => &[Raises(&[Raised(Y, Major, true, false)]), Raises(&[])],
        (Phase::Cycle1, _) => &[Raises(&[Raised(Gate, Minor, true, true)])],
        (Phase::Cycle2, SA1) => &[Says(All(Support), false, &[])],
        (Phase::Cycle2, SA2) => &[Says(All(Abstain), false, &[])],
        (Phase::Cycle2, _) => &[
            Says(All(Oppose), false, &[]),
            Says(All(Support), false, &[Raised(Y, Minor, true, false)]),
        ],
        (Phase::Cycle3, SA1) => {
            &[Votes(Plain(All(Support)), true), Votes(Plain(All(Oppose)), false)]
        }
        (Phase::Cycle3, SA2) => &[Votes(Plain(Split), false), Votes(Cited(All(Oppose)), false)],
        (Phase::Cycle3, _) => &[
            Votes(Missing, true),
            Votes(WrongDigest, false),
            Votes(Plain(All(Oppose)), false),
            Votes(Plain(All(Abstain)), false),
        ],
        (Phase::LastCall, SA2) => &[Backs(true), Backs(false)],
        (Phase::LastCall, _) => &[Backs(false)],
    }
}

/// A thin alphabet for many faults: what is left of the council when seats are lost.
fn thin(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, SA1) => &[Raises(&[Raised(X, Major, true, false)])],
        (Phase::Cycle1, SA2) => &[Raises(&[Raised(X, Major, true, false)])],
        (Phase::Cycle1, _) => &[Raises(&[])],
        (Phase::Cycle2, SA1 | SA2) => &[Says(All(Support), false, &[])],
        (Phase::Cycle2, _) => &[Says(All(Oppose), false, &[])],
        (Phase::Cycle3, SA1) => &[Votes(Plain(All(Support)), false)],
        (Phase::Cycle3, SA2) => {
            &[Votes(Plain(All(Support)), false), Votes(Plain(All(Oppose)), false)]
        }
        (Phase::Cycle3, _) => &[Votes(Plain(All(Oppose)), false)],
        (Phase::LastCall, _) => &[Backs(false)],
    }
}

/// Everything that the bounded alphabet has, for every seat for which it can differ.
fn wide(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, SA1) => {
            &[Raises(&[Raised(X, Blocker, true, true)]), Raises(&[Raised(X, Major, true, false)])]
        }
        (Phase::Cycle1, SA2) => &[
            Raises(&[Raised(Y, Major, true, false)]),
            Raises(&[Raised(X, Blocker, true, true), Raised(Y, Minor, false, true)]),
            Raises(&[]),
        ],
        (Phase::Cycle1, _) => &[Raises(&[Raised(Gate, Minor, true, true)])],
        (Phase::Cycle2, SA1) => &[Says(All(Support), false, &[])],
        (Phase::Cycle2, SA2) => &[Says(All(Abstain), true, &[]), Says(All(Support), false, &[])],
        (Phase::Cycle2, _) => &[
            Says(All(Oppose), false, &[]),
            Says(Split, false, &[]),
            Says(All(Support), false, &[Raised(Y, Blocker, true, false)]),
        ],
        (Phase::Cycle3, SA1) => &[
            Votes(Plain(All(Support)), true),
            Votes(Plain(All(Oppose)), false),
            Votes(Cited(All(Oppose)), true),
        ],
        (Phase::Cycle3, SA2) => &[
            Votes(Plain(Split), false),
            Votes(Plain(All(Support)), true),
            Votes(Cited(All(Oppose)), false),
        ],
        (Phase::Cycle3, _) => &[
            Votes(Missing, true),
            Votes(WrongDigest, false),
            Votes(Plain(All(Oppose)), false),
            Votes(Plain(All(Abstain)), false),
            Votes(Cited(Split), false),
        ],
        (Phase::LastCall, SA1) => &[Backs(false)],
        (Phase::LastCall, _) => &[Backs(true), Backs(false)],
    }
}

/// Seats that choose their modes, well or badly, and then find nothing.
fn choosing(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        // Without a meta mode, which only the panel as a whole lacks.
        (Phase::Init, SA1) => &[Chooses(&[1, 9, 10, 21, 75]), Chooses(&[1, 9, 10, 21, 29])],
        // One that does not exist.
        (Phase::Init, SA2) => &[Chooses(&[2, 13, 11, 22, 37]), Chooses(&[2, 13, 11, 22, 81])],
        (Phase::Init, _) => &[Chooses(&[1, 14, 12, 25, 38])],
        (Phase::Cycle1, _) => &[Raises(&[])],
        (Phase::Cycle2, _) => &[Says(All(Abstain), false, &[])],
        (Phase::Cycle3 | Phase::LastCall, _) => &[],
    }
}

/// Each way in which a choice can be invalid, and a finding afterwards.
fn choosing_badly(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        // Of two categories.
        (Phase::Init, SA1) => &[
            Chooses(&[1, 9, 10, 21, 75]),
            Chooses(&[1, 9, 10, 21, 29]),
            Chooses(&[1, 2, 3, 43, 37]),
        ],
        // Those of the first seat: one too many in common when the third has one of them too.
        (Phase::Init, SA2) => &[
            Chooses(&[2, 13, 11, 22, 37]),
            Chooses(&[1, 9, 10, 21, 75]),
            Chooses(&[2, 13, 11, 22, 81]),
        ],
        (Phase::Init, _) => &[Chooses(&[1, 14, 12, 25, 38]), Chooses(&[3, 14, 12])],
        (Phase::Cycle1, SA1) => &[Raises(&[Raised(X, Major, true, false)])],
        (Phase::Cycle1, _) => &[Raises(&[])],
        (Phase::Cycle2, _) => &[Says(All(Support), false, &[])],
        (Phase::Cycle3 | Phase::LastCall, _) => &[],
    }
}

/// One finding more, which a vote upholds or dismisses, beside what the gates found.
fn tipping(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, SA1) => &[Raises(&[Raised(X, Major, true, false)]), Raises(&[])],
        (Phase::Cycle1, SA2) => &[Raises(&[])],
        (Phase::Cycle1, _) => &[Raises(&[Raised(Gate, Minor, true, true)])],
        (Phase::Cycle2, SA1 | SA2) => &[Says(All(Support), false, &[])],
        (Phase::Cycle2, _) => &[Says(All(Oppose), true, &[])],
        (Phase::Cycle3, SA1) => {
            &[Votes(Plain(All(Support)), false), Votes(Cited(All(Oppose)), false)]
        }
        (Phase::Cycle3, SA2) => &[Votes(Plain(All(Support)), true)],
        (Phase::Cycle3, _) => &[Votes(Plain(All(Oppose)), true)],
        (Phase::LastCall, _) => &[Backs(true)],
    }
}

/// One defect in two or three tellings, of several weights, and every word on whether they are one.
fn telling(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, SA1) => &[Raises(&[Raised(X, Blocker, true, true)])],
        (Phase::Cycle1, SA2) => &[Raises(&[Raised(Again, Major, true, true)])],
        (Phase::Cycle1, _) => &[Raises(&[])],
        (Phase::Cycle2, SA1) => &[
            Compares(All(Support), Some(Major), Pairing::All(SameAs), &[]),
            Compares(Split, None, Pairing::All(SameAs), &[]),
        ],
        (Phase::Cycle2, SA2) => &[
            Compares(All(Support), Some(Major), Pairing::All(SameAs), &[]),
            Compares(Split, Some(Minor), Pairing::All(Different), &[]),
            Compares(All(Abstain), None, Pairing::Silent, &[]),
        ],
        (Phase::Cycle2, _) => &[
            Compares(All(Oppose), None, Pairing::All(SameAs), &[]),
            Compares(All(Support), Some(Minor), Pairing::All(Different), &[]),
            Compares(Split, None, Pairing::Silent, &[Raised(Third, Major, true, false)]),
            Compares(
                All(Abstain),
                None,
                Pairing::All(SameAs),
                &[Raised(Third, Blocker, true, true)],
            ),
        ],
        (Phase::Cycle3, SA1) => &[
            Settles(Plain(All(Support)), Some(Major), Pairing::All(SameAs)),
            Settles(Cited(Split), None, Pairing::All(SameAs)),
        ],
        (Phase::Cycle3, SA2) => &[
            Settles(Plain(All(Support)), Some(Blocker), Pairing::All(SameAs)),
            Settles(Cited(All(Oppose)), None, Pairing::Silent),
            Settles(Cited(Against), Some(Major), Pairing::All(SameAs)),
        ],
        (Phase::Cycle3, _) => &[
            Settles(Cited(All(Support)), Some(Minor), Pairing::All(SameAs)),
            Settles(Cited(Against), None, Pairing::All(Different)),
            Settles(Missing, None, Pairing::Split),
        ],
        (Phase::LastCall, SA2) => &[Backs(true), Backs(false)],
        (Phase::LastCall, _) => &[Backs(false)],
    }
}

/// One finding bundles what another says, before the vote or beside it.
fn bundling(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, SA1) => &[Raises(&[Raised(X, Major, true, true)])],
        (Phase::Cycle1, SA2) => &[Raises(&[Raised(Again, Major, true, true)])],
        (Phase::Cycle1, _) => &[Raises(&[])],
        (Phase::Cycle2, SA1) => &[
            Compares(All(Support), None, Pairing::All(PartOf), &[]),
            Compares(Split, Some(Minor), Pairing::All(Contains), &[]),
        ],
        (Phase::Cycle2, SA2) => &[
            Compares(All(Support), None, Pairing::All(SameAs), &[]),
            Compares(Against, None, Pairing::All(PartOf), &[]),
            Compares(All(Support), None, Pairing::All(Different), &[]),
        ],
        (Phase::Cycle2, _) => &[
            Compares(Split, Some(Minor), Pairing::All(PartOf), &[]),
            Compares(All(Support), None, Pairing::Silent, &[Raised(Third, Major, true, true)]),
        ],
        (Phase::Cycle3, SA1) => &[
            Settles(Plain(All(Support)), Some(Major), Pairing::All(Contains)),
            Settles(Cited(Split), Some(Minor), Pairing::All(PartOf)),
        ],
        (Phase::Cycle3, SA2) => &[
            Settles(Plain(All(Support)), Some(Major), Pairing::All(Contains)),
            Settles(Cited(Against), None, Pairing::All(PartOf)),
        ],
        (Phase::Cycle3, _) => &[
            Settles(Cited(All(Support)), None, Pairing::Silent),
            Settles(Cited(All(Support)), Some(Minor), Pairing::Split),
        ],
        (Phase::LastCall, _) => &[Backs(true)],
    }
}

/// What a gate found, told again before the vote or beside it.
fn telling_of_gates(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, SA1) => &[Raises(&[Raised(Gate, Minor, true, true)]), Raises(&[])],
        (Phase::Cycle1, _) => &[Raises(&[])],
        (Phase::Cycle2, SA1) => &[Compares(All(Support), None, Pairing::All(SameAs), &[])],
        (Phase::Cycle2, SA2) => &[
            Compares(All(Support), Some(Major), Pairing::All(SameAs), &[]),
            Compares(All(Oppose), None, Pairing::All(Different), &[]),
        ],
        (Phase::Cycle2, _) => &[
            Compares(All(Abstain), None, Pairing::All(SameAs), &[]),
            Compares(All(Support), None, Pairing::Silent, &[Raised(Gate, Blocker, true, true)]),
        ],
        (Phase::Cycle3, SA1) => &[
            Settles(Plain(All(Support)), None, Pairing::All(SameAs)),
            Settles(Plain(All(Oppose)), None, Pairing::All(Different)),
        ],
        (Phase::Cycle3, SA2) => &[
            Settles(Cited(All(Oppose)), None, Pairing::All(SameAs)),
            Settles(Cited(All(Support)), Some(Blocker), Pairing::All(Contains)),
        ],
        (Phase::Cycle3, _) => &[
            Settles(Plain(All(Support)), None, Pairing::Silent),
            Settles(Plain(All(Support)), Some(Blocker), Pairing::All(Contains)),
        ],
        (Phase::LastCall, _) => &[Backs(true)],
    }
}

/// In turn: asked again, and three ways to lose the seat.
const EVERY_KIND: &[Fault] =
    &[Fault::Malformed, Fault::Refused, Fault::Unavailable, Fault::Truncated];
/// Asked again, or lost.
const TWO_KINDS: &[Fault] = &[Fault::Malformed, Fault::Refused];

const BOUNDED: Scope = Scope {
    gates: Gates::OneBlocker,
    modes: ModePolicy::Fixed,
    tickets: false,
    limit: 90_000,
    faults: 1,
    kinds: TWO_KINDS,
    crashes: 0,
    interleaved: false,
    rounds: 0,
    lookers: &[],
    look_in: &[],
    is_honest: false,
    keeps: false,
    lines: bounded,
};
const LOSSES: Scope = Scope { limit: 150_000, faults: 2, lines: thin, ..BOUNDED };
const CRASHES: Scope = Scope { crashes: 1, faults: 1, limit: 120_000, ..LOSSES };
const CHOICES: Scope = Scope {
    gates: Gates::Clean,
    modes: ModePolicy::Agent,
    limit: 150_000,
    kinds: &[Fault::Malformed, Fault::Unavailable],
    lines: choosing,
    ..BOUNDED
};
const ASSESSED: Scope = Scope {
    gates: Gates::Clean,
    tickets: true,
    limit: 150_000,
    kinds: &[Fault::Malformed, Fault::Truncated],
    lines: assessing,
    ..BOUNDED
};
const THREE_MAJORS: Scope = Scope { gates: Gates::Majors(3), lines: tipping, ..BOUNDED };
const FOUR_MAJORS: Scope = Scope { gates: Gates::Majors(4), ..THREE_MAJORS };

const TOLD_TWICE: Scope = Scope { gates: Gates::Clean, limit: 150_000, lines: telling, ..BOUNDED };
const GATES_TOLD_AGAIN: Scope =
    Scope { gates: Gates::OneBlocker, lines: telling_of_gates, ..TOLD_TWICE };
/// One finding is a part of another.
const BUNDLED: Scope = Scope { faults: 0, lines: bundling, ..TOLD_TWICE };
/// What is explored of defects that are told twice; a plain run leaves out the last.
pub(crate) const TOLD_TWICE_SCOPES: [(&str, Scope); 4] = [
    ("told twice", Scope { faults: 0, ..TOLD_TWICE }),
    ("gates told again", GATES_TOLD_AGAIN),
    ("bundled", BUNDLED),
    ("told twice, and a fault", TOLD_TWICE),
];

/// What a plain run explores.
pub(crate) const SCOPES: [(&str, Scope); 7] = [
    ("bounded", BOUNDED),
    ("losses", LOSSES),
    ("crashes", CRASHES),
    ("choices", CHOICES),
    ("assessed", ASSESSED),
    ("three majors", THREE_MAJORS),
    ("four majors", FOUR_MAJORS),
];

/// What is explored besides, before a release.
pub(crate) const LONG_SCOPES: [(&str, Scope); 5] = [
    ("every choice, two faults", EVERY_CHOICE),
    ("every assessment, two faults", EVERY_ASSESSMENT),
    ("two crashes", TWO_CRASHES),
    ("wide", WIDE),
    ("many losses", MANY_LOSSES),
];

const EVERY_CHOICE: Scope =
    Scope { faults: 2, interleaved: true, lines: choosing_badly, ..CHOICES };
const EVERY_ASSESSMENT: Scope =
    Scope { kinds: EVERY_KIND, interleaved: true, faults: 2, ..ASSESSED };
const TWO_CRASHES: Scope = Scope { crashes: 2, faults: 1, limit: 150_000, ..LOSSES };
const WIDE: Scope = Scope { kinds: EVERY_KIND, interleaved: true, lines: wide, ..BOUNDED };
const MANY_LOSSES: Scope =
    Scope { kinds: EVERY_KIND, limit: 120_000, faults: 4, interleaved: true, ..LOSSES };

/// Two members look once, and one answer or look is refused.
const LOOKS: Scope = Scope {
    rounds: 1,
    limit: 240_000,
    kinds: &[Fault::Malformed],
    lookers: &[SA2, SA3],
    look_in: &[Phase::Cycle1],
    is_honest: true,
    lines: thin,
    ..BOUNDED
};
/// One member looks again and again, until it is out.
const TOO_MANY_LOOKS: Scope = Scope { faults: 2, kinds: &[], lookers: &[SA2], ..LOOKS };
/// Two members look over a crash.
const LOOKS_AND_CRASH: Scope = Scope { crashes: 1, faults: 0, look_in: &[Phase::Cycle2], ..LOOKS };
/// Nothing goes wrong, and the budget covers every form and few looks.
const LOOKS_IN_BUDGET: Scope = Scope { rounds: 2, limit: 150_000, faults: 0, ..LOOKS };
/// One member looks up to three times.
const THREE_LOOKS: Scope = Scope {
    rounds: 3,
    limit: 600_000,
    faults: 0,
    lookers: &[SA2],
    look_in: &[Phase::Cycle1, Phase::Cycle2],
    ..LOOKS
};

/// Two members keep what they were told; a look of the one is as long as an answer.
const KEEPS: Scope = Scope { keeps: true, faults: 0, lookers: &[SA1, SA2], ..LOOKS };

/// What is explored with members that look; a plain run leaves out the last.
pub(crate) const LOOK_SCOPES: [(&str, Scope); 6] = [
    ("looks", LOOKS),
    ("looks and a crash", LOOKS_AND_CRASH),
    ("looks within a budget", LOOKS_IN_BUDGET),
    ("three looks", THREE_LOOKS),
    ("looks of who keeps the task", KEEPS),
    ("looks too many", TOO_MANY_LOOKS),
];

/// Where a mutant is looked for, the smallest first.
pub(crate) fn scopes_of(mutant: Mutant) -> &'static [Scope] {
    const FAULTLESS: Scope = Scope { faults: 0, ..BOUNDED };
    const ONE_LOSS: Scope = Scope { faults: 1, ..LOSSES };
    match mutant {
        Mutant::TakesAnInvalidChoice | Mutant::TakesKeyModesAtOnce => {
            &[Scope { faults: 0, ..CHOICES }]
        }
        Mutant::BacksForASilentSeat | Mutant::AssessesForASilentSeat => &[ASSESSED],
        Mutant::WaitsForWhatIsLost | Mutant::AsksWhatIsRecorded | Mutant::ForgivesWhatIsLost => {
            &[Scope { faults: 0, ..CRASHES }]
        }
        Mutant::CountsALookAsAnAnswer
        | Mutant::TakesTooManyRequests
        | Mutant::ForgivesALook
        | Mutant::LosesWhatWasShown
        | Mutant::ShowsWhatNobodyAskedFor
        | Mutant::AbortsForALook => &[LOOKS],
        // Half of what is free is kept for the looks of cycle 2: rounds run out before tokens do.
        Mutant::CountsRoundsByAttempt => &[Scope { limit: 900_000, ..LOOKS }],
        Mutant::PaysALookTwice | Mutant::LosesAnExchange | Mutant::ForgetsALook => {
            &[LOOKS_AND_CRASH]
        }
        Mutant::LooksEatTheBudget => &[LOOKS_IN_BUDGET],
        Mutant::TakesALongLook => &[KEEPS],
        Mutant::LinksByMajority
        | Mutant::CountsADuplicate
        | Mutant::LetsTheFirstSpeak
        | Mutant::CountsACopysBallots
        | Mutant::BelievesTheHighestClaim
        | Mutant::BelievesTheLowestClaim => &[Scope { faults: 0, ..TOLD_TWICE }],
        Mutant::LinksAPartByOneWord => &[Scope { faults: 1, ..BUNDLED }],
        Mutant::LinksAPartThatWeighsMore => &[BUNDLED],
        Mutant::LinksWhatAGateFound => &[Scope { faults: 0, ..GATES_TOLD_AGAIN }],
        Mutant::LeavesMajorsOut => &[Scope { faults: 0, ..FOUR_MAJORS }],
        _ => &[FAULTLESS, ONE_LOSS, LOSSES],
    }
}
