//! A small brief, two panels over it, and sessions that are played to their end in memory.

use std::collections::VecDeque;
use std::sync::Arc;

use council_review::core::protocol::{Effect, Event, Protocol};
use council_review::council::lenses::policy::{LensesLimits, LensesPolicy, Profile};
use council_review::council::rounds::policy::{
    RoundsLimits, RoundsPolicy, RoundsQuorum, ShortCircuit,
};
use council_review::council::shared::opening::{Opening, Sitter};
use council_review::council::shared::words::CouncilWords as _;
use council_review::council::{lenses, rounds};
use council_review::model::policy::LookPolicy;
use council_review::model::{
    AnswerLanguage, Identity, LanguageSource, MemberId, Question, QuestionKind, Receipt, Stakes,
};
use council_review::source::brief::{Brief, MaterialKind, Materials};

/// The file that panels speak of.
pub(in crate::councils) const CACHE: &str = "docs/cache.md";

/// A question about one file.
pub(in crate::councils) fn brief(kind: QuestionKind, language: &str) -> Arc<Brief> {
    brief_of(question(kind, language))
}

pub(in crate::councils) fn question(kind: QuestionKind, language: &str) -> Question {
    Question {
        text: "Should the session cache move to Redis?".to_owned(),
        kind,
        options: Vec::new(),
        constraints: vec!["No sign-in may be lost at a release".to_owned()],
        domains: vec!["operations".to_owned()],
        stakes: Stakes::Normal,
        language: AnswerLanguage { name: language.to_owned(), source: LanguageSource::Given },
    }
}

pub(in crate::councils) fn brief_of(question: Question) -> Arc<Brief> {
    let head = [
        "# Session cache",
        "",
        "Sessions live in the memory of each server.",
        "A restart loses them; users sign in again.",
    ];
    let load = [
        "## Load",
        "At the peak there are 40,000 sessions of 2 kB.",
        "Two servers are behind the balancer.",
        "The balancer pins a user to a server.",
    ];
    let between = (1..=40).map(|n| format!("Measured on day {n}."));
    let all = head.into_iter().map(str::to_owned).chain(between);
    let all: Vec<String> = all.chain(load.into_iter().map(str::to_owned)).collect();
    let mut materials = Materials::new(&|_, _| vec!["Session cache".to_owned(), "Load".to_owned()]);
    let added = materials.add(MaterialKind::File, CACHE, all.join("\n") + "\n");
    added.expect("a text");
    Arc::new(Brief::new(question, materials))
}

/// A panel of three voices, the first its chair.
pub(in crate::councils) fn opening<P>(council: &str, brief: &Arc<Brief>, policy: P) -> Opening<P> {
    let sitter = |(at, (name, lens)): (usize, (&str, &str))| Sitter {
        name: name.parse().expect("a name"),
        identity: Identity::new("vendor", format!("model-{name}")),
        is_voice: true,
        is_chair: at == 0,
        lens: Some(lens.to_owned()),
        brief: match lens {
            "latency" => "Look at the slowest hundredth of requests.".to_owned(),
            _ => String::new(),
        },
    };
    let members = [("ada", "pragmatist"), ("bob", "contrarian"), ("eve", "latency")];
    Opening {
        council: council.parse().expect("an id"),
        panel: "design".to_owned(),
        question: brief.question.clone(),
        brief: brief.digest.clone(),
        has_materials: true,
        seed: 7,
        members: members.into_iter().enumerate().map(sitter).collect(),
        timeout_seconds: 3_600,
        token_budget: 150_000,
        looks: LookPolicy::off(),
        policy,
        least: Vec::new(),
    }
}

/// Three rounds.
pub(in crate::councils) fn rounds(brief: &Arc<Brief>) -> Opening<RoundsPolicy> {
    let policy = RoundsPolicy {
        limits: RoundsLimits::default(),
        quorum: RoundsQuorum::default(),
        short_circuit: ShortCircuit::default(),
        labelled: false,
    };
    opening("COUNCIL-ROUNDS-20260126-100000", brief, policy)
}

/// Three lenses, with a debate.
pub(in crate::councils) fn lenses(brief: &Arc<Brief>) -> Opening<LensesPolicy> {
    let policy = LensesPolicy {
        profile: Profile::Thorough,
        debate: true,
        limits: LensesLimits::default(),
        collect_after: 0,
    };
    opening("COUNCIL-LENSES-20260126-100000", brief, policy)
}

/// The words of a session of rounds.
pub(in crate::councils) fn of_rounds(
    brief: &Arc<Brief>,
    opening: &Opening<RoundsPolicy>,
) -> rounds::render::RoundsRenderer {
    rounds::render::RoundsRenderer::new(Arc::clone(brief), opening, 40_000)
}

/// The words of a session of lenses.
pub(in crate::councils) fn of_lenses(
    brief: &Arc<Brief>,
    opening: &Opening<LensesPolicy>,
) -> lenses::render::LensesRenderer {
    lenses::render::LensesRenderer::new(Arc::clone(brief), opening, 40_000)
}

/// Plays a session to its end; `answer` gives each reply.
pub(in crate::councils) fn play<P: Protocol>(
    input: P::Input,
    mut answer: impl FnMut(MemberId, &P::Task) -> P::Reply,
) -> P::State {
    let (mut state, effects) = P::step(P::initial(), Event::Opened { input }).expect("it opens");
    let mut effects = VecDeque::from(effects);
    while let Some(effect) = effects.pop_front() {
        let event = match effect {
            Effect::Estimate { call, .. } => Event::Estimated { call, tokens: 100, again: None },
            Effect::Dispatch { call, member, task, .. } => {
                let (reply, receipt) = (answer(member, &task), Receipt::default());
                Event::Answered { call, reply, receipt }
            }
            Effect::SetTimer { .. } => continue,
            Effect::Show { .. } | Effect::GiveUp { .. } | Effect::AwaitPerson(_) => {
                unreachable!("everybody answers")
            }
        };
        let (next, more) = P::step(state, event).expect("in turn");
        state = next;
        effects.extend(more);
    }
    assert!(P::is_over(&state));
    state
}
