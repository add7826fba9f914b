//! Names that a ticket introduces, compared with what the repository's code defines.

use crate::rules::desk::{Desk, Introduced, mentions};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::callable::{FunctionShape, shape};
use crate::rules::text::words::{self, listed};
use crate::source::Ticket;
use crate::symbols::{About, Symbol, SymbolClass, is_common, meanings};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a new function for what one does already",
    kind: &kind::COUSIN_SYMBOL,
    finds: "a function of the code takes and gives the same, or is about the same by its words",
    seat: RuleSeat::Sa2,
    modes: [70, 56],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Likely,
    check: same_work,
}];

/// Whether a file has an ending that the ticket works on, when it names files at all.
fn is_of_language(new: &Introduced, path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or_default();
    new.endings.is_empty() || new.endings.iter().any(|e| e == ending)
}

/// From where on two functions are about the same.
const CLOSE: u64 = 20;
/// From where on a new function of which only the name is told is about the same as an old one.
const CLOSE_UNSHAPED: u64 = 24;
/// What little words must share when a telling shape is the same.
const SHAPED: u64 = 3;
/// Types that say something by themselves have so many words.
const TELLING: usize = 3;
/// So many functions of one shape make it a custom.
const CUSTOM: usize = 3;

/// The function that does what the new one is to do, when the ticket does not know of it.
fn same_job<'d>(
    desk: &Desk<'d>,
    ticket: &Ticket,
    new: &Introduced,
) -> Option<(About<'d>, MatchBasis)> {
    if new.class != Some(SymbolClass::Callable) {
        return None;
    }
    let text = format!("{} {}", new.name, new.told);
    let alike = new.shape.as_ref().filter(|shape| shape.is_whole()).map(|shape| desk.shaped(shape));
    let methods = new.shape.as_ref().map(|shape| same_question(desk, shape)).unwrap_or_default();
    let alike = alike.into_iter().flatten().copied().chain(methods).map(|(path, symbol)| About {
        path,
        symbol,
        closeness: SHAPED,
        shared: Vec::new(),
        covered: 0,
    });
    let near = desk.subjects().about(&text);
    near.into_iter().chain(alike).find_map(|about| {
        let symbol = about.symbol;
        if !is_of_language(new, about.path)
            || is_spoken_of(desk, ticket, new, symbol)
            || is_sibling(desk, new, &symbol.name)
        {
            return None;
        }
        let job = job(desk, new, &about)?;
        Some((about, job))
    })
}

/// The methods that ask one thing of its own type about another: what a function of two such things
/// does, too.
fn same_question<'d>(desk: &Desk<'d>, own: &FunctionShape) -> Vec<(&'d str, &'d Symbol)> {
    let [one, other] = own.takes.as_slice() else { return Vec::new() };
    if one != other || own.gives.is_empty() || one.len() < 4 {
        return Vec::new();
    }
    let wanted = FunctionShape { takes: vec![one.clone()], gives: own.gives.clone() };
    let is_of = |symbol: &Symbol| symbol.owner.as_ref().is_some_and(|o| o.to_lowercase() == *one);
    let methods = desk.shaped(&wanted).iter().copied();
    let methods: Vec<_> = methods.filter(|(_, symbol)| is_of(symbol)).collect();
    if methods.len() < CUSTOM { methods } else { Vec::new() }
}

/// Whether the ticket speaks of a function: by its name, or by its owner's when the name alone says
/// little.
fn is_spoken_of(desk: &Desk<'_>, ticket: &Ticket, new: &Introduced, symbol: &Symbol) -> bool {
    let says_little = words::words(&symbol.name).len() < 2;
    // Who takes a thing has to name its type, whatever he knows of its methods.
    let is_taken = |owner: &String| {
        new.shape.as_ref().is_some_and(|shape| shape.takes.contains(&owner.to_lowercase()))
    };
    let by_owner = |owner: &String| !is_taken(owner) && mentions(desk, ticket, owner);
    mentions(desk, ticket, &symbol.name)
        || (says_little && symbol.owner.as_ref().is_some_and(by_owner))
}

/// In what two functions agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchBasis {
    /// They take and give the same.
    Shape,
    /// They are told in the same words.
    Words,
}

