//! The evidence folder: can it be written, does git keep it, what was left undone in it.

use std::io::ErrorKind;

use super::{EvidenceInventory, count};
use crate::app::resuming::Setup;
use crate::app::sessions::Unfinished;
use crate::app::shell::word;
use crate::config;
use crate::model::{HealthCheck, Layout, SubjectId};
use crate::port::{TEMPORARY, WriteBlocker};

const NAME: &str = "evidence";

/// What was found out of the ground that evidence stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceSetup {
    /// Whether the folder is there already.
    pub is_there: bool,
    /// What stands in the way of writing.
    pub obstacles: Vec<WriteBlocker>,
    /// What git ignores of the way to a file of evidence, and that file.
    pub ignored: Vec<(String, String)>,
}

/// A bundle and a session as a review of `rfc` would name them, to be asked about.
pub fn trial(layout: &Layout, rfc: &SubjectId) -> [String; 2] {
    let folder = layout.reviews(rfc);
    ["rfc_review", "council_session"].map(|kind| format!("{folder}/{kind}_20000101T000000Z.yaml"))
}

/// Checks the evidence folder. `setup` is what a run takes for granted that nobody gives options to.
pub fn evidence(
    layout: &Layout,
    ground: &EvidenceSetup,
    held: &EvidenceInventory,
    setup: Setup<'_>,
) -> Vec<HealthCheck> {
    let mut checks = Vec::new();
    if ground.obstacles.is_empty() {
        let folder = &layout.evidence;
        let bundles = count(held.bundles, "bundle");
        let there = if ground.is_there { "" } else { "; the first review makes it" };
        checks.push(HealthCheck::ok(NAME, format!("{folder} can be written{there}; {bundles}")));
        let closed = held.closed.iter();
        checks.extend(closed.map(|fault| {
            HealthCheck::fault(NAME, fault, "give yourself the right to read it, or move it away")
        }));
    }
    checks.extend(ground.obstacles.iter().map(in_the_way));
    checks.extend(ground.ignored.iter().map(|(part, file)| ignored(part, file)));
    checks.extend(held.unfinished.iter().map(|left| unfinished(left, setup)));
    checks.extend(held.damaged.iter().map(|(path, reason)| damaged(path, reason)));
    checks.extend(held.leftovers.iter().map(|(folder, n)| leftover(folder, *n)));
    checks
}

fn in_the_way(obstacle: &WriteBlocker) -> HealthCheck {
    let elsewhere = format!("or set layout.evidence in {}", config::FILE);
    let act = match obstacle {
        WriteBlocker::Link(path) => {
            format!("remove the link with `rm {}`, {elsewhere}", word(path))
        }
        WriteBlocker::NotAFolder(path) => {
            format!("move it away with `mv {} NAME`, {elsewhere}", word(path))
        }
        WriteBlocker::Refused { path, kind: ErrorKind::PermissionDenied } => {
            format!("make it yours to write, as with `chmod u+rwx {}`, {elsewhere}", word(path))
        }
        WriteBlocker::Refused {
            kind: ErrorKind::StorageFull | ErrorKind::QuotaExceeded, ..
        } => "make room on the disk".to_owned(),
        WriteBlocker::Refused { kind: ErrorKind::ReadOnlyFilesystem, .. } => {
            "work in a clone on a disk that can be written".to_owned()
        }
        WriteBlocker::Refused { path, .. } => {
            format!("look at it with `ls -ld {}`, {elsewhere}", word(path))
        }
    };
    HealthCheck::fault(NAME, obstacle.to_string(), act)
}

fn ignored(part: &str, file: &str) -> HealthCheck {
    let found = format!("git ignores {part}: evidence in it never reaches the reviewers");
    let command = format!("git check-ignore -v --no-index {}", word(file));
    HealthCheck::fault(NAME, found, format!("`{command}` names the rule to take out"))
}

