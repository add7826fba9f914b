//! Places of findings as links, where a reader was given the address of the repository's files.

use super::escape::{address, markdown};
use super::page::{LONGEST, clipped};
use crate::evidence::v2::bundle::Finding;
use crate::model::Location;

/// `https://git.example/a/b/blob/main/documents/x.yaml#L12`, of a finding.
pub(super) fn url(finding: &Finding, base: Option<&str>) -> Option<String> {
    url_of(&finding.location, base)
}

/// The same of any place.
pub(super) fn url_of(at: &Location, base: Option<&str>) -> Option<String> {
    let file = format!("{}/{}", base?.trim_end_matches('/'), address::relative(&at.file));
    Some(if at.is_whole_file() { file } else { format!("{file}#L{}", at.line) })
}

/// The place of a finding in Markdown.
pub(super) fn markdown(finding: &Finding, base: Option<&str>) -> String {
    let place = markdown::code(&clipped(&finding.location.to_string(), LONGEST));
    match url(finding, base) {
        Some(url) => format!("[{place}]({url})"),
        None => place,
    }
}

/// Whether links may begin with this: an address of the web in letters that end no link.
///
/// # Errors
/// It is none; the line says what one looks like.
pub fn base(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/?&=%+@".contains(c);
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match rest {
        Some(rest)
            if rest.starts_with(|c: char| c.is_ascii_alphanumeric())
                && text.chars().all(is_plain) =>
        {
            Ok(text.to_owned())
        }
        _ => Err("it is no address such as https://git.example/team/plans/blob/main".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;

    #[test]
    fn a_place_is_a_link_to_its_line() {
        let bundle = fixtures::rejected();
        let finding = &bundle.findings[0];
        let base = Some("https://git.example/a/blob/main/");
        let there = "https://git.example/a/blob/main/documents/work/tickets/TCK-00012.yaml#L4";
        assert_eq!(url(finding, base).as_deref(), Some(there));
        let place = "`documents/work/tickets/TCK-00012.yaml:4:12`";
        assert_eq!(markdown(finding, base), format!("[{place}]({there})"));
        assert_eq!(markdown(finding, None), place);
    }

    #[test]
    fn no_base_ends_a_link() {
        assert!(base("https://git.example/a/-/blob/main").is_ok());
        for text in [
            "",
            "git.example",
            "javascript:alert(1)",
            "https://",
            "https:///x",
            "https://a/)(",
            "https://a/\"",
            "https://a b",
        ] {
            assert!(base(text).is_err(), "{text}");
        }
    }
}
