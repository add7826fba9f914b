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

/// A sentence ends with its line, with a full stop, a question or exclamation mark before a blank,
/// and with a semicolon.
pub fn sentences(text: &str) -> Vec<String> {
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
