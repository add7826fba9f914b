//! When a level is one to worry about.

pub mod sink;

use crate::runtime::config::RuleConfig;
use crate::store::Reading;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    High,
    Low,
}

impl Severity {
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::High => "high",
            Severity::Low => "low",
        }
    }
}

/// Limits of a gauge.
#[derive(Debug, Clone)]
pub struct AlarmRule {
    pub gauge: String,
    pub high_mm: i32,
    pub low_mm: i32,
}

impl AlarmRule {
    pub fn from_config(config: &RuleConfig) -> Self {
        AlarmRule { gauge: config.gauge.clone(), high_mm: config.high_mm, low_mm: config.low_mm }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alarm {
    pub gauge: String,
    pub severity: Severity,
    pub level_mm: i32,
    pub at: u64,
}

/// The alarms that a reading gives rise to.
pub fn evaluate_reading(rules: &[AlarmRule], reading: &Reading) -> Vec<Alarm> {
    rules
        .iter()
        .filter(|rule| rule.gauge == reading.gauge)
        .filter_map(|rule| {
            let severity = if reading.level_mm > rule.high_mm {
                Severity::High
            } else if reading.level_mm < rule.low_mm {
                Severity::Low
            } else {
                return None;
            };
            Some(Alarm {
                gauge: reading.gauge.clone(),
                severity,
                level_mm: reading.level_mm,
                at: reading.at,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_within_limits_is_quiet() {
        let rules = [AlarmRule { gauge: "lock-3".into(), high_mm: 2400, low_mm: 900 }];
        let reading = Reading { gauge: "lock-3".into(), at: 1, level_mm: 2400 };
        assert!(evaluate_reading(&rules, &reading).is_empty());
    }
}
