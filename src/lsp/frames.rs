//! Messages of JSON-RPC 2.0 as the language server protocol frames them: headers, then as many bytes
//! as they say. What a header says is a claim: no more is held than has come.

use std::io::{self, BufRead, Read as _, Write};

use serde_json::Value;

/// A message holds one document at most, and ours are small; of one that says it is longer nothing is
/// read.
const LONGEST: u64 = 64 << 20;
/// Of one header line.
const LONGEST_HEADER: u64 = 4 << 10;
const MOST_HEADERS: usize = 16;

/// Why no message could be read. After any of these nobody knows where the next one begins.
#[derive(Debug, thiserror::Error)]
pub(super) enum FrameFault {
    /// The client ended in the middle of one.
    #[error("the client ended in the middle of a message")]
    Half,
    /// The header is none of the protocol's.
    #[error("the client sent a header that is not of the language server protocol: {0}")]
    Header(String),
    /// More than is ever read.
    #[error("the client announced a message of {0} bytes, more than the {LONGEST} that are read")]
    Long(u64),
    /// The system said so.
    #[error("cannot read from the client: {0}")]
    Failed(#[from] io::Error),
}

/// The bytes of the next message; `None` when the client has ended after a whole one.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, FrameFault> {
    let mut length = None;
    for count in 0.. {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() && count == 0 {
            return Ok(None);
        }
        let shown = || String::from_utf8_lossy(&line).trim_end().chars().take(80).collect();
        if !line.ends_with(b"\n") {
            let is_long = line.len() as u64 == LONGEST_HEADER;
            return Err(if is_long { FrameFault::Header(shown()) } else { FrameFault::Half });
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            break;
        }
        let Some((name, value)) = text.split_once(':').filter(|_| count < MOST_HEADERS) else {
            return Err(FrameFault::Header(shown()));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            let said: u64 = value.trim().parse().map_err(|_| FrameFault::Header(shown()))?;
            length = Some(said);
        }
    }
    let length = length.ok_or_else(|| FrameFault::Header("no Content-Length".to_owned()))?;
    if length > LONGEST {
        return Err(FrameFault::Long(length));
    }
    let mut body = Vec::new();
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length { Err(FrameFault::Half) } else { Ok(Some(body)) }
}

/// Writes a message.
pub(super) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> (Vec<String>, String) {
        let mut read_so_far = Vec::new();
        loop {
            match read(&mut input) {
                Ok(Some(body)) => read_so_far.push(String::from_utf8_lossy(&body).into_owned()),
                Ok(None) => return (read_so_far, String::new()),
                Err(fault) => return (read_so_far, fault.to_string()),
            }
        }
    }

    #[test]
    fn messages_are_read_one_after_the_other() {
        let mut sent = Vec::new();
        for message in [serde_json::json!({"a": "é"}), serde_json::json!([])] {
            write(&mut sent, &message).expect("written");
        }
        sent.extend(b"content-type: x\r\ncontent-length: 2\n\r\n{}");
        let (read, fault) = all(&sent);
        assert_eq!((read.join(" "), fault.as_str()), ("{\"a\":\"é\"} [] {}".to_owned(), ""));
    }

    #[test]
    fn what_is_no_message_is_told_and_never_held() {
        let long_header = format!("Content-Length: 2{}", " ".repeat(10_000));
        let many = "A: b\r\n".repeat(20);
        for (sent, part) in [
            ("Content-Length: 5\r\n\r\n{}", "in the middle"),
            ("Content-Length: 5\r\n", "in the middle"),
            ("Content-Le", "in the middle"),
            ("{}\r\n", "not of the language server protocol: {}"),
            ("Content-Length: -1\r\n\r\n", "not of the language server protocol"),
            ("Content-Length: 99999999999999\r\n\r\n{}", "announced a message of 99999999999999"),
            ("A: b\r\n\r\n", "no Content-Length"),
            (&long_header, "not of the language server protocol"),
            (&many, "not of the language server protocol"),
        ] {
            let (read, fault) = all(sent.as_bytes());
            assert!(read.is_empty() && fault.contains(part), "{sent:?}: {fault}");
        }
    }
}
