//! The configuration, and who sits.

use crate::app::AppFault;
use crate::app::workspace::configuration;
use crate::config::{self, Assignments, Config, ConfigOrigin, MemberSpec, NamedPanel};
use crate::council::rfc::roster;
use crate::model::{HealthCheck, Identity, MemberName};
use crate::port::Snapshot;
use crate::rules;

const NAME: &str = "config";

/// The configuration that the caller named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// None: the repository's counts.
    None,
    /// This file.
    File {
        /// Its name, as it was given.
        name: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// One that cannot be read, as one of our lines.
    Unreadable(String),
}

/// Checks the configuration and gives what holds: what it says, or, when it is at fault, the
/// defaults. `is_hidden` says that a `council.yaml` is there and that git has a rule to ignore it.
pub fn config(
    snapshot: Option<&dyn Snapshot>,
    given: Given,
    is_hidden: bool,
) -> (Config, Vec<HealthCheck>) {
    let named = match &given {
        Given::File { name, .. } => Some(name.clone()),
        Given::None | Given::Unreadable(_) => None,
    };
    let read = match (given, snapshot) {
        (Given::Unreadable(line), _) => Err(AppFault::BadInput(line)),
        (Given::File { name, bytes }, _) => {
            config::load(&bytes, &name, ConfigOrigin::Given).map_err(AppFault::Config)
        }
        (Given::None, Some(snapshot)) => configuration(snapshot, None),
        (Given::None, None) => return (Config::default(), Vec::new()),
    };
    match read {
        Ok(config) => {
            let check = match (named, snapshot) {
                (Some(name), _) => HealthCheck::ok(NAME, format!("{name} counts")),
                (None, Some(snapshot)) if has_file(snapshot) => {
                    HealthCheck::ok(NAME, format!("{} counts", config::FILE))
                }
                (None, _) if is_hidden => hidden(),
                (None, _) => HealthCheck::ok(
                    NAME,
                    format!(
                        "no {}, so the defaults count; `council-review init` writes one",
                        config::FILE
                    ),
                ),
            };
            (config, vec![check])
        }
        Err(AppFault::Config(faults)) => {
            let act = "fix it there; `council-review schema council_config` says what it can hold";
            let checks =
                faults.iter().map(|fault| HealthCheck::fault(NAME, fault.to_string(), act));
            (Config::default(), checks.collect())
        }
        Err(fault) => {
            let act =
                "put a regular file of at most 1 MiB there, or name another with --config FILE";
            (Config::default(), vec![HealthCheck::fault(NAME, fault.to_string(), act)])
        }
    }
}

fn has_file(snapshot: &dyn Snapshot) -> bool {
    let entries = snapshot.entries();
    entries.binary_search_by(|entry| entry.path.as_str().cmp(config::FILE)).is_ok()
}

fn hidden() -> HealthCheck {
    let file = config::FILE;
    HealthCheck::note(
        NAME,
        format!("git ignores {file}, so the defaults count"),
        format!("`git check-ignore -v {file}` names the rule to take out"),
    )
}

/// Who sits, and what that means.
pub fn seats(seating: &Assignments) -> HealthCheck {
    let Identity { provider, model, .. } = rules::identity();
    let holder = |seat: &MemberName| seating.get(seat).cloned().unwrap_or_default();
    let names = roster::names();
    if names.iter().all(|seat| holder(seat) == MemberSpec::Offline) {
        let seats = names.each_ref().map(MemberName::as_str).join(", ");
        let found = format!(
            "{seats}: {provider} ({model}): answers by rule; no model, no key, no network, no cost"
        );
        return HealthCheck::ok("seats", found);
    }
    let each = names.map(|seat| format!("{seat} {}", holder(&seat)));
    HealthCheck::ok("seats", each.join(", "))
}

/// Who sits in a panel.
pub fn panel(panel: &NamedPanel) -> HealthCheck {
    let members = panel.members.iter().map(|member| {
        let second = member.fallback.as_ref().map(|second| format!(", else {second}"));
        let chair = if member.is_chair { ", chair" } else { "" };
        format!("{} {}{}{chair}", member.name, member.holder, second.unwrap_or_default())
    });
    let members: Vec<String> = members.collect();
    let (name, kind) = (&panel.name, panel.council.kind().as_str());
    HealthCheck::ok("panels", format!("{name}, {kind}: {}", members.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::HealthStatus;
    use crate::source::memory::MemorySnapshot;

    #[test]
    fn a_configuration_at_fault_leaves_the_defaults() {
        let tree = MemorySnapshot::new().file(config::FILE, "layot: 1\ncouncil: 2\n");
        let (config, checks) = config(Some(&tree), Given::None, false);
        assert_eq!(config, Config::default());
        let found: Vec<&str> = checks.iter().map(|check| check.found.as_str()).collect();
        assert_eq!(
            found,
            [
                "council.yaml:1:1: unknown key \"layot\"; did you mean \"layout\"? (known: layout, council, policy, seats, providers, commands, prices, base, councils, lenses, language, adapter)",
                "council.yaml:2:10: council should be a group of keys, not 2",
            ]
        );
    }

    #[test]
    fn what_counts_is_told() {
        let told = |tree: &MemorySnapshot, given, is_hidden| {
            let (_, checks) = config(Some(tree), given, is_hidden);
            (checks[0].status, checks[0].found.clone())
        };
        let (with, without) = (MemorySnapshot::new().file(config::FILE, ""), MemorySnapshot::new());
        let file = Given::File { name: "x.yaml".to_owned(), bytes: Vec::new() };
        assert_eq!(told(&without, file, true), (HealthStatus::Ok, "x.yaml counts".to_owned()));
        assert_eq!(told(&with, Given::None, false).1, "council.yaml counts");
        assert!(told(&without, Given::None, false).1.starts_with("no council.yaml"));
        assert_eq!(told(&without, Given::None, true).0, HealthStatus::Note);
        let linked = MemorySnapshot::new().symlink(config::FILE);
        let (status, found) = told(&linked, Given::None, false);
        assert_eq!(
            (status, found.as_str()),
            (HealthStatus::Fault, "cannot read council.yaml: it is not a regular file")
        );
        assert_eq!(config(None, Given::None, false).1, []);
    }
}
