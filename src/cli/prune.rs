//! `prune`.

use std::collections::BTreeSet;

use super::args::{Global, Prune};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::subject_ids;
use crate::app::documents::prune::{PruneReport, PrunedRfc};
use crate::app::nothing;
use crate::app::prune::{PruneOptions, RfcPruning, prune as prune_one};
use crate::model::exit::ExitCode;
use crate::wiring::clock;

/// Takes away the oldest reviews of the RFCs in question.
pub(super) fn prune(global: &Global, args: &Prune, out: &mut Output) -> Result<ExitCode, CliFault> {
    if args.keep == 0 {
        let line = "--keep 0 would leave no review: keep at least 1";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    if global.rev.is_some() {
        let line = "`prune` works on the work tree, and --rev reads a commit: leave out --rev";
        return Err(CliFault::new(ExitCode::Usage, line));
    }
    let mut rfcs = subject_ids(global, &args.rfcs, ExitCode::Approved, out)?;
    let opened = opened::open(global, out)?;
    opened.must_be_clear()?;
    let (store, clock) = (opened.store()?, clock()?);
    if args.all {
        rfcs = opened.workspace.subjects();
        if let Some(line) = nothing::instead(&opened.workspace) {
            return Err(CliFault::new(ExitCode::BadInput, line));
        }
    }
    let mut seen = BTreeSet::new();
    rfcs.retain(|rfc| seen.insert(rfc.clone()));
    // Nothing goes before each of them is known.
    for rfc in &rfcs {
        opened.workspace.require(rfc)?;
    }
    let wish = PruneOptions { keep: args.keep, is_dry: args.dry_run };
    let mut documents = Vec::new();
    let (mut code, mut has_gone) = (ExitCode::Approved, false);
    for rfc in &rfcs {
        match prune_one(&opened.workspace, &store, &clock, rfc, wish) {
            Ok(done) => {
                has_gone |= !done.gone.is_empty();
                match out.is_json() {
                    true => documents.push(PrunedRfc::from(&done)),
                    false => out.print(&page(&done, wish)),
                }
            }
            Err(fault) => {
                let fault = CliFault::from(fault);
                out.fault(&fault.line);
                code = ExitCode::worst([code, fault.code]);
            }
        }
    }
    if out.is_json() {
        out.json(&PruneReport::new(wish.is_dry, documents));
    } else if has_gone && !wish.is_dry && !out.is_quiet() {
        let folder = &opened.workspace.config.layout.evidence;
        out.note(&format!("next: git add -A {folder}, then commit"));
    }
    Ok(code)
}

/// A few words on one RFC; of a dry run, each file that would go.
fn page(done: &RfcPruning, wish: PruneOptions) -> String {
    let rfc = &done.rfc;
    let stays = match (done.kept, done.is_held) {
        (1, _) => "1 review stays".to_owned(),
        (kept, false) => format!("{kept} reviews stay"),
        (kept, true) => {
            format!("{kept} reviews stay, since a ruling is bound to the oldest of them")
        }
    };
    if done.gone.is_empty() {
        return match done.kept {
            0 => format!("{rfc}: nothing to prune; it has no review\n"),
            _ => format!("{rfc}: nothing to prune; {stays}\n"),
        };
    }
    let verb = if wish.is_dry { "would prune" } else { "pruned" };
    let files: Vec<String> = done.files().collect();
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let (reviews, all) = (counted(done.gone.len(), "review"), counted(files.len(), "file"));
    let mut text = format!("{rfc}: {verb} {reviews} ({all}); {stays}\n");
    if wish.is_dry {
        files.iter().for_each(|file| text.push_str(&format!("  {file}\n")));
    }
    if let Some(record) = &done.record {
        text.push_str(&format!("  recorded {}/{record}\n", done.folder));
    }
    text
}
