//! Cycle 1: criteria about what nobody makes, which cannot be met: by the names in them, and by their
//! words, compared generously.

use crate::rules::desk::products::routes;
use crate::rules::desk::vocabulary::{Stems, deeds, stem, stems};
use crate::rules::desk::{Desk, demands, prose, touched_or_told};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words;
use crate::source::{Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "a criterion about a thing that the ticket does not touch",
        kind: &kind::UNPRODUCED_CRITERION,
        finds: "no scope line, step or file of the ticket has the command, option or endpoint of the criterion",
        seat: RuleSeat::Sa1,
        modes: [1, 75],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Hint,
        check: |desk, ticket| {
            unproduced(desk, ticket, |criterion| {
                let deed = unmade(desk, ticket, criterion).map(str::to_owned);
                deed.or_else(|| Some(format!("`{}`", foreign_name(desk, ticket, criterion)?)))
            })
        },
    },
    LintRule {
        name: "a criterion about what no step makes",
        kind: &kind::UNPRODUCED_CRITERION,
        finds: "what the criterion is about occurs in no scope line, step, file or note of the ticket",
        seat: RuleSeat::Sa2,
        modes: [47, 51],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Hint,
        check: |desk, ticket| {
            unproduced(desk, ticket, |criterion| {
                let novel = novelty(desk, ticket, criterion)?;
                Some(format!("\"{}\"", words::listed(&novel, 3)))
            })
        },
    },
];

/// A criterion with the check that belongs to it.
pub(crate) fn with_check(ticket: &Ticket, criterion: &Text) -> String {
    let path = format!("{}.", criterion.place.yaml_path());
    let checks = ticket.verifications.iter();
    let own = checks.filter(|check| check.place.yaml_path().starts_with(&path));
    own.fold(criterion.value.clone(), |all, check| format!("{all}\n{}", check.value))
}

/// Whether a criterion demands that something stays as it is: nobody has to make that.
fn is_regression(criterion: &str) -> bool {
    static STAYS: Words = lexicon::words("stays");
    // `x-ratelimit-remaining` is a name.
    let is_word = |at: usize| !criterion[..at].ends_with(['-', '_', '.', '`']);
    STAYS.all(criterion).iter().any(|sign| is_word(sign.start))
}

