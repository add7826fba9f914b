//! Who holds a seat, in one word: `offline`, `mailbox:DIR`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::model::SeatId;

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Holder {
    /// The rules that come with the tool.
    #[default]
    Offline,
    /// Whoever answers the files in a folder.
    Mailbox {
        /// The folder.
        folder: String,
    },
}

/// The seats that somebody was named for; the others are offline.
pub type Seating = BTreeMap<SeatId, Holder>;

impl FromStr for Holder {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "offline" => Ok(Holder::Offline),
            Some(("mailbox", folder)) if !folder.is_empty() => {
                Ok(Holder::Mailbox { folder: folder.to_owned() })
            }
            _ => Err(format!("{text:?} holds no seat: it can be offline or mailbox:DIR")),
        }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holder::Offline => f.write_str("offline"),
            Holder::Mailbox { folder } => write!(f, "mailbox:{folder}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_one_word() {
        for text in ["offline", "mailbox:/var/council", "mailbox:C:/council"] {
            assert_eq!(text.parse::<Holder>().expect("a holder").to_string(), text);
        }
        for text in ["", "Offline", "mailbox", "mailbox:", "openai:x", "offline:rules"] {
            assert!(text.parse::<Holder>().is_err(), "{text:?}");
        }
    }
}
