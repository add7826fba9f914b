//! `doctor`: asks the world about the set-up, has it judged, and prints that.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::args::{Doctor as Args, Global};
use super::fault::CliFault;
use super::output::Output;
use crate::app::Workspace;
use crate::app::doctor::{self, EvidenceInventory, EvidenceSetup, Given, ProbeMode, Times};
use crate::app::documents::doctor::DoctorReport;
use crate::app::resuming::Setup;
use crate::app::sitters::Sitters;
use crate::config;
use crate::host::repo_status::Survey;
use crate::host::snapshot::{self, OpenFault, Repository};
use crate::host::store::FolderStore;
use crate::host::write_probe::Probe;
use crate::model::exit::ExitCode;
use crate::model::{Adapter, HealthCheck, Layout, SubjectId};
use crate::port::{Clock as _, Snapshot};
use crate::report;
use crate::wiring::clock;
use crate::wiring::runtime::wait;
use crate::wiring::seats::{MemberTable, panel_transports};

/// Checks everything that can be checked, and ends with 65 when anything is at fault.
pub(super) fn doctor(global: &Global, args: &Args, out: &mut Output) -> Result<ExitCode, CliFault> {
    let dir = global.repo.clone().unwrap_or_else(|| PathBuf::from("."));
    let (tree, fault) = tree(&dir, global.rev.as_deref());
    let survey = Survey::of(&dir);
    let standing = survey.as_ref().map(Survey::standing);
    let root = survey.as_ref().and_then(Survey::root);
    let base = root.clone();

    let given = match global.place().given_config() {
        Ok(Some((name, bytes))) => Given::File { name, bytes },
        Ok(None) => Given::None,
        Err(fault) => Given::Unreadable(CliFault::from(fault).line),
    };
    let hides = |survey: &Survey| survey.hides(config::FILE);
    let is_hidden = global.rev.is_none() && survey.as_ref().is_some_and(hides);
    let snapshot = tree.as_ref().map(|tree| tree as &dyn Snapshot);
    let (config, of_config) = doctor::config(snapshot, given, is_hidden);
    let workspace = snapshot.map(|snapshot| Workspace::load(snapshot, config.clone()));

    let mut checks = doctor::repository(standing.as_ref(), fault, workspace.as_ref());
    checks.extend(of_config);
    let mut reviewed = None;
    if let (Some(survey), Some(root)) = (&survey, root) {
        let (layout, probe) = (&config.layout, Probe::new(&root));
        let rfcs = rfcs(workspace.as_ref(), &probe, layout);
        let held = EvidenceInventory::read(&FolderStore::new(root), layout, &rfcs);
        let ground = ground(survey, &probe, layout, &rfcs);
        let file = global.config_file();
        let setup = Setup { seats: &config.seats, config: file.as_deref() };
        checks.extend(doctor::evidence(layout, &ground, &held, setup));
        reviewed = held.newest;
    }
    let table = MemberTable::set(&config, base.as_deref().unwrap_or(&dir), &args.seating.wanted())?;
    checks.push(doctor::seats(table.seating()));
    let within = Duration::from_secs(args.within);
    let reach = if args.online { ProbeMode::Online(within) } else { ProbeMode::Local };
    checks.extend(wait(doctor::seated(&Sitters::Seats, table.transports(), reach))?);
    for panel in config.panels.values() {
        checks.push(doctor::panel(panel));
        let transports = panel_transports(&config, base.as_deref().unwrap_or(&dir), panel);
        let sitters = Sitters::Panel(panel.name.clone());
        checks.extend(wait(doctor::seated(&sitters, &transports, reach))?);
    }
    let committed = standing.and_then(|standing| standing.commit).and_then(|(_, made_at)| made_at);
    let times = clock().map_err(CliFault::from).map(|clock| Times {
        now: clock.now(),
        is_fixed: clock.is_fixed(),
        committed,
        reviewed,
    });
    checks.extend(doctor::clock(times.as_ref().map_err(|fault| fault.line.as_str())));
    Ok(print(checks, &doctor::next(workspace.as_ref()), out))
}

fn print(checks: Vec<HealthCheck>, next: &str, out: &mut Output) -> ExitCode {
    let report = DoctorReport::new(checks);
    if out.is_json() {
        out.json(&report);
    } else {
        out.print(&report::doctor(&report.checks, next, out.style));
    }
    if report.ready { ExitCode::Approved } else { ExitCode::BadInput }
}

/// The tree that was asked for; and when there is none, why, with what can be read instead. That a
/// repository is bare is told by where it stands.
fn tree(dir: &Path, rev: Option<&str>) -> (Option<Repository>, Option<(String, String)>) {
    let committed = || snapshot::open(dir, Some("HEAD")).ok();
    match snapshot::open(dir, rev) {
        Ok(tree) => (Some(tree), None),
        Err(OpenFault::Bare(_)) => (committed(), None),
        Err(fault @ (OpenFault::DashedRevision(_) | OpenFault::UnknownRevision(_))) => {
            (snapshot::open(dir, None).ok().or_else(committed), Some(fault.told()))
        }
        Err(fault) => (None, Some(fault.told())),
    }
}

/// Every RFC that the documents name, or that has evidence.
fn rfcs(workspace: Option<&Workspace>, probe: &Probe, layout: &Layout) -> Vec<SubjectId> {
    let mut rfcs: BTreeSet<SubjectId> =
        workspace.map(Workspace::subjects).unwrap_or_default().into_iter().collect();
    for adapter in Adapter::ALL {
        let folders = probe.folders(&layout.evidence_of(adapter));
        let ids = folders.iter().filter_map(|name| name.parse().ok());
        rfcs.extend(ids.filter_map(|name| SubjectId::new(adapter, name).ok()));
    }
    rfcs.into_iter().collect()
}

fn ground(survey: &Survey, probe: &Probe, layout: &Layout, rfcs: &[SubjectId]) -> EvidenceSetup {
    let reviews = rfcs.iter().map(|rfc| layout.reviews(rfc));
    let obstacles = probe.obstacles(std::iter::once(layout.evidence.clone()).chain(reviews));
    let any = "RFC-0001".parse().expect("an RFC id");
    let asked = if rfcs.is_empty() { std::slice::from_ref(&any) } else { rfcs };
    let mut ignored: Vec<(String, String)> = Vec::new();
    for file in asked.iter().flat_map(|rfc| doctor::trial(layout, rfc)) {
        match survey.ignored(&file) {
            Some(part) if ignored.iter().all(|(known, _)| *known != part) => {
                ignored.push((part, file));
            }
            _ => {}
        }
    }
    EvidenceSetup { is_there: probe.is_folder(&layout.evidence), obstacles, ignored }
}
