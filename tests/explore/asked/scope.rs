//! What is explored of a council about a question: who sits, what they may say, and how much goes wrong.

use council_review::core::call::CallError;
use council_review::council::shared::opening::{Opening, Sitter};
use council_review::model::panel::{
    LensesPolicy, Profile, RoundsPolicy, RoundsQuorum, ShortCircuit, SkipReview, SkipSynthesis,
};
use council_review::model::policy::LookPolicy;
use council_review::model::{
    AnswerLanguage, Digest, Identity, LanguageSource, MemberId, Question, QuestionKind, Stakes,
};

use super::line::Line;

/// How a call comes to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Loss {
    Malformed,
    Unavailable,
    Refused,
    TimedOut,
    Late,
}

/// Who holds a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A model of its own.
    Model,
    /// The one model that others have, too.
    Same,
    /// The built-in rules.
    Rules,
}

/// A member of the panel.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sits {
    pub(crate) holder: Holder,
    pub(crate) voice: bool,
    pub(crate) chair: bool,
}

pub(crate) const VOICE: Sits = Sits { holder: Holder::Model, voice: true, chair: false };
pub(crate) const CHAIR: Sits = Sits { chair: true, ..VOICE };
pub(crate) const ONLY_CHAIR: Sits = Sits { voice: false, ..CHAIR };

/// One exploration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope {
    pub(crate) name: &'static str,
    pub(crate) kind: QuestionKind,
    pub(crate) options: usize,
    pub(crate) stakes: Stakes,
    pub(crate) members: &'static [Sits],
    /// Tokens of the session.
    pub(crate) limit: u64,
    /// Whether an estimate may be more than is left.
    pub(crate) dear: bool,
    /// Calls that may fail or be malformed along one way.
    pub(crate) faults: usize,
    pub(crate) kinds: &'static [Loss],
    /// Crashes along one way.
    pub(crate) crashes: u64,
    /// Whether timers may run out.
    pub(crate) timers: bool,
    /// Rounds of looks; 0 for none.
    pub(crate) looks: u32,
    /// In which steps they look.
    pub(crate) look_in: &'static [usize],
    pub(crate) quorum: RoundsQuorum,
    pub(crate) skip_r2: Option<&'static [SkipReview]>,
    pub(crate) skip_r3: &'static [SkipSynthesis],
    pub(crate) labelled: bool,
    pub(crate) debate: bool,
    pub(crate) collect_after: u32,
    pub(crate) profile: Profile,
    /// Whether a heavy critique is a conflict: in rounds.
    pub(crate) is_weighed: bool,
    pub(crate) lines: fn(MemberId, usize) -> &'static [Line],
}

/// Tokens of an estimate that fits.
pub(crate) const FITS: u64 = 1_000;

/// Three voices, the first of them the chair; nothing goes wrong.
pub(crate) const PLAIN: Scope = Scope {
    name: "plain",
    kind: QuestionKind::Decision,
    options: 0,
    stakes: Stakes::Normal,
    members: &[CHAIR, VOICE, VOICE],
    limit: 100_000,
    dear: false,
    faults: 0,
    kinds: &[],
    crashes: 0,
    timers: false,
    looks: 0,
    look_in: &[],
    quorum: RoundsQuorum { r1_min: 2, r2_min: 1, r3_required: true, allow_partial: true },
    skip_r2: None,
    skip_r3: &[],
    labelled: false,
    debate: true,
    collect_after: 0,
    profile: Profile::Thorough,
    is_weighed: true,
    lines: |_, _| &[],
};

const NAMES: [&str; 4] = ["quill", "rook", "stone", "thorn"];
const LENSES: [&str; 4] = ["pragmatist", "contrarian", "cost", "user"];

/// The model of a member, as its provider and name.
fn identity(at: usize, holder: Holder) -> Identity {
    match holder {
        Holder::Model => Identity::new(format!("umbra-{at}"), format!("vex-{}", NAMES[at])),
        Holder::Same => Identity::new("umbra", "vex"),
        Holder::Rules => Identity::new("offline", "rules-1"),
    }
}

