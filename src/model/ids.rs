//! Ids as parsed types. No id can name a path outside its folder (DESIGN.md §10).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::panel::CouncilKind;
#[cfg(test)]
use super::panel::protocols;

/// Why a text is not an id of the kind asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not {kind}: expected {shape}")]
pub struct MalformedId {
    /// The text as it was given.
    pub text: String,
    /// What it should have been, with its article ("an RFC id").
    pub kind: &'static str,
    /// The shape, for people ("RFC- and four digits, as in RFC-0042").
    pub shape: &'static str,
}

/// Whether `text` is `prefix` and exactly `digits` ASCII digits.
fn is_numbered(text: &str, prefix: &str, digits: usize) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.len() == digits && rest.bytes().all(|b| b.is_ascii_digit()))
}

macro_rules! text_id {
    ($(#[$meta:meta])* $name:ident, $kind:literal, $shape:literal, $pattern:expr, $valid:expr) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(try_from = "String", into = "String")]
        #[cfg_attr(test, schemars(extend("pattern" = $pattern)))]
        pub struct $name(String);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = MalformedId;
            fn from_str(text: &str) -> Result<Self, MalformedId> {
                let valid: fn(&str) -> bool = $valid;
                if valid(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(MalformedId { text: text.to_owned(), kind: $kind, shape: $shape })
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = MalformedId;
            fn try_from(text: String) -> Result<Self, MalformedId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

mod subject;

pub use subject::{Adapter, SubjectFields, SubjectId, SubjectName, word as subject_word};

text_id!(
    /// `RFC-` and four digits.
    RfcId, "an RFC id", "RFC- and four digits, as in RFC-0042", "^RFC-[0-9]{4}$",
    |t| is_numbered(t, "RFC-", 4)
);
/// The id of a work item. Of the native format it is `TCK-` and five digits, and only that is parsed
/// from text; a local id of another format (`T012`, `1.2`) says nothing outside its subject.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, schemars(extend("pattern" = "^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$")))]
pub struct TicketId(String);

impl TicketId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of a work item within its subject, whatever its format.
    pub fn local(text: &str) -> Result<Self, MalformedId> {
        let valid = text.len() <= 64
            && text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b));
        if valid { Ok(Self(text.to_owned())) } else { Err(Self::malformed(text)) }
    }

    fn malformed(text: &str) -> MalformedId {
        let shape = "TCK- and five digits, as in TCK-00001";
        MalformedId { text: text.to_owned(), kind: "a ticket id", shape }
    }
}

impl FromStr for TicketId {
    type Err = MalformedId;

    fn from_str(text: &str) -> Result<Self, MalformedId> {
        match is_numbered(text, "TCK-", 5) {
            true => Ok(Self(text.to_owned())),
            false => Err(Self::malformed(text)),
        }
    }
}

impl TryFrom<String> for TicketId {
    type Error = MalformedId;
    fn try_from(text: String) -> Result<Self, MalformedId> {
        Self::local(&text)
    }
}

impl From<TicketId> for String {
    fn from(id: TicketId) -> String {
        id.0
    }
}

impl fmt::Display for TicketId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

text_id!(
    /// `PRD-` and four digits; only this shape is ever used in a path (GATES.md R33).
    PrdId, "a PRD id", "PRD- and four digits, as in PRD-0005", "^PRD-[0-9]{4}$",
    |t| is_numbered(t, "PRD-", 4)
);
text_id!(
    /// `WVR-` and four or five digits.
    WaiverId, "a waiver id", "WVR- and four or five digits, as in WVR-0001", "^WVR-[0-9]{4,5}$",
    |t| is_numbered(t, "WVR-", 4) || is_numbered(t, "WVR-", 5)
);
text_id!(
    /// `FND-{subject}-{number}`, the number at least three digits, counted from 001 within one review.
    FindingId, "a finding id", "FND-, the subject's name and a number, as in FND-RFC-0042-001",
    "^FND-[0-9A-Za-z][0-9A-Za-z._-]{0,127}-[0-9]{3,6}$",
    |t| {
        let parts = t.strip_prefix("FND-").and_then(|rest| rest.rsplit_once('-'));
        parts.is_some_and(|(name, number)| {
            (3..=6).contains(&number.len())
                && number.bytes().all(|b| b.is_ascii_digit())
                && name.parse::<SubjectName>().is_ok()
        })
    }
);
text_id!(
    /// `COUNCIL-{RFC_ID}-{YYYYMMDD}-{HHMMSS}`, or with `{format}-{subject}` in the RFC's place, with
    /// `-{n}` from 2 on when that second was taken.
    SessionId, "a session id",
    "COUNCIL-, the RFC id or a format and a subject, a date and a time, as in COUNCIL-RFC-0042-20260126-100000",
    "^COUNCIL-(RFC-[0-9]{4}|(openspec|spec-kit|bmad)-[0-9A-Za-z][0-9A-Za-z._-]{0,127})-[0-9]{8}-[0-9]{6}(-[0-9]{1,4})?$",
    |t| session_parts(t).is_some()
);

/// What a session's id is about, and its date, time and number, which may be empty.
fn session_parts(id: &str) -> Option<(SubjectId, [&str; 3])> {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let timed = |rest| -> Option<(&str, &str, &str)> {
        let (rest, time) = str::rsplit_once(rest, '-')?;
        let (subject, date) = rest.rsplit_once('-')?;
        let is_time = time.len() == 6 && date.len() == 8 && digits(time) && digits(date);
        is_time.then_some((subject, date, time))
    };
    let rest = id.strip_prefix("COUNCIL-")?;
    let ((subject, date, time), number) = match timed(rest) {
        Some(found) => (found, ""),
        None => {
            let (rest, number) = rest.rsplit_once('-')?;
            let is_number = (1..=4).contains(&number.len()) && digits(number);
            (timed(rest).filter(|_| is_number)?, number)
        }
    };
    let of = |adapter: &Adapter| -> Option<SubjectId> {
        let name = subject.strip_prefix(adapter.as_str())?.strip_prefix('-')?;
        SubjectId::new(*adapter, name.parse().ok()?).ok()
    };
    let foreign = || Adapter::ALL.iter().filter(|one| **one != Adapter::Native).find_map(of);
    let subject = subject.parse::<RfcId>().ok().map(SubjectId::from).or_else(foreign)?;
    Some((subject, [date, time, number]))
}

text_id!(
    /// `COUNCIL-{PROTOCOL}-{YYYYMMDD}-{HHMMSS}`, with `-{n}` from 2 on when that second was taken: a
    /// session of a council that is about a question.
    CouncilId, "a council's id",
    "COUNCIL-, the kind of council, a date and a time, as in COUNCIL-ROUNDS-20260126-100000",
    concat!("^COUNCIL-(", protocols!(), ")-[0-9]{8}-[0-9]{6}(-[0-9]{1,4})?$"),
    |t| {
        let mut parts = t.split('-');
        let digits = |part: Option<&str>, n: usize| {
            part.is_some_and(|p| p.len() == n && p.bytes().all(|b| b.is_ascii_digit()))
        };
        parts.next() == Some("COUNCIL")
            && parts.next().and_then(CouncilKind::of_protocol).is_some()
            && digits(parts.next(), 8)
            && digits(parts.next(), 6)
            && match parts.next() {
                None => true,
                Some(n) => {
                    (1..=4).contains(&n.len())
                        && n.bytes().all(|b| b.is_ascii_digit())
                        && parts.next().is_none()
                }
            }
    }
);

impl CouncilId {
    /// Which council it is of: rounds, of `COUNCIL-ROUNDS-20260126-100000`.
    pub fn kind(&self) -> CouncilKind {
        let word = self.0.split('-').nth(1).unwrap_or_default();
        CouncilKind::of_protocol(word).expect("an id has the word of a protocol")
    }
}

text_id!(
    /// The id of a session of any council, as calls, receipts and mailboxes name it.
    SessionName, "a session's id",
    "COUNCIL-, an RFC's id or a kind of council, a date and a time, as in COUNCIL-RFC-0042-20260126-100000",
    concat!(
        "^COUNCIL-(RFC-[0-9]{4}|",
        protocols!(),
        "|(openspec|spec-kit|bmad)-[0-9A-Za-z][0-9A-Za-z._-]{0,127})-[0-9]{8}-[0-9]{6}(-[0-9]{1,4})?$"
    ),
    |t| t.parse::<SessionId>().is_ok() || t.parse::<CouncilId>().is_ok()
);

impl From<SessionId> for SessionName {
    fn from(id: SessionId) -> Self {
        Self(id.0)
    }
}

impl From<CouncilId> for SessionName {
    fn from(id: CouncilId) -> Self {
        Self(id.0)
    }
}

impl SessionId {
    /// The session of a subject's review that began at a second (`20260126-100000`), with the number
    /// from 2 on that it has where others began then, too.
    pub fn at(subject: &SubjectId, second: &str, number: Option<u16>) -> Self {
        let of = match subject.adapter() {
            Adapter::Native => subject.name().to_string(),
            adapter => format!("{adapter}-{}", subject.name()),
        };
        let number = number.map(|n| format!("-{n}")).unwrap_or_default();
        Self(format!("COUNCIL-{of}-{second}{number}"))
    }

    /// What is under review: `RFC-0042` of `COUNCIL-RFC-0042-20260126-100000`.
    pub fn subject(&self) -> SubjectId {
        session_parts(&self.0).expect("it was parsed").0
    }

    /// The stamp that the session's files bear: `20260126T100000Z-2` of
    /// `COUNCIL-RFC-0042-20260126-100000-2`.
    pub fn stamp(&self) -> String {
        let (_, [date, time, number]) = session_parts(&self.0).expect("it was parsed");
        let dash = if number.is_empty() { "" } else { "-" };
        format!("{date}T{time}Z{dash}{number}")
    }
}

impl FindingId {
    /// The `number`th finding (from 1) of a review of `subject`.
    pub fn numbered(subject: &SubjectId, number: usize) -> Self {
        Self(format!("FND-{}-{number:03}", subject.name()))
    }
}

text_id!(
    /// The name by which a person is known in a session's record.
    PersonId, "a person's name", "1 to 120 characters without control characters, as in ada@example.org",
    r"^[^\x00-\x1f\x7f]{1,120}$",
    |t| (1..=120).contains(&t.chars().count()) && !t.chars().any(char::is_control) && t.trim() == t
);

text_id!(
    /// The name of a council's member in files and on the command line: `SA-1`.
    MemberName, "a member's name", "a letter or digit, then up to 31 letters, digits, dots, dashes or underscores, as in SA-1",
    "^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$",
    |t| {
        t.len() <= 32
            && t.starts_with(|c: char| c.is_ascii_alphanumeric())
            && t.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    }
);

/// A member of a council: its index in the council's roster, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MemberId(pub u16);

/// The number of a mode of reasoning, 1 to 80.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(test, schemars(extend("minimum" = 1, "maximum" = 80)))]
pub struct ModeId(u8);

impl ModeId {
    /// The mode with this number; `None` outside 1 to 80.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 80 { Some(Self(number)) } else { None }
    }

    /// 1 to 80.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 75 to 80 are the meta modes.
    pub const fn is_meta(self) -> bool {
        self.0 >= 75
    }
}

impl TryFrom<u8> for ModeId {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("mode {number} does not exist: 1 to 80 do"))
    }
}

