//! How a claim is tested that a ticket cannot land as one change.

use crate::model::Subcategory;
use crate::rules::desk::sizing::{
    components_counted, counted, files_counted, nothing_counted, spread,
};
use crate::rules::desk::vocabulary::Stems;
use crate::rules::desk::{introduced, touched_or_told, whole};
use crate::rules::lints::atomicity::{callers, concerns, consumers, strangers, testing};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{count, listed, opening, shortened};
use crate::rules::vote::case::{Case, Opinion};

/// Files and components of one change.
const FILES: usize = 10;
const COMPONENTS: usize = 2;

pub(crate) fn size(case: &Case<'_, '_>) -> Option<Opinion> {
    let seat = case.seat;
    let mut files = counted(case.desk, seat, case.ticket).len();
    let has_no_list = seat == RuleSeat::Sa1 && files == 0;
    if has_no_list {
        // Where there is no list, the sentences are the only list there is.
        files = counted(case.desk, RuleSeat::Sa2, case.ticket).len();
    }
    let listed_by = if has_no_list { RuleSeat::Sa2 } else { seat };
    let components = spread(case.desk, listed_by, case.ticket);
    let (asks_files, asks_components) = match case.view.subcategory {
        Subcategory::ScopeTooLarge => (true, false),
        Subcategory::MultiComponent => (false, true),
        _ => (true, true),
    };
    // What a seat cannot count it has no opinion on.
    if !(asks_files && files > 0 || asks_components && !components.is_empty()) {
        return Some(Opinion::abstain(nothing_counted(seat, case.ticket)));
    }
    let files_said = match has_no_list {
        true => format!("{files} paths in its notes and sentences, and no list"),
        false => files_counted(seat, files),
    };
    let components_said = components_counted(case.desk, listed_by, case.ticket);
    Some(if asks_files && files > FILES {
        Opinion::support(format!("{files_said}, more than the {FILES} of one change"))
    } else if asks_components && components.len() > COMPONENTS {
        Opinion::support(format!("{components_said}, more than the {COMPONENTS} of one change"))
    } else if !asks_components {
        Opinion::oppose(format!("{files_said}, no more than the {FILES} of one change"))
    } else if !asks_files {
        Opinion::oppose(format!("{components_said}, no more than the {COMPONENTS} of one change"))
    } else {
        Opinion::oppose(format!("{files_said} and {components_said}, which is one change"))
    })
}

/// A claim that the ticket comes without its tests.
pub(crate) fn tests(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(test) = testing::own_test(ticket) {
        return Some(Opinion::oppose(format!("the ticket brings a test: \"{}\"", opening(&test))));
    }
    Some(match case.seat {
        RuleSeat::Sa1 => match testing::deferred_tests(ticket) {
            Some((line, _)) => Opinion::support(format!(
                "no scope line, step, file or criterion brings a test, and \"{}\" gives them away",
                opening(&line.value)
            )),
            None => Opinion::support("nothing in the ticket is a test"),
        },
        RuleSeat::Sa2 => {
            Opinion::support("went through the steps: after the last one no test is written")
        }
        RuleSeat::Sa3
            if !testing::changes_code(ticket) && testing::deferred_tests(ticket).is_none() =>
        {
            Opinion::oppose("the ticket changes no source file, so there is nothing to test")
        }
        RuleSeat::Sa3 => {
            let title = ticket.name().to_lowercase();
            let keeps = ["rename", "move ", "reformat", "delete ", "remove "];
            match keeps.iter().find(|verb| title.starts_with(**verb)) {
                Some(_) => Opinion::oppose(
                    "it puts in another place what is there, and the tests that are there cover it",
                ),
                None => Opinion::support(
                    "the ticket makes something new, and no test of the tree can know it",
                ),
            }
        }
    })
}

/// A claim that a merge alone leaves something broken.
pub(crate) fn merge(case: &Case<'_, '_>) -> Option<Opinion> {
    let (desk, ticket) = (case.desk, case.ticket);
    let all = callers::left_behind(desk, ticket);
    let named = |left: &&callers::StaleName<'_>| case.view.description.contains(left.callers[0]);
    if let Some(left) = all.iter().find(named) {
        return Some(called(case, left));
    }
    if let Some(line) = consumers::says_it_works(ticket) {
        return Some(Opinion::oppose(format!(
            "the ticket says that it goes on to work: \"{}\"",
            opening(&line.value)
        )));
    }
    let Some(split) = consumers::split(desk, ticket) else {
        let speaks_of_tests = case.view.description.contains("test");
        return if speaks_of_tests { tests(case) } else { broken(case) };
    };
    let other = split.to.as_ref().and_then(|id| desk.ticket(id));
    Some(match (case.seat, other) {
        (RuleSeat::Sa1, Some(other)) if desk.waits_for(&ticket.stem, &other.stem) => {
            Opinion::oppose(format!("{} lands first, so the users are ready", other.stem))
        }
        (RuleSeat::Sa1, Some(other)) => Opinion::support(format!(
            "nothing makes {} and {} land together",
            ticket.stem, other.stem
        )),
        (RuleSeat::Sa3, Some(other)) => {
            let own = touched_or_told(ticket);
            let theirs = touched_or_told(other).into_iter().find(|file| {
                desk.exists(&file.path) && !own.iter().any(|mine| mine.path == file.path)
            });
            match theirs {
                Some(file) => Opinion::support(format!(
                    "{} is in the tree, {} changes it and {} does not",
                    file.path, other.stem, ticket.stem
                )),
                None => Opinion::oppose(format!(
                    "every standing file of {} is changed by {}, too",
                    other.stem, ticket.stem
                )),
            }
        }
        (RuleSeat::Sa1 | RuleSeat::Sa3, None) => Opinion::support(format!(
            "\"{}\" changes what is there, and no ticket is named for its users",
            opening(&split.change)
        )),
        (RuleSeat::Sa2, _) => Opinion::support(format!(
            "with \"{}\" merged and the users as they are, nothing fits",
            opening(&split.change)
        )),
    })
}

