//! `verify BUNDLE…`.

use std::path::Path;

use super::args::{Global, Verify};
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use crate::app::councils;
use crate::app::documents::verify::{VerifiedBundle, VerifyReport};
use crate::app::verify::{self, Freshness, Verified};
use crate::evidence::read::{self, EvidenceReadFault, LIMITS};
use crate::evidence::v2::outcome::Outcome;
use crate::host::file;
use crate::model::exit::ExitCode;
use crate::report::{Detail, escape};

/// Verifies each bundle, in the repository it stands in when there is one around it.
pub(super) fn verify(
    global: &Global,
    args: &Verify,
    out: &mut Output,
) -> Result<ExitCode, CliFault> {
    let mut codes = Vec::new();
    let mut documents = Vec::new();
    for path in &args.bundles {
        let bytes = bytes_of(path)?;
        let session = || bytes_of(&path.with_file_name("session.yaml")).ok();
        if let Some(verified) = councils::verify(&bytes, session().as_deref()) {
            let name = path.display().to_string();
            let (code, text) = council(&name, &verified);
            codes.push(code);
            if out.is_json() {
                documents.push(VerifiedBundle::of_council(&name, &verified));
            } else {
                out.print(&text);
            }
            continue;
        }
        let verified = one(global, path, &bytes, out)?;
        let name = path.display().to_string();
        codes.push(code(&verified));
        if out.is_json() {
            documents.push(VerifiedBundle::new(&name, &verified));
        } else {
            match foreign(&verified, &bytes).filter(|_| out.style.detail != Detail::Full) {
                Some(line) => out.print(&format!("REFUSED {}: {line}\n", escape::line(&name))),
                None => out.print(&page(&name, &verified)),
            }
        }
    }
    if out.is_json() {
        out.json(&VerifyReport::new(documents));
    }
    Ok(ExitCode::worst(codes))
}

/// What is said of a council's outcome.
fn council(name: &str, verified: &Result<Outcome, Vec<EvidenceReadFault>>) -> (ExitCode, String) {
    match verified {
        Ok(outcome) => {
            let head = &outcome.head;
            let line = format!("VERIFIED {name}: {} {}\n", head.council_id, head.result);
            (ExitCode::Approved, line)
        }
        Err(faults) => {
            let lines = faults
                .iter()
                .map(|fault| format!("REFUSED {}\n", escape::line(&format!("{name}:{fault}"))));
            (ExitCode::Rejected, lines.collect())
        }
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, CliFault> {
    file::read(path, LIMITS.bytes).map_err(|error| {
        let line = format!("cannot read {}: {error}", path.display());
        CliFault::new(ExitCode::BadInput, line)
    })
}

fn one(global: &Global, path: &Path, bytes: &[u8], out: &mut Output) -> Result<Verified, CliFault> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let around = real.parent().unwrap_or(Path::new("."));
    let dir = global.repo.as_deref().unwrap_or(around);
    let Some(opened) = opened::around(global, dir, out)? else {
        // A bundle outside of any repository is judged by itself.
        return Ok(verify::alone(bytes));
    };
    let root = opened.root()?;
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let inside = real.strip_prefix(&root).ok().and_then(Path::to_str);
    match inside {
        Some(inside) => {
            Ok(verify::in_repository(&opened.workspace, &opened.store()?, inside, bytes)?)
        }
        None => Ok(verify::alone(bytes)),
    }
}

fn code(verified: &Verified) -> ExitCode {
    match verified {
        Verified::Sound { freshness: Freshness::Stale(_), .. } | Verified::Unsound(_) => {
            ExitCode::Rejected
        }
        Verified::Sound { .. } => ExitCode::Approved,
    }
}

/// The one line of a file that is no bundle at all: its schema faults would say nothing more.
fn foreign(verified: &Verified, bytes: &[u8]) -> Option<String> {
    let Verified::Unsound(_) = verified else { return None };
    let lacks = read::foreign(bytes)?;
    Some(format!("not a bundle of this tool ({lacks}); name one, or see each fault with --verbose"))
}

fn page(name: &str, verified: &Verified) -> String {
    let name = escape::line(name);
    match verified {
        Verified::Unsound(faults) => faults
            .iter()
            .map(|fault| format!("REFUSED {name}:{}\n", escape::line(&fault.to_string())))
            .collect(),
        Verified::Sound { bundle, freshness } => {
            let head = format!("{} {} ({name})", bundle.rfc_id, bundle.verdict);
            match freshness {
                Freshness::Fresh => format!("VERIFIED {head}\n"),
                Freshness::Unknown => {
                    format!("VERIFIED {head}; no repository to compare its inputs with\n")
                }
                Freshness::Superseded => {
                    format!("VERIFIED {head}; superseded by a later review\n")
                }
                Freshness::Stale(changes) => {
                    let mut text = format!("STALE {head}; since then:\n");
                    for change in changes {
                        text.push_str(&format!("  {}\n", escape::line(change)));
                    }
                    text.push_str(&format!(
                        "  review it again: council-review {}\n",
                        bundle.rfc_id
                    ));
                    text
                }
            }
        }
    }
}
