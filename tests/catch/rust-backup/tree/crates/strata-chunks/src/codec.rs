use crate::error::ChunkError;

/// How a chunk's bytes stand in a pack. A new compression is a new implementation with a tag of its own.
pub trait Codec {
    fn tag(&self) -> u8;
    fn encode(&self, bytes: &[u8]) -> Vec<u8>;
    fn decode(&self, bytes: &[u8]) -> Result<Vec<u8>, ChunkError>;
}

pub struct Plain;

impl Codec for Plain {
    fn tag(&self) -> u8 {
        0
    }
    fn encode(&self, bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
    fn decode(&self, bytes: &[u8]) -> Result<Vec<u8>, ChunkError> {
        Ok(bytes.to_vec())
    }
}

pub struct RunLength;

impl Codec for RunLength {
    fn tag(&self) -> u8 {
        1
    }
    fn encode(&self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for run in bytes.chunk_by(|a, b| a == b) {
            for part in run.chunks(255) {
                out.extend([part.len() as u8, part[0]]);
            }
        }
        out
    }
    fn decode(&self, bytes: &[u8]) -> Result<Vec<u8>, ChunkError> {
        if bytes.len() % 2 != 0 {
            return Err(ChunkError::Corrupt("run without a byte".into()));
        }
        Ok(bytes.chunks(2).flat_map(|run| vec![run[1]; run[0] as usize]).collect())
    }
}

pub fn codec_for(tag: u8) -> Result<Box<dyn Codec>, ChunkError> {
    match tag {
        0 => Ok(Box::new(Plain)),
        1 => Ok(Box::new(RunLength)),
        other => Err(ChunkError::UnknownCodec(other)),
    }
}