/// A claim that files call what the ticket changes.
fn called(case: &Case<'_, '_>, left: &callers::StaleName<'_>) -> Opinion {
    let caller = left.callers[0];
    match case.seat {
        RuleSeat::Sa1 => Opinion::support(format!(
            "{caller} uses {}, and no file list, scope line or step of {} has it",
            left.name, case.ticket.stem
        )),
        RuleSeat::Sa2 => match &left.change {
            callers::NameChange::Reshaped(signature) => Opinion::support(format!(
                "with `{}` merged, what {caller} hands over no longer fits",
                shortened(signature)
            )),
            callers::NameChange::Gone(_) => {
                Opinion::support(format!("{caller} would call what is no longer there"))
            }
        },
        RuleSeat::Sa3 => {
            let made = introduced(case.desk, case.ticket);
            let is_kept = made.iter().any(|new| new.name == left.name);
            if is_kept && matches!(left.change, callers::NameChange::Gone(_)) {
                return Opinion::oppose(format!("the ticket makes {} anew", left.name));
            }
            Opinion::support(format!(
                "{} is defined in {} and nowhere else, so no other one answers the call",
                left.name, left.home
            ))
        }
    }
}

/// The line speaks for itself, unless it speaks of something else.
fn broken(case: &Case<'_, '_>) -> Option<Opinion> {
    let lower = case.passage().to_lowercase();
    let signs = ["broken", "fail", "disable", "not compile", "not build"];
    let sign = signs.iter().find(|sign| lower.contains(**sign))?;
    Some(Opinion::support(format!("the line itself says \"{sign}\", and no other line fixes it")))
}

/// A claim that the ticket is about several things.
pub(crate) fn concerns(case: &Case<'_, '_>) -> Option<Opinion> {
    let (desk, ticket) = (case.desk, case.ticket);
    if let Some(opinion) = stranger(case) {
        return Some(opinion);
    }
    let pieces = concerns::pieces(ticket);
    let is_title = case.view.location.path == whole(ticket).path;
    let place = &case.view.location.path;
    let line = ticket.in_scope.iter().find(|line| line.place.path == *place);
    let parts: Vec<Stems> = match line.and_then(|line| concerns::stray(desk, ticket, &pieces, line))
    {
        Some((own, others)) => vec![others, own],
        None if is_title => {
            let parts = concerns::parts(ticket.name());
            parts.iter().map(|text| concerns::topic(desk, text)).collect()
        }
        None => [ticket.name(), case.passage()].map(|text| concerns::topic(desk, text)).to_vec(),
    };
    let pairs =
        parts.iter().enumerate().flat_map(|(i, a)| parts[i + 1..].iter().map(move |b| (a, b)));
    let apart = pairs.into_iter().find(|(a, b)| concerns::are_apart(&pieces, a, b));
    let Some((a, b)) = apart else {
        return Some(Opinion::oppose("there is work in the ticket that serves both parts"));
    };
    Some(match case.seat {
        RuleSeat::Sa1 => {
            let demanded = concerns::demanded(desk, ticket);
            let asks = |part: &Stems| part.intersection(&demanded).next().is_some();
            if asks(a) && asks(b) {
                Opinion::oppose("the bound requirements speak of both parts")
            } else {
                Opinion::support("the bound requirements do not speak of both parts")
            }
        }
        RuleSeat::Sa2 => Opinion::support("no step serves both parts: two people could do them"),
        RuleSeat::Sa3 => {
            let (one, two) = (concerns::files_of(&pieces, a), concerns::files_of(&pieces, b));
            let shared: Vec<&String> = one.intersection(&two).collect();
            match shared.as_slice() {
                [] => Opinion::support("no file is changed for both parts"),
                shared => Opinion::oppose(format!("both parts change {}", listed(shared, 2))),
            }
        }
    })
}

/// A claim about a part that no requirement asks for.
fn stranger(case: &Case<'_, '_>) -> Option<Opinion> {
    let place = &case.view.location.path;
    let strangers = strangers::strangers(case.desk, case.ticket);
    let found = strangers.into_iter().find(|found| found.place.path == *place)?;
    let files: Vec<&String> = found.files.iter().collect();
    Some(Opinion::support(match case.seat {
        RuleSeat::Sa1 => "the bound requirements speak of the rest and not of this".to_owned(),
        RuleSeat::Sa2 => format!(
            "{} of the plan serve this, {} the rest, and none both",
            count(found.own, "piece", "pieces"),
            found.rest
        ),
        RuleSeat::Sa3 => format!("it is done in {}, where the rest has no work", listed(&files, 2)),
    }))
}
