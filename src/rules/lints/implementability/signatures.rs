//! New code that is asked for, and whether the ticket gives it a name and a shape.

use crate::gates::text::files::is_test;
use crate::rules::desk::spelt::{declarations, defined, is_product, is_spelt};
use crate::rules::desk::{Desk, changes, prose, touched_or_told, work};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::rule::{Confidence, Hit};
use crate::rules::message::{Arg, Args, Message};
use crate::rules::text::sentences::{Sentence, sentences};
use crate::rules::text::words;
use crate::source::{Text, Ticket};

static TYPES: Words = lexicon::words("type");
static SHAPED: Words = lexicon::words("called-or-typed");
static NAMED: Words = lexicon::words("known-by-name");

static ASKS: Words = lexicon::words("asks");

static PLACES: Words = lexicon::words("place");

/// A thing that is asked for without a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Nameless {
    /// What kind of thing: `function`.
    pub(crate) kind: String,
    /// Whether it needs a signature or fields, and not only a name.
    pub(crate) is_shaped: bool,
    /// The sentence that asks for it.
    pub(crate) sentence: String,
    /// The phrase that asks for it, as written.
    pub(crate) phrase: String,
}

/// A token, and whether it reads as a name of code.
struct Token<'s> {
    text: &'s str,
    word: String,
    is_name: bool,
    /// By bytes.
    start: usize,
}

fn cut(sentence: &Sentence) -> Vec<Token<'_>> {
    let said = sentence.said.as_str();
    let mut found = Vec::new();
    let mut from = 0;
    for text in said.split(' ') {
        let start = from;
        from += text.len() + 1;
        let word: String = text
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '-')
            .collect::<String>()
            .to_lowercase();
        if word.is_empty() {
            continue;
        }
        let bare = text
            .trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '/' | '_' | '`'));
        let is_quoted = !sentence.open[start..start + text.len()].contains(char::is_alphanumeric);
        let is_odd = bare.starts_with("--")
            || bare.starts_with('/')
            || bare.contains('_')
            || bare.contains("::")
            || bare.contains('(')
            || (bare.contains('.') && bare.len() > 3)
            || bare.chars().skip(1).any(char::is_uppercase);
        let is_capital = !found.is_empty() && bare.starts_with(char::is_uppercase);
        found.push(Token { text, word, is_name: is_quoted || is_odd || is_capital, start });
    }
    found
}

/// The first thing that a sentence asks for without naming it.
fn nameless(sentence: &Sentence) -> Option<Nameless> {
    let tokens = cut(sentence);
    let asks_at = tokens.iter().take(3).position(|token| ASKS.has(&token.word));
    // `Add a new type`, `The two new methods`; but not `to new check functions`, `handle new fields`.
    let is_new = |at: usize| {
        let new = (at.saturating_sub(2)..at).find(|at| tokens[*at].word == "new");
        let before = new.and_then(|new| {
            let counts = ["a", "an", "another", "both", "one", "some", "the", "three", "two"];
            tokens[..new].iter().rev().find(|token| !counts.contains(&token.word.as_str()))
        });
        new.is_some() && before.is_none_or(|token| ASKS.has(&token.word))
    };
    // `Code that reads the file and yields filters`.
    let is_bare = |at: usize| {
        let is_code = matches!(tokens[at].word.as_str(), "code" | "logic" | "something");
        let leads = ["for", "that", "to", "which"];
        let next = tokens.get(at + 1).map_or("", |next| next.word.as_str());
        at == 0 && is_code && leads.contains(&next)
    };
    let at = tokens.iter().enumerate().position(|(at, token)| {
        if is_bare(at) {
            return true;
        }
        let word = token.word.as_str();
        let is_kind = SHAPED.has(word) || NAMED.has(word);
        // `New file src/a.ts with the layer`: what a new file holds is new.
        let is_held = SHAPED.has(word)
            && tokens[..at].iter().any(|t| t.word == "new")
            && at >= 2
            && tokens[at - 1].word == "the"
            && tokens[at - 2].word == "with";
        // A way is asked for only as "a way to".
        let is_way = !matches!(word, "way" | "means" | "facility" | "mechanism" | "possibility")
            || tokens.get(at + 1).is_some_and(|next| next.word == "to");
        let asked = asks_at.is_some_and(|asks| {
            at > asks && at - asks <= 7 && is_introduced(&tokens[asks + 1..at])
        });
        let is_brought = SHAPED.has(word) && is_brought(&tokens[..at]);
        is_kind && is_way && !token.is_name && (asked || is_new(at) || is_brought || is_held)
    })?;
    let is_denied = tokens[..at]
        .iter()
        .any(|t| matches!(t.word.as_str(), "no" | "not" | "nothing" | "never" | "without"));
    // What a clause says about the thing is not what it is called: "a method by which jobs go back".
    let ends = |t: &Token<'_>| {
        matches!(t.word.as_str(), "that" | "which" | "whose" | "where" | "who" | "so" | "when")
    };
    let clause = tokens[at..].iter().position(ends).map_or(tokens.len(), |end| at + end);
    if is_denied || is_given_a_name(&tokens[..clause]) || is_spelt(&sentence.said) {
        return None;
    }
    let from = asks_at.filter(|asks| *asks < at).unwrap_or(at.saturating_sub(2));
    let end = tokens[at].start + tokens[at].text.len();
    Some(Nameless {
        kind: tokens[at].word.clone(),
        is_shaped: SHAPED.has(&tokens[at].word) || is_bare(at),
        sentence: sentence.said.trim().to_owned(),
        phrase: sentence.said[tokens[from].start..end]
            .trim_end_matches([',', '.', ';', ':'])
            .to_owned(),
    })
}

