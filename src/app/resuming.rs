//! The command line that goes on with a session: whoever reads it can run it as it stands.

use super::shell::word;
use crate::config::{Assignments, MemberSpec};
use crate::core::roster::RosterEntry;
use crate::council::rfc::SessionState;
use crate::model::{Identity, SessionId};

/// What a run takes for granted, and a later one may have to be told.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// Who sits when no `--seat` is given.
    pub seats: &'a Assignments,
    /// The file that `--config` named.
    pub config: Option<&'a str>,
}

impl Setup<'_> {
    /// The command that goes on with a session whose seats were held so.
    pub fn resume(&self, session: &SessionId, held_by: &Assignments) -> String {
        let mut line = format!("council-review resume {session}");
        for (seat, holder) in held_by {
            if *holder != self.seats.get(seat).cloned().unwrap_or_default() {
                line.push_str(&format!(" --seat {seat}={}", word(&holder.to_string())));
            }
        }
        if let Some(file) = self.config {
            line.push_str(&format!(" --config {}", word(file)));
        }
        line
    }
}

/// Who holds the seats of a session.
pub(super) fn held_by(charter: &SessionState) -> Assignments {
    let held = |entry: &RosterEntry| (entry.name.clone(), holder(&entry.identity));
    charter.roster.iter().map(|(_, entry)| held(entry)).collect()
}

/// The holder that an identity stands for.
pub(super) fn holder(identity: &Identity) -> MemberSpec {
    let Identity { provider, model, parameters, .. } = identity;
    match provider.as_str() {
        "offline" => MemberSpec::Offline,
        "command" => MemberSpec::Command { name: model.clone() },
        "mailbox" => {
            let folder = parameters.get("folder").map_or("DIR", String::as_str);
            MemberSpec::Mailbox { folder: folder.to_owned() }
        }
        _ => MemberSpec::Model { provider: provider.clone(), model: model.clone() },
    }
}

/// Whether two identities are the same holder with the same settings. A mailbox may move.
pub(super) fn is_same(then: &Identity, now: &Identity) -> bool {
    let is_mailbox = |identity: &Identity| identity.provider == "mailbox";
    let without_folder = |identity: &Identity| {
        let mut identity = identity.clone();
        identity.parameters.remove("folder");
        identity
    };
    then == now
        || (is_mailbox(then) && is_mailbox(now) && without_folder(then) == without_folder(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f35_the_command_names_every_seat_that_the_configuration_does_not() {
        let seating = |words: &[(&str, &str)]| -> Assignments {
            let seat = |(name, word): &(&str, &str)| {
                (name.parse().expect("a name"), word.parse().expect("a holder"))
            };
            words.iter().map(seat).collect()
        };
        let id = "COUNCIL-RFC-0001-20260126-100000".parse().expect("an id");
        let line = "council-review resume COUNCIL-RFC-0001-20260126-100000";
        let held =
            seating(&[("SA-1", "mailbox:a b"), ("SA-2", "offline"), ("SA-3", "local:qwen3:8b")]);
        let (none, some) = (Assignments::new(), seating(&[("SA-2", "command:claude")]));
        for (seats, held_by, config, options) in [
            (&none, &none, None, ""),
            (&held, &held, None, ""),
            (&none, &held, None, " --seat SA-1='mailbox:a b' --seat SA-3=local:qwen3:8b"),
            (&some, &seating(&[("SA-2", "offline")]), None, " --seat SA-2=offline"),
            (&held, &held, Some("my.yaml"), " --config my.yaml"),
        ] {
            let setup = Setup { seats, config };
            assert_eq!(setup.resume(&id, held_by), format!("{line}{options}"));
        }
    }

    #[test]
    fn an_identity_is_the_holder_that_the_command_line_named() {
        let mut mailbox = Identity::new("mailbox", "whoever answers");
        mailbox.parameters.insert("folder".to_owned(), "/var/m".to_owned());
        for (identity, word) in [
            (Identity::new("offline", "rules-1"), "offline"),
            (Identity::new("command", "mine"), "command:mine"),
            (Identity::new("local", "qwen3:8b"), "local:qwen3:8b"),
            (mailbox.clone(), "mailbox:/var/m"),
        ] {
            assert_eq!(holder(&identity).to_string(), word);
        }
        assert!(is_same(&mailbox, &Identity::new("mailbox", "whoever answers")));
        assert!(!is_same(&mailbox, &Identity::new("offline", "rules-1")));
    }
}
