//! What is shown to nobody of a repository's files: what is no text, and what people keep secret.

use serde::{Deserialize, Serialize};

use crate::model::Digest;
use crate::port::{ReadFault, Snapshot};

/// A file that has more bytes is not read.
pub const MOST_BYTES: u64 = 1 << 20;

/// Why a file is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Exclusion {
    /// It holds a NUL.
    Binary,
    /// It is no UTF-8.
    NotUtf8,
    /// It has more than [`MOST_BYTES`].
    TooLarge,
    /// There are more files, or bytes, than are shown together.
    TooMany,
    /// It is a link, or another thing that is no regular file.
    Link,
    /// Its name or its text is that of a secret.
    SecretSuspected,
}

impl Exclusion {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Exclusion::Binary => "BINARY",
            Exclusion::NotUtf8 => "NOT_UTF8",
            Exclusion::TooLarge => "TOO_LARGE",
            Exclusion::TooMany => "TOO_MANY",
            Exclusion::Link => "LINK",
            Exclusion::SecretSuspected => "SECRET_SUSPECTED",
        }
    }
}

/// Why there is no text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoText {
    /// Nothing is there.
    Missing,
    /// It is not shown.
    Excluded(Exclusion),
    /// The system said no.
    Failed(String),
}

/// The text of a file that may be shown, and the digest of its bytes.
///
/// # Errors
/// Nothing is there, or it is not shown.
pub fn text_of(snapshot: &dyn Snapshot, path: &str) -> Result<(String, Digest), NoText> {
    if is_secret_name(path) {
        return Err(NoText::Excluded(Exclusion::SecretSuspected));
    }
    let bytes = snapshot.read(path, MOST_BYTES).map_err(|fault| match fault {
        ReadFault::Missing => NoText::Missing,
        ReadFault::TooLarge { .. } => NoText::Excluded(Exclusion::TooLarge),
        ReadFault::NotAFile => NoText::Excluded(Exclusion::Link),
        ReadFault::Failed(why) => NoText::Failed(why),
    })?;
    let digest = Digest::of(&bytes);
    Ok((shown(bytes).map_err(NoText::Excluded)?, digest))
}

/// Bytes as a text that may be shown.
///
/// # Errors
/// Why they may not.
pub fn shown(bytes: Vec<u8>) -> Result<String, Exclusion> {
    if bytes.contains(&0) {
        return Err(Exclusion::Binary);
    }
    let text = String::from_utf8(bytes).map_err(|_| Exclusion::NotUtf8)?;
    if holds_key(&text) { Err(Exclusion::SecretSuspected) } else { Ok(text) }
}

/// Names under which people keep what nobody else may read (DESIGN.md §7).
pub fn is_secret_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default().to_lowercase();
    // `id_map.rs` is none, `id_ed25519` is.
    let is_identity = name.starts_with("id_") && !name.contains('.');
    name.starts_with(".env") || name.ends_with(".pem") || name.ends_with(".key") || is_identity
}

/// Whether a line begins a private key.
fn holds_key(text: &str) -> bool {
    let is_header = |line: &str| {
        let line = line.trim();
        line.starts_with("-----BEGIN ") && line.ends_with("PRIVATE KEY-----")
    };
    text.contains("-----BEGIN ") && text.lines().any(is_header)
}
