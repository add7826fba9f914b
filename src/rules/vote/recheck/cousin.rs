//! How a claim is tested that something is built a second time.

use std::collections::BTreeSet;

use crate::rules::desk::touched_or_told;
use crate::rules::desk::vocabulary::stems;
use crate::rules::lints::cousin::{content, extension, files as cousin};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{self, file_stem, listed};
use crate::rules::vote::case::{Case, Opinion};
use crate::source::Ticket;
use crate::source::atlas::{Component, ExtensionPoint};
use crate::symbols::SymbolKind;

/// Files that both tickets work on, and whether both name any.
fn common_files(a: &Ticket, b: &Ticket) -> Option<Vec<String>> {
    let paths = |ticket| -> BTreeSet<String> {
        touched_or_told(ticket).into_iter().map(|t| t.path).collect()
    };
    let (a, b) = (paths(a), paths(b));
    let both = !a.is_empty() && !b.is_empty();
    both.then(|| a.intersection(&b).cloned().collect())
}

/// By files: the same work happens in the same place.
pub(crate) fn by_files(case: &Case<'_, '_>, other: &Ticket) -> Option<Opinion> {
    let common = common_files(case.ticket, other)?;
    Some(if common.is_empty() {
        Opinion::oppose(format!(
            "{} and {} name files, and none of them is the same: alike in words, they work in different places",
            case.ticket.stem, other.stem
        ))
    } else {
        Opinion::support(format!("both tickets work in {}", listed(&common, 3)))
    })
}

pub(crate) fn cousin(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(other) = case.other() {
        return match case.seat {
            RuleSeat::Sa1 => {
                let ids = |t: &Ticket| -> BTreeSet<String> {
                    t.requirements.iter().map(|r| r.id.clone()).collect()
                };
                let (a, b) = (ids(ticket), ids(other));
                let is_comparable = !a.is_empty() && !b.is_empty() && ticket.rfc == other.rfc;
                is_comparable.then(|| match a.intersection(&b).next() {
                    Some(id) => Opinion::support(format!("both serve {id}")),
                    None => Opinion::oppose("they serve different requirements"),
                })
            }
            RuleSeat::Sa2 | RuleSeat::Sa3 => by_files(case, other),
        };
    }
    let named = words::paths(&case.view.description);
    let existing = named.iter().find(|path| case.desk.exists(path))?;
    if cousin::is_mentioned(ticket, existing) {
        return Some(Opinion::oppose(format!("the ticket knows {existing} and speaks of it")));
    }
    let new = named.iter().find(|path| *path != existing)?;
    let (a, b) = (file_stem(new), file_stem(existing));
    match case.seat {
        RuleSeat::Sa1 => {
            let (here, there) = (case.desk.component(new), case.desk.component(existing));
            Some(if here == there {
                Opinion::support(
                    "both would be in one component, and the ticket does not say why it needs two",
                )
            } else {
                Opinion::oppose(format!(
                    "{new} and {existing} are in different components, which may each have their own"
                ))
            })
        }
        RuleSeat::Sa2 => {
            let likeness = strsim::normalized_damerau_levenshtein(a, b);
            Some(if likeness >= 0.8 {
                Opinion::support(format!(
                    "a reader who looks for {a} opens {existing} first: the names differ in a letter or two"
                ))
            } else {
                Opinion::oppose(format!("nobody would look for {a} in a file named {b}"))
            })
        }
        RuleSeat::Sa3 => {
            let (new, old) = (cousin::name_words(new), cousin::name_words(existing));
            Some(match new.intersection(&old).next() {
                Some(word) => Opinion::support(format!("both names speak of \"{word}\"")),
                None => Opinion::oppose("the names share letters and no word"),
            })
        }
    }
}

/// A claim that a new file is for what one beside it is for.
pub(crate) fn content(case: &Case<'_, '_>) -> Option<Opinion> {
    let all = content::doubles(case.desk, case.ticket);
    let found = all.into_iter().find(|double| case.view.description.contains(&double.new.path));
    let Some(double) = found else {
        return Some(Opinion::oppose("what is said of the new file is said of no file there"));
    };
    let old = double.old;
    Some(match case.seat {
        RuleSeat::Sa1 => {
            Opinion::support(format!("{} % of what is said of it is in {old}", double.percent))
        }
        RuleSeat::Sa2 => Opinion::support(format!(
            "a reader who looks for {} opens {old} first",
            listed(&double.shared, 2)
        )),
        RuleSeat::Sa3 => {
            let symbols = case.desk.index.in_file(old).iter();
            let near =
                symbols.filter(|symbol| symbol.kind != SymbolKind::Constant).find(|symbol| {
                    let said = stems(&format!("{} {}", symbol.name, symbol.gist));
                    double.stem.as_ref().is_some_and(|stem| said.contains(stem))
                });
            Opinion::support(match near {
                Some(symbol) => format!(
                    "{} ({old}:{}) is there, and no line speaks of it",
                    symbol.full_name(),
                    symbol.line
                ),
                None => format!("no line of the ticket speaks of {old}"),
            })
        }
    })
}

pub(crate) fn extension(case: &Case<'_, '_>) -> Option<Opinion> {
    let told = &case.view.description;
    let atlas = &case.desk.dossier.atlas;
    let points =
        atlas.components.iter().flat_map(|c| c.extension_points.iter().map(move |p| (c, p)));
    let is_meant =
        |(_, p): &(&Component, &ExtensionPoint)| told.contains(&p.path) && told.contains(&p.name);
    let (component, point) = points.into_iter().find(is_meant)?;
    let ticket = case.ticket;
    if extension::is_known(ticket, point) {
        return Some(Opinion::oppose(format!("the ticket speaks of what {} is", point.name)));
    }
    let files = touched_or_told(ticket);
    let beside = files.iter().find(|t| {
        words::folder(&t.path) == words::folder(&point.path) && case.desk.exists(&t.path)
    });
    let inside =
        files.iter().find(|t| case.desk.component(&t.path) == Some(component.path.as_str()));
    Some(match (case.seat, beside, inside) {
        (RuleSeat::Sa1, Some(file), _) => Opinion::oppose(format!(
            "the ticket does change {}, right beside {}",
            file.path, point.path
        )),
        (RuleSeat::Sa1, None, _) => {
            Opinion::support(format!("no path of the ticket is in the folder of {}", point.path))
        }
        (RuleSeat::Sa2, _, Some(file)) => Opinion::support(format!(
            "the work is done in {}, one component with {}, and the next reader looks for it there",
            file.path, point.path
        )),
        (RuleSeat::Sa2, _, None) => Opinion::oppose(format!(
            "no file of the ticket lies in the component of {}",
            point.path
        )),
        (RuleSeat::Sa3, _, _) => Opinion::support(format!(
            "no line of the ticket has the name of {}, or of what is registered there",
            point.name
        )),
    })
}
