//! Criteria that nobody could measure.

use crate::gates::text::checks::{decides, runs_all_tests};
use crate::gates::text::files::is_test;
use crate::gates::text::lexicon::Match;
use crate::rules::desk::Desk;
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::rule::Hit;
use crate::rules::message::{Arg, Args, Message};
use crate::rules::text::sentences::without_quotes;
use crate::rules::text::words;
use crate::source::{Text, Ticket};

static TASTE: Words = lexicon::words("taste");
static TERM: Words = lexicon::words("taste-term");
static JUDGEMENT: Words = lexicon::words("judgement");
static PEOPLE: Words = lexicon::words("people");
static SEEN: Words = lexicon::words("seen");

/// Whether a row has a word, or what is left of it without its ending.
fn has_root(row: &Words, word: &str) -> bool {
    row.has(word) || row.has(words::root(word))
}

/// The word or phrase of taste in a text, as written.
pub(crate) fn taste(text: &str) -> Option<&str> {
    // What is quoted is somebody's text or a name.
    let open = without_quotes(text);
    let terms = TERM.all(&open);
    let is_term =
        |word: &Match<'_>| terms.iter().any(|t| t.start <= word.start && word.end <= t.end);
    let word = || TASTE.all(&open).into_iter().find(|word| !is_term(word));
    let found = JUDGEMENT.first(&open).or_else(word)?;
    text.get(found.start..found.end)
}

/// What goes with a criterion as its check.
fn check_of(ticket: &Ticket, criterion: &Text) -> Option<String> {
    let node = ticket.source.yaml_at(criterion.place.yaml_path())?;
    let keys = ["verification", "verification_command", "command", "test"];
    keys.iter().find_map(|key| Some(node.get(key)?.as_scalar()?.to_owned()))
}

/// Whether a check is one test of many: what somebody thinks is not shown by the others.
fn names_one_test(check: &str) -> bool {
    ["::", "#", " -k ", " -t ", " -run ", " -- "].iter().any(|sign| check.contains(sign))
}

/// Whether a criterion has something to compare with: a value, a whole set, a test. What stands
/// before an impression, at `until`, is what it is about, and measures nothing.
fn is_measured(text: &str, until: Option<usize>) -> bool {
    let exact = ["byte for byte", "equal", "exactly", "identical", "unchanged", "the same as"];
    let lower = text.to_lowercase();
    let behind = &text[until.unwrap_or(0)..];
    let is_value = |token: &str| {
        let bare = token.trim_matches(|c: char| !c.is_alphanumeric());
        bare.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_test = |name: &String| is_test(name) || name.to_lowercase().contains("test");
    words::names_command(text)
        || words::identifiers(text).iter().any(is_test)
        || words::paths(text).iter().any(is_test)
        || text.split_whitespace().any(is_value)
        || words::is_measurable(behind)
        || text.contains('"')
        || exact.iter().any(|word| lower.contains(word))
}

/// Why nobody could measure a criterion: it says how something strikes somebody, or what something is
/// to be like for people, and nothing that happens.
fn unmeasured(ticket: &Ticket, criterion: &Text) -> Option<(&'static Message, Args)> {
    let check = check_of(ticket, criterion);
    let taste = taste(&criterion.value);
    // Both are slices of one text.
    let until = taste.and_then(|word| criterion.value.find(word));
    // A run of all tests decides no impression, and any other command does.
    let is_decided = |check: &str| match taste {
        Some(_) => names_one_test(check) || words::names_command(check) && !runs_all_tests(check),
        None => decides(check),
    };
    if is_measured(&criterion.value, until) || check.as_deref().is_some_and(is_decided) {
        return None;
    }
    let said = ("said", Arg::quote(&criterion.value));
    match taste {
        Some(word) => Some((&IMPRESSION, vec![said, ("word", Arg::quote(word))])),
        None => is_of_people(&criterion.value).then(|| (&QUALITY, vec![said])),
    }
}

/// Whether a sentence says how somebody fares or how something appears, and nothing that could be
/// watched or compared: no verb of something seen, no name of code.
fn is_of_people(text: &str) -> bool {
    const APPEARS: &[&str] = &["appear", "feel", "felt", "look", "seem"];
    let said = words::words(&without_quotes(text));
    let appears = |word: &String| APPEARS.contains(&words::root(word));
    let is_about = said.iter().any(|word| has_root(&PEOPLE, word) || appears(word));
    // Little words stand in any sentence.
    let is_little = |word: &str| {
        ["all", "any", "at", "before", "each", "every", "has", "have", "in", "never", "no", "one"]
            .contains(&word)
    };
    let is_seen =
        said.iter().any(|word| !is_little(word) && !appears(word) && has_root(&SEEN, word));
    is_about && !is_seen && words::identifiers(text).is_empty() && !text.contains('`')
}

static IMPRESSION: Message = Message {
    defect: "{word} is an impression, and no number, value or test goes with {said}",
    harm: "nobody can say when it is met",
    act: "replace {word} by what can be observed: an input with its output, a bound, or the test that shows it",
};
static QUALITY: Message = Message {
    defect: "{said} tells what something is to be like, and nothing that happens",
    harm: "no test could fail, so nobody can say when it is met",
    act: "say what is done and what is then seen: an input with its output, a bound with its measurement",
};
/// Each criterion that is a matter of taste, two at most.
pub(crate) fn matters_of_taste(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let open = ticket.criteria.iter().filter_map(|one| Some((one, unmeasured(ticket, one)?)));
    let hits = open.take(2).filter_map(|(criterion, (message, args))| {
        Hit::at(ticket, &criterion.place, &criterion.value, message, args)
    });
    hits.collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn taste_cannot_be_measured() {
        let name = "a criterion of taste";
        let of = |criterion: &str| {
            let rest = format!(
                "definition_of_done:\n  criteria:\n  - '{criterion}'\n  - cargo test leases passes\n"
            );
            found_in(name, &[ticket(1, "One", &rest)]).len()
        };
        for open in [
            "The second backup is pleasantly quick on ordinary hardware",
            "Error messages are clear and helpful",
            "The import works as expected",
            "The first hits are what a customer would expect",
        ] {
            assert_eq!(of(open), 1, "{open}");
        }
        for fine in [
            "The list is fast: below 200 ms for 1000 rows",
            "A clean checkout builds, and clippy is quiet",
            "`sweep` is fast enough: test_sweep_is_fast ends below its bound",
            "Two open alarms are answered in the order in which they were raised",
            "A user without a role is answered with `403`",
            "`clear` empties the list, and the next `next` gives None",
        ] {
            assert_eq!(of(fine), 0, "{fine}");
        }
    }

    #[test]
    fn the_check_beside_a_criterion_decides_it() {
        let name = "a criterion of taste";
        let of = |criterion: &str, check: &str| {
            let (file, text) = ticket(1, "One", "");
            let list = format!(
                "{text}acceptance_criteria:\n- criterion: \"{criterion}\"\n  verification: \"{check}\"\n"
            );
            found_in(name, &[(file, list)]).len()
        };
        assert_eq!(of("The table is easy to take in", "Show it to a colleague"), 1);
        assert_eq!(of("The table fits the screen", "Review and unit tests"), 0);
        assert_eq!(of("The table is easy to take in", "pytest tests/test_cli.py -k table"), 0);
        assert_eq!(of("The table is clear", "TableTest#fitsTheScreen"), 0);
    }
}
