//! Cycle 1: how the tickets fit together. Looks between tickets; what one ticket says for itself
//! is the later cycles' matter.

use super::desk::{Desk, demands, prose, work, whole};
use super::rule::{Cycle, Hit, Reach, Rule};
use super::words;
use crate::model::{GateId, SeatId, Severity, Subcategory};
use crate::source::{Text, Ticket};

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "the same words in two scopes",
        seat: SeatId::Sa1,
        cycle: Cycle::Structural,
        modes: [6, 1],
        reach: Reach::Ticket,
        check: same_words,
    },
    Rule {
        name: "nearly the same sentence in two scopes",
        seat: SeatId::Sa3,
        cycle: Cycle::Structural,
        modes: [14, 15],
        reach: Reach::Ticket,
        check: same_letters,
    },
    Rule {
        name: "a prerequisite in prose that the graph does not know",
        seat: SeatId::Sa1,
        cycle: Cycle::Structural,
        modes: [6, 43],
        reach: Reach::Ticket,
        check: prose_prerequisite,
    },
    Rule {
        name: "a sentence that speaks of another ticket's product",
        seat: SeatId::Sa2,
        cycle: Cycle::Structural,
        modes: [47, 70],
        reach: Reach::Ticket,
        check: borrowed_product,
    },
    Rule {
        name: "a type that another ticket defines, with no order between them",
        seat: SeatId::Sa2,
        cycle: Cycle::Structural,
        modes: [47, 48],
        reach: Reach::Ticket,
        check: borrowed_type,
    },
    Rule {
        name: "a ticket named in prose that nobody will do",
        seat: SeatId::Sa1,
        cycle: Cycle::Structural,
        modes: [1, 7],
        reach: Reach::Ticket,
        check: dead_end,
    },
    Rule {
        name: "a hand-off to a ticket that does not speak of it",
        seat: SeatId::Sa3,
        cycle: Cycle::Structural,
        modes: [33, 32],
        reach: Reach::Ticket,
        check: lost_hand_off,
    },
    Rule {
        name: "the same line inside and outside the scope",
        seat: SeatId::Sa1,
        cycle: Cycle::Structural,
        modes: [1, 6],
        reach: Reach::Ticket,
        check: contradiction,
    },
    Rule {
        name: "work without a criterion or a check",
        seat: SeatId::Sa2,
        cycle: Cycle::Structural,
        modes: [51, 56],
        reach: Reach::Habit,
        check: no_criterion,
    },
    Rule {
        name: "work without a criterion or an artifact",
        seat: SeatId::Sa1,
        cycle: Cycle::Structural,
        modes: [1, 75],
        reach: Reach::Habit,
        check: no_artifact,
    },
];

const OVERLAP: (GateId, Subcategory, Severity) = (
    GateId::ScopeCoverage,
    Subcategory::ScopeOverlap,
    Severity::Minor,
);
const ORDER: (GateId, Subcategory, Severity) = (
    GateId::DependencyAcyclicity,
    Subcategory::PhaseMisordering,
    Severity::Major,
);
const NO_EVIDENCE: (GateId, Subcategory, Severity) = (
    GateId::ScopeCoverage,
    Subcategory::EvidenceGap,
    Severity::Major,
);

/// Scope lines of this ticket that an earlier one has too, by the given test. A line that many
/// tickets carry is the template's and claims nothing.
fn overlaps(desk: &Desk<'_>, ticket: &Ticket, same: fn(&str, &str) -> bool) -> Vec<Hit> {
    let mut hits = Vec::new();
    for line in &ticket.in_scope {
        let twins: Vec<(&Ticket, &Text)> = desk
            .others(ticket)
            .filter_map(|other| {
                let twin = other.in_scope.iter().find(|b| same(&line.value, &b.value))?;
                Some((other, twin))
            })
            .collect();
        let earlier = twins.iter().find(|(other, _)| other.stem < ticket.stem);
        let (Some((other, twin)), true) = (earlier, twins.len() <= 2) else {
            continue;
        };
        hits.extend(Hit::at(
            ticket,
            &line.place,
            "",
            OVERLAP,
            format!(
                "{} also has \"{}\" in its scope, so whoever comes second finds the work done or does it again",
                other.stem,
                shortened(&twin.value)
            ),
            format!(
                "keep the line in {} or in {}, and name the other under out_of_scope",
                other.stem, ticket.stem
            ),
        ));
    }
    hits
}

fn same_words(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    overlaps(desk, ticket, |a, b| {
        let (a, b) = (words::significant(a), words::significant(b));
        a.len().min(b.len()) >= 4 && words::likeness(&a, &b) >= 80
    })
}

fn same_letters(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    overlaps(desk, ticket, |a, b| {
        let (a, b) = (words::plain_line(a), words::plain_line(b));
        a.len().min(b.len()) >= 25 && strsim::sorensen_dice(&a, &b) >= 0.9
    })
}