fn unfinished(left: &Unfinished, setup: Setup<'_>) -> HealthCheck {
    let (id, resume) = (&left.session, format!("run `{}`", left.resume(setup)));
    if left.has_ended {
        return HealthCheck::note(
            NAME,
            format!("{id} has ended, and its bundle is not there"),
            resume,
        );
    }
    let found = format!("{id} is in {}: it is running now, or was cut off", left.state);
    HealthCheck::note(NAME, found, format!("if it was cut off, {resume}"))
}

fn damaged(path: &str, reason: &str) -> HealthCheck {
    let act =
        format!("get the committed one back with `git restore {}`, or move it away", word(path));
    HealthCheck::note(NAME, format!("{path}:{reason}"), act)
}

fn leftover(folder: &str, n: usize) -> HealthCheck {
    let (place, prefix) = match folder {
        "" => ("the repository's root".to_owned(), String::new()),
        folder => (folder.to_owned(), format!("{}/", word(folder))),
    };
    let found = format!("{} in {place}, left by a run that was killed", count(n, "temporary file"));
    HealthCheck::note(NAME, found, format!("when no review is running, `rm {prefix}{TEMPORARY}*`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Assignments, MemberSpec};
    use crate::model::HealthStatus;

    fn setup(seats: &Assignments) -> Setup<'_> {
        Setup { seats, config: None }
    }

    fn ground() -> EvidenceSetup {
        EvidenceSetup { is_there: true, obstacles: Vec::new(), ignored: Vec::new() }
    }

    #[test]
    fn a_session_left_undone_is_a_note_with_the_command_that_goes_on() {
        let left = |n: u32, state, has_ended| Unfinished {
            session: format!("COUNCIL-RFC-0001-20260126-10000{n}").parse().expect("an id"),
            state,
            has_ended,
            held_by: Assignments::from([(
                "SA-1".parse().expect("a name"),
                MemberSpec::Mailbox { folder: "m".to_owned() },
            )]),
        };
        let held = EvidenceInventory {
            unfinished: vec![left(0, "CYCLE_2", false), left(1, "CONVERGED", true)],
            ..EvidenceInventory::default()
        };
        let checks = evidence(&Layout::default(), &ground(), &held, setup(&Assignments::new()));
        assert_eq!(
            checks,
            [
                HealthCheck::ok(NAME, "evidence/rfc can be written; 0 bundles"),
                HealthCheck::note(
                    NAME,
                    "COUNCIL-RFC-0001-20260126-100000 is in CYCLE_2: it is running now, or was cut off",
                    "if it was cut off, run `council-review resume COUNCIL-RFC-0001-20260126-100000 --seat SA-1=mailbox:m`"
                ),
                HealthCheck::note(
                    NAME,
                    "COUNCIL-RFC-0001-20260126-100001 has ended, and its bundle is not there",
                    "run `council-review resume COUNCIL-RFC-0001-20260126-100001`"
                ),
            ]
        );
    }

    #[test]
    fn every_obstacle_has_its_act() {
        let refused = |kind| WriteBlocker::Refused { path: "evidence".to_owned(), kind };
        for (obstacle, act) in [
            (WriteBlocker::Link("a b".to_owned()), "rm 'a b'"),
            (WriteBlocker::NotAFolder("evidence".to_owned()), "mv evidence NAME"),
            (refused(ErrorKind::PermissionDenied), "chmod u+rwx evidence"),
            (refused(ErrorKind::StorageFull), "make room"),
            (refused(ErrorKind::ReadOnlyFilesystem), "in a clone"),
            (refused(ErrorKind::Other), "ls -ld evidence"),
        ] {
            let ground = EvidenceSetup { obstacles: vec![obstacle], ..ground() };
            let seats = Assignments::new();
            let checks =
                evidence(&Layout::default(), &ground, &EvidenceInventory::default(), setup(&seats));
            assert_eq!((checks.len(), checks[0].status), (1, HealthStatus::Fault));
            assert!(checks[0].act.as_ref().is_some_and(|a| a.contains(act)), "{checks:?}");
        }
    }
}
