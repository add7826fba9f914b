//! What rules say: templates, and the typed arguments that they are rendered from, last of all. A place
//! among the arguments is a related place of the finding: nobody has to read it out of a text.

use crate::gates::text::ticket::whole;
use crate::model::{Place, Related, RelatedKind, TicketId};
use crate::rules::text::words::{listed, shortened};
use crate::source::{Requirement, Text, Ticket};
use crate::symbols::Symbol;

/// The texts of one defect: a sentence each. `{name}` is an argument, `{ticket}` the ticket's id.
#[derive(Debug)]
pub(crate) struct Message {
    /// What is wrong.
    pub(crate) defect: &'static str,
    /// What comes of it.
    pub(crate) harm: &'static str,
    /// The next act.
    pub(crate) act: &'static str,
}

/// An argument of a message.
#[derive(Debug, Clone)]
pub(crate) enum Arg {
    /// Words that name no place.
    Words(String),
    /// A place, under its name.
    At(Related),
    /// Places of which so many are named.
    All(Vec<Related>, usize),
}

/// The arguments of a message by their names, in the order of what they name.
pub(crate) type Args = Vec<(&'static str, Arg)>;

fn at(kind: RelatedKind, name: impl Into<String>, place: &Place, file: &str) -> Arg {
    Arg::At(Related { kind, name: name.into(), location: place.in_file(file) })
}

impl Arg {
    /// A ticket, told by its id.
    pub(crate) fn ticket(ticket: &Ticket) -> Self {
        at(RelatedKind::Ticket, ticket.stem.as_str(), whole(ticket), &ticket.file)
    }

    /// A sentence of a ticket, in quotation marks.
    pub(crate) fn sentence(ticket: &Ticket, text: &Text) -> Self {
        at(RelatedKind::Sentence, shortened(&text.value), &text.place, &ticket.file)
    }

    /// A definition, told by its name.
    pub(crate) fn symbol(path: &str, symbol: &Symbol) -> Self {
        at(RelatedKind::Symbol, symbol.full_name(), &Place::line(symbol.line), path)
    }

    /// A file, told by its path.
    pub(crate) fn file(path: &str) -> Self {
        at(RelatedKind::File, path, &Place::whole_file(), path)
    }

    /// Files of which so many are named.
    pub(crate) fn files<'p>(paths: impl IntoIterator<Item = &'p str>, most: usize) -> Self {
        Self::all(paths.into_iter().map(Self::file), most)
    }

    fn all(args: impl Iterator<Item = Self>, most: usize) -> Self {
        Self::All(args.flat_map(|arg| arg.places().to_vec()).collect(), most)
    }

    /// A requirement, told by its id.
    pub(crate) fn requirement(requirement: &Requirement) -> Self {
        let Requirement { id, place, file, .. } = requirement;
        at(RelatedKind::Requirement, id.as_str(), place, file)
    }

    /// What a text says, in quotation marks.
    pub(crate) fn quote(text: &str) -> Self {
        Self::Words(format!("\"{}\"", shortened(text)))
    }

    fn told(&self) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::At(Related { kind: RelatedKind::Sentence, name, .. }) => format!("\"{name}\""),
            Self::At(place) => place.name.clone(),
            Self::All(places, most) => {
                let names: Vec<&str> = places.iter().map(|place| place.name.as_str()).collect();
                listed(&names, *most)
            }
        }
    }

    /// The places that it names.
    pub(crate) fn places(&self) -> &[Related] {
        match self {
            Self::Words(_) => &[],
            Self::At(place) => std::slice::from_ref(place),
            Self::All(places, _) => places,
        }
    }
}

impl From<&str> for Arg {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<String> for Arg {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

/// A template with its arguments, in one pass: what an argument says is no template.
pub(crate) fn filled(template: &str, own: &TicketId, args: &Args) -> String {
    let mut text = String::with_capacity(2 * template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (name, behind) = after.split_once('}').unwrap_or((after, ""));
        match args.iter().find(|(known, _)| *known == name) {
            Some((_, arg)) => text.push_str(&arg.told()),
            None if name == "ticket" => text.push_str(own.as_str()),
            None => debug_assert!(false, "{name} is no argument of {template}"),
        }
        rest = behind;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_no_template() {
        let own: TicketId = "TCK-00001".parse().expect("an id");
        let args: Args = vec![("line", Arg::quote("print {other}")), ("other", "it".into())];
        let text = filled("{ticket} says {line} of {other}", &own, &args);
        assert_eq!(text, "TCK-00001 says \"print {other}\" of it");
    }
}