/// Words that no sheet may show: of every member its name, provider and model.
pub(crate) fn secrets() -> Vec<&'static str> {
    NAMES.iter().copied().chain(["umbra", "vex", "offline"]).collect()
}

impl Scope {
    /// The opening of a council of this scope.
    pub(crate) fn opening<P>(&self, council: &str, policy: P) -> Opening<P> {
        let sitter = |(at, sits): (usize, &Sits)| Sitter {
            name: NAMES[at].parse().expect("a name"),
            identity: identity(at, sits.holder),
            is_voice: sits.voice,
            is_chair: sits.chair,
            lens: sits.voice.then(|| LENSES[at].to_owned()),
            brief: String::new(),
        };
        let looks = LookPolicy { rounds: self.looks, requests: 1, ..LookPolicy::default() };
        Opening {
            council: council.parse().expect("an id"),
            panel: "design".to_owned(),
            question: Question {
                text: "Whether?".to_owned(),
                kind: self.kind,
                options: (0..self.options).map(|at| format!("option {at}")).collect(),
                constraints: Vec::new(),
                domains: Vec::new(),
                stakes: self.stakes,
                language: AnswerLanguage {
                    name: "English".to_owned(),
                    source: LanguageSource::Given,
                },
            },
            brief: Digest::of(b"brief"),
            has_materials: true,
            seed: 7,
            members: self.members.iter().enumerate().map(sitter).collect(),
            timeout_seconds: 3_600,
            token_budget: self.limit,
            looks: if self.looks == 0 { LookPolicy::off() } else { looks },
            policy,
            least: Vec::new(),
        }
    }

    /// What its panel says as one of rounds.
    pub(crate) fn rounds(&self) -> RoundsPolicy {
        RoundsPolicy {
            quorum: self.quorum,
            short_circuit: ShortCircuit {
                enabled: self.skip_r2.is_some() || !self.skip_r3.is_empty(),
                skip_r2_if: self.skip_r2.unwrap_or_default().to_vec(),
                skip_r3_if: self.skip_r3.to_vec(),
            },
            labelled: self.labelled,
            ..RoundsPolicy::default()
        }
    }

    /// And as one of lenses.
    pub(crate) fn lenses(&self) -> LensesPolicy {
        LensesPolicy {
            profile: self.profile,
            debate: self.debate,
            collect_after: self.collect_after,
            ..LensesPolicy::default()
        }
    }

    /// Whose choice counts.
    pub(crate) fn voices(&self) -> impl Iterator<Item = MemberId> {
        let voices = (0..).map(MemberId).zip(self.members).filter(|(_, sits)| sits.voice);
        voices.map(|(member, _)| member)
    }

    /// Whether something is held to be sound or not.
    pub(crate) fn is_review(&self) -> bool {
        self.kind == QuestionKind::Review
    }

    /// Who words the synthesis.
    pub(crate) fn chair(&self) -> Option<MemberId> {
        (0..).map(MemberId).zip(self.members).find(|(_, sits)| sits.chair).map(|(id, _)| id)
    }

    /// Whether the built-in rules hold a member.
    pub(crate) fn is_of_rules(&self, member: MemberId) -> bool {
        self.members[usize::from(member.0)].holder == Holder::Rules
    }
}

/// The fault that a loss is told as.
pub(crate) fn fault(loss: Loss) -> CallError {
    let why = String::new();
    match loss {
        Loss::Malformed => CallError::Malformed(why),
        Loss::Unavailable => CallError::Unavailable(why),
        Loss::Refused => CallError::Refused(why),
        Loss::TimedOut => CallError::TimedOut(why),
        Loss::Late => CallError::Late(why),
    }
}

/// The loss that a fault tells of.
pub(crate) fn loss(fault: &CallError) -> Loss {
    match fault {
        CallError::Malformed(_) => Loss::Malformed,
        CallError::Refused(_) => Loss::Refused,
        CallError::TimedOut(_) => Loss::TimedOut,
        CallError::Late(_) | CallError::GivenUp(_) => Loss::Late,
        _ => Loss::Unavailable,
    }
}