/// Whether what stands before a thing brings it into being: `store.go: a type`, `a module with a
/// function`, `Memory gets a method`.
fn is_brought(before: &[Token<'_>]) -> bool {
    let article = before.iter().rev().take(2).position(|token| {
        matches!(token.word.as_str(), "a" | "an" | "another" | "one" | "three" | "two")
    });
    let Some(at) = article.map(|back| before.len() - 1 - back) else { return false };
    match at.checked_sub(1).map(|at| &before[at]) {
        None => false,
        Some(token) => {
            let brings = ["gain", "gains", "get", "gets", "grow", "grows", "with"];
            let holds = brings.contains(&token.word.as_str());
            // A file that begins the sentence.
            let is_file = token.text.ends_with(':')
                && words::paths(token.text)
                    .iter()
                    .any(|path| words::is_source(path) && !is_test(path));
            let is_with = token.word == "with";
            let is_of_new = before[..at].iter().any(|t| matches!(t.word.as_str(), "new" | "file"));
            is_file || (holds && (!is_with || is_of_new))
        }
    }
}

/// Whether the words between the verb and the thing introduce it: `a`, `the two new`. The word
/// directly before it must not belong to something else: `add tests for the function`.
fn is_introduced(between: &[Token<'_>]) -> bool {
    let introduces = ["a", "an", "another", "both", "new", "one", "some", "the", "three", "two"];
    let has = between.iter().any(|token| introduces.contains(&token.word.as_str()));
    let is_elsewhere = between.iter().any(|token| {
        PLACES.has(&token.word) || matches!(token.word.as_str(), "and" | "that" | "test" | "tests")
    });
    has && !is_elsewhere
}

/// Whether some name in the sentence says what, rather than where.
fn is_given_a_name(tokens: &[Token<'_>]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let before =
            tokens[..at].iter().rev().find(|t| !matches!(t.word.as_str(), "a" | "an" | "the"));
        let is_place = before.is_some_and(|t| PLACES.has(&t.word));
        token.is_name && !is_place && words::paths(token.text).is_empty()
    })
}

/// Whether the names that the ticket gives elsewhere are of what is asked for: they share a word
/// with the sentence, or the sentence has no word of its own.
fn is_defined(nameless: &Nameless, ticket: &Ticket, names: &[String]) -> bool {
    let is_kind = |word: &str| {
        [&SHAPED, &NAMED, &ASKS]
            .iter()
            .any(|row| row.has(word) || row.any.iter().any(|kind| words::root(kind) == word))
    };
    // Where it stands says nothing of what it is.
    let paths = words::paths(&nameless.sentence);
    let bare = paths.iter().fold(nameless.sentence.clone(), |said, path| said.replace(path, " "));
    let about: Vec<String> =
        words::significant(&bare).into_iter().filter(|word| !is_kind(word)).collect();
    let is_of = |name: &String| {
        let said = words::significant(name);
        about.iter().any(|word| said.contains(word))
    };
    if nameless.is_shaped {
        return !names.is_empty() && (about.is_empty() || names.iter().any(is_of));
    }
    // A name is enough: anything in backticks or with a form of its own.
    let texts = prose(ticket).cloned().chain(changes(ticket)).chain(ticket.title.clone());
    let mut lines = texts.flat_map(|text| sentences(&text.value)).filter(|s| {
        let is_other = s.said.trim() != nameless.sentence;
        let is_odd =
            s.said.contains(['`', '"', '[']) || s.said.contains("--") || s.said.contains(" /");
        is_other && (is_odd || !words::identifiers(&s.said).is_empty())
    });
    about.is_empty() || lines.any(|line| is_of(&line.said))
}

/// What a sentence asks for, whatever it is: a verb that makes, an article, and no name of code
/// for the thing. Tests and documents have no signature.
fn asked_for(sentence: &Sentence) -> Option<Nameless> {
    let tokens = cut(sentence);
    let verb = tokens.iter().take(3).position(|token| ASKS.has(&token.word))?;
    let article = tokens.get(verb + 1)?;
    let introduces = ["a", "an", "another", "one", "the", "three", "two"];
    let leads_on = |token: &Token<'_>| {
        let word = token.word.as_str();
        PLACES.has(word) || matches!(word, "so" | "that" | "when" | "which" | "whose")
    };
    let rest = &tokens[verb + 2..];
    let stop = rest.iter().position(leads_on).unwrap_or(rest.len());
    let comma = rest.iter().position(|token| token.text.ends_with([',', ':', '.', ';']));
    let end = verb + 2 + stop.min(comma.map_or(rest.len(), |at| at + 1));
    let thing = &tokens[verb + 2..end];
    let is_no_code = |word: &str| NO_CODE.has(word) || NAMED.has(word);
    let is_code =
        thing.iter().all(|token| !is_no_code(words::root(&token.word)) && !is_no_code(&token.word));
    let paths = words::paths(&sentence.said);
    let is_elsewhere = !paths.is_empty() && !paths.iter().any(|path| is_product(path));
    if !introduces.contains(&article.word.as_str())
        || thing.is_empty()
        || !is_code
        || is_elsewhere
        || is_given_a_name(&tokens[..end])
    {
        return None;
    }
    let last = tokens[end - 1].start + tokens[end - 1].text.len();
    Some(Nameless {
        kind: "new code".to_owned(),
        is_shaped: true,
        sentence: sentence.said.trim().to_owned(),
        phrase: sentence.said[tokens[verb].start..last]
            .trim_end_matches([',', '.', ';', ':'])
            .to_owned(),
    })
}

