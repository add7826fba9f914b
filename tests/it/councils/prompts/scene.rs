//! A small brief, two panels over it, and sessions that are played to their end in memory.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use council_review::core::protocol::{Effect, Event, Protocol};
use council_review::council::lenses::policy::{LensesLimits, LensesPolicy, Profile};
use council_review::council::lenses::render::LensText;
use council_review::council::rounds::policy::{
    RoundsLimits, RoundsPolicy, RoundsQuorum, ShortCircuit,
};
use council_review::council::shared::opening::{Opening, Sitter};
use council_review::council::shared::words::{Materials, PackForm, Packed};
use council_review::council::{lenses, rounds};
use council_review::model::policy::LookPolicy;
use council_review::model::{
    Digest, Identity, Language, LanguageSource, MemberId, Question, QuestionKind, Receipt, Stakes,
};

/// A brief of texts.
#[derive(Clone)]
pub(super) struct Texts {
    pub question: Question,
    pub files: Vec<(String, String)>,
}

impl Materials for Texts {
    fn question(&self) -> &Question {
        &self.question
    }

    fn pack(&self, form: PackForm, cited: &[(&str, &str)]) -> Vec<Packed> {
        let packed = |(path, text): &(String, String)| {
            let lines: Vec<&str> = text.lines().collect();
            let around = |quote: &str| lines.iter().position(|line| line.contains(quote));
            let quoted = cited.iter().filter(|(file, _)| file == path);
            let near: Vec<usize> = quoted.filter_map(|(_, quote)| around(quote)).collect();
            let is_shown = |at: usize| {
                form == PackForm::Full || at < 2 || near.iter().any(|n| at.abs_diff(*n) <= 3)
            };
            let shown = lines.iter().enumerate().filter(|(at, _)| is_shown(*at));
            let text: Vec<&str> = shown.map(|(_, line)| *line).collect();
            Packed { path: path.clone(), text: text.join("\n") }
        };
        self.files.iter().map(packed).collect()
    }
}

/// The lines of the file that panels speak of.
pub(super) const CACHE: &str = "docs/cache.md";

/// A question about one file.
pub(super) fn texts(kind: QuestionKind, language: &str) -> Texts {
    let lines = [
        "# Session cache",
        "",
        "Sessions live in the memory of each server.",
        "A restart loses them; users sign in again.",
        "",
        "## Load",
        "At the peak there are 40,000 sessions of 2 kB.",
        "Two servers are behind the balancer.",
        "The balancer pins a user to a server.",
    ];
    let question = Question {
        text: "Should the session cache move to Redis?".to_owned(),
        kind,
        options: Vec::new(),
        constraints: vec!["No sign-in may be lost at a release".to_owned()],
        domains: vec!["operations".to_owned()],
        stakes: Stakes::Normal,
        language: Language { name: language.to_owned(), source: LanguageSource::Given },
    };
    Texts { question, files: vec![(CACHE.to_owned(), lines.join("\n"))] }
}

/// A panel of three voices, the first its chair.
pub(super) fn opening<P>(council: &str, texts: &Texts, policy: P) -> Opening<P> {
    let sitter = |(at, (name, lens)): (usize, (&str, &str))| Sitter {
        name: name.parse().expect("a name"),
        identity: Identity::new("vendor", format!("model-{name}")),
        is_voice: true,
        is_chair: at == 0,
        lens: Some(lens.to_owned()),
        brief: String::new(),
    };
    let members = [("ada", "pragmatist"), ("bob", "contrarian"), ("eve", "latency")];
    Opening {
        council: council.parse().expect("an id"),
        panel: "design".to_owned(),
        question: texts.question.clone(),
        brief: Digest::of(texts.question.text.as_bytes()),
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
pub(super) fn rounds(texts: &Texts) -> Opening<RoundsPolicy> {
    let policy = RoundsPolicy {
        limits: RoundsLimits::default(),
        quorum: RoundsQuorum::default(),
        short_circuit: ShortCircuit::default(),
        labelled: false,
    };
    opening("COUNCIL-ROUNDS-20260126-100000", texts, policy)
}

/// Three lenses, with a debate.
pub(super) fn lenses(texts: &Texts) -> Opening<LensesPolicy> {
    let policy = LensesPolicy {
        profile: Profile::Thorough,
        debate: true,
        limits: LensesLimits::default(),
        collect_after: 0,
    };
    opening("COUNCIL-LENSES-20260126-100000", texts, policy)
}

/// The words of a session of rounds.
pub(super) fn of_rounds(texts: &Texts, opening: &Opening<RoundsPolicy>) -> rounds::render::Renderer {
    rounds::render::Renderer::new(Arc::new(texts.clone()), opening, 40_000)
}

/// The words of a session of lenses; one lens is of the repository under review.
pub(super) fn of_lenses(texts: &Texts, opening: &Opening<LensesPolicy>) -> lenses::render::Renderer {
    let lens = |name: &str, text: &str, is_foreign| {
        (name.to_owned(), LensText { text: text.to_owned(), is_foreign })
    };
    let words = BTreeMap::from([
        lens("pragmatist", "Look at what can be done this month with the people there are.", false),
        lens("contrarian", "Look for what everybody takes for granted, and deny it.", false),
        lens("latency", "Look at the slowest hundredth of requests.", true),
    ]);
    lenses::render::Renderer::new(Arc::new(texts.clone()), opening, words, 40_000)
}

/// Plays a session to its end; `answer` gives each reply.
pub(super) fn play<P: Protocol>(
    input: P::Input,
    mut answer: impl FnMut(MemberId, &P::Task) -> P::Reply,
) -> P::State {
    let (mut state, effects) = P::step(P::initial(), Event::Opened { input }).expect("it opens");
    let mut effects = VecDeque::from(effects);
    while let Some(effect) = effects.pop_front() {
        let event = match effect {
            Effect::Estimate { call, .. } => Event::Estimated { call, tokens: 100 },
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
