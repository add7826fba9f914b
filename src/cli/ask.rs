//! `ask` and `councils`, and what other commands do with a council's id.

use std::io::Read as _;

use super::args::{AskArgs, CouncilsArgs, Global, QuestionKindArg, StakesArg};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::progress::ProgressLines;
use crate::app::ask::AskWish;
use crate::app::councils;
use crate::app::documents::council::{CouncilReport, CouncilsReport};
use crate::evidence::v2::outcome::Outcome;
use crate::host::signals::Stop;
use crate::model::exit::ExitCode;
use crate::model::panel::CouncilKind;
use crate::model::{CouncilId, QuestionKind, Stakes, SubjectId};
use crate::report::outcome;
use crate::wiring::councils::{CouncilDeps, demonstrate};

/// The most bytes that are read from stdin.
const MOST_STDIN: u64 = 1 << 20;

/// Holds one council, or says what it would be.
pub(super) fn ask(global: &Global, args: &AskArgs, out: &mut Output) -> Result<ExitCode, CliFault> {
    if let Some(kind) = args.demo {
        return demo(global, kind, args.keep, out);
    }
    let wish = wish(args)?;
    let opened = opened::open(global, out)?;
    let room = CouncilDeps::set(opened, args.diff.as_deref(), args.fresh)?;
    let ready = room.prepare(&wish)?;
    if args.plan {
        for one in &ready {
            let planned = room.plan(one)?;
            out.print(&outcome::planned(&planned, args.show_prompts, out.style));
        }
        return Ok(ExitCode::Approved);
    }
    room.must_stand(&ready)?;
    let mut progress = ProgressLines::new(global.quiet);
    let stop = Stop::watch(ExitCode::Aborted.number());
    let (mut codes, mut documents) = (Vec::new(), Vec::new());
    for one in ready {
        if stop.is_requested() {
            break;
        }
        let held = room.hold(one, &mut progress, &stop)?;
        codes.push(held.outcome.head.result.exit_code());
        if out.is_json() {
            documents.push((held.outcome, held.path));
        } else {
            out.print(&outcome::text(&held.outcome, Some(&held.path), out.style));
        }
    }
    if out.is_json() {
        out.json(&CouncilReport::new(&documents));
    }
    let stopped = stop.is_requested().then_some(ExitCode::Aborted);
    Ok(ExitCode::worst(codes.into_iter().chain(stopped)))
}

/// Holds a recorded council; its evidence is kept only where that was asked for.
fn demo(
    global: &Global,
    kind: CouncilKind,
    keeps: bool,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let keeper = keeps.then(|| opened::open(global, out)).transpose()?;
    let mut progress = ProgressLines::new(global.quiet);
    let stop = Stop::watch(ExitCode::Aborted.number());
    let held = demonstrate(kind, keeper.as_ref(), &mut progress, &stop)?;
    let code = held.outcome.head.result.exit_code();
    if out.is_json() {
        let path = if keeps { held.path } else { String::new() };
        out.json(&CouncilReport::new(&[(held.outcome, path)]));
    } else {
        out.print(&outcome::text(&held.outcome, keeps.then_some(held.path.as_str()), out.style));
        if !keeps {
            out.note("nothing was written; keep the evidence with --keep");
        }
    }
    Ok(code)
}

/// The councils of the repository, the newest first.
pub(super) fn councils(
    global: &Global,
    args: &CouncilsArgs,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let rfc: Option<SubjectId> = args.rfc.as_deref().map(str::parse).transpose()?;
    let opened = opened::open(global, out)?;
    let archive = opened.archive()?;
    let wanted = councils::Wanted { panel: args.panel.as_deref(), rfc: rfc.as_ref() };
    let found = councils::councils(opened.files(), archive.as_ref(), &wanted)?;
    for line in &found.unreadable {
        out.note(line);
    }
    let shown: Vec<_> = found.rows.into_iter().take(args.limit).collect();
    if out.is_json() {
        out.json(&CouncilsReport::new(&shown));
    } else {
        let rows: Vec<_> = shown
            .iter()
            .map(|row| outcome::OutcomeRow { outcome: &row.outcome, changed: &row.changed })
            .collect();
        out.print(&outcome::table(&rows, out.style));
    }
    Ok(ExitCode::Approved)
}

/// The outcome of a council, as `ask` showed it.
pub(super) fn show(
    global: &Global,
    id: &CouncilId,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let (found, path) = found(global, id, out)?;
    let code = found.head.result.exit_code();
    if out.is_json() {
        out.json(&CouncilReport::new(&[(found, path)]));
    } else {
        out.print(&outcome::text(&found, Some(&path), out.style));
    }
    Ok(code)
}