/// Words before a ticket's id that say "I need what it makes".
const NEEDS: &[&str] = &[
    "after", "blocked by", "builds on", "build on", "by extending", "created in", "created by",
    "defined in", "depends on", "from", "implemented in", "introduced in", "needs", "once",
    "provided by", "relies on", "requires", "types of", "uses",
];
/// Words that make a mention harmless: the other ticket comes later, or stands beside.
const HARMLESS: &[&str] = &[
    "blocks", "covered by", "covered in", "enables", "follow-up", "handled by", "handled in",
    "independent", "not required", "out of scope", "parallel", "separate", "tagged", "until",
    "unblocks", "used by", "will be",
];

/// The sentences of a text, so that a cue counts only beside the id that it governs.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.split(". ")
        .flat_map(|part| part.split("; "))
        .map(str::to_owned)
        .collect()
}

/// Whether a sentence says that it needs what the named ticket makes.
pub(super) fn says_it_needs(sentence: &str, id: &str) -> bool {
    let lower = sentence.to_lowercase();
    let Some(at) = lower.find(&id.to_lowercase()) else {
        return false;
    };
    let before = &lower[..at];
    let near = |cue: &&&str| {
        before.rfind(**cue).is_some_and(|found| {
            let is_word = !before[..found].ends_with(char::is_alphanumeric);
            is_word && before[found..].split_whitespace().count() <= 8
        })
    };
    NEEDS.iter().any(|cue| near(&cue)) && !HARMLESS.iter().any(|cue| lower.contains(cue))
}

/// Live tickets of the RFC that a text names and that no order binds to this one.
pub(super) fn unordered<'d>(desk: &Desk<'d>, ticket: &Ticket, text: &str) -> Vec<&'d Ticket> {
    words::ticket_ids(text)
        .iter()
        .filter(|id| **id != ticket.stem)
        .filter_map(|id| desk.live.iter().copied().find(|t| t.stem == *id))
        .filter(|other| !desk.are_ordered(&ticket.stem, &other.stem))
        .collect()
}

fn prose_prerequisite(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for text in demands(ticket).chain(&ticket.notes) {
        for sentence in sentences(&text.value) {
            for other in unordered(desk, ticket, &sentence) {
                if says_it_needs(&sentence, other.stem.as_str()) {
                    hits.extend(waits_in_words_only(ticket, text, other));
                }
            }
        }
    }
    hits
}

fn waits_in_words_only(ticket: &Ticket, text: &Text, other: &Ticket) -> Option<Hit> {
    Hit::at(
        ticket,
        &text.place,
        other.stem.as_str(),
        ORDER,
        format!(
            "{} builds on {} (\"{}\") in words only: nothing in the dependencies puts one before the other, so it can be picked up while the thing it needs does not exist",
            ticket.stem,
            other.stem,
            shortened(other.name())
        ),
        format!("add {} to the dependencies of {}", other.stem, ticket.stem),
    )
}

fn borrowed_product(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for text in demands(ticket).chain(&ticket.notes) {
        for sentence in sentences(&text.value) {
            let lower = sentence.to_lowercase();
            if HARMLESS.iter().any(|cue| lower.contains(cue)) {
                continue;
            }
            for other in unordered(desk, ticket, &sentence) {
                let made = work(other).map(|t| t.value.as_str()).collect::<Vec<_>>().join(" ");
                let names = words::identifiers(&sentence);
                let shares_name = words::identifiers(&made).intersection(&names).next().is_some();
                let title = words::significant(other.name());
                let shares_title = words::shared(&words::significant(&sentence), &title) >= 2;
                if shares_name || shares_title {
                    hits.extend(waits_in_words_only(ticket, text, other));
                }
            }
        }
    }
    hits
}

/// The name that a line says it will define: `PulseEvent` of "Define PulseEvent message".
pub(super) fn defined_name(line: &str) -> Option<String> {
    let tokens: Vec<&str> = line
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|token| !token.is_empty())
        .collect();
    let verb = tokens.first()?.to_lowercase();
    let defines = ["define", "create", "introduce", "implement", "add", "declare"];
    let name = tokens.get(1)?;
    let kinds = ["struct", "enum", "trait", "type", "message", "interface", "class"];
    let has_kind = tokens
        .get(2)
        .is_some_and(|kind| kinds.contains(&kind.to_lowercase().as_str()));
    let is_name = words::identifiers(name).contains(*name) && !name.contains('_');
    (defines.contains(&verb.as_str()) && is_name && has_kind).then(|| (*name).to_owned())
}

fn borrowed_type(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let own: Vec<String> = work(ticket).filter_map(|t| defined_name(&t.value)).collect();
    let mut hits = Vec::new();
    for other in desk.others(ticket) {
        if desk.are_ordered(&ticket.stem, &other.stem) {
            continue;
        }
        for name in work(other).filter_map(|t| defined_name(&t.value)) {
            let uses = |text: &&Text| words::identifiers(&text.value).contains(&name);
            let definers = desk
                .live
                .iter()
                .filter(|t| work(t).any(|l| defined_name(&l.value).as_ref() == Some(&name)));
            let Some(line) = work(ticket).find(uses) else {
                continue;
            };
            if !own.contains(&name) && definers.count() == 1 {
                hits.extend(Hit::at(
                    ticket,
                    &line.place,
                    &name,
                    ORDER,
                    format!(
                        "{} works with {name}, which {} defines, and no dependency orders the two: done first, it has no {name} to compile against",
                        ticket.stem, other.stem
                    ),
                    format!(
                        "let {} depend on {}, or move the definition of {name} into {}",
                        ticket.stem, other.stem, ticket.stem
                    ),
                ));
            }
        }
    }
    hits
}

