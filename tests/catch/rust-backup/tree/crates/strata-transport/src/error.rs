use std::fmt;
use std::io;

#[derive(Debug)]
pub enum TransportError {
    Missing(String),
    Refused { key: String, reason: String },
    Io(io::Error),
}

impl TransportError {
    /// Whether the same call may succeed a moment later.
    pub fn is_transient(&self) -> bool {
        match self {
            TransportError::Io(cause) => matches!(
                cause.kind(),
                io::ErrorKind::TimedOut | io::ErrorKind::Interrupted | io::ErrorKind::ConnectionReset
            ),
            _ => false,
        }
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransportError::Missing(key) => write!(f, "{key}: no such object"),
            TransportError::Refused { key, reason } => write!(f, "{key}: refused: {reason}"),
            TransportError::Io(cause) => write!(f, "{cause}"),
        }
    }
}

impl std::error::Error for TransportError {}

impl From<io::Error> for TransportError {
    fn from(cause: io::Error) -> Self {
        TransportError::Io(cause)
    }
}
