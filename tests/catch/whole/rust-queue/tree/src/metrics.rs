use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the counters count. All of them start at zero with the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Enqueued,
    Claimed,
    Completed,
    Retried,
    Buried,
    /// A lease ran out. The job is then retried or buried, and counted there too.
    Expired,
    /// A file in the inbox was not a job.
    Rejected,
}

impl Event {
    pub const ALL: [Event; 7] = [
        Event::Enqueued,
        Event::Claimed,
        Event::Completed,
        Event::Retried,
        Event::Buried,
        Event::Expired,
        Event::Rejected,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Event::Enqueued => "enqueued",
            Event::Claimed => "claimed",
            Event::Completed => "completed",
            Event::Retried => "retried",
            Event::Buried => "buried",
            Event::Expired => "expired",
            Event::Rejected => "rejected",
        }
    }
}

#[derive(Debug, Default)]
pub struct Metrics {
    counters: [AtomicU64; Event::ALL.len()],
}

impl Metrics {
    pub fn bump(&self, event: Event) {
        self.counters[event as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub fn get(&self, event: Event) -> u64 {
        self.counters[event as usize].load(Ordering::Relaxed)
    }

    /// The counters in the text format of Prometheus.
    pub fn render(&self) -> String {
        let mut out = String::from("# TYPE hopper_jobs_total counter\n");
        for event in Event::ALL {
            let _ = writeln!(
                out,
                "hopper_jobs_total{{event=\"{}\"}} {}",
                event.name(),
                self.get(event)
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_has_its_own_counter() {
        let metrics = Metrics::default();
        metrics.bump(Event::Claimed);
        metrics.bump(Event::Claimed);
        metrics.bump(Event::Rejected);
        assert_eq!(metrics.get(Event::Claimed), 2);
        assert_eq!(metrics.get(Event::Rejected), 1);
        assert_eq!(metrics.get(Event::Enqueued), 0);
        assert!(metrics
            .render()
            .contains("hopper_jobs_total{event=\"claimed\"} 2\n"));
    }
}
