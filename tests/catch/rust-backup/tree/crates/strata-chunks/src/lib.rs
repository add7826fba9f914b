//! Chunks: how files are cut, named, encoded and stored.

pub mod chunker;
pub mod codec;
pub mod digest;
pub mod error;
pub mod pack;
pub mod store;

pub use chunker::{ChunkLimits, Chunker};
pub use codec::{codec_for, Codec};
pub use digest::Digest;
pub use error::ChunkError;
pub use pack::{PackEntry, PackReader, PackWriter};
pub use store::ChunkStore;
