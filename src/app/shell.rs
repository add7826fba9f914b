//! Words of command lines that people copy.

/// A word as a shell takes it: a name out of a branch must not become a command, or an option, when
/// it is pasted.
pub fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@%,=:".contains(c);
    if text.starts_with('-') {
        return word(&format!("./{text}"));
    }
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_name_stays_a_name() {
        for (path, shown) in [
            ("evidence/rfc/a-1.yaml", "evidence/rfc/a-1.yaml"),
            ("mailbox:m", "mailbox:m"),
            ("a b", "'a b'"),
            ("$(id).yaml", "'$(id).yaml'"),
            ("it's", r"'it'\''s'"),
            ("-rf", "./-rf"),
            ("", "''"),
        ] {
            assert_eq!(word(path), shown);
        }
    }
}
