//! How long to wait before a request is made again: as the server says, when that is reasonable,
//! else longer each time. Pure.

use std::time::Duration;

use jiff::Timestamp;

use crate::model::Digest;

/// The longest wait that a server may ask for (THREATS.md E1).
const LONGEST: Duration = Duration::from_secs(60);
/// The longest wait that we choose ourselves.
const LONGEST_OWN: Duration = Duration::from_secs(8);

/// What a reply says about when to ask again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RetryHints<'a> {
    /// `retry-after-ms`: milliseconds, whole or decimal.
    pub retry_after_ms: Option<&'a str>,
    /// `retry-after`: seconds, whole or decimal, or an HTTP date.
    pub retry_after: Option<&'a str>,
    /// Seconds with an `s` behind, as in the body of Gemini's errors.
    pub retry_delay: Option<&'a str>,
}

/// The wait that a server names, if it is between nought and a minute; the first that can be read
/// counts, the more exact ones first.
pub fn named(said: RetryHints<'_>, now: Timestamp) -> Option<Duration> {
    let milliseconds = said.retry_after_ms.and_then(|text| decimal(text, 1_000.0));
    let seconds =
        || said.retry_after.and_then(|text| decimal(text, 1.0).or_else(|| until(text, now)));
    let delay = || said.retry_delay.and_then(|text| decimal(text.trim().strip_suffix('s')?, 1.0));
    milliseconds.or_else(seconds).or_else(delay)
}

/// The wait that we choose after `attempt` requests, the first being 1: `first`, then twice that,
/// up to 8 s, less up to a quarter, so that seats that failed together do not come back together.
/// The same request waits the same time.
pub fn backoff(first: Duration, attempt: u32, request: &Digest) -> Duration {
    let doubled = first.saturating_mul(1_u32 << attempt.saturating_sub(1).min(16));
    let parts = [request.as_str().as_bytes(), &attempt.to_be_bytes()];
    let less = Digest::of_parts(parts).seed() % 250;
    doubled.min(LONGEST_OWN).mul_f64(1.0 - f64::from(u16::try_from(less).unwrap_or(0)) / 1_000.0)
}

/// A plain decimal, without sign or exponent.
fn decimal(text: &str, parts_of_a_second: f64) -> Option<Duration> {
    let text = text.trim();
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |digits: &str| {
        (1..=12).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(whole) || !is_number(rest) {
        return None;
    }
    let seconds = text.parse::<f64>().ok()? / parts_of_a_second;
    Duration::try_from_secs_f64(seconds).ok().filter(|wait| *wait <= LONGEST)
}

/// The time until an HTTP date.
fn until(text: &str, now: Timestamp) -> Option<Duration> {
    let date = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(text.trim()).ok()?;
    let wait = Duration::try_from(date.duration_since(now)).ok()?;
    (wait <= LONGEST).then_some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> Option<u128> {
        let now = "1994-11-06T08:49:37Z".parse().expect("a time");
        let wait = named(RetryHints { retry_after: Some(text), ..RetryHints::default() }, now);
        wait.map(|wait| wait.as_millis())
    }

    #[test]
    fn threats_e1_a_wait_is_as_the_server_says_up_to_a_minute() {
        for (text, milliseconds) in [
            ("0", Some(0)),
            ("1", Some(1_000)),
            ("007", Some(7_000)),
            (" 2 ", Some(2_000)),
            ("0.25", Some(250)),
            ("1.5", Some(1_500)),
            ("60", Some(60_000)),
            ("60.0", Some(60_000)),
            ("60.001", None),
            ("61", None),
            ("1000000000", None),
            ("99999999999999999999999999", None),
            ("1e1", None),
            ("1e9", None),
            ("-1", None),
            ("-0", None),
            ("+5", None),
            ("NaN", None),
            ("inf", None),
            ("infinity", None),
            ("", None),
            (" ", None),
            (".", None),
            (".5", None),
            ("5.", None),
            ("1.2.3", None),
            ("0x10", None),
            ("1,5", None),
            ("5 seconds", None),
            ("5s", None),
            ("٥", None),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(0)),
            ("Sun, 06 Nov 1994 08:49:40 GMT", Some(3_000)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", Some(60_000)),
            ("Sun, 06 Nov 1994 08:50:38 GMT", None),
            ("Sun, 06 Nov 1994 08:49:36 GMT", None),
            ("Mon, 06 Nov 1994 08:49:40 GMT", None),
            ("Fri, 31 Dec 9999 23:59:59 GMT", None),
            ("tomorrow", None),
        ] {
            assert_eq!(after(text), milliseconds, "{text:?}");
        }
    }

    #[test]
    fn threats_e1_of_several_waits_the_most_exact_counts() {
        let now = Timestamp::UNIX_EPOCH;
        let wait = |ms, s, delay| {
            named(RetryHints { retry_after_ms: ms, retry_after: s, retry_delay: delay }, now)
        };
        let seconds = |n| Some(Duration::from_secs_f64(n));
        assert_eq!(wait(Some("250"), Some("9"), None), seconds(0.25));
        assert_eq!(wait(Some("0.5"), None, None), seconds(0.0005));
        assert_eq!(wait(Some("60001"), Some("9"), None), seconds(9.0));
        assert_eq!(wait(Some("x"), Some("9"), Some("3s")), seconds(9.0));
        assert_eq!(wait(None, Some("900"), Some("3.5s")), seconds(3.5));
        assert_eq!(wait(None, None, Some("3600s")), None);
        assert_eq!(wait(None, None, Some("3")), None);
        assert_eq!(wait(None, None, None), None);
    }

    #[test]
    fn threats_e2_our_own_waits_grow_from_half_a_second_to_eight() {
        let first = Duration::from_millis(500);
        for request in 0..200_u32 {
            let request = Digest::of(&request.to_be_bytes());
            for (attempt, most) in
                [(1, 500), (2, 1_000), (3, 2_000), (4, 4_000), (5, 8_000), (40, 8_000)]
            {
                let wait = backoff(first, attempt, &request);
                let most = Duration::from_millis(most);
                assert!(wait <= most && wait >= most.mul_f64(0.75), "{attempt}: {wait:?}");
                assert_eq!(wait, backoff(first, attempt, &request));
            }
        }
    }
}
