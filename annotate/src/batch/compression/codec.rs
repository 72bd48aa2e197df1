//! The libraries that pack and unpack streams; only this module knows them.

use std::io::{self, BufRead, Read, Write};

use bzip2::{bufread::MultiBzDecoder, write::BzEncoder};
use flate2::{bufread::MultiGzDecoder, write::GzEncoder};

use super::Encoding;

/// How hard Zstandard tries: its own default, fast and good.
const ZSTD_LEVEL: i32 = 3;

/// Unpacks a stream: all its members or frames, one after the other.
pub(super) fn decoder<'a>(
    encoding: Encoding,
    input: impl BufRead + 'a,
) -> io::Result<Box<dyn Read + 'a>> {
    Ok(match encoding {
        Encoding::Plain => Box::new(input),
        Encoding::Gzip => Box::new(MultiGzDecoder::new(input)),
        Encoding::Bzip2 => Box::new(MultiBzDecoder::new(input)),
        Encoding::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(input)?),
    })
}

/// Packs what is written to it. The bytes are a function of those written and nothing else.
pub(in super::super) enum Encoder<W: Write> {
    /// As it is.
    Plain(W),
    /// By gzip, without name or time.
    Gzip(GzEncoder<W>),
    /// By bzip2.
    Bzip2(BzEncoder<W>),
    /// By Zstandard, with a checksum.
    Zstd(zstd::stream::write::Encoder<'static, W>),
}

impl<W: Write> Encoder<W> {
    /// Packs into `output`.
    pub(in super::super) fn new(encoding: Encoding, output: W) -> io::Result<Self> {
        Ok(match encoding {
            Encoding::Plain => Self::Plain(output),
            Encoding::Gzip => Self::Gzip(GzEncoder::new(output, flate2::Compression::default())),
            Encoding::Bzip2 => Self::Bzip2(BzEncoder::new(output, bzip2::Compression::default())),
            Encoding::Zstd => {
                let mut encoder = zstd::stream::write::Encoder::new(output, ZSTD_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
        })
    }

    /// Writes what is still held back, and gives the output back.
    pub(in super::super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(output) => Ok(output),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Bzip2(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(output) => output,
            Self::Gzip(encoder) => encoder,
            Self::Bzip2(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::unpacked, *};

    const ALL: [Encoding; 4] = [
        Encoding::Plain,
        Encoding::Gzip,
        Encoding::Bzip2,
        Encoding::Zstd,
    ];

    fn packed(encoding: Encoding, bytes: &[u8]) -> Vec<u8> {
        let mut encoder = Encoder::new(encoding, Vec::new()).unwrap();
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        unpacked(bytes)?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn what_is_packed_comes_out_again_and_so_do_several_one_after_the_other() {
        let text = b"1. e4 e5 *\n\n".repeat(30_000);
        for encoding in ALL {
            let once = packed(encoding, &text);
            assert_eq!(once, packed(encoding, &text));
            assert!(read(&once).unwrap() == text, "{encoding:?}");
            let twice = [
                once.as_slice(),
                &packed(encoding, b""),
                &packed(encoding, b"*"),
            ]
            .concat();
            assert!(
                read(&twice).unwrap() == [text.as_slice(), b"*"].concat(),
                "{encoding:?}"
            );
        }
        let skipped = b"\x50\x2a\x4d\x18\x03\0\0\0abc";
        let frames = [&skipped[..], &packed(Encoding::Zstd, b"*"), &skipped[..]].concat();
        assert_eq!(read(&frames).unwrap(), b"*");
    }

    #[test]
    fn a_stream_that_is_cut_or_damaged_is_an_error_wherever_it_is() {
        let text: Vec<u8> = (0..40_000_u32)
            .flat_map(|number| format!("{} ", number.wrapping_mul(2_654_435_761)).into_bytes())
            .collect();
        for encoding in &ALL[1..] {
            let whole = packed(*encoding, &text);
            for cut in (10..whole.len()).step_by(whole.len() / 50) {
                assert!(read(&whole[..cut]).is_err(), "{encoding:?} cut at {cut}");
                let mut damaged = whole.clone();
                damaged[cut] ^= 0x10;
                let same = read(&damaged).is_ok_and(|read| read == text);
                let flags = cut < 12;
                assert!(
                    read(&damaged).is_err() || flags || same,
                    "{encoding:?} damaged at {cut}"
                );
            }
            assert!(read(&whole[..whole.len() - 1]).is_err(), "{encoding:?}");
        }
    }
}
