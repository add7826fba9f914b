//! A text's own words.

/// A text with a letter for whatever it quotes: what is between quotation marks or backticks, and
/// what a template puts in.
pub fn own(text: &str) -> String {
    let mut rest = text;
    let mut own = String::new();
    while let Some(at) = rest.find(['"', '`', '<']) {
        let close = match &rest[at..] {
            quoted if quoted.starts_with('"') => "\"",
            quoted if quoted.starts_with('`') => "`",
            filled if filled.starts_with("<{") => "}>",
            block if block.starts_with("<%") => "%>",
            note if note.starts_with("<#") => "#>",
            comment if comment.starts_with("<!--") => "-->",
            _ => "",
        };
        let end = rest[at + 1..].find(close).filter(|_| !close.is_empty());
        own.push_str(&rest[..at]);
        let next = end.map_or(at + 1, |end| at + 1 + end + close.len());
        own.push_str(if end.is_some() { "Q" } else { &rest[at..next] });
        rest = &rest[next..];
    }
    own.push_str(rest);
    own
}
