//! The seal: what makes one changed byte visible, and says where. The same for the bundle of every
//! council.

use serde::Serialize;
use serde_json::Value;

use super::canonical;
use super::v2::bundle::Bundle;
use super::v2::envelope::{CouncilBundle, Seal, SealedPart};
use crate::model::Digest;

/// What the seal's digest begins with, so that it can be taken for no other digest.
const TYPE: &[u8] = b"council-review/bundle/v2";

/// An object as its file holds it: its keys in the order of the format, without those that are null,
/// empty or false.
pub fn to_json(value: &impl Serialize) -> Value {
    let value = serde_json::to_value(value).expect("evidence has only text keys and whole numbers");
    canonical::compact(value)
}

/// The parts of a bundle's content, without its seal.
fn parts_above(bundle: &impl Serialize) -> Vec<(String, String)> {
    let mut value = to_json(bundle);
    if let Value::Object(map) = &mut value {
        map.shift_remove("seal");
    }
    canonical::parts(&value)
}

/// The seal that belongs to a bundle's content, whatever seal it carries.
pub fn seal_of(bundle: &impl Serialize) -> Seal {
    let texts = parts_above(bundle);
    let digest = Digest::of_parts(
        std::iter::once(TYPE).chain(texts.iter().map(|(_, text)| text.as_bytes())),
    );
    let parts = texts
        .into_iter()
        .map(|(part, text)| SealedPart { part, digest: Digest::of(text.as_bytes()) })
        .collect();
    Seal { parts, digest }
}

/// A bundle that carries a seal.
pub trait Sealed: Serialize {
    /// What it carries.
    fn seal(&self) -> &Seal;

    /// Carries another one.
    fn set_seal(&mut self, seal: Seal);
}

impl Sealed for Bundle {
    fn seal(&self) -> &Seal {
        &self.seal
    }

    fn set_seal(&mut self, seal: Seal) {
        self.seal = seal;
    }
}

impl<H: Serialize, B: Serialize, M: Serialize, I: Serialize> Sealed for CouncilBundle<H, B, M, I> {
    fn seal(&self) -> &Seal {
        &self.seal
    }

    fn set_seal(&mut self, seal: Seal) {
        self.seal = seal;
    }
}

/// The bundle, sealed.
#[must_use]
pub fn sealed<S: Sealed>(mut bundle: S) -> S {
    bundle.set_seal(seal_of(&bundle));
    bundle
}

/// An empty seal, for a bundle that is still being put together.
pub fn unsealed() -> Seal {
    Seal { parts: Vec::new(), digest: Digest::of(b"") }
}

/// The canonical bytes of a bundle.
pub fn bytes(bundle: &impl Serialize) -> Vec<u8> {
    canonical::document(&to_json(bundle)).into_bytes()
}

/// The 1-based lines, first and last, of each part of the canonical text above the seal.
pub fn part_lines(bundle: &impl Serialize) -> Vec<(String, u32, u32)> {
    let mut next = 1_u32;
    parts_above(bundle)
        .into_iter()
        .map(|(part, text)| {
            let lines = text.matches('\n').count().max(1) as u32;
            let first = next;
            next += lines;
            (part, first, next - 1)
        })
        .collect()
}
