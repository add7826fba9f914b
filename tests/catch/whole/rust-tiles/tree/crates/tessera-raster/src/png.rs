//! PNG writer: RGBA8, filter 0 on each row, one IDAT.

use miniz_oxide::deflate::compress_to_vec_zlib;

use crate::canvas::Canvas;

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];
const LEVEL: u8 = 6;

pub fn encode(canvas: &Canvas) -> Vec<u8> {
    let mut header = Vec::with_capacity(13);
    header.extend(canvas.width().to_be_bytes());
    header.extend(canvas.height().to_be_bytes());
    // Bit depth, colour type RGBA, deflate, adaptive filtering, not interlaced.
    header.extend([8, 6, 0, 0, 0]);

    let stride = canvas.width() as usize * 4;
    let mut rows = Vec::with_capacity(canvas.pixels().len() + canvas.height() as usize);
    for row in canvas.pixels().chunks_exact(stride) {
        rows.push(0);
        rows.extend_from_slice(row);
    }

    let mut out = SIGNATURE.to_vec();
    chunk(&mut out, b"IHDR", &header);
    chunk(&mut out, b"IDAT", &compress_to_vec_zlib(&rows, LEVEL));
    chunk(&mut out, b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], body: &[u8]) {
    out.extend((body.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend_from_slice(kind);
    out.extend_from_slice(body);
    let crc = crc32(&out[start..]);
    out.extend(crc.to_be_bytes());
}

/// Bit by bit: tiles are small.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let mask = (crc & 1).wrapping_neg();
            crc = (crc >> 1) ^ (0xedb8_8320 & mask);
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;
    use tessera_core::Color;

    #[test]
    fn crc_of_the_empty_iend() {
        assert_eq!(crc32(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn chunks_in_order() {
        let png = encode(&Canvas::new(3, 2, Color::WHITE));
        assert_eq!(png[..8], SIGNATURE);
        assert_eq!(&png[12..16], b"IHDR");
        assert_eq!(png[16..24], [0, 0, 0, 3, 0, 0, 0, 2]);
        assert_eq!(&png[png.len() - 8..png.len() - 4], b"IEND");
    }
}