fn job(desk: &Desk<'_>, new: &Introduced, about: &About<'_>) -> Option<MatchBasis> {
    let old = shape(&about.symbol.head, &about.symbol.name);
    if let Some(own) = &new.shape
        && same_question(desk, own).iter().any(|(_, symbol)| *symbol == about.symbol)
    {
        return Some(MatchBasis::Shape);
    }
    let (Some(own), Some(old)) = (&new.shape, &old) else {
        let said = meanings(&about.symbol.name);
        let is_named = said.iter().all(|word| about.shared.contains(word))
            || meanings(&new.name).iter().all(|word| about.shared.contains(word));
        let is_told = new.shape.is_none() && about.closeness >= CLOSE_UNSHAPED;
        return (is_told && is_named && about.shared.len() >= 3).then_some(MatchBasis::Words);
    };
    let is_whole =
        own.is_whole() && own.weight() >= 2 && own.gives != "bool" && own.gives != "boolean";
    if is_whole && own == old && desk.shaped(own).len() < CUSTOM {
        let least = if own.weight() > TELLING { SHAPED } else { 2 * SHAPED };
        return (about.closeness >= least).then_some(MatchBasis::Shape);
    }
    let is_untyped =
        |shape: &FunctionShape| shape.gives.is_empty() && shape.takes.iter().all(|t| t == "?");
    let gives_same = match is_untyped(own) && is_untyped(old) {
        true => own.takes.len() == old.takes.len(),
        false => (own.gives == old.gives && !own.gives.is_empty()) || takes_the_same(own, old),
    };
    let names = meanings(&new.name);
    let said = meanings(&about.symbol.name);
    let is_named = about.shared.iter().any(|word| names.contains(word))
        || said.iter().all(|word| about.shared.contains(word));
    let close = if is_untyped(own) { CLOSE * 2 / 3 } else { CLOSE };
    let is_told = is_named || takes_the_same(own, old);
    // To create, a path, an error: words that every other function has tell of no common job.
    let telling = about.shared.iter().filter(|word| !is_common(word)).count();
    (gives_same && is_told && about.closeness >= close && about.shared.len() >= 3 && telling >= 2)
        .then_some(MatchBasis::Words)
}

/// Whether a new function of which nobody says what it gives takes three things, all of which the
/// old one takes.
fn takes_the_same(own: &FunctionShape, old: &FunctionShape) -> bool {
    let is_taken = |kind: &String| kind != "?" && old.takes.contains(kind);
    own.gives.is_empty() && own.takes.len() >= 3 && own.takes.iter().all(is_taken)
}

/// What nearly every function is about, so that it tells two from another no better than their verbs.
const PLAIN: &[&str] = &[
    "byte", "content", "data", "fil", "file", "item", "nam", "name", "path", "text", "valu",
    "value",
];

/// Whether two names are of one family, `handle_get` and `handle_put`: they share their first or
/// last word with others, and differ in what they are for. Two names alone are one, when the text
/// does not speak of what only the old one is for.
fn is_sibling(desk: &Desk<'_>, new: &Introduced, old: &str) -> bool {
    let (a, b) = (words::words(&new.name), words::words(old));
    let is_family = |pick: fn(&[String]) -> Option<&String>| {
        let (Some(mine), Some(theirs)) = (pick(&a), pick(&b)) else { return false };
        let shares = meanings(mine) == meanings(theirs) && a.len() > 1 && b.len() > 1;
        shares && desk.names_with(theirs) >= 2
    };
    let (own, theirs, told) = (meanings(&new.name), meanings(old), meanings(&new.told));
    let rest: Vec<&String> = theirs.difference(&own).collect();
    let is_unspoken = |word: &&&String| {
        !told.contains(**word) && !is_common(word) && !PLAIN.contains(&word.as_str())
    };
    // A `reading` is no form of `read`.
    let said = words::words(&new.told);
    let is_noun = |word: &&String| word.ends_with("ing") && word.len() > 5;
    let is_unsaid = b.iter().filter(is_noun).any(|word| !a.contains(word) && !said.contains(word));
    let is_pair = theirs.intersection(&own).next().is_some()
        && own.difference(&theirs).next().is_some()
        && rest.iter().any(|word| is_unspoken(&word));
    let shares_word = a.iter().any(|word| b.contains(word));
    let is_family = is_family(|w| w.first()) || is_family(|w| w.last());
    is_pair || (is_unsaid && shares_word) || (!rest.is_empty() && is_family)
}

static SAME_WORK: Message = Message {
    defect: "{new} is to be written while {file} has `{head}`: {how}, and {ticket} does not speak of it",
    harm: "two copies of one job drift apart",
    act: "call {old} in place of it, or say in {ticket} what it cannot do",
};

fn same_work(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    let all = desk.introduced(ticket);
    for new in all {
        let Some((about, job)) = same_job(desk, ticket, new) else { continue };
        // A shape that several new functions have is a custom of theirs.
        let alike = all.iter().filter(|other| other.shape.is_some() && other.shape == new.shape);
        if job == MatchBasis::Shape && alike.count() + 1 >= CUSTOM {
            continue;
        }
        let (how, confidence) = match job {
            MatchBasis::Shape => ("it takes and gives the same".to_owned(), Confidence::Likely),
            MatchBasis::Words => {
                let told = format!("{} {}", new.name, new.told);
                let shared = words::as_written(&about.shared, &told, meanings);
                (format!("both are about {}", listed(&shared, 4)), Confidence::Hint)
            }
        };
        let args = vec![
            ("new", new.name.as_str().into()),
            ("head", about.symbol.head.as_str().into()),
            ("old", Arg::symbol(about.path, about.symbol)),
            ("file", about.path.into()),
            ("how", how.into()),
        ];
        let hit = Hit::at(ticket, &new.place, &new.name, &SAME_WORK, args);
        hits.extend(hit.map(|hit| hit.at_most(confidence)));
    }
    hits
}
