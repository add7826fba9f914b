use std::fmt;

use strata_transport::TransportError;

#[derive(Debug)]
pub enum ChunkError {
    Corrupt(String),
    UnknownCodec(u8),
    Absent(String),
    Transport(TransportError),
}

impl fmt::Display for ChunkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChunkError::Corrupt(what) => write!(f, "corrupt: {what}"),
            ChunkError::UnknownCodec(tag) => write!(f, "unknown codec {tag}"),
            ChunkError::Absent(name) => write!(f, "no chunk {name}"),
            ChunkError::Transport(cause) => write!(f, "{cause}"),
        }
    }
}

impl std::error::Error for ChunkError {}

impl From<TransportError> for ChunkError {
    fn from(cause: TransportError) -> Self {
        ChunkError::Transport(cause)
    }
}