/// A command, option or endpoint of the criterion that nothing else in the ticket names.
fn foreign_name(desk: &Desk<'_>, ticket: &Ticket, criterion: &Text) -> Option<String> {
    let said = deeds(ticket);
    let out = ticket.out_of_scope.iter();
    let is_said = |name: &str| said.iter().chain(out.clone()).any(|text| text.value.contains(name));
    let files = touched_or_told(ticket);
    // An option may stand in the sentence as it is; a command is written as code.
    let spans = criterion.value.split('`').enumerate().map(|(at, span)| (at % 2 == 1, span));
    for (is_code, span) in spans.filter(|(_, span)| !words::names_command(span)) {
        let mut parts = span.split_whitespace();
        let (tool, command) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let is_word = |word: &str| {
            word.len() >= 3
                && !word.starts_with('-')
                && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        // Of a tool that other tickets speak of, too: a quoted text of two words is none.
        let is_tool = desk.live.iter().filter(|t| t.name().contains(&format!("{tool} "))).count();
        let has_file = files.iter().any(|file| words::file_stem(&file.path) == command);
        if is_code
            && is_word(tool)
            && is_word(command)
            && !command.starts_with('-')
            && is_tool > 0
            && !has_file
            && !is_said(&format!("{tool} {command}"))
            && !is_said(&format!("`{command}"))
        {
            return Some(format!("{tool} {command}"));
        }
        let flag = span.split_whitespace().find(|word| word.starts_with("--") && word.len() > 4);
        // `gauge` is a word of many lines; an option is written with its dashes, or as code.
        let is_option = |flag: &str| {
            let name = flag.trim_matches('-');
            let marks = [
                format!("-{name}"),
                format!("`{name}"),
                format!("\"{name}\""),
                format!("'{name}'"),
            ];
            marks.iter().any(|mark| is_said(mark))
                || is_said(&name.replace('-', "_")) && name.contains('-')
        };
        // What a ticket makes for which this one waits is there.
        let is_there = |flag: &str| {
            let mut earlier =
                desk.others(ticket).filter(|other| desk.waits_for(&ticket.stem, &other.stem));
            earlier.any(|other| demands(other).any(|text| text.value.contains(flag)))
        };
        let is_new = |flag: &&str| {
            let flag = flag.split('=').next().unwrap_or(flag);
            !is_option(flag) && !is_there(flag)
        };
        if let Some(flag) = flag.filter(is_new) {
            return Some(flag.to_owned());
        }
    }
    if let Some(deed) = unmade(desk, ticket, criterion) {
        return Some(deed.to_owned());
    }
    // What a ticket makes for which this one waits is there.
    let is_earlier = |name: &str| {
        let mut earlier =
            desk.others(ticket).filter(|other| desk.waits_for(&ticket.stem, &other.stem));
        earlier.any(|other| demands(other).any(|text| text.value.contains(name)))
    };
    if let Some(name) = odd_names(&without_remarks(&criterion.value)).into_iter().find(|name| {
        let elsewhere = prose(ticket).filter(|text| text.place != criterion.place);
        let checks = ticket.verifications.iter().map(|text| &text.place);
        let checks: Vec<_> = checks.collect();
        let mut told = elsewhere.filter(|text| !checks.contains(&&text.place));
        !told.any(|text| text.value.to_lowercase().contains(&name.to_lowercase()))
            && !is_said(name)
            && !is_earlier(name)
            && !desk.exists(name)
            && !desk.is_known_name(ticket, name)
    }) {
        return Some(name);
    }
    routes(&criterion.value).into_iter().find(|route| {
        let (method, path) = route.split_once(' ').unwrap_or_default();
        // To get something is how one looks; to delete it is a thing that somebody has to make.
        let is_deed = !matches!(method, "" | "GET" | "HEAD");
        // `http.MethodPost`, `method: "post"`.
        let is_in_code =
            said.iter().any(|text| text.value.to_lowercase().contains(&method.to_lowercase()));
        let last = path.rsplit('/').next().unwrap_or_default();
        let is_sent = method == "POST" && last.len() >= 4 && is_said(last);
        if is_deed && !is_in_code && !is_sent && !is_earlier(method) {
            return true;
        }
        // The part of the path that tells it from others: `/jobs` of `/jobs/{id}`.
        let first = path.split('/').nth(1).unwrap_or_default();
        first.len() >= 3 && !is_said(path) && !is_said(&format!("/{first}"))
    })
}

/// Something that a program does for others to see.
struct Deed {
    /// What it is, in a sentence.
    name: &'static str,
    /// How criteria ask for it.
    asked: &'static [&'static str],
    /// The words of whoever makes it: without any of them nobody does.
    made: &'static [&'static str],
}

const DEEDS: &[Deed] = &[
    Deed {
        name: "a line of log",
        asked: &[
            "is logged",
            "line of log",
            "line of the log",
            "log has",
            "log names",
            "the log holds",
        ],
        made: &["log", "logged", "logger", "logging", "logs", "slog", "warn", "warning", "warns"],
    },
    Deed {
        name: "a line on standard error",
        asked: &["on stderr", "standard error", "to stderr"],
        made: &[
            "eprintln", "error", "print", "printed", "println", "prints", "says", "stderr", "told",
            "writes",
        ],
    },
    Deed {
        name: "a mail",
        asked: &["a mail ", "e-mail", "one mail "],
        made: &["email", "mail", "mailed", "mailer", "mails", "smtp"],
    },
    Deed {
        name: "the title of the page",
        asked: &["document.title", "page title", "title of the page"],
        made: &["title"],
    },
];

