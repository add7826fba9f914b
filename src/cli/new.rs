//! `new rfc`, `new ticket` and `new waiver`.

use super::args::{Global, New, NewRfc, NewTicket, NewWaiver, NewWhat};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::subjects::subject_id;
use crate::app;
use crate::app::documents::new::NewReport;
use crate::app::new::{Made, WaiverWish};
use crate::model::exit::ExitCode;
use crate::model::hidden::is_hidden;
use crate::model::{Day, RfcId, TicketId};
use crate::port::Clock as _;
use crate::wiring::clock;

/// Writes what was asked for, and says what to do with it.
pub(super) fn new(global: &Global, args: &New, out: &mut Output) -> Result<ExitCode, CliFault> {
    if global.rev.is_some() {
        let line = "`new` writes to the work tree, and --rev reads a commit: leave out --rev";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    match &args.what {
        NewWhat::Rfc(args) => rfc(global, args, out),
        NewWhat::Ticket(args) => ticket(global, args, out),
        NewWhat::Waiver(args) => waiver(global, args, out),
    }
}

fn rfc(global: &Global, args: &NewRfc, out: &mut Output) -> Result<ExitCode, CliFault> {
    let title = title(&args.title)?;
    let id = args.id.as_deref().map(str::parse::<RfcId>).transpose()?;
    let opened = opened::open(global, out)?;
    opened.must_be_clear()?;
    let made = app::new::rfc(&opened.workspace, &opened.store()?, title, id)?;
    let what = made.wrote.last().map_or("it", String::as_str);
    let next = format!("council-review new ticket {} --for REQ-0001", made.id);
    told(&made, &format!("fill in {what}, then"), &next, out);
    Ok(ExitCode::Approved)
}

fn ticket(global: &Global, args: &NewTicket, out: &mut Output) -> Result<ExitCode, CliFault> {
    let title = args.title.as_deref().map(title).transpose()?;
    let subject = super::subject_id(global, &args.rfc, out)?;
    let rfc = subject.rfc().ok_or_else(|| {
        let line = format!("{subject} is no RFC: write its work into its own task list");
        CliFault::new(ExitCode::Usage, line)
    })?;
    let id = args.id.as_deref().map(str::parse::<TicketId>).transpose()?;
    let opened = opened::open(global, out)?;
    opened.must_be_clear()?;
    let store = opened.store()?;
    let made = app::new::ticket(&opened.workspace, &store, rfc, &args.serves, title, id)?;
    let what = match &made.plan {
        Some(plan) => format!("fill it in, add {} to {plan}, then", made.id),
        None => "fill it in, then".to_owned(),
    };
    told(&made, &what, &format!("council-review gates {rfc}"), out);
    Ok(ExitCode::Approved)
}

fn waiver(global: &Global, args: &NewWaiver, out: &mut Output) -> Result<ExitCode, CliFault> {
    let usage = |line: String| CliFault::new(ExitCode::Usage, line);
    let until = args.until.parse::<Day>().map_err(|why| usage(format!("--until: {why}")))?;
    let by = said("--by", &args.by, "name who takes the responsibility").map_err(usage)?;
    let reason = said("--reason", &args.reason, "say why the defect may stay").map_err(usage)?;
    let subject = subject_id(global, &args.subject, out)?;
    let opened = opened::open(global, out)?;
    opened.must_be_clear()?;
    let wish = WaiverWish { subject: &subject, rules: &args.rules, until, by, reason };
    let today = Day::of(clock()?.now());
    let made = app::new::waiver(&opened.workspace, &opened.store()?, wish, today)?;
    let what = "commit it in a change of its own, and see what it reaches:";
    told(&made, what, &format!("council-review gates {subject}"), out);
    Ok(ExitCode::Approved)
}

/// A text of one line that says something.
fn said<'t>(option: &str, text: &'t str, act: &str) -> Result<&'t str, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(format!("{option} is empty: {act}"));
    }
    if text.chars().any(|c| c.is_control() || is_hidden(c)) {
        return Err(format!(
            "{option} holds a line break or a hidden character: type it in one line"
        ));
    }
    Ok(text)
}

/// A title as it was typed, when it can be one (GATES.md R12).
fn title(text: &str) -> Result<&str, CliFault> {
    let title = text.trim();
    let fault = |line: &str| Err(CliFault::new(ExitCode::Usage, line));
    if title.chars().count() < 3 {
        return fault("the title is too short: say in words what will be different");
    }
    if title.chars().any(|c| c.is_control() || is_hidden(c)) {
        return fault("the title holds a line break or a hidden character: type it in one line");
    }
    Ok(title)
}

fn told<Id: std::fmt::Display>(made: &Made<Id>, what: &str, next: &str, out: &mut Output) {
    if out.is_json() {
        out.json(&NewReport::new(made, next));
        return;
    }
    for path in &made.wrote {
        out.print(&format!("wrote          {path}\n"));
    }
    for path in &made.kept {
        out.print(&format!("left as it is  {path}\n"));
    }
    out.advise(&format!("\nnext: {what}\n      {next}\n"));
}
