//! In place of the libraries that pack and unpack streams, where they are not built in.

use std::io::{self, BufRead, Read, Write};

use super::{Encoding, unsupported};

/// Unpacks a stream that is not packed.
///
/// # Errors
///
/// Where it is.
pub(super) fn decoder<'a>(
    encoding: Encoding,
    input: impl BufRead + 'a,
) -> io::Result<Box<dyn Read + 'a>> {
    match encoding {
        Encoding::Plain => Ok(Box::new(input)),
        Encoding::Gzip | Encoding::Bzip2 | Encoding::Zstd => Err(unsupported(
            "it is compressed, and this program was built without compression",
        )),
    }
}

/// Hands on what is written to it.
pub(in super::super) struct Encoder<W>(W);

impl<W: Write> Encoder<W> {
    /// Writes to `output`.
    ///
    /// # Errors
    ///
    /// Where it is to be packed.
    pub(in super::super) fn new(encoding: Encoding, output: W) -> io::Result<Self> {
        match encoding {
            Encoding::Plain => Ok(Self(output)),
            Encoding::Gzip | Encoding::Bzip2 | Encoding::Zstd => Err(unsupported(
                "its name asks for compression, and this program was built without",
            )),
        }
    }

    /// Gives the output back.
    #[allow(
        clippy::unnecessary_wraps,
        reason = "as where there is something to write"
    )]
    pub(in super::super) fn finish(self) -> io::Result<W> {
        Ok(self.0)
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
