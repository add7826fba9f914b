use std::collections::HashMap;

use strata_transport::Backend;

use crate::codec::RunLength;
use crate::digest::Digest;
use crate::error::ChunkError;
use crate::pack::{PackReader, PackWriter};

const PACK_TARGET: usize = 8 << 20;

/// Every chunk once, in packs of about 8 MiB.
pub struct ChunkStore<'a> {
    backend: &'a dyn Backend,
    known: HashMap<Digest, String>,
    open: PackWriter,
}

impl<'a> ChunkStore<'a> {
    /// Reads all packs to learn which chunks there are.
    pub fn open(backend: &'a dyn Backend) -> Result<Self, ChunkError> {
        let mut known = HashMap::new();
        for key in backend.list("packs/")? {
            for (entry, _) in PackReader::new(&backend.get(&key)?).entries()? {
                known.insert(entry.digest, key.clone());
            }
        }
        Ok(ChunkStore { backend, known, open: PackWriter::default() })
    }

    pub fn contains(&self, digest: &Digest) -> bool {
        self.known.contains_key(digest)
    }

    pub fn put_chunk(&mut self, chunk: &[u8]) -> Result<Digest, ChunkError> {
        let digest = Digest::of(chunk);
        if !self.contains(&digest) {
            self.open.append(&RunLength, chunk);
            self.known.insert(digest, String::new());
            if self.open.len() >= PACK_TARGET {
                self.flush()?;
            }
        }
        Ok(digest)
    }

    pub fn get_chunk(&self, digest: &Digest) -> Result<Vec<u8>, ChunkError> {
        let absent = || ChunkError::Absent(digest.to_string());
        let key = self.known.get(digest).ok_or_else(absent)?;
        let bytes = self.backend.get(key)?;
        let entries = PackReader::new(&bytes).entries()?;
        entries.into_iter().find(|(e, _)| e.digest == *digest).map(|(_, c)| c).ok_or_else(absent)
    }

    /// Writes the pack that is being filled.
    pub fn flush(&mut self) -> Result<(), ChunkError> {
        let (key, bytes) = std::mem::take(&mut self.open).finish();
        if !bytes.is_empty() {
            self.backend.put(&key, &bytes)?;
            self.known.values_mut().filter(|k| k.is_empty()).for_each(|k| *k = key.clone());
        }
        Ok(())
    }

    /// Names of all packs, in byte order.
    pub fn pack_names(&self) -> Result<Vec<String>, ChunkError> {
        Ok(self.backend.list("packs/")?)
    }
}
