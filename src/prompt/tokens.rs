//! Tokens, before a provider has counted them.

use crate::core::assignment::Rendered;

/// Tokens of a prompt with its schema, to reserve before the call.
///
/// Fitted to `o200k_base` over the prompts of half of a real repository's RFCs, with 2 % on top,
/// and held against the other half:
///
/// | over | median error | errors between |
/// | --- | --- | --- |
/// | 54 prompts of the half that was fitted | +1.9 % | -1.9 % and +4.5 % |
/// | 42 prompts of the other half | +1.8 % | -0.2 % and +3.2 % |
/// | sessions of 11 RFCs | +1.9 % | -1.4 % and +3.9 % |
/// | schemas alone | | -1.9 % and +9.7 % |
pub fn estimate(rendered: &Rendered) -> u64 {
    let schema = rendered.schema.to_string();
    let Rendered { rules, shared, own, turns, .. } = rendered;
    let parts = [rules.as_str(), shared.as_str(), own.as_str(), schema.as_str()].into_iter();
    let parts = parts.chain(turns.iter().flat_map(|turn| [turn.said.as_str(), &turn.shown]));
    let hundredths: u64 = parts.map(hundredths).sum();
    hundredths.div_ceil(100)
}

/// Runs of characters that tokenizers cut texts into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Run {
    /// `word`, `Word`: one token up to seven letters, seldom two.
    Word,
    /// `WORD`: such names are rare in what tokenizers learnt from.
    Capitals,
    /// Digits go three to a token.
    Digits,
    /// A line's end with what is blank around it.
    Break,
    /// Blanks within a line: one goes with the next word.
    Blank,
    /// Everything else of ASCII.
    Signs,
    /// A character beyond ASCII.
    Foreign,
}

/// Hundredths of a token: integers, so that every machine has the same.
fn hundredths(text: &str) -> u64 {
    let mut sum = 0;
    let mut rest = text.as_bytes();
    while let Some((run, length)) = next(rest) {
        let long = length as u64;
        sum += match run {
            Run::Word => 106 + 5 * long.saturating_sub(7),
            Run::Capitals => 236,
            Run::Digits => 110 * long.div_ceil(3),
            Run::Break => 51,
            Run::Blank => 102 * u64::from(long > 1),
            Run::Signs => 75 + 33 * long.saturating_sub(2),
            Run::Foreign => 102,
        };
        rest = &rest[length..];
    }
    sum
}

/// The first run and its length in bytes.
fn next(text: &[u8]) -> Option<(Run, usize)> {
    let first = *text.first()?;
    let run = |from: usize, is: fn(u8) -> bool| {
        from + text[from..].iter().take_while(|byte| is(**byte)).count()
    };
    let lower = |byte: u8| byte.is_ascii_lowercase();
    let blank = |byte: u8| matches!(byte, b' ' | b'\t');
    Some(match first {
        b'a'..=b'z' => (Run::Word, run(0, lower)),
        b'A'..=b'Z' if text.get(1).copied().is_some_and(lower) => (Run::Word, run(1, lower)),
        b'A'..=b'Z' => (Run::Capitals, run(0, |byte| byte.is_ascii_uppercase())),
        b'0'..=b'9' => (Run::Digits, run(0, |byte| byte.is_ascii_digit())),
        b' ' | b'\t' | b'\n' | b'\r' => {
            let end = run(0, blank);
            match text.get(end) {
                Some(b'\n' | b'\r') => (Run::Break, run(end, |byte| byte.is_ascii_whitespace())),
                _ => (Run::Blank, end),
            }
        }
        0x80.. => (Run::Foreign, run(1, |byte| byte & 0xc0 == 0x80)),
        _ => {
            let sign = |byte: u8| {
                byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b" \t\n\r".contains(&byte)
            };
            (Run::Signs, run(0, sign))
        }
    })
}

/// Tokens of the last turn of a prompt, for whoever keeps what came before; of one without turns all of
/// it.
pub fn estimate_last(rendered: &Rendered) -> u64 {
    rendered.turns.last().map_or_else(|| estimate(rendered), |turn| tokens(&turn.shown))
}

/// Tokens of a text by itself, such as an answer.
pub fn tokens(text: &str) -> u64 {
    hundredths(text).div_ceil(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_of_one_run() {
        for (text, runs) in [
            ("", vec![]),
            ("Word word", vec![(Run::Word, 4), (Run::Blank, 1), (Run::Word, 4)]),
            ("TCK-00001", vec![(Run::Capitals, 3), (Run::Signs, 1), (Run::Digits, 5)]),
            (
                "aB \n\n  c",
                vec![(Run::Word, 1), (Run::Capitals, 1), (Run::Break, 5), (Run::Word, 1)],
            ),
            ("é漢\u{1}\u{b}", vec![(Run::Foreign, 2), (Run::Foreign, 3), (Run::Signs, 2)]),
            ("\u{c} x", vec![(Run::Signs, 1), (Run::Blank, 1), (Run::Word, 1)]),
        ] {
            let mut rest = text.as_bytes();
            let mut found = Vec::new();
            while let Some((run, length)) = next(rest) {
                found.push((run, length));
                rest = &rest[length..];
            }
            assert_eq!(found, runs, "{text:?}");
        }
    }

    #[test]
    fn known_counts_are_near() {
        for (text, counted) in
            [("Ground every finding. Cite file and path.", 9), ("{\"a\":[1,2]}", 8)]
        {
            let tokens = tokens(text);
            assert!(tokens.abs_diff(counted) <= 2, "{text}: {tokens}");
        }
    }
}