static NO_CODE: Words = lexicon::words("no-code");

/// New code that a ticket asks for without a signature or a field with its type anywhere: where there
/// is one, it may be of what is asked for.
fn unshaped(ticket: &Ticket) -> Option<(Text, Nameless)> {
    let makes_code = touched_or_told(ticket).iter().any(|file| is_product(&file.path));
    let is_shaped = || !defined(ticket).is_empty() || !declarations(ticket).is_empty();
    if !makes_code || !ticket.code_examples.is_empty() || is_shaped() {
        return None;
    }
    work(ticket).cloned().chain(changes(ticket)).find_map(|text| {
        if text.value.lines().any(is_spelt) {
            return None;
        }
        let mut asked = sentences(&text.value).into_iter().filter_map(|said| asked_for(&said));
        asked.next().map(|thing| (text, thing))
    })
}

/// The first thing that scope, steps and file lists ask for without name or shape: a thing
/// of which the words tell what it is, or else whatever it is; the last says which.
fn unnamed(ticket: &Ticket) -> Option<(Text, Nameless, bool)> {
    let by_kind = unnamed_kind(ticket).map(|(text, thing)| (text, thing, true));
    by_kind.or_else(|| unshaped(ticket).map(|(text, thing)| (text, thing, false)))
}

fn unnamed_kind(ticket: &Ticket) -> Option<(Text, Nameless)> {
    let (names, types) = (defined(ticket), declarations(ticket));
    let texts = ticket.steps.iter().chain(work(ticket)).cloned().chain(changes(ticket));
    texts.into_iter().find_map(|text| {
        let is_spelt = text.value.lines().any(is_spelt);
        let asked = sentences(&text.value).into_iter().filter_map(|s| nameless(&s));
        let is_declared =
            |thing: &Nameless| TYPES.has(&thing.kind) && is_defined(thing, ticket, &types);
        let mut open =
            asked.filter(|thing| !is_defined(thing, ticket, &names) && !is_declared(thing));
        (!is_spelt).then(|| open.next()).flatten().map(|thing| (text, thing))
    })
}

const ASKED: &str = "{said} asks for new code, and nothing in {ticket} says {missing}";
const WRITE: &str = "write the {kind} down as code: name, {parts}";
static FORMLESS: Message =
    Message { defect: ASKED, harm: "a caller has to read the finished code first", act: WRITE };
static AWAITED: Message = Message {
    defect: ASKED,
    harm: "{other}, which depends on {ticket}, has to be written against a guess",
    act: WRITE,
};