fn dead_end(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for text in demands(ticket).chain(&ticket.out_of_scope).chain(&ticket.notes) {
        for id in words::ticket_ids(&text.value) {
            let what = match desk.ticket(&id) {
                None if !desk.dossier.library.unreadable_tickets.iter().any(|t| t.stem == id) => {
                    "does not exist".to_owned()
                }
                Some(other) => match other.known_status.filter(|status| status.is_dead()) {
                    Some(status) => format!("is {}", status.as_str()),
                    None => continue,
                },
                None => continue,
            };
            let is_given_away = ticket.out_of_scope.iter().any(|line| line.place == text.place);
            let harm = if is_given_away {
                "so what is left out here is done nowhere"
            } else {
                "so a reader who follows it finds nothing to build on"
            };
            hits.extend(Hit::at(
                ticket,
                &text.place,
                id.as_str(),
                (GateId::Schema, Subcategory::BrokenRef, Severity::Minor),
                format!("the text points to {id}, which {what}, {harm}"),
                format!("name the ticket that does this now, or drop the mention of {id}"),
            ));
        }
    }
    hits
}

fn lost_hand_off(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for line in &ticket.out_of_scope {
        let ids = words::ticket_ids(&line.value);
        let topic = words::significant(&line.value);
        let topic: std::collections::BTreeSet<String> = topic
            .into_iter()
            .filter(|word| !word.chars().all(|c| c.is_ascii_digit()))
            .collect();
        let [id] = ids.as_slice() else { continue };
        let Some(other) = desk.ticket(id).filter(|other| other.stem != ticket.stem) else {
            continue;
        };
        let said: String = prose(other)
            .chain(&other.title)
            .chain(&super::desk::changes(other))
            .map(|text| format!("{} ", text.value))
            .collect();
        let heard = words::significant(&said);
        let is_echoed = topic.iter().any(|word| {
            heard
                .iter()
                .any(|h| h == word || (word.len() >= 5 && h.len() >= 5 && h[..].starts_with(&word[..word.len().min(5)])))
        });
        if heard.len() >= 10 && topic.len() >= 2 && !is_echoed {
            hits.extend(Hit::at(
                ticket,
                &line.place,
                id.as_str(),
                (
                    GateId::ScopeCoverage,
                    Subcategory::ScopeGap,
                    Severity::Minor,
                ),
                format!(
                    "this is left to {id}, but {id} (\"{}\") says nothing of it, so it may be done nowhere",
                    shortened(other.name())
                ),
                format!("add the work to the scope of {id}, or name the ticket that has it"),
            ));
        }
    }
    hits
}

fn contradiction(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for line in &ticket.in_scope {
        let inside = words::significant(&line.value);
        let outside = ticket.out_of_scope.iter().find(|out| {
            let out = words::significant(&out.value);
            out.len().min(inside.len()) >= 3 && words::likeness(&inside, &out) >= 75
        });
        if let Some(out) = outside {
            hits.extend(Hit::at(
                ticket,
                &line.place,
                "",
                (
                    GateId::Implementability,
                    Subcategory::AmbiguousScope,
                    Severity::Major,
                ),
                format!(
                    "the scope asks for this and out_of_scope excludes \"{}\": an implementer cannot obey both",
                    shortened(&out.value)
                ),
                "say in both lines what exactly is in and what is left out".to_owned(),
            ));
        }
    }
    hits
}

fn has_work(ticket: &Ticket) -> bool {
    work(ticket).next().is_some()
}

fn no_criterion(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let is_unproven = ticket.criteria.is_empty()
        && ticket.verifications.is_empty()
        && !work(ticket).any(|step| words::names_check(&step.value));
    if !has_work(ticket) || !is_unproven {
        return Vec::new();
    }
    nothing_would_show(ticket)
}

fn no_artifact(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let is_unproven = ticket.criteria.is_empty() && ticket.evidence.is_empty();
    if !has_work(ticket) || !is_unproven {
        return Vec::new();
    }
    nothing_would_show(ticket)
}

fn nothing_would_show(ticket: &Ticket) -> Vec<Hit> {
    let first = work(ticket).next().map_or("", |line| line.value.as_str());
    Hit::at(
        ticket,
        whole(ticket),
        "",
        NO_EVIDENCE,
        format!(
            "{} asks for work (\"{}\") and has no criterion that says when it is done, so the implementer decides that alone",
            ticket.stem,
            shortened(first)
        ),
        "add acceptance criteria, each with the command or observation that shows it".to_owned(),
    )
    .into_iter()
    .collect()
}

/// A text cut to what fits into a sentence.
pub(super) fn shortened(text: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match flat.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", flat[..at].trim_end()),
        None => flat,
    }
}
