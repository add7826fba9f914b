//! SHA-256 digests, written `sha256:` and 64 hex digits, so that anyone can check them with `sha256sum`.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, schemars(extend("pattern" = "^sha256:[0-9a-f]{64}$")))]
pub struct Digest(String);

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(format!("sha256:{}", HEXLOWER.encode(&Sha256::digest(bytes))))
    }

    /// The digest of several parts, each preceded by its length, so that no two lists of parts
    /// have the same bytes.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        Self(format!("sha256:{}", HEXLOWER.encode(&hasher.finalize())))
    }

    /// `sha256:` and 64 hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The 64 hex digits alone.
    pub fn hex(&self) -> &str {
        &self.0["sha256:".len()..]
    }

    /// The first 52 bits as a number: a seed that every reader of JSON or YAML takes exactly.
    pub fn seed(&self) -> u64 {
        u64::from_str_radix(&self.hex()[..13], 16).expect("a digest is 64 hex digits")
    }
}

impl FromStr for Digest {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        text.to_owned().try_into()
    }
}

impl TryFrom<String> for Digest {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let hex = text.strip_prefix("sha256:").unwrap_or_default();
        let lower_hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        if hex.len() == 64 && hex.bytes().all(lower_hex) {
            Ok(Self(text))
        } else {
            Err(format!("{text:?} is not a digest: expected sha256: and 64 hex digits"))
        }
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_sha256sum() {
        assert_eq!(
            Digest::of(b"abc").as_str(),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(Digest::of(b"abc").seed(), 0xb_a781_6bf8_f01c);
    }

    #[test]
    fn parts_do_not_run_together() {
        let split = |parts: &[&str]| Digest::of_parts(parts.iter().map(|p| p.as_bytes()));
        assert_ne!(split(&["ab", "c"]), split(&["a", "bc"]));
        assert_ne!(split(&["abc"]), split(&["abc", ""]));
    }

    #[test]
    fn only_lower_hex_is_a_digest() {
        assert!("sha256:00".parse::<Digest>().is_err());
        assert!(format!("sha256:{}", "A".repeat(64)).parse::<Digest>().is_err());
        assert!(format!("sha256:{}", "a".repeat(64)).parse::<Digest>().is_ok());
    }
}
