//! Whether a ticket that takes something in says what happens when it does not come as expected.

use crate::gates::text::plan::{empty_steps, writes_documents_only};
use crate::rules::desk::{Desk, changes, prose, touched, work};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::rule::Hit;
use crate::rules::message::{Arg, Message};
use crate::rules::text::sentences::sentences;
use crate::rules::text::words;
use crate::source::{Text, Ticket};

static VERBS: Words = lexicon::words("exchange");

static SOURCES: Words = lexicon::words("source");

static TROUBLE: Words = lexicon::words("trouble");
static TOLD: Words = lexicon::words("trouble-told");

static STATES: Words = lexicon::words("state");

/// The plain words of a text: what is part of a name of code is none.
fn plain_words(text: &str) -> impl Iterator<Item = String> {
    let tokens = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
    let plain = tokens.map(|token| token.trim_matches('.')).filter(|token| {
        !token.is_empty()
            && !token.contains(['_', '.'])
            && !token.chars().skip(1).any(char::is_uppercase)
    });
    plain.map(str::to_lowercase)
}

/// Whether a text speaks of what can go wrong: of trouble by name, or of a state and what follows
/// from it.
fn speaks_of_trouble(text: &str) -> bool {
    sentences(text).iter().any(|sentence| {
        names_an_error(&sentence.said)
            || TOLD.says(&sentence.open)
            || plain_words(&sentence.open).any(|word| word != "failed" && TROUBLE.has(&word))
            || answers(&sentence.open)
            || follows(&sentence.open)
    })
}

/// Whether a text names a type of error, or a result that may be one: `ValueError`, `Result<Row>`.
fn names_an_error(text: &str) -> bool {
    let tokens = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    text.contains("Result<")
        || tokens.map(|token| token.trim_end_matches('s')).any(|token| {
            let ends = token.strip_suffix("Error").or_else(|| token.strip_suffix("Exception"));
            ends.is_some_and(|before| before.ends_with(char::is_lowercase))
        })
}

/// An answer that tells the other side of trouble: `400`, after a word that no count has before it.
fn answers(open: &str) -> bool {
    let said: Vec<&str> =
        open.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let is_status = |word: &str| {
        word.len() == 3 && word.starts_with(['4', '5']) && word.bytes().all(|b| b.is_ascii_digit())
    };
    said.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map_or("", |at| said[at]);
        let counts = ["to", "than", "limit", "most", "of", "by", "least"];
        // `HTTP 400`, but not `500 rows`.
        let counted = said.get(at + 1).is_some_and(|next| {
            let units =
                ["bytes", "characters", "jobs", "lines", "mm", "ms", "rows", "seconds", "without"];
            units.contains(next)
        });
        is_status(word) && !counts.contains(&before.to_lowercase().as_str()) && !counted
    })
}

/// A state and what follows from it: `an empty list writes nothing`, `without a row: None`.
fn follows(open: &str) -> bool {
    let said: Vec<String> = plain_words(open).collect();
    let has_state = said.iter().any(|word| STATES.has(word));
    let effects = [
        "answers", "becomes", "counts", "ends", "exits", "gives", "ignored", "keeps", "leaves",
        "means", "prints", "returns", "shows", "writes", "yields", "treated",
    ];
    let has_effect = said.iter().any(|word| effects.contains(&word.as_str()));
    let is_case =
        said.iter().any(|word| matches!(word.as_str(), "if" | "when" | "without" | "an" | "a"));
    // `When the daemon does not answer, the last table stays`.
    let turns_out_otherwise = said.iter().any(|w| matches!(w.as_str(), "if" | "when" | "unless"))
        && said.iter().any(|w| matches!(w.as_str(), "not" | "no" | "never"));
    (has_state && has_effect && is_case) || turns_out_otherwise
}

/// Whether a sentence says that something follows: what is answered, kept, ended.
fn has_effect(open: &str) -> bool {
    static EFFECTS: Words = lexicon::words("effect");
    plain_words(open).any(|word| EFFECTS.has(&word))
}

