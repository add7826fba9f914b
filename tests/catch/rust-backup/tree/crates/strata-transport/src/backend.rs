use crate::error::TransportError;

/// A flat space of named objects. Every destination of backups implements it.
pub trait Backend: Send + Sync {
    fn put(&self, key: &str, bytes: &[u8]) -> Result<(), TransportError>;

    /// Fails with `TransportError::Missing` when there is no such object.
    fn get(&self, key: &str) -> Result<Vec<u8>, TransportError>;

    /// Keys that begin with `prefix`, in byte order.
    fn list(&self, prefix: &str) -> Result<Vec<String>, TransportError>;

    /// Removing what is not there is no error.
    fn remove(&self, key: &str) -> Result<(), TransportError>;

    /// Writes only when the key is free; `Ok(false)` when it is taken.
    fn put_new(&self, key: &str, bytes: &[u8]) -> Result<bool, TransportError>;
}
