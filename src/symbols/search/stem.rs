//! A word without its endings, so that the forms of one word are equal.

/// Nouns that only look like forms of a verb.
const NOUNS: [&str; 8] =
    ["anything", "ceiling", "nothing", "setting", "something", "spring", "string", "thing"];
/// Words whose last letter makes another word of them.
const WITH_E: [&str; 6] = ["one", "paste", "plane", "please", "state", "stripe"];

/// A word without what number and tense add to it: the same for `parse`, `parses`, `parsed` and
/// `parsing`. Only good for comparing.
pub(super) fn stem(word: &str) -> String {
    if word.len() <= 3 || !word.is_ascii() || word.bytes().any(|b| b.is_ascii_digit()) {
        return word.to_owned();
    }
    let word = singular(word);
    if NOUNS.contains(&word.as_str()) || WITH_E.contains(&word.as_str()) {
        return word;
    }
    let has_vowel = |base: &str| base.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    for ending in ["ing", "ed"] {
        if let Some(base) = word.strip_suffix(ending)
            && base.len() >= 3
            && has_vowel(base)
            && !(ending == "ed" && base.ends_with('e'))
        {
            let bytes = base.as_bytes();
            let last = bytes[bytes.len() - 1];
            let is_doubled = bytes[bytes.len() - 2] == last && !b"lsz".contains(&last);
            return base[..base.len() - usize::from(is_doubled)].to_owned();
        }
    }
    match word.strip_suffix('e') {
        Some(base) if base.len() >= 4 && !base.ends_with('e') => base.to_owned(),
        _ => word,
    }
}

fn singular(word: &str) -> String {
    if let Some(base) = word.strip_suffix("ies").filter(|base| base.len() > 1) {
        return format!("{base}y");
    }
    let hissing = ["sses", "xes", "ches", "shes", "zzes"];
    if hissing.iter().any(|ending| word.ends_with(ending)) {
        return word[..word.len() - 2].to_owned();
    }
    match word.strip_suffix('s') {
        Some(base) if !base.ends_with(['s', 'u', 'i']) => base.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_have_one_stem() {
        for forms in [
            &["parse", "parses", "parsed", "parsing"][..],
            &["cache", "caches", "cached", "caching"],
            &["query", "queries"],
            &["box", "boxes"],
            &["plan", "plans", "planned", "planning"],
            &["process", "processes", "processing"],
            &["file", "files"],
            &["state", "states"],
        ] {
            let stems: Vec<String> = forms.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{forms:?}: {stems:?}");
        }
        for (one, other) in [
            ("state", "stats"),
            ("set", "settings"),
            ("status", "state"),
            ("plan", "plane"),
            ("string", "str"),
            ("speed", "spe"),
            ("file", "fill"),
        ] {
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
    }
}
