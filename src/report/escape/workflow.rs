//! Foreign text in a workflow command of GitHub Actions: it ends neither the line nor its part.

use crate::report::escape;

/// Text after the second `::`.
pub fn message(text: &str) -> String {
    data(text).replace('\n', "%0A")
}

/// The value of a property.
pub fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

fn data(text: &str) -> String {
    escape::block(&text.replace('%', "%25").replace("\r\n", "\n")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_its_part() {
        assert_eq!(message("50%\r\n::error::x\r##[y]"), "50%25%0A::error::x^M##\\[y]");
        assert_eq!(message("%0A::stop-commands::z"), "%250A::stop-commands::z");
        assert_eq!(property("a:b,c\nd%"), "a%3Ab%2Cc%0Ad%25");
        assert_eq!(property("\u{1b}[2J\u{202e}"), "^[[2J\\u{202e}");
    }
}
