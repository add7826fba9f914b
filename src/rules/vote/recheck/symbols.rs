//! How a claim is tested that a ticket introduces by name what the code defines already.

use crate::rules::desk::{Introduced, introduced, mentions};
use crate::rules::lints::cousin::names::{same_job, why};
use crate::rules::seat::RuleSeat;
use crate::rules::text::callable::{FunctionShape, shape};
use crate::rules::text::words;
use crate::rules::vote::case::{Case, Opinion};
use crate::symbols::{Symbol, meanings};

pub(crate) fn symbol(case: &Case<'_, '_>) -> Option<Opinion> {
    let new = introduced(case.desk, case.ticket)
        .into_iter()
        .filter(|new| new.place.path == case.view.location.path)
        .find(|new| words_of(&case.view.description).any(|word| word == new.name))?;
    let (path, old) = existing(case, &new)?;
    if old.name != new.name && mentions(case.ticket, &old.name) {
        return Some(Opinion::oppose(format!("the ticket knows {} and speaks of it", old.name)));
    }
    if old.is_test {
        return Some(Opinion::oppose(format!(
            "{} is in tests ({path}:{}), where nothing else can use it",
            old.name, old.line
        )));
    }
    Some(match case.seat {
        RuleSeat::Sa1 => by_shape(&new, path, old),
        RuleSeat::Sa2 => match same_job(case.desk, case.ticket, &new) {
            Some((about, _)) if about.symbol == old => {
                let told = format!("{} {}", new.name, new.told);
                let shared = words::as_written(&about.shared, &told, meanings);
                Opinion::support(format!(
                    "an implementer who opens {path}:{} finds the work done: it is about {}, too",
                    old.line,
                    words::listed(&shared, 3)
                ))
            }
            _ => by_shape(&new, path, old),
        },
        RuleSeat::Sa3 => by_name(case, &new, path, old),
    })
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// The definition that the claim names by file and line.
fn existing<'d>(case: &Case<'_, 'd>, new: &Introduced) -> Option<(&'d str, &'d Symbol)> {
    let told = &case.view.description;
    let mut found = case.desk.index.symbols().filter(|(path, symbol)| {
        told.contains(*path) && told.contains(&format!("{path}:{}", symbol.line))
    });
    let first = found.next()?;
    // `a.rs:1` stands in `a.rs:12`, too.
    let all = std::iter::once(first).chain(found);
    all.filter(|(_, symbol)| {
        symbol.line > 0 && told.contains(&symbol.name) || symbol.name == new.name
    })
    .max_by_key(|(_, symbol)| symbol.line)
}

/// By what both take and give.
fn by_shape(new: &Introduced, path: &str, old: &Symbol) -> Opinion {
    let at = format!("{path}:{}", old.line);
    let (Some(own), Some(theirs)) = (&new.shape, shape(&old.head, &old.name)) else {
        return Opinion::support(format!(
            "the ticket gives {} no other parameters or fields than `{}` ({at}) has",
            new.name, old.head
        ));
    };
    let told = |shape: &FunctionShape| match shape.gives.as_str() {
        "" => format!("takes ({})", shape.takes.join(", ")),
        gives => format!("takes ({}) and gives {gives}", shape.takes.join(", ")),
    };
    let is_receiver = |owner: &String| own.takes.first() == Some(&owner.to_lowercase());
    if own.gives == theirs.gives && old.owner.as_ref().is_some_and(is_receiver) {
        return Opinion::support(format!(
            "the first thing that {} takes is that of which {} ({at}) is a method",
            new.name, old.name
        ));
    }
    let gives_other =
        !own.gives.is_empty() && !theirs.gives.is_empty() && own.gives != theirs.gives;
    if gives_other {
        return Opinion::oppose(format!(
            "{} {}, {} ({at}) {}: no call fits both",
            new.name,
            told(own),
            old.name,
            told(&theirs)
        ));
    }
    Opinion::support(format!("both could be called alike: {} ({at}) {}", old.name, told(&theirs)))
}

/// By what the names say.
fn by_name(case: &Case<'_, '_>, new: &Introduced, path: &str, old: &Symbol) -> Opinion {
    let near = case.desk.searcher().near(&new.name, new.class);
    if let Some(near) = near.iter().find(|near| near.symbol == old) {
        return Opinion::support(format!(
            "{} and {} are close: {}",
            new.name,
            old.name,
            why(&near.how)
        ));
    }
    let said = meanings(&format!("{} {}", new.name, new.told));
    let named = meanings(&old.name);
    let common: Vec<&String> = named.intersection(&said).collect();
    if common.is_empty() && old.owner.is_some() {
        return Opinion::oppose(format!(
            "what the ticket says of {} has no word of {} ({path}:{})",
            new.name,
            old.full_name(),
            old.line
        ));
    }
    Opinion::support(match common.as_slice() {
        [] => format!(
            "{} ({path}:{}) is there to be called, and the ticket does not say why not",
            old.name, old.line
        ),
        words => format!(
            "what is said of {} speaks of {}, as {} does",
            new.name,
            words::listed(words, 3),
            old.name
        ),
    })
}
