//! A path of the repository as a relative reference (RFC 3986): it names a file there, whatever it
//! is made of, and never a host or a scheme.

/// Every byte but the unreserved ones and `/` is percent-encoded.
pub fn relative(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            // At the start it would be a host's, or the root's.
            b'/' if !out.is_empty() => out.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_path() {
        for (path, reference) in [
            ("documents/work/TCK-00001.yaml", "documents/work/TCK-00001.yaml"),
            ("a b/ü%.yaml", "a%20b/%C3%BC%25.yaml"),
            ("javascript:x", "javascript%3Ax"),
            ("//evil.example/x", "%2F/evil.example/x"),
            ("a?b#c\\d\u{1b}", "a%3Fb%23c%5Cd%1B"),
        ] {
            assert_eq!(relative(path), reference);
        }
    }
}
