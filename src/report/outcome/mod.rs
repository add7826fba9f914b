//! Pages about the outcome of a council about a question: for a terminal, as Markdown, as one HTML page.
//! All say the same, from the outcome alone; the sentences are made here, once.

mod html;
mod markdown;
mod table;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use table::{OutcomeRow, PlannedCouncil, planned, table};
pub use text::text;

use super::page::count;
use super::panel::OFFLINE;
use crate::evidence::v2::outcome::{
    AgreementKind, AnswerOrigin, CauseWord, GroundingWord, LevelWord, MemberRecord, Outcome,
    PointRecord, PointWord, StatementRecord,
};
use crate::model::panel::CouncilKind;
use crate::model::{Choice, CouncilState};

/// `MEDIUM (stated HIGH; a voice was lost)`; none without an answer.
fn confidence(outcome: &Outcome) -> Option<String> {
    let confidence = outcome.body.confidence.as_ref()?;
    let disclosed = level(confidence.disclosed);
    let causes: Vec<&str> = confidence.lowered_by.iter().map(|cause| lowered(*cause)).collect();
    let stated = level(confidence.stated);
    Some(match (causes.is_empty(), stated == disclosed) {
        (true, _) => format!("confidence {disclosed}"),
        (false, true) => format!("confidence {disclosed} ({})", causes.join("; ")),
        (false, false) => {
            format!("confidence {disclosed} (stated {stated}; {})", causes.join("; "))
        }
    })
}

const fn level(level: LevelWord) -> &'static str {
    match level {
        LevelWord::Low => "LOW",
        LevelWord::Medium => "MEDIUM",
        LevelWord::High => "HIGH",
    }
}

const fn lowered(cause: CauseWord) -> &'static str {
    match cause {
        CauseWord::ShortCircuit => "a round was skipped",
        CauseWord::Degraded => "a voice was lost",
        CauseWord::NoReviews => "nobody reviewed",
        CauseWord::OneModel => "all voices are one model",
        CauseWord::PoorlyGrounded => "fewer than half of the points quote what stands there",
        CauseWord::Contested => "it goes against the majority or a shown flaw",
        CauseWord::Derived => "put together by code",
        CauseWord::Fallback => "one opinion stands in",
        CauseWord::Raw => "no synthesis came",
    }
}

/// How far the voices agree, in one line; of built-in rules alone, that they are one mind.
fn agreement(outcome: &Outcome) -> String {
    let meta = outcome.council_metadata.as_ref();
    if meta.is_some_and(|meta| meta.offline) {
        let voices = outcome.body.statements.len();
        let kind = CouncilKind::of_protocol(&outcome.protocol);
        let [one, more] = kind.map_or(["voice", "voices"], CouncilKind::voices);
        return format!("{OFFLINE}, {}", count(voices, one, more));
    }
    let groups = &outcome.body.agreement.groups;
    let all: usize = groups.iter().map(|group| group.members.len()).sum();
    match (outcome.body.agreement.word, groups.first()) {
        (_, None) => "nobody spoke".to_owned(),
        (AgreementKind::Unanimous, _) => format!("agreement {all} of {all}"),
        (AgreementKind::Majority, Some(most)) => {
            format!("agreement {} of {all} for {}", most.members.len(), most.choice)
        }
        (AgreementKind::Split | AgreementKind::TooFew, _) => {
            let each: Vec<String> = groups
                .iter()
                .map(|group| format!("{} {}", group.members.len(), group.choice))
                .collect();
            format!("no majority: {}", each.join(", "))
        }
    }
}

/// The answer's words; those of code where no member's stand for it.
fn answer(outcome: &Outcome) -> String {
    let answer = &outcome.body.answer;
    match answer.text.trim() {
        "" => outcome.head.terminal_reason.clone(),
        text => text.to_owned(),
    }
}

/// Whose words the answer is.
fn by(outcome: &Outcome) -> Option<String> {
    let name = outcome.body.answer.by.as_ref()?;
    let meta = outcome.council_metadata.as_ref()?;
    let member = meta.members.iter().find(|member| member.name == *name)?;
    let is_voice = outcome.body.statements.iter().any(|said| said.member == *name);
    Some(match (outcome.body.answer.how, is_voice) {
        (AnswerOrigin::BestOpinion, _) => format!("{name}, the most complete opinion"),
        (_, true) => format!("{name}, who also has a voice{}", model(member)),
        (_, false) => format!("{name}{}", model(member)),
    })
}

fn model(member: &MemberRecord) -> String {
    match member.model.as_str() {
        "" => format!(" ({})", member.provider),
        model => format!(" ({} {model})", member.provider),
    }
}

