//! The real clock. `SOURCE_DATE_EPOCH` fixes it, as in reproducible builds: time then stands still.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::model::Timestamp;
use crate::port::Clock;

/// The system's clock, or a fixed one.
#[derive(Debug)]
pub struct SystemClock {
    fixed: Option<Timestamp>,
}

impl SystemClock {
    /// The clock; `epoch` is the value of `SOURCE_DATE_EPOCH`, when it is set.
    pub fn start(epoch: Option<&str>) -> Result<Self, String> {
        let fixed = epoch.map(|text| {
            let seconds = text.trim().parse().ok();
            seconds.and_then(Timestamp::from_unix).ok_or_else(|| {
                format!("SOURCE_DATE_EPOCH is {text:?}: set it to seconds since 1970, or unset it")
            })
        });
        Ok(Self { fixed: fixed.transpose()? })
    }

    /// Whether time stands still.
    pub fn is_fixed(&self) -> bool {
        self.fixed.is_some()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        if let Some(fixed) = self.fixed {
            return fixed;
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_secs())
            .ok()
            .and_then(Timestamp::from_unix)
            .expect("the system's clock stands before the year 10000")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_stands_still() {
        let clock = SystemClock::start(Some("1769421600")).expect("a number");
        assert_eq!(clock.now().to_string(), "2026-01-26T10:00:00Z");
        assert!(SystemClock::start(Some("yesterday")).is_err());
        assert!(SystemClock::start(Some("99999999999999")).is_err());
    }
}
