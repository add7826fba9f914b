//! The words that the rules read, as data: a file a subject, a row a meaning. A new row is held to its
//! sentences; who wants to read it names it with [`words`].

use std::sync::LazyLock;

use crate::gates::text::lexicon::{Meaning, Rows, by_id, read};

pub(crate) use crate::gates::text::lexicon::Words;

const FILES: [&str; 7] = [
    include_str!("code.yaml"),
    include_str!("names.yaml"),
    include_str!("order.yaml"),
    include_str!("parts.yaml"),
    include_str!("taste.yaml"),
    include_str!("trouble.yaml"),
    OPEN_FILE,
];
const OPEN_FILE: &str = include_str!("open.yaml");

static ROWS: Rows = LazyLock::new(|| by_id(&FILES[..6]));

/// The row of that id.
pub(crate) const fn words(id: &'static str) -> Words {
    Words::of(&ROWS, id)
}

/// What leaves a decision open, a row for each thing that is left open.
pub(crate) static OPEN: LazyLock<Vec<Meaning>> = LazyLock::new(|| read(OPEN_FILE));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gates::text::lexicon::hold;

    #[test]
    fn each_row_is_held_to_its_sentences() {
        FILES.iter().for_each(|text| hold(text));
        assert_eq!(
            ROWS.len(),
            FILES[..6].iter().map(|text| read(text).len()).sum::<usize>(),
            "ids"
        );
    }
}
