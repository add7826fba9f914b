//! Markdown, as GitHub would read it: foreign text makes no HTML, link, image or mention, and no
//! block of its own.

/// HTML that is ours, each on a line of its own.
const OURS: [&str; 2] = ["<!-- council-review: RFC-0042 -->", "</details>"];

/// The blocks of a page, by kind.
pub fn blocks(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for line in page.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            Some(open) if line.len() >= open.len() && line.bytes().all(|b| b == b'`') => {
                fence = None
            }
            Some(_) => {}
            None if ticks.len() >= 3 && !line[ticks.len()..].contains('`') => {
                fence = Some(ticks);
                found.push("fence".to_owned());
            }
            None => {
                let is_ours = OURS.contains(&line)
                    || (line.starts_with("<details><summary><b>")
                        && line.ends_with("</b></summary>"));
                if !is_ours {
                    inline(line);
                }
                found.push(kind(line).to_owned());
            }
        }
    }
    assert!(fence.is_none(), "a fence is open at the end");
    found
}

fn kind(line: &str) -> &'static str {
    let is_item = line.split_once(". ").is_some_and(|(n, _)| n.parse::<u32>().is_ok());
    match line {
        "" => "",
        line if line.starts_with("    ") => "code",
        line if line.starts_with('#') => "heading",
        line if line.starts_with("| ") => "row",
        line if line.starts_with('<') => "html",
        line if line.starts_with('>') => "quote",
        line if is_item || line.starts_with(['-', '+', '*']) && !line.starts_with("**") => "item",
        _ => "text",
    }
}

/// No markup outside of code spans but bold.
fn inline(line: &str) {
    let mut rest = line;
    let mut before = String::new();
    while let Some(c) = rest.chars().next() {
        let run = rest.len() - rest.trim_start_matches('`').len();
        if run > 0 {
            let ticks = &rest[..run];
            let mut from = run;
            // A code span ends at the next run of the same length.
            let end = loop {
                let at =
                    from + rest[from..].find('`').unwrap_or_else(|| panic!("open code: {line}"));
                let long = rest[at..].len() - rest[at..].trim_start_matches('`').len();
                if long == ticks.len() {
                    break at + long;
                }
                from = at + long;
            };
            before.push('x');
            rest = &rest[end..];
            continue;
        }
        if c == '\\' {
            let next = rest[1..].chars().next().expect("something is escaped");
            before.push_str("\\.");
            rest = &rest[1 + next.len_utf8()..];
            continue;
        }
        let is_tame = c == '@' && before.ends_with("\\.") && rest.starts_with("@\\]");
        assert!(is_tame || !"<>[]@!#|~$".contains(c) || ours(line, c), "{c:?} acts in: {line}");
        assert!(!rest.starts_with("://"), "an address in: {line}");
        let is_www = c == '.' && before.to_ascii_lowercase().ends_with("www");
        assert!(!is_www, "an address in: {line}");
        if c == '&' {
            let known = ["&amp;", "&lt;", "&gt;"];
            assert!(known.iter().any(|known| rest.starts_with(known)), "{line}");
        }
        before.push(c);
        rest = &rest[c.len_utf8()..];
    }
}

/// What stands at the start of our own lines.
fn ours(line: &str, c: char) -> bool {
    match c {
        '#' => line.starts_with("## RFC-") || line.starts_with("### "),
        '|' => line.starts_with("| "),
        _ => false,
    }
}
