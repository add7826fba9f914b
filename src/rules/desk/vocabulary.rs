//! What texts are about, more generously than by equal words: inflections and plain synonyms count
//! as one, so that "is stored" answers to "persistence". For questions in which a false alarm costs
//! more than a miss. Words are cut once for each live ticket.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use crate::model::TicketId;
use crate::rules::desk::{Desk, changes, statement};
use crate::rules::lexicon::{self, Words};
use crate::rules::text::words;
use crate::source::{Requirement, Text, Ticket};

/// The telling stems of a text.
pub(crate) type Stems = BTreeSet<String>;

/// The words of all live tickets of the RFC.
#[derive(Default)]
pub(crate) struct Vocabulary<'d> {
    /// What each ticket says that it does: title, scope, steps, changes, notes.
    work: OnceLock<BTreeMap<&'d TicketId, Stems>>,
    /// The same with what each ticket is to show: criteria and checks.
    served: OnceLock<BTreeMap<&'d TicketId, Stems>>,
    /// What each requirement of the RFC asks for.
    asked: OnceLock<BTreeMap<&'d str, Stems>>,
}

static PROSE: Words = lexicon::words("prose");

/// Words that stand for one another when people describe software; each row has one meaning.
const SYNONYMS: &[&[&str]] = &[
    &["cancel", "abort", "revoke"],
    &["check", "verify", "validate", "inspect"],
    &["count", "number", "amount", "total"],
    &["damage", "corrupt", "broken", "malformed"],
    &["delete", "remove", "drop", "purge", "erase", "discard", "evict", "prune", "clear"],
    &["display", "show", "print", "render", "present", "view"],
    &["error", "fail", "failure", "fault", "refuse", "reject", "invalid", "deny"],
    &["fetch", "load", "read", "retrieve", "lookup", "query"],
    &["finish", "complete", "stop", "terminate"],
    &["interrupt", "kill", "crash", "resume", "restart"],
    &["limit", "bound", "maximum", "cap", "ceiling", "throttle"],
    &["mail", "email", "message", "smtp"],
    &["make", "build", "construct", "generate", "produce"],
    &["modify", "alter", "edit", "mutate", "move", "reschedule"],
    &["notice", "detect", "find", "discover", "recognise", "recognize"],
    &["document", "manual", "documentation", "docs", "readme", "guide"],
    &["parse", "decode", "interpret"],
    &["serialize", "serialise", "encode", "format"],
    &["begin", "start", "launch"],
    &["send", "post", "deliver", "publish", "emit", "dispatch"],
    &["single", "one", "individual"],
    &["size", "byte", "length"],
    &["slow", "delay", "latency", "wait"],
    &["store", "save", "persist", "database", "record", "table"],
    &["tell", "notify", "inform", "alert", "announce"],
    &["unique", "duplicate", "twice", "idempotent", "dedupe"],
];

/// A word without what grammar and word formation add to it.
pub(crate) fn stem(word: &str) -> String {
    const ENDINGS: &[&str] = &[
        "ation", "ment", "ingly", "ing", "ion", "ness", "ible", "able", "ence", "ance", "ical",
        "ally", "age", "ful", "ity", "ive", "ant", "ent", "ied", "al", "ed", "er", "or", "ly", "e",
        "y",
    ];
    let is_plural =
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    let mut stem = match (word.strip_suffix("ies"), is_plural) {
        (Some(stem), _) if stem.len() >= 3 => stem,
        (_, true) => &word[..word.len() - 1],
        _ => word,
    };
    // Twice, for "schedulers" and "scheduled".
    for _ in 0..2 {
        let shorter = ENDINGS.iter().find_map(|ending| {
            let rest = stem.strip_suffix(ending)?;
            (rest.chars().count() >= 3 + usize::from(ending.len() > 2)).then_some(rest)
        });
        stem = shorter.unwrap_or(stem);
    }
    let mut stem: String = stem.chars().take(7).collect();
    let mut ends = stem.chars().rev();
    if let (Some(a), Some(b)) = (ends.next(), ends.next())
        && a == b
        && a.is_alphabetic()
        && stem.chars().count() > 3
    {
        stem.pop();
    }
    stem
}

/// Stems of synonyms, each with the stem that stands for all.
fn synonyms() -> &'static BTreeMap<String, String> {
    static TABLE: std::sync::OnceLock<BTreeMap<String, String>> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| {
        let row = |row: &&[&str]| -> Vec<(String, String)> {
            row.iter().map(|word| (stem(word), stem(row[0]))).collect()
        };
        SYNONYMS.iter().flat_map(row).collect()
    })
}

fn empty() -> &'static BTreeSet<String> {
    static SET: std::sync::OnceLock<BTreeSet<String>> = std::sync::OnceLock::new();
    SET.get_or_init(|| PROSE.any.iter().map(|word| stem(word)).collect())
}

/// The telling stems of a text, numbers left out.
pub(crate) fn stems(text: &str) -> Stems {
    words::words(text).into_iter().filter_map(telling_stem).collect()
}

/// The most words whose stems are kept.
const KEPT: usize = 20_000;

thread_local! {
    /// The stems of words that were asked for: tickets say the same words again and again.
    static STEMS: RefCell<HashMap<String, Option<String>>> = RefCell::default();
}

