//! The question of a council: the person's own, or the fixed one of what is shown.

use std::collections::BTreeSet;

use super::AskWish;
use crate::app::AppFault;
use crate::model::panel::is_label;
use crate::model::policy::MAX_TEXT;
use crate::model::question::MAX_OPTIONS;
use crate::model::{AnswerLanguage, LanguageSource, Question, QuestionKind, language};

/// The most characters of a question.
pub const MAX_QUESTION: usize = 20_000;
/// The most constraints, and the most domains, of one question.
const MOST: usize = 20;

/// What a council over a finding that waits for a person chooses from.
pub const RULINGS: [&str; 2] = [
    "Uphold: the finding is right, and what it is about has to change.",
    "Dismiss: the finding is wrong, or nothing has to change because of it.",
];

/// Tells the language of a text by its English name, where it is sure of it.
pub type Detect<'d> = &'d dyn Fn(&str) -> Option<&'static str>;

/// The question of a wish; `usual` is the language where nothing else says one.
///
/// # Errors
/// It says nothing, too much, or what cannot be.
pub(super) fn question(
    wish: &AskWish,
    usual: &str,
    detect: Detect<'_>,
) -> Result<Question, AppFault> {
    let own = wish.question.as_deref().map(str::trim);
    let text = match own {
        Some("") => return bad("the question is empty: write what the council should answer"),
        Some(text) => limited("the question", text, MAX_QUESTION)?,
        None => fixed(wish).ok_or_else(|| {
            AppFault::Usage("there is no question: write one behind `ask`, write - to read it from stdin, or name what to judge with --rfc, --ticket, --diff or --escalation".to_owned())
        })?,
    };
    let kind = kind(wish)?;
    if !wish.findings.is_empty() && wish.escalation.is_none() {
        return usage("--finding is of a review: name its RFC with --escalation");
    }
    if wish.escalation.is_some() && !(wish.options.is_empty() && kind == QuestionKind::Decision) {
        return usage(
            "--escalation has its own two options, uphold and dismiss: leave out --option and --kind",
        );
    }
    if !wish.options.is_empty() && kind != QuestionKind::Decision {
        return usage(
            "--option is what a decision chooses from: leave it out, or take --kind decision",
        );
    }
    let options = match wish.escalation {
        Some(_) => RULINGS.map(str::to_owned).to_vec(),
        None => texts("--option", &wish.options, MAX_OPTIONS)?,
    };
    if options.len() == 1 {
        return bad("one --option leaves nothing to choose: name a second one, or ask without");
    }
    let domains = texts("--domain", &wish.domains, MOST)?;
    if let Some(odd) = domains.iter().find(|domain| !is_label(domain)) {
        return bad(format!(
            "--domain {odd:?} is no domain: write one word in small letters, as in security"
        ));
    }
    Ok(Question {
        language: spoken(wish, own, usual, detect)?,
        text,
        kind,
        options,
        constraints: texts("--constraint", &wish.constraints, MOST)?,
        domains,
        stakes: wish.stakes.unwrap_or_default(),
    })
}

fn bad<T>(line: impl Into<String>) -> Result<T, AppFault> {
    Err(AppFault::BadInput(line.into()))
}

fn usage<T>(line: impl Into<String>) -> Result<T, AppFault> {
    Err(AppFault::Usage(line.into()))
}

/// What is asked where a person only says what to judge.
fn fixed(wish: &AskWish) -> Option<String> {
    let AskWish { rfc, ticket, diff, escalation, findings, .. } = wish;
    if let Some(rfc) = escalation {
        let of = findings.first().map_or_else(String::new, |finding| format!(" {finding}"));
        return Some(format!(
            "A review of {rfc} is waiting for a person to rule on the finding{of}. Should it be upheld or dismissed?"
        ));
    }
    if let Some(rfc) = rfc {
        return Some(format!(
            "Is the plan of {rfc} sound? Would its tickets, done as written and in their order, give what the RFC asks for?"
        ));
    }
    if let Some(ticket) = ticket {
        return Some(format!(
            "Is the ticket {ticket} sound? Can it be done as written, and would that give what it says?"
        ));
    }
    let base = diff.as_ref()?;
    Some(format!(
        "Is the change since {base} sound? Does it do what it means to do, and does it break nothing?"
    ))
}

/// The kind that a person named, or that the options say; never guessed from the text.
fn kind(wish: &AskWish) -> Result<QuestionKind, AppFault> {
    let is_shown = wish.rfc.is_some() || wish.ticket.is_some() || wish.diff.is_some();
    Ok(match wish.kind {
        Some(kind) => kind,
        None if !wish.options.is_empty() || wish.escalation.is_some() => QuestionKind::Decision,
        None if is_shown && wish.question.is_none() => QuestionKind::Review,
        None => QuestionKind::Open,
    })
}

/// What a person gave several of: each says something, once, and not too much.
fn texts(option: &str, given: &[String], most: usize) -> Result<Vec<String>, AppFault> {
    if given.len() > most {
        return bad(format!("{option} is there {} times: at most {most} are taken", given.len()));
    }
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for text in given.iter().map(|text| text.trim()) {
        if text.is_empty() {
            return bad(format!("{option} is empty: write what it says"));
        }
        let text = limited(option, text, MAX_TEXT)?;
        if !seen.insert(text.clone()) {
            return bad(format!("{option} says the same twice: leave one out"));
        }
        kept.push(text);
    }
    Ok(kept)
}

fn limited(what: &str, text: &str, most: usize) -> Result<String, AppFault> {
    match text.chars().count() {
        long if long > most => bad(format!(
            "{what} has {long} characters: write at most {most}, and show the rest with --file or --note"
        )),
        _ => Ok(text.to_owned()),
    }
}

/// The language of the answer. A fixed question is ours and says nothing of it.
fn spoken(
    wish: &AskWish,
    own: Option<&str>,
    usual: &str,
    detect: Detect<'_>,
) -> Result<AnswerLanguage, AppFault> {
    let of = |name: &str, source| AnswerLanguage { name: name.to_owned(), source };
    if let Some(word) = &wish.language {
        let name = language::named(word)
            .ok_or_else(|| AppFault::Usage(format!("--language: {}", language::unknown(word))))?;
        return Ok(of(name, LanguageSource::Given));
    }
    match own.and_then(detect) {
        Some(name) => Ok(of(name, LanguageSource::Detected)),
        None => Ok(of(usual, LanguageSource::Default)),
    }
}
