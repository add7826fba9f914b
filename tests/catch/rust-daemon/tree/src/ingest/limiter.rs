use std::collections::HashMap;

/// At most so many readings of a gauge per minute.
pub struct RateLimiter {
    per_minute: u32,
    windows: HashMap<String, (u64, u32)>,
}

impl RateLimiter {
    pub fn new(per_minute: u32) -> Self {
        RateLimiter { per_minute, windows: HashMap::new() }
    }

    pub fn allow(&mut self, gauge: &str, at: u64) -> bool {
        let minute = at / 60;
        let window = self.windows.entry(gauge.to_string()).or_insert((minute, 0));
        if window.0 != minute {
            *window = (minute, 0);
        }
        window.1 += 1;
        window.1 <= self.per_minute
    }
}