/// The outcome of a council for people, in the format that was named; none for tools that want findings.
pub(super) fn page(
    global: &Global,
    id: &CouncilId,
    format: &str,
    out: &mut Output,
) -> Result<String, CliFault> {
    let (found, path) = found(global, id, out)?;
    Ok(match format {
        "text" => outcome::text(&found, Some(&path), out.style),
        "markdown" => outcome::markdown(&found, Some(&path)),
        "html" => outcome::html(&found, Some(&path)),
        "json" => crate::report::escape::json::document(&CouncilReport::new(&[(found, path)])),
        other => {
            let line = format!(
                "{other} carries findings, and a council has none: take --format text, markdown, html or json"
            );
            return Err(CliFault::new(ExitCode::Usage, line));
        }
    })
}

fn found(global: &Global, id: &CouncilId, out: &mut Output) -> Result<(Outcome, String), CliFault> {
    let opened = opened::open(global, out)?;
    let archive = opened.archive()?;
    Ok(councils::outcome(archive.as_ref(), id)?)
}

/// Goes on with a council after a crash.
pub(super) fn resume(
    global: &Global,
    id: &CouncilId,
    fresh: bool,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let opened = opened::open(global, out)?;
    let room = CouncilDeps::set(opened, None, fresh)?;
    let mut progress = ProgressLines::new(global.quiet);
    let stop = Stop::watch(ExitCode::Aborted.number());
    let held = room.resume(id, &mut progress, &stop)?;
    if let Some(line) = held.cut_after {
        out.note(&format!("the session was cut short; what is after line {line} was asked again"));
    }
    if held.was_over {
        out.note("the session had ended; nobody was asked");
    }
    let code = held.outcome.head.result.exit_code();
    if out.is_json() {
        out.json(&CouncilReport::new(&[(held.outcome, held.path)]));
    } else {
        out.print(&outcome::text(&held.outcome, Some(&held.path), out.style));
    }
    Ok(code)
}

/// Runs a session again from its record and compares the outcome.
pub(super) fn replay(
    global: &Global,
    id: &CouncilId,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let opened = opened::open(global, out)?;
    let archive = opened.archive()?;
    let (line, same) = councils::replay(archive.as_ref(), id)?;
    out.print(&format!("{line}\n"));
    Ok(if same { ExitCode::Approved } else { ExitCode::Rejected })
}

fn wish(args: &AskArgs) -> Result<AskWish, CliFault> {
    let from_stdin = args.question.as_deref() == Some("-");
    if from_stdin && args.note.is_some() {
        let line = "the question and the note cannot both come from stdin: write the question as an argument";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let question = match from_stdin {
        true => Some(stdin()?),
        false => args.question.clone(),
    };
    let ids = |words: &[String]| words.iter().map(|word| word.parse()).collect::<Result<_, _>>();
    Ok(AskWish {
        question,
        panel: args.panel.clone(),
        council: args.council,
        kind: args.kind.map(|kind| match kind {
            QuestionKindArg::Decision => QuestionKind::Decision,
            QuestionKindArg::Review => QuestionKind::Review,
            QuestionKindArg::Open => QuestionKind::Open,
        }),
        options: args.options.clone(),
        constraints: args.constraints.clone(),
        domains: args.domains.clone(),
        stakes: args.stakes.map(|stakes| match stakes {
            StakesArg::Low => Stakes::Low,
            StakesArg::Normal => Stakes::Normal,
            StakesArg::High => Stakes::High,
        }),
        files: args.files.clone(),
        rfc: args.rfc.as_deref().map(str::parse).transpose()?,
        ticket: args.ticket.as_deref().map(str::parse).transpose()?,
        diff: args.diff.clone(),
        escalation: args.escalation.as_deref().map(str::parse).transpose()?,
        findings: ids(&args.findings)?,
        note: args.note.as_ref().map(|_| stdin()).transpose()?,
        members: args.members.clone(),
        chair: args.chair.clone(),
        rounds: args.rounds,
        language: args.language.clone(),
        no_looks: args.no_looks,
    })
}

fn stdin() -> Result<String, CliFault> {
    let mut text = String::new();
    let read = std::io::stdin().take(MOST_STDIN + 1).read_to_string(&mut text);
    match read {
        Ok(_) if text.len() as u64 > MOST_STDIN => Err(CliFault::new(
            ExitCode::BadInput,
            "stdin has more than 1 MiB: say it in fewer words",
        )),
        Ok(_) => Ok(text),
        Err(error) => {
            let line = format!("cannot read stdin: {error}; write UTF-8 text");
            Err(CliFault::new(ExitCode::BadInput, line))
        }
    }
}
