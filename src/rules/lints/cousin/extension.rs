//! Extension points of the atlas that a ticket passes by: by the methods that everything behind them
//! has, and by the function that calls it.

use std::collections::BTreeSet;

use crate::model::Place;
use crate::rules::desk::{Desk, mentions, work};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::callable::{FunctionShape, shape};
use crate::rules::text::words::{self, listed};
use crate::source::Ticket;
use crate::source::atlas::{Component, ExtensionPoint};
use crate::symbols::{Symbol, SymbolClass, SymbolKind};

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "methods of an extension point under other names",
        kind: &kind::PASSED_EXTENSION,
        finds: "what is written anew takes and gives what the methods of the extension point do",
        seat: RuleSeat::Sa1,
        modes: [6, 75],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: |desk, ticket| passed_by(desk, ticket, by_methods),
    },
    LintRule {
        name: "a way around an extension point",
        kind: &kind::PASSED_EXTENSION,
        finds: "the line works beside the function through which everything behind the extension point is called",
        seat: RuleSeat::Sa2,
        modes: [70, 56],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: |desk, ticket| passed_by(desk, ticket, by_driver),
    },
];

/// Names of code in a sentence: those that look so, and those that are called.
fn code_of(text: &str) -> impl Iterator<Item = &str> {
    let called = text.match_indices('(').filter_map(|(at, _)| {
        let from = text[..at].rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
        Some(&text[from.map_or(0, |f| f + 1)..at]).filter(|name| !name.is_empty())
    });
    let shouted = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| word.len() >= 4 && !word.contains(char::is_lowercase));
    words::code_names(text).chain(called).chain(shouted)
}

/// Whether the ticket speaks of the extension point. That it works in the same file says nothing: a
/// second way can be built right beside the first.
fn is_known(desk: &Desk<'_>, ticket: &Ticket, point: &ExtensionPoint) -> bool {
    // One word for many things, like `LintRule`, is a name of code only where it is written as one.
    let mut names = code_of(&point.description).chain(point.name.split(' '));
    let is_name = |name: &&str| name.len() >= 4 && name.contains(char::is_uppercase);
    let registers = |name: &str| name.to_lowercase().contains("register");
    names.any(|name| (is_name(&name) || registers(name)) && mentions(desk, ticket, name))
}

/// Why the ticket's work belongs to an extension point, and where that is said.
struct Reason {
    place: Place,
    needle: String,
    said: String,
}

static PASSED: Message = Message {
    defect: "the atlas has {point} in {file} {said}, and {ticket} builds beside it",
    harm: "what already goes through it does not find the addition",
    act: "add it through {point} in {file}, or say why that does not fit",
};

/// Extension points of the components in which the ticket works, that its work belongs to and that
/// it does not know.
fn passed_by(
    desk: &Desk<'_>,
    ticket: &Ticket,
    reason: fn(&Desk<'_>, &Ticket, &Component, &ExtensionPoint) -> Option<Reason>,
) -> Vec<Hit> {
    let mut hits = Vec::new();
    for component in &desk.dossier.atlas.components {
        for point in &component.extension_points {
            let builds_on = |other: &Ticket| {
                desk.waits_for(&ticket.stem, &other.stem) && is_known(desk, other, point)
            };
            // Who goes on from a ticket that went through the point goes through it.
            if is_known(desk, ticket, point) || desk.others(ticket).any(builds_on) {
                continue;
            }
            let Some(Reason { place, needle, said }) = reason(desk, ticket, component, point)
            else {
                continue;
            };
            hits.extend(Hit::at(
                ticket,
                &place,
                &needle,
                &PASSED,
                vec![
                    ("point", point.name.as_str().into()),
                    ("file", Arg::file(&point.path)),
                    ("said", said.into()),
                ],
            ));
        }
    }
    hits
}

/// The functions that call whatever stands behind a point: those that its description names.
fn drivers<'d>(desk: &Desk<'d>, component: &Component, point: &ExtensionPoint) -> Vec<&'d str> {
    let said = words::words(&point.description).into_iter().collect::<BTreeSet<String>>();
    let is_here = |path: &str| desk.component(path) == Some(component.path.as_str());
    let symbols = desk.index.symbols().filter(|(path, symbol)| !symbol.is_test && is_here(path));
    let is_told = |symbol: &&Symbol| {
        let name = symbol.name.as_str();
        let is_whole = point.description.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        symbol.kind == SymbolKind::Function
            && name.len() >= 5
            && (is_whole.into_iter().any(|word| word == name) || said.contains(name))
    };
    symbols.map(|(_, symbol)| symbol).filter(is_told).map(|symbol| symbol.name.as_str()).collect()
}

/// Whether a text says that things stay as they are.
fn is_kept(text: &str) -> bool {
    static KEPT: Words = lexicon::words("stays");
    KEPT.says(text)
}

