//! Sentences: where one ends, and what of it is only quoted. What stands in quotation marks or
//! backticks is somebody's text or a name, and none of its words says anything about the ticket.

/// A sentence, as it reads on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// All of it.
    pub(crate) said: String,
    /// The same with blanks for all that is quoted; byte for byte as long.
    pub(crate) open: String,
}

/// Lines are wrapped behind this many characters; one that ends before has ended by itself.
const SHORTEST_WRAP: usize = 60;

/// The sentences of a text. Lines that only wrap are joined; a bullet, an empty line and a short line
/// before one that begins anew end a sentence.
pub(crate) fn sentences(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut paragraph = String::new();
    let mut last = 0;
    for line in text.lines() {
        let line = line.trim();
        let bullet = ["- ", "* ", "• "].iter().find_map(|bullet| line.strip_prefix(bullet));
        let is_over = last < SHORTEST_WRAP && !line.starts_with(char::is_lowercase);
        last = line.chars().count();
        if bullet.is_some() || line.is_empty() || is_over {
            cut(&std::mem::take(&mut paragraph), &mut found);
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(bullet.unwrap_or(line));
    }
    cut(&paragraph, &mut found);
    found
}

/// The sentences of one paragraph.
fn cut(paragraph: &str, found: &mut Vec<Sentence>) {
    let open = without_quotes(paragraph);
    let mut start = 0;
    let ends = open.match_indices(['.', ';', '?', '!']).filter(|(at, mark)| {
        let is_followed_by_blank = open[at + 1..].starts_with(' ');
        is_followed_by_blank && (*mark != "." || !is_abbreviated(&open[..*at]))
    });
    for end in ends.map(|(at, _)| at + 1).chain([open.len()]) {
        let said = &paragraph[start..end];
        if said.contains(char::is_alphanumeric) {
            found.push(Sentence { said: said.to_owned(), open: open[start..end].to_owned() });
        }
        start = end;
    }
}

/// Whether a text ends in a word that is written with a full stop.
fn is_abbreviated(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or_default().to_lowercase();
    matches!(word.as_str(), "approx" | "cf" | "e.g" | "etc" | "i.e" | "incl" | "resp" | "vs")
}

/// A text with blanks for what stands in quotation marks or backticks, marks included.
pub(crate) fn without_quotes(text: &str) -> String {
    let mut open = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let length = match closing(c, open.chars().next_back(), after) {
            Some(end) => c.len_utf8() + end,
            None => {
                open.push(c);
                rest = after;
                continue;
            }
        };
        open.extend(std::iter::repeat_n(' ', length));
        rest = &rest[length..];
    }
    open
}

/// Where what a mark opens is closed, mark included; `None` when it opens nothing.
fn closing(mark: char, before: Option<char>, after: &str) -> Option<usize> {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let close = match mark {
        '`' | '"' => mark,
        '“' | '„' => '”',
        '«' => '»',
        '\'' if !is_word(before) => {
            // An apostrophe inside a word closes nothing.
            let ends = |at: usize| !is_word(after[at + 1..].chars().next());
            let mut marks = after.match_indices('\'').map(|(at, _)| at);
            return marks.find(|at| ends(*at)).map(|at| at + 1);
        }
        _ => return None,
    };
    let end = after.find(|c| c == close || (close == '”' && c == '“'))?;
    Some(end + after[end..].chars().next().map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_where_it_ends() {
        let text = "Write it\nRead it (e.g. a CSV file, etc. of any\n  size); then stop. Next\n- a.b one\n\n2. x";
        let said: Vec<String> = sentences(text).into_iter().map(|s| s.said.trim().into()).collect();
        assert_eq!(
            said,
            [
                "Write it",
                "Read it (e.g. a CSV file, etc. of any size);",
                "then stop.",
                "Next",
                "a.b one",
                "2.",
                "x"
            ]
        );
    }

    #[test]
    fn what_is_quoted_is_blank() {
        assert_eq!(without_quotes("say \"a. b\" and `c` or 'd e' in it's"), {
            "say        and     or       in it's"
        });
        assert_eq!(without_quotes("“ä” x"), format!("{} x", " ".repeat("“ä”".len())));
        assert_eq!(without_quotes("5\" and `open"), "5\" and `open");
        let sentences = sentences("Print \"if needed. Or not\" to it");
        assert_eq!(sentences.len(), 1);
    }
}
