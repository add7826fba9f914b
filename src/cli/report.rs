//! `report RFC` and `report --bundle FILE`.

use std::path::Path;

use super::args::{Global, ReportArgs};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use super::subject_id;
use crate::app;
use crate::app::latest;
use crate::app::scope::Scope;
use crate::app::verify::{self, Verified};
use crate::evidence::read::LIMITS;
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::gates::GateFinding;
use crate::host::file;
use crate::host::store::FolderStore;
use crate::model::exit::ExitCode;
use crate::model::{Day, SubjectId};
use crate::port::{Clock as _, Store as _};
use crate::report::ReportInput;
use crate::wiring::clock;
use crate::wiring::repository::OpenRepository;

/// Reports a bundle that verifies. Ends well when it could be told, whatever it says: a step of a CI
/// that reports is not the one that judges.
pub(super) fn report(
    global: &Global,
    args: &ReportArgs,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    if let Some(Ok(id)) = args.rfc.as_deref().map(str::parse) {
        let text = super::ask::page(global, &id, args.format.name(), out)?;
        match &args.output {
            None => out.print(&text),
            Some(path) => {
                write(path, text.as_bytes())?;
                out.note(&format!("{id}: wrote {} ({})", path.display(), args.format.name()));
            }
        }
        return Ok(ExitCode::Approved);
    }
    let (bundle, file, fixes) = match &args.bundle {
        Some(path) => {
            let (bundle, file) = given(global, path, args.rfc.as_deref(), out)?;
            (bundle, file, Vec::new())
        }
        None => {
            let has_fixes = args.format.report().has_fixes();
            newest(global, args.rfc.as_deref().unwrap_or_default(), has_fixes, out)?
        }
    };
    let review = ReportInput {
        bundle: &bundle,
        file: &file,
        link_base: args.link_base.as_deref(),
        fixes: &fixes,
        style: out.style,
    };
    let text = args.format.report().render(&review);
    match &args.output {
        None => out.print(&text),
        Some(path) => {
            write(path, text.as_bytes())?;
            let (format, rfc) = (args.format.name(), &bundle.rfc_id);
            let verdict = bundle.verdict;
            out.note(&format!("{rfc} {verdict}: wrote {} ({format})", path.display()));
        }
    }
    Ok(ExitCode::Approved)
}

fn newest(
    global: &Global,
    rfc: &str,
    has_fixes: bool,
    out: &mut Output,
) -> Result<(Bundle, String, Vec<GateFinding>), CliFault> {
    let id = subject_id(global, rfc, out)?;
    let opened = opened::open(global, out)?;
    let archive = opened.archive()?;
    let (_, path) = latest::latest(&opened.workspace, &id, archive.as_ref())?;
    let bytes =
        archive.read(&path, LIMITS.bytes).ok().flatten().ok_or_else(|| {
            CliFault::new(ExitCode::BadInput, format!("cannot read {path} any more"))
        })?;
    let bundle = verified(&bytes, &path)?;
    let fixes = if has_fixes { fixes(&opened, &bundle, id)? } else { Vec::new() };
    Ok((bundle, path, fixes))
}

/// What would fix findings, of files that are as the bundle has them.
fn fixes(
    opened: &OpenRepository,
    bundle: &Bundle,
    subject: SubjectId,
) -> Result<Vec<GateFinding>, CliFault> {
    let is_as_read =
        |path: &str| {
            let read = opened.workspace.library.files.get(path);
            bundle.inputs.files.iter().any(|file| {
                file.path == path && read.is_some_and(|read| read.digest == file.digest)
            })
        };
    let (config, today) = (&opened.workspace.config, Day::of(clock()?.now()));
    let plan = app::fix::plan(opened.files(), config, &Scope::Named(vec![subject]), today)?;
    let fixed = plan.fixed.into_iter().map(|fixed| fixed.finding);
    let of_bundle = |finding: &GateFinding| {
        finding.fix.iter().flat_map(|fix| &fix.edits).all(|edit| is_as_read(&edit.file))
    };
    Ok(fixed.filter(of_bundle).collect())
}

fn given(
    global: &Global,
    path: &Path,
    wanted: Option<&str>,
    out: &mut Output,
) -> Result<(Bundle, String), CliFault> {
    let name = path.display().to_string();
    let bytes = file::read(path, LIMITS.bytes).map_err(|error| {
        CliFault::new(ExitCode::BadInput, format!("cannot read {name}: {error}"))
    })?;
    let bundle = verified(&bytes, &name)?;
    let id = &bundle.rfc_id;
    match wanted {
        Some(word) if word != id.name().as_str() && word != id.to_string() => {
            let wanted = subject_id(global, word, out)?;
            let line = format!("{name} is about {id}, not {wanted}");
            Err(CliFault::new(ExitCode::BadInput, line))
        }
        Some(_) | None => Ok((bundle, name)),
    }
}

/// A page about evidence that contradicts itself would lend it a face.
fn verified(bytes: &[u8], name: &str) -> Result<Bundle, CliFault> {
    match verify::alone(bytes) {
        Verified::Sound { bundle, .. } => Ok(*bundle),
        Verified::Unsound(faults) => {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            let line = format!(
                "{name}:{first}; a bundle that does not verify is not reported: \
                 council-review verify {name}"
            );
            Err(CliFault::new(ExitCode::BadInput, line))
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CliFault> {
    let fault =
        |why: &str| CliFault::new(ExitCode::Io, format!("cannot write {}: {why}", path.display()));
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| fault("it names no file"))?;
    let folder = match path.parent() {
        None => Path::new("."),
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
    };
    if !folder.is_dir() {
        return Err(fault("its folder does not exist"));
    }
    FolderStore::new(folder).replace(name, bytes).map_err(|error| fault(&error.source.to_string()))
}