/// The ticket makes a function and works with the one that calls what stands behind the point.
fn by_driver(
    desk: &Desk<'_>,
    ticket: &Ticket,
    component: &Component,
    point: &ExtensionPoint,
) -> Option<Reason> {
    let is_call = |new: &crate::rules::desk::Introduced| new.class == Some(SymbolClass::Callable);
    if !desk.introduced(ticket).iter().any(is_call) {
        return None;
    }
    drivers(desk, component, point).into_iter().find_map(|driver| {
        let text = work(ticket).find(|text| {
            let mut said = text.value.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            said.any(|word| word == driver) && !is_kept(&text.value)
        })?;
        Some(Reason {
            place: text.place.clone(),
            needle: driver.to_owned(),
            said: format!("whose entries {driver} goes through"),
        })
    })
}

/// What comes back when all goes well: `reading` of `result<reading,packeterror>`.
fn payload(gives: &str) -> &str {
    let inside = ["option<", "optional<", "promise<", "result<"]
        .iter()
        .find_map(|wrapper| gives.strip_prefix(wrapper)?.strip_suffix('>'));
    let first = inside.map(|inside| inside.split(',').next().unwrap_or(inside));
    first.unwrap_or_else(|| gives.split(['|', ',']).next().unwrap_or(gives).trim())
}

/// The ticket writes functions that take and give what methods behind the point do.
fn by_methods(
    desk: &Desk<'_>,
    ticket: &Ticket,
    _: &Component,
    point: &ExtensionPoint,
) -> Option<Reason> {
    let methods: Vec<(&Symbol, FunctionShape)> = desk
        .index
        .in_file(&point.path)
        .iter()
        .filter(|symbol| symbol.kind == SymbolKind::Method && !symbol.is_test)
        .filter(|symbol| symbol.owner.as_deref() == Some(point.name.as_str()))
        .filter_map(|symbol| Some((symbol, shape(&symbol.head, &symbol.name)?)))
        .filter(|(_, shape)| !shape.takes.is_empty())
        .collect();
    let mut alike: Vec<(String, String)> = Vec::new();
    let mut first = None;
    for new in desk.introduced(ticket) {
        let Some(own) = &new.shape else { continue };
        let twin = methods.iter().find(|(method, shape)| {
            shape.takes == own.takes
                && (payload(&own.gives) == payload(&shape.gives) || own.gives.is_empty())
                && method.name != new.name
                && !alike.iter().any(|(_, old)| *old == method.name)
        });
        if let Some((method, _)) = twin {
            alike.push((new.name.clone(), method.name.clone()));
            first.get_or_insert(new);
        }
    }
    let needed = methods.len().clamp(1, 2);
    let new = first.filter(|_| alike.len() >= needed)?;
    let pairs: Vec<String> = alike.iter().map(|(new, old)| format!("{new} for {old}")).collect();
    Some(Reason {
        place: new.place.clone(),
        needle: new.name.clone(),
        said: format!("with the same methods ({})", listed(&pairs, 2)),
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{atlas, dossier, found_over, ticket};
    use crate::symbols::{Index, Symbol, SymbolKind};

    #[test]
    fn nothing_is_done_around_an_extension_point() {
        let name = "a way around an extension point";
        let map = atlas(
            "component_atlas:\n  components:\n  - id: C\n    name: core\n    path: crates/core\n    extension_points:\n    - id: E\n      name: Notifiers\n      path: crates/core/src/notify.rs\n      description: A channel implements AlarmNotifier; dispatch_all tries it\n",
        );
        let driver = Symbol {
            name: "dispatch_all".to_owned(),
            kind: SymbolKind::Function,
            line: 1,
            owner: None,
            head: "fn dispatch_all()".to_owned(),
            gist: String::new(),
            is_test: false,
        };
        let index = Index::from_files([("crates/core/src/notify.rs".to_owned(), vec![driver])]);
        let of = |step: &str| {
            let plan = format!("plan:\n  steps:\n  - \"{step}\"\n");
            let files = [ticket(1, "A horn", &plan), map.clone()];
            let tree = ["Cargo.toml", "crates/core/Cargo.toml", "crates/core/src/notify.rs"];
            found_over(name, &dossier(&files, &tree), &index).len()
        };
        let horn = "crates/core/src/horn.rs: `fn hoot(relay: &Path) -> u8`";
        assert_eq!(of(&format!("{horn}, called once dispatch_all has returned")), 1);
        assert_eq!(
            of(&format!("{horn} of an AlarmNotifier; dispatch_all calls it")),
            0,
            "through it"
        );
        assert_eq!(of(&format!("{horn}; dispatch_all is unchanged")), 0, "left alone");
        assert_eq!(of(horn), 0);
    }
}
