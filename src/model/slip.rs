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
    fn offers_end_a_sentence() {
        assert_eq!(did_you_mean(&[]), "");
        assert_eq!(did_you_mean(&["A"]), "; did you mean A?");
        assert_eq!(did_you_mean(&["A", "B", "C"]), "; did you mean A, B or C?");
    }
}
