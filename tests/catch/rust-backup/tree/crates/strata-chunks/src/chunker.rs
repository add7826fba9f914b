use std::io::{self, Read};

#[derive(Debug, Clone, Copy)]
pub struct ChunkLimits {
    pub smallest: usize,
    pub largest: usize,
    pub mask: u32,
}

impl ChunkLimits {
    pub fn around_kib(kib: u32) -> Self {
        let target = kib as usize * 1024;
        ChunkLimits { smallest: target / 4, largest: target * 4, mask: (target as u32).next_power_of_two() - 1 }
    }
}

/// Cuts a stream where the rolling hash says so: an insertion moves few boundaries.
pub struct Chunker<R> {
    source: R,
    limits: ChunkLimits,
}

impl<R: Read> Chunker<R> {
    pub fn new(source: R, limits: ChunkLimits) -> Self {
        Chunker { source, limits }
    }

    /// The next chunk, or `None` at the end of the stream.
    pub fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let (mut chunk, mut hash) = (Vec::new(), RollingHash::default());
        let mut byte = [0u8];
        while self.source.read(&mut byte)? == 1 {
            chunk.push(byte[0]);
            let boundary = hash.push(byte[0]) & self.limits.mask == 0;
            if chunk.len() >= self.limits.largest || (boundary && chunk.len() >= self.limits.smallest) {
                break;
            }
        }
        Ok(if chunk.is_empty() { None } else { Some(chunk) })
    }
}

#[derive(Default)]
struct RollingHash(u32);

impl RollingHash {
    fn push(&mut self, byte: u8) -> u32 {
        self.0 = self.0.rotate_left(1) ^ u32::from(byte).wrapping_mul(0x9E37_79B1);
        self.0
    }
}
