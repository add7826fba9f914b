//! `gates`: the deterministic gates alone, once or whenever a file changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::args::{Gates, Global};
use super::fault::CliFault;
use super::output::Output;
use super::{nothing, scope, subject_ids};
use crate::app;
use crate::app::change::Before;
use crate::app::fix;
use crate::app::scope::Scope;
use crate::evidence::v2::gates::{GateFinding, GatesReport};
use crate::host::signals::Stop;
use crate::host::watch::FolderWatch;
use crate::model::exit::ExitCode;
use crate::model::{Day, Digest, SubjectId};
use crate::port::Clock as _;
use crate::report::github;
use crate::wiring::clock;
use crate::wiring::repository::{Heads, OpenRepository, subject_names};
use crate::wiring::runtime::wait;

/// Runs them, and prints what they find.
pub(super) fn gates(global: &Global, args: &Gates, out: &mut Output) -> Result<ExitCode, CliFault> {
    if args.watch && global.rev.is_some() {
        let line = "--watch waits for changes, and a commit has none: leave out --rev";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let named = subject_ids(global, &args.rfcs, ExitCode::Approved, out)?;
    if scope(named.clone(), args.all, &args.against).is_none() && args.rfcs.is_empty() {
        let known = subject_names(&global.place()).listed();
        let line = match known.as_str() {
            "" => "nothing to check is here: `council-review init --example` writes an example"
                .to_owned(),
            known => format!("say what to check, or --all; there are {known}"),
        };
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let run = Run::of(global, args, &named)?;
    if args.watch {
        return watch(global, args, &named, run, out);
    }
    run.print(args, out);
    Ok(run.end(args, out))
}

/// One run over one state of the files.
struct Run {
    opened: OpenRepository,
    before: Option<Before>,
    report: GatesReport,
}

impl Run {
    fn of(global: &Global, args: &Gates, named: &[SubjectId]) -> Result<Self, CliFault> {
        let (opened, before) = OpenRepository::for_gates(
            &global.place(),
            &args.against.wanted(),
            named,
            Heads::Count,
        )?;
        let scope = scope(named.to_vec(), args.all, &args.against).unwrap_or(Scope::All);
        let today = Day::of(clock()?.now());
        let mut report = app::gates::gates(&opened.workspace, &scope, before.as_ref(), today)?;
        let reviews = report.reviews.iter().flat_map(|review| &review.findings);
        let mut findings = reviews.chain(&report.repository.findings);
        // A fix is of the files alone; what a base would say of it nobody asked.
        if args.format.is_json() && before.is_none() && findings.any(fix::is_fixable) {
            let config = &opened.workspace.config;
            fix::plan(opened.files(), config, &scope, today)?.mark(&mut report);
        }
        Ok(Self { opened, before, report })
    }

    fn print(&self, args: &Gates, out: &mut Output) {
        match args.format.name() {
            "json" => out.json(&self.report),
            "github" => out.print(&github::gates(&self.report)),
            _ => out.gates(&self.report),
        }
    }

    fn end(&self, args: &Gates, out: &mut Output) -> ExitCode {
        let reviews = self.report.reviews.iter().map(|review| ExitCode::from(review.verdict));
        let decide = self.report.leaving.iter().any(|leaving| !leaving.is_allowed);
        let decide = decide.then_some(ExitCode::NeedsAdjudication);
        let outside = self.report.repository.are_blocking().then_some(ExitCode::Rejected);
        let nothing = nothing(&self.opened.workspace, self.before.as_ref(), &args.against, out);
        ExitCode::worst(reviews.chain(decide).chain(outside).chain(nothing))
    }

    /// What was read, by path.
    fn read(&self) -> Vec<(String, Digest)> {
        let files = self.opened.workspace.library.files.values();
        files.map(|file| (file.path.clone(), file.digest.clone())).collect()
    }

    /// The folders of what was read, and those in which more may be written.
    fn folders(&self) -> Result<BTreeSet<PathBuf>, CliFault> {
        let root = self.opened.root()?;
        let library = &self.opened.workspace.library;
        let files = library.files.keys().filter_map(|file| Path::new(file).parent());
        let rfcs = library.rfcs.values().map(|rfc| Path::new(&rfc.folder));
        let roots = [&library.tickets_folder, &library.rfcs_folder, &library.layout.waivers];
        let all = files.chain(rfcs).chain(roots.map(Path::new)).map(|folder| root.join(folder));
        Ok(all.chain([root.to_path_buf()]).collect())
    }

    fn findings(&self) -> impl Iterator<Item = &GateFinding> {
        let reviews = self.report.reviews.iter().flat_map(|review| &review.findings);
        reviews.chain(&self.report.repository.findings)
    }
}

/// Runs again whenever a file that was read has changed, until somebody interrupts. Ends as the last
/// run did.
fn watch(
    global: &Global,
    args: &Gates,
    named: &[SubjectId],
    first: Run,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let stop = Stop::watch(ExitCode::Io.number());
    let fault = |line: String| CliFault::new(ExitCode::Io, format!("cannot watch files: {line}"));
    let mut changes = FolderWatch::below(first.opened.root()?).map_err(fault)?;
    first.print(args, out);
    let mut code = first.end(args, out);
    let mut last = first;
    out.note("watching; Ctrl-C ends it");
    loop {
        // What changed before a folder was watched would be missed: then it is read again at once.
        let is_new = changes.add(&last.folders()?).map_err(fault)?;
        if !is_new && !wait(next(&mut changes, stop.clone()))? {
            return Ok(code);
        }
        match Run::of(global, args, named) {
            Ok(run) if run.read() == last.read() && run.report == last.report => {}
            Ok(run) => {
                out.clear();
                run.print(args, out);
                code = run.end(args, out);
                told(&last, &run, out);
                last = run;
            }
            // A file that is half written is read again when the rest of it is there.
            Err(fault) => {
                out.note(&fault.line);
                code = fault.code;
            }
        }
    }
}

/// Waits for a change; `false` when somebody interrupts.
async fn next(changes: &mut FolderWatch, stop: Stop) -> bool {
    tokio::select! {
        () = changes.changed() => true,
        () = stop.requested() => false,
    }
}

/// What a change did to the findings.
fn told(last: &Run, run: &Run, out: &mut Output) {
    let is_same = |one: &GateFinding, other: &GateFinding| {
        one.signature == other.signature && one.rule == other.rule
    };
    let mut lines = Vec::new();
    for (word, findings, others) in [("new ", run, last), ("gone", last, run)] {
        for finding in findings.findings() {
            if !others.findings().any(|other| is_same(finding, other)) {
                let GateFinding { rule, location, description, .. } = finding;
                lines.push(format!("{word}  {rule} {location}: {description}"));
            }
        }
    }
    if lines.is_empty() {
        lines.push("the findings are the same as before".to_owned());
    }
    lines.iter().for_each(|line| out.note(line));
}
