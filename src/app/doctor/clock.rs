//! The clock: what it says, whether it moves, and whether it lags behind what was already done.

use crate::model::{HealthCheck, SubjectId, Timestamp};

const NAME: &str = "clock";

/// The times that a review's own would be held against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Times {
    /// The present second.
    pub now: Timestamp,
    /// Whether `SOURCE_DATE_EPOCH` fixes it.
    pub is_fixed: bool,
    /// When the commit of HEAD was made.
    pub committed: Option<Timestamp>,
    /// When the newest bundle was made, and of which RFC.
    pub reviewed: Option<(Timestamp, SubjectId)>,
}

/// Checks the clock. One that does not start comes as the line that says so, with the next act after
/// its last colon.
pub fn clock(times: Result<&Times, &str>) -> Vec<HealthCheck> {
    let times = match times {
        Ok(times) => times,
        Err(line) => {
            let (found, act) = line.rsplit_once(": ").unwrap_or((line, "unset SOURCE_DATE_EPOCH"));
            return vec![HealthCheck::fault(NAME, found, act)];
        }
    };
    let now = times.now;
    let mut checks = vec![match times.is_fixed {
        false => HealthCheck::ok(NAME, now.to_string()),
        true => HealthCheck::note(
            NAME,
            format!("{now}, fixed by SOURCE_DATE_EPOCH: every record bears this second"),
            "run `unset SOURCE_DATE_EPOCH` to let it move",
        ),
    }];
    let act = match times.is_fixed {
        false => "set the system's clock",
        true => "run `unset SOURCE_DATE_EPOCH`, or set it to a later second",
    };
    let mut late = |what: String, at: Timestamp| {
        if now < at {
            checks.push(HealthCheck::note(NAME, format!("earlier than {what} ({at})"), act));
        }
    };
    if let Some(at) = times.committed {
        late("the commit of HEAD".to_owned(), at);
    }
    if let Some((at, rfc)) = &times.reviewed {
        late(format!("the newest review, of {rfc}"), *at);
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix(seconds).expect("in range")
    }

    fn told(times: &Times) -> Vec<String> {
        clock(Ok(times)).into_iter().map(|c| format!("{} {}", c.status.as_str(), c.found)).collect()
    }

    #[test]
    fn a_clock_that_lags_is_noted() {
        let rfc: SubjectId = "RFC-0001".parse().expect("an id");
        let reviewed = Some((at(30), rfc));
        let times = Times { now: at(30), is_fixed: false, committed: Some(at(20)), reviewed };
        assert_eq!(told(&times), ["ok 1970-01-01T00:00:30Z"]);
        let times = Times { now: at(10), ..times };
        assert_eq!(
            told(&times),
            [
                "ok 1970-01-01T00:00:10Z",
                "note earlier than the commit of HEAD (1970-01-01T00:00:20Z)",
                "note earlier than the newest review, of RFC-0001 (1970-01-01T00:00:30Z)",
            ]
        );
    }
}
