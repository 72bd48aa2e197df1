//! Compressed archives: recognised by their first bytes, read as streams, written by a name.
//!
//! - [`codec`]: gzip, bzip2 and Zstandard, of any number of members or frames one after the other
//! - [`archive`]: the members of a zip file
//!
//! What unpacks to more than [`BOMB_BYTES`] and to more than [`BOMB_RATIO`] times its packed size
//! is refused: no archive of games is packed so tightly, and a disk could be filled by it.

#[cfg(feature = "compression")]
mod archive;
#[cfg(not(feature = "compression"))]
#[path = "without_archive.rs"]
mod archive;
#[cfg(feature = "compression")]
mod codec;
#[cfg(not(feature = "compression"))]
#[path = "without_codec.rs"]
mod codec;

use std::{
    cell::Cell,
    io::{self, BufRead, BufReader, Cursor, Read},
    path::Path,
    rc::Rc,
};

pub(super) use archive::{Archive, Member};
pub(super) use codec::Encoder;

/// Bytes that anything may unpack to, however small it is.
const BOMB_BYTES: u64 = 1 << 30;

/// Times its own size that something may unpack to beyond that.
const BOMB_RATIO: u64 = 1000;

/// Bytes read or unpacked at a time.
const BUFFER: usize = 1 << 16;

/// First bytes by which a form is recognised, at most.
const LONGEST_MARK: usize = 10;

/// How the bytes of a stream are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// They are not.
    Plain,
    /// By gzip.
    Gzip,
    /// By bzip2.
    Bzip2,
    /// By Zstandard.
    Zstd,
}

/// What the first bytes of a file say it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A stream of text, packed or not.
    Stream(Encoding),
    /// A zip file.
    Zip,
    /// Something of this name that cannot be unpacked here.
    Other(&'static str),
}

impl Encoding {
    /// The encoding that the name of an output asks for.
    pub(super) fn of_name(path: &Path) -> Self {
        match extension(path).as_deref() {
            Some("gz") => Self::Gzip,
            Some("bz2") => Self::Bzip2,
            Some("zst") => Self::Zstd,
            _ => Self::Plain,
        }
    }
}

impl Form {
    /// What something is that begins with `head`. A text that happens to begin so does not occur:
    /// each mark holds bytes that no text has, or a dozen letters that make no sense.
    pub(super) fn of(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, ..] => Self::Stream(Encoding::Gzip),
            [
                b'B',
                b'Z',
                b'h',
                b'1'..=b'9',
                0x31,
                0x41,
                0x59,
                0x26,
                0x53,
                0x59,
                ..,
            ]
            | [
                b'B',
                b'Z',
                b'h',
                b'1'..=b'9',
                0x17,
                0x72,
                0x45,
                0x38,
                0x50,
                0x90,
                ..,
            ] => Self::Stream(Encoding::Bzip2),
            // A frame, or one to be skipped before it.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Self::Stream(Encoding::Zstd)
            }
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Other("an xz file"),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Other("a 7z file"),
            [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Self::Other("a rar file"),
            _ => Self::Stream(Encoding::Plain),
        }
    }
}

/// The extension of a name in small letters.
pub(super) fn extension(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    Some(extension.to_ascii_lowercase())
}

/// The first bytes of a stream, as many as recognise anything; fewer only where it ends.
pub(super) fn head(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(LONGEST_MARK);
    input.take(LONGEST_MARK as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Unpacks a stream if its first bytes say that it is packed.
///
/// # Errors
///
/// Where it cannot be read, or is something that can be unpacked only with other programs.
pub(super) fn unpacked<'a>(input: impl Read + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let packed = Rc::new(Cell::new(0));
    let mut input = Counted {
        input,
        count: Rc::clone(&packed),
    };
    let head = head(&mut input)?;
    let form = Form::of(&head);
    let whole = BufReader::with_capacity(BUFFER, Cursor::new(head).chain(input));
    match form {
        Form::Stream(Encoding::Plain) => Ok(Box::new(whole)),
        Form::Stream(encoding) => {
            let bounded = Bounded {
                input: codec::decoder(encoding, whole)?,
                unpacked: 0,
                packed,
            };
            Ok(Box::new(BufReader::with_capacity(BUFFER, bounded)))
        }
        Form::Zip => Err(unsupported(
            "it is a zip file, which cannot be unpacked as it comes; name the file",
        )),
        Form::Other(what) => Err(unsupported(&format!("it is {what}; unpack it first"))),
    }
}

/// An error that says what cannot be done.
fn unsupported(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, message)
}

/// Whether something that unpacked to so much is a bomb.
fn is_bomb(unpacked: u64, packed: u64) -> bool {
    unpacked > BOMB_BYTES && unpacked / BOMB_RATIO > packed
}

/// The error that says so.
fn bomb() -> io::Error {
    let message = format!(
        "it unpacks to more than {} GiB and more than {BOMB_RATIO} times its size, as no archive of games does",
        BOMB_BYTES >> 30
    );
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Counts the bytes read.
struct Counted<R> {
    input: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
}

/// Ends with an error what unpacks to far too much.
struct Bounded<R> {
    input: R,
    unpacked: u64,
    packed: Rc<Cell<u64>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.unpacked += read as u64;
        if is_bomb(self.unpacked, self.packed.get()) {
            return Err(bomb());
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_recognised_by_its_first_bytes_alone() {
        for (head, form) in [
            (&b""[..], Form::Stream(Encoding::Plain)),
            (b"[Event \"x\"]", Form::Stream(Encoding::Plain)),
            (b"BZh9 is an opening", Form::Stream(Encoding::Plain)),
            (b"PK 1. e4", Form::Stream(Encoding::Plain)),
            (b"\x1f\x8b\x08", Form::Stream(Encoding::Gzip)),
            (b"BZh91AY&SY", Form::Stream(Encoding::Bzip2)),
            (b"\x28\xb5\x2f\xfd", Form::Stream(Encoding::Zstd)),
            (b"\x5a\x2a\x4d\x18", Form::Stream(Encoding::Zstd)),
            (b"PK\x03\x04", Form::Zip),
            (b"\xfd7zXZ\0", Form::Other("an xz file")),
        ] {
            assert_eq!(Form::of(head), form, "{head:?}");
        }
    }

    #[test]
    fn what_cannot_be_unpacked_is_refused_by_its_name() {
        let refused = |bytes: &'static [u8]| unpacked(bytes).err().map(|error| error.to_string());
        assert_eq!(
            refused(b"7z\xbc\xaf\x27\x1c\0\0").as_deref(),
            Some("it is a 7z file; unpack it first")
        );
        assert!(refused(b"PK\x03\x04").is_some());
        assert_eq!(refused(b"1. e4 *"), None);
    }

    #[test]
    fn a_bomb_is_large_and_out_of_proportion() {
        assert!(is_bomb(BOMB_BYTES + 1, 1 << 10));
        assert!(!is_bomb(BOMB_BYTES, 1 << 10));
        assert!(!is_bomb(BOMB_BYTES << 8, BOMB_BYTES >> 1));
        let packed = Rc::new(Cell::new(100));
        let mut endless = Bounded {
            input: io::repeat(0),
            unpacked: BOMB_BYTES - 10,
            packed,
        };
        let mut buffer = [0; 100];
        assert!(endless.read(&mut buffer[..10]).is_ok());
        let told = endless.read(&mut buffer).unwrap_err().to_string();
        assert!(told.contains("1000 times its size"), "{told}");
    }
}
