//! Whole sessions of rounds and lenses, with replies that are drawn, members that fail, come late, are asked
//! again or looked past, and councils that are stopped: each ends once, its outcome verifies by itself and
//! beside its session, and no forgery of it does.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use council_review::core::call::CallError;
use council_review::core::draw::SplitMix;
use council_review::core::protocol::{CallId, Effect, Event, EventOf};
use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use council_review::council::shared::admitted::AdmittedReply;
use council_review::council::shared::opening::Opening;
use council_review::evidence::outcome::{
    self, CouncilLog, CouncilPlayed, CouncilSetting, OutcomeCouncil,
};
use council_review::evidence::seal;
use council_review::evidence::v2::inputs::{FileNumber, FileUse, InputFile, Tool};
use council_review::evidence::v2::outcome::{
    AgreementKind, DisclaimerKey, GroundingWord, LevelWord, Outcome, OutcomeInputs, PackWord,
    PointWord,
};
use council_review::model::panel::{LensesPolicy, RoundsPolicy, SkipReview, SkipSynthesis};
use council_review::model::{
    Choice, CouncilResult, CouncilState, Digest, Identity, MemberId, QuestionKind, Receipt, Stakes,
    Timestamp,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::prompts::drawn::Drawn;
use super::prompts::scene;
use crate::support::scale;

fn at(second: i64) -> Timestamp {
    Timestamp::from_unix(1_769_421_600 + second).expect("in range")
}

/// A session, and what its members gave, told by the events alone.
pub(super) struct Session<C: OutcomeCouncil> {
    pub(super) log: CouncilLog,
    state: C::State,
    /// Each member's replies that were taken, by step.
    taken: BTreeMap<(u16, &'static str), C::Given>,
    failed: BTreeSet<(u16, &'static str)>,
}

/// How the members of a session behave, in percent.
#[derive(Clone, Copy)]
struct Temper {
    fails: usize,
    malformed: usize,
    stops: usize,
}

/// Plays a session to its end. Of what is under way anything may come next.
fn play<C>(
    opening: Opening<C::Panel>,
    draw: &mut Drawn,
    temper: Temper,
    mut reply: impl FnMut(&mut Drawn, &C::Task) -> C::Given,
) -> Session<C>
where
    C: OutcomeCouncil,
    EventOf<C>: Serialize,
    C::Task: Clone,
{
    let inputs = inputs(&opening.brief);
    let setting = CouncilSetting { inputs, started_at: at(0) };
    let mut log = CouncilLog::new::<C>(&opening.council, setting);
    let mut state = C::initial();
    let mut second = 0;
    let mut open: Vec<EventOf<C>> = Vec::new();
    let mut tasks: BTreeMap<CallId, (MemberId, C::Task)> = BTreeMap::new();
    let (mut taken, mut failed) = (BTreeMap::new(), BTreeSet::new());
    let mut next = VecDeque::from([Event::Opened { input: opening }]);
    loop {
        let event = match next.pop_front() {
            Some(event) => event,
            None if C::is_over(&state) => return Session { log, state, taken, failed },
            None if open.is_empty() => panic!("it waits for nothing"),
            None if draw.below(1_000) < temper.stops => {
                if draw.below(2) == 0 {
                    Event::DeadlinePassed
                } else {
                    Event::Interrupted
                }
            }
            None => open.swap_remove(draw.below(open.len())),
        };
        let Ok((now, effects)) = C::step(state.clone(), event.clone()) else { continue };
        match &event {
            Event::Answered { call, reply, .. } => {
                let (member, task) = &tasks[call];
                let step = C::task(task).step;
                // What the machine refused is asked for again, or its member sits out.
                let again = effects.iter().any(|e| matches!(e, Effect::Estimate { member: m, task: t, .. } if m == member && C::task(t).attempt == 2));
                if !again {
                    taken.insert((member.0, step), reply.reply.clone());
                }
            }
            Event::Failed { call, .. } => {
                let (member, task) = &tasks[call];
                failed.insert((member.0, C::task(task).step));
            }
            _ => {}
        }
        second += 1;
        let json = serde_json::to_value(&event).expect("text keys");
        let name = C::told(&now, false).expect("it is open").state_name();
        log.append(at(second), json, name);
        state = now;
        for effect in effects {
            match effect {
                Effect::Estimate { call, member, task, .. } => {
                    tasks.insert(call, (member, task));
                    next.push_back(Event::Estimated { call, tokens: 1_000, again: None });
                }
                Effect::Dispatch { call, task, .. } => {
                    let receipt = Receipt::of_tokens(900);
                    let fault = match draw.below(100) {
                        n if n < temper.fails => {
                            let why = "drawn".to_owned();
                            Some(match draw.below(5) {
                                0 => CallError::Unavailable(why),
                                1 => CallError::Refused(why),
                                2 => CallError::Truncated(why),
                                3 => CallError::TimedOut(why),
                                _ => CallError::RateLimited(why),
                            })
                        }
                        n if n < temper.fails + temper.malformed => {
                            Some(CallError::Malformed("drawn".to_owned()))
                        }
                        _ => None,
                    };
                    open.push(match fault {
                        Some(fault) => Event::Failed { call, fault, receipt },
                        None => {
                            let given = reply(draw, &task);
                            let cites = C::cites(&given);
                            let stands = (0..cites).map(|_| draw.below(2) == 0).collect();
                            let reply =
                                AdmittedReply { reply: given, stands, deviations: Vec::new() };
                            Event::Answered { call, reply, receipt }
                        }
                    });
                }
                Effect::GiveUp { call, fault } => {
                    open.retain(|event| event.call() != Some(call));
                    next.push_back(Event::Failed { call, fault, receipt: Receipt::default() });
                }
                Effect::SetTimer { timer, .. } if timer.0 == 0 => {
                    open.push(Event::TimerFired { timer });
                }
                Effect::SetTimer { .. } | Effect::Show { .. } | Effect::AwaitPerson(_) => {}
            }
        }
    }
}

pub(super) fn inputs(brief: &Digest) -> OutcomeInputs {
    let shown = scene::brief(QuestionKind::Open, "English");
    OutcomeInputs {
        tool: Tool { name: "council-review".to_owned(), version: "0.1.0".to_owned() },
        commit: None,
        uncommitted: Vec::new(),
        files: vec![InputFile {
            n: FileNumber::of(0),
            path: scene::CACHE.to_owned(),
            digest: shown.materials[0].digest.clone(),
            bytes: shown.materials[0].text.len() as u64,
            read_as: FileUse::Material,
        }],
        excluded: Vec::new(),
        digest: brief.clone(),
        policy: None,
        policy_digest: None,
        subject: None,
        pack: Some(PackWord::Full),
    }
}

fn outcome_of<C>(session: &Session<C>) -> Outcome
where
    C: OutcomeCouncil,
    EventOf<C>: DeserializeOwned,
{
    let played: CouncilPlayed<C> = outcome::play(session.log.session()).expect("it replays");
    played.outcome().expect("it has ended")
}

/// A panel of any size and make.
fn panel<P>(mut opening: Opening<P>, draw: &mut Drawn) -> Opening<P> {
    opening.seed = draw.0.next() >> 11;
    opening.members.truncate(2 + draw.below(2));
    for sitter in &mut opening.members {
        if draw.below(4) == 0 {
            sitter.identity = Identity::new("offline", "rules-1");
        } else if draw.below(3) == 0 {
            sitter.identity = Identity::new("vendor", "one");
        }
    }
    opening.token_budget =
        if draw.below(12) == 0 { 1_000 * (1 + draw.below(6) as u64) } else { 150_000 };
    opening
}

pub(super) fn question(draw: &mut Drawn) -> council_review::model::Question {
    let kinds = [QuestionKind::Decision, QuestionKind::Review, QuestionKind::Open];
    let mut question = scene::question(kinds[draw.below(3)], "English");
    if question.kind == QuestionKind::Decision && draw.below(3) > 0 {
        question.options = vec!["one".to_owned(), "two".to_owned()];
    }
    question.stakes = [Stakes::Low, Stakes::Normal][draw.below(2)];
    question
}

fn temper(draw: &mut Drawn) -> Temper {
    Temper {
        fails: [0, 15, 40][draw.below(3)],
        malformed: [0, 20][draw.below(2)],
        stops: [0, 40][draw.below(2)],
    }
}

pub(super) fn rounds_policy(draw: &mut Drawn, mut policy: RoundsPolicy) -> RoundsPolicy {
    policy.short_circuit.enabled = draw.below(2) == 0;
    policy.short_circuit.skip_r2_if = match draw.below(3) {
        0 => vec![SkipReview::LowRiskTopic],
        1 => vec![SkipReview::HighAgreementInR1, SkipReview::LowRiskTopic],
        _ => Vec::new(),
    };
    policy.short_circuit.skip_r3_if =
        vec![SkipSynthesis::R2ConfirmsR1Consensus, SkipSynthesis::BudgetConstraint];
    policy.quorum.r3_required = draw.below(2) == 0;
    policy.quorum.allow_partial = draw.below(2) == 0;
    policy
}

pub(super) fn rounds(seed: u64) -> (Session<RoundsCouncil>, Outcome) {
    let mut draw = Drawn(SplitMix(seed));
    let brief = scene::brief_of(question(&mut draw));
    let least = usize::from(brief.question.kind == QuestionKind::Decision);
    let mut opening = panel(scene::rounds(&brief), &mut draw);
    opening.policy = rounds_policy(&mut draw, opening.policy);
    opening.members[0].is_voice = opening.members.len() < 3 || draw.below(3) > 0;
    let temper = temper(&mut draw);
    let session =
        play::<RoundsCouncil>(opening, &mut draw, temper, |draw, task| draw.of_rounds(task, least));
    let outcome = outcome_of(&session);
    (session, outcome)
}

pub(super) fn lenses(seed: u64) -> (Session<LensesCouncil>, Outcome) {
    let mut draw = Drawn(SplitMix(seed));
    let brief = scene::brief_of(question(&mut draw));
    let least = usize::from(brief.question.kind == QuestionKind::Decision);
    let mut opening = panel(scene::lenses(&brief), &mut draw);
    let base = opening.policy.clone();
    opening.policy =
        LensesPolicy { debate: draw.below(2) == 0, collect_after: [0, 10][draw.below(2)], ..base };
    opening.members[0].is_chair = draw.below(3) > 0;
    let temper = temper(&mut draw);
    let session =
        play::<LensesCouncil>(opening, &mut draw, temper, |draw, task| draw.of_lenses(task, least));
    let outcome = outcome_of(&session);
    (session, outcome)
}

/// What holds of every outcome, counted from its own statements and not by the code that made it.
fn holds(seed: u64, outcome: &Outcome) {
    let (head, body) = (&outcome.head, &outcome.body);
    // C1, COUNCILS.md §1.7.
    let state = match head.result {
        CouncilResult::Aborted => CouncilState::Aborted,
        CouncilResult::Of(Choice::NeedInfo)
        | CouncilResult::Split
        | CouncilResult::Contested
        | CouncilResult::Fallback
        | CouncilResult::Raw => CouncilState::Undecided,
        CouncilResult::Of(_) => CouncilState::Concluded,
    };
    assert_eq!(head.terminal_state, state, "{seed}");
    // C13: fewer than two statements are no result.
    assert!(body.statements.len() >= 2 || head.result == CouncilResult::Aborted, "{seed}");
    // Final choices, by the last reply that gave one with a reason.
    let mut choices: BTreeMap<_, Choice> =
        body.statements.iter().map(|said| (said.member.clone(), said.choice)).collect();
    let reviews = body.rounds.iter().flat_map(|own| &own.reviews);
    let later = reviews.map(|own| (&own.member, own.choice, own.because.is_empty()));
    let rebuttals = body.lenses.iter().flat_map(|own| &own.rebuttals);
    let later = later.chain(rebuttals.map(|own| (&own.member, own.choice, own.because.is_empty())));
    for (member, choice, unreasoned) in later {
        let now = choices.get_mut(member).expect("only voices speak again");
        if !unreasoned || *now == choice {
            *now = choice;
        }
    }
    let grouped = body
        .agreement
        .groups
        .iter()
        .flat_map(|group| group.members.iter().map(|member| (member.clone(), group.choice)));
    assert_eq!(choices, grouped.collect(), "{seed}");
    // C9: dissent is complete.
    if let Some(answer) = body.answer.choice {
        let meta = outcome.council_metadata.as_ref().expect("a council");
        let is_rules = |name: &council_review::model::MemberName| {
            meta.members.iter().any(|own| own.name == *name && own.provider == "offline")
        };
        let against = choices.iter().filter(|(name, choice)| **choice != answer && !is_rules(name));
        for (name, _) in against {
            assert!(body.dissent.iter().any(|one| one.member == *name), "{seed}: {name}");
        }
        assert!(body.dissent.iter().all(|one| choices[&one.member] != answer), "{seed}");
    }
    // C17: a flaw that is shown leaves no SOUND.
    let flaw = body.statements.iter().any(|said| {
        choices[&said.member] == Choice::Flawed
            && said.points.iter().any(|point| {
                point.kind == PointWord::Risk
                    && point.severity == Some(LevelWord::High)
                    && point.grounding == GroundingWord::Grounded
            })
    });
    assert!(!flaw || head.result != CouncilResult::Of(Choice::Sound), "{seed}");
    // C10.
    if let Some(sure) = &body.confidence {
        assert!(sure.disclosed <= sure.stated, "{seed}");
    }
    // L5, COUNCILS.md §1.8: the line about all agreeing stands exactly where all do.
    let all = body.disclaimers.iter().any(|one| one.key == DisclaimerKey::AllAgree);
    assert_eq!(all, body.agreement.word == AgreementKind::Unanimous, "{seed}");
    // A choice that passes is one that a voice made (C17).
    if let CouncilResult::Of(choice) = head.result
        && choice != Choice::NeedInfo
    {
        let made = choices.values().any(|own| *own == choice);
        assert!(made || choice == Choice::Flawed && flaw, "{seed}: {choice}");
    }
}

fn verified<C>(seed: u64, session: &Session<C>, outcome: &Outcome)
where
    C: OutcomeCouncil,
    EventOf<C>: DeserializeOwned,
{
    if !seed.is_multiple_of(scale().of(4, 1, 1)) {
        return;
    }
    let bytes = seal::bytes(outcome);
    match outcome::verify(&bytes) {
        Ok(again) => assert_eq!(again, *outcome, "{seed}"),
        Err(faults) => {
            panic!("{seed} {} {}: {faults:?}", outcome.head.result, outcome.head.terminal_reason)
        }
    }
    let file = outcome::bytes(&session.log.session());
    let faults = outcome::disagreements::<C>(&file, outcome);
    assert!(faults.is_empty(), "{seed}: {faults:?}");
    let read = outcome::read::<C>(&file).expect("whole");
    assert_eq!(seal::bytes(&read.outcome().expect("ended")), bytes, "{seed}");
    // C4: who failed in a step has no reply of it.
    for one in &session.failed {
        let twice = session.taken.contains_key(one);
        let told = C::told(&session.state, false).expect("open");
        let name = &told.opening().members[usize::from(one.0)].name;
        let lost = outcome.body.failures.iter().any(|own| own.member == *name && own.step == one.1);
        assert!(twice != lost || !lost, "{seed}: {one:?}");
    }
}

#[test]
fn every_session_of_rounds_ends_in_an_outcome_that_verifies() {
    let mut seen = BTreeSet::new();
    for seed in 0..scale().of(250_u64, 10_000, 100_000) {
        let (session, outcome) = rounds(seed);
        holds(seed, &outcome);
        verified(seed, &session, &outcome);
        seen.insert(outcome.head.result.to_string());
        seen.extend(outcome.body.disclaimers.iter().map(|one| format!("{:?}", one.key)));
        let reason = outcome.head.terminal_reason.split(':').next().unwrap_or_default();
        seen.insert(reason.to_owned());
    }
    for word in [
        "ADOPT",
        "REJECT",
        "SOUND",
        "FLAWED",
        "ANSWER",
        "NEED_INFO",
        "O1",
        "O2",
        "NONE",
        "CONTESTED",
        "FALLBACK",
        "RAW",
        "ABORTED",
        "TIMEOUT",
        "CANCELLED",
        "QUORUM_LOST",
        "BUDGET_EXHAUSTED",
        "ChairFailed",
        "SynthesisFailed",
        "DualRole",
        "Degraded",
        "AllAgree",
        "ShortCircuit",
        "Offline",
    ] {
        assert!(seen.contains(word), "{word} was not reached: {seen:?}");
    }
}

#[test]
fn every_session_of_lenses_ends_in_an_outcome_that_verifies() {
    let mut seen = BTreeSet::new();
    for seed in 0..scale().of(250_u64, 10_000, 100_000) {
        let (session, outcome) = lenses(seed);
        holds(seed, &outcome);
        verified(seed, &session, &outcome);
        seen.insert(outcome.head.result.to_string());
        let section = outcome.body.lenses.as_ref().expect("lenses");
        seen.extend((!section.late.is_empty()).then(|| "late".to_owned()));
        seen.extend(section.shifts.iter().map(|shift| format!("counted {}", shift.counted)));
        let reason = outcome.head.terminal_reason.split(':').next().unwrap_or_default();
        seen.insert(reason.to_owned());
    }
    for word in [
        "ADOPT",
        "REJECT",
        "SOUND",
        "FLAWED",
        "ANSWER",
        "NEED_INFO",
        "SPLIT",
        "RAW",
        "ABORTED",
        "TIMEOUT",
        "CANCELLED",
        "QUORUM_LOST",
        "BUDGET_EXHAUSTED",
        "late",
        "counted true",
        "counted false",
    ] {
        assert!(seen.contains(word), "{word} was not reached: {seen:?}");
    }
}
