use std::time::Duration;

/// Pauses between tries: doubling, with a ceiling.
#[derive(Debug, Clone)]
pub struct Backoff {
    first: Duration,
    ceiling: Duration,
    tries: u32,
}

impl Backoff {
    pub fn new(first: Duration, ceiling: Duration) -> Self {
        Backoff { first, ceiling, tries: 0 }
    }

    /// The pause before the next try.
    pub fn next_pause(&mut self) -> Duration {
        let pause = self.first * 2u32.saturating_pow(self.tries.min(16));
        self.tries += 1;
        pause.min(self.ceiling)
    }

    pub fn reset(&mut self) {
        self.tries = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_up_to_the_ceiling() {
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(3));
        assert_eq!(backoff.next_pause(), Duration::from_secs(1));
        assert_eq!(backoff.next_pause(), Duration::from_secs(2));
        assert_eq!(backoff.next_pause(), Duration::from_secs(3));
    }
}
