//! Which of two phases comes later, told from what tickets write of them (GATES.md R27).

use std::cmp::Ordering;

/// `PHASE-2`, `Phase 2: core` and `2` are all phase two; `P1.5` comes after `P1`, `PHASE-3B` after
/// `PHASE-3A`.
#[derive(Debug, PartialEq, Eq)]
struct Phase<'p> {
    number: u64,
    /// The digits after the point; empty without.
    fraction: &'p str,
    letter: Option<char>,
}

impl<'p> Phase<'p> {
    fn read(phase: &'p str) -> Option<Self> {
        let (digits, rest) = digits(&phase[phase.find(|c: char| c.is_ascii_digit())?..]);
        let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), self::digits);
        let mut letters = rest.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic);
        let is_alone = !letters.next().is_some_and(char::is_alphanumeric);
        Some(Self {
            number: digits.parse().ok()?,
            fraction,
            letter: letter.filter(|_| is_alone).map(|c| c.to_ascii_uppercase()),
        })
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.number
            .cmp(&other.number)
            .then_with(|| fractions(self.fraction, other.fraction))
            .then_with(|| self.letter.cmp(&other.letter))
    }
}

/// The digits that a text begins with, and the rest.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// Some count 1.9, 1.10, others 1.25, 1.5: where the two disagree, nothing is said.
fn fractions(one: &str, other: &str) -> Ordering {
    let decimal = one.trim_end_matches('0').cmp(other.trim_end_matches('0'));
    let (one, other) = (one.trim_start_matches('0'), other.trim_start_matches('0'));
    let counted = one.len().cmp(&other.len()).then_with(|| one.cmp(other));
    if counted == decimal { decimal } else { Ordering::Equal }
}

/// Whether the one phase comes after the other. What has no number is neither before nor after
/// anything.
pub(super) fn is_later(one: &str, other: &str) -> bool {
    match (Phase::read(one), Phase::read(other)) {
        (Some(one), Some(other)) => one.compare(&other) == Ordering::Greater,
        (None, _) | (_, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f20_phases_are_ordered_by_number_fraction_and_letter() {
        let rising = [
            &["1", "P1", "Phase 1: core", "PHASE-1.0", "phase 1st"][..],
            &["P1.2"],
            &["P1.5", "1.50"],
            &["Phase 2 (core)", "2"],
            &["PHASE-3"],
            &["PHASE-3A", "3a: parser"],
            &["PHASE-3B"],
            &["Phase 10"],
        ];
        for (at, ones) in rising.iter().enumerate() {
            for (than, others) in rising.iter().enumerate() {
                for (one, other) in ones.iter().flat_map(|one| others.iter().map(move |o| (one, o)))
                {
                    assert_eq!(is_later(one, other), at > than, "{one} after {other}");
                }
            }
        }
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_not_ordered() {
        for (one, other) in [
            ("1.9", "1.10"),
            ("1.10", "1.9"),
            ("1.25", "1.5"),
            ("later", "1"),
            ("2", "first"),
            ("99999999999999999999999", "1"),
        ] {
            assert!(!is_later(one, other), "{one} after {other}");
        }
    }
}
