//! `escalations` and `adjudicate`.

use super::args::{Adjudicate, Decided, Global};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::subject_id;
use crate::adjudicate::Decision;
use crate::app::adjudicate::{self, Ruled, RulingRequest, Waiting};
use crate::app::documents::adjudicate::{AdjudicateReport, RemovalReport};
use crate::app::documents::escalations::EscalationsReport;
use crate::evidence::v2::removal::REMOVAL;
use crate::host::clock::SystemClock;
use crate::host::store::FolderStore;
use crate::model::exit::ExitCode;
use crate::model::{FindingId, SubjectId};
use crate::port::Clock as _;
use crate::report::terminal::{self, WaitingReview};
use crate::wiring::clock;
use crate::wiring::repository::OpenRepository;

/// What waits for a person.
pub(super) fn escalations(global: &Global, out: &mut Output) -> Result<ExitCode, CliFault> {
    let now = clock()?.now();
    let opened = opened::open(global, out)?;
    let archive = opened.archive()?;
    let rfcs = opened.workspace.subjects();
    let waiting = adjudicate::escalations(&opened.workspace, archive.as_ref(), &rfcs)?;
    if out.is_json() {
        out.json(&EscalationsReport::new(&waiting));
    } else {
        let cases: Vec<WaitingReview<'_>> = waiting.iter().map(case).collect();
        out.print(&terminal::escalations(&cases, now, out.style));
    }
    Ok(if waiting.is_empty() { ExitCode::Approved } else { ExitCode::NeedsAdjudication })
}

fn case(waiting: &Waiting) -> WaitingReview<'_> {
    WaitingReview {
        bundle: &waiting.bundle,
        path: &waiting.path,
        page: waiting.page.as_deref(),
        rulings: &waiting.rulings,
        damaged: &waiting.damaged,
    }
}

/// What a ruling is recorded with.
struct Bench<'a> {
    opened: &'a OpenRepository,
    store: FolderStore,
    clock: SystemClock,
    rfc: &'a SubjectId,
    bundle: Option<&'a str>,
}

impl Bench<'_> {
    fn rule(
        &self,
        finding: &FindingId,
        decision: Decision,
        by: &str,
        reason: &str,
    ) -> Result<Ruled, CliFault> {
        let wish = RulingRequest { finding, decision, by, reason, bundle: self.bundle };
        let workspace = &self.opened.workspace;
        Ok(adjudicate::rule(workspace, &self.store, &self.clock, self.rfc, &wish)?)
    }
}

/// Decides one finding, or asks for each open one.
pub(super) fn adjudicate(
    global: &Global,
    args: &Adjudicate,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let rfc = subject_id(global, &args.rfc, out)?;
    let opened = opened::open(global, out)?;
    opened.must_be_clear()?;
    if args.finding.as_deref() == Some(REMOVAL) {
        return remove(&opened, &rfc, args, out);
    }
    let finding = args.finding.as_deref().map(str::parse::<FindingId>).transpose()?;
    let bench = Bench {
        store: opened.store()?,
        clock: clock()?,
        opened: &opened,
        rfc: &rfc,
        bundle: args.bundle.as_deref().map(|path| path.rsplit('/').next().unwrap_or(path)),
    };
    let Some((finding, decided)) = finding.zip(args.decision) else {
        return walk(&bench, args.by.as_deref(), out);
    };
    let (by, reason) = (args.by.as_deref(), args.reason.as_deref());
    let ruled = bench.rule(
        &finding,
        match decided {
            Decided::Uphold => Decision::Uphold,
            Decided::Dismiss => Decision::Dismiss,
        },
        by.unwrap_or_default(),
        reason.unwrap_or_default(),
    )?;
    if out.is_json() {
        let code = code(&ruled);
        out.json(&AdjudicateReport::from(ruled));
        return Ok(code);
    }
    Ok(told(&ruled, out))
}

/// Records that an RFC may be taken away.
fn remove(
    opened: &OpenRepository,
    rfc: &SubjectId,
    args: &Adjudicate,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    if matches!(args.decision, Some(Decided::Dismiss)) {
        let line = "no RFC is removed without a ruling, so there is nothing to dismiss: use --decision uphold, or leave it";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let said = (args.by.as_deref(), args.reason.as_deref());
    let said = (said.0.unwrap_or_default(), said.1.unwrap_or_default());
    let (ruling, path) =
        adjudicate::remove(&opened.workspace, &opened.store()?, &clock()?, rfc, said)?;
    match out.is_json() {
        true => out.json(&RemovalReport::new(ruling, path)),
        false => out.print(&format!(
            "recorded {path}\nOnce it is on the base, a change may remove {rfc}.\n"
        )),
    }
    Ok(ExitCode::Approved)
}

fn code(ruled: &Ruled) -> ExitCode {
    match &ruled.done {
        Some(done) => ExitCode::from(done.bundle.verdict),
        None => ExitCode::NeedsAdjudication,
    }
}

/// Says what a ruling led to.
fn told(ruled: &Ruled, out: &mut Output) -> ExitCode {
    out.note(&format!("recorded {}", ruled.path));
    match &ruled.done {
        Some(done) => {
            out.bundle(&done.bundle, &done.bundle_path);
        }
        None => {
            let open: Vec<&str> = ruled.open.iter().map(FindingId::as_str).collect();
            out.note(&format!("still open: {}", open.join(", ")));
        }
    }
    code(ruled)
}

/// Walks a person through the open points.
fn walk(bench: &Bench<'_>, by: Option<&str>, out: &mut Output) -> Result<ExitCode, CliFault> {
    let waiting = adjudicate::ready(&bench.opened.workspace, &bench.store, bench.rfc)?;
    if out.is_json() {
        let line = "a walk through the open points has no JSON: name a FINDING, or list them with `council-review escalations --format json`";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let mut code = ExitCode::NeedsAdjudication;
    let mut who = by.map(str::to_owned);
    for finding in waiting.open() {
        out.print(&format!("\n{}", terminal::point(finding, out.style)));
        let decision = loop {
            match out.ask("\n[u]phold, [d]ismiss, [s]kip or [q]uit?").as_deref() {
                Some("u" | "uphold") => break Some(Decision::Uphold),
                Some("d" | "dismiss") => break Some(Decision::Dismiss),
                Some("s" | "skip") => break None,
                None | Some("q" | "quit") => return Ok(code),
                Some(_) => {}
            }
        };
        let Some(decision) = decision else { continue };
        let Some(reason) = asked("why?", out) else { return Ok(code) };
        let by = match &who {
            Some(by) => by.clone(),
            None => match asked("who decides?", out) {
                Some(by) => by,
                None => return Ok(code),
            },
        };
        let ruled = bench.rule(&finding.finding_id, decision, &by, &reason)?;
        who = Some(by);
        code = told(&ruled, out);
    }
    Ok(code)
}

/// An answer that is not empty; `None` when there is no more to read.
fn asked(question: &str, out: &mut Output) -> Option<String> {
    loop {
        let answer = out.ask(question)?;
        if !answer.is_empty() {
            return Some(answer);
        }
    }
}