/// What a criterion has the program do and no line of the ticket, nor of one for which it waits, makes.
fn unmade(desk: &Desk<'_>, ticket: &Ticket, criterion: &Text) -> Option<&'static str> {
    let lower = criterion.value.to_lowercase();
    let deed = DEEDS.iter().find(|deed| deed.asked.iter().any(|cue| lower.contains(cue)))?;
    let speaks = |text: &Text| {
        let said = words::words(&text.value.replace("e-mail", "email"));
        said.iter().any(|word| deed.made.contains(&word.as_str()))
    };
    let earlier = desk.others(ticket).filter(|other| desk.waits_for(&ticket.stem, &other.stem));
    let is_made = deeds(ticket).iter().any(speaks)
        || earlier.into_iter().any(|other| demands(other).any(speaks));
    (!is_made).then_some(deed.name)
}

/// A criterion without what stands in brackets: its test, mostly.
fn without_remarks(criterion: &str) -> String {
    let mut depth = 0_usize;
    let kept = criterion.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                return false;
            }
            _ => {}
        }
        depth == 0
    });
    kept.collect()
}

/// Names in a criterion that only somebody who made them could have put there: of fields, headers,
/// files and signals. Whatever has a digit may be an example.
fn odd_names(criterion: &str) -> Vec<String> {
    const ENDINGS: &[&str] = &[
        "bin", "conf", "csv", "db", "gz", "html", "ics", "ini", "json", "jsonl", "lock", "log",
        "md", "tmp", "toml", "txt", "xml", "yaml", "yml",
    ];
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let tokens = criterion.split(|c: char| !is_part(c)).map(|token| token.trim_matches(['.', '-']));
    let is_odd = |token: &&str| {
        let words = words::words(token);
        let is_plain = token.chars().any(|c| c.is_ascii_digit())
            || words.iter().any(|word| matches!(word.as_str(), "test" | "tests" | "spec"));
        let is_file = token.rsplit_once('.').is_some_and(|(stem, ending)| {
            stem.len() >= 3 && ENDINGS.contains(&ending) && stem.chars().all(char::is_lowercase)
        });
        // Without marks it may be a message that the code has already.
        let is_field = token.contains('_')
            && words.len() >= 2
            && !token.contains('.')
            && criterion.contains(&format!("`{token}`"));
        let is_header = token.matches('-').count() >= 2 && token.starts_with("x-");
        let is_signal = token.starts_with("SIG") && token.len() >= 6;
        !is_plain && (is_file || is_field || is_header || is_signal)
    };
    tokens.filter(is_odd).map(str::to_owned).collect()
}

/// The stems of the test by which a criterion is checked: `respects_the_switch`.
fn test_stems(text: &str) -> Stems {
    let name = |sign: &str| {
        let (_, rest) = text.rsplit_once(sign)?;
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
        let name = &rest[..end.unwrap_or(rest.len())];
        let is_call = rest[name.len()..].starts_with('(');
        (name.starts_with(char::is_lowercase) && !is_call).then_some(name)
    };
    let names = ["::", "#", " -k ", " -t ", " -run "].iter().filter_map(|sign| name(sign));
    names.flat_map(stems).collect()
}

