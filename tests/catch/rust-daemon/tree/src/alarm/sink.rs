use std::sync::Mutex;
use std::time::Duration;

use crate::alarm::Alarm;
use crate::runtime::backoff::Backoff;
use crate::runtime::config::Config;

/// A way of telling somebody about an alarm. It must not block for more than ten seconds.
pub trait AlarmSink: Send {
    fn raise(&self, alarm: &Alarm);
}

/// Writes alarms to the log.
pub struct LogSink;

impl AlarmSink for LogSink {
    fn raise(&self, alarm: &Alarm) {
        log::warn!("{}", describe_alarm(alarm));
    }
}

/// Posts alarms to a URL.
pub struct WebhookSink {
    url: String,
    backoff: Mutex<Backoff>,
}

impl AlarmSink for WebhookSink {
    fn raise(&self, alarm: &Alarm) {
        let mut backoff = self.backoff.lock().unwrap();
        for _ in 0..3 {
            if ureq::post(&self.url).send_string(&describe_alarm(alarm)).is_ok() {
                backoff.reset();
                return;
            }
            std::thread::sleep(backoff.next_pause());
        }
        log::error!("webhook given up: {}", describe_alarm(alarm));
    }
}

/// One line for people: `lock-3 high: 2450 mm`.
pub fn describe_alarm(alarm: &Alarm) -> String {
    format!("{} {}: {} mm", alarm.gauge, alarm.severity.as_str(), alarm.level_mm)
}

/// The sinks that the configuration asks for.
pub fn build_sinks(config: &Config) -> Vec<Box<dyn AlarmSink>> {
    let mut sinks: Vec<Box<dyn AlarmSink>> = vec![Box::new(LogSink)];
    if let Some(url) = &config.webhook_url {
        let backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(2));
        sinks.push(Box::new(WebhookSink { url: url.clone(), backoff: Mutex::new(backoff) }));
    }
    sinks
}
