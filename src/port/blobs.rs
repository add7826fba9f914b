//! Contents by their ids, and what was found in them before.

use std::fmt;

/// The id of a file's content: the same wherever the same bytes stand. In a git repository it is the
/// id that git gives them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobId([u8; 20]);

impl BlobId {
    /// The id with these bytes.
    pub fn new(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// The number of the shard that knows of it: its first two hex digits.
    pub fn shard(&self) -> u8 {
        self.0[0]
    }

    /// The id that 40 lower-case hex digits name.
    pub fn from_hex(digits: &[u8]) -> Option<Self> {
        let bytes = data_encoding::HEXLOWER.decode(digits).ok()?;
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Display for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&data_encoding::HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What was found in blobs before, in 256 shards by [`BlobId::shard`]. Whoever loses them looks
/// again, and nothing else: they are no evidence.
pub trait Shards: Send + Sync {
    /// A shard as it was kept, if it was; nobody vouches for its bytes.
    fn load(&self, shard: u8) -> Option<Vec<u8>>;

    /// Replaces a shard as a whole, if that can be done.
    fn keep(&self, shard: u8, bytes: &[u8]);
}
