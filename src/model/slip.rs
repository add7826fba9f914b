//! Slips of the pen: how far a written word is from those that exist (GATES.md R52, R58).

/// Farther than this, one id is no slip of another.
const FARTHEST: usize = 2;
/// A reader is offered no more ids than this.
const OFFERED: usize = 3;
/// What is longer than this is no id that somebody mistyped.
const LONGEST: usize = 64;

/// Insertions, deletions, changes and swaps of neighbours between two words, each letter touched
/// once (optimal string alignment).
pub fn distance(one: &str, other: &str) -> usize {
    strsim::osa_distance(one, other)
}

/// R58: of the words that exist those nearest to a written one, whatever the case of the letters; at
/// most three, in order; none where none is near.
pub fn nearest<'w>(written: &str, existing: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
    let written = written.trim().to_lowercase();
    let length = written.chars().count();
    if length > LONGEST {
        return Vec::new();
    }
    let (mut best, mut found) = (FARTHEST, Vec::new());
    for word in existing {
        // Most words are told by their length, and need not be aligned.
        if word.len() > 4 * (LONGEST + FARTHEST) || word.chars().count().abs_diff(length) > best {
            continue;
        }
        let distance = distance(&written, &word.to_lowercase());
        if distance < best {
            best = distance;
            found.clear();
        }
        if distance == best {
            found.push(word);
        }
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(OFFERED);
    found
}

/// Letters and a number of an id, whatever its case, its signs and its leading zeros; `None` for a
/// word that is not letters and then digits.
fn letters_and_number(id: &str) -> Option<(String, &str)> {
    let id = id.trim();
    let start = id.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = id.split_at(start);
    let is_sign = |c: char| matches!(c, '-' | '_' | ' ');
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = letters.chars().all(|c| c.is_alphabetic() || is_sign(c));
    let letters: String = letters.chars().filter(|&c| !is_sign(c)).collect();
    (is_number && is_word).then(|| (letters.to_uppercase(), digits.trim_start_matches('0')))
}

/// The one id that a written one spells in another way: `tck-1`, `TCK_00001` and `TKC-00001` for
/// TCK-00001. The number must be the same, and at most one letter wrong; `None` where several ids
/// are spelled so.
pub fn respelled<'w>(
    written: &str,
    existing: impl IntoIterator<Item = &'w str>,
) -> Option<&'w str> {
    let (letters, number) = letters_and_number(written)?;
    if written.len() > LONGEST || letters.is_empty() {
        return None;
    }
    let (mut same, mut near): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for id in existing {
        let Some((other, _)) = letters_and_number(id).filter(|(_, other)| *other == number) else {
            continue;
        };
        if other == letters {
            same.push(id);
        } else if letters.len() > 2 && distance(&letters, &other) == 1 {
            near.push(id);
        }
    }
    let found = if same.is_empty() { near } else { same };
    let one = found.first().copied()?;
    found.iter().all(|id| *id == one).then_some(one)
}

/// "; did you mean TCK-00128 or TCK-00129?", to end a sentence with; empty where nothing is offered.
pub fn did_you_mean(offers: &[&str]) -> String {
    match offers {
        [] => String::new(),
        offers => format!("; did you mean {}?", any_of(offers)),
    }
}

/// `A`, `A or B`, `A, B or C`.
pub fn any_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_of_neighbours_is_one_slip() {
        assert_eq!(distance("dependencies", "depednencies"), 1);
        assert_eq!(distance("TCK-00010", "TCK-00001"), 1);
        assert_eq!(distance("abc", "cba"), 2);
    }

    #[test]
    fn the_nearest_are_offered_in_order_three_at_most() {
        let known = ["TCK-00014", "TCK-00001", "TCK-00002", "TCK-00011", "TCK-00012", "TCK-00013"];
        assert_eq!(nearest("TCK-00001", known), ["TCK-00001"]);
        assert_eq!(nearest(" tck-00010 ", known), ["TCK-00001", "TCK-00011", "TCK-00012"]);
        assert_eq!(nearest("TCK-00021", known), ["TCK-00001", "TCK-00011", "TCK-00012"]);
        assert_eq!(nearest("TCK-99999", known), Vec::<&str>::new());
        assert_eq!(nearest(&"T".repeat(100_000), known), Vec::<&str>::new());
    }

    #[test]
    fn an_id_is_respelled_when_its_number_is_the_same_and_one_id_is_meant() {
        let ids = ["TCK-00001", "TCK-00010", "CAC-TCK-0002", "REQ-0003", "REQ-3", "RES-0007"];
        for written in ["tck-1", "TCK_00001", "TCK 00001", "TKC-00001", "TCK00001", "TCK-000001"] {
            assert_eq!(respelled(written, ids), Some("TCK-00001"), "{written}");
        }
        assert_eq!(respelled("cac-tck-2", ids), Some("CAC-TCK-0002"));
        assert_eq!(respelled("RSE-7", ids), Some("RES-0007"));
        for none in ["TCK-00099", "TCK-1-0", "TCK-1a", "TC-1", "REQ-03", "", "1", "TCK", "KCT-1"] {
            assert_eq!(respelled(none, ids), None, "{none}");
        }
    }

    #[test]
    fn offers_end_a_sentence() {
        assert_eq!(did_you_mean(&[]), "");
        assert_eq!(did_you_mean(&["A"]), "; did you mean A?");
        assert_eq!(did_you_mean(&["A", "B", "C"]), "; did you mean A, B or C?");
    }
}
