use crate::codec::{codec_for, Codec};
use crate::digest::Digest;
use crate::error::ChunkError;

/// One chunk's place in a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackEntry {
    pub digest: Digest,
    pub offset: u32,
    pub length: u32,
}

#[derive(Default)]
pub struct PackWriter {
    bytes: Vec<u8>,
    entries: Vec<PackEntry>,
}

impl PackWriter {
    pub fn append(&mut self, codec: &dyn Codec, chunk: &[u8]) -> Digest {
        let digest = Digest::of(chunk);
        let encoded = codec.encode(chunk);
        self.bytes.push(codec.tag());
        self.bytes.extend((encoded.len() as u32).to_le_bytes());
        self.bytes.extend(digest.as_bytes());
        let offset = self.bytes.len() as u32;
        self.entries.push(PackEntry { digest, offset, length: encoded.len() as u32 });
        self.bytes.extend(encoded);
        digest
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The pack's name and its bytes.
    pub fn finish(self) -> (String, Vec<u8>) {
        let name = Digest::of(&self.bytes).to_string();
        (format!("packs/{name}"), self.bytes)
    }
}

pub struct PackReader<'a> {
    bytes: &'a [u8],
}

impl<'a> PackReader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        PackReader { bytes }
    }

    /// Every chunk with its place, decoded; stops at the first damage.
    pub fn entries(&self) -> Result<Vec<(PackEntry, Vec<u8>)>, ChunkError> {
        let (mut out, mut rest, mut offset) = (Vec::new(), self.bytes, 0u32);
        while let [tag, a, b, c, d, behind @ ..] = rest {
            let length = u32::from_le_bytes([*a, *b, *c, *d]);
            let (name, tail) = behind
                .split_first_chunk::<32>()
                .ok_or_else(|| ChunkError::Corrupt("entry without a digest".into()))?;
            let digest = Digest::from_bytes(*name);
            let encoded = tail
                .get(..length as usize)
                .ok_or_else(|| ChunkError::Corrupt("entry runs past the end".into()))?;
            let chunk = codec_for(*tag)?.decode(encoded)?;
            if Digest::of(&chunk) != digest {
                return Err(ChunkError::Corrupt(format!("chunk {digest} differs")));
            }
            out.push((PackEntry { digest, offset: offset + 37, length }, chunk));
            offset += 37 + length;
            rest = &tail[length as usize..];
        }
        Ok(out)
    }
}