/// The stem that stands for a word, when the word tells anything.
fn telling_stem(word: String) -> Option<String> {
    STEMS.with_borrow_mut(|known| {
        if let Some(stem) = known.get(&word) {
            return stem.clone();
        }
        if known.len() >= KEPT {
            known.clear();
        }
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        let stem = Some(stem(&word))
            .filter(|stem| words::is_telling(&word) && !is_number && stem.len() > 1)
            .filter(|stem| !empty().contains(stem))
            .map(|stem| synonyms().get(&stem).cloned().unwrap_or(stem));
        known.insert(word, stem.clone());
        stem
    })
}

/// The lines in which a ticket says what it does: title, scope, steps, changes, examples, notes.
/// What it leaves out and what must hold in the end are not among them.
pub(crate) fn deeds(ticket: &Ticket) -> Vec<Text> {
    let said = ticket.title.iter().chain(&ticket.in_scope).chain(&ticket.steps);
    let said = said.chain(&ticket.code_examples).chain(&ticket.notes).cloned();
    let mut all: Vec<Text> = said.collect();
    all.extend(changes(ticket));
    let paths = ticket.paths.iter();
    all.extend(paths.map(|p| Text { value: p.raw.clone(), place: p.place.clone() }));
    all
}

/// Everything telling that a ticket says: stems, names of code, numbers that are no small count.
pub(crate) fn said(ticket: &Ticket) -> Stems {
    let mut all = Stems::new();
    for text in deeds(ticket).iter().chain(&ticket.criteria) {
        let value = &text.value;
        if words::paths(value).first().is_some_and(|path| path.len() == value.len()) {
            continue;
        }
        all.extend(stems(value));
        all.extend(words::identifiers(value));
        let numbers = words::words(value).into_iter();
        all.extend(
            numbers.filter(|word| word.len() >= 2 && word.chars().all(|c| c.is_ascii_digit())),
        );
    }
    all
}

/// Everything telling that the live tickets say.
pub(crate) struct Bags<'d> {
    pub(crate) of: BTreeMap<&'d TicketId, Stems>,
    /// In how many of them a word stands.
    pub(crate) spread: BTreeMap<String, usize>,
}

impl<'d> Desk<'d> {
    /// Everything telling that each live ticket says.
    pub(crate) fn bags(&self) -> &Bags<'d> {
        self.memo.bags.get_or_init(|| {
            let of: BTreeMap<&TicketId, Stems> =
                self.live.iter().map(|ticket| (&ticket.stem, said(ticket))).collect();
            let mut spread: BTreeMap<String, usize> = BTreeMap::new();
            for word in of.values().flatten() {
                *spread.entry(word.clone()).or_default() += 1;
            }
            Bags { of, spread }
        })
    }

    /// What each live ticket of the RFC does, in stems.
    fn works(&self) -> &BTreeMap<&'d TicketId, Stems> {
        self.memo.vocabulary.work.get_or_init(|| {
            let of = |ticket: &Ticket| {
                deeds(ticket).iter().flat_map(|text| stems(&text.value)).collect::<Stems>()
            };
            self.live.iter().map(|ticket| (&ticket.stem, of(ticket))).collect()
        })
    }

    /// What a live ticket of the RFC does, in stems; nothing for any other.
    pub(crate) fn work_stems(&self, ticket: &Ticket) -> &Stems {
        static NONE: Stems = Stems::new();
        self.works().get(&ticket.stem).unwrap_or(&NONE)
    }

    /// What a live ticket of the RFC does and is to show, in stems.
    pub(crate) fn served_stems(&self, ticket: &Ticket) -> &Stems {
        static NONE: Stems = Stems::new();
        let served = self.memo.vocabulary.served.get_or_init(|| {
            let of = |ticket: &Ticket| {
                let shown = ticket.criteria.iter().chain(&ticket.verifications);
                let mut all: Stems = shown.flat_map(|text| stems(&text.value)).collect();
                all.extend(self.work_stems(ticket).iter().cloned());
                all
            };
            self.live.iter().map(|ticket| (&ticket.stem, of(ticket))).collect()
        });
        served.get(&ticket.stem).unwrap_or(&NONE)
    }

    /// What a requirement of the RFC asks for, in stems; nothing for any other.
    pub(crate) fn asked_stems(&self, requirement: &Requirement) -> &Stems {
        static NONE: Stems = Stems::new();
        let asked = self.memo.vocabulary.asked.get_or_init(|| {
            let all = self.dossier.rfc().map_or(&[][..], |rfc| &rfc.requirements);
            all.iter().map(|one| (one.id.as_str(), stems(&statement(self, one)))).collect()
        });
        asked.get(requirement.id.as_str()).unwrap_or(&NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_and_synonyms_of_a_word_are_one() {
        for (a, b) in [
            ("store", "stored"),
            ("cancellation", "cancelled"),
            ("occurrence", "occurrences"),
            ("retry", "retries"),
            ("scheduler", "scheduling"),
        ] {
            assert_eq!(stem(a), stem(b), "{a}, {b}");
        }
        assert_eq!(stems("is removed"), stems("Purging"));
        assert_ne!(stem("series"), stem("server"));
    }
}
