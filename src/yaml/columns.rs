//! How many code points stand between two bytes of a text, without counting a line of a megabyte
//! from its beginning for each place on it.

/// Bytes between two counts.
const STRIDE: usize = 512;

/// Code points before every [`STRIDE`]th byte of a text.
#[derive(Debug)]
pub(super) struct Columns {
    before: Vec<usize>,
}

impl Columns {
    pub(super) fn of(text: &str) -> Self {
        let mut total = 0;
        let before = text.as_bytes().chunks(STRIDE).map(|chunk| {
            let before = total;
            total += begun(chunk);
            before
        });
        Self { before: before.collect() }
    }

    /// The code points that begin in these bytes of the text.
    pub(super) fn between(&self, text: &str, start: usize, end: usize) -> usize {
        self.up_to(text, end).saturating_sub(self.up_to(text, start))
    }

    fn up_to(&self, text: &str, offset: usize) -> usize {
        let Some(last) = self.before.len().checked_sub(1) else { return 0 };
        let stride = (offset / STRIDE).min(last);
        self.before[stride]
            + begun(text.as_bytes().get(stride * STRIDE..offset).unwrap_or_default())
    }
}

/// The code points that begin in some bytes of UTF-8.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_as_one_would_from_the_beginning() {
        for text in ["", "abc", &"aé漢🙂\n".repeat(400), &"x".repeat(STRIDE), &"é".repeat(STRIDE)]
        {
            let columns = Columns::of(text);
            let ends = || text.char_indices().map(|(at, _)| at).chain([text.len()]);
            for start in ends().step_by(97).chain([text.len()]) {
                for end in ends().filter(|&end| end >= start) {
                    let counted = text[start..end].chars().count();
                    assert_eq!(columns.between(text, start, end), counted);
                }
            }
        }
    }
}