impl From<ModeId> for u8 {
    fn from(mode: ModeId) -> u8 {
        mode.0
    }
}

impl fmt::Display for ModeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_accept_their_shape_and_nothing_else() {
        assert!("RFC-0042".parse::<RfcId>().is_ok());
        assert!("TCK-00001".parse::<TicketId>().is_ok());
        assert!("FND-RFC-0042-001".parse::<FindingId>().is_ok());
        assert!("COUNCIL-RFC-0042-20260126-100000".parse::<SessionId>().is_ok());
        assert!("COUNCIL-RFC-0042-20260126-100000-2".parse::<SessionId>().is_ok());
        for bad in [
            "",
            "RFC-42",
            "RFC-00042",
            "rfc-0042",
            "RFC-0042/",
            "../RFC-0042",
            "RFC-0042\n",
            "RFC-004２",
            "RFC-0042\0",
            " RFC-0042",
            "FND-RFC-0042-1",
            "FND-RFCé0042-001",
            "FND-../x-001",
            "COUNCIL-openspec-../x-20260126-100000",
            "COUNCIL-openspec-20260126-100000",
            "COUNCIL-kiro-a-20260126-100000",
            "COUNCIL-RFC-0042-2026-100000",
            "COUNCIL-RFC-0042-20260126-100000-",
            "COUNCIL-RFC-0042-20260126-100000-2-3",
            "COUNCIL-RFC-0042-20260126-100000/../x",
        ] {
            assert!(bad.parse::<RfcId>().is_err(), "{bad:?}");
            assert!(bad.parse::<TicketId>().is_err(), "{bad:?}");
            assert!(bad.parse::<PrdId>().is_err(), "{bad:?}");
            assert!(bad.parse::<FindingId>().is_err(), "{bad:?}");
            assert!(bad.parse::<SessionId>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn ids_of_work_items_are_local_and_never_a_path() {
        for local in ["T012", "1", "1.2", "1A.2", "TCK-00001"] {
            assert_eq!(TicketId::local(local).expect("an id").as_str(), local);
        }
        for bad in ["", ".", "../x", "a/b", "-x", "a b", "é", &"a".repeat(65)] {
            assert!(TicketId::local(bad).is_err(), "{bad:?}");
        }
        assert!("T012".parse::<TicketId>().is_err());
        assert!("FND-001-photo-albums-001".parse::<FindingId>().is_ok());
    }

    #[test]
    fn a_session_names_its_rfc_and_its_files() {
        for (id, stamp) in [
            ("COUNCIL-RFC-0042-20260126-100000", "20260126T100000Z"),
            ("COUNCIL-RFC-0042-20260126-100000-12", "20260126T100000Z-12"),
        ] {
            let id: SessionId = id.parse().expect("an id");
            assert_eq!((id.subject().name().as_str(), id.stamp().as_str()), ("RFC-0042", stamp));
        }
        let subject: SubjectId = "spec-kit:001-a-20260101-000000".parse().expect("a subject");
        for (number, stamp) in [(None, "20260126T100000Z"), (Some(2), "20260126T100000Z-2")] {
            let id = SessionId::at(&subject, "20260126-100000", number);
            assert_eq!(id.as_str().parse::<SessionId>().as_ref(), Ok(&id));
            assert_eq!((id.subject(), id.stamp().as_str()), (subject.clone(), stamp));
            assert!(id.as_str().parse::<CouncilId>().is_err(), "{id}");
        }
    }

    #[test]
    fn a_malformed_id_says_what_was_expected() {
        let error = "RFC-42".parse::<RfcId>().expect_err("two digits are not four");
        assert_eq!(
            error.to_string(),
            "\"RFC-42\" is not an RFC id: expected RFC- and four digits, as in RFC-0042"
        );
    }
}
