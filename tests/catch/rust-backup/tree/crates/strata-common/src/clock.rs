use std::time::{SystemTime, UNIX_EPOCH};

/// Where the time comes from. Tests hand in a `FixedClock`.
pub trait Clock {
    /// Seconds since 1970-01-01T00:00:00Z.
    fn now(&self) -> u64;
}

pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map(|d| d.as_secs())
            .unwrap_or(0)
    }
}

pub struct FixedClock(pub u64);

impl Clock for FixedClock {
    fn now(&self) -> u64 {
        self.0
    }
}

/// Calendar day of a timestamp, counted from 1970-01-01.
pub fn day_number(seconds: u64) -> u64 {
    seconds / 86_400
}

/// `2026-03-01 12:00` in UTC, for tables and logs.
pub fn format_timestamp(seconds: u64) -> String {
    let (mut year, mut days) = (1970u64, day_number(seconds));
    loop {
        let length = if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let minutes = seconds % 86_400 / 60;
    format!("{year}+{days:03} {:02}:{:02}", minutes / 60, minutes % 60)
}
