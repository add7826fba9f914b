//! Outcomes that somebody changed and sealed anew: by itself none verifies, and beside its session none is that of
//! its records (COUNCILS.md §1.9).

use std::collections::BTreeMap;

use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use council_review::evidence::outcome;
use council_review::evidence::seal;
use council_review::evidence::v2::outcome::{
    AgreementKind, ConflictKind, DimensionWord, GroundingWord, LevelWord, Outcome, RestedRecord,
    ShortCircuitRecord,
};
use council_review::model::{Choice, CouncilResult, CouncilState, Digest};

use super::outcomes::{lenses, rounds};
use crate::support::{self, scale};

/// A change that a forger makes and seals anew, and whether there was anything to change.
type Forgery = (&'static str, fn(&mut Outcome) -> bool);

/// Changes each of some; whether there was any.
fn each<T>(all: impl Iterator<Item = T>, change: impl Fn(T)) -> bool {
    all.fold(false, |_, one| {
        change(one);
        true
    })
}

/// What an outcome alone gives away.
static FORGERIES: [Forgery; 58] = [
    ("the result", |o| {
        o.head.result = CouncilResult::Of(Choice::Adopt);
        o.head.terminal_state = CouncilState::Concluded;
        true
    }),
    ("dissent that is hidden", |o| o.body.dissent.pop().is_some()),
    ("a raised confidence", |o| {
        let Some(sure) = &mut o.body.confidence else { return false };
        let before = sure.disclosed;
        sure.disclosed = LevelWord::High;
        before != LevelWord::High
    }),
    ("a cause that lowers it", |o| {
        o.body.confidence.as_mut().is_some_and(|sure| sure.lowered_by.pop().is_some())
    }),
    ("the text of the answer", |o| {
        o.body.answer.text.push_str(" and more");
        true
    }),
    ("the choice of the answer", |o| {
        o.body.answer.choice = Some(Choice::Option(9));
        true
    }),
    ("another author", |o| {
        let other = o.council_metadata.as_ref().expect("a council").members[1].name.clone();
        let is_other = o.body.answer.by.as_ref().is_some_and(|by| *by != other);
        o.body.answer.by = Some(other);
        is_other
    }),
    ("an argument of another member", |o| {
        let mut statements = o.body.statements.iter_mut();
        let (Some(a), Some(b)) = (statements.next(), statements.next()) else { return false };
        let Some(point) = a.points.pop() else { return false };
        b.points.push(point);
        true
    }),
    ("points in another order", |o| {
        let Some(said) = o.body.statements.iter_mut().find(|said| said.points.len() > 1) else {
            return false;
        };
        let last = said.points.len() - 1;
        let is_other = said.points[0] != said.points[last];
        said.points.swap(0, last);
        is_other
    }),
    ("a number of a point", |o| {
        let point = o.body.statements.iter_mut().find_map(|said| said.points.first_mut());
        point.is_some_and(|point| {
            point.id = "PT-777".to_owned();
            true
        })
    }),
    ("a ground that is not there", |o| {
        let points = o.body.statements.iter_mut().flat_map(|said| &mut said.points);
        let mut bare = points.filter(|point| point.grounding != GroundingWord::Grounded);
        bare.next().is_some_and(|point| {
            point.grounding = GroundingWord::Grounded;
            true
        })
    }),
    ("a choice of a voice", |o| {
        let said = o.body.statements.first_mut();
        said.is_some_and(|said| {
            let other =
                if said.choice == Choice::NeedInfo { Choice::Answer } else { Choice::NeedInfo };
            said.choice = other;
            true
        })
    }),
    ("a statement that is left out", |o| o.body.statements.pop().is_some()),
    ("agreement", |o| {
        let before = o.body.agreement.word;
        o.body.agreement.word = AgreementKind::Unanimous;
        before != AgreementKind::Unanimous
    }),
    ("a group", |o| o.body.agreement.groups.pop().is_some()),
    ("a disclaimer that is left out", |o| o.body.disclaimers.pop().is_some()),
    ("a disclaimer in other words", |o| {
        o.body.disclaimers.first_mut().is_some_and(|one| {
            one.text = "All is well.".to_owned();
            true
        })
    }),
    ("a conflict that is left out", |o| o.body.conflicts.pop().is_some()),
    ("a disagreement that nobody explains", |o| {
        o.body.synthesis.as_mut().is_some_and(|own| own.disagreements.pop().is_some())
    }),
    ("a failure that is left out", |o| o.body.failures.pop().is_some()),
    ("a failure that was none", |o| {
        let Some(said) = o.body.statements.first() else { return false };
        let failure = council_review::evidence::v2::outcome::FailureRecord {
            member: said.member.clone(),
            step: "R9".to_owned(),
            fault: council_review::evidence::v2::council::CallFault::Refused("no".to_owned()),
            error_type: None,
            retried: false,
            fallback_used: false,
        };
        o.body.failures.push(failure);
        true
    }),
    ("tokens", |o| {
        o.council_metadata.as_mut().expect("a council").tokens.spent += 1;
        true
    }),
    ("a consensus that nobody shares", |o| {
        let Some(own) = &mut o.body.synthesis else { return false };
        let rests_on = own.rationale.first().map(|one| one.rests_on.clone()).unwrap_or_default();
        let text = "All want this.".to_owned();
        own.consensus.push(RestedRecord { text, rests_on, unsupported: false });
        true
    }),
    ("a consensus of one that is told as shared", |o| {
        let own = o.body.synthesis.iter_mut().flat_map(|own| &mut own.consensus);
        each(own.filter(|one| one.unsupported), |one| one.unsupported = false)
    }),
    ("a quote that nobody said", |o| {
        let own = o.body.synthesis.iter_mut().flat_map(|own| &mut own.quotes);
        each(own.filter(|one| one.unverified), |one| one.unverified = false)
    }),
    ("an edited quote", |o| {
        let quote = o.body.synthesis.iter_mut().find_map(|own| own.quotes.first_mut());
        quote.is_some_and(|one| {
            one.quote.push_str(" indeed");
            true
        })
    }),
    ("whose a letter is", |o| {
        let Some(own) = &mut o.body.synthesis else { return false };
        let names: Vec<_> = own.letters.values().cloned().rev().collect();
        own.letters.values_mut().zip(names).for_each(|(letter, name)| *letter = name);
        true
    }),
    ("another author of the synthesis", |o| {
        let other = o.council_metadata.as_ref().expect("a council").members[1].name.clone();
        o.body
            .synthesis
            .as_mut()
            .is_some_and(|own| std::mem::replace(&mut own.by, other.clone()) != other)
    }),
    ("what is to be done next", |o| o.body.answer.next_actions.pop().is_some()),
    ("a position", |o| {
        let said = o.body.statements.first_mut();
        said.is_some_and(|said| {
            said.position.push_str(" and more");
            true
        })
    }),
    ("an edited citation", |o| {
        let points = o.body.statements.iter_mut().flat_map(|said| &mut said.points);
        let cite = points.flat_map(|point| &mut point.cites).next();
        cite.is_some_and(|cite| {
            cite.quote.push('!');
            true
        })
    }),
    ("a citation that is left out", |o| {
        let points = o.body.statements.iter_mut().flat_map(|said| &mut said.points);
        points.filter_map(|point| point.cites.pop()).count() > 0
    }),
    ("a risk that weighs less", |o| {
        let points = o.body.statements.iter_mut().flat_map(|said| &mut said.points);
        let mut heavy = points.filter(|point| point.severity == Some(LevelWord::High));
        heavy.next().is_some_and(|point| {
            point.severity = Some(LevelWord::Low);
            true
        })
    }),
    ("how sure a voice is", |o| {
        let said = o.body.statements.iter_mut().find(|said| said.confidence != LevelWord::High);
        said.is_some_and(|said| {
            said.confidence = LevelWord::High;
            true
        })
    }),
    ("how sure an answer was stated", |o| {
        let Some(sure) = &mut o.body.confidence else { return false };
        std::mem::replace(&mut sure.stated, LevelWord::High) != LevelWord::High
    }),
    ("an answer that is sure where there is none", |o| {
        let is_none = o.body.confidence.is_none() && o.head.result == CouncilResult::Split;
        if is_none {
            o.head.result = CouncilResult::Of(Choice::NeedInfo);
        }
        is_none
    }),
    ("a review that is left out", |o| {
        o.body.rounds.as_mut().is_some_and(|own| own.reviews.pop().is_some())
    }),
    ("a critique that is left out", |o| {
        let reviews = o.body.rounds.iter_mut().flat_map(|own| &mut own.reviews);
        reviews.filter_map(|review| review.critiques.pop()).count() > 0
    }),
    ("a critique in another respect", |o| {
        let reviews = o.body.rounds.iter_mut().flat_map(|own| &mut own.reviews);
        let mut own = reviews.flat_map(|review| &mut review.critiques);
        let own = own.find(|one| one.dimension == DimensionWord::Errors);
        own.is_some_and(|one| {
            one.dimension = DimensionWord::Omissions;
            true
        })
    }),
    ("against whom a critique is", |o| {
        let conflict = o.body.conflicts.iter_mut().find(|one| one.on == ConflictKind::Critique);
        conflict.is_some_and(|one| {
            std::mem::swap(&mut one.by, &mut one.against);
            true
        })
    }),
    ("a short circuit that was none", |o| {
        let Some(own) = &mut o.body.rounds else { return false };
        let is_none = own.short_circuit.is_none();
        own.short_circuit = Some(ShortCircuitRecord {
            reasons: vec!["low_risk_topic".to_owned()],
            rounds_skipped: vec!["R2".to_owned()],
            confidence_adjustment: -1,
        });
        is_none
    }),
    ("a short circuit that is hidden", |o| {
        o.body.rounds.as_mut().is_some_and(|own| own.short_circuit.take().is_some())
    }),
    ("another fallback", |o| {
        let other = o.body.statements.last().map(|said| said.member.clone());
        let own = o.body.rounds.as_mut().and_then(|own| own.fallback.as_mut());
        let (Some(own), Some(other)) = (own, other) else { return false };
        std::mem::replace(&mut own.member, other.clone()) != other
    }),
    ("how complete an opinion is", |o| {
        let own = o.body.rounds.as_mut().and_then(|own| own.fallback.as_mut());
        own.and_then(|own| own.completeness.first_mut()).is_some_and(|one| {
            one.score += 1;
            true
        })
    }),
    ("how many opinions came", |o| {
        o.body.rounds.as_mut().is_some_and(|own| {
            own.quorum.r1_got += 1;
            true
        })
    }),
    ("a rebuttal that is left out", |o| {
        o.body.lenses.as_mut().is_some_and(|own| own.rebuttals.pop().is_some())
    }),
    ("a shift that counts", |o| {
        let shifts = o.body.lenses.iter_mut().flat_map(|own| &mut own.shifts);
        each(shifts, |shift| shift.counted = !shift.counted)
    }),
    ("somebody late that is left out", |o| {
        o.body.lenses.as_mut().is_some_and(|own| own.late.pop().is_some())
    }),
    ("a question in other words", |o| {
        o.body.question.text.push_str(" Really?");
        true
    }),
    ("stakes that nobody called low", |o| {
        use council_review::model::Stakes;
        std::mem::replace(&mut o.body.question.stakes, Stakes::Low) != Stakes::Low
    }),
    ("materials that were others", |o| {
        let file = o.inputs.files.first_mut();
        file.is_some_and(|file| {
            file.digest = Digest::of(b"another");
            true
        })
    }),
    ("that nobody was lost", |o| {
        let meta = o.council_metadata.as_mut().expect("a council");
        std::mem::replace(&mut meta.degraded, false)
    }),
    ("that no rules answered", |o| {
        let meta = o.council_metadata.as_mut().expect("a council");
        std::mem::replace(&mut meta.offline, false)
    }),
    ("that it was a demonstration", |o| {
        o.council_metadata.as_mut().expect("a council").demonstration = true;
        true
    }),
    ("more minds", |o| {
        o.council_metadata.as_mut().expect("a council").distinct_minds += 1;
        true
    }),
    ("more models", |o| {
        o.council_metadata.as_mut().expect("a council").distinct_models += 1;
        true
    }),
    ("a decision that waits for nobody", |o| o.head.open.take().is_some()),
    ("a call that is left out", |o| o.calls.pop().is_some_and(|call| call.charged > 0)),
];

/// What it gives away beside its session alone.
static BESIDE_ITS_SESSION: [Forgery; 6] = [
    ("when it ended", |o| {
        let meta = o.council_metadata.as_mut().expect("a council");
        meta.elapsed_time_seconds += 1;
        true
    }),
    ("a member's model", |o| {
        let meta = o.council_metadata.as_mut().expect("a council");
        meta.members[0].model = "another".to_owned();
        true
    }),
    ("the reason behind its colon", |o| {
        o.head.terminal_reason.push_str(": so");
        true
    }),
    ("what a step took", |o| {
        let meta = o.council_metadata.as_mut().expect("a council");
        meta.steps.first_mut().is_some_and(|step| {
            step.tokens_in += 1;
            true
        })
    }),
    ("the log", |o| {
        o.log_digest = Some(Digest::of(b"another"));
        true
    }),
    ("a call's seconds", |o| {
        o.calls.first_mut().is_some_and(|call| {
            call.seconds = Some(9_999);
            true
        })
    }),
];

#[test]
fn what_a_forger_changes_and_seals_anew_is_refused() {
    let seeds = scale().of(60_u64, 1_000, 5_000);
    let often = scale().of(1, u32::MAX, u32::MAX);
    let mut made: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let mut stood: Vec<String> = Vec::new();
    let mut forge = |word: &'static str, outcome: &Outcome, beside: &dyn Fn(&Outcome) -> bool| {
        let alone = FORGERIES.iter().map(|one| (one, true));
        let all = alone.chain(BESIDE_ITS_SESSION.iter().map(|one| (one, false)));
        for ((what, change), is_alone) in all {
            if made.get(&(*what, word)).is_some_and(|times| *times >= often) {
                continue;
            }
            let mut forged = outcome.clone();
            if !change(&mut forged) || forged == *outcome {
                continue;
            }
            let forged = seal::sealed(forged);
            let refused = outcome::verify(&seal::bytes(&forged)).is_err();
            if is_alone && !refused {
                stood.push(format!("{what} of {word}, alone"));
            }
            if !beside(&forged) {
                stood.push(format!("{what} of {word}, beside its session"));
            }
            *made.entry((what, word)).or_default() += 1;
        }
    };
    for seed in 0..seeds {
        let (session, outcome) = rounds(seed);
        let file = outcome::bytes(&session.log.session());
        forge("rounds", &outcome, &|forged| {
            !outcome::disagreements::<RoundsCouncil>(&file, forged).is_empty()
        });
        let (session, outcome) = lenses(seed);
        let file = outcome::bytes(&session.log.session());
        forge("lenses", &outcome, &|forged| {
            !outcome::disagreements::<LensesCouncil>(&file, forged).is_empty()
        });
    }
    stood.sort_unstable();
    stood.dedup();
    assert!(stood.is_empty(), "{stood:#?}");
    let all = FORGERIES.iter().chain(&BESIDE_ITS_SESSION).map(|(what, _)| *what);
    let of = |word: &str| made.keys().filter(|(_, own)| *own == word).count();
    let unmade: Vec<&str> = all.filter(|what| !made.keys().any(|(own, _)| own == what)).collect();
    support::figure(&format!("{} forgeries of rounds, {} of lenses", of("rounds"), of("lenses")));
    assert!(unmade.is_empty(), "{unmade:?}");
    assert!(of("rounds") >= 40 && of("lenses") >= 40, "{} {}", of("rounds"), of("lenses"));
}

#[test]
fn a_byte_that_is_flipped_is_refused() {
    let step = scale().of(997, 7, 1);
    let mut flips = 0;
    for seed in 0..scale().of(1, 5, 5) {
        for bytes in [seal::bytes(&rounds(seed).1), seal::bytes(&lenses(seed).1)] {
            for at in (0..bytes.len()).step_by(step) {
                let mut flipped = bytes.clone();
                flipped[at] ^= 1;
                assert!(outcome::verify(&flipped).is_err(), "{seed}: {at}");
                flips += 1;
            }
        }
    }
    support::figure(&format!("{flips} bytes flipped"));
}