/// New code without a name, a signature or fields.
pub(crate) fn formless(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    if !desk.has_fields() {
        return Vec::new();
    }
    let Some((text, thing, is_sure)) = unnamed(ticket) else {
        return Vec::new();
    };
    let waiting = desk.others(ticket).find(|other| desk.needs_directly(&other.stem, &ticket.stem));
    let message = if waiting.is_some() { &AWAITED } else { &FORMLESS };
    let confidence = if is_sure { Confidence::Likely } else { Confidence::Hint };
    let (missing, parts) = match thing.is_shaped {
        true => (
            "what it is called, what it takes and what it gives back",
            "parameters or fields with their types, and the result",
        ),
        false => ("what it is called and what it holds", "values, and where it is declared"),
    };
    let mut args: Args = vec![
        ("said", Arg::quote(&thing.sentence)),
        ("missing", missing.into()),
        ("kind", thing.kind.as_str().into()),
        ("parts", parts.into()),
    ];
    args.extend(waiting.map(|other| ("other", Arg::ticket(other))));
    Hit::at(ticket, &text.place, &thing.phrase, message, args)
        .map(|hit| hit.at_most(confidence))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, nameless_in_steps, ticket};

    #[test]
    fn new_code_has_a_name_and_a_shape() {
        for open in [
            "Write the class for the series",
            "Add the function that looks through a pack and says what it found",
            "Give the store a way to ask whether a file is done",
            "Introduce a new endpoint for the list",
            "The two new methods",
            "Create a helper in src/a.rs for rounding",
            "src/store/means.rs: a type for the means and an interface with two methods",
            "New file src/store/means.rs with the layer, which has to be configurable",
            "The memory store gets a method for tests to put one in",
            "Write the middleware that counts requests",
            "store/store.go: one more method in the interface, by which jobs whose LeasedUntil is past go back",
            "A new module src/means.rs with a function for the means, never without a unit",
        ] {
            assert_eq!(nameless_in_steps(&[open]), 1, "{open}");
        }
        for fine in [
            "Write the class BookingSeries",
            "Add the function `look_through` to src/pack.rs",
            "Add a command `strata check`",
            "Add a new endpoint GET /rooms for the list",
            "Add tests for the function that rounds",
            "No new type is needed",
            "Add calls to new check functions",
            "Say how to handle new struct fields",
            "Move the function to src/b.rs",
            "New helper in backup.rs: fn reuse(parent: &Snapshot) -> bool",
        ] {
            assert_eq!(nameless_in_steps(&[fine]), 0, "{fine}");
        }
    }

    #[test]
    fn whatever_is_asked_for_has_a_shape_somewhere() {
        let name = "new code without name or shape";
        let of = |steps: &[&str]| {
            let steps: String = steps.iter().map(|s| format!("  - '{s}'\n")).collect();
            let plan = format!("plan:\n  steps:\n{steps}");
            found_in(name, &[ticket(1, "One", &plan)])
        };
        let ask = "In src/totals.rs write the rule: less than ten euros is too little";
        assert_eq!(of(&[ask]), [format!("TCK-00001 INFO INCOMPLETE_PLAN: {ask}")]);
        assert!(of(&[ask, "src/a.rs: `fn least(cart: &Cart) -> Money`"]).is_empty());
        for fine in [
            "Write the section on limits in docs/limits.md, and mend src/a.rs",
            "Add a test for the rule to src/totals.rs",
            "Add a column to the table in src/store.rs",
            "Write the rule `least_order` in src/totals.rs",
            "Apply the rule in src/totals.rs",
        ] {
            assert!(of(&[fine]).is_empty(), "{fine}");
        }
    }

    #[test]
    fn the_shape_may_stand_elsewhere() {
        let ask = "Add the function that finds silent stations";
        assert_eq!(
            nameless_in_steps(&[ask, "`silent_stations(now: datetime) -> list` asks the store"]),
            0
        );
        assert_eq!(nameless_in_steps(&[ask, "`read_header(rest: &[u8]) -> bool` moves"]), 1);
    }

    #[test]
    fn f27_a_declaration_answers_a_request_for_a_type() {
        let ask = "Add a type for refunds to src/refund.ts";
        assert_eq!(nameless_in_steps(&[ask]), 1);
        for declared in [
            "export interface Refund { id: string }",
            "`export type RefundId = string`",
            "enum RefundState { Open, Paid }",
            "src/refund.ts: `class Refund extends Payment {`",
        ] {
            assert_eq!(nameless_in_steps(&[ask, declared]), 0, "{declared}");
            assert_eq!(nameless_in_steps(&[declared]), 0, "{declared}");
        }
        for other in ["The interface Refund is documented", "enum Colour { Red }"] {
            assert_eq!(nameless_in_steps(&[ask, other]), 1, "{other}");
        }
        let function = "Add the function that pays refunds";
        assert_eq!(nameless_in_steps(&[function, "export interface Refund { id: string }"]), 1);
    }
}
