use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::store::record::{self, Decoded, Record, FRAME_LEN};

pub const MAGIC: &[u8; 4] = b"HOPJ";
pub const JOURNAL_VERSION: u32 = 1;
/// The magic and the version (u32, little endian).
pub const HEADER_LEN: usize = 8;

pub struct Journal {
    path: PathBuf,
    file: File,
    len: u64,
}

impl Journal {
    /// Opens or creates the journal and reads its records. A torn tail is cut off; anything else that cannot be read
    /// is an error, because the records behind it were promised to somebody.
    pub fn open(path: &Path) -> Result<(Journal, Vec<Record>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(Error::io(path))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(Error::io(path))?;

        // Shorter than a header: the process died while it was created, and nothing was promised yet.
        if bytes.len() < HEADER_LEN {
            let mut journal = Journal {
                path: path.to_path_buf(),
                file,
                len: 0,
            };
            journal.write_header()?;
            return Ok((journal, Vec::new()));
        }
        check_header(path, &bytes)?;

        let (records, end) = read_records(path, &bytes)?;
        if end < bytes.len() {
            eprintln!(
                "{}: cutting off a torn tail of {} bytes",
                path.display(),
                bytes.len() - end
            );
            file.set_len(end as u64).map_err(Error::io(path))?;
            file.sync_data().map_err(Error::io(path))?;
        }
        file.seek(SeekFrom::Start(end as u64)).map_err(Error::io(path))?;
        let journal = Journal {
            path: path.to_path_buf(),
            file,
            len: end as u64,
        };
        Ok((journal, records))
    }

    /// Returns when the record is on disk. After an error the journal ends where it ended before: a half-written record
    /// must not get others behind it.
    pub fn append(&mut self, record: &Record) -> Result<()> {
        let bytes = record::encode(record);
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        if let Err(e) = written {
            self.file.set_len(self.len).map_err(Error::io(&self.path))?;
            self.file
                .seek(SeekFrom::Start(self.len))
                .map_err(Error::io(&self.path))?;
            return Err(Error::io(&self.path)(e));
        }
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Drops all records, after a snapshot that holds their effect.
    pub fn reset(&mut self) -> Result<()> {
        self.file
            .set_len(HEADER_LEN as u64)
            .map_err(Error::io(&self.path))?;
        self.file
            .seek(SeekFrom::Start(HEADER_LEN as u64))
            .map_err(Error::io(&self.path))?;
        self.file.sync_data().map_err(Error::io(&self.path))?;
        self.len = HEADER_LEN as u64;
        Ok(())
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len <= HEADER_LEN as u64
    }

    fn write_header(&mut self) -> Result<()> {
        self.file.set_len(0).map_err(Error::io(&self.path))?;
        self.file
            .seek(SeekFrom::Start(0))
            .map_err(Error::io(&self.path))?;
        self.file.write_all(MAGIC).map_err(Error::io(&self.path))?;
        self.file
            .write_all(&JOURNAL_VERSION.to_le_bytes())
            .map_err(Error::io(&self.path))?;
        self.file.sync_data().map_err(Error::io(&self.path))?;
        self.len = HEADER_LEN as u64;
        Ok(())
    }
}

fn check_header(path: &Path, bytes: &[u8]) -> Result<()> {
    if &bytes[..4] != MAGIC {
        return Err(Error::Corrupt {
            path: path.to_path_buf(),
            offset: 0,
            reason: "not a journal".into(),
        });
    }
    let found = u32::from_le_bytes(bytes[4..8].try_into().expect("four bytes"));
    if found != JOURNAL_VERSION {
        return Err(Error::Format {
            path: path.to_path_buf(),
            found,
            supported: JOURNAL_VERSION,
        });
    }
    Ok(())
}

/// The records, and the offset at which the last whole one ends.
fn read_records(path: &Path, bytes: &[u8]) -> Result<(Vec<Record>, usize)> {
    let mut records = Vec::new();
    let mut at = HEADER_LEN;
    while at < bytes.len() {
        let reason = match record::decode(&bytes[at..]) {
            Decoded::Whole(record, len) => {
                records.push(record);
                at += len;
                continue;
            }
            Decoded::Short => break,
            Decoded::BadChecksum(len) if at + FRAME_LEN + len == bytes.len() => break,
            Decoded::BadChecksum(_) => "the checksum is wrong".to_string(),
            Decoded::Unreadable(why) => why,
        };
        return Err(Error::Corrupt {
            path: path.to_path_buf(),
            offset: at as u64,
            reason,
        });
    }
    Ok((records, at))
}