/// Who spoke and what it says, in one line: `contra (contrarian): REJECT, confidence HIGH`.
fn voice(outcome: &Outcome, said: &StatementRecord) -> String {
    let meta = outcome.council_metadata.as_ref();
    let members = meta.map_or(&[][..], |meta| &meta.members);
    let member = members.iter().find(|member| member.name == said.member);
    let lens = member.and_then(|member| member.lens.as_deref());
    let lens = lens.filter(|lens| *lens != said.member.as_str());
    let lens = lens.map(|lens| format!(" ({lens})")).unwrap_or_default();
    let now = final_choice(outcome, said);
    let change = match now == said.choice {
        true => now.to_string(),
        false => format!("{now}, first {}", said.choice),
    };
    format!("{}{lens}: {change}, confidence {}", said.member, level(said.confidence))
}

/// The choice of a voice that counts.
fn final_choice(outcome: &Outcome, said: &StatementRecord) -> Choice {
    let groups = &outcome.body.agreement.groups;
    let group = groups.iter().find(|group| group.members.contains(&said.member));
    group.map_or(said.choice, |group| group.choice)
}

/// Members that were lost, a line each.
fn lost(outcome: &Outcome) -> Vec<String> {
    let failures = outcome.body.failures.iter();
    failures
        .map(|failure| {
            let twice = if failure.retried { ", asked twice" } else { "" };
            format!("{} in {}: {}{twice}", failure.member, failure.step, failure.fault)
        })
        .collect()
}

/// A point in one line, with its number, weight and ground.
fn point(point: &PointRecord) -> String {
    let kind = match point.kind {
        PointWord::Argument => "",
        PointWord::Risk => "risk, ",
    };
    let weight = point.severity.map(|weight| format!("{}, ", level(weight))).unwrap_or_default();
    let ground = match point.grounding {
        GroundingWord::Grounded => "quoted",
        GroundingWord::Ungrounded => "its quote is not there",
        GroundingWord::Uncited => "no quote",
    };
    format!("{} ({kind}{weight}{ground})", point.id)
}

/// Where what a point rests on stands, as `file: "quote"`.
fn places(point: &PointRecord) -> Vec<String> {
    let cites = point.cites.iter();
    cites.map(|cite| format!("{}: \"{}\"", cite.file, cite.quote)).collect()
}

/// The risks that weigh HIGH and stand where they quote: what a reader must not miss.
fn shown_flaws(outcome: &Outcome) -> Vec<(&StatementRecord, &PointRecord)> {
    let is_heavy = |point: &&PointRecord| {
        point.kind == PointWord::Risk
            && point.severity == Some(LevelWord::High)
            && point.grounding == GroundingWord::Grounded
    };
    let all = outcome.body.statements.iter();
    all.flat_map(|said| said.points.iter().filter(is_heavy).map(move |point| (said, point)))
        .collect()
}

/// What it took, in one line.
fn course(outcome: &Outcome) -> String {
    let Some(meta) = &outcome.council_metadata else { return String::new() };
    let calls = count(outcome.calls.len(), "call", "calls");
    let seconds = meta.elapsed_time_seconds;
    if meta.offline {
        return format!("{OFFLINE}; {calls}, no tokens, {seconds} s");
    }
    let cost = match &meta.cost {
        None => String::new(),
        Some(cost) if cost.unknown_calls == 0 => format!(", {} USD", cost.known_usd),
        Some(cost) => format!(
            ", {} USD and {} of unknown cost",
            cost.known_usd,
            count(cost.unknown_calls as usize, "call", "calls")
        ),
    };
    let tokens = &meta.tokens;
    format!("{calls}, {} of {} tokens{cost}, {seconds} s", tokens.spent, tokens.budget)
}

/// Whether it is a recorded example, which every page says first.
fn is_demonstration(outcome: &Outcome) -> bool {
    outcome.council_metadata.as_ref().is_some_and(|meta| meta.demonstration)
}

/// Whether a person must decide.
fn is_open(outcome: &Outcome) -> bool {
    outcome.head.terminal_state == CouncilState::Undecided
}

/// What is to be done next, a line each.
fn next(outcome: &Outcome) -> Vec<String> {
    let actions = outcome.body.answer.next_actions.iter();
    actions
        .map(|action| {
            let when = action.priority.map(|when| format!("{}: ", priority(when)));
            let mut details: Vec<String> = Vec::new();
            details.extend((!action.effort.is_empty()).then(|| action.effort.clone()));
            let done = (!action.done_when.is_empty()).then_some(&action.done_when);
            details.extend(done.map(|done| format!("done when {done}")));
            let details = match details.is_empty() {
                true => String::new(),
                false => format!(" ({})", details.join("; ")),
            };
            format!("{}{}{details}", when.unwrap_or_default(), action.action)
        })
        .collect()
}

const fn priority(when: crate::evidence::v2::outcome::PriorityWord) -> &'static str {
    use crate::evidence::v2::outcome::PriorityWord;
    match when {
        PriorityWord::Now => "now",
        PriorityWord::Soon => "soon",
        PriorityWord::Later => "later",
    }
}
