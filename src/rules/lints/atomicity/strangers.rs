//! Gate 5: a part of a ticket that nobody asked for. What the bound requirements say nothing of,
//! what shares no telling word with the rest and is done in files of its own, could land apart.

use std::collections::BTreeSet;

use crate::model::Place;
use crate::rules::desk::vocabulary::{Stems, stems};
use crate::rules::desk::{Desk, whole};
use crate::rules::lints::atomicity::concerns::{
    Piece, apart, demanded, is_companion, parts, plan_pieces,
};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Cycle, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::source::Ticket;

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a part that no requirement asks for",
    kind: &kind::SEVERAL_CONCERNS,
    finds: "the bound requirements do not speak of the part, and the rest of the ticket has other files and other words",
    seat: RuleSeat::Sa1,
    cycle: Cycle::Feasibility,
    modes: [43, 1],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Hint,
    check: unasked,
}];

/// What the three most telling words that join two parts weigh at most, when the two have nothing to
/// do with each other.
const LOOSE: u64 = 18;
/// What a word weighs that joins a part to the rest by itself.
const JOINS: u64 = 5;

/// A part of a ticket that belongs to nothing else in it.
pub(crate) struct Stranger {
    /// The part, as written.
    pub(crate) part: String,
    pub(crate) place: Place,
}

/// One thing that the ticket asks for: a part of its title, or a line of its scope.
struct Ask {
    text: String,
    place: Place,
    stems: Stems,
}

fn asks(ticket: &Ticket) -> Vec<Ask> {
    let titled = parts(ticket.name());
    let title = titled.iter().map(|part| (part.trim().to_owned(), whole(ticket).clone()));
    let lines = ticket.in_scope.iter().map(|line| (line.value.clone(), line.place.clone()));
    let all = title.chain(lines);
    all.map(|(text, place)| Ask { stems: stems(&text), text, place }).collect()
}

/// What the three most telling words of two sets weigh.
pub(crate) fn link(desk: &Desk<'_>, a: &Stems, b: &Stems) -> u64 {
    let mut weights: Vec<u64> = a.intersection(b).map(|stem| desk.weight(stem)).collect();
    weights.sort_unstable_by(|a, b| b.cmp(a));
    weights.into_iter().take(3).sum()
}

/// What joins a line of the scope and its work to the rest of the ticket.
pub(crate) fn woven(desk: &Desk<'_>, ticket: &Ticket, line: &Stems, rest: &Stems) -> u64 {
    let pieces = plan_pieces(ticket);
    let (mine, theirs) = shared_out(desk, &pieces, line, rest);
    let bag = |pieces: &[&Piece], begin: &Stems| -> Stems {
        let said = pieces.iter().flat_map(|piece| piece.stems.iter());
        said.chain(begin).cloned().collect()
    };
    link(desk, &bag(&mine, line), &bag(&theirs, rest))
}

/// The steps and changes that speak more of a part than of the rest, and the others that speak of
/// the rest.
fn shared_out<'p>(
    desk: &Desk<'_>,
    pieces: &'p [Piece],
    part: &Stems,
    rest: &Stems,
) -> (Vec<&'p Piece>, Vec<&'p Piece>) {
    let speaks = |piece: &Piece, of: &Stems| desk.weight_of(piece.stems.intersection(of));
    let (own, others): (Vec<&Piece>, Vec<&Piece>) =
        pieces.iter().partition(|piece| speaks(piece, part) > speaks(piece, rest));
    (own, others.into_iter().filter(|piece| speaks(piece, rest) > 0).collect())
}

/// The parts of a ticket that belong to nothing else in it.
pub(crate) fn strangers(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Stranger> {
    let asks = asks(ticket);
    let demanded = demanded(desk, ticket);
    if asks.len() < 2 || demanded.is_empty() {
        return Vec::new();
    }
    let is_one_title = parts(ticket.name()).len() < 2;
    let pieces = plan_pieces(ticket);
    let mut found = Vec::new();
    for (at, ask) in asks.iter().enumerate() {
        if is_companion(&ask.text) || (is_one_title && at == 0) {
            continue;
        }
        let weight = |stems: &Stems| desk.weight_of(stems);
        let own = weight(&ask.stems).max(1);
        let is_other = |(index, other): &(usize, &Ask)| {
            let shared = desk.weight_of(ask.stems.intersection(&other.stems));
            *index != at && shared * 5 <= 2 * own.min(weight(&other.stems).max(1))
        };
        let rest: Stems = asks
            .iter()
            .enumerate()
            .filter(is_other)
            .flat_map(|(_, other)| other.stems.iter().cloned())
            .collect();
        let is_joined = ask.stems.intersection(&rest).any(|stem| desk.weight(stem) >= JOINS);
        let is_asked = desk.covered(&ask.stems, &demanded) > 5;
        if is_joined || is_asked || desk.covered(&rest, &demanded) < 15 {
            continue;
        }
        let (mine, theirs) = shared_out(desk, &pieces, &ask.stems, &rest);
        let files = |pieces: &[&Piece]| -> BTreeSet<String> {
            pieces.iter().flat_map(|piece| piece.files.iter().cloned()).collect()
        };
        let link = woven(desk, ticket, &ask.stems, &rest);
        let (here, there) = (files(&mine), files(&theirs));
        let is_apart = !there.is_empty() && here.is_disjoint(&there);
        // Without a file of its own, words alone have to tell it apart.
        let most = if here.is_empty() { LOOSE / 2 } else { LOOSE };
        if mine.is_empty() || theirs.is_empty() || !is_apart || link > most {
            continue;
        }
        found.push(Stranger { part: ask.text.clone(), place: ask.place.clone() });
    }
    found
}

fn unasked(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let found = strangers(desk, ticket);
    let Some(stranger) = found.first() else { return Vec::new() };
    let title = parts(ticket.name()).first().map_or(ticket.name(), |first| first).to_owned();
    let title = if title.trim() == stranger.part { ticket.name().to_owned() } else { title };
    apart(ticket, &stranger.place, &title, &stranger.part)
}
