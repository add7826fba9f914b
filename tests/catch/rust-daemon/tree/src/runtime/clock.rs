use std::time::{SystemTime, UNIX_EPOCH};

/// Where the time comes from; tests bring their own.
pub trait Clock: Send + Sync {
    fn now_secs(&self) -> u64;
}

pub struct SystemClock;

impl Clock for SystemClock {
    fn now_secs(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
    }
}

/// A clock that stands where a test put it.
pub struct FixedClock(pub u64);

impl Clock for FixedClock {
    fn now_secs(&self) -> u64 {
        self.0
    }
}

/// Hour of the day (UTC) of an instant.
pub fn hour_of_day(secs: u64) -> u8 {
    ((secs / 3600) % 24) as u8
}
