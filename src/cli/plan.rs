//! `plan`: what would be asked, printed.

use super::args::{Global, Plan as Args};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::{scope, subject_id};
use crate::app;
use crate::app::documents::plan::{CallPlan, PlanReport, PlannedLooks};
use crate::app::documents::work::{Job, Matrix, WorkReport};
use crate::app::plan::{Prompts, plan};
use crate::app::scope::Scope;
use crate::model::exit::ExitCode;
use crate::model::{Identity, MemberName};
use crate::report::escape;
use crate::wiring::seats::MemberTable;

/// What a council of models would be asked about an RFC.
pub(super) fn run(global: &Global, args: &Args, out: &mut Output) -> Result<ExitCode, CliFault> {
    let Some(rfc) = &args.rfcs else {
        return work(global, args, out);
    };
    let id = subject_id(global, rfc, out)?;
    if args.format.is_matrix() {
        let line = "a matrix is of several RFCs: use --all, or --base REV";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let opened = opened::open(global, out)?;
    let table = MemberTable::set(&opened.workspace.config, opened.base(), &args.seating.wanted())?;
    let prompts = if args.show_prompts { Prompts::Shown } else { Prompts::Measured };
    let index = opened.symbols(&|| false);
    let seats = |dossier: &_| table.seats(dossier, &index);
    let plan = plan(&opened.workspace, &id, prompts, &index, &seats)?;
    if args.format.is_json() {
        out.json(&plan);
    } else {
        let page = if args.show_prompts { shown(&plan) } else { measured(&plan) };
        out.print(&page);
    }
    Ok(ExitCode::Approved)
}

/// The work of several RFCs, for whoever hands it out: one RFC a job, whose evidence meets no other's.
fn work(global: &Global, args: &Args, out: &mut Output) -> Result<ExitCode, CliFault> {
    let (opened, before) = opened::against(global, &args.against, out)?;
    let scope = scope(Vec::new(), args.all, &args.against).unwrap_or(Scope::All);
    let workspace = &opened.workspace;
    let mut items = Vec::new();
    for rfc in scope.subjects(workspace, before.as_ref()) {
        let dossier = workspace.dossier(&rfc)?;
        if dossier.state.is_reviewable() {
            let tickets = dossier.tickets().filter(|ticket| ticket.is_live()).count();
            items.push(Job { rfc: rfc.to_string(), tickets });
        }
    }
    let nothing = app::nothing::found(workspace, before.as_ref());
    match args.format {
        format if format.is_matrix() => out.line(&Matrix { include: items }),
        format if format.is_json() => out.json(&WorkReport::new(items, nothing.clone())),
        _ if items.is_empty() => out.print("there is no RFC to review\n"),
        _ => {
            for Job { rfc, tickets } in &items {
                out.print(&format!("council-review {rfc}   # {tickets} tickets\n"));
            }
        }
    }
    Ok(nothing.map_or(ExitCode::Approved, |found| args.against.empty(&found, out)))
}

fn measured(plan: &PlanReport) -> String {
    let PlanReport { rfc_id, seats, calls, estimated_tokens, needed_tokens, token_budget, .. } =
        plan;
    let nobody = calls.iter().all(|call| call.fate == CallPlan::Offline);
    let mut page = match nobody {
        true => format!(
            "{rfc_id}: no model sits; this is what three would be asked (try --seat SA-1=anthropic:MODEL)\n"
        ),
        false => {
            let who = |(id, holder): (&MemberName, &Identity)| {
                format!("{id} {} {}", holder.provider, holder.model)
            };
            let who: Vec<String> = seats.iter().map(who).collect();
            format!("{}\n", escape::line(&format!("{rfc_id}: {}", who.join(", "))))
        }
    };
    page.push_str(&format!(
        "\n{:<6} {:<5} {:<13} {:>9} {:>9} {:>9}\n",
        "cycle", "seat", "question", "bytes", "tokens", "answer"
    ));
    for call in calls {
        let (cycle, seat) = (cycle(call.cycle), call.seat.as_str());
        let (question, bytes, tokens) = (call.question, call.bytes, call.estimated_tokens);
        let rest = match call.fate {
            CallPlan::Sent => {
                let cost = call.cost_usd_at_most.as_deref().unwrap_or_default();
                let cost = match cost {
                    "unknown" => "cost unknown".to_owned(),
                    cost => format!("at most {cost} USD"),
                };
                format!(" {:>9}  {cost}", call.answer_tokens_at_most)
            }
            CallPlan::Kept => format!(" {:>9}  answered before", "-"),
            CallPlan::Offline if nobody => String::new(),
            CallPlan::Offline => format!(" {:>9}  by rule", "-"),
        };
        page.push_str(&format!(
            "{cycle:<6} {seat:<5} {question:<13} {bytes:>9} {tokens:>9}{rest}\n"
        ));
    }
    let cost = match plan.cost_usd_at_most.as_deref() {
        None => String::new(),
        Some("unknown") => "; `prices` in council.yaml says what they cost".to_owned(),
        Some(cost) => format!("; at most {cost} USD with the answers"),
    };
    page.push_str(&format!("\n{estimated_tokens} tokens by estimate{cost}.\n"));
    page.push_str(&match nobody {
        true => "Not counted: the answers, what cycle 1 will add to cycle 2, and cycle 3, which asks\nabout contested findings alone.\n".to_owned(),
        false => format!("To come to its end, with the answers, what findings add to cycle 2, and cycle 3, the\ncouncil needs about {needed_tokens} tokens, of a budget of {token_budget}.\n"),
    });
    if let Some(looks) = &plan.looks {
        let PlannedLooks { messages, tokens, characters, .. } = looks;
        page.push_str(&format!(
            "Looking at the repository adds at most {messages} messages and {tokens} tokens, within the\nbudget. A task is shown at most {characters} characters; --no-looks shows none.\n"
        ));
    }
    page
}

fn cycle(number: u8) -> String {
    if number == 0 { "INIT".to_owned() } else { number.to_string() }
}

/// The prompts as they would be sent, but for what a terminal or a CI would act on.
fn shown(plan: &PlanReport) -> String {
    let mut page = String::new();
    let mut said = None;
    for call in &plan.calls {
        let (cycle, question) = (cycle(call.cycle), call.question);
        let shared = call.rules.as_deref().zip(call.dossier.as_deref());
        if let Some((rules, dossier)) = shared.filter(|_| said != Some(call.cycle)) {
            said = Some(call.cycle);
            let known = match call.cycle {
                2 => ", as it would be without findings of cycle 1",
                _ => "",
            };
            page.push_str(&format!(
                "==== {cycle} {question}: to every seat{known}\n\n{rules}{dossier}"
            ));
        }
        let own = call.own.as_deref().unwrap_or_default();
        page.push_str(&format!("==== {cycle} {question}: to {}\n\n{own}\n", call.seat));
    }
    page.push_str("==== 3 CONVERGE depends on what cycle 2 finds\n");
    escape::without_commands(&escape::block(&page))
}