/// The first text of the ticket that speaks of trouble.
pub(crate) fn trouble(ticket: &Ticket) -> Option<Text> {
    let told = prose(ticket).cloned().chain(changes(ticket));
    // The lists of paths and phases in the notes say nothing.
    let mut told = told.filter(|text| !text.place.yaml_path().contains("affected_file"));
    told.find(|text| {
        // What is told of the past or of the reason is no answer, unless something follows from it.
        match ticket.notes.iter().any(|note| note.place == text.place) {
            true => sentences(&text.value)
                .iter()
                .any(|s| speaks_of_trouble(&s.said) && (has_effect(&s.open) || answers(&s.open))),
            false => speaks_of_trouble(&text.value),
        }
    })
}

/// The first sentence of the work that takes something in or passes something on. A summary tells of
/// what steps and lists do.
fn exchange(ticket: &Ticket) -> Option<(Text, String)> {
    let is_summary = |text: &Text| text.place.yaml_path().ends_with("summary");
    let texts = work(ticket).filter(|text| !is_summary(text)).cloned().chain(changes(ticket));
    texts.into_iter().find_map(|text| {
        let sentence = sentences(&text.value).into_iter().find(|sentence| {
            // `readFile` reads, whatever it is called.
            let said = words::words(&sentence.said);
            let is_test = said.iter().any(|word| matches!(word.as_str(), "test" | "tests"));
            let verb = said.iter().position(|word| VERBS.has(word));
            let source = said.iter().rposition(|word| SOURCES.has(word));
            !is_test && verb.is_some() && source.is_some() && verb != source
        })?;
        Some((text, sentence.said.trim().to_owned()))
    })
}

/// Whether all that changes is tests.
fn writes_tests_only(ticket: &Ticket) -> bool {
    let files = touched(ticket);
    !files.is_empty() && !files.iter().any(|file| words::is_source(&file.path))
}

static UNFORESEEN: Message = Message {
    defect: "nothing in {ticket} says what happens when this fails: {said}",
    harm: "each implementer decides alone about missing or malformed input, or a partner that does not answer",
    act: "say for each failure what the caller sees, what is kept and what is undone; add a test for one of them",
};

/// Input or an exchange with the world, and not a word on trouble anywhere.
pub(crate) fn unforeseen(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    if !desk.has_fields() {
        return Vec::new();
    }
    // Without a plan of its own, the plan is what is missing.
    let has_plan = !ticket.steps.is_empty() && empty_steps(ticket).len() < ticket.steps.len();
    let title = words::words(ticket.name());
    let moves = title.first().is_some_and(|verb| matches!(verb.as_str(), "move" | "rename"));
    if !has_plan || moves || writes_documents_only(ticket) || writes_tests_only(ticket) {
        return Vec::new();
    }
    let Some((text, sentence)) = exchange(ticket).filter(|_| trouble(ticket).is_none()) else {
        return Vec::new();
    };
    let first = sentence.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    Hit::at(ticket, &text.place, &first, &UNFORESEEN, vec![("said", Arg::quote(&sentence))])
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn input_can_be_wrong() {
        let of = |step: &str| {
            let rest = format!("scope:\n  in_scope:\n  - Rooms\nplan:\n  steps:\n  - \"{step}\"\n");
            found_in("input and no word on trouble", &[ticket(1, "One", &rest)]).len()
        };
        for open in [
            "Read the lines of the export as UTF-8 and make a Room of each",
            "Fetch the rates from the server once an hour and keep them",
            "The handler decodes the body and stores a Booking",
        ] {
            assert_eq!(of(open), 1, "{open}");
        }
        for fine in [
            "Read the lines of the export; a line with too few columns ends the import",
            "Fetch the rates from the server; after three seconds the old ones are kept as on a timeout",
            "The handler decodes the body and answers 400 for a field that is not there",
            "Rename the type Slot to TimeSlot",
            "A missing journal is an empty book; read it line by line",
        ] {
            assert_eq!(of(fine), 0, "{fine}");
        }
    }
}
