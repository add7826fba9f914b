//! Points in time, always UTC and whole seconds, and the spellings they have in ids and file names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A second of UTC, written `2026-01-26T10:00:00Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, schemars(
    with = "String",
    extend("pattern" = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")
))]
pub struct Timestamp(jiff::Timestamp);

impl Timestamp {
    /// The second `seconds` after 1970-01-01T00:00:00Z; `None` outside the years 0 to 9999.
    pub fn from_unix(seconds: i64) -> Option<Self> {
        let time = jiff::Timestamp::from_second(seconds).ok()?;
        // Four-digit years only: file names and ids have room for no other.
        let year = time.to_zoned(jiff::tz::TimeZone::UTC).year();
        (0..=9999).contains(&year).then_some(Self(time))
    }

    /// Seconds after 1970-01-01T00:00:00Z.
    pub fn unix(self) -> i64 {
        self.0.as_second()
    }

    /// `20260126T100000Z`, as in the names of evidence files.
    pub fn compact(self) -> String {
        self.0.strftime("%Y%m%dT%H%M%SZ").to_string()
    }

    /// `20260126-100000`, as in session ids.
    pub fn dashed(self) -> String {
        self.0.strftime("%Y%m%d-%H%M%S").to_string()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strftime("%Y-%m-%dT%H:%M:%SZ"))
    }
}

impl FromStr for Timestamp {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a time like 2026-01-26T10:00:00Z");
        let time = Self(text.parse().map_err(|_| wrong())?);
        if time.to_string() == text { Ok(time) } else { Err(wrong()) }
    }
}

impl TryFrom<String> for Timestamp {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Timestamp> for String {
    fn from(time: Timestamp) -> String {
        time.to_string()
    }
}

/// A day, as in `2027-01-31`; the days of the evidence are those of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, schemars(with = "String"))]
pub struct Day(jiff::civil::Date);

impl Day {
    /// The day of a time.
    pub fn of(time: Timestamp) -> Self {
        Self(time.0.to_zoned(jiff::tz::TimeZone::UTC).date())
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

impl FromStr for Day {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a day like 2027-01-31");
        let day = Self(text.parse().map_err(|_| wrong())?);
        if day.to_string() == text { Ok(day) } else { Err(wrong()) }
    }
}

impl TryFrom<String> for Day {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_second_has_one_spelling() {
        let time = Timestamp::from_unix(1_769_421_600).expect("in range");
        assert_eq!(time.to_string(), "2026-01-26T10:00:00Z");
        assert_eq!(time.compact(), "20260126T100000Z");
        assert_eq!(time.dashed(), "20260126-100000");
        assert_eq!("2026-01-26T10:00:00Z".parse(), Ok(time));
        for other in ["2026-01-26T10:00:00+00:00", "2026-01-26T10:00:00.5Z", "2026-01-26", "now"] {
            assert!(other.parse::<Timestamp>().is_err(), "{other}");
        }
        assert!(Timestamp::from_unix(i64::MAX).is_none());
    }
}
