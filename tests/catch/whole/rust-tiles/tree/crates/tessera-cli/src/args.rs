use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use tessera_core::tile::MAX_ZOOM;
use tessera_core::TileId;
use thiserror::Error;

pub const USAGE: &str = "\
usage: tessera render     --data FILE --style FILE --tile Z/X/Y --out FILE [--cache DIR]
       tessera pyramid    --data FILE --style FILE --zoom A-B --out DIR [--cache DIR]
       tessera cache-info --cache DIR
       tessera help";

#[derive(Debug, Error, PartialEq, Eq)]
pub enum UsageError {
    #[error("no command")]
    NoCommand,
    #[error("unknown command {0:?}")]
    UnknownCommand(String),
    #[error("unknown flag {0:?}")]
    UnknownFlag(String),
    #[error("{0} needs a value")]
    NoValue(String),
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{flag}: bad value {value:?}")]
    BadValue { flag: &'static str, value: String },
}

/// What every rendering command takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceArgs {
    pub data: PathBuf,
    pub style: PathBuf,
    pub cache: Option<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Render {
        source: SourceArgs,
        tile: TileId,
        out: PathBuf,
    },
    Pyramid {
        source: SourceArgs,
        zooms: RangeInclusive<u8>,
        out: PathBuf,
    },
    CacheInfo {
        cache: PathBuf,
    },
    Help,
}

impl Command {
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Command, UsageError> {
        let mut args = args.into_iter();
        let name = args.next().ok_or(UsageError::NoCommand)?;
        let mut flags = Flags::collect(args)?;
        let command = match name.as_str() {
            "render" => Command::Render {
                source: flags.source()?,
                tile: flags.parsed("--tile", |v| v.parse().ok())?,
                out: flags.path("--out")?,
            },
            "pyramid" => Command::Pyramid {
                source: flags.source()?,
                zooms: flags.parsed("--zoom", zoom_range)?,
                out: flags.path("--out")?,
            },
            "cache-info" => Command::CacheInfo {
                cache: flags.path("--cache")?,
            },
            "help" | "--help" | "-h" => Command::Help,
            _ => return Err(UsageError::UnknownCommand(name)),
        };
        flags.finish()?;
        Ok(command)
    }
}

/// `A-B` or `A`.
fn zoom_range(text: &str) -> Option<RangeInclusive<u8>> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    (from <= to && to <= MAX_ZOOM).then_some(from..=to)
}

/// Flags that no command has taken yet. Each flag has a value; the last one wins.
struct Flags(BTreeMap<String, String>);

impl Flags {
    fn collect(mut args: impl Iterator<Item = String>) -> Result<Self, UsageError> {
        let mut map = BTreeMap::new();
        while let Some(flag) = args.next() {
            if !flag.starts_with("--") {
                return Err(UsageError::UnknownFlag(flag));
            }
            let value = args
                .next()
                .ok_or_else(|| UsageError::NoValue(flag.clone()))?;
            map.insert(flag, value);
        }
        Ok(Flags(map))
    }

    fn source(&mut self) -> Result<SourceArgs, UsageError> {
        Ok(SourceArgs {
            data: self.path("--data")?,
            style: self.path("--style")?,
            cache: self.0.remove("--cache").map(PathBuf::from),
        })
    }

    fn path(&mut self, flag: &'static str) -> Result<PathBuf, UsageError> {
        let value = self.0.remove(flag).ok_or(UsageError::Missing(flag))?;
        Ok(PathBuf::from(value))
    }

    fn parsed<T>(
        &mut self,
        flag: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, UsageError> {
        let value = self.0.remove(flag).ok_or(UsageError::Missing(flag))?;
        parse(&value).ok_or(UsageError::BadValue { flag, value })
    }

    fn finish(self) -> Result<(), UsageError> {
        match self.0.into_keys().next() {
            Some(flag) => Err(UsageError::UnknownFlag(flag)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, UsageError> {
        Command::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn render_takes_its_flags_in_any_order() {
        let a = parse("render --data d --style s --tile 1/0/1 --out o").unwrap();
        let b = parse("render --out o --tile 1/0/1 --style s --data d").unwrap();
        assert_eq!(a, b);
    }

    #[test]
    fn zoom_is_a_level_or_a_range() {
        assert_eq!(zoom_range("7"), Some(7..=7));
        assert_eq!(zoom_range("3-5"), Some(3..=5));
        assert_eq!(zoom_range("5-3"), None);
        assert_eq!(zoom_range("0-23"), None);
    }

    #[test]
    fn leftovers_are_refused() {
        assert_eq!(
            parse("cache-info --cache c --tile 1/0/0"),
            Err(UsageError::UnknownFlag("--tile".into()))
        );
        assert_eq!(
            parse("cache-info --cache"),
            Err(UsageError::NoValue("--cache".into()))
        );
    }
}