/// What a criterion is about that the ticket's work does not know: telling stems that its test is
/// named after, or most of its telling stems.
fn novelty(desk: &Desk<'_>, ticket: &Ticket, criterion: &Text) -> Option<Vec<String>> {
    let own = desk.work_stems(ticket);
    let said = with_check(ticket, criterion);
    let prose = criterion.value.split(['#']).next().unwrap_or_default();
    let about = stems(prose);
    // What a ticket makes for which this one waits is there when the criterion is looked at.
    let earlier: Vec<&Stems> = desk
        .others(ticket)
        .filter(|other| desk.waits_for(&ticket.stem, &other.stem))
        .map(|other| desk.work_stems(other))
        .collect();
    let is_new = |stem: &&String| {
        !own.contains(*stem) && !earlier.iter().any(|theirs| theirs.contains(*stem))
    };
    let novel: Vec<String> = about.iter().filter(is_new).cloned().collect();
    let tested = test_stems(&said);
    let named: Vec<String> = novel.iter().filter(|stem| tested.contains(*stem)).cloned().collect();
    // A short plan leaves much unsaid that is meant all the same.
    let is_mostly_new = own.len() >= 60 && novel.len() >= 4 && novel.len() * 4 >= about.len() * 3;
    // A thing that neither the code nor any other ticket knows.
    let is_unheard = |stem: &String| desk.is_new_to_code(stem) && desk.tickets_with(stem) <= 1;
    let unheard: Vec<String> = novel.iter().filter(|stem| is_unheard(stem)).cloned().collect();
    let is_of_nobody = unheard.len() >= 2 && novel.len() >= 3 && novel.len() * 2 >= about.len();
    // One word that is new may only be another word for the same.
    let all_new = about.union(&tested).filter(is_new).count();
    let is_named_new = !named.is_empty() && all_new >= 2 && novel.len() * 4 >= about.len();
    let chosen = match (is_named_new, is_mostly_new) {
        (true, _) => named,
        (false, true) => novel,
        (false, false) if is_of_nobody && !words::is_measurable(&said) => unheard,
        (false, false) => return None,
    };
    // As the criterion writes them.
    let written = words::words(prose).into_iter().filter(|word| {
        let plain = words::significant(word);
        plain.iter().any(|word| {
            chosen.contains(&stem(word)) || chosen.iter().any(|c| stems(word).contains(c))
        })
    });
    let mut found: Vec<String> = Vec::new();
    for word in written {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    (!found.is_empty()).then_some(found)
}

fn unproduced(
    desk: &Desk<'_>,
    ticket: &Ticket,
    foreign: impl Fn(&Text) -> Option<String>,
) -> Vec<Hit> {
    // Without a plan worth the name there is nothing to compare with.
    if desk.work_stems(ticket).len() < 12 || ticket.steps.is_empty() && ticket.notes.is_empty() {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for criterion in &ticket.criteria {
        // "answers 204 (npm test -w api)" is a criterion with its check.
        let said = criterion.value.split(" (").next().unwrap_or_default();
        if is_regression(&criterion.value) || words::names_command(said) {
            continue;
        }
        let Some(what) = foreign(criterion) else {
            continue;
        };
        hits.extend(Hit::at(
            ticket,
            &criterion.place,
            "",
            format!(
                "the criterion asks for {what}, and no scope line, step or file of {} makes it; all steps can be done and the criterion still fails",
                ticket.stem
            ),
            format!(
                "add to {} the step and the file that make it, or move the criterion to the ticket that does",
                ticket.stem
            ),
        ));
    }
    hits
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    const PLAN: &str = "plan:\n  steps:\n  - Write LeaseTable with owner and expiry to the ledger in src/ledger.rs, one line for each lease\n  - Read the ledger back at the start, skip a torn last line and log where it began\n  - Unit tests for an empty ledger, a torn line, and a lease whose expiry lies in the past\n";

    fn with_criterion(criterion: &str) -> Vec<(String, String)> {
        let done = format!("{PLAN}definition_of_done:\n  criteria:\n  - \"{criterion}\"\n");
        vec![ticket(1, "Leases in the ledger", &done), ticket(2, "Add `ledger status`", "")]
    }

    #[test]
    fn a_criterion_is_about_what_the_ticket_makes() {
        let by_name = "a criterion about a thing that the ticket does not touch";
        let by_words = "a criterion about what no step makes";
        for (name, criterion) in [
            (by_name, "`ledger status` shows the oldest lease"),
            (by_name, "With `--dry-run` no lease is written"),
            (by_name, "GET /leases answers with all of them"),
            (by_name, "DELETE /ledger/:id answers 204"),
            (by_name, "The owner gets one mail for each lease"),
            (by_name, "Each answer carries x-ledger-line"),
            (by_name, "The file leases.log has grown by a line"),
            (
                by_words,
                "A subscriber who muted notices gets none: LedgerTest#respects_muted_notices",
            ),
        ] {
            assert_eq!(
                found_in(name, &with_criterion(criterion)),
                [format!("TCK-00001 INFO INCOMPLETE_PLAN: {criterion}")],
            );
        }
        for fine in [
            "A lease survives a restart",
            "`ledger status` prints the same as before",
            "A torn last line is skipped: ledger::tests::torn_line",
            "Each torn line gives a line of log",
            "The second answers 409 out_of_leases",
        ] {
            for name in [by_name, by_words] {
                assert!(found_in(name, &with_criterion(fine)).is_empty(), "{fine}");
            }
        }
    }
}
