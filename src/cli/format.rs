//! `--format`: every command prints text or JSON, `report` every format there is.

use std::ffi::OsStr;
use std::fmt;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Error};

use crate::report::{REPORTS, Report};

/// A format by its name.
#[derive(Clone, Copy)]
pub(super) struct Format(pub(super) &'static dyn Report);

impl Format {
    pub(super) fn name(self) -> &'static str {
        self.0.name()
    }

    pub(super) fn is_json(self) -> bool {
        self.0.name() == "json"
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// Reads a format's name. Both parsers give the same type, because clap hands the value of a global
/// option down to the option of the same name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parser {
    formats: fn() -> &'static [&'static dyn Report],
}

impl Parser {
    /// Of every command.
    pub(super) const ANY: Self = Self { formats: || &REPORTS[..2] };
    /// Of what a CI asks: annotations, too.
    pub(super) const JUDGE: Self = Self { formats: || &REPORTS[..3] };
    /// Of `report`.
    pub(super) const REPORT: Self = Self { formats: || REPORTS };
}

impl TypedValueParser for Parser {
    type Value = Format;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Format, Error> {
        let named = |reports: &'static [&'static dyn Report]| {
            reports.iter().copied().find(|report| value == report.name())
        };
        let names = || {
            let names: Vec<&str> = (self.formats)().iter().map(|report| report.name()).collect();
            names.join(", ")
        };
        let line = match (named((self.formats)()), named(REPORTS)) {
            (Some(format), _) => return Ok(Format(format)),
            (None, Some(other)) => {
                let other = other.name();
                format!(
                    "only `council-review report RFC --format {other}` prints {other}; \
                     this command prints {}\n",
                    names()
                )
            }
            (None, None) => {
                format!("there is no format {value:?}; this command prints {}\n", names())
            }
        };
        Err(Error::raw(ErrorKind::ValueValidation, line).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = (self.formats)().iter();
        Some(Box::new(values.map(|report| PossibleValue::new(report.name()).help(report.about()))))
    }
}
