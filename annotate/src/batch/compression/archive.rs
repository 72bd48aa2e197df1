//! The members of a zip file. Their names are labels: no path is ever made of one unchecked.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::{Component, Path, PathBuf},
};

use flate2::{CrcReader, bufread::DeflateDecoder};
use zip::{CompressionMethod, ZipArchive};

use super::{BUFFER, Encoding, bomb, codec, is_bomb, unsupported};

/// Members a zip file may have.
const MOST_MEMBERS: usize = 1_000_000;

/// A zip file whose list of members was read.
#[derive(Debug)]
pub(in super::super) struct Archive {
    place: Place,
}

#[derive(Debug)]
enum Place {
    File(PathBuf),
    /// A temporary file.
    Spool(File),
}

/// One member of a zip file that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Member {
    /// Its name, as the archive spells it.
    pub(in super::super) name: String,
    /// Its size, unpacked.
    pub(in super::super) size: u64,
    start: u64,
    packed: u64,
    checksum: u32,
    method: Method,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Stored,
    Deflated,
    Stream(Encoding),
    /// Not to be unpacked here, for this reason.
    Unreadable(&'static str),
}

impl Archive {
    /// The zip file of this path.
    pub(in super::super) fn of_path(path: &Path) -> Self {
        Self {
            place: Place::File(path.to_owned()),
        }
    }

    /// A zip file that has no name.
    pub(in super::super) fn of_spool(file: File) -> Self {
        Self {
            place: Place::Spool(file),
        }
    }

    fn file(&self) -> io::Result<File> {
        match &self.place {
            Place::File(path) => File::open(path),
            Place::Spool(file) => file.try_clone(),
        }
    }

    /// The members whose names `wanted` accepts, in the order of the archive's list.
    ///
    /// # Errors
    ///
    /// Where the list cannot be read, or is that of a bomb.
    pub(in super::super) fn members(
        &self,
        wanted: impl Fn(&Path) -> bool,
    ) -> io::Result<Vec<Member>> {
        let mut file = self.file()?;
        let size = file.seek(SeekFrom::End(0))?;
        let mut archive = ZipArchive::new(BufReader::with_capacity(BUFFER, file))?;
        if archive.len() > MOST_MEMBERS {
            return Err(unsupported("it has more than a million members"));
        }
        let mut members = Vec::new();
        let mut unpacked = 0_u64;
        for index in 0..archive.len() {
            let member = archive.by_index_raw(index)?;
            if member.is_dir() || !wanted(Path::new(member.name())) {
                continue;
            }
            let method = match member.compression() {
                _ if member.encrypted() => Method::Unreadable("it is locked with a password"),
                CompressionMethod::Stored => Method::Stored,
                CompressionMethod::Deflated => Method::Deflated,
                CompressionMethod::BZIP2 => Method::Stream(Encoding::Bzip2),
                CompressionMethod::ZSTD => Method::Stream(Encoding::Zstd),
                _ => Method::Unreadable("it is packed by a method that is not known here"),
            };
            unpacked = unpacked.saturating_add(member.size());
            members.push(Member {
                name: member.name().to_owned(),
                size: member.size(),
                start: member.data_start().unwrap_or_default(),
                packed: member.compressed_size(),
                checksum: member.crc32(),
                method,
            });
        }
        if is_bomb(unpacked, size) {
            return Err(bomb());
        }
        Ok(members)
    }

    /// Reads a member from its beginning.
    ///
    /// # Errors
    ///
    /// Where it cannot be read. Reading it ends with an error where it is not as long as the list
    /// says, or has another checksum.
    pub(in super::super) fn open(&self, member: &Member) -> io::Result<impl Read> {
        let mut file = self.file()?;
        file.seek(SeekFrom::Start(member.start))?;
        let packed = BufReader::with_capacity(BUFFER, file.take(member.packed));
        let input: Box<dyn Read> = match member.method {
            Method::Stored => Box::new(packed),
            Method::Deflated => Box::new(DeflateDecoder::new(packed)),
            Method::Stream(encoding) => codec::decoder(encoding, packed)?,
            Method::Unreadable(reason) => return Err(unsupported(reason)),
        };
        Ok(Checked {
            input: CrcReader::new(input),
            left: member.size,
            checksum: member.checksum,
        })
    }
}

impl Member {
    /// Its name as a path below some folder, if it is one: relative, going down only, and meaning
    /// the same on every system.
    pub(in super::super) fn path(&self) -> Option<PathBuf> {
        let odd = |letter: char| matches!(letter, '\\' | ':') || letter.is_control();
        if self.name.contains(odd) {
            return None;
        }
        let path = Path::new(&self.name);
        let goes_down = |component| matches!(component, Component::Normal(_) | Component::CurDir);
        (path.components().all(goes_down) && path.file_name().is_some()).then(|| {
            path.components()
                .filter(|part| *part != Component::CurDir)
                .collect()
        })
    }
}

/// Holds a member to what the list of members says of it.
struct Checked<R> {
    input: CrcReader<R>,
    left: u64,
    checksum: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let fail = |message: &str| io::Error::new(io::ErrorKind::InvalidData, message);
        let read = self.input.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            if self.left > 0 {
                return Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    "it is shorter than its archive says",
                ));
            }
            if self.input.crc().sum() != self.checksum {
                return Err(fail("its checksum is not the one its archive has"));
            }
        }
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => return Err(fail("it is longer than its archive says")),
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Member {
        Member {
            name: name.into(),
            size: 0,
            start: 0,
            packed: 0,
            checksum: 0,
            method: Method::Stored,
        }
    }

    #[test]
    fn only_a_name_that_goes_down_is_a_path() {
        for name in [
            "../a.pgn",
            "a/../../b.pgn",
            "/etc/a.pgn",
            "C:\\a.pgn",
            "c:a.pgn",
            "..\\a.pgn",
            "a\0.pgn",
            "",
            "a/..",
            "a\n.pgn",
        ] {
            assert_eq!(named(name).path(), None, "{name:?}");
        }
        assert_eq!(named("./a/b.pgn").path(), Some(PathBuf::from("a/b.pgn")));
        assert_eq!(named("a..pgn").path(), Some(PathBuf::from("a..pgn")));
    }
}
