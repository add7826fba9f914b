//! Who holds a seat, in one word: `offline`, `anthropic:MODEL`, `command:claude`, `mailbox:DIR`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::model::{Dialect, MemberName};

/// Commands that need no argv of their own.
pub const PRESETS: [&str; 3] = ["claude", "codex", "gemini"];

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum MemberSpec {
    /// The rules that come with the tool.
    #[default]
    Offline,
    /// A model of a provider.
    Model {
        /// The provider's name.
        provider: String,
        /// The model, as the provider calls it.
        model: String,
    },
    /// An agent's command line.
    Command {
        /// The command's name.
        name: String,
    },
    /// Whoever answers the files in a folder.
    Mailbox {
        /// The folder.
        folder: String,
    },
}

/// The seats that somebody was named for; the others are offline.
pub type Assignments = BTreeMap<MemberName, MemberSpec>;

/// The seats, as the file spells them.
pub(super) const SEATS: [&str; 3] = ["SA-1", "SA-2", "SA-3"];

/// What the file says of each seat.
pub(super) fn by_seat<T>(said: [T; 3]) -> impl Iterator<Item = (MemberName, T)> {
    let name = |name: &str| name.parse().expect("a seat's name is one");
    SEATS.into_iter().map(name).zip(said)
}

/// What a holder can be, for the one who wrote something else.
const HOLDERS: &str = "offline, PROVIDER:MODEL (as in anthropic:MODEL, openai:MODEL or gemini:MODEL), command:NAME (claude, codex, gemini) or mailbox:DIR";

/// Why nobody is known by a holder's name, beside the vendors, the presets and what `is_named`
/// under a key of the configuration; `None` when somebody is.
pub(super) fn unknown_provider(
    holder: &MemberSpec,
    is_named: impl Fn(&str, &str) -> bool,
) -> Option<String> {
    let (one, group, name, own): (_, _, _, &[&str]) = match holder {
        MemberSpec::Offline | MemberSpec::Mailbox { .. } => return None,
        MemberSpec::Model { provider, .. } => {
            ("provider", "providers", provider, &Dialect::ALL.map(Dialect::as_str))
        }
        MemberSpec::Command { name } => ("command", "commands", name, &PRESETS),
    };
    let is_known = own.contains(&name.as_str()) || is_named(group, name);
    (!is_known).then(|| {
        format!(
            "there is no {one} {name}: name it under {group}, or take one of {}",
            own.join(", ")
        )
    })
}

/// Whether a word can name a provider or a command.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

impl FromStr for MemberSpec {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || Err(format!("{text:?} holds no seat: it can be {HOLDERS}"));
        let is_fit = |rest: &str| !rest.is_empty() && !rest.contains(char::is_control);
        match text.split_once(':') {
            None if text == "offline" => Ok(MemberSpec::Offline),
            Some(("mailbox", folder)) if !folder.is_empty() => {
                Ok(MemberSpec::Mailbox { folder: folder.to_owned() })
            }
            Some(("command", name)) if is_name(name) => {
                Ok(MemberSpec::Command { name: name.to_owned() })
            }
            Some(("offline" | "mailbox" | "command", _)) => fault(),
            Some((provider, model)) if is_name(provider) && is_fit(model) => {
                Ok(MemberSpec::Model { provider: provider.to_owned(), model: model.to_owned() })
            }
            _ => fault(),
        }
    }
}

impl fmt::Display for MemberSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberSpec::Offline => f.write_str("offline"),
            MemberSpec::Model { provider, model } => write!(f, "{provider}:{model}"),
            MemberSpec::Command { name } => write!(f, "command:{name}"),
            MemberSpec::Mailbox { folder } => write!(f, "mailbox:{folder}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_one_word() {
        for text in [
            "offline",
            "mailbox:/var/council",
            "mailbox:C:/council",
            "command:claude",
            "anthropic:claude-sonnet-4-5",
            "local:qwen3:8b",
            "openai:org/model",
        ] {
            assert_eq!(text.parse::<MemberSpec>().expect("a holder").to_string(), text);
        }
        for text in [
            "",
            "Offline",
            "mailbox",
            "mailbox:",
            "offline:rules",
            "command:",
            "command:/bin/sh",
            "command:a b",
            "openai",
            "openai:",
            "OpenAI:gpt",
            "openai:a\nb",
        ] {
            assert!(text.parse::<MemberSpec>().is_err(), "{text:?}");
        }
    }
}
