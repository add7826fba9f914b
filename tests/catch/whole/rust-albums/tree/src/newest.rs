//! Newest wins: what sync does when a photo differs between two disks.

use crate::index::Entry;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    Left,
    Right,
}

/// The younger file wins. On a tie the left disk does.
pub fn pick_newest(left: &Entry, right: &Entry) -> Winner {
    if right.mtime > left.mtime {
        Winner::Right
    } else {
        Winner::Left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;

    fn at(mtime: i64) -> Entry {
        Entry {
            size: 1,
            mtime,
            sha256: Digest::of(&mtime.to_be_bytes()),
        }
    }

    #[test]
    fn younger_file_wins() {
        assert_eq!(pick_newest(&at(10), &at(11)), Winner::Right);
        assert_eq!(pick_newest(&at(11), &at(10)), Winner::Left);
    }

    #[test]
    fn left_wins_a_tie() {
        assert_eq!(pick_newest(&at(10), &at(10)), Winner::Left);
    }
}
