use crate::store::Reading;

/// A format of datagrams. New formats implement this and are tried in the order of `decoders()`.
pub trait Decoder {
    fn decode(&self, bytes: &[u8]) -> Result<Reading, PacketError>;
}

#[derive(Debug, PartialEq, Eq)]
pub enum PacketError {
    TooShort,
    BadMagic,
    BadVersion(u8),
    BadName,
}

/// Version 1, as in docs/protocol.md.
pub struct PacketV1;

impl Decoder for PacketV1 {
    fn decode(&self, bytes: &[u8]) -> Result<Reading, PacketError> {
        if bytes.len() < 4 {
            return Err(PacketError::TooShort);
        }
        if &bytes[..2] != b"TW" {
            return Err(PacketError::BadMagic);
        }
        if bytes[2] != 1 {
            return Err(PacketError::BadVersion(bytes[2]));
        }
        let n = bytes[3] as usize;
        if bytes.len() < 16 + n {
            return Err(PacketError::TooShort);
        }
        let name = std::str::from_utf8(&bytes[4..4 + n]).map_err(|_| PacketError::BadName)?;
        let at = u64::from_be_bytes(bytes[4 + n..12 + n].try_into().unwrap());
        let level_mm = i32::from_be_bytes(bytes[12 + n..16 + n].try_into().unwrap());
        Ok(Reading { gauge: name.to_string(), at, level_mm })
    }
}

/// All formats that are understood.
pub fn decoders() -> Vec<Box<dyn Decoder>> {
    vec![Box::new(PacketV1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_datagram_is_too_short() {
        assert_eq!(PacketV1.decode(b""), Err(PacketError::TooShort));
    }
}
