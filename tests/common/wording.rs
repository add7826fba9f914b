//! What texts for people must not hold: words that stop a reader, long sentences, the same twice.

/// Words and phrases for which the trade has plainer ones.
const NOT: [&str; 17] = [
    "mend",
    "mends",
    "mended",
    "mending",
    "stand",
    "stands",
    "stood",
    "set aside",
    "sets aside",
    "told",
    "whoever",
    "way out",
    "ways out",
    "look again",
    "hold against",
    "held against",
    "holds against",
];

/// A sentence has at most as many words.
const LONGEST: usize = 25;

/// What is wrong with the wording of a text, a line each; a line feed ends a sentence.
pub fn faults(text: &str) -> Vec<String> {
    let long = |sentence: String| {
        let words = words(&sentence).len();
        (words > LONGEST).then(|| format!("{words} words in: {sentence}"))
    };
    let mut found = has_word(text);
    found.extend(sentences(text).into_iter().filter_map(long));
    found
}

/// The words that stop a reader, each with its sentence.
pub fn has_word(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let spaced = format!(" {} ", words(&sentence).join(" "));
        let stops = NOT.iter().filter(|not| spaced.contains(&format!(" {not} ")));
        found.extend(stops.map(|not| format!("{not:?} in: {sentence}")));
    }
    found
}

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

/// The sentences that a page of Markdown tells: its paragraphs, entries of lists and cells of tables,
/// each on one line, as [`own`] has it; no code, no heading.
pub fn paragraphs(markdown: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (mut is_code, mut is_open) = (false, false);
    for line in markdown.lines() {
        let text = line.trim();
        if text.starts_with("```") {
            is_code = !is_code;
        }
        if is_code || text.is_empty() || text.starts_with(['#', '|', '`']) {
            is_open = false;
        }
        if is_code || text.starts_with(['#']) || text.starts_with("```") {
            continue;
        }
        if text.starts_with('|') {
            lines.extend(text.split('|').map(str::to_owned));
            continue;
        }
        let is_entry = text.starts_with("- ")
            || text.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
        match lines.last_mut().filter(|_| is_open && !is_entry) {
            Some(last) => last.extend([" ", text]),
            None => lines.push(text.to_owned()),
        }
        is_open = !text.is_empty();
    }
    let lines: Vec<String> = lines.iter().map(|line| own(line).replace("**", "")).collect();
    lines.join("\n")
}

/// The sentences that these texts of one finding have in common.
pub fn repeated(texts: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = texts.iter().flat_map(|text| sentences(text)).collect();
    all.sort();
    let twice = all.windows(2).filter(|pair| pair[0] == pair[1]);
    twice.map(|pair| pair[0].clone()).collect()
}

/// A sentence ends with its line, with a full stop, a question or exclamation mark before a blank,
/// and with a semicolon.
fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut sentence = String::new();
        for word in line.split_whitespace() {
            sentence.push_str(word);
            if word.ends_with(['.', '?', '!', ';']) {
                found.push(std::mem::take(&mut sentence));
            } else {
                sentence.push(' ');
            }
        }
        found.push(sentence.trim_end().to_owned());
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// The words of a sentence, without the signs around them, in lower case; what has no letter is none.
fn words(sentence: &str) -> Vec<String> {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let words = sentence.split_whitespace().map(bare);
    words.filter(|word| word.contains(char::is_alphabetic)).collect()
}
